// SPDX-License-Identifier: MIT
// Routers with queues at their outputs, one for each virtual channel (output_queues.h), with the notation of
// input_queued.h. A packet moves twice: through the switch to an output's queue at g, and onto the link at l.
//
//   move       g   = the first time >= r at which the queue of one of its VCs has space for all of it, and the
//                    switch can pass it (see below)
//   switched   t_s = max(g + T_ST + S/B_s, a_t + T_RC + T_VA + T_SA + T_ST)
//   departure  l   = the first time >= g at which l + T_ST >= d_t' (the tail departure of the packet before
//                    it on that link), its VC downstream has room for all of it, it is first of its queue, and
//                    the link's arbiter picks it among the VCs
//   head out   d_h = l + T_ST
//   tail out   d_t = max(d_h + S/B, t_s)
//   space in the output's queue is taken at g and free at d_t - T_ST;
//   buffer (and, with cioq, input port) free at t_s - T_ST; credit upstream at t_s - T_ST + T_cable +
//   T_credit, of output-queued routers not before those of packets that moved from that input before it.
// A link decides T_ST ahead, while the packet passes the switch, so that an idle router is as fast as an
// input-queued one.
//
// Output-queued (Karol, Hluchyj & Morgan, IEEE Trans. Communications 35(12), 1987, section III; the routers of
// CODES, which TraceR uses): r = a_h + T_RC + T_VA + T_SA for every packet, and the switch takes any number from
// one input, and to one output, at once, each with B_s, the rate of the machine's fastest link, or
// router.switch_rate where that is less. A packet that finds no space waits at its input until its own output
// has some, in the order of requests. Those behind it pass: no head-of-line blocking.
//
// cioq (combined input and output queueing: Chuang, Goel, McKeown & Prabhakar 1999): inputs are those of
// input_queued.h: r counts from when the packet became head of its VC queue, an input sends one packet at a
// time, and an output takes one at a time, which its arbiter picks: g + T_ST >= t_s of the packet before it.
// B_s = s B, s = router.speedup. The link's arbiter is of the same kind; of by-port and islip, which need input
// ports, a round robin.
#pragma once

#include <algorithm>
#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "net/slow_links.h"
#include "router/arbiter.h"
#include "router/choosing.h"
#include "router/input_lists.h"
#include "router/layout.h"
#include "router/output_queues.h"
#include "router/router.h"
#include "router/speedup.h"

namespace kasuri {

enum class Inputs : std::uint8_t {
  open,    // output-queued: all packets may move at once
  queued,  // cioq
};

// An arbiter that goes by input ports or decides for several outputs cannot decide among the VCs of a link.
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
  void take_news(const CrossingNews& n) override { telling_->news()->take(n); }

 private:
  static constexpr bool kJoint = kInputs == Inputs::queued && requires { Policy::kJoint; };
  class InputSite;
  class LinkSite;

  bool arrive(const Event&);
  bool arrive_open(Time now, std::byte* b, std::uint32_t r, std::uint32_t input_vc, std::uint32_t packet);
  bool arrive_queued(Time now, std::byte* b, std::uint32_t r, std::uint32_t input_vc, std::uint32_t packet);
  bool arbitrate(const Event&);
  void prefetch_arrival(const Event&, Partition::Ahead);

  // Times of ports.
  Time input_free(std::byte* b, std::uint32_t r, std::uint32_t port) const {
    return due(start(header(b)), r, port, ports(b)[port], RouterPort::kInputFree);
  }
  Time link_free(std::byte* b, std::uint32_t r, std::uint32_t port) const {
    return time(start(header(b)), r, port, ports(b)[port], RouterPort::kFree);
  }
  Time next_departure(std::byte* b, std::uint32_t r, std::uint32_t port) const {
    return due(start(header(b)), r, port, ports(b)[port], RouterPort::kFree) - f_.traversal;
  }
  Time next_move(std::uint32_t r, std::uint32_t port) const {
    return kInputs == Inputs::open ? Time{0} : out_.at(r, port).switched - f_.traversal;
  }

