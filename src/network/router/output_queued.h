// SPDX-License-Identifier: MIT
// Routers with queues at their outputs, one for each virtual channel (output_queues.h), with the
// notation of input_queued.h. A packet moves twice: through the switch to an output's queue at g, and
// onto the link at l.
//
//   move       g   = the first time >= r at which the queue of one of its VCs has space for all of it,
//                    and the switch can pass it (see below)
//   switched   t_s = max(g + T_ST + S/B_s, a_t + T_RC + T_VA + T_SA + T_ST)
//   departure  l   = the first time >= g at which l + T_ST >= d_t' (the tail departure of the packet
//                    before it on that link), its VC downstream has room for all of it, it is first of
//                    its queue, and the link's arbiter picks it among the VCs
//   head out   d_h = l + T_ST
//   tail out   d_t = max(d_h + S/B, t_s)
//   space in the output's queue is taken at g and free at d_t - T_ST;
//   buffer (and, with cioq, input port) free at t_s - T_ST; credit upstream at t_s - T_ST + T_cable +
//   T_credit, of output-queued routers not before those of packets that moved from that input before it.
// A link decides T_ST ahead, while the packet passes the switch, so that an idle router is as fast as an
// input-queued one.
//
// Output-queued (Karol, Hluchyj & Morgan, IEEE Trans. Communications 35(12), 1987, section III; the
// routers of CODES, which TraceR uses): r = a_h + T_RC + T_VA + T_SA for every packet, and the switch
// takes any number from one input, and to one output, at once, each with B_s, the rate of the machine's
// fastest link, or router.switch_rate where that is less. A packet that finds no space waits at its
// input until its own output has some, in the order of requests. Those behind it pass: no head-of-line
// blocking.
//
// cioq (combined input and output queueing: Chuang, Goel, McKeown & Prabhakar 1999): inputs are those
// of input_queued.h: r counts from when the packet became head of its VC queue, an input sends one
// packet at a time, and an output takes one at a time, which its arbiter picks: g + T_ST >= t_s of the
// packet before it. B_s = s B, s = router.speedup. The link's arbiter is of the same kind; of by-port
// and islip, which need input ports, a round robin.
#pragma once

#include <algorithm>
#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "network/net/slow_links.h"
#include "network/router/arbiter.h"
#include "network/router/route_selection.h"
#include "network/router/input_lists.h"
#include "network/router/layout.h"
#include "network/router/output_queues.h"
#include "network/router/router.h"
#include "network/router/sends_at_once.h"
#include "network/router/speedup.h"

namespace kasuri {

enum class Inputs : std::uint8_t {
  open,    // output-queued: all packets may move at once
  queued,  // cioq
};

// An arbiter that goes by input ports or decides for several outputs cannot decide among the VCs of a
// link.
template <class Policy>
concept NeedsInputs = requires { Policy::kNeedsInputs; };

template <class Policy, Inputs kInputs>
class OutputQueued final : public Routers, RouterBlocks {
  using LinkPolicy = std::conditional_t<NeedsInputs<Policy>, RoundRobin, Policy>;

 public:
  OutputQueued(Policy inputs, LinkPolicy links, const RouterContext&);

  OutputUse output(std::uint32_t r, std::uint32_t port) const override { return use(r, port); }
  Time stalled(std::uint32_t link_class) const override { return stalled_[link_class]; }
  std::vector<BlockedPacket> blocked() const override;
  bool at_rest(std::string& why) override;
  void take_credit(std::uint32_t router, std::uint32_t port, std::uint16_t vc, std::int32_t bytes,
                   Time at) override;
  void take_notification(const CrossingNotification& n) override { notifications_->congestion()->take(n); }

 private:
  static constexpr bool kJoint = kInputs == Inputs::queued && requires { Policy::kJoint; };
  class InputSite;
  class LinkSite;

