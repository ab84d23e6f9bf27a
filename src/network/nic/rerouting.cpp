// SPDX-License-Identifier: MIT
// What NICs do with messages whose destination cannot be reached: another NIC of the node, a wait for a
// repair, or the end of the message. See recovery.h.
#include "network/net/payload.h"
#include "network/nic/connections.h"
#include "network/nic/nic.h"
#include "network/nic/recovery.h"

namespace kasuri {

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
  if (connections_ && i == n.first_message) connections_->withdraw(i);
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
