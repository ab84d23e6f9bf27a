// SPDX-License-Identifier: MIT
#include "network/ethernet/switches.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "base/core/hash.h"
#include "base/core/prefetch.h"

namespace kasuri {
namespace {
constexpr std::uint32_t kNoPacket = UINT32_MAX;
}  // namespace

Switches::Switches(EthernetFabric& f, const LinkFaultTable& faults)
    : f_(f),
      adaptive_(f.routing.adaptive()),
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

// Into the buffer of the switch.
bool Switches::take_in(const Event& e, std::uint32_t output) {
  const std::uint32_t input = first_output_[e.target] + e.b;
  EthernetPacket& p = f_.packets[e.a];
  if (p.is(EthernetPacket::held)) pauses_->count_held(input, p, output);
  if (!pauses_->admit(e.target, input, e.a)) {
    count_congested(output, p);
    drop(e.a);
    return false;
  }
  const std::uint32_t priority = pauses_->priority(p);
  if (!pauses_->begins(e.target, input, priority)) return true;
  // The longest queue is to blame, whatever this packet is for.
  const std::uint32_t most = longest_queue(e.target);
  pauses_->blame(input, priority, most);
  f_.counts.pauses += 1;
  f_.counts.pauses_at_hosts += outputs_[most].to_host;
  f_.counts.pauses_spread += outputs_[most].paused != 0;
  pause(input, priority, true);
  return true;
}

std::uint32_t Switches::longest_queue(std::uint32_t router) const {
  const std::uint32_t end = router + 1 < first_output_.size() ? first_output_[router + 1]
                                                              : static_cast<std::uint32_t>(outputs_.size());
  std::uint32_t most = first_output_[router];
  for (std::uint32_t o = most + 1; o < end; ++o) {
    if (outputs_[o].queues[low].bytes > outputs_[most].queues[low].bytes) most = o;
  }
  return most;
}

// Tells the sender at the other end of a link, ahead of all that waits.
void Switches::pause(std::uint32_t output, std::uint32_t priority, bool pauses) {
  Output& o = outputs_[output];
  const std::uint32_t i = f_.allocate_packet();
  f_.packets[i] = {.next = kNoPacket,
                   .number = priority,
                   .bytes = static_cast<std::uint32_t>(pauses_->frame().n),
                   .kind = EthernetPacket::Kind::pause,
                   .entropy = pauses};
  if (pauses_->frame() == Bytes{0}) {
    const std::uint32_t sequence = o.port | (1 + 2 * priority + pauses) << 16;
    return pass_on(o, f_.router(router_of_[output]), i, f_.partition.now(), sequence);
  }
  Queue& q = o.queues[high];
  q.bytes += pauses_->frame();
  std::uint32_t before = kNoPacket, behind = q.first;
  while (behind != kNoPacket && f_.packets[behind].kind == EthernetPacket::Kind::pause) {
    before = std::exchange(behind, f_.packets[behind].next);
  }
  f_.packets[i].next = behind;
  (before == kNoPacket ? q.first : f_.packets[before].next) = i;
  if (behind == kNoPacket) q.last = i;
  if (o.leaving == kNoPacket) start(output);
}

// A neighbour has this output pause or resume.
bool Switches::hear(const Event& e) {
  const EthernetPacket p = f_.packets[e.a];
  f_.packets.free(e.a);
  const std::uint32_t output = first_output_[e.target] + e.b;
  Output& o = outputs_[output];
  Pauses::Stop& stop = pauses_->stop(output);
  const auto bit = static_cast<std::uint8_t>(1u << p.number);
  if (p.entropy) {
    if (!o.paused) stop.since = e.time;
    o.paused |= bit;
    return true;
  }
  o.paused &= static_cast<std::uint8_t>(~bit);
  if (!o.paused) f_.counts.paused += e.time - stop.since;
  if (p.number == 0) {
    stop.held = o.queues[low].bytes;
    if (o.leaving != kNoPacket && o.leaves_data) stop.held -= Bytes{o.leaving_bytes};
  }
  if (o.leaving == kNoPacket) start(output);
  return true;
}

void Switches::release(std::uint32_t router, std::uint32_t packet) {
  const Pauses::Resumed resumed = pauses_->release(router, packet);
  if (resumed.input != UINT32_MAX) pause(resumed.input, resumed.priority, false);
}

std::uint64_t Switches::stalled(Time since) const {
  std::uint64_t n = 0;
  for (std::uint32_t i = 0; pauses_->on() && i < outputs_.size(); ++i) {
    n += outputs_[i].paused && outputs_[i].queues[low].first != kNoPacket &&
         pauses_->stop(i).since <= since;
  }
  return n;
}

std::vector<BlockedPacket> Switches::blocked() const {
  std::vector<BlockedPacket> all;
  for (std::uint32_t i = 0; pauses_->on() && i < outputs_.size(); ++i) {
    const Output& o = outputs_[i];
    if (!o.paused || o.to_host) continue;
    const auto begin = static_cast<std::ptrdiff_t>(all.size());
    for (std::uint32_t p = o.queues[low].first; p != kNoPacket; p = f_.packets[p].next) {
      const std::uint32_t input = pauses_->input_of(p);
      if (input == UINT32_MAX) continue;
      const std::uint16_t port = outputs_[input].port;
      const auto same = std::find_if(all.begin() + begin, all.end(),
                                     [&](const BlockedPacket& b) { return b.port == port; });
      if (same != all.end()) same->queued += 1;
      else all.push_back({f_.router(router_of_[i]), port, 0, o.port, 1, p, 1, pauses_->stop(i).since});
    }
  }
  // An input that waits for two outputs is one place.
  std::ranges::stable_sort(all, {}, [](const BlockedPacket& b) { return std::pair(b.at.v, b.port); });
  std::vector<BlockedPacket> merged;
  for (const BlockedPacket& b : all) {
    if (merged.empty() || merged.back().at != b.at || merged.back().port != b.port) {
      merged.push_back(b);
    } else {
      merged.back().other_port = b.wanted_port;
      merged.back().other_vcs = 1;
    }
  }
  return merged;
}

void Switches::enqueue(std::uint32_t output, std::uint32_t packet) {
  EthernetPacket& p = f_.packets[packet];
  if (!f_.data_class(p)) return append(output, high, packet);
  Queue& q = outputs_[output].queues[low];
  const QueueDiscipline& discipline = *kinds_[outputs_[output].kind].discipline;
  drawing_ = output;
  const auto verdict = discipline.arrive(q.bytes, Bytes{p.bytes}, q.first != kNoPacket, *this);
  if (verdict == QueueDiscipline::Verdict::queue) {
    mark(output, p, MarkAt::arrival);
    return append(output, low, packet);
  }
  if (verdict == QueueDiscipline::Verdict::refuse_last) take_last_place(output, packet);
  count_congested(output, p);
  if (discipline.trims() && p.kind == EthernetPacket::Kind::data) trim(output, packet);
  else drop(packet);
}

void Switches::append(std::uint32_t output, Class c, std::uint32_t packet) {
  EthernetPacket& p = f_.packets[packet];
  Output& o = outputs_[output];
  Queue& q = o.queues[c];
  if (c == high && !kinds_[o.kind].discipline->keeps_control(q.bytes, Bytes{p.bytes})) return drop(packet);
  q.bytes += Bytes{p.bytes};
  p.next = kNoPacket;
  if (f_.observer) p.queued = static_cast<std::uint32_t>(f_.partition.now().ps / 1000);
  if (q.first == kNoPacket) q.first = packet;
  else f_.packets[q.last].next = packet;
  q.last = packet;
  if (o.leaving == kNoPacket) start(output);
}

// The new packet takes the place of the last one in a full queue, if it fits there, and becomes that one.
void Switches::take_last_place(std::uint32_t output, std::uint32_t packet) {
  EthernetPacket& p = f_.packets[packet];
  Queue& q = outputs_[output].queues[low];
  EthernetPacket& last = f_.packets[q.last];
  const Bytes others = q.bytes - Bytes{last.bytes};
  const QueueDiscipline& discipline = *kinds_[outputs_[output].kind].discipline;
  if (discipline.arrive(others, Bytes{p.bytes}, false, *this) != QueueDiscipline::Verdict::queue) return;
  mark(output, p, MarkAt::arrival);
  q.bytes += Bytes{p.bytes} - Bytes{last.bytes};
  std::swap(last, p);
  if (f_.settings.lossless.telemetry) std::swap(f_.telemetry[q.last], f_.telemetry[packet]);
  if (pauses_->on()) pauses_->swap(q.last, packet);
  last.next = kNoPacket;
  last.queued = p.queued;
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

Switches::Class Switches::next(Output& o) const {
  bool is_high = o.queues[high].first != kNoPacket, is_low = o.queues[low].first != kNoPacket;
  if (o.paused) [[unlikely]] {
    is_low = is_low && !(o.paused & 1);
    is_high = is_high && (!(o.paused & 2) ||
                          f_.packets[o.queues[high].first].kind == EthernetPacket::Kind::pause);
  }
  if (!is_high || !is_low) {
    o.control = 0;
    return is_high ? high : is_low ? low : nothing;
  }
  const bool control = kinds_[o.kind].discipline->control_first(o.control);
  o.control = control ? static_cast<std::uint8_t>(std::min(o.control + 1, UINT8_MAX)) : 0;
  return control ? high : low;
}

void Switches::start(std::uint32_t output) {
  Output& o = outputs_[output];
  const Class c = next(o);
  if (c == nothing) return;
  Queue& q = o.queues[c];
  o.leaving = q.first;
  EthernetPacket& p = f_.packets[o.leaving];
  q.first = p.next;
  o.leaves_data = c == low;
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
  if (f_.settings.lossless.telemetry && p.is_whole_data()) stamp(o, o.leaving);
  if (pauses_->on()) {
    Bytes& held = pauses_->stop(output).held;
    if (held > Bytes{0} && o.leaves_data) {
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

void Switches::stamp(const Output& o, std::uint32_t packet) {
  Telemetry& t = f_.telemetry[packet];
  if (t.count == Telemetry::kMost) return;
  const Bytes queue = o.queues[low].bytes + o.queues[high].bytes - Bytes{f_.packets[packet].bytes};
  t.hops[t.count++] = {o.head, o.bytes, queue, kinds_[o.kind].rate.rate()};
}

// End of a transmission. The mark depends on the data that remain in the queue.
bool Switches::depart(const Event& e) {
  Output& o = outputs_[e.target];
  o.queues[o.leaves_data ? low : high].bytes -= Bytes{o.leaving_bytes};
  if (!kinds_[o.kind].cuts_through) {
    EthernetPacket& p = f_.packets[o.leaving];
    mark(e.target, p, MarkAt::departure);
    account(e.target, p);
    if (pauses_->on() && !pauses_->leaves_at_start()) release(router_of_[e.target], o.leaving);
    pass_on(o, f_.router(router_of_[e.target]), o.leaving, o.free, o.port);
  }
  o.leaving = kNoPacket;
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
  Bytes queue = o.queues[low].bytes;
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