  bool arrive(const Event&);
  bool arrive_open(Time now, RouterAt here, std::uint32_t input_vc, std::uint32_t packet);
  bool arrive_queued(Time now, RouterAt here, std::uint32_t input_vc, std::uint32_t packet);
  bool arbitrate(const Event&);
  void prefetch_arrival(const Event&, Partition::Ahead);

  // Times of ports.
  Time input_free(RouterAt here, std::uint32_t port) const {
    return due(start(header(here)), here, port, ports(here)[port], RouterPort::kInputFree);
  }
  Time link_free(RouterAt here, std::uint32_t port) const {
    return time(start(header(here)), here, port, ports(here)[port], RouterPort::kFree);
  }
  Time next_departure(RouterAt here, std::uint32_t port) const {
    return due(start(header(here)), here, port, ports(here)[port], RouterPort::kFree) - f_.traversal;
  }
  Time next_move(RouterAt here, std::uint32_t port) const {
    return kInputs == Inputs::open ? Time{0} : out_.at(here.index, port).switched - f_.traversal;
  }

  // Where packets go.
  void find_route(std::byte* here, std::uint32_t input_vc, Packet&) const;
  RouteSelection::Waits choose(RouterAt here, std::uint32_t input_vc, std::uint32_t packet, Packet&,
                               Time now);
  void eject(const Header& h, std::uint32_t input_vc, Packet& p) const {
    RouterBlocks::eject(h, p);
    p.vc_mask = 1u << vc_of(input_vc);
  }
  RouteInput route_input(const Header& h, std::uint32_t input_vc, const Packet& p) const {
    const std::uint32_t port = port_of(input_vc);
    return {h.id, port < h.degree ? static_cast<std::uint16_t>(port) : RouteInput::kInjected,
            vc_of(input_vc), selector_.path(p.source, p.destination, p.sequence)};
  }
  // What a packet takes up behind an output, there and at the output.
  std::int32_t place(const Header& h, std::uint32_t port, const Packet& p) const {
    const auto bytes = static_cast<std::int32_t>(p.bytes);
    return selection_ && port < h.degree ? selection_->place(bytes) : bytes;
  }
  int queue_for(RouterAt here, std::uint32_t port, const Packet& p,
                const RouteSelection::Waits& w);

  // Space that the link has given back by now.
  void settle(Time now, RouterAt here, std::uint32_t port) {
    const std::uint32_t r = here.index;
    if (out_.at(r, port).leaving && next_departure(here, port) <= now) out_.release(r, port);
    credits_.settle(credits(here, port), room(here, port), now);
  }
  void move(Time now, RouterAt here, std::uint32_t port, std::uint32_t input_vc,
            std::uint32_t vc, std::uint32_t packet);
  void move_head(Time now, RouterAt here, std::uint32_t port, std::uint32_t input_vc,
                 std::uint32_t vc);
  bool admit(Time now, RouterAt here, std::uint32_t port, Time& retry);
  bool depart(Time now, RouterAt here, std::uint32_t port, Time& retry);
  void send(Time now, RouterAt here, std::uint32_t port, std::uint32_t vc);
  void hold_all(RouterAt here, std::uint32_t port, SetWord queues, Hold, Time now);
  bool serve(Time now, RouterAt here, std::uint32_t port);
  bool serve_jointly(Time now, RouterAt here, std::uint32_t port);
  bool finish(Time now, RouterAt here, std::uint32_t port, bool had_waited, bool starved,
              Time retry);
  void request(Time now, RouterAt here, std::uint32_t input_vc, const Packet&);
  void wake(RouterAt here, std::uint32_t port, Time when);
  void return_credit(SenderPort to, bool to_nic, std::uint16_t vc, std::int32_t bytes, Time at);

