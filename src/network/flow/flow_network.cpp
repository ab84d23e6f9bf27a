// SPDX-License-Identifier: MIT
#include "network/flow/flow_network.h"

#include <algorithm>

#include "base/core/check.h"
#include "base/core/hash.h"
#include "network/flow/flow_capacities.h"

namespace kasuri {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;
constexpr std::int64_t kPicoseconds = 1'000'000'000'000;
constexpr std::int64_t kPacketsPerStep = 2;

}  // namespace

config::Fields<FlowParams> FlowParams::fields() {
  using P = FlowParams;
  using namespace literals;
  return {
      config::field("step", &P::step,
                    "shares are computed again at multiples of this time, if flows have begun or ended; "
                    "default: the time of two of the largest packets on a NIC's link, and where messages "
                    "are not in step, later, for several changes together")
          .range(1_ps, 1_ms),
      config::field("short_message", &P::short_message,
                    "messages up to this size on the wire take latency and their NICs' time, and no share "
                    "of links; default: what their path holds, its latency times its rate")
          .range(0_B, Bytes{1 << 30}),
      config::field("efficiency", &P::efficiency,
                    "share of a link between routers that flows have together if they could fill it")
          .range(0.01, 1.0),
      config::field("turns", &P::turns,
                    "whether links serve the virtual channels of inputs in turn, where router.arbiter does "
                    "so and queues are at inputs, so that messages from far get less; else messages share "
                    "links equally"),
  };
}

FlowNetwork::FlowNetwork(const FlowParams& flow, const NicParams& p, const LinkFaultTable& slow,
                         Bytes buffer, std::uint32_t turns, MachinePart& f, std::size_t jobs)
    : p_(p),
      f_(f),
      numbers_(f.topology),
      shares_(flow_capacities(f, p.dma_write_rate, flow.efficiency, slow), buffer),
      paths_(f, shares_, numbers_, buffer, p.packet, turns),
      tracks_(f, numbers_),
      pace_(flow.step.value_or(later(
                p.packet / times(f.link_classes.back().rate, terminal_factor(slow)) * kPacketsPerStep,
                Time{1})),
            !flow.step),
      buffer_(buffer),
      short_(flow.short_message),
      round_robin_(p.scheduler == SendOrder::round_robin),
      loops_back_(p.loopback == "router"),
      sends_take_time_(p.send_overhead > Time{0} || p.peer_change_time > Time{0}),
      link_rate_(times(f.link_classes.back().rate, terminal_factor(slow))),
      send_rate_(slower(link_rate_, p.dma_read_rate)),
      receive_rate_(
          slower(times(f.link_classes.back().flow.rate(), terminal_factor(slow)), p.dma_write_rate)),
      per_node_(static_cast<std::uint32_t>(p.per_node)),
      wake_(f.partition.add_handler<&FlowNetwork::woken>(this)),
      awake_(f.partition.add_handler<&FlowNetwork::awake>(this)),
      tick_(f.partition.add_handler<&FlowNetwork::tick>(this)),
      reach_(f.partition.add_handler<&FlowNetwork::reach>(this)),
      land_(f.partition.add_handler<&FlowNetwork::land>(this)),
      complete_(f.partition.add_handler<&FlowNetwork::complete>(this)),
      sent_(f.partition.add_handler<&FlowNetwork::sent>(this)),
      dropped_(f.partition.add_handler<&FlowNetwork::dropped>(this)),
      nics_(f.endpoint_count(), Nic{.queue = {kNone, kNone}, .urgent = {kNone, kNone}, .free = {0},
                                    .wake = kNever, .engine = {0}, .ejected = {0}, .receive = {0},
                                    .flows = 0, .last = kNone, .peer = kNone, .sequence = 0, .sent = {0},
                                    .received = {0}}),
      nodes_(f.endpoint_count() / per_node_),
      loads_(numbers_.count()),
      delivered_(jobs) {
}

std::uint8_t FlowNetwork::add_client(TransportClient& client) {
  clients_.push_back(&client);
  return static_cast<std::uint8_t>(clients_.size() - 1);
}

void FlowNetwork::begin_tracking() {
  tracked_ = FlowTracks::wanted(f_);
  if (tracked_) paths_.track();
}