  // Where packets go.
  void find_route(std::byte* b, std::uint32_t input_vc, Packet&) const;
  Choosing::Waits choose(std::byte* b, std::uint32_t r, std::uint32_t input_vc, Packet&, Time now);
  void eject(const Header& h, std::uint32_t input_vc, Packet& p) const {
    RouterBlocks::eject(h, p);
    p.vc_mask = 1u << vc_of(input_vc);
  }
  RouteInput route_input(const Header& h, std::uint32_t input_vc, const Packet& p) const {
    const std::uint32_t port = port_of(input_vc);
    return {h.id, port < h.degree ? static_cast<std::uint16_t>(port) : RouteInput::kInjected,
            vc_of(input_vc), ways_.way(p.source, p.destination, p.sequence)};
  }
  // What a packet takes up behind an output, there and at the output.
  std::int32_t place(const Header& h, std::uint32_t port, const Packet& p) const {
    const auto bytes = static_cast<std::int32_t>(p.bytes);
    return choosing_ && port < h.degree ? choosing_->place(bytes) : bytes;
  }
  int queue_for(std::byte* b, std::uint32_t r, std::uint32_t port, const Packet& p,
                const Choosing::Waits& w);

  // Space that the link has given back by now.
  void settle(Time now, std::byte* b, std::uint32_t r, std::uint32_t port) {
    if (out_.at(r, port).leaving && next_departure(b, r, port) <= now) out_.release(r, port);
    credits_.settle(credits(b, r, port), room(b, port), now);
  }
  void move(Time now, std::byte* b, std::uint32_t r, std::uint32_t port, std::uint32_t input_vc,
            std::uint32_t vc, std::uint32_t packet);
  void move_head(Time now, std::byte* b, std::uint32_t r, std::uint32_t port, std::uint32_t input_vc,
                 std::uint32_t vc);
  bool admit(Time now, std::byte* b, std::uint32_t r, std::uint32_t port, Time& retry);
  bool depart(Time now, std::byte* b, std::uint32_t r, std::uint32_t port, Time& retry);
  void send(Time now, std::byte* b, std::uint32_t r, std::uint32_t port, std::uint32_t vc);
  bool serve(Time now, std::byte* b, std::uint32_t r, std::uint32_t port);
  bool serve_jointly(Time now, std::byte* b, std::uint32_t r, std::uint32_t port);
  bool finish(Time now, std::byte* b, std::uint32_t r, std::uint32_t port, bool had_waited, bool starved,
              Time retry);
  void request(Time now, std::byte* b, std::uint32_t r, std::uint32_t input_vc, const Packet&);
  void wake(std::byte* b, std::uint32_t r, std::uint32_t port, Time when);
  void return_credit(SenderPort to, bool to_nic, std::uint16_t vc, std::int32_t bytes, Time at);

