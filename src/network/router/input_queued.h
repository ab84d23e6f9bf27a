// SPDX-License-Identifier: MIT
// The input-queued virtual cut-through router: packet-level, with flit-level timing at packet ends.
//
// A packet of S bytes whose head reaches an input VC at a_h and whose tail at a_t:
//   request    r   = max(a_h, when it became head of its VC queue) + T_RC + T_VA + T_SA
//   grant      g   = the first time >= r at which g + T_ST >= d_t' (the tail departure of the
//                    packet before it on that link), one of its VCs downstream has room for all of
//                    it, its input port is free, and the arbiter picks it (arbiter.h)
//   head out   d_h = g + T_ST
//   tail out   d_t = max(d_h + S/B, a_t + T_RC + T_VA + T_SA + T_ST), B = min(link, switch)
//   buffer and input port free at d_t - T_ST; credit upstream at d_t - T_ST + T_cable + T_credit.
// A packet becomes head of its VC queue when the one before it is granted, so that its own pipeline
// overlaps with the transmission before it: a saturated link carries packets back to back.
// With a speed-up s > 1 there are buffers of Q bytes at the outputs, and links are behind them:
//   grant      g   = as above, but g + T_ST >= d_t' - (Q - largest packet)/B, and the switch has passed
//                    the packet before it to that output: g + T_ST >= its t_s
//   switched   t_s = max(g + T_ST + S/(s B), a_t + T_RC + T_VA + T_SA + T_ST)
//   head out   d_h = max(g + T_ST, d_t')
//   tail out   d_t = max(d_h + S/B, t_s)
//   buffer and input port free at t_s - T_ST; credit upstream as above, counted from there.
//
// What is not modelled stands in docs/models.md. Arrivals are handled at r, not at a_h: nothing in a
// router can depend on a packet before it may request, and this saves one event per hop.
#pragma once

#include <algorithm>
#include <concepts>
#include <memory>
#include <utility>
#include <vector>

#include "base/config/registry.h"
#include "base/core/check.h"
#include "network/net/slow_links.h"
#include "network/router/arbiter.h"
#include "network/router/route_selection.h"
#include "network/router/layout.h"
#include "network/router/router.h"
#include "network/router/sends_at_once.h"
#include "network/router/speedup.h"

namespace kasuri {

// What a router must be ready for; what is only there for more costs nothing.
enum class Features : std::uint8_t {
  none,
  split,    // bytes of links split in time
  watched,  // also observers of packets and power models
  all,      // also adaptive routing, speed-up, and inputs that send to several outputs at once
};

// A policy: arbiter.h.
template <class Policy, Features kFeatures>
class InputQueued final : public Routers, RouterBlocks {
 public:
  InputQueued(Policy, const RouterContext&);

  OutputUse output(std::uint32_t r, std::uint32_t port) const override { return use(r, port); }
  Time stalled(std::uint32_t link_class) const override { return stalled_[link_class]; }
  std::vector<BlockedPacket> blocked() const override {
    return selection() ? selection()->with_escapes(blocked_in(f_)) : blocked_in(f_);
  }
  bool at_rest(std::string& why) override { return all_at_rest(f_, why); }

  void take_credit(std::uint32_t router, std::uint32_t port, std::uint16_t vc, std::int32_t bytes,
                   Time at) override {
    put_credit(router, port, vc, bytes, at);
  }
  void take_notification(const CrossingNotification& n) override { notifications()->congestion()->take(n); }

 private:
  [[gnu::always_inline]] void put_credit(std::uint32_t router, std::uint32_t port, std::uint16_t vc,
                                         std::int32_t bytes, Time at) {
    const RouterAt here = router_at(router);
    RouterPort& out = ports(here)[port];
    if (PortCredits q = credits(here, port); q.none()) {
      q.first(at, {vc, bytes});  // in whatever era
    } else {
      put_another_credit(router, port, {vc, bytes}, at);
    }
    if (notifications()) notifications()->changed(router, at);
    if (out.awaited.has(vc)) {
      out.awaited = 0;
      wake(here, port, at);
    }
  }
  [[gnu::noinline]] void put_another_credit(std::uint32_t router, std::uint32_t port, Credit c, Time at) {
    const RouterAt here = router_at(router);
    const Time past = partition_.past();
    reach(here, past);
    credits_.post(credits(here, port), room(here, port), c, at, past);
  }
  bool arrive(const Event& e);
  bool arbitrate(const Event& e);
  void prefetch_arrival(const Event& e, Partition::Ahead);
  void prefetch_choice(RouterAt here, const Event& e, const Packet&, Partition::Ahead);
  std::uint32_t first_request(RouterAt here, std::uint32_t port, Time at) const;
  void prefetch_arbitration(const Event& e, Partition::Ahead);
  void prefetch_link(RouterAt here, std::uint32_t port, Time now);
  void prefetch_sender(RouterAt here, std::uint32_t port);
  void prefetch_credits(RouterAt here, std::uint32_t port);