Bytes FlowNetwork::on_wire(Bytes payload) const {
  const std::int64_t full = payload.n / payload_per_packet();
  const std::int64_t rest = payload.n % payload_per_packet();
  Bytes total = std::max(p_.packet, p_.smallest_packet) * full;
  if (rest > 0 || full == 0) total += std::max(Bytes{rest} + p_.header, p_.smallest_packet);
  return total;
}

void FlowNetwork::post(NodeId by, std::uint32_t node, Time when, std::uint32_t record, EventKind kind) {
  const std::uint32_t sequence = nodes_[by.v].events++ & (kInjectSequence - 1);
  f_.partition.post({when, order_key(Phase::node, f_.sender_of(by), sequence), node, record, 0, kind});
}

void FlowNetwork::send(const Message& m) {
  const std::uint32_t node = m.source.v;
  if (m.source == m.destination && (!loops_back_ || m.ways)) return send_within(node, m);
  std::uint32_t k = m.nic != Message::kAnyNic ? m.nic
                    : per_node_ == 1          ? 0
                                              : nodes_[node].turn++ % per_node_;
  if (f_.failures && !choose_nic(m, k)) return drop(m);
  const std::uint32_t index = node * per_node_ + k;
  Nic& n = nics_[index];
  const Time now = f_.partition.now();
  Time ready = now;
  if (sends_take_time_) {
    if (n.peer != kNone && n.peer != m.destination.v) n.engine += p_.peer_change_time;
    n.peer = m.destination.v;
    n.engine = later(n.engine, now) + p_.send_overhead;
    if (m.ways & Message::kEngine) n.engine += engine_time_;
    ready = n.engine;
  }
  if (!(m.ways & Message::kFromNic)) ready += p_.fetch(m.size);
  const std::int64_t packets =
      std::max<std::int64_t>(1, (m.size.n + payload_per_packet() - 1) / payload_per_packet());
  const std::uint32_t i = records_.allocate();
  records_[i] = {.message = m, .posted = now, .ready = ready, .began = {0}, .latency = {0},
                 .wire = on_wire(m.size), .hops = 0, .packets = static_cast<std::uint64_t>(packets),
                 .bound = 0, .next = kNone, .nic = index};
  append(m.ways & Message::kFirst ? n.urgent : n.queue, i);
  pump(index);
}

// Whether the k-th NICs are connected, or the next ones, to which k is then set.
bool FlowNetwork::choose_nic(const Message& m, std::uint32_t& k) const {
  for (std::uint32_t more = 0; more < per_node_; ++more) {
    const std::uint32_t other = (k + more) % per_node_;
    if (!f_.failures->connected(0, EndpointId{m.source.v * per_node_ + other},
                                EndpointId{m.destination.v * per_node_ + other})) {
      continue;
    }
    k = other;
    return true;
  }
  return false;
}

// No path connects its NICs, and none will.
void FlowNetwork::drop(const Message& m) {
  DeliveryStatistics& d = delivered_[m.job];
  if (m.traffic == Traffic::control) {
    d.dropped_controls += 1;
  } else {
    d.dropped_messages += 1;
    d.dropped_bytes += m.size;
  }
  if (!m.wants_sent) return;
  const std::uint32_t i = records_.allocate();
  records_[i].message = m;
  post(m.source, m.source.v, f_.partition.now(), i, dropped_);
}

bool FlowNetwork::dropped(const Event& e) {
  const Message m = records_[e.a].message;
  records_.free(e.a);
  clients_[m.client]->on_sent(m);
  return true;
}

void FlowNetwork::append(Queue& q, std::uint32_t record) {
  if (q.first == kNone) q.first = record;
  else records_[q.last].next = record;
  q.last = record;
}

// From memory to memory, one message after the other; what NICs send to themselves is not copied.
void FlowNetwork::send_within(std::uint32_t node, const Message& m) {
  const Time now = f_.partition.now();
  const std::uint32_t i = records_.allocate();
  records_[i] = {.message = m, .posted = now, .ready = now, .began = now, .latency = {0}, .wire = m.size,
                 .hops = 0, .packets = 0, .bound = 0, .next = kNone, .nic = node * per_node_};
  Time left = now;
  if (m.ways) {
    Time& engine = nics_[node * per_node_].engine;
    if (m.ways & Message::kEngine && sends_take_time_) left = engine = later(engine, now) + engine_time_;
  } else {
    Time& copied = nodes_[node].copied;
    left = copied = later(copied, now) + m.size / p_.intra_node_rate;
  }
  if (m.wants_sent) post(m.source, node, left, i, sent_);
  post(m.source, node, left + p_.intra_node_latency, i, complete_);
}

