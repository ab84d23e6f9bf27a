// SPDX-License-Identifier: MIT
// Part of input_queued.h: an output looks at the packets that want it, its policy picks one.
#pragma once

#include "network/router/input_queued.h"

namespace kasuri {

// One look of an output at those that want it.
template <class A, Features X>
class InputQueued<A, X>::SwitchAllocation {
 public:
  SwitchAllocation(InputQueued& routers, RouterAt here, std::uint32_t port)
      : s_(routers),
        here_(here),
        port_(port),
        now_(s_.partition_.now()),
        out_(s_.ports(here)[port]),
        room_(s_.room(here, port)),
        asks_(s_.power() && !s_.power()->negligible(out_.link_class, now_ - s_.free(here, port))),
        link_up_(asks_ ? kNever : now_) {
    out_.awaited = 0;
    s_.credits_.settle(s_.credits(here, port), room_, now_);
  }

  // For policies.
  const SetWord* set() const { return s_.requests(here_, port_); }
  std::uint32_t words() const { return RouterBlocks::words(here_); }
  std::uint16_t& turn() const { return out_.turn; }
  const Packet& packet(std::uint32_t input_vc) const { return s_.packets_[head(input_vc)]; }
  RouterId router() const { return header(here_).id; }
  std::uint32_t local_router() const { return here_.index; }
  std::uint32_t port() const { return port_; }
  std::uint32_t input_port(std::uint32_t input_vc) const { return s_.port_of(input_vc); }
  std::uint32_t vc(std::uint32_t input_vc) const { return s_.vc_of(input_vc); }
  std::uint64_t sent() const { return s_.use(here_.index, port_).packets; }
  bool granted() const { return granted_; }
  // Of a word of set() those whose inputs are free; notes when others will be.
  SetWord with_free_inputs(SetWord bits, std::uint32_t word) {
    if (!s_.selection() || s_.power() || s_.observer()) return bits;  // these are told of each packet
    return s_.with_free_inputs(here_, bits, word, shorten(start(header(here_)), now_), next_input_);
  }
  // The VC of the link that this input VC may have now; -1 if none. Notes what it waits for.
  int possible_vc(std::uint32_t input_vc) {
    if (s_.selection() && !s_.power() && !s_.observer()) return vc_of_head(input_vc);
    const Packet& p = packet(input_vc);
    if (p.request > now_) return wait_until(p.request);
    any_ready_ = true;
    if constexpr (X >= Features::watched) {
      if (link_up_ == kNever) link_up_ = ask_link();
    }
    const Time possible = later(s_.input_free(here_, s_.port_of(input_vc)), link_up_);
    if (possible > now_) {
      if (s_.observer()) {
        s_.observer()->held(head(input_vc), link_up_ > now_ ? Hold::asleep : Hold::input, now_);
      }
      return wait_until(possible);
    }
    if (s_.selection() && port_ != p.route && p.request == now_) return wait_until(now_ + Time{1});
    const int out_vc = s_.free_vc(here_, input_vc, port_, p, room_);
    if (out_vc < 0) {
      starved_ |= s_.selection() ? RouteSelection::wanted_vcs(s_.heads().head(here_.index, input_vc), port_)
                                 : p.vc_mask;
      if (s_.observer()) s_.observer()->held(head(input_vc), Hold::credit, now_);
    }
    return out_vc;
  }
  // The same with adaptive routing where nobody is told of it.
  int vc_of_head(std::uint32_t input_vc) {
    const RouteSelection::Head& h = s_.heads().head(here_.index, input_vc);
    if (h.request > now_) return wait_until(h.request);
    if (const Time free = s_.input_free(here_, s_.port_of(input_vc)); free > now_) return wait_until(free);
    if (port_ != h.waits.route && h.request == now_) return wait_until(now_ + Time{1});
    const int out_vc = RouteSelection::free_vc(h, port_, room_);
    if (out_vc < 0) starved_ |= RouteSelection::wanted_vcs(h, port_);
    return out_vc;
  }
  int wait_until(Time t) {
    retry_ = earlier(retry_, t);
    return -1;
  }
  void grant(std::uint32_t input_vc, int out_vc) {
    const std::uint32_t packet = head(input_vc);
    const Time request = s_.packets_[packet].request;
    granted_ = true;
    // Set, perhaps, by another grant of the same decision.
    if constexpr (kJoint) out_.at[RouterPort::kWake] = ShortTime::kNever;
    had_waited_ = request < now_;
    s_.stalled_[out_.link_class] +=
        now_ - later(request, s_.grant_after(s_.free(here_, port_), here_, port_));
    s_.drop_request(here_, port_, input_vc);
    if (s_.selection()) s_.drop_other_request(here_, port_, input_vc);
    s_.take(now_, here_, port_, input_vc, static_cast<std::uint32_t>(out_vc), packet);
  }