  Time input_free(RouterAt here, std::uint32_t port) const {
    return input_free(start(header(here)), here, port);
  }
  Time input_free(Time era, RouterAt here, std::uint32_t port) const {
    return due(era, here, port, ports(here)[port], RouterPort::kInputFree);
  }
  Time free(RouterAt here, std::uint32_t port) const {
    return time(start(header(here)), here, port, ports(here)[port], RouterPort::kFree);
  }

  RouteInput route_input(const Header& h, std::uint32_t input_vc, const Packet& p) const {
    const std::uint32_t port = port_of(input_vc);
    return {h.id, port < h.degree ? static_cast<std::uint16_t>(port) : RouteInput::kInjected,
            vc_of(input_vc), selector_.path(p.source, p.destination, p.sequence)};
  }
  // Of the head of an input VC.
  void find_route(RouterAt here, std::uint32_t input_vc, std::uint32_t packet, Packet&);
  [[gnu::noinline]] void choose_route(RouterAt here, std::uint32_t input_vc, std::uint32_t packet, Packet&);
  int free_vc(RouterAt here, std::uint32_t input_vc, std::uint32_t port, const Packet& p,
              const std::int32_t* room) const {
    return selection() ? selection()->free_vc(heads().head(here.index, input_vc), port, room)
                       : roomiest_vc(room, p.vc_mask, p.bytes);
  }
  void drop_other_request(RouterAt here, std::uint32_t granted, std::uint32_t input_vc) {
    const std::uint16_t other = selection()->other_port(here.index, input_vc, granted);
    if (other != RouteSelection::kNowhere) drop_request(here, other, input_vc);
  }
  void request_escape(RouterAt here, std::uint32_t input_vc, const Packet&);
  class SwitchAllocation;
  static constexpr bool kJoint = requires { Policy::kJoint; };
  bool grant(RouterAt here, std::uint32_t port);
  bool grant_jointly(RouterAt here, std::uint32_t port);
  // The first time at which this output may be granted, as far as it and its link are concerned.
  Time earliest_grant_of(Time era, RouterAt here, std::uint32_t port) const {
    return grant_after(due(era, here, port, ports(here)[port], RouterPort::kFree), here, port);
  }
  // `link`: from when that is free.
  Time grant_after(Time link, RouterAt here, std::uint32_t port) const {
    if (!speedup()) return link - f_.traversal;
    const Time lead = speedup()->lead(ports(here)[port].link_class);
    return later(link - lead, speedup()->free(here.index, port)) - f_.traversal;
  }
  void take(Time now, RouterAt here, std::uint32_t port, std::uint32_t input_vc,
            std::uint32_t vc, std::uint32_t packet);
  // When the input that it came by, and its buffer there, are free of a packet that has left at `released`.
  [[gnu::always_inline]] SendsAtOnce::Free freed(Time now, RouterAt here, std::uint32_t input,
                                                 const Packet& p, Time released) {
    if (!at_once()) return {released, released};
    const LinkClass& by = links_[upstream(here, ports(here)[input], input).link_class];
    return at_once()->free(here.index, input, now, by, Bytes{p.bytes}, p.tail + f_.request, released);
  }
  // A link is busy until the last byte has left, but that to an endpoint which receives over several links
  // only as long as its own rate takes. Returns the end.
  [[gnu::always_inline]] Time occupy(Time era, RouterAt here, std::uint32_t port, Time own, Time tail_out) {
    const bool shared = at_once() && port >= header(here).degree && at_once()->is_at(here.index);
    const Time end = shared ? own : tail_out;
    set_time(era, here, port, ports(here)[port], RouterPort::kFree, end);
    return end;
  }
  void wake(RouterAt here, std::uint32_t port, Time when);
  [[gnu::always_inline]] void return_credit(SenderPort to, bool to_nic, std::uint16_t vc,
                                            std::int32_t bytes, Time at) {
    if (to_nic) {
      f_.nics->take_credit(to.component, to.port, vc, bytes, at);
    } else if (!to.across) {
      put_credit(to.component, to.port, vc, bytes, at);
    } else {
      const Across& s = across(to.component);
      f_.channels.to(s.part, at).credits.push_back({s.router, s.port, vc, bytes, at});
    }
  }

