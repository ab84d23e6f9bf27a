// SPDX-License-Identifier: MIT
// What NICs send where messages have connections. See connections.h.
#include "network/nic/connections.h"
#include "network/nic/nic.h"

namespace kasuri {

// The next message that may send a packet: of those in the queue the first whose connection lets it, which
// comes to its head; UINT32_MAX if there is none until an acknowledgement comes or time has passed. What it
// passes keeps its turn and goes as soon as it may, so messages to a busy receiver have their whole windows
// under way, and equal shares of it, whatever else their senders have to send.
std::uint32_t Nics::next_permitted(std::uint32_t index, Nic& n) {
  std::uint32_t next = first_permitted(index, n);
  while (f_.failures && next != UINT32_MAX && gives_way(index, n, next)) next = first_permitted(index, n);
  const Time now = f_.partition.now();
  if (next != UINT32_MAX || n.first_message == UINT32_MAX) {
    connections_->open(index, now);
    return next;
  }
  connections_->shut(index, now);
  if (!f_.failures) return next;
  const std::uint32_t later = f_.failures->known_at(now) + 1;
  if (later < f_.failures->epochs()) connections_->look_again(index, later);
  return next;
}

std::uint32_t Nics::first_permitted(std::uint32_t index, Nic& n) {
  const std::uint32_t first = n.first_message;
  const std::uint32_t next = next_message(index, n);
  if (next == UINT32_MAX || next != first) return next;
  if (f_.failures && connections_->knows_more(index, f_.failures->known_at(f_.partition.now()))) {
    // What waits may go on without an acknowledgement.
    for (std::uint32_t i = first; i != UINT32_MAX; i = records_[i].next) connections_->reopen(index, i);
  }
  const std::uint32_t i = connections_->first_to_send(index);
  if (i == first) return i;
  if (i != UINT32_MAX) {
    Record& r = records_[i];
    const std::uint32_t before = connections_->turns.pass_all(index, i, r.next, first);
    records_[before].next = r.next;
    if (r.next == UINT32_MAX) n.last_message = before;
    r.next = first;
    n.first_message = i;
    return next_message(index, n);
  }
  // An acknowledgement may wait for its overhead: others wait for it.
  return all_urgent_ && urgent_[index].first ? urgent_[index].first - 1 : UINT32_MAX;
}

bool Nics::go_on_at(std::uint32_t index) {
  Nic& n = nic(index);
  const std::uint32_t before = n.sequence;
  pump(index, n);
  return n.sequence != before;
}

}  // namespace kasuri
