// SPDX-License-Identifier: MIT
#include "network/router/route_selection.h"

#include <bit>

namespace kasuri {
namespace {
// Of a router's arbitration events that of its news comes last.
constexpr std::uint32_t kTellSequence = 1u << 16;
}  // namespace

RouteSelection::RouteSelection(Fabric& f, RouterBlocks& blocks)
    : f_(f),
      blocks_(blocks),
      numbers_(blocks.port_numbers()),
      vc_bits_(blocks.vc_bits()),
      place_(f.routing.counts_packets() ? f.largest_packet : 0) {
  for (const LinkClass& l : f.link_classes) full_.push_back(l.buffer);
  heads_.grow(numbers_.count() << vc_bits_);
  if (const auto wanted = f.routing.notifications()) {
    congestion_.emplace(f, *wanted);
    tell_ = f.partition.add_handler<&RouteSelection::tell>(this);
    tell_at_.resize(f.router_count(), kNever);
  }
}

std::vector<BlockedPacket> RouteSelection::with_escapes(std::vector<BlockedPacket> all) const {
  for (BlockedPacket& b : all) {
    const Waits& w = head(f_.decomposition.local(b.at), f_.input_vc(b.port, b.vc)).waits;
    if (w.port == b.wanted_port) {
      b.wanted_vcs |= w.vc_mask;
    } else if (w.port != kNowhere) {
      b.other_port = w.port;
      b.other_vcs = w.vc_mask;
    }
  }
  return all;
}

void RouteSelection::changed(std::uint32_t r, Time when) {
  when = congestion_->next(when);
  if (when >= tell_at_[r]) return;
  tell_at_[r] = when;
  f_.partition.post({when,
                     order_key(Phase::arbitration, f_.sender_of(f_.router(r)), kTellSequence), r, 0, 0,
                     tell_});
}

bool RouteSelection::tell(const Event& e) {
  if (tell_at_[e.target] != e.time) return false;  // superseded by an earlier one
  tell_at_[e.target] = kNever;
  const RouterAt here = blocks_.router_at(e.target);
  blocks_.reach(here, e.time);
  const RouterLayout::Header& h = RouterBlocks::header(here);
  const auto all = static_cast<std::uint32_t>((std::uint64_t{1} << f_.vcs) - 1);
  for (std::uint32_t port = 0; port < h.degree; ++port) {
    const RouterPort& out = blocks_.ports(here)[port];
    if (!congestion_->is_about(out.link_class)) continue;
    congestion_->tell(h.id, port,
                      outputs_ ? queue_with_outputs(here, port, all, e.time)
                               : queue(here, port, all, e.time),
                      e.time);
    const Time credit = f_.credits.next(blocks_.credits(here, port), all);
    if (credit != kNever) changed(e.target, credit);
  }
  return false;  // it does not count: whether there is one depends on the period alone
}

// What one router knows at one instant.
class RouteSelection::Here : public Queues {
 public:
  Here(RouteSelection& all, RouterAt here, Time now) : all_(all), here_(here), now_(now) {}
  std::int64_t at(std::uint32_t port, std::uint32_t vc_mask) override {
    return all_.queue(here_, port, vc_mask, now_);
  }
  std::int64_t reported(RouterId r, std::uint32_t port) final {
    return all_.congestion_->reported(r, port, now_);
  }

 protected:
  RouteSelection& all_;
  RouterAt here_;
  Time now_;
};

class RouteSelection::HereWithOutputs final : public Here {
 public:
  using Here::Here;
  std::int64_t at(std::uint32_t port, std::uint32_t vc_mask) override {
    return all_.queue_with_outputs(here_, port, vc_mask, now_);
  }
};

void RouteSelection::decide(RouterAt at, const RouteInput& input, Packet& p,
                            Time now, Waits& waits) {
  Here here(*this, at, now);
  HereWithOutputs with_outputs(*this, at, now);
  const Choice c = f_.routing.choose(input, p.origin, p.target, outputs_ ? with_outputs : here);
  p.route = c.first.route.port;
  p.vc_mask = c.first.route.vc_mask;
  const std::int32_t own = place(static_cast<std::int32_t>(p.bytes));
  const bool escapes = c.escape.route.vc_mask != 0;
  waits = {.vc_mask = c.escape.route.vc_mask,
           .port = escapes ? c.escape.route.port : kNowhere,
           .route = p.route,
           .need = own + c.first.spare * place_,
           .escape_need = own + c.escape.spare * place_};
}

std::int64_t RouteSelection::queue(RouterAt here, std::uint32_t port,
                             std::uint32_t vc_mask, Time now) {
  RouterPort& out = blocks_.ports(here)[port];
  std::int32_t* const room = blocks_.room(here, port);
  f_.credits.settle(blocks_.credits(here, port), room, now);
  const std::int32_t full = full_[out.link_class];
  std::int64_t sum = 0;
  for (std::uint32_t left = vc_mask; left; left &= left - 1) sum += full - room[std::countr_zero(left)];
  return sum + std::int64_t{blocks_.waiting(here, port)} * f_.largest_packet;
}

std::int64_t RouteSelection::queue_with_outputs(RouterAt here, std::uint32_t port,
                                          std::uint32_t vc_mask, Time now) {
  return queue(here, port, vc_mask, now) + outputs_->bytes(here.index, port, vc_mask) +
         std::int64_t{outputs_->at(here.index, port).waiting} * f_.largest_packet;
}

}  // namespace kasuri
