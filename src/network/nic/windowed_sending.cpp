// SPDX-License-Identifier: MIT
// What NICs send where messages have windows. See window.h.
#include <algorithm>

#include "network/nic/nic.h"
#include "network/nic/window.h"

namespace kasuri {

// The next message that may send a packet: of those in the queue the first whose window has room, which
// comes to its head; UINT32_MAX if there is none until an acknowledgement comes. What it passes keeps its
// turn and goes as soon as its window has room, so messages to a busy receiver have their whole windows
// under way, and equal shares of it, whatever else their senders have to send.
std::uint32_t Nics::next_with_window(std::uint32_t index, Nic& n) {
  std::uint32_t next = first_with_window(index, n);
  while (f_.failures && next != UINT32_MAX && gives_way(index, n, next)) next = first_with_window(index, n);
  const Time now = f_.partition.now();
  if (next != UINT32_MAX || n.first_message == UINT32_MAX) {
    windows_->open(index, now);
    return next;
  }
  windows_->shut(index, now);
  if (!f_.failures) return next;
  const std::uint32_t later = f_.failures->known_at(now) + 1;
  if (later < f_.failures->epochs()) windows_->look_again(index, later);
  return next;
}

std::uint32_t Nics::first_with_window(std::uint32_t index, Nic& n) {
  const std::uint32_t first = n.first_message;
  const std::uint32_t next = next_message(index, n);
  if (next == UINT32_MAX || next != first) return next;
  if (f_.failures && windows_->knows_more(index, f_.failures->known_at(f_.partition.now()))) {
    // What waits may go on without an acknowledgement.
    for (std::uint32_t i = first; i != UINT32_MAX; i = records_[i].next) windows_->turns.reopen(index, i);
  }
  WindowTurns::Open& open = windows_->turns.open(index);
  for (auto turn = open.begin(); turn != open.end(); turn = open.erase(turn)) {
    const std::uint32_t i = turn->second;
    if (waits(n, i)) continue;
    if (i == first) return i;
    Record& r = records_[i];
    const std::uint32_t before = windows_->turns.pass_all(index, i, r.next, first);
    records_[before].next = r.next;
    if (r.next == UINT32_MAX) n.last_message = before;
    r.next = first;
    n.first_message = i;
    return next_message(index, n);
  }
  // An acknowledgement may wait for its overhead: others wait for it.
  return all_urgent_ && urgent_[index].first ? urgent_[index].first - 1 : UINT32_MAX;
}

// Whether a message's window has no room for its next packet.
bool Nics::waits(const Nic& n, std::uint32_t message) const {
  const Record& r = records_[message];
  if (r.unsent == r.size.n || !NicWindows::has_window(r.ways)) return false;
  const auto bytes = static_cast<std::uint32_t>(
      std::max(std::min(r.unsent, payload_per_packet_) + p_.header.n, p_.smallest_packet.n));
  return windows_->is_full(key_of(n.id, r.number), bytes) && !is_cut_off(records_.message(message));
}

void Nics::acknowledge(const Packet& p, std::uint32_t record, Time in_memory) {
  const Record& r = records_[record];
  if (!NicWindows::has_window(r.ways)) return;
  windows_->received(key_of(p.source, r.number), p.destination, p.bytes, r.missing <= 0,
                     records_.message(record), in_memory);
}

// Whether nothing will come back from a message's receiver any more.
bool Nics::is_cut_off(const Message& m) const {
  if (!f_.failures) return false;
  for (std::uint32_t e = f_.failures->known_at(f_.partition.now()); e < f_.failures->epochs(); ++e) {
    if (connected(e, m)) return false;
  }
  return true;
}

void Nics::go_on(EndpointId e) { go_on_at(f_.decomposition.local(e)); }

bool Nics::go_on_at(std::uint32_t index) {
  Nic& n = nic(index);
  const std::uint32_t before = n.sequence;
  pump(index, n);
  return n.sequence != before;
}

}  // namespace kasuri