  Policy policy_;           // of the switch
  LinkPolicy link_policy_;
  Fabric& f_;
  Partition& partition_;
  Pool<Packet>& packets_;
  Credits& credits_;
  EventKind arbitrate_;
  Time pipeline_;
  PathSelector selector_;
  OutputQueues out_;
  std::unique_ptr<SendsAtOnce> at_once_;  // of queued inputs
  InputLists lists_;                   // of open inputs
  std::vector<Serialisation> through_;  // the switch, by link class
  std::unique_ptr<RouteSelection> selection_;  // if the routing is adaptive
  RouteSelection* notifications_ = nullptr;         // the same, if routers tell each other of their queues
  std::vector<InputSite> sites_;        // of a joint decision
  std::vector<std::uint32_t> joint_;    // its outputs
  std::vector<Time> stalled_;           // per link class
};

template <class P, Inputs K>
OutputQueued<P, K>::OutputQueued(P inputs, LinkPolicy links, const RouterContext& context)
    : RouterBlocks(context.fabric),
      policy_(std::move(inputs)),
      link_policy_(std::move(links)),
      f_(context.fabric),
      partition_(f_.partition),
      packets_(f_.packets),
      credits_(f_.credits),
      pipeline_(f_.request + f_.traversal),
      selector_(f_.routing, f_.seed),
      out_(f_, numbers_, context.params.output_buffer, context.params.output_pool),
      stalled_(f_.link_classes.size()) {
  f_.at_router =
      partition_.add_handler<&OutputQueued::arrive, &OutputQueued::prefetch_arrival>(this);
  arbitrate_ = partition_.add_handler<&OutputQueued::arbitrate>(this);
  f_.routers = this;
  constexpr std::size_t kCache = 1 << 20;  // what is left for routers in a core's
  partition_.set_large(bytes() > kCache);
  const auto rate = [](const LinkClass& l) { return l.flow.rate().n; };
  const LinkClass& fastest = *std::ranges::max_element(f_.link_classes, {}, rate);
  for (const LinkClass& l : f_.link_classes) {
    through_.push_back(K == Inputs::open ? fastest.flow : switching(l, context.params.speedup));
  }
  if (K == Inputs::queued) at_once_ = SendsAtOnce::of(f_, numbers_);
  if (!f_.routing.adaptive()) return;
  selection_ = std::make_unique<RouteSelection>(f_, static_cast<RouterBlocks&>(*this));
  selection_->see(out_);
  if (selection_->congestion()) notifications_ = &*selection_;
}

template <class P, Inputs K>
void OutputQueued<P, K>::take_credit(std::uint32_t r, std::uint32_t port, std::uint16_t vc,
                                     std::int32_t bytes, Time at) {
  const RouterAt here = router_at(r);
  const Time past = partition_.past();
  reach(here, past);
  credits_.post(credits(here, port), room(here, port), {vc, bytes}, at, past);
  if (notifications_) notifications_->changed(here.index, at);
  RouterPort& out = ports(here)[port];
  if (!out.awaited.has(vc)) return;
  out.awaited = 0;
  wake(here, port, at);
}

template <class P, Inputs K>
std::vector<BlockedPacket> OutputQueued<P, K>::blocked() const {
  if (K == Inputs::open) return lists_.blocked(f_, *this, out_);
  return selection_ ? selection_->with_escapes(blocked_in(f_)) : blocked_in(f_);
}

template <class P, Inputs K>
bool OutputQueued<P, K>::at_rest(std::string& why) {
  for (std::uint32_t r = 0; r < f_.router_count(); ++r) {
    const RouterAt here = router_at(r);
    for (std::uint32_t port = 0; port < header(here).ports; ++port) {
      settle(kNever, here, port);
      const OutputQueues::Output& o = out_.at(here.index, port);
      const std::int64_t bytes = out_.bytes(here.index, port, UINT32_MAX >> (32 - f_.vcs));
      if (!o.occupied && !o.waiting && bytes == 0) continue;
      why = std::string(o.occupied ? "a packet is left at" : "a packet is left at an input for") +
            " the output router " + std::to_string(f_.router(r).v) + " port " + std::to_string(port);
      return false;
    }
  }
  return all_at_rest(f_, why);
}

}  // namespace kasuri
