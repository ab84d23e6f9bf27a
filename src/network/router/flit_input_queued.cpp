// SPDX-License-Identifier: MIT
#include "network/router/flit_input_queued.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/config/registry.h"
#include "base/core/check.h"

namespace kasuri {
namespace {

const config::Register<FlitInputQueued> flit_input_queued{
    "flit-input-queued",
    "wormhole, flit by flit, buffers at the inputs; iSLIP allocates virtual channels, and then the "
    "switch"};

std::uint32_t iterations_of(const RouterParams& p) {
  ArbiterContext context;
  return p.arbiter.make(context)->iterations();
}

}  // namespace

FlitInputQueued::FlitInputQueued(const config::NoParams&, RouterContext& c)
    : RouterBlocks(c.fabric),
      f_(c.fabric),
      partition_(f_.partition),
      packets_(f_.packets),
      selector_(f_.routing, f_.seed),
      iterations_(iterations_of(c.params)),
      hold_switch_(c.params.hold_switch),
      wait_for_tail_(c.params.wait_for_tail_credit),
      eject_as_arrived_(c.params.ejection_vcs == "arrival"),
      flit_(static_cast<std::int32_t>(c.params.flit.n)),
      output_buffer_(static_cast<std::int32_t>(c.params.output_buffer.n)),
      time_({c.params.routing_time, c.params.vc_allocation_time, c.params.switch_allocation_time,
             f_.traversal}),
      unit_(kNever),
      all_vcs_(static_cast<std::uint32_t>((std::uint64_t{1} << f_.vcs) - 1)),
      vcs_per_router_(std::size_t{layout_.ports} << layout_.vc_bits),
      nodes_(f_.router_count()),
      vcs_(vcs_per_router_ * f_.router_count()),
      here_(vcs_.size()),
      busy_(std::size_t{layout_.words} * f_.router_count()),
      held_(vcs_.size()),
      // The first index comes first.
      input_turns_(vcs_.size(), static_cast<std::uint16_t>(vcs_per_router_ - 1)),
      output_turns_(input_turns_),
      port_input_turns_(std::size_t{layout_.ports} * f_.router_count(),
                        static_cast<std::uint16_t>(layout_.ports - 1)),
      port_output_turns_(port_input_turns_),
      ports_(port_input_turns_.size()),
      last_request_(layout_.ports),
      vc_matching_(static_cast<std::uint32_t>(vcs_per_router_)),
      switch_matching_(layout_.ports),
      waits_{std::vector<Time>(f_.link_classes.size()), {}} {
  check(iterations_ > 0 && layout_.ports < kFlits, "flit-input-queued routers match by iSLIP");
  for (const LinkClass& l : f_.link_classes) {
    slot_.push_back(l.flow(c.params.flit));
    unit_ = earlier(unit_, slot_.back());
  }
  unit_ = later(Time{1},
                Time{static_cast<std::int64_t>(static_cast<double>(unit_.ps) / c.params.speedup)});
  for (PortState& p : ports_) p.vc_turn = static_cast<std::uint16_t>(f_.vcs - 1);
  f_.at_router = partition_.add_handler<&FlitInputQueued::arrive>(this);
  step_ = partition_.add_handler<&FlitInputQueued::step>(this);
  f_.routers = this;
  if (f_.routing.adaptive()) {
    selection_ = std::make_unique<RouteSelection>(f_, static_cast<RouterBlocks&>(*this));
    if (f_.routing.offers_all()) offers_.resize(vcs_.size());
  }
}

FlitInputQueued::Now FlitInputQueued::at_router(std::uint32_t r, Time t) {
  const RouterAt here = router_at(r);
  reach(here, t);
  return {t, here, r * vcs_per_router_, std::size_t{r} * layout_.ports};
}

// ---- What comes ----

// A head; word of the flits behind it comes by itself.
bool FlitInputQueued::arrive(const Event& e) {
  const Now n = at_router(e.target, e.time);
  const std::uint32_t packet = e.a, input_vc = e.b;
  Packet& p = packets_[packet];
  if (f_.arrival_observer) f_.arrival_observer->entered(n.at.index, input_vc, packet, e.time);
  here_[n.first_vc + input_vc] += std::min(flit_, static_cast<std::int32_t>(p.bytes));
  InputQueue& queue = queues(n.at)[input_vc];
  if (queue.empty()) {
    p.next = packet;
  } else {
    p.next = packets_[queue.last()].next;
    packets_[queue.last()].next = packet;
  }
  queue.become(packet);
  if (vcs_[n.first_vc + input_vc].state == State::idle) {
    ++nodes_[n.at.index].busy;
    busy_[std::size_t{n.at.index} * layout_.words + input_vc / kSetBits] |= SetWord{1}
                                                                     << (input_vc % kSetBits);
    begin(n, input_vc, packet, e.time);
    wake(n.at.index, vcs_[n.first_vc + input_vc].ready);
  }
  return true;
}

void FlitInputQueued::take_flits(std::uint32_t r, std::uint32_t port, std::uint16_t vc,
                                 std::int32_t bytes, Time at) {
  std::int32_t* const here = &here_[r * vcs_per_router_ + (std::size_t{port} << layout_.vc_bits)];
  f_.credits.post(ports_[std::size_t{r} * layout_.ports + port].flits, here, {vc, bytes}, at,
                  partition_.past());
  if (nodes_[r].busy) wake(r, at);
}

void FlitInputQueued::take_credit(std::uint32_t r, std::uint32_t port, std::uint16_t vc,
                                  std::int32_t bytes, Time at) {
  if (port >= kFlits) return take_flits(r, port - kFlits, vc, bytes, at);
  const RouterAt here = router_at(r);
  const Time past = partition_.past();
  reach(here, past);
  f_.credits.post(credits(here, port), room(here, port), {vc, bytes}, at, past);
  note_congestion(r, at);
  if (nodes_[r].busy) wake(r, at);
}

// Flits and credits that have come by now.
void FlitInputQueued::settle(const Now& n) {
  for (std::uint32_t port = 0; port < header(n.at).ports; ++port) {
    PortState& p = ports_[n.first_port + port];
    p.input_busy = p.output_busy = false;
    f_.credits.settle(p.flits, &here_[n.first_vc + (std::size_t{port} << layout_.vc_bits)], n.time);
    f_.credits.settle(credits(n.at, port), room(n.at, port), n.time);
    if (!wait_for_tail_) continue;
    for (std::uint32_t vc = 0; vc < f_.vcs; ++vc) {
      Held& held = held_[n.first_vc + index_of(port, vc)];
      if (held == Held::by_credits && room_of(n, port, vc) == full_room(n, port))
        held = Held::by_nobody;
    }
  }
}

// When the route of a head is known that is first of its input VC from `first` on. These times of a router
// come in order.
Time FlitInputQueued::routed(std::uint32_t r, Time first) {
  if (time_.route == Time{0}) return first;
  first = up_to(first, unit_);
  Time& began = nodes_[r].routing;
  if (began < Time{0} || first >= began + time_.route) {
    began = first;
  } else if (first > began) {  // with all that comes while the router routes others
    began += up_to(time_.route, unit_);
  }
  return began + time_.route;
}

// The packet is first of its input VC.
void FlitInputQueued::begin(const Now& n, std::uint32_t input_vc, std::uint32_t packet,
                            Time first) {
  Packet& p = packets_[packet];
  InputVc& v = vcs_[n.first_vc + input_vc];
  v.ready = p.request = routed(n.at.index, first);
  v.packet = packet;
  v.left = static_cast<std::int32_t>(p.bytes);
  v.head = true;
  v.state = State::in_routing;
  if (time_.route > Time{0}) return;
  find_route(n, input_vc, packet, p);
  v.state = State::wants_vc;
}

void FlitInputQueued::find_route(const Now& n, std::uint32_t input_vc, std::uint32_t packet, Packet& p) {
  const Header& h = header(n.at);
  if (p.target == h.id) {
    eject(h, p);
    p.vc_mask = eject_as_arrived_ ? 1u << vc_of(input_vc) : all_vcs_;
    if (selection_) selection_->eject(n.at.index, input_vc, packet, p);
    return;
  }
  const std::uint32_t port = port_of(input_vc);
  const RouteInput input{h.id,
                         port < h.degree ? static_cast<std::uint16_t>(port) : RouteInput::kInjected,
                         vc_of(input_vc), selector_.path(p.source, p.destination, p.sequence)};
  if (!offers_.empty()) {
    offers_[n.first_vc + input_vc] = f_.routing.candidates(input, p.origin, p.target);
  }
  if (selection_) return selection_->choose(n.at, input_vc, input, packet, p, n.time);
  const Route route = f_.routing.route(input, p.origin, p.target);
  p.route = route.port;
  p.vc_mask = route.vc_mask;
}

// ---- Virtual channels ----

void FlitInputQueued::request_vcs(const Now& n, std::uint32_t input_vc, std::uint32_t port,
                                  std::uint32_t vcs) {
  for (; vcs; vcs &= vcs - 1) {
    const std::uint32_t output_vc =
        index_of(port, static_cast<std::uint32_t>(std::countr_zero(vcs)));
    if (held_[n.first_vc + output_vc] == Held::by_nobody)
      vc_matching_.request({input_vc, output_vc, 0});
  }
}

void FlitInputQueued::request_vcs(const Now& n, std::uint32_t i) {
  const Packet& p = packets_[vcs_[n.first_vc + i].packet];
  if (!offers_.empty() && p.target != header(n.at).id) {
    const Candidates& all = offers_[n.first_vc + i];
    for (const Candidate& c : all.firsts) request_vcs(n, i, c.route.port, c.route.vc_mask);
    return request_vcs(n, i, all.escape.route.port, all.escape.route.vc_mask);
  }
  request_vcs(n, i, p.route, p.vc_mask);
  if (!selection_) return;
  const RouteSelection::Waits& other = std::as_const(*selection_).head(n.at.index, i).waits;
  if (other.port == RouteSelection::kNowhere) return;
  request_vcs(n, i, other.port, other.vc_mask & ~(other.port == p.route ? p.vc_mask : 0));
}

bool FlitInputQueued::allocate_vcs(const Now& n) {
  for_each_in(&busy_[std::size_t{n.at.index} * layout_.words], layout_.words, [&](std::uint32_t i) {
    InputVc& v = vcs_[n.first_vc + i];
    if (v.ready > n.time) return;
    if (v.state == State::in_routing) {
      find_route(n, i, v.packet, packets_[v.packet]);
      v.state = State::wants_vc;
    }
    if (v.state == State::wants_vc) request_vcs(n, i);
  });
  return vc_matching_.match(iterations_, &input_turns_[n.first_vc], &output_turns_[n.first_vc],
                            [&](const IslipMatching::Request& match) {
                              InputVc& v = vcs_[n.first_vc + match.input];
                              v.state = State::has_vc;
                              v.port = static_cast<std::uint16_t>(port_of(match.output));
                              v.vc = static_cast<std::uint8_t>(vc_of(match.output));
                              waits_.allocation.vc += n.time - v.ready;
                              v.ready = n.time + time_.vc;
                              held_[n.first_vc + match.output] = Held::by_packet;
                            });
}

void FlitInputQueued::release(const Now& n, std::uint32_t port, std::uint32_t vc) {
  const bool waits = wait_for_tail_ && room_of(n, port, vc) != full_room(n, port);
  held_[n.first_vc + index_of(port, vc)] = waits ? Held::by_credits : Held::by_nobody;
}

// ---- The switch ----

bool FlitInputQueued::has_flit_to_send(const Now& n, std::uint32_t input_vc) {
  const InputVc& v = vcs_[n.first_vc + input_vc];
  const std::int32_t bytes = flit_of(v);
  if (here_[n.first_vc + input_vc] < bytes) return false;
  if (room_of(n, v.port, v.vc) < bytes) return false;
  const Time slot = slot_[ports(n.at)[v.port].link_class];
  const Time wait =
      ports_[n.first_port + v.port].free - up_to(n.time + time_.switch_ + time_.traversal, slot);
  return wait <= Time{0} || (wait.ps / slot.ps + 1) * flit_ <= output_buffer_;
}

// Inputs that keep the switch.
bool FlitInputQueued::use_held_switch(const Now& n) {
  bool any = false;
  for (std::uint32_t port = 0; hold_switch_ && port < header(n.at).ports; ++port) {
    PortState& input = ports_[n.first_port + port];
    if (input.holder == kNoVc) continue;
    const std::uint32_t input_vc = index_of(port, input.holder);
    const InputVc& v = vcs_[n.first_vc + input_vc];
    input.input_busy = ports_[n.first_port + v.port].output_busy = true;
    if (has_flit_to_send(n, input_vc)) {
      send(n, input_vc);
    } else {
      input.holder = kNoVc;
    }
    any = true;
  }
  return any;
}

// Of the VCs of one port that want one output, the next in turn requests it.
void FlitInputQueued::request_switch(const Now& n, std::uint32_t input_vc) {
  const InputVc& v = vcs_[n.first_vc + input_vc];
  if (v.state != State::has_vc || v.ready > n.time) return;
  const std::uint32_t port = port_of(input_vc);
  const PortState& input = ports_[n.first_port + port];
  if (input.input_busy || ports_[n.first_port + v.port].output_busy ||
      !has_flit_to_send(n, input_vc))
    return;
  const auto requests = switch_matching_.requests();
  const std::uint32_t last = last_request_[v.port];
  if (last < requests.size() && requests[last].output == v.port && requests[last].input == port) {
    const auto turn = [&](std::uint32_t i) {
      return (vc_of(i) + f_.vcs - input.vc_turn - 1) % f_.vcs;
    };
    if (turn(input_vc) < turn(requests[last].label)) requests[last].label = input_vc;
    return;
  }
  last_request_[v.port] = static_cast<std::uint32_t>(requests.size());
  switch_matching_.request({port, v.port, input_vc});
}

bool FlitInputQueued::allocate_switch(const Now& n) {
  for_each_in(&busy_[std::size_t{n.at.index} * layout_.words], layout_.words,
              [&](std::uint32_t i) { request_switch(n, i); });
  return switch_matching_.match(iterations_, &port_input_turns_[n.first_port],
                                &port_output_turns_[n.first_port],
                                [&](const IslipMatching::Request& match) {
                                  PortState& input = ports_[n.first_port + match.input];
                                  input.vc_turn = vc_of(match.label);
                                  if (hold_switch_) input.holder = vc_of(match.label);
                                  send(n, match.label);
                                });
}

bool FlitInputQueued::step(const Event& e) {
  Node& node = nodes_[e.target];
  if (node.next != e.time) return false;
  node.next = kNever;
  const Now n = at_router(e.target, e.time);
  settle(n);
  bool moved = allocate_vcs(n);
  moved |= use_held_switch(n);
  moved |= allocate_switch(n);
  plan_next_step(n, moved);
  return moved;
}

void FlitInputQueued::plan_next_step(const Now& n, bool moved) {
  if (nodes_[n.at.index].busy == 0) return;
  if (moved) return wake(n.at.index, n.time + unit_);
  Time next = kNever;
  for_each_in(&busy_[std::size_t{n.at.index} * layout_.words], layout_.words, [&](std::uint32_t i) {
    const InputVc& v = vcs_[n.first_vc + i];
    if (v.ready > n.time) {
      next = earlier(next, v.ready);
    } else if (v.state == State::has_vc && ports_[n.first_port + v.port].free > n.time) {
      next = earlier(next, n.time + unit_);  // its output may be full
    }
  });
  for (std::uint32_t port = 0; port < header(n.at).ports; ++port) {
    next = earlier(next, ports_[n.first_port + port].flits.when());
    next = earlier(next, credits(n.at, port).when());
  }
  if (next != kNever) wake(n.at.index, next);
}

void FlitInputQueued::wake(std::uint32_t r, Time when) {
  when = up_to(later(when, partition_.now()), unit_);
  Node& node = nodes_[r];
  if (when >= node.next) return;
  node.next = when;
  const SenderId sender = f_.sender_of(header(block(r)).id);
  partition_.post({when, order_key(Phase::arbitration, sender, 0), r, 0, 0, step_});
}

// ---- What goes ----

// The next flit of an input VC goes onto the link.
void FlitInputQueued::send(const Now& n, std::uint32_t input_vc) {
  InputVc& v = vcs_[n.first_vc + input_vc];
  PortState& output = ports_[n.first_port + v.port];
  const std::int32_t bytes = flit_of(v);
  const Time slot = slot_[ports(n.at)[v.port].link_class];
  const Time out = later(up_to(n.time + time_.switch_ + time_.traversal, slot), output.free);
  room_of(n, v.port, v.vc) -= bytes;
  here_[n.first_vc + input_vc] -= bytes;
  v.left -= bytes;
  if (v.head) {
    send_head(n, input_vc, out);
  } else {
    send_body(n, v, bytes, out);
  }
  output.free = out + slot;
  set_time(start(header(n.at)), n.at, v.port, ports(n.at)[v.port], RouterPort::kFree,
           output.free);
  v.head = false;
  return_credit(n, input_vc, bytes);
  note_congestion(n.at.index, n.time + Time{1});
  PortState& input = ports_[n.first_port + port_of(input_vc)];
  if (v.left == 0 || here_[n.first_vc + input_vc] == 0) input.holder = kNoVc;
  if (v.left > 0) return;
  const LinkClass& link = f_.link_classes[ports(n.at)[v.port].link_class];
  finish_packet(n, input_vc, out + link.flow(Bytes{bytes}));
}

void FlitInputQueued::send_head(const Now& n, std::uint32_t input_vc, Time out) {
  const Header& h = header(n.at);
  const InputVc& v = vcs_[n.first_vc + input_vc];
  RouterPort& port = ports(n.at)[v.port];
  const LinkClass& link = f_.link_classes[port.link_class];
  const std::uint32_t packet = v.packet;
  Packet& p = packets_[packet];
  const Time tail = out + link.flow(Bytes{p.bytes});  // if no flit has to wait
  const Time possible = ports_[n.first_port + v.port].free - time_.traversal - time_.switch_;
  count(n.at, v.port, port, p.bytes);
  waits_.stalled[port.link_class] += later(Time{0}, n.time - later(p.request + time_.vc, possible));
  waits_.allocation.switch_ += n.time - v.ready;
  ++waits_.allocation.hops;
  if (f_.split) f_.split->sent(n.at.index, v.port, v.port >= h.degree, out, tail, p.bytes);
  if (f_.jobs) f_.jobs->crossed(n.at.index, v.port, packet, n.time, Bytes{p.bytes});
  if (f_.observer) {
    f_.observer->granted(
        {n.at.index, v.port, packet, p.request, possible, n.time, out, tail, tail - time_.traversal});
  }
  InputQueue& queue = queues(n.at)[input_vc];
  if (queue.last() == packet) {
    queue.become_empty(ShortTime::kPast);
  } else {
    packets_[queue.last()].next = p.next;
  }
  p.tail = out + link.cable;  // see Packet::tail
  if (v.port >= h.degree) return;
  p.vc_mask = 0;
  ++p.hops;
  Event arrival{p.tail + f_.request,
                order_key(Phase::arrival, f_.sender_of(h.id), v.port),
                port.peer,
                packet,
                std::uint32_t{port.peer_port} << layout_.vc_bits | v.vc,
                f_.at_router};
  if (!port.across) return partition_.post(arrival);
  const Across& to = across(port.peer);
  arrival.target = to.router;
  f_.send_across(to.part, arrival, packet);
}

// A flit behind the head.
void FlitInputQueued::send_body(const Now& n, const InputVc& v, std::int32_t bytes, Time out) {
  const RouterPort& port = ports(n.at)[v.port];
  if (v.port >= header(n.at).degree) return;
  const Time in = out + f_.link_classes[port.link_class].cable;
  if (!port.across) return take_flits(port.peer, port.peer_port, v.vc, bytes, in);
  const Across& to = across(port.peer);
  f_.channels.to(to.part, in)
      .credits.push_back(
          {to.router, static_cast<std::uint16_t>(kFlits + port.peer_port), v.vc, bytes, in});
}

// The tail has gone.
void FlitInputQueued::finish_packet(const Now& n, std::uint32_t input_vc, Time tail_out) {
  const Header& h = header(n.at);
  InputVc& v = vcs_[n.first_vc + input_vc];
  const RouterPort& port = ports(n.at)[v.port];
  if (v.port >= h.degree) {
    partition_.post({tail_out + f_.link_classes[port.link_class].cable,
                     order_key(Phase::node, f_.sender_of(h.id), v.port), port.peer, v.packet, 0,
                     f_.at_nic});
  }
  release(n, v.port, v.vc);
  const InputQueue& queue = queues(n.at)[input_vc];
  if (!queue.empty()) return begin(n, input_vc, packets_[queue.last()].next, n.time + unit_);
  v.state = State::idle;
  --nodes_[n.at.index].busy;
  busy_[std::size_t{n.at.index} * layout_.words + input_vc / kSetBits] &=
      ~(SetWord{1} << (input_vc % kSetBits));
}

void FlitInputQueued::return_credit(const Now& n, std::uint32_t input_vc, std::int32_t bytes) {
  const std::uint32_t port = port_of(input_vc);
  const SenderPort to = upstream(n.at, ports(n.at)[port], port);
  const LinkClass& link = f_.link_classes[to.link_class];
  const Time at = up_to(n.time + time_.switch_, slot_[to.link_class]) + link.cable + link.credit;
  if (port >= header(n.at).degree) {
    f_.nics->take_credit(to.component, to.port, vc_of(input_vc), bytes, at);
  } else if (!to.across) {
    take_credit(to.component, to.port, vc_of(input_vc), bytes, at);
  } else {
    const Across& s = across(to.component);
    f_.channels.to(s.part, at).credits.push_back({s.router, s.port, vc_of(input_vc), bytes, at});
  }
}

// ---- At rest ----

std::vector<BlockedPacket> FlitInputQueued::blocked() const {
  std::vector<BlockedPacket> all = blocked_in(f_);
  // Of a packet whose head has gone on, those behind it have no route.
  std::erase_if(all, [](const BlockedPacket& b) { return b.wanted_vcs == 0; });
  return selection_ ? selection_->with_escapes(std::move(all)) : all;
}

bool FlitInputQueued::at_rest(std::string& why) {
  for (std::uint32_t r = 0; r < f_.router_count(); ++r) {
    if (nodes_[r].busy == 0) continue;
    why = "flits are left in router " + std::to_string(f_.router(r).v);
    return false;
  }
  return all_at_rest(f_, why);
}

}  // namespace kasuri
