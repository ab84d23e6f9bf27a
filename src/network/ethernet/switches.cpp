// SPDX-License-Identifier: MIT
#include "network/ethernet/switches.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "base/core/hash.h"
#include "base/core/prefetch.h"

namespace kasuri {
Switches::Switches(EthernetFabric& f, const LinkFaultTable& faults)
    : f_(f),
      adaptive_(f.routing.adaptive()),
      classes_(f.settings.classes),
      depart_(f.partition.add_handler<&Switches::depart>(this)) {
  f_.at_switch = f_.partition.add_handler<&Switches::arrive, &Switches::prefetch>(this);
  std::vector<std::uint16_t> kinds;  // by class
  for (std::uint8_t i = 0; i < f_.link_classes.size(); ++i) {
    kinds.push_back(kind_of(i, faults.by_class.empty() ? 1 : faults.by_class[i].rate_factor));
  }
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
        o.kind = kinds.back();
      } else {
        const PortRef to = f_.topology.neighbour(id, port);
        o.peer = to.router.v;
        o.peer_port = to.port;
        o.kind = kinds[f_.topology.link_class(id, port)];
      }
      router_of_.push_back(r);
    }
  }
  for (const auto& [output, fault] : faults.exceptions) {
    if (f_.decomposition.owner(output.router) != f_.part) continue;
    Output& o = outputs_[first_output_[f_.decomposition.local(output.router)] + output.port];
    o.kind = kind_of(kinds_[o.kind].link_class, fault.rate_factor);
  }
  f_.partition.set_places(depart_, router_of_.data());
  more_.resize(outputs_.size() * (classes_ - 1));
  pauses_.emplace(f, first_output_, outputs_.size());
}

// Queues and marks of degraded links, and of slower and faster ones if so set, follow the rate.
std::uint16_t Switches::kind_of(std::uint8_t link_class, double rate_factor) {
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    if (kinds_[i].link_class == link_class && kinds_[i].rate_factor == rate_factor) {
      return static_cast<std::uint16_t>(i);
    }
  }
  const EthernetSettings& s = f_.settings;
  const BytesPerSecond full = f_.link_classes[link_class].rate;
  const auto by = [](std::int64_t n, double share) {
    return share == 1 ? n : std::max<std::int64_t>(1, std::llround(static_cast<double>(n) * share));
  };
  double share = rate_factor;
  if (s.queues_by_rate) share *= static_cast<double>(full.n) / static_cast<double>(s.ways[0].rate.n);
  const Serialisation rate(BytesPerSecond{by(full.n, rate_factor)});
  QueueDisciplineContext discipline{
      {s.lossless.pauses ? s.queue.n : std::max(by(s.queue.n, share), s.packet.n)}};
  MarkerContext marker{s.marks.low, s.marks.high, share, s.marks.most, s.marks.at};
  kinds_.push_back({link_class, rate_factor, rate,
                    s.forwarding == Forwarding::cut_through && rate.rate() >= s.fastest,
                    s.discipline.make(discipline), s.marker.make(marker)});
  return static_cast<std::uint16_t>(kinds_.size() - 1);
}

LinkLoad Switches::load(std::uint32_t router, std::uint32_t port) const {
  const Output& o = outputs_[first_output_[router] + port];
  const Kind& k = kinds_[o.kind];
  return {o.packets, o.bytes, o.bytes / k.rate.rate() - o.bytes / f_.link_classes[k.link_class].rate};
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
    Lengths lengths(*this, first_output_[router]);
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
  if (p.kind == EthernetPacket::Kind::pause) return hear(e);
  if (pauses_->on()) pauses_->forget(e.a);
  if (f_.failures && came_from_nowhere(e.target, e.b, p)) {
    drop(e.a);
    return true;
  }
  const std::uint32_t output = output_of(e.target, e.b, p);
  if (f_.failures && is_down(e.target, outputs_[output], e.time, e.time + Time{1})) drop(e.a);
  else if (!pauses_->on() || take_in(e, output)) enqueue(output, e.a);
  return true;
}