  Policy policy_;           // of the switch
  LinkPolicy link_policy_;
  Fabric& f_;
  Partition& partition_;
  Pool<Packet>& packets_;
  Credits& credits_;
  EventKind arbitrate_;
  Time pipeline_;
  WayChooser ways_;
  OutputQueues out_;
  InputLists lists_;                   // of open inputs
  std::vector<Serialisation> through_;  // the switch, by link class
  std::unique_ptr<Choosing> choosing_;  // if the routing is adaptive
  Choosing* telling_ = nullptr;         // the same, if routers tell each other of their queues
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
      ways_(f_.routing, f_.seed),
      out_(f_, layout_.ports, context.params.output_buffer, context.params.output_pool),
      stalled_(f_.link_classes.size()) {
  f_.at_router =
      partition_.add_handler<&OutputQueued::arrive, &OutputQueued::prefetch_arrival>(this);
  arbitrate_ = partition_.add_handler<&OutputQueued::arbitrate>(this);
  f_.routers = this;
  constexpr std::size_t kCache = 1 << 20;  // what is left for routers in a core's
  partition_.set_large(bytes() > kCache);
  const auto slower = [](const LinkClass& a, const LinkClass& b) { return a.flow.rate().n < b.flow.rate().n; };
  const LinkClass& fastest = *std::ranges::max_element(f_.link_classes, slower);
  for (const LinkClass& l : f_.link_classes) {
    through_.push_back(K == Inputs::open ? fastest.flow : switching(l, context.params.speedup));
  }
  if (!f_.routing.adaptive()) return;
  choosing_ = std::make_unique<Choosing>(f_, static_cast<RouterBlocks&>(*this));
  choosing_->see(out_);
  if (choosing_->news()) telling_ = &*choosing_;
}

template <class P, Inputs K>
void OutputQueued<P, K>::take_credit(std::uint32_t r, std::uint32_t port, std::uint16_t vc,
                                     std::int32_t bytes, Time at) {
  std::byte* b = block(r);
  const Time past = partition_.past();
  reach(b, r, past);
  credits_.post(credits(b, r, port), room(b, port), {vc, bytes}, at, past);
  if (telling_) telling_->changed(r, at);
  RouterPort& out = ports(b)[port];
  if (!out.awaited.has(vc)) return;
  out.awaited = 0;
  wake(b, r, port, at);
}

// ---- Inputs ----

// The packet in event `e` may request.
template <class P, Inputs K>
bool OutputQueued<P, K>::arrive(const Event& e) {
  const Time now = e.time;
  std::byte* b = block(e.target);
  reach(b, e.target, now);
  if (f_.arrival_observer) f_.arrival_observer->entered(e.target, e.b, e.a, now - f_.request);
  return K == Inputs::open ? arrive_open(now, b, e.target, e.b, e.a)
                           : arrive_queued(now, b, e.target, e.b, e.a);
}

// It moves to its output's queue, or joins those that wait for space there.
template <class P, Inputs K>
bool OutputQueued<P, K>::arrive_open(Time now, std::byte* b, std::uint32_t r, std::uint32_t input_vc,
                                     std::uint32_t packet) {
  Packet& p = packets_[packet];
  p.request = now;
  const Choosing::Waits waits = choose(b, r, input_vc, p, now);
  const std::uint32_t port = p.route;
  OutputQueues::Output& o = out_.at(r, port);
  settle(now, b, r, port);
  Time retry = kNever;
  if (o.waiting) admit(now, b, r, port, retry);
  if (const int vc = queue_for(b, r, port, p, waits); vc >= 0) {
    move(now, b, r, port, input_vc, static_cast<std::uint32_t>(vc), packet);
  } else {
    lists_.note(packet, input_vc, waits);
    const bool elsewhere = waits.port != Choosing::kNowhere && waits.port != port;
    lists_.add(o, packet, InputLists::kFirst, p.vc_mask | (elsewhere ? 0 : waits.vc_mask));
    if (elsewhere) {
      lists_.add(out_.at(r, waits.port), packet, InputLists::kEscape, waits.vc_mask);
      wake(b, r, waits.port, now + Time{1});
    }
    if (o.leaving) wake(b, r, port, next_departure(b, r, port));
  }
  if (!o.occupied) return true;
  const Time when = later(now, next_departure(b, r, port));
  if (when <= now && partition_.last_of_instant()) {
    ports(b)[port].at[RouterPort::kWake] = ShortTime::kNever;
    serve(now, b, r, port);
  } else {
    wake(b, r, port, when);
  }
  return true;
}

// It joins its VC queue.
template <class P, Inputs K>
bool OutputQueued<P, K>::arrive_queued(Time now, std::byte* b, std::uint32_t r, std::uint32_t input_vc,
                                       std::uint32_t packet) {
  InputQueue& queue = queues(b)[input_vc];
  Packet& p = packets_[packet];
  if (!queue.empty()) {
    p.next = packets_[queue.last()].next;
    packets_[queue.last()].next = packet;
    queue.become(packet);
    return true;
  }
  p.next = packet;
  p.request = later(ready(start(header(b)), queue), now);
  queue.become(packet);
  choose(b, r, input_vc, p, now);
  add_request(b, p.route, input_vc);
  const Time when = later(later(p.request, input_free(b, r, port_of(input_vc))), next_move(r, p.route));
  if (when <= now && partition_.last_of_instant()) {
    if (choosing_) request(now, b, r, input_vc, p);
    ports(b)[p.route].at[RouterPort::kWake] = ShortTime::kNever;
    serve(now, b, r, p.route);
  } else {
    wake(b, r, p.route, when);
    if (choosing_) request(now, b, r, input_vc, p);
  }
  return true;
}

// The packet at the head of an input VC also waits for its escape, if that is another output.
template <class P, Inputs K>
void OutputQueued<P, K>::request(Time now, std::byte* b, std::uint32_t r, std::uint32_t input_vc,
                                 const Packet& p) {
  const std::uint16_t port = choosing_->other_port(r, input_vc, p);
  if (port == Choosing::kNowhere) return;
  add_request(b, port, input_vc);
  const Time when = later(p.request + Time{1}, input_free(b, r, port_of(input_vc)));
  wake(b, r, port, later(later(when, next_move(r, port)), now));
}

template <class P, Inputs K>
void OutputQueued<P, K>::find_route(std::byte* b, std::uint32_t input_vc, Packet& p) const {
  const Header& h = header(b);
  if (p.target == h.id) return eject(h, input_vc, p);
  const Route route = f_.routing.route(route_input(h, input_vc, p), p.origin, p.target);
  p.route = route.port;
  p.vc_mask = route.vc_mask;
}

// Where the packet goes next, if that has not been found ahead of time. Of queued inputs what it waits for
// is also kept by input VC.
template <class P, Inputs K>
Choosing::Waits OutputQueued<P, K>::choose(std::byte* b, std::uint32_t r, std::uint32_t input_vc, Packet& p,
                                           Time now) {
  if (!choosing_) {
    if (p.vc_mask == 0) find_route(b, input_vc, p);
    return Choosing::ejection(p);
  }
  const Header& h = header(b);
  if (p.target == h.id) {
    eject(h, input_vc, p);
    if (K == Inputs::queued) choosing_->eject(r, input_vc, p);
    return Choosing::ejection(p);
  }
  if (telling_) telling_->changed(r, now + Time{1});
  if (K == Inputs::queued) {
    choosing_->choose(b, r, input_vc, route_input(h, input_vc, p), p, now);
    return std::as_const(*choosing_).waits(r, input_vc);
  }
  return choosing_->decide(b, r, route_input(h, input_vc, p), p, now);
}

// The VC by which the packet may go to an output now, by its route or by its escape; -1 if none has space.
template <class P, Inputs K>
int OutputQueued<P, K>::queue_for(std::byte* b, std::uint32_t r, std::uint32_t port, const Packet& p,
                                  const Choosing::Waits& w) {
  const std::int32_t* const downstream = room(b, port);
  int vc = -1;
  if (port == p.route) vc = out_.vc_for(r, port, p.vc_mask, w.need, downstream);
  if (vc < 0 && port == w.port) vc = out_.vc_for(r, port, w.vc_mask, w.escape_need, downstream);
  return vc;
}

// Through the switch, to the queue of VC `vc` of the output.
template <class P, Inputs K>
void OutputQueued<P, K>::move(Time now, std::byte* b, std::uint32_t r, std::uint32_t port,
                              std::uint32_t input_vc, std::uint32_t vc, std::uint32_t packet) {
  const Header& h = header(b);
  const std::uint32_t input = port_of(input_vc);
  RouterPort& in = ports(b)[input];
  OutputQueues::Output& o = out_.at(r, port);
  Packet& p = packets_[packet];
  p.tail = later(now + f_.traversal + through_[o.link_class](Bytes{p.bytes}), p.tail + pipeline_);
  p.route = static_cast<std::uint16_t>(port);
  p.vc_mask = input_vc;  // see LinkSite
  if (K == Inputs::queued) o.switched = p.tail;
  out_.enter(r, port, vc, packet, place(h, port, p), packets_);
  if (telling_) telling_->changed(r, now + Time{1});
  Time released = p.tail - f_.traversal;
  if (K == Inputs::open) released = later(released, input_free(b, r, input));
  set_time(start(h), r, input, in, RouterPort::kInputFree, released);
  const bool from_nic = input >= h.degree;
  const SenderPort sender = upstream(r, in, input);
  const LinkClass& back = f_.link_classes[sender.link_class];
  return_credit(sender, from_nic, vc_of(input_vc), place(h, input, p),
                released + back.cable + back.credit);
}

// The same for the head of an input VC; the packet behind it becomes head.
template <class P, Inputs K>
void OutputQueued<P, K>::move_head(Time now, std::byte* b, std::uint32_t r, std::uint32_t port,
                                   std::uint32_t input_vc, std::uint32_t vc) {
  InputQueue& from = queues(b)[input_vc];
  const std::uint32_t last = from.last(), packet = packets_[last].next, behind = packets_[packet].next;
  if (packet == last) {
    from.become_empty(shorten(start(header(b)), now + f_.request));
  } else {
    packets_[last].next = behind;
  }
  move(now, b, r, port, input_vc, vc, packet);
  if (packet == last) return;
  Packet& next = packets_[behind];
  next.request = now + f_.request;
  choose(b, r, input_vc, next, now);
  add_request(b, next.route, input_vc);
  const Time when = later(next.request, input_free(b, r, port_of(input_vc)));
  wake(b, r, next.route, later(when, next_move(r, next.route)));
  if (choosing_) request(now, b, r, input_vc, next);
}

// Open inputs: those that wait for the output, in their order, as far as there is space. Returns whether one
// moved.
template <class P, Inputs K>
bool OutputQueued<P, K>::admit(Time now, std::byte* b, std::uint32_t r, std::uint32_t port, Time& retry) {
  OutputQueues::Output& o = out_.at(r, port);
  bool moved = false;
  std::uint32_t wanted = 0;
  for (std::uint32_t entry = o.first_waiting; entry != InputLists::kNone;) {
    // No packet is smaller.
    const int best = out_.vc_for(r, port, o.waited_for, 1, room(b, port));
    if (best < 0) return moved;
    const std::uint32_t packet = InputLists::packet(entry);
    const InputLists::Entry waiting = lists_.of(packet);
    const bool first = InputLists::place(entry) == InputLists::kFirst;
    entry = lists_.after(entry);
    Packet& p = packets_[packet];
    const bool elsewhere = waiting.waits.port != Choosing::kNowhere && waiting.waits.port != p.route;
    if (!first && p.request == now) {
      retry = earlier(retry, now + Time{1});
      wanted |= waiting.waits.vc_mask;
      continue;
    }
    const int vc = queue_for(b, r, port, p, waiting.waits);
    if (vc < 0) {
      wanted |= (first ? p.vc_mask : 0) | (waiting.waits.port == port ? waiting.waits.vc_mask : 0);
      continue;
    }
    lists_.drop(out_.at(r, p.route), packet, InputLists::kFirst);
    if (elsewhere) lists_.drop(out_.at(r, waiting.waits.port), packet, InputLists::kEscape);
    move(now, b, r, port, waiting.input_vc, static_cast<std::uint32_t>(vc), packet);
    moved = true;
  }
  o.waited_for = wanted;
  return moved;
}

// Queued inputs: one look of an output at those that want it, for policies.
template <class P, Inputs K>
class OutputQueued<P, K>::InputSite {
 public:
  InputSite(OutputQueued& routers, Time now, std::byte* b, std::uint32_t r, std::uint32_t port)
      : s_(&routers), now_(now), b_(b), r_(r), port_(port) {}

