// SPDX-License-Identifier: MIT
#include "network/ethernet/switches.h"

#include <bit>
#include <utility>

#include "base/core/hash.h"
#include "base/core/prefetch.h"

namespace kasuri {
namespace {
constexpr std::uint32_t kNoPacket = UINT32_MAX;
}  // namespace

Switches::Switches(EthernetFabric& f)
    : f_(f),
      adaptive_(f.routing.adaptive()),
      depart_(f.partition.add_handler<&Switches::depart>(this)) {
  f_.at_switch = f_.partition.add_handler<&Switches::arrive, &Switches::prefetch>(this);
  for (const LinkClass& l : f_.link_classes) rates_.emplace_back(l.rate);
  std::uint32_t host = 0;
  for (std::uint32_t r = 0; r < f_.router_count(); ++r) {
    const RouterId id = f_.router(r);
    first_output_.push_back(static_cast<std::uint32_t>(outputs_.size()));
    const std::uint32_t degree = f_.topology.degree(id);
    for (std::uint32_t port = 0; port < degree + f_.topology.endpoints_at(id); ++port) {
      Output& o = outputs_.emplace_back();
      o.port = static_cast<std::uint16_t>(port);
      o.to_host = port >= degree;
      if (o.to_host) {
        o.peer = host++;
        o.link_class = f_.terminal_class();
      } else {
        const PortRef to = f_.topology.neighbour(id, port);
        o.peer = to.router.v;
        o.peer_port = to.port;
        o.link_class = static_cast<std::uint8_t>(f_.topology.link_class(id, port));
      }
      router_of_.push_back(r);
    }
  }
  f_.partition.set_places(depart_, router_of_.data());
}

// The output to the destination, if it is attached here; else the one that the routing selects.
std::uint32_t Switches::output_of(std::uint32_t router, std::uint32_t port, EthernetPacket& p) const {
  const RouterId here = f_.router(router), target = f_.topology.router_of(p.destination);
  const std::uint32_t degree = f_.topology.degree(here);
  if (here == target) {
    return first_output_[router] + degree + p.destination.v - f_.topology.first_endpoint(here).v;
  }
  const RouteInput input{.at = here,
                         .port = port < degree ? static_cast<std::uint16_t>(port) : RouteInput::kInjected,
                         .vc = p.vc,
                         .path = p.path};
  const RouterId source = f_.topology.router_of(p.source);
  Route route = {0, 0};
  if (adaptive_) {
    Lengths lengths(&outputs_[first_output_[router]]);
    const Choice choice = f_.routing.choose(input, source, target, lengths);
    route = choice.first.route.vc_mask ? choice.first.route : choice.escape.route;
  } else {
    route = f_.routing.route(input, source, target);
  }
  p.vc = static_cast<std::uint8_t>(std::countr_zero(route.vc_mask));
  return first_output_[router] + route.port;
}

// Whether the link of an output, or what is at its end, is down for a part of that time.
bool Switches::is_down(std::uint32_t router, const Output& o, Time head, Time tail) const {
  const RouterId r = f_.router(router);
  if (!o.to_host) return f_.failures->meets(f_.failures->down(r, o.port), head, tail);
  return f_.failures->meets(f_.failures->down(f_.nics[o.peer]) | f_.failures->down(r), head, tail);
}

// From a NIC that is down, or at a switch that is.
bool Switches::came_from_nowhere(std::uint32_t router, std::uint32_t port, const EthernetPacket& p) const {
  const RouterId r = f_.router(router);
  const Time now = f_.partition.now();
  Failures::Epochs down = f_.failures->down(r);
  if (port >= f_.topology.degree(r)) down |= f_.failures->down(p.source);
  return f_.failures->meets(down, now, now + Time{1});
}

bool Switches::arrive(const Event& e) {
  EthernetPacket& p = f_.packets[e.a];
  if (f_.failures && came_from_nowhere(e.target, e.b, p)) {
    drop(e.a);
    return true;
  }
  const std::uint32_t output = output_of(e.target, e.b, p);
  if (f_.failures && is_down(e.target, outputs_[output], e.time, e.time + Time{1})) drop(e.a);
  else enqueue(output, e.a);
  return true;
}

void Switches::enqueue(std::uint32_t output, std::uint32_t packet) {
  EthernetPacket& p = f_.packets[packet];
  if (!p.is_whole_data()) return append(output, high, packet);
  Queue& q = outputs_[output].queues[low];
  if (q.bytes + Bytes{p.bytes} <= f_.settings.queue) return append(output, low, packet);
  if (q.first != kNoPacket && draw(output) < 0.5) take_last_place(q, p);
  if (f_.settings.trims) trim(output, packet);
  else drop(packet);
}

void Switches::append(std::uint32_t output, Class c, std::uint32_t packet) {
  EthernetPacket& p = f_.packets[packet];
  Output& o = outputs_[output];
  Queue& q = o.queues[c];
  if (c == high && q.bytes + Bytes{p.bytes} > f_.settings.queue * 2) return drop(packet);
  q.bytes += Bytes{p.bytes};
  p.next = kNoPacket;
  if (q.first == kNoPacket) q.first = packet;
  else f_.packets[q.last].next = packet;
  q.last = packet;
  if (o.leaving == kNoPacket) start(output);
}

// The new packet takes the place of the last one in a full queue, and `p` becomes that one. A fair coin
// decides between this and refusing the new packet, so that synchronised flows do not always lose the same
// one.
void Switches::take_last_place(Queue& q, EthernetPacket& p) {
  EthernetPacket& last = f_.packets[q.last];
  if (q.bytes - Bytes{last.bytes} + Bytes{p.bytes} > f_.settings.queue) return;
  q.bytes += Bytes{p.bytes} - Bytes{last.bytes};
  std::swap(last, p);
  last.next = kNoPacket;
}

// Its header goes on, ahead of data, and tells the receiver what is missing.
void Switches::trim(std::uint32_t output, std::uint32_t packet) {
  EthernetPacket& p = f_.packets[packet];
  p.bytes = static_cast<std::uint32_t>(f_.settings.header.n);
  p.flags |= EthernetPacket::cut;
  if (outputs_[output].to_host) p.flags |= EthernetPacket::cut_last;
  f_.counts.trimmed += 1;
  append(output, high, packet);
}

void Switches::start(std::uint32_t output) {
  Output& o = outputs_[output];
  Queue& q = o.queues[high].first != kNoPacket ? o.queues[high] : o.queues[low];
  if (q.first == kNoPacket) return;
  o.leaving = q.first;
  const EthernetPacket& p = f_.packets[o.leaving];
  q.first = p.next;
  const std::uint32_t router = router_of_[output];
  const Time now = f_.partition.now();
  o.head = f_.power ? f_.power->wanted(RouterId{router}, o.port, o.free, now) : now;
  o.free = o.head + rates_[o.link_class](Bytes{p.bytes});
  const std::uint64_t order = order_key(Phase::credit, f_.sender_of(f_.router(router)), o.port);
  f_.partition.post({o.free, order, output, 0, 0, depart_});
}

// End of a transmission. The mark depends on the data that remain in the queue.
bool Switches::depart(const Event& e) {
  Output& o = outputs_[e.target];
  const std::uint32_t packet = o.leaving, router = router_of_[e.target];
  EthernetPacket& p = f_.packets[packet];
  const bool data = p.is_whole_data();
  const Bytes size{p.bytes};
  o.queues[data ? low : high].bytes -= size;
  o.packets += 1;
  o.bytes += size;
  if (data) mark(e.target, p);
  if (f_.power && f_.power->wants_uses()) {
    f_.power->used(RouterId{router}, o.port, o.head, o.free, size);
  }
  if (f_.split) f_.split->sent(router, o.port, o.to_host, o.head, o.free, p.bytes);
  if (f_.jobs) {
    f_.jobs->crossed_by(router, o.port, p.job, o.head);
    f_.jobs->carried(router, o.port, p.job, o.head, o.free, size);
  }
  o.leaving = kNoPacket;
  if (f_.failures && is_down(router, o, o.head, o.free)) drop(packet);
  else pass_on(o, f_.router(router), packet);
  start(e.target);
  return true;
}

void Switches::mark(std::uint32_t output, EthernetPacket& p) {
  const Bytes queue = outputs_[output].queues[low].bytes;
  const EthernetSettings& s = f_.settings;
  if (outputs_[output].to_host && !s.marks_hosts) return;
  if (queue <= s.mark_low || p.is(EthernetPacket::marked)) return;
  const auto above = static_cast<double>((queue - s.mark_low).n);
  const auto range = static_cast<double>((s.mark_high - s.mark_low).n);
  if (queue <= s.mark_high && draw(output) * range >= above) return;
  p.flags |= EthernetPacket::marked;
  f_.counts.marked += 1;
}

void Switches::pass_on(const Output& o, RouterId from, std::uint32_t packet) {
  const Time at = f_.partition.now() + f_.link_classes[o.link_class].cable;
  const SenderId sender = f_.sender_of(from);
  if (o.to_host) {
    return f_.partition.post({at, order_key(Phase::node, sender, o.port), o.peer, packet, 0, f_.at_host});
  }
  EthernetPacket& p = f_.packets[packet];
  p.hops += 1;
  const RouterId to{o.peer};
  const Event arrival{at, order_key(Phase::arrival, sender, o.port), f_.decomposition.local(to), packet,
                      o.peer_port, f_.at_switch};
  const std::uint16_t part = f_.decomposition.owner(to);
  if (part == f_.part) return f_.partition.post(arrival);
  f_.boxes.to(part, at).packets.push_back({arrival, p});
  f_.packets.free(packet);
}

void Switches::drop(std::uint32_t packet) {
  f_.counts.dropped += 1;
  f_.packets.free(packet);
}

// A number in [0, 1): a function of the seed, the output and the number of draws there.
double Switches::draw(std::uint32_t output) {
  Output& o = outputs_[output];
  const RouterId router = f_.router(router_of_[output]);
  const std::uint64_t bits =
      mix(f_.seed ^ 0x65746865726e6574u, mix(std::uint64_t{router.v} << 32 | o.port, o.draws++));
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

void Switches::prefetch(const Event& e, Partition::Ahead stage) {
  if (stage == Partition::Ahead::far) fetch_ahead(&f_.packets[e.a]);
}

}  // namespace kasuri
