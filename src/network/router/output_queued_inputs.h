// SPDX-License-Identifier: MIT
// Part of output_queued.h: packets at the inputs, and how they move to the queues of outputs.
#pragma once

#include "network/router/output_queued.h"

namespace kasuri {

// The packet in event `e` may request.
template <class P, Inputs K>
bool OutputQueued<P, K>::arrive(const Event& e) {
  const Time now = e.time;
  const RouterAt here = router_at(e.target);
  reach(here, now);
  if (f_.arrival_observer) f_.arrival_observer->entered(e.target, e.b, e.a, now - f_.request);
  return K == Inputs::open ? arrive_open(now, here, e.b, e.a)
                           : arrive_queued(now, here, e.b, e.a);
}

// It moves to its output's queue, or joins those that wait for space there.
template <class P, Inputs K>
bool OutputQueued<P, K>::arrive_open(Time now, RouterAt here, std::uint32_t input_vc,
                                     std::uint32_t packet) {
  Packet& p = packets_[packet];
  p.request = now;
  const RouteSelection::Waits waits = choose(here, input_vc, packet, p, now);
  const std::uint32_t port = p.route;
  OutputQueues::Output& o = out_.at(here.index, port);
  settle(now, here, port);
  Time retry = kNever;
  if (o.waiting) admit(now, here, port, retry);
  if (const int vc = queue_for(here, port, p, waits); vc >= 0) {
    move(now, here, port, input_vc, static_cast<std::uint32_t>(vc), packet);
  } else {
    lists_.note(packet, input_vc, waits);
    const bool elsewhere = waits.port != RouteSelection::kNowhere && waits.port != port;
    lists_.add(o, packet, InputLists::kFirst, p.vc_mask | (elsewhere ? 0 : waits.vc_mask));
    if (elsewhere) {
      lists_.add(out_.at(here.index, waits.port), packet, InputLists::kEscape, waits.vc_mask);
      wake(here, waits.port, now + Time{1});
    }
    if (o.leaving) wake(here, port, next_departure(here, port));
  }
  if (!o.occupied) return true;
  const Time when = later(now, next_departure(here, port));
  // A sleeping link may be up before it was said to be, and then take one that waited: that is an event.
  if (when <= now && !f_.power && partition_.last_of_instant()) {
    ports(here)[port].at[RouterPort::kWake] = ShortTime::kNever;
    serve(now, here, port);
  } else {
    wake(here, port, when);
  }
  return true;
}

// It joins its VC queue.
template <class P, Inputs K>
bool OutputQueued<P, K>::arrive_queued(Time now, RouterAt here, std::uint32_t input_vc,
                                       std::uint32_t packet) {
  InputQueue& queue = queues(here)[input_vc];
  Packet& p = packets_[packet];
  if (!queue.empty()) {
    p.next = packets_[queue.last()].next;
    packets_[queue.last()].next = packet;
    queue.become(packet);
    return true;
  }
  p.next = packet;
  p.request = later(ready(start(header(here)), queue), now);
  queue.become(packet);
  choose(here, input_vc, packet, p, now);
  add_request(here, p.route, input_vc);
  const Time when = later(later(p.request, input_free(here, port_of(input_vc))), next_move(here, p.route));
  if (when <= now && !f_.power && partition_.last_of_instant()) {  // as above
    if (selection_) request(now, here, input_vc, p);
    ports(here)[p.route].at[RouterPort::kWake] = ShortTime::kNever;
    serve(now, here, p.route);
  } else {
    wake(here, p.route, when);
    if (selection_) request(now, here, input_vc, p);
  }
  return true;
}

// The packet at the head of an input VC also waits for its escape, if that is another output.
template <class P, Inputs K>
void OutputQueued<P, K>::request(Time now, RouterAt here, std::uint32_t input_vc,
                                 const Packet& p) {
  const std::uint16_t port = selection_->other_port(here.index, input_vc, p.route);
  if (port == RouteSelection::kNowhere) return;
  add_request(here, port, input_vc);
  const Time when = later(p.request + Time{1}, input_free(here, port_of(input_vc)));
  wake(here, port, later(later(when, next_move(here, port)), now));
}

template <class P, Inputs K>
void OutputQueued<P, K>::find_route(std::byte* here, std::uint32_t input_vc, Packet& p) const {
  const Header& h = header(here);
  if (p.target == h.id) return eject(h, input_vc, p);
  const Route route = f_.routing.route(route_input(h, input_vc, p), p.origin, p.target);
  p.route = route.port;
  p.vc_mask = route.vc_mask;
}

// Where the packet goes next, if that has not been found ahead of time. Of queued inputs what it waits
// for is also kept by input VC.
template <class P, Inputs K>
RouteSelection::Waits OutputQueued<P, K>::choose(RouterAt here, std::uint32_t input_vc,
                                                 std::uint32_t packet, Packet& p, Time now) {
  if (!selection_) {
    if (p.vc_mask == 0) find_route(here, input_vc, p);
    return RouteSelection::ejection(p);
  }
  const Header& h = header(here);
  if (p.target == h.id) {
    eject(h, input_vc, p);
    if (K == Inputs::queued) selection_->eject(here.index, input_vc, packet, p);
    return RouteSelection::ejection(p);
  }
  if (notifications_) notifications_->changed(here.index, now + Time{1});
  if (K == Inputs::queued) {
    selection_->choose(here, input_vc, route_input(h, input_vc, p), packet, p, now);
    return std::as_const(*selection_).head(here.index, input_vc).waits;
  }
  RouteSelection::Waits waits;
  selection_->decide(here, route_input(h, input_vc, p), p, now, waits);
  return waits;
}

// The VC by which the packet may go to an output now, by its route or by its escape; -1 if none has
// space.
template <class P, Inputs K>
int OutputQueued<P, K>::queue_for(RouterAt here, std::uint32_t port, const Packet& p,
                                  const RouteSelection::Waits& w) {
  const std::int32_t* const downstream = room(here, port);
  int vc = -1;
  if (port == p.route) vc = out_.vc_for(here.index, port, p.vc_mask, w.need, downstream);
  if (vc < 0 && port == w.port) vc = out_.vc_for(here.index, port, w.vc_mask, w.escape_need, downstream);
  return vc;
}

// Through the switch, to the queue of VC `vc` of the output.
template <class P, Inputs K>
void OutputQueued<P, K>::move(Time now, RouterAt here, std::uint32_t port,
                              std::uint32_t input_vc, std::uint32_t vc, std::uint32_t packet) {
  const Header& h = header(here);
  const std::uint32_t input = port_of(input_vc);
  RouterPort& in = ports(here)[input];
  OutputQueues::Output& o = out_.at(here.index, port);
  Packet& p = packets_[packet];
  const Time came = p.tail + f_.request;
  p.tail = later(now + f_.traversal + through_[o.link_class](Bytes{p.bytes}), p.tail + pipeline_);
  p.route = static_cast<std::uint16_t>(port);
  p.vc_mask = input_vc;  // see LinkSite
  if (K == Inputs::queued) o.switched = p.tail;
  out_.enter(here.index, port, vc, packet, place(h, port, p), packets_);
  if (notifications_) notifications_->changed(here.index, now + Time{1});
  Time released = p.tail - f_.traversal;
  if (K == Inputs::open) released = later(released, this->input_free(here, input));
  const bool from_nic = input >= h.degree;
  const SenderPort sender = upstream(here, in, input);
  const LinkClass& back = f_.link_classes[sender.link_class];
  Time input_free = released;
  if (at_once_) {
    const auto free = at_once_->free(here.index, input, now, back, Bytes{p.bytes}, came, released);
    input_free = free.input;
    released = free.buffer;
  }
  set_time(start(h), here, input, in, RouterPort::kInputFree, input_free);
  return_credit(sender, from_nic, vc_of(input_vc), place(h, input, p),
                released + back.cable + back.credit);
}

// The same for the head of an input VC; the packet behind it becomes head.
template <class P, Inputs K>
void OutputQueued<P, K>::move_head(Time now, RouterAt here, std::uint32_t port,
                                   std::uint32_t input_vc, std::uint32_t vc) {
  InputQueue& from = queues(here)[input_vc];
  const std::uint32_t last = from.last(), packet = packets_[last].next, behind = packets_[packet].next;
  if (packet == last) {
    from.become_empty(shorten(start(header(here)), now + f_.request));
  } else {
    packets_[last].next = behind;
  }
  move(now, here, port, input_vc, vc, packet);
  if (packet == last) return;
  Packet& next = packets_[behind];
  next.request = now + f_.request;
  choose(here, input_vc, behind, next, now);
  add_request(here, next.route, input_vc);
  const Time when = later(next.request, input_free(here, port_of(input_vc)));
  wake(here, next.route, later(when, next_move(here, next.route)));
  if (selection_) request(now, here, input_vc, next);
}

// Open inputs: those that wait for the output, in their order, as far as there is space. Returns
// whether one moved.
template <class P, Inputs K>
bool OutputQueued<P, K>::admit(Time now, RouterAt here, std::uint32_t port, Time& retry) {
  OutputQueues::Output& o = out_.at(here.index, port);
  bool moved = false;
  std::uint32_t wanted = 0;
  for (std::uint32_t entry = o.first_waiting; entry != InputLists::kNone;) {
    // No packet is smaller.
    const int best = out_.vc_for(here.index, port, o.waited_for, 1, room(here, port));
    if (best < 0) return moved;
    const std::uint32_t packet = InputLists::packet(entry);
    const InputLists::Entry waiting = lists_.of(packet);
    const bool first = InputLists::place(entry) == InputLists::kFirst;
    entry = lists_.after(entry);
    Packet& p = packets_[packet];
    const bool elsewhere = waiting.waits.port != RouteSelection::kNowhere && waiting.waits.port != p.route;
    if (!first && p.request == now) {
      retry = earlier(retry, now + Time{1});
      wanted |= waiting.waits.vc_mask;
      continue;
    }
    const int vc = queue_for(here, port, p, waiting.waits);
    if (vc < 0) {
      wanted |= (first ? p.vc_mask : 0) | (waiting.waits.port == port ? waiting.waits.vc_mask : 0);
      continue;
    }
    lists_.drop(out_.at(here.index, p.route), packet, InputLists::kFirst);
    if (elsewhere) lists_.drop(out_.at(here.index, waiting.waits.port), packet, InputLists::kEscape);
    move(now, here, port, waiting.input_vc, static_cast<std::uint32_t>(vc), packet);
    moved = true;
  }
  o.waited_for = wanted;
  return moved;
}

// Queued inputs: one look of an output at those that want it, for policies.
template <class P, Inputs K>
class OutputQueued<P, K>::InputSite {
 public:
  InputSite(OutputQueued& routers, Time now, RouterAt here, std::uint32_t port)
      : s_(&routers), now_(now), here_(here), port_(port) {}