void FlowNetwork::wake(std::uint32_t index, Nic& n, Time when) {
  if (when >= n.wake) return;
  n.wake = when;
  f_.partition.post({when, order_key(Phase::node, f_.sender_of(NodeId{index / per_node_}),
                                     kInjectSequence + index % per_node_),
                     index, 0, 0, wake_});
}

bool FlowNetwork::woken(const Event& e) {
  if (nics_[e.target].wake != e.time) return false;  // superseded by an earlier one
  nics_[e.target].wake = kNever;
  pump(e.target);
  return true;
}

// Where the number of the next message is kept: of the firsts of both queues the one that is ready earlier.
std::uint32_t* FlowNetwork::next_of(Nic& n) {
  if (n.urgent.first == kNone) return n.queue.first == kNone ? nullptr : &n.queue.first;
  if (n.queue.first == kNone) return &n.urgent.first;
  const Time now = later(f_.partition.now(), n.free);
  const Time urgent = later(records_[n.urgent.first].ready, now);
  return later(records_[n.queue.first].ready, now) < urgent ? &n.queue.first : &n.urgent.first;
}

// Sends what the NIC can send now, and has it woken for what is next.
void FlowNetwork::pump(std::uint32_t index) {
  Nic& n = nics_[index];
  while (n.flows == 0 || round_robin_) {
    std::uint32_t* const next = next_of(n);
    if (!next) return;
    const std::uint32_t i = *next;
    const Time ready = later(records_[i].ready, n.free);
    if (ready > f_.partition.now()) return wake(index, n, ready);
    *next = records_[i].next;
    begin(index, i);
  }
}

void FlowNetwork::begin(std::uint32_t index, std::uint32_t i) {
  Nic& n = nics_[index];
  Record& r = records_[i];
  r.began = f_.partition.now();
  n.sent += r.wire;
  const bool from_nic = r.message.ways & Message::kFromNic;
  const std::int64_t nic_rate = std::min((from_nic ? link_rate_ : send_rate_).n, Shares::kMaxRate);
  const std::uint32_t sequence = n.sequence++;
  const bool surely_short = short_ && r.wire <= *short_;
  const bool one_path = surely_short || r.packets == 1;
  paths_.find({index}, {receiver(r)}, sequence, one_path, nic_rate, path_);
  const Bytes held{scaled(path_.bound, static_cast<std::uint64_t>(path_.latency.ps), kPicoseconds)};
  r.latency = path_.latency;
  r.hops = path_.hops;
  r.bound = path_.bound;
  Time wakes{0};
  if (tracked_) {
    const Time head = front(n), sends = r.packets > 1 ? Time{0} : r.wire / BytesPerSecond{r.bound};
    const Time waits = tracks_.begin(i, index, path_, head, sends, r.message.job);
    if (waits > Time{0}) wakes = head + waits - r.began;
  }
  if (surely_short || (!short_ && r.wire <= held)) begin_short(n, i, wakes);
  else if (wakes == Time{0}) begin_flow(n, i);
  else ++n.flows, post(r.message.source, index, r.began + wakes, i, awake_);
}

// When what a NIC sends now is at the front of a buffer: behind what that has of the flow before.
Time FlowNetwork::front(const Nic& n) const {
  const Time now = f_.partition.now();
  const std::int64_t rate = n.last == kNone ? 0 : shares_.rate(n.last);
  return rate > 0 ? later(end_of(flows_[n.last], rate), now) : now;
}

// The links of a message's path are up. It has had no share of links while it waited, but its NIC.
bool FlowNetwork::awake(const Event& e) {
  Nic& n = nics_[e.target];
  --n.flows;
  const std::span<const LinkUse> links = tracks_.uses(e.a);
  path_.uses.assign(links.begin(), links.end());
  begin_flow(n, e.a);
  pump(e.target);
  return true;
}

