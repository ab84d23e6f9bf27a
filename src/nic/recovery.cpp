// SPDX-License-Identifier: MIT
#include "nic/recovery.h"

#include <algorithm>
#include <cstdlib>

#include "nic/nic.h"

namespace kasuri {

Recovery::Recovery(Nics& nics, Fabric& f, const std::uint32_t* places)
    : nics_(nics),
      f_(f),
      client_(nics.add_client(*this)),
      ask_(f.partition.add_handler<&Recovery::ask>(this)) {
  f_.partition.set_places(ask_, places);
}

void Recovery::lost(std::uint32_t record, Bytes payload) {
  const auto next = static_cast<std::uint32_t>(losses_.size());
  const auto [at, is_new] = loss_of_.try_emplace(record, next);
  if (is_new) losses_.push_back({record, Bytes{0}});
  losses_[at->second].bytes += std::max(payload, Bytes{0});
}

bool Recovery::asks_again(std::uint32_t record) {
  const auto found = loss_of_.find(record);
  if (found == loss_of_.end()) return false;
  const std::uint32_t serial = found->second;
  loss_of_.erase(found);
  const Message& m = nics_.message(record);
  losses_[serial].bytes = std::min(losses_[serial].bytes, m.size);
  const Time now = f_.partition.now();
  Time when = now + f_.retry_time;
  for (std::uint32_t e = 0; e < f_.failures->epochs(); ++e) {
    if (f_.failures->epoch(e).since <= now) when = later(when, f_.failures->epoch(e).known);
  }
  nics_.post_to_node(m.destination, when, serial, ask_);
  return true;
}

// At first, and whenever more failures become known: is there a way still?
bool Recovery::ask(const Event& e) {
  Loss& loss = losses_[e.a];
  if (!loss.open) return false;
  const Message m = nics_.message(loss.record);
  const Time now = f_.partition.now();
  const std::uint32_t known = f_.failures->known_at(now);
  if (!f_.failures->connected(known, nics_.router_of(m.source), nics_.router_of(m.destination))) {
    loss.open = false;
    nics_.give_up(loss.record);
    return true;
  }
  if (known + 1 < f_.failures->epochs()) {
    nics_.post_to_node(m.destination, f_.failures->epoch(known + 1).known, e.a, ask_);
  }
  if (loss.asked) return false;
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
  nics_.recovered(loss.record);
}

// Whether there is a way, as far as NICs know.
bool Nics::connected(const Message& m) const {
  return f_.failures->connected(f_.failures->known_at(f_.partition.now()), router_of(m.source),
                                router_of(m.destination));
}

void Nics::count_dropped(Record& r) {
  std::free(r.message.payload);
  r.message.payload = nullptr;
  if (recovery_ && r.message.client == recovery_->client()) return;  // the receiver gives up by itself
  DeliveryStatistics& d = delivered_[r.message.job];
  d.dropped_messages += 1;
  d.dropped_bytes += r.message.size;
}

void Nics::drop(std::uint32_t i) {
  Record& r = records_[i];
  count_dropped(r);
  if (r.sending) post_node_event(local(r.message.source), f_.partition.now(), i, sent_);
  forget(i);
}

void Nics::give_up(std::uint32_t i) {
  count_dropped(records_[i]);
  forget(i);
}

// Before the first packet of a message: if its destination has become unreachable, it is dropped.
bool Nics::drop_unreachable(std::uint32_t index, Nic& n, std::uint32_t i) {
  const Record& r = records_[i];
  if (r.unsent != r.message.size.n || connected(r.message)) return false;
  dequeue(index, n, i);
  drop(i);
  return true;
}

// With the epoch whose ways the packet goes: the one that is known, or, if that has none and part of the
// message has left already, the last one that had.
std::uint32_t Nics::next_sequence(Nic& n, const Record& m) {
  const std::uint32_t number = n.sequence++;
  if (f_.routing.epochs() == 1) return number;
  std::uint32_t e = f_.failures->known_at(f_.partition.now());
  const RouterId from = router_of(m.message.source), to = router_of(m.message.destination);
  while (e > 0 && !f_.failures->connected(e, from, to)) --e;
  return number << (32 - Packet::kEpochShift) >> (32 - Packet::kEpochShift) |
         e << Packet::kEpochShift;
}

}  // namespace kasuri