  const SetWord* set() const { return s_->requests(here_, port_); }
  std::uint32_t words() const { return RouterBlocks::words(here_); }
  std::uint16_t& turn() const { return s_->ports(here_)[port_].turn; }
  const Packet& packet(std::uint32_t input_vc) const {
    return s_->packets_[s_->packets_[s_->queues(here_)[input_vc].last()].next];
  }
  RouterId router() const { return header(here_).id; }
  std::uint32_t local_router() const { return here_.index; }
  std::uint32_t port() const { return port_; }
  std::uint32_t input_port(std::uint32_t input_vc) const { return s_->port_of(input_vc); }
  std::uint32_t vc(std::uint32_t input_vc) const { return s_->vc_of(input_vc); }
  std::uint64_t sent() const { return s_->use(here_.index, port_).packets; }
  bool granted() const { return granted_; }
  // The VC of the link in whose queue the packet may go now; -1 if none. Notes what it waits for.
  int possible_vc(std::uint32_t input_vc) {
    const Time free = s_->input_free(here_, s_->port_of(input_vc));
    if (free > now_) return wait_until(free);
    const Packet& p = packet(input_vc);
    if (p.request > now_) return wait_until(p.request);
    if (!s_->selection_) {
      const int vc = s_->queue_for(here_, port_, p, RouteSelection::ejection(p));
      starved_ |= vc < 0;
      return vc;
    }
    if (port_ != p.route && p.request == now_) return wait_until(now_ + Time{1});
    const int vc =
        s_->queue_for(here_, port_, p, std::as_const(*s_->selection_).head(here_.index, input_vc).waits);
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
    s_->drop_request(here_, port_, input_vc);
    if (s_->selection_) {
      const std::uint16_t other = s_->selection_->other_port(here_.index, input_vc, port_);
      if (other != RouteSelection::kNowhere) s_->drop_request(here_, other, input_vc);
    }
    s_->move_head(now_, here_, port_, input_vc, static_cast<std::uint32_t>(vc));
  }
  bool had_waited() const { return had_waited_; }
  bool starved() const { return starved_ && !granted_; }
  // When to look again, space aside.
  Time retry() const {
    if (!granted_) return retry_;
    return s_->no_requests(here_, port_) ? kNever : s_->next_move(here_, port_);
  }

 private:
  OutputQueued* s_;
  Time now_;
  RouterAt here_;
  std::uint32_t port_;
  bool granted_ = false;
  bool had_waited_ = false;
  bool starved_ = false;  // some found no space
  Time retry_ = kNever;
};

}  // namespace kasuri
