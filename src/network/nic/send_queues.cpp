// SPDX-License-Identifier: MIT
#include "network/nic/send_queues.h"

#include "network/nic/connections.h"

namespace kasuri {

// Of the first of both queues the one that is ready when the link is free; else the earlier one.
std::uint32_t SendQueues::most_urgent(std::uint32_t index, const Nic& n) const {
  const Urgent& s = urgent_[index];
  if (s.first == 0) return n.first_message;
  if (n.first_message == kNone) return s.first - 1;
  const Time now = later(f_.partition.now(), n.free);
  const Time urgent = later(records_[s.first - 1].ready, now);
  return later(records_[n.first_message].ready, now) < urgent ? n.first_message : s.first - 1;
}

std::uint32_t SendQueues::next_permitted(std::uint32_t index, Nic& n) {
  const std::uint32_t first = n.first_message;
  const std::uint32_t usual = next(index, n);
  if (usual == kNone || usual != first) return usual;
  if (f_.failures && connections->knows_more(index, f_.failures->known_at(f_.partition.now()))) {
    // What waits may go on without an acknowledgement.
    for (std::uint32_t i = first; i != kNone; i = records_[i].next) connections->reopen(index, i);
  }
  const std::uint32_t i = connections->first_to_send(index);
  if (i == first) return i;
  if (i != kNone) {
    MessageRecord& r = records_[i];
    const std::uint32_t before = connections->turns.pass_all(index, i, r.next, first);
    records_[before].next = r.next;
    if (r.next == kNone) n.last_message = before;
    r.next = first;
    n.first_message = i;
    return next(index, n);
  }
  // An acknowledgement may wait for its overhead: others wait for it.
  return all_urgent_ && urgent_[index].first ? urgent_[index].first - 1 : kNone;
}

bool SendQueues::add(std::uint32_t index, Nic& n, std::uint32_t i) {
  if (records_[i].ways & Message::kFirst) [[unlikely]] {
    put_first(index, i);
    return true;
  }
  const std::uint32_t before = n.first_message == kNone ? kNone : n.last_message;
  if (before == kNone) n.first_message = i;
  else records_[before].next = i;
  n.last_message = i;
  if (connections) [[unlikely]] connections->append(index, i, before);
  // With connections, those before it may wait for acknowledgements.
  return before == kNone || connections;
}

void SendQueues::remove(std::uint32_t index, Nic& n, std::uint32_t i) {
  if (i == n.first_message) [[likely]] {
    n.first_message = records_[i].next;
    if (connections) [[unlikely]] connections->leave(index, i, n.first_message);
  } else {
    urgent_[index].first = records_[i].next + 1;
    --all_urgent_;
  }
}

void SendQueues::rotate(std::uint32_t index, Nic& n) {
  const std::uint32_t i = n.first_message;
  MessageRecord& first = records_[i];
  if (first.next == kNone || records_[first.next].ready > n.free) return;
  n.first_message = first.next;
  if (connections) [[unlikely]] connections->rotate(index, i, first.next, n.last_message);
  records_[n.last_message].next = i;
  n.last_message = i;
  first.next = kNone;
}

void SendQueues::put_first(std::uint32_t index, std::uint32_t i) {
  Urgent& s = urgent_[index];
  records_[i].next = kNone;
  if (s.first == 0) s.first = i + 1;
  else records_[s.last - 1].next = i;
  s.last = i + 1;
  ++all_urgent_;
}

}  // namespace kasuri
