// SPDX-License-Identifier: MIT
#include "nic/window.h"

#include "nic/nic.h"

namespace kasuri {

NicWindows::NicWindows(Nics& nics, Fabric& f, std::uint32_t per_node, Bytes window,
                       const std::uint32_t* places)
    : nics_(nics),
      client_(nics.add_client(*this)),
      acknowledge_(f.partition.add_handler<&NicWindows::acknowledge>(this)),
      look_(f.partition.add_handler<&NicWindows::look>(this)),
      f_(f),
      per_node_(per_node),
      window_(window.n),
      since_(f.endpoint_count()),
      shut_(f.endpoint_count()) {
  f.partition.set_places(acknowledge_, places);
  f.partition.set_places(look_, places);
  if (f.failures) looks_at_.resize(f.endpoint_count());
}

bool NicWindows::is_full(std::uint64_t message, std::uint32_t bytes) const {
  const auto found = under_way_.find(message);
  return found != under_way_.end() && found->second + bytes > window_;
}

void NicWindows::sent(std::uint64_t message, std::uint32_t bytes, bool last) {
  if (last) under_way_.erase(message);
  else under_way_[message] += bytes;
}

void NicWindows::received(std::uint64_t message, EndpointId at, std::uint32_t bytes, bool last,
                          const Message& m, Time in_memory) {
  if (last) {
    unacknowledged_.erase(message);
    return;
  }
  std::int64_t& open = unacknowledged_[message];
  open += bytes;
  if (open * 2 < window_) return;
  const std::uint32_t i = acknowledgements_.take();
  acknowledgements_[i] = {
      .source = m.destination,
      .destination = m.source,
      .size = Bytes{0},
      .client = client_,
      .nic = static_cast<std::uint8_t>(at.v % per_node_),
      .ways = Message::kFromNic | Message::kForNic | Message::kFirst,
      .traffic = Traffic::control,
      .job = m.job,
      .user = {message, static_cast<std::uint64_t>(open)}};
  open = 0;
  nics_.post_to_node(m.destination, in_memory, i, acknowledge_);
}

bool NicWindows::acknowledge(const Event& e) {
  const Message m = acknowledgements_[e.a];
  acknowledgements_.give_back(e.a);
  nics_.send(m);
  return true;
}

void NicWindows::on_arrived(const Message& m) {
  const auto found = under_way_.find(m.user[0]);
  if (found == under_way_.end()) return;  // all of it has left
  found->second -= static_cast<std::int64_t>(m.user[1]);
  nics_.go_on({static_cast<std::uint32_t>(m.user[0] >> 32)});
}

void NicWindows::look_again(std::uint32_t nic, std::uint32_t epoch) {
  if (looks_at_[nic] >= epoch) return;
  looks_at_[nic] = epoch;
  nics_.post_to_local_node(nic / per_node_, f_.failures->epoch(epoch).known, nic, look_);
}

bool NicWindows::look(const Event& e) { return nics_.go_on_at(e.a); }

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
  std::uint32_t before = UINT32_MAX;
  for (std::uint32_t i = first; i != UINT32_MAX; before = i, i = records_[i].next) {
    Record& r = records_[i];
    const auto bytes = static_cast<std::uint32_t>(
        std::max(std::min(r.unsent, payload_per_packet_) + p_.header.n, p_.smallest_packet.n));
    if (r.unsent < r.size.n && NicWindows::has_window(r.ways) &&
        windows_->is_full(key_of(n.id, r.number), bytes) && !is_cut_off(records_.message(i))) {
      continue;
    }
    if (before == UINT32_MAX) return i;
    records_[before].next = r.next;
    if (r.next == UINT32_MAX) n.last_message = before;
    r.next = first;
    n.first_message = i;
    return next_message(index, n);
  }
  // An acknowledgement may wait for its overhead: others wait for it.
  return urgent_ && side_[index].first ? side_[index].first - 1 : UINT32_MAX;
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