void FlowNetwork::begin_short(Nic& n, std::uint32_t i, Time wakes) {
  Record& r = records_[i];
  const Message& m = r.message;
  const std::uint64_t draw = mix(f_.seed, std::uint64_t{r.nic} << 32 | n.sequence);
  r.latency += wakes + paths_.wait(path_, draw, [this](std::uint32_t flow) { return backlog(flow); });
  const FlowPaths::Passed passed = paths_.pass(path_, r.wire, r.began + wakes);
  r.latency += passed.waits;
  count_time(path_.latency + r.wire / BytesPerSecond{r.bound}, r.latency - path_.latency);
  const Time now = r.began;
  n.free = now + passed.held + r.wire / (m.ways & Message::kFromNic ? link_rate_ : send_rate_);
  count_links(path_.uses, r);
  if (tracked_) tracks_.end(i, now, n.free, r.wire, FlowTracks::kShort);
  if (m.wants_sent) post(m.source, m.source.v, later(n.free, now + Time{1}), i, sent_);
  // Of several that come to an ejection link at once, one input after the other, as arbiters have it.
  constexpr auto kArrival = static_cast<std::uint8_t>(Phase::arrival);
  const std::uint64_t order = std::uint64_t{kArrival} << 62 |
                              std::uint64_t{std::min(path_.input, 0x3fffu)} << 48 |
                              std::uint64_t{m.source.v & 0xffffff} << 24 |
                              (nodes_[m.source.v].events++ & 0xffffff);
  f_.partition.post({now + r.latency, order, m.destination.v, i, 0, reach_});
}

// In buffers is what its NIC could have sent by now and its rate has not taken on.
FlowPaths::Backlog FlowNetwork::backlog(std::uint32_t flow) const {
  const Flow& f = flows_[flow];
  const Record& r = records_[f.record];
  const Time now = f_.partition.now();
  const auto until = [&](Time since, std::int64_t rate) {
    return now > since ? static_cast<Wide>(rate) * static_cast<Wide>((now - since).ps) : 0;
  };
  const Wide all = static_cast<Wide>(r.wire.n) * kPicoseconds;
  const Wide sent = std::min(until(r.began, r.bound), all);
  const Wide passed = std::min(all - f.left + until(f.since, shares_.rate(flow)), all);
  return {static_cast<std::int64_t>((all - passed) / kPicoseconds),
          sent > passed ? static_cast<std::int64_t>((sent - passed) / kPicoseconds) : 0};
}

// The NIC has sent the message when the rest of it fits into one buffer. Buffers of further routers also
// hold parts of it, but share their space with other messages. Messages without hops, and those of NICs
// that send several in turn, have no such buffer.
void FlowNetwork::begin_flow(Nic& n, std::uint32_t i) {
  const Record& r = records_[i];
  const Time now = f_.partition.now();
  path_.uses.insert(path_.uses.begin(), {numbers_.count() + r.nic, kWholeFlow, 0, 1, paths_.turns()});
  const std::uint32_t flow = shares_.start(path_.uses, r.bound, now, r.wire);
  if (flow >= flows_.size()) flows_.resize(flow + 1);
  const Bytes held{round_robin_ || r.hops == 0 ? 0 : buffer_.n};
  flows_[flow] = {static_cast<Wide>(r.wire.n) * kPicoseconds, static_cast<Wide>(held.n) * kPicoseconds,
                  now, i, true};
  ++n.flows;
  if (r.wire <= held) release(flow);
  if (const std::int64_t rate = shares_.rate(flow)) ends_.set(flow, end_of(flows_[flow], rate));
  else changed();
  schedule();
}

// Its NIC has sent it, or will have when the wire is through, and can send another one.
void FlowNetwork::release(std::uint32_t flow) {
  Flow& f = flows_[flow];
  const Record& r = records_[f.record];
  const Message& m = r.message;
  f.sending = false;
  Nic& n = nics_[r.nic];
  --n.flows;
  const Time sent = r.began + r.wire / (m.ways & Message::kFromNic ? link_rate_ : send_rate_);
  n.free = later(n.free, sent);
  n.last = flow;
  if (m.wants_sent) post(m.source, m.source.v, later(sent, f_.partition.now()), f.record, sent_);
}

// A flow's NIC has sent it, or all of it has come through.
void FlowNetwork::reached(std::uint32_t flow) {
  Flow& f = flows_[flow];
  if (!f.sending || f.held == 0) return finish(flow);
  const auto rate = static_cast<Wide>(shares_.rate(flow));
  const Time now = f_.partition.now();
  const Wide done = now > f.since ? rate * static_cast<Wide>((now - f.since).ps) : 0;
  f.left = done < f.left ? f.left - done : 0;
  f.since = later(f.since, now);
  release(flow);
  ends_.set(flow, end_of(f, shares_.rate(flow)));
  pump(records_[f.record].nic);
}