  // Null if there is none.
  RouteSelection* selection() const { return kFeatures == Features::all ? selection_.get() : nullptr; }
  const RouteSelection& heads() const { return *selection_; }
  RouteSelection* notifications() const { return kFeatures == Features::all ? notifications_ : nullptr; }
  Speedup* speedup() const { return kFeatures == Features::all ? speedup_.get() : nullptr; }
  SendsAtOnce* at_once() const { return kFeatures == Features::all ? at_once_.get() : nullptr; }
  LinkPower* power() const { return kFeatures < Features::watched ? nullptr : f_.power; }
  LinkSplit* split() const { return kFeatures == Features::none ? nullptr : f_.split; }
  LinkJobs* jobs() const { return kFeatures < Features::watched ? nullptr : f_.jobs; }
  PacketObserver* observer() const { return kFeatures < Features::watched ? nullptr : f_.observer; }
  PacketObserver* arrival_observer() const {
    return kFeatures < Features::watched ? nullptr : f_.arrival_observer;
  }

  Policy policy_;
  Fabric& f_;
  Partition& partition_;
  Pool<Packet>& packets_;
  Credits& credits_;
  EventKind arbitrate_;
  Time pipeline_;
  PathSelector selector_;
  const LinkClass* links_;
  std::unique_ptr<RouteSelection> selection_;  // if the routing is adaptive
  RouteSelection* notifications_ = nullptr;       // the same, if routers tell each other of their queues
  std::unique_ptr<Speedup> speedup_;
  std::unique_ptr<SendsAtOnce> at_once_;
  std::vector<SwitchAllocation> allocations_;  // of a joint decision
  std::vector<Time> stalled_;  // per link class
};

template <class A, Features X>
InputQueued<A, X>::InputQueued(A policy, const RouterContext& context)
    : RouterBlocks(context.fabric),
      policy_(std::move(policy)),
      f_(context.fabric),
      partition_(f_.partition),
      packets_(f_.packets),
      credits_(f_.credits),
      pipeline_(f_.request + f_.traversal),
      selector_(f_.routing, f_.seed),
      links_(f_.link_classes.data()),
      stalled_(f_.link_classes.size()) {
  f_.at_router =
      partition_.add_handler<&InputQueued::arrive, &InputQueued::prefetch_arrival>(this);
  arbitrate_ =
      partition_.add_handler<&InputQueued::arbitrate, &InputQueued::prefetch_arbitration>(this);
  f_.routers = this;
  if (context.params.speedup > 1) {
    speedup_ = std::make_unique<Speedup>(context.params.speedup, context.params.output_buffer, f_,
                                         numbers_);
  }
  if (X == Features::all) at_once_ = SendsAtOnce::of(f_, numbers_);
  if (f_.routing.adaptive()) {
    selection_ = std::make_unique<RouteSelection>(f_, static_cast<RouterBlocks&>(*this));
  }
  if (selection() && selection()->congestion()) notifications_ = &*selection_;
  constexpr std::size_t kCache = 1 << 20;  // what is left for routers in a core's
  partition_.set_large(bytes() > kCache);
}

// The packet in event `e` may request: it joins its VC queue.
template <class A, Features X>
bool InputQueued<A, X>::arrive(const Event& e) {
  const Time now = e.time;
  const std::uint32_t packet = e.a, input_vc = e.b;
  const RouterAt here = router_at(e.target);
  reach(here, now);
  const Time era = start(header(here));
  InputQueue& queue = queues(here)[input_vc];
  Packet& p = packets_[packet];
  if (arrival_observer()) arrival_observer()->entered(here.index, input_vc, packet, now - f_.request);
  if (!queue.empty()) {
    p.next = packets_[queue.last()].next;
    packets_[queue.last()].next = packet;
    queue.become(packet);
    return true;
  }
  p.next = packet;
  const Time request = later(ready(era, queue), now);
  p.request = request;
  queue.become(packet);
  if (p.vc_mask == 0) find_route(here, input_vc, packet, p);
  const std::uint32_t port = p.route;
  RouterPort& out = ports(here)[port];
  const Time when = later(later(request, input_free(era, here, port_of(input_vc))),
                          earliest_grant_of(era, here, port));
  const bool at_once = when <= now && partition_.last_of_instant();
  // Where links sleep, others that want this output may have to be looked at before it is up.
  const bool alone = at_once && no_requests(here, port);
  if (alone && power()) {
    const Time idle = free(here, port);
    if (!power()->negligible(out.link_class, now - idle)) {
      const Time up = power()->wanted({here.index}, port, idle, now);
      if (up > now) {  // as a grant that finds the link asleep: no packet leaves before it is up
        if (observer()) observer()->held(packet, Hold::asleep, now);
        add_request(here, port, input_vc);
        if (selection()) request_escape(here, input_vc, p);
        out.awaited = 0;
        out.at[RouterPort::kWake] = ShortTime::kNever;
        wake(here, port, up);
        return true;
      }
    }
  }
  if (alone) {
    // The only one that wants this output, and nothing else happens at this instant: what follows
    // is a grant of all others, without their bookkeeping.
    std::int32_t* const downstream = room(here, port);
    credits_.settle(credits(era, here, port), downstream, now);
    const int out_vc = free_vc(here, input_vc, port, p, downstream);
    if (out_vc >= 0) {
      out.turn = static_cast<std::uint16_t>(input_vc);
      if constexpr (requires(const Alone& a) { policy_.alone(a); }) {
        policy_.alone({here.index, port, input_vc, port_of(input_vc), vc_of(input_vc), p.bytes});
      }
      take(now, here, port, input_vc, static_cast<std::uint32_t>(out_vc), packet);
      return true;
    }
  }
  add_request(here, port, input_vc);
  if (selection()) request_escape(here, input_vc, p);
  // Where links sleep, a grant may be of one that waited, which is an event.
  if (alone || (at_once && !power())) {
    out.at[RouterPort::kWake] = ShortTime::kNever;
    grant(here, port);
  } else {
    wake(here, port, when);
  }
  return true;
}

// Where the packet at the head of an input VC goes next.
template <class A, Features X>
void InputQueued<A, X>::find_route(RouterAt here, std::uint32_t input_vc, std::uint32_t packet, Packet& p) {
  const Header& h = header(here);
  if (selection()) [[unlikely]] return choose_route(here, input_vc, packet, p);
  if (p.target == h.id) return eject(h, p);
  const Route route = f_.routing.route(route_input(h, input_vc, p), p.origin, p.target);
  p.route = route.port;
  p.vc_mask = route.vc_mask;
}

// The same where the routing is adaptive: by the queues of this instant.
template <class A, Features X>
void InputQueued<A, X>::choose_route(RouterAt here, std::uint32_t input_vc, std::uint32_t packet,
                                     Packet& p) {
  const Header& h = header(here);
  if (p.target == h.id) {
    eject(h, p);
    return selection()->eject(here.index, input_vc, packet, p);
  }
  selection()->choose(here, input_vc, route_input(h, input_vc, p), packet, p, partition_.now());
  if (notifications()) notifications()->changed(here.index, partition_.now() + Time{1});
}

// The packet at the head of an input VC also waits for its escape, if that is another output.
template <class A, Features X>
void InputQueued<A, X>::request_escape(RouterAt here, std::uint32_t input_vc,
                                    const Packet& p) {
  const std::uint16_t port = selection()->other_port(here.index, input_vc, p.route);
  if (port == RouteSelection::kNowhere) return;
  add_request(here, port, input_vc);
  wake(here, port, later(p.request + Time{1}, input_free(here, port_of(input_vc))));
}

// Has the output look at its requests at `when`, unless it will do so earlier anyway.
template <class A, Features X>
void InputQueued<A, X>::wake(RouterAt here, std::uint32_t port, Time when) {
  const Header& h = header(here);
  RouterPort& out = ports(here)[port];
  const Time era = start(h);
  when = later(later(when, partition_.now()), earliest_grant_of(era, here, port));
  if (when >= time(era, here, port, out, RouterPort::kWake)) return;
  set_time(era, here, port, out, RouterPort::kWake, when);
  partition_.post(
      {when, order_key(Phase::arbitration, f_.sender_of(h.id), port), here.index, port, 0, arbitrate_});
}

// Moves the packet, the head of `input_vc`, to VC `vc` of the link behind `port`.
template <class A, Features X>
void InputQueued<A, X>::take(Time now, RouterAt here, std::uint32_t port,
                          std::uint32_t input_vc, std::uint32_t vc, std::uint32_t packet) {
  const Header& h = header(here);
  RouterPort& out = ports(here)[port];
  InputQueue& from = queues(here)[input_vc];
  RouterPort& input = ports(here)[port_of(input_vc)];
  const std::uint32_t last = from.last();
  Packet& p = packets_[packet];
  const LinkClass& link = links_[out.link_class];
  Time possible{0};
  if (observer()) possible = grant_after(free(here, port), here, port);

  Time serialisation = link.flow(Bytes{p.bytes}), slower{0};
  if (power() && power()->scales_rate()) {
    slower = power()->slowed(RouterId{here.index}, port, serialisation) - serialisation;
    serialisation += slower;
  }
  Time head_out = now + f_.traversal;
  Time tail_out = later(head_out + serialisation, p.tail + pipeline_);
  Time switched = tail_out;
  if (speedup()) {
    switched = later(head_out + speedup()->through(out.link_class, Bytes{p.bytes}), p.tail + pipeline_);
    head_out = later(head_out, free(here, port));
    tail_out = later(head_out + serialisation, switched);
    speedup()->free(here.index, port) = switched;
  }
  const Time era = start(h);
  const Time busy = occupy(era, here, port, head_out + serialisation, tail_out);
  count(here, port, out, p.bytes);
  const auto bytes = static_cast<std::int32_t>(p.bytes);
  const bool from_nic = port_of(input_vc) >= h.degree;
  std::int32_t taken = bytes, returned = bytes;
  if (selection()) [[unlikely]] {
    if (port < h.degree) taken = selection()->place(bytes);
    if (!from_nic) returned = selection()->place(bytes);
    if (notifications()) notifications()->changed(here.index, now + Time{1});
  }
  room(here, port)[vc] -= taken;
  const auto [input_free, released] = freed(now, here, port_of(input_vc), p, switched - f_.traversal);
  set_time(era, here, port_of(input_vc), input, RouterPort::kInputFree, input_free);
  const bool more = packet != last;
  const std::uint32_t behind = p.next;
  if (more) {
    packets_[last].next = behind;
  } else {
    from.become_empty(shorten(era, now + f_.request));
  }
  if (power() && power()->wants_uses()) {
    power()->used({here.index}, port, head_out, busy, Bytes{p.bytes});
  }
  if (slower > Time{0} && f_.slow) f_.slow->sent(here.index, port, head_out, busy, slower);
  if (X == Features::split || split()) {
    split()->sent(here.index, port, port >= h.degree, head_out, busy, p.bytes);
  }
  if (jobs()) jobs()->crossed(here.index, port, packet, head_out - f_.traversal, Bytes{p.bytes});
  if (observer()) {
    observer()->granted({here.index, port, packet, p.request, possible, now, head_out, tail_out, released});
  }

  const Time head_in = head_out + link.cable;
  const Time tail_in = tail_out + link.cable;
  if (port < h.degree) {
    p.tail = tail_in;
    p.vc_mask = 0;
    ++p.hops;
    const auto arrival = [&](std::uint32_t at) {
      return Event{head_in + f_.request, order_key(Phase::arrival, f_.sender_of(h.id), port), at,
                   packet, std::uint32_t{out.peer_port} << layout_.vc_bits | vc, f_.at_router};
    };
    if (!out.across) [[likely]] {
      partition_.post(arrival(out.peer));
    } else {
      const Across& to = across(out.peer);
      f_.send_across(to.part, arrival(to.router), packet);
    }
  } else {
    p.tail = head_in;  // see Packet::tail
    partition_.post({tail_in, order_key(Phase::node, f_.sender_of(h.id), port), out.peer, packet, 0,
                     f_.at_nic});
  }
  if (more) {
    Packet& next = packets_[behind];
    next.request = now + f_.request;
    if (next.vc_mask == 0) find_route(here, input_vc, behind, next);
    add_request(here, next.route, input_vc);
    wake(here, next.route, later(next.request, input_free));
    if (selection()) request_escape(here, input_vc, next);
  }
  const SenderPort sender = upstream(here, input, port_of(input_vc));
  const LinkClass& back = links_[sender.link_class];
  return_credit(sender, from_nic, vc_of(input_vc), returned,
                released + back.cable + back.credit);
}

// The routers with this policy.
template <class Policy>
std::unique_ptr<Routers> make_input_queued(Policy policy, const RouterContext& c) {
  if constexpr (std::same_as<Policy, RoundRobin>) {
    if (!c.fabric.routing.adaptive() && c.params.speedup == 1 && !SendsAtOnce::needed(c.fabric)) {
      if (c.watched) return std::make_unique<InputQueued<Policy, Features::watched>>(policy, c);
      if (c.split) return std::make_unique<InputQueued<Policy, Features::split>>(policy, c);
      return std::make_unique<InputQueued<Policy, Features::none>>(policy, c);
    }
  }
  return std::make_unique<InputQueued<Policy, Features::all>>(std::move(policy), c);
}

}  // namespace kasuri
