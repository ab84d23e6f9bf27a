// SPDX-License-Identifier: MIT
// Part of input_queued.h: what an event will need is fetched ahead of it, in the stages of
// Partition::Ahead. A router of a large machine is in no cache when its turn comes.
#pragma once

#include "base/core/prefetch.h"
#include "network/router/input_queued.h"

namespace kasuri {

template <class A, Features X>
void InputQueued<A, X>::prefetch_arrival(const Event& e, Partition::Ahead stage) {
  const RouterAt here = router_at(e.target);
  if (stage == Partition::Ahead::far) {
    fetch_ahead(&packets_[e.a]);
    fetch_ahead(here);
    prefetch(here, port_of(e.b));
    fetch_ahead(&queues(here)[e.b]);
    if (selection()) fetch_ahead(&inputs_free(here)[port_of(e.b)]);
    return;
  }
  if (const InputQueue& queue = queues(here)[e.b]; !queue.empty()) {
    if (stage == Partition::Ahead::near) fetch_ahead(&packets_[queue.last()]);
    return;
  }
  // The packet has come into the cache by now: its route is found ahead of time.
  Packet& p = packets_[e.a];
  if (p.vc_mask == 0 && selection()) return prefetch_choice(here, e, p, stage);
  if (p.vc_mask == 0 && stage != Partition::Ahead::near) return;  // not known yet
  if (stage == Partition::Ahead::near) {
    if (p.vc_mask == 0) find_route(here, e.b, e.a, p);
    prefetch(here, p.route);
    if (words(here) > 1) fetch_ahead(requests(here, p.route));
    fetch_ahead(room(here, p.route));
    prefetch_sender(here, port_of(e.b));
  } else {
    prefetch_link(here, p.route, e.time);
    prefetch_credits(here, port_of(e.b));
  }
}

// Of a packet whose route depends on queues when it arrives: what is read and written whatever it is.
template <class A, Features X>
void InputQueued<A, X>::prefetch_choice(RouterAt here, const Event& e, const Packet& p,
                                        Partition::Ahead stage) {
  if (stage == Partition::Ahead::near) {
    selection()->prefetch(here.index, e.b);
    prefetch_sender(here, port_of(e.b));
    if (p.target != header(here).id) return;
    const std::uint32_t port = header(here).degree + (p.destination.v - header(here).first_endpoint);
    prefetch(here, port);
    fetch_ahead(requests(here, port));
    fetch_ahead(room(here, port));
  } else {
    prefetch_credits(here, port_of(e.b));
  }
}

// For the packet that round-robin would offer the output to first, as far as is known by now.
template <class A, Features X>
void InputQueued<A, X>::prefetch_arbitration(const Event& e, Partition::Ahead stage) {
  const RouterAt here = router_at(e.target);
  if (stage == Partition::Ahead::far) {
    fetch_ahead(here);
    fetch_ahead(room(here, 0) - 1);  // the last of the queues
    prefetch(here, e.a);
    if (words(here) > 1) fetch_ahead(requests(here, e.a));
    fetch_ahead(room(here, e.a));
    if (!selection()) return;
    constexpr std::uint32_t kInLine = 64 / sizeof(std::uint32_t);
    for (std::uint32_t i = 0; i < header(here).ports; i += kInLine) fetch_ahead(&inputs_free(here)[i]);
    return;
  }
  const std::uint32_t input_vc = first_request(here, e.a, e.time);
  if (input_vc == kNone) return;
  const InputQueue& queue = queues(here)[input_vc];
  if (stage == Partition::Ahead::near) {
    prefetch(here, port_of(input_vc));
    prefetch_link(here, e.a, e.time);
    if (selection()) selection()->prefetch(here.index, input_vc);
    if (!queue.empty()) fetch_ahead(&packets_[queue.last()]);
  } else {
    if (selection()) {
      fetch_ahead(&packets_[heads().head(here.index, input_vc).packet]);
    } else if (!queue.empty()) {
      fetch_ahead(&packets_[packets_[queue.last()].next]);
    }
    prefetch_sender(here, port_of(input_vc));
  }
}

// That after the arbiter's turn; kNone if there is none.
template <class A, Features X>
std::uint32_t InputQueued<A, X>::first_request(RouterAt here, std::uint32_t port, Time at) const {
  std::uint32_t first = kNone;
  std::uint16_t turn = ports(here)[port].turn;
  const auto take = [&](std::uint32_t input_vc) {
    first = input_vc;
    return true;
  };
  if (!selection()) {
    RoundRobin::pick(requests(here, port), words(here), turn, take);
    return first;
  }
  const std::uint32_t now = shorten(start(header(here)), at);
  std::uint32_t later = ShortTime::kNever;
  RoundRobin::pick(requests(here, port), words(here), turn, take, [&](SetWord bits, std::uint32_t word) {
    return with_free_inputs(here, bits, word, now, later);
  });
  return first;
}

// What an output that is in the cache leads to: credits on their path to it, and if it may sleep its link.
template <class A, Features X>
void InputQueued<A, X>::prefetch_link(RouterAt here, std::uint32_t port, Time now) {
  const RouterPort& out = ports(here)[port];
  credits_.prefetch(out.more_credits);
  if (!power()) return;
  const Time idle = due(start(header(here)), here, port, out, RouterPort::kFree);
  if (!power()->negligible(out.link_class, now - idle)) power()->prefetch(here.index, port);
}

// Whom the credit for a packet of this input will go to.
template <class A, Features X>
void InputQueued<A, X>::prefetch_sender(RouterAt here, std::uint32_t port) {
  const SenderPort sender = upstream(here, ports(here)[port], port);
  if (port >= header(here).degree || sender.across) return;
  const RouterAt from = router_at(sender.component);
  fetch_ahead(from);
  prefetch(from, sender.port);
}

// And the credits before that one, if there are any, with the room that they will be counted to.
template <class A, Features X>
void InputQueued<A, X>::prefetch_credits(RouterAt here, std::uint32_t port) {
  const SenderPort sender = upstream(here, ports(here)[port], port);
  if (port >= header(here).degree || sender.across) return;
  const RouterAt from = router_at(sender.component);
  const RouterPort& out = ports(from)[sender.port];
  if (out.at[RouterPort::kCredit] == ShortTime::kNever) return;
  fetch_ahead(room(from, sender.port));
  credits_.prefetch(out.more_credits);
}

}  // namespace kasuri
