// SPDX-License-Identifier: MIT
#include "nic/recovery.h"

#include <algorithm>

#include "net/payload.h"
#include "nic/nic.h"

namespace kasuri {

Recovery::Recovery(Nics& nics, Fabric& f, const std::uint32_t* places)
    : nics_(nics),
      f_(f),
      client_(nics.add_client(*this)),
      ask_(f.partition.add_handler<&Recovery::ask>(this)),
      resume_(f.partition.add_handler<&Recovery::resume>(this)) {
  f_.partition.set_places(ask_, places);
  f_.partition.set_places(resume_, places);
}

void Recovery::lost(std::uint32_t record, Bytes payload) {
  const auto next = static_cast<std::uint32_t>(losses_.size());
  const auto [at, is_new] = loss_of_.try_emplace(record, next);
  if (is_new) losses_.push_back({.record = record, .bytes = Bytes{0}});
  losses_[at->second].bytes += std::max(payload, Bytes{0});
}

bool Recovery::asks_again(std::uint32_t record) {
  const auto found = loss_of_.find(record);
  if (found == loss_of_.end()) return false;
  const std::uint32_t serial = found->second;
  loss_of_.erase(found);
  const Message m = nics_.message(record);
  losses_[serial].bytes = std::min(losses_[serial].bytes, m.size);
  const Time now = losses_[serial].since = f_.partition.now();
  Time when = now + f_.retry_time;
  for (std::uint32_t e = 0; e < f_.failures->epochs(); ++e) {
    if (f_.failures->epoch(e).since <= now) when = later(when, f_.failures->epoch(e).known);
  }
  nics_.post_to_node(m.destination, when, serial, ask_);
  return true;
}

bool Recovery::connected_later(std::uint32_t epoch, const Message& m) const {
  while (++epoch < f_.failures->epochs()) {
    if (nics_.connected(epoch, m)) return true;
  }
  return false;
}

void Recovery::wait(std::uint32_t record, std::uint32_t epoch) {
  nics_.post_to_node(nics_.message(record).source, f_.failures->epoch(epoch).known, record, resume_);
}

bool Recovery::resume(const Event& e) {
  nics_.resume(e.a);
  return true;
}

// At first, and whenever more changes become known: is there a way still?
bool Recovery::ask(const Event& e) {
  Loss& loss = losses_[e.a];
  if (!loss.open) return false;
  const Message m = nics_.message(loss.record);
  const Time now = f_.partition.now();
  const std::uint32_t known = f_.failures->known_at(now);
  const bool connected = nics_.connected(known, m);
  if (!connected && !connected_later(known, m)) {
    loss.open = false;
    nics_.give_up(loss.record);
    return true;
  }
  if (known + 1 < f_.failures->epochs()) {
    nics_.post_to_node(m.destination, f_.failures->epoch(known + 1).known, e.a, ask_);
  }
  if (loss.asked || !connected) return false;
  loss.asked = true;
  nics_.count_repeat(m);
  nics_.send({.source = m.destination,
              .destination = m.source,
              .size = kRequest,
              .client = client_,
              .ways = Message::kFromNic | Message::kForNic | Message::kFirst,
              .traffic = Traffic::control,
              .job = m.job,
              .user = {static_cast<std::uint64_t>(Kind::request), e.a,
                       static_cast<std::uint64_t>(loss.bytes.n)}});
  return true;
}

void Recovery::on_arrived(const Message& m) {
  if (static_cast<Kind>(m.user[0]) == Kind::request) {
    return nics_.send({.source = m.destination,
                       .destination = m.source,
                       .size = Bytes{static_cast<std::int64_t>(m.user[2])},
                       .client = client_,
                       .traffic = Traffic::control,
                       .job = m.job,
                       .user = {static_cast<std::uint64_t>(Kind::repeat), m.user[1]}});
  }
  Loss& loss = losses_[m.user[1]];
  if (!loss.open) return;
  loss.open = false;
  nics_.count_recovery(nics_.message(loss.record), f_.partition.now() - loss.since);
  nics_.recovered(loss.record);
}

bool Nics::connected(std::uint32_t epoch, const Message& m, std::uint32_t k) const {
  return f_.failures->connected(epoch, EndpointId{m.source.v * per_node_ + k},
                                EndpointId{m.destination.v * per_node_ + k});
}

bool Nics::connected(std::uint32_t epoch, const Message& m) const {
  for (std::uint32_t k = 0; k < per_node_; ++k) {
    if (connected(epoch, m, k)) return true;
  }
  return false;
}

// Whether the k-th NICs have a way, as far as is known, or the next ones, to which k is then set.
bool Nics::choose_nic(const Message& m, std::uint32_t& k) const {
  const std::uint32_t known = f_.failures->known_at(f_.partition.now());
  for (std::uint32_t more = 0; more < per_node_; ++more) {
    const std::uint32_t other = (k + more) % per_node_;
    if (!connected(known, m, other)) continue;
    k = other;
    return true;
  }
  return false;
}

void Nics::count_dropped(std::uint32_t i) {
  free_payload(records_.payload(i));
  records_.set_payload(i, nullptr);
  const Record& r = records_[i];
  DeliveryStatistics& d = delivered_[r.job()];
  if (r.traffic() == Traffic::control) {
    d.dropped_controls += 1;
    return;
  }
  d.dropped_messages += 1;
  d.dropped_bytes += r.size;
}

void Nics::drop(std::uint32_t i) {
  count_dropped(i);
  const Record& r = records_[i];
  if (r.sending) post_node_event(local(r.source), f_.partition.now(), i, sent_);
  forget(i);
}

void Nics::give_up(std::uint32_t i) {
  count_dropped(i);
  forget(i);
}

// Until a repair of which NICs do not know yet, or for good.
void Nics::wait_or_drop(std::uint32_t i) {
  const Message m = records_.message(i);
  for (std::uint32_t e = f_.failures->known_at(f_.partition.now()) + 1; e < f_.failures->epochs(); ++e) {
    if (!connected(e, m)) continue;
    delivered_[m.job].without_way += f_.failures->epoch(e).known - f_.partition.now();
    return recovery_->wait(i, e);
  }
  drop(i);
}

void Nics::resume(std::uint32_t i) {
  Record& r = records_[i];
  std::uint32_t k = r.rail;
  const Message m = records_.message(i);
  if (!choose_nic(m, k)) return wait_or_drop(i);
  r.rail = static_cast<std::uint8_t>(k);
  const std::uint32_t index = local(m.source) * per_node_ + k;
  enqueue(index, nic(index), i);
}

// Before the first packet of a message: if its destination has become unreachable from here, it leaves
// the queue, for that of another NIC if that can reach it.
bool Nics::gives_way(std::uint32_t index, Nic& n, std::uint32_t i) {
  Record& r = records_[i];
  const std::uint32_t known = f_.failures->known_at(f_.partition.now());
  if (r.unsent != r.size.n || connected(known, records_.message(i), index % per_node_)) return false;
  dequeue(index, n, i);
  r.next = UINT32_MAX;
  resume(i);
  return true;
}

// With the epoch whose ways the packet goes: the one that is known, or, if that has none and part of the
// message has left already, the last one that had.
std::uint32_t Nics::next_sequence(Nic& n, const Record& m) {
  const std::uint32_t number = n.sequence++;
  if (f_.routing.epochs() == 1) return number;
  std::uint32_t e = f_.failures->known_at(f_.partition.now());
  const RouterId from = router_of(m.source), to = router_of(m.destination);
  while (e > 0 && !f_.failures->connected(e, from, to)) --e;
  return number << (32 - Packet::kEpochShift) >> (32 - Packet::kEpochShift) |
         e << Packet::kEpochShift;
}

}  // namespace kasuri