  const SetWord* set() const { return s_->requests(b_, port_); }
  std::uint32_t words() const { return s_->layout_.words; }
  std::uint16_t& turn() const { return s_->ports(b_)[port_].turn; }
  const Packet& packet(std::uint32_t input_vc) const {
    return s_->packets_[s_->packets_[s_->queues(b_)[input_vc].last()].next];
  }
  RouterId router() const { return header(b_).id; }
  std::uint32_t local_router() const { return r_; }
  std::uint32_t port() const { return port_; }
  std::uint32_t input_port(std::uint32_t input_vc) const { return s_->port_of(input_vc); }
  std::uint32_t vc(std::uint32_t input_vc) const { return s_->vc_of(input_vc); }
  std::uint64_t sent() const { return s_->use(r_, port_).packets; }
  bool granted() const { return granted_; }
  // The VC of the link in whose queue the packet may go now; -1 if none. Notes what it waits for.
  int possible_vc(std::uint32_t input_vc) {
    const Packet& p = packet(input_vc);
    const Time possible = later(p.request, s_->input_free(b_, r_, s_->port_of(input_vc)));
    if (possible > now_) return wait_until(possible);
    if (!s_->choosing_) {
      const int vc = s_->queue_for(b_, r_, port_, p, Choosing::ejection(p));
      starved_ |= vc < 0;
      return vc;
    }
    if (port_ != p.route && p.request == now_) return wait_until(now_ + Time{1});
    const int vc = s_->queue_for(b_, r_, port_, p, std::as_const(*s_->choosing_).waits(r_, input_vc));
    starved_ |= vc < 0;
    return vc;
  }
  int wait_until(Time t) {
    retry_ = earlier(retry_, t);
    return -1;
  }
  void grant(std::uint32_t input_vc, int vc) {
    const Packet& p = packet(input_vc);
    granted_ = true;
    had_waited_ = p.request < now_;
    s_->drop_request(b_, port_, input_vc);
    if (s_->choosing_) {
      const std::uint16_t other = port_ == p.route ? s_->choosing_->other_port(r_, input_vc, p) : p.route;
      if (other != Choosing::kNowhere) s_->drop_request(b_, other, input_vc);
    }
    s_->move_head(now_, b_, r_, port_, input_vc, static_cast<std::uint32_t>(vc));
  }
  bool had_waited() const { return had_waited_; }
  bool starved() const { return starved_ && !granted_; }
  // When to look again, space aside.
  Time retry() const {
    if (!granted_) return retry_;
    return s_->no_requests(b_, port_) ? kNever : s_->next_move(r_, port_);
  }