void Switches::enqueue(std::uint32_t output, std::uint32_t packet) {
  EthernetPacket& p = f_.packets[packet];
  const std::uint32_t priority = f_.priority(p);
  if (priority == classes_) return append(output, priority, packet);
  const Queue& q = queue(output, priority);
  const QueueDiscipline& discipline = *kinds_[outputs_[output].kind].discipline;
  drawing_ = output;
  const auto verdict = discipline.arrive(q.bytes, Bytes{p.bytes}, q.first != kNone, *this);
  if (verdict == QueueDiscipline::Verdict::queue) {
    mark(output, p, MarkAt::arrival);
    return append(output, priority, packet);
  }
  if (verdict == QueueDiscipline::Verdict::refuse_last) take_last_place(output, packet);
  count_congested(output, p);
  if (discipline.trims() && p.kind == EthernetPacket::Kind::data) trim(output, packet);
  else drop(packet);
}

void Switches::append(std::uint32_t output, std::uint32_t priority, std::uint32_t packet) {
  EthernetPacket& p = f_.packets[packet];
  Output& o = outputs_[output];
  Queue& q = queue(output, priority);
  if (priority == classes_ && !kinds_[o.kind].discipline->keeps_control(q.bytes, Bytes{p.bytes})) {
    return drop(packet);
  }
  q.bytes += Bytes{p.bytes};
  p.next = kNone;
  if (f_.observer) p.queued = static_cast<std::uint32_t>(f_.partition.now().ps / 1000);
  if (q.first == kNone) q.first = packet;
  else f_.packets[q.last].next = packet;
  q.last = packet;
  if (o.leaving == kNone) start(output);
}

// The new packet takes the place of the last one in a full queue, if it fits there, and becomes that one.
void Switches::take_last_place(std::uint32_t output, std::uint32_t packet) {
  EthernetPacket& p = f_.packets[packet];
  Queue& q = queue(output, f_.class_of(p.job));
  EthernetPacket& last = f_.packets[q.last];
  const Bytes others = q.bytes - Bytes{last.bytes};
  const QueueDiscipline& discipline = *kinds_[outputs_[output].kind].discipline;
  if (discipline.arrive(others, Bytes{p.bytes}, false, *this) != QueueDiscipline::Verdict::queue) return;
  mark(output, p, MarkAt::arrival);
  q.bytes += Bytes{p.bytes} - Bytes{last.bytes};
  std::swap(last, p);
  if (f_.settings.lossless.telemetry) std::swap(f_.telemetry[q.last], f_.telemetry[packet]);
  if (pauses_->on()) pauses_->swap(q.last, packet);
  last.next = kNone;
  last.queued = p.queued;
}

// Its header goes on, ahead of data, and tells the receiver what is missing.
void Switches::trim(std::uint32_t output, std::uint32_t packet) {
  EthernetPacket& p = f_.packets[packet];
  p.bytes = static_cast<std::uint32_t>(f_.settings.header.n);
  p.flags |= EthernetPacket::cut;
  if (outputs_[output].to_host) p.flags |= EthernetPacket::cut_last;
  f_.counts.trimmed += 1;
  append(output, classes_, packet);
}

Bytes Switches::waiting(std::uint32_t output) const {
  Bytes all = outputs_[output].data.bytes + outputs_[output].control.bytes;
  for (std::uint32_t c = 1; c < classes_; ++c) all += queue(output, c).bytes;
  return all;
}

// The class whose turn it is among those that have data and do not pause.
std::uint32_t Switches::next_data(std::uint32_t output) const {
  const Output& o = outputs_[output];
  for (std::uint32_t n = 1; n <= classes_; ++n) {
    const std::uint32_t c = (o.turn + n) % classes_;
    if (queue(output, c).first != kNone && !(o.paused >> c & 1)) return c;
  }
  return kNone;
}

