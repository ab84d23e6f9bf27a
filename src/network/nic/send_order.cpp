// SPDX-License-Identifier: MIT
// In which order messages leave: packets of several messages in turn, messages that go first, and messages
// that NICs pass within their node.
#include "network/nic/connections.h"
#include "network/nic/nic.h"

namespace kasuri {

// By the node's NIC itself: an engine's time, but no copy.
void Nics::pass_within_node(std::uint32_t node, std::uint32_t record) {
  const Record& m = records_[record];
  Time at = f_.partition.now();
  if (m.ways & Message::kEngine && sends_take_time_) {
    Time& free = engines_[node * per_node_].send;
    at = free = later(free, at) + engine_time_;
  }
  if (m.wants_sent) post_node_event(node, at, record, sent_);
  post_node_event(node, at + p_.intra_node_latency, record, complete_);
}

// A message that has sent a packet goes behind the others, if the next one is ready.
void Nics::rotate(std::uint32_t index, Nic& n, Record& first) {
  if (first.next == UINT32_MAX || records_[first.next].ready > n.out.free) return;
  const std::uint32_t i = n.first_message;
  n.first_message = first.next;
  if (connections_) [[unlikely]] connections_->rotate(index, i, first.next, n.last_message);
  records_[n.last_message].next = i;
  n.last_message = i;
  first.next = UINT32_MAX;
}

void Nics::put_first(std::uint32_t index, std::uint32_t record) {
  Urgent& s = urgent_[index];
  records_[record].next = UINT32_MAX;
  if (s.first == 0) s.first = record + 1;
  else records_[s.last - 1].next = record;
  s.last = record + 1;
  ++all_urgent_;
}

// Which message's packet leaves next: of the first of both queues the one that is ready when the link
// is free; else the one that will be earlier.
std::uint32_t Nics::most_urgent(std::uint32_t index, const Nic& n) const {
  const Urgent& s = urgent_[index];
  if (s.first == 0) return n.first_message;
  if (n.first_message == UINT32_MAX) return s.first - 1;
  const Time now = later(f_.partition.now(), n.out.free);
  const Time urgent = later(records_[s.first - 1].ready, now);
  return later(records_[n.first_message].ready, now) < urgent ? n.first_message : s.first - 1;
}

}  // namespace kasuri