 private:
  OutputQueued* s_;
  Time now_;
  std::byte* b_;
  std::uint32_t r_;
  std::uint32_t port_;
  bool granted_ = false;
  bool had_waited_ = false;
  bool starved_ = false;  // some found no space
  Time retry_ = kNever;
};

// ---- Outputs ----

// The queues of an output, for policies: indices are virtual channels.
template <class P, Inputs K>
class OutputQueued<P, K>::LinkSite {
 public:
  LinkSite(OutputQueued& routers, std::byte* b, std::uint32_t r, std::uint32_t port)
      : s_(routers), b_(b), r_(r), port_(port), o_(s_.out_.at(r, port)) {}

  const SetWord* set() const { return &o_.occupied; }
  std::uint32_t words() const { return 1; }
  std::uint16_t& turn() const { return o_.turn; }
  const Packet& packet(std::uint32_t vc) const {
    return s_.packets_[s_.out_.head(r_, port_, vc, s_.packets_)];
  }
  RouterId router() const { return header(b_).id; }
  std::uint32_t local_router() const { return r_; }
  std::uint32_t port() const { return port_; }
  std::uint32_t input_port(std::uint32_t vc) const { return s_.port_of(packet(vc).vc_mask); }
  std::uint32_t vc(std::uint32_t vc) const { return vc; }
  std::uint64_t sent() const { return s_.use(r_, port_).packets; }