// The priority of the next packet.
std::uint32_t Switches::next(std::uint32_t output) {
  Output& o = outputs_[output];
  bool is_control = o.control.first != kNone;
  if (o.paused >> classes_ & 1) [[unlikely]] {
    is_control = is_control && f_.packets[o.control.first].kind == EthernetPacket::Kind::pause;
  }
  std::uint32_t data = o.data.first == kNone || (o.paused & 1) ? kNone : 0;
  if (classes_ > 1) data = next_data(output);
  if (!is_control || data == kNone) {
    o.controls = 0;
    return is_control ? classes_ : data;
  }
  const bool control = kinds_[o.kind].discipline->control_first(o.controls);
  o.controls = control ? static_cast<std::uint8_t>(std::min(o.controls + 1, UINT8_MAX)) : 0;
  return control ? classes_ : data;
}

void Switches::start(std::uint32_t output) {
  Output& o = outputs_[output];
  const std::uint32_t priority = next(output);
  if (priority == kNone) return;
  Queue& q = queue(output, priority);
  o.leaving = q.first;
  EthernetPacket& p = f_.packets[o.leaving];
  q.first = p.next;
  o.from = static_cast<std::uint8_t>(priority);
  if (priority < classes_) o.turn = o.from;
  o.leaving_bytes = p.bytes;
  const Kind& kind = kinds_[o.kind];
  const std::uint32_t router = router_of_[output];
  const Time now = f_.partition.now();
  o.head = f_.power ? f_.power->wanted(RouterId{router}, o.port, o.free, now) : now;
  o.free = o.head + f_.time_of(kind.rate, Bytes{p.bytes});
  if (f_.observer) {
    const Time waited{(static_cast<std::uint32_t>(now.ps / 1000) - p.queued) * std::int64_t{1000}};
    f_.observer->granted({.router = router, .port = o.port, .packet = o.leaving,
                          .requested = now - waited, .possible = now, .granted = now,
                          .head = o.head, .tail = o.free, .freed = o.free});
  }
  // In that code, what arrives at the same instant was scheduled before, and comes first.
  const Phase phase = f_.settings.reference() ? Phase::arbitration : Phase::credit;
  const std::uint64_t order = order_key(phase, f_.sender_of(f_.router(router)), o.port);
  f_.partition.post({o.free, order, output, 0, 0, depart_});
  mark(output, p, MarkAt::start);
  if (f_.settings.lossless.telemetry && p.is_whole_data()) stamp(output, o.leaving);
  if (pauses_->on()) {
    Bytes& held = pauses_->stop(output, priority).held;
    if (held > Bytes{0}) {
      held -= Bytes{p.bytes};
      p.flags |= EthernetPacket::held;
    }
    // Its own packet may be the last that keeps an input paused, and frames may make the pool grow.
    if (pauses_->leaves_at_start()) release(router, o.leaving);
  }
  if (!kind.cuts_through) return;
  EthernetPacket& leaving = f_.packets[o.leaving];
  // The header has left, and the rest follows without a gap. Hosts take whole packets.
  mark(output, leaving, MarkAt::departure);
  account(output, leaving);
  const Time sent =
      o.to_host ? o.free : o.head + kind.rate(std::min(Bytes{leaving.bytes}, f_.settings.header));
  pass_on(o, f_.router(router), o.leaving, sent, o.port);
}

void Switches::stamp(std::uint32_t output, std::uint32_t packet) {
  const Output& o = outputs_[output];
  Telemetry& t = f_.telemetry[packet];
  if (t.count == Telemetry::kMost) return;
  t.hops[t.count++] = {o.head, o.bytes, waiting(output) - Bytes{f_.packets[packet].bytes},
                       kinds_[o.kind].rate.rate()};
}

// End of a transmission. The mark depends on the data that remain in the queue.
bool Switches::depart(const Event& e) {
  Output& o = outputs_[e.target];
  queue(e.target, o.from).bytes -= Bytes{o.leaving_bytes};
  if (!kinds_[o.kind].cuts_through) {
    EthernetPacket& p = f_.packets[o.leaving];
    mark(e.target, p, MarkAt::departure);
    account(e.target, p);
    if (pauses_->on() && !pauses_->leaves_at_start()) release(router_of_[e.target], o.leaving);
    pass_on(o, f_.router(router_of_[e.target]), o.leaving, o.free, o.port);
  }
  o.leaving = kNone;
  start(e.target);
  return true;
}