  // Sets the wake-up for what is left. Returns whether a packet was granted that had to wait for
  // something.
  bool finish() {
    if (granted_) {
      if (!s_.no_requests(here_, port_)) s_.wake(here_, port_, now_);
      return had_waited_;
    }
    if (next_input_ != ShortTime::kNever) {
      wait_until(start(header(here_)) + Time{std::int64_t{next_input_} - 1});
    }
    if (s_.power() && !asks_ && any_ready_) ask_link();
    if (starved_) {
      const Time credit = s_.credits_.next(s_.credits(here_, port_), starved_);
      retry_ = earlier(retry_, credit);
      if (credit == kNever) out_.awaited = starved_;
    }
    if (retry_ != kNever) s_.wake(here_, port_, retry_);
    return false;
  }

 private:
  Time ask_link() { return s_.power()->wanted({here_.index}, port_, s_.free(here_, port_), now_); }
  std::uint32_t head(std::uint32_t input_vc) const {
    if (s_.selection()) return s_.heads().head(here_.index, input_vc).packet;
    return s_.packets_[s_.queues(here_)[input_vc].last()].next;
  }

  InputQueued& s_;
  RouterAt here_;
  std::uint32_t port_;
  Time now_;
  RouterPort& out_;
  std::int32_t* room_;  // downstream
  bool asks_;
  bool any_ready_ = false;
  bool granted_ = false;
  bool had_waited_ = false;
  std::uint32_t starved_ = 0;
  std::uint32_t next_input_ = ShortTime::kNever;  // the first busy one that is free again
  Time retry_ = kNever;
  Time link_up_;  // kNever: not asked yet
};

// Grants the output to one of its requests if that is possible now.
template <class A, Features X>
bool InputQueued<A, X>::grant(RouterAt here, std::uint32_t port) {
  if constexpr (kJoint) {
    return grant_jointly(here, port);
  } else {
    SwitchAllocation allocation(*this, here, port);
    policy_.pick(allocation, [&](std::uint32_t input_vc) {
      const int vc = allocation.possible_vc(input_vc);
      if (vc >= 0) allocation.grant(input_vc, vc);
      return vc >= 0;
    });
    return allocation.finish();
  }
}

// Decides for this output and all others of the router that would look at their requests now.
template <class A, Features X>
bool InputQueued<A, X>::grant_jointly(RouterAt here, std::uint32_t port) {
  allocations_.clear();
  for (std::uint32_t o = 0; o < header(here).ports; ++o) {
    RouterPort& out = ports(here)[o];
    if (o != port && out.at[RouterPort::kWake] != shorten(start(header(here)), partition_.now())) continue;
    out.at[RouterPort::kWake] = ShortTime::kNever;
    if (!no_requests(here, o)) allocations_.emplace_back(*this, here, o);
  }
  policy_.allocate(allocations_, partition_.now());
  bool had_waited = false;
  for (SwitchAllocation& a : allocations_) had_waited |= a.finish();
  return had_waited;
}

template <class A, Features X>
bool InputQueued<A, X>::arbitrate(const Event& e) {
  const RouterAt here = router_at(e.target);
  reach(here, e.time);
  RouterPort& out = ports(here)[e.a];
  // Superseded by an earlier wake-up?
  if (out.at[RouterPort::kWake] != shorten(start(header(here)), e.time)) return false;
  out.at[RouterPort::kWake] = ShortTime::kNever;
  if constexpr (X == Features::all) {
    // What it was to wake up for may have gone elsewhere, and another packet may have come since.
    if (earliest_grant_of(start(header(here)), here, e.a) > e.time) {
      if (!no_requests(here, e.a)) wake(here, e.a, e.time);
      return false;
    }
  }
  return grant(here, e.a);
}

}  // namespace kasuri