 private:
  OutputQueued& s_;
  std::byte* b_;
  std::uint32_t r_, port_;
  OutputQueues::Output& o_;
};

// The link takes a packet of the queues if it can. Returns whether it took one that had to wait.
template <class P, Inputs K>
bool OutputQueued<P, K>::depart(Time now, std::byte* b, std::uint32_t r, std::uint32_t port, Time& retry) {
  OutputQueues::Output& o = out_.at(r, port);
  if (!o.occupied) return false;
  RouterPort& out = ports(b)[port];
  out.awaited = 0;
  if (const Time next = next_departure(b, r, port); next > now) {
    retry = earlier(retry, next);
    return false;
  }
  const Time idle = f_.power ? link_free(b, r, port) : Time{0};
  const bool asks = f_.power && !f_.power->overlooked(out.link_class, now - idle);
  if (asks) {
    if (const Time up = f_.power->wanted({r}, port, idle, now); up > now) {
      retry = earlier(retry, up);
      return false;
    }
  }
  const Header& h = header(b);
  const bool link = port < h.degree;
  const std::int32_t* const downstream = room(b, port);
  std::uint32_t starved = 0;
  bool had_waited = false;
  LinkSite site(*this, b, r, port);
  const bool taken = link_policy_.pick(site, [&](std::uint32_t vc) {
    const Packet& p = site.packet(vc);
    const std::uint32_t behind = link ? vc : 0;
    if (downstream[behind] < place(h, port, p)) {
      starved |= 1u << behind;
      return false;
    }
    had_waited = p.request < now;
    stalled_[out.link_class] += now - later(p.request, link_free(b, r, port) - f_.traversal);
    send(now, b, r, port, vc);
    return true;
  });
  if (taken) {
    if (o.occupied) retry = earlier(retry, next_departure(b, r, port));
    return had_waited;
  }
  if (f_.power && !asks) f_.power->wanted({r}, port, idle, now);
  const Time credit = credits_.next(credits(b, r, port), starved);
  retry = earlier(retry, credit);
  if (credit == kNever) out.awaited = starved;
  return false;
}

// The first packet of a queue goes onto the link.
template <class P, Inputs K>
void OutputQueued<P, K>::send(Time now, std::byte* b, std::uint32_t r, std::uint32_t port,
                              std::uint32_t vc) {
  const Header& h = header(b);
  RouterPort& out = ports(b)[port];
  const std::uint32_t packet = out_.head(r, port, vc, packets_);
  Packet& p = packets_[packet];
  const LinkClass& link = f_.link_classes[out.link_class];
  const std::int32_t taken = place(h, port, p);
  out_.leave(r, port, vc, taken, packets_);
  room(b, port)[port < h.degree ? vc : 0] -= taken;
  if (telling_) telling_->changed(r, now + Time{1});

  Time serialisation = link.flow(Bytes{p.bytes}), slower{0};
  if (f_.power && f_.power->scales_rate()) {
    slower = f_.power->slowed(RouterId{r}, port, serialisation) - serialisation;
    serialisation += slower;
  }
  const Time head_out = now + f_.traversal;
  const Time tail_out = later(head_out + serialisation, p.tail);
  set_time(start(h), r, port, out, RouterPort::kFree, tail_out);
  count(r, port, out, p.bytes);
  if (f_.power && f_.power->wants_uses()) f_.power->used({r}, port, head_out, tail_out, Bytes{p.bytes});
  if (slower > Time{0} && f_.slow) f_.slow->sent(r, port, head_out, tail_out, slower);
  if (f_.split) f_.split->sent(r, port, port >= h.degree, head_out, tail_out, p.bytes);
  if (f_.jobs) f_.jobs->crossed(r, port, packet, now, Bytes{p.bytes});
  if (f_.observer) f_.observer->left(r, port, packet, head_out, tail_out, p.tail - f_.traversal);

  const Time head_in = head_out + link.cable, tail_in = tail_out + link.cable;
  p.vc_mask = 0;
  if (port >= h.degree) {
    p.tail = head_in;  // see Packet::tail
    partition_.post({tail_in, order_key(Phase::node, f_.sender_of(h.id), port), out.peer, packet, 0,
                     f_.at_nic});
    return;
  }
  p.tail = tail_in;
  ++p.hops;
  Event arrival{head_in + f_.request, order_key(Phase::arrival, f_.sender_of(h.id), port), out.peer, packet,
                std::uint32_t{out.peer_port} << layout_.vc_bits | vc, f_.at_router};
  if (!out.across) return partition_.post(arrival);
  const Across& to = across(out.peer);
  arrival.target = to.router;
  f_.send_across(to.part, arrival, packet);
}

// ---- Looking at an output ----

template <class P, Inputs K>
bool OutputQueued<P, K>::arbitrate(const Event& e) {
  std::byte* b = block(e.target);
  reach(b, e.target, e.time);
  RouterPort& out = ports(b)[e.a];
  // Superseded by an earlier wake-up?
  if (out.at[RouterPort::kWake] != shorten(start(header(b)), e.time)) return false;
  out.at[RouterPort::kWake] = ShortTime::kNever;
  return serve(e.time, b, e.target, e.a);
}

// All that the output can do now. Returns whether a packet went on that had to wait.
template <class P, Inputs K>
bool OutputQueued<P, K>::serve(Time now, std::byte* b, std::uint32_t r, std::uint32_t port) {
  if constexpr (kJoint) {
    return serve_jointly(now, b, r, port);
  } else {
    settle(now, b, r, port);
    Time retry = kNever;
    if constexpr (K == Inputs::open) {
      const bool moved = admit(now, b, r, port, retry);
      return finish(now, b, r, port, moved, out_.at(r, port).waiting > 0, retry);
    } else {
      if (no_requests(b, port)) return finish(now, b, r, port, false, false, kNever);
      if (const Time next = next_move(r, port); next > now) {
        return finish(now, b, r, port, false, false, next);
      }
      InputSite site(*this, now, b, r, port);
      policy_.pick(site, [&](std::uint32_t input_vc) {
        const int vc = site.possible_vc(input_vc);
        if (vc >= 0) site.grant(input_vc, vc);
        return vc >= 0;
      });
      return finish(now, b, r, port, site.had_waited(), site.starved(), site.retry());
    }
  }
}

// Of this output and all others of the router that would look at their requests now.
template <class P, Inputs K>
bool OutputQueued<P, K>::serve_jointly(Time now, std::byte* b, std::uint32_t r, std::uint32_t port) {
  sites_.clear();
  joint_.clear();
  for (std::uint32_t o = 0; o < header(b).ports; ++o) {
    RouterPort& out = ports(b)[o];
    if (o != port && out.at[RouterPort::kWake] != shorten(start(header(b)), now)) continue;
    out.at[RouterPort::kWake] = ShortTime::kNever;
    settle(now, b, r, o);
    joint_.push_back(o);
    if (!no_requests(b, o) && next_move(r, o) <= now) sites_.emplace_back(*this, now, b, r, o);
  }
  if constexpr (kJoint) policy_.allocate(sites_, now);
  bool had_waited = false;
  std::size_t site = 0;
  for (const std::uint32_t o : joint_) {
    if (site < sites_.size() && sites_[site].port() == o) {
      const InputSite& s = sites_[site++];
      had_waited |= finish(now, b, r, o, s.had_waited(), s.starved(), s.retry());
    } else {
      had_waited |= finish(now, b, r, o, false, false, no_requests(b, o) ? kNever : next_move(r, o));
    }
  }
  return had_waited;
}

// The link's turn, and when to look again: at `retry`, or when the link has given space to those who are
// `starved` of it.
template <class P, Inputs K>
bool OutputQueued<P, K>::finish(Time now, std::byte* b, std::uint32_t r, std::uint32_t port, bool had_waited,
                                bool starved, Time retry) {
  had_waited |= depart(now, b, r, port, retry);
  if (starved && out_.at(r, port).leaving) retry = earlier(retry, next_departure(b, r, port));
  if (retry != kNever) wake(b, r, port, retry);
  return had_waited;
}

// Has the output look again at `when`, unless it will do so earlier anyway.
template <class P, Inputs K>
void OutputQueued<P, K>::wake(std::byte* b, std::uint32_t r, std::uint32_t port, Time when) {
  const Header& h = header(b);
  RouterPort& out = ports(b)[port];
  const Time era = start(h);
  when = later(when, partition_.now());
  if (when >= time(era, r, port, out, RouterPort::kWake)) return;
  set_time(era, r, port, out, RouterPort::kWake, when);
  partition_.post(
      {when, order_key(Phase::arbitration, f_.sender_of(h.id), port), r, port, 0, arbitrate_});
}

template <class P, Inputs K>
void OutputQueued<P, K>::return_credit(SenderPort to, bool to_nic, std::uint16_t vc, std::int32_t bytes,
                                       Time at) {
  if (to_nic) {
    f_.nics->take_credit(to.component, to.port, vc, bytes, at);
  } else if (!to.across) {
    take_credit(to.component, to.port, vc, bytes, at);
  } else {
    const Across& s = across(to.component);
    f_.border.to(s.part, at).credits.push_back({s.router, s.port, vc, bytes, at});
  }
}

template <class P, Inputs K>
void OutputQueued<P, K>::prefetch_arrival(const Event& e, Partition::Ahead stage) {
  std::byte* b = block(e.target);
  if (stage == Partition::Ahead::far) {
    __builtin_prefetch(&packets_[e.a], 1);
    __builtin_prefetch(b, 1);
    prefetch(b, port_of(e.b));
    return;
  }
  if (stage != Partition::Ahead::near || choosing_) return;  // that depends on what happens until then
  Packet& p = packets_[e.a];
  if (p.vc_mask == 0) find_route(b, e.b, p);
  prefetch(b, p.route);
  out_.prefetch(e.target, p.route);
  __builtin_prefetch(room(b, p.route), 1);
}

// ---- What is left ----

// Open inputs: of each input VC the packet that came first of those there.
template <class P, Inputs K>
std::vector<BlockedPacket> OutputQueued<P, K>::blocked() const {
  if (K == Inputs::queued) return choosing_ ? choosing_->with_escapes(blocked_in(f_)) : blocked_in(f_);
  std::vector<BlockedPacket> all, one_each;
  for (std::uint32_t r = 0; r < f_.router_count(); ++r) {
    const Header& h = header(block(r));
    for (std::uint32_t port = 0; port < h.ports; ++port) {
      for (std::uint32_t e = out_.at(r, port).first_waiting; e != InputLists::kNone; e = lists_.after(e)) {
        if (InputLists::place(e) != InputLists::kFirst) continue;
        const std::uint32_t packet = InputLists::packet(e);
        const InputLists::Entry& entry = lists_.of(packet);
        const Choosing::Waits& w = entry.waits;
        const Packet& p = packets_[packet];
        const bool elsewhere = w.port != Choosing::kNowhere && w.port != port;
        all.push_back({.at = h.id,
                       .port = static_cast<std::uint16_t>(port_of(entry.input_vc)),
                       .vc = vc_of(entry.input_vc),
                       .wanted_port = static_cast<std::uint16_t>(port),
                       .wanted_vcs = p.vc_mask | (elsewhere ? 0 : w.vc_mask),
                       .packet = packet,
                       .queued = 1,
                       .since = p.request,
                       .other_port = elsewhere ? w.port : static_cast<std::uint16_t>(UINT16_MAX),
                       .other_vcs = elsewhere ? w.vc_mask : 0});
      }
    }
  }
  std::ranges::stable_sort(all, {}, [](const BlockedPacket& x) {
    return std::tuple(x.at.v, x.port, x.vc, x.since);
  });
  for (const BlockedPacket& x : all) {
    BlockedPacket* const last = one_each.empty() ? nullptr : &one_each.back();
    if (last && last->at == x.at && last->port == x.port && last->vc == x.vc) {
      ++last->queued;
    } else {
      one_each.push_back(x);
    }
  }
  return one_each;
}

template <class P, Inputs K>
bool OutputQueued<P, K>::at_rest(std::string& why) {
  for (std::uint32_t r = 0; r < f_.router_count(); ++r) {
    std::byte* b = block(r);
    for (std::uint32_t port = 0; port < header(b).ports; ++port) {
      settle(kNever, b, r, port);
      const OutputQueues::Output& o = out_.at(r, port);
      if (!o.occupied && !o.waiting && !o.pooled && out_.bytes(r, port, UINT32_MAX >> (32 - f_.vcs)) == 0) {
        continue;
      }
      why = "a packet is left " + std::string(o.occupied ? "at" : "at an input for") + " the output router " +
            std::to_string(f_.router(r).v) + " port " + std::to_string(port);
      return false;
    }
  }
  return all_at_rest(f_, why);
}

}  // namespace kasuri