// Of what is done next, at a rate.
Time FlowNetwork::end_of(const Flow& f, std::int64_t at) const {
  const Wide left = !f.sending ? f.left : f.left > f.held ? f.left - f.held : 0;
  const auto rate = static_cast<std::uint64_t>(at);
  const bool narrow = left <= UINT64_MAX - rate;
  const Wide takes = narrow ? (static_cast<std::uint64_t>(left) + rate - 1) / rate
                            : (left + rate - 1) / rate;
  check(takes < static_cast<Wide>(INT64_MAX - f.since.ps), "a flow ends within the range of time");
  return f.since + Time{static_cast<std::int64_t>(takes)};
}

void FlowNetwork::schedule() {
  const Time at = earlier(ends_.first_time(), pace_.at());
  if (at >= tick_at_) return;
  tick_at_ = at;
  f_.partition.post({at, order_key(Phase::node, SenderId{0}, ticks_++), 0, 0, 0, tick_});
}

bool FlowNetwork::tick(const Event& e) {
  if (tick_at_ != e.time) return false;  // superseded by an earlier one
  tick_at_ = kNever;
  const auto end_all = [&] {
    while (ends_.first_time() <= e.time) reached(ends_.first());
  };
  end_all();
  if (pace_.at() <= e.time && pace_.due()) {
    solve();
    end_all();
  }
  schedule();
  return true;
}

void FlowNetwork::solve() {
  const Time now = f_.partition.now();
  const std::uint64_t before = shares_.computed();
  const auto changes = shares_.solve();
  pace_.done(shares_.computed() - before);
  for (const Shares::Change& c : changes) {
    Flow& f = flows_[c.flow];
    if (c.before > 0 && c.since > f.since) {
      const Wide done = static_cast<Wide>(c.before) * static_cast<Wide>((c.since - f.since).ps);
      f.left = done < f.left ? f.left - done : 0;
      f.since = c.since;
    }
    ends_.set(c.flow, later(end_of(f, shares_.rate(c.flow)), now));
  }
}

// The last byte has left the NIC.
void FlowNetwork::finish(std::uint32_t flow) {
  ends_.remove(flow);
  const std::uint32_t i = flows_[flow].record;
  const Record& r = records_[i];
  const Message& m = r.message;
  const Time now = f_.partition.now();
  count_links(shares_.uses(flow), r);
  const Time wire = r.wire / BytesPerSecond{r.bound};
  count_time(r.latency + wire, now - r.began - wire);
  if (tracked_) tracks_.end(i, r.began, now, r.wire, buffer_ / BytesPerSecond{r.bound});
  shares_.end(flow, now);
  pace_.took(now - r.began);
  if (!shares_.settled()) changed();
  const bool frees = flows_[flow].sending;
  if (frees) release(flow);
  if (Nic& n = nics_[r.nic]; n.last == flow) n.last = kNone;
  post(m.source, m.destination.v, now + r.latency, i, land_);
  if (frees) pump(r.nic);
}

template <class Uses>
void FlowNetwork::count_links(const Uses& uses, const Record& r) {
  for (const auto& u : uses) {
    if (u.link >= loads_.size()) continue;  // injection: counted by the NIC
    Load& l = loads_[u.link];
    if (u.share == kWholeFlow) {
      l.packets += r.packets;
      l.bytes += r.wire;
      continue;
    }
    l.packets += (r.packets * u.share + kWholeFlow / 2) / kWholeFlow;
    l.bytes += Bytes{scaled(r.wire.n, u.share, kWholeFlow)};
  }
}

NicUse FlowNetwork::nic_use(std::uint32_t nic) const {
  const Nic& n = nics_[nic];
  return {n.sent / send_rate_, n.received / receive_rate_, n.sent, Time{0}};
}

std::uint64_t FlowNetwork::memory_bytes() const {
  return loads_.size() * sizeof(Load) + records_.memory_bytes() + flows_.size() * sizeof(Flow) +
         shares_.memory_bytes() + paths_.memory_bytes() + tracks_.memory_bytes();
}

}  // namespace kasuri