// A packet in transmission.
void Switches::account(std::uint32_t output, const EthernetPacket& p) {
  Output& o = outputs_[output];
  const std::uint32_t router = router_of_[output];
  const Bytes size{p.bytes};
  o.packets += 1;
  o.bytes += size;
  if (f_.power && f_.power->wants_uses()) {
    f_.power->used(RouterId{router}, o.port, o.head, o.free, size);
  }
  if (f_.split) f_.split->sent(router, o.port, o.to_host, o.head, o.free, p.bytes);
  if (f_.jobs && p.kind != EthernetPacket::Kind::pause) {
    f_.jobs->crossed_by(router, o.port, p.job, o.head);
    f_.jobs->carried(router, o.port, p.job, o.head, o.free, size);
  }
}

void Switches::mark(std::uint32_t output, EthernetPacket& p, MarkAt when) {
  const Output& o = outputs_[output];
  const Marker& marker = *kinds_[o.kind].marker;
  if (marker.when() != when || !p.is_whole_data() || p.is(EthernetPacket::marked)) return;
  if (o.to_host && !f_.settings.marks.hosts) return;
  Bytes queue = this->queue(output, f_.class_of(p.job)).bytes;
  // At the beginning of its transmission, a packet is in the queue itself.
  if (when == MarkAt::start || (when == MarkAt::departure && kinds_[o.kind].cuts_through)) {
    queue -= Bytes{p.bytes};
  }
  drawing_ = output;
  if (!marker.marks(queue, *this)) return;
  count_congested(output, p);
  p.flags |= EthernetPacket::marked;
  f_.counts.marked += 1;
}

void Switches::pass_on(const Output& o, RouterId from, std::uint32_t packet, Time sent,
                       std::uint32_t sequence) {
  // A pause that is lost would never end.
  if (f_.failures && f_.packets[packet].kind != EthernetPacket::Kind::pause &&
      is_down(f_.decomposition.local(from), o, o.head, o.free)) {
    return drop(packet);
  }
  const Time at = sent + f_.link_classes[kinds_[o.kind].link_class].cable;
  const SenderId sender = f_.sender_of(from);
  if (o.to_host) {
    return f_.partition.post({at, order_key(Phase::node, sender, sequence), o.peer, packet, 0, f_.at_host});
  }
  EthernetPacket& p = f_.packets[packet];
  p.hops += 1;
  const RouterId to{o.peer};
  const Event arrival{at, order_key(Phase::arrival, sender, sequence), f_.decomposition.local(to),
                      packet, o.peer_port, f_.at_switch};
  const std::uint16_t part = f_.decomposition.owner(to);
  if (part == f_.part) return f_.partition.post(arrival);
  f_.boxes.to(part, at).packets.push_back({arrival, p});
  if (f_.settings.lossless.telemetry) f_.boxes.to(part, at).telemetry.push_back(f_.telemetry[packet]);
  f_.packets.free(packet);
}

// Each packet once.
void Switches::count_congested(std::uint32_t output, const EthernetPacket& p) {
  if (p.is(EthernetPacket::marked) || p.kind != EthernetPacket::Kind::data) return;
  (outputs_[output].to_host ? f_.counts.congested_at_hosts : f_.counts.congested_between) += 1;
}

void Switches::drop(std::uint32_t packet) {
  if (pauses_->on()) {
    const std::uint32_t input = pauses_->input_of(packet);
    if (input != UINT32_MAX) release(router_of_[input], packet);
  }
  f_.counts.dropped += 1;
  f_.packets.free(packet);
}

// A function of the seed, the output and the number of draws there.
double Switches::draw() {
  Output& o = outputs_[drawing_];
  const RouterId router = f_.router(router_of_[drawing_]);
  const std::uint64_t bits =
      mix(f_.seed ^ 0x65746865726e6574u, mix(std::uint64_t{router.v} << 32 | o.port, o.draws++));
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

void Switches::prefetch(const Event& e, Partition::Ahead stage) {
  if (stage != Partition::Ahead::far) return;
  fetch_ahead(&f_.packets[e.a]);
  if (f_.settings.lossless.telemetry) fetch_ahead(&f_.telemetry[e.a]);
}

}  // namespace kasuri
