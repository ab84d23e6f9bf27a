// SPDX-License-Identifier: MIT
// Messages between parts of the machine: what leaves with a packet, and what is put together of those that
// come (network/net/packet_box.h).
#include <algorithm>

#include "network/nic/connections.h"
#include "network/nic/nic.h"

namespace kasuri {

// The record in which the foreign message of this packet is put together.
std::uint32_t Nics::assemble(const Packet& p) {
  const std::uint32_t i = p.message.v;
  const Record& mine = records_[i];
  if (mine.size.n <= payload_per_packet_) return i;
  const auto [first, is_first] = assembling_.try_emplace(key_of(p.source, mine.number), i);
  if (is_first) return i;
  if (std::byte* const payload = records_.payload(i)) records_.set_payload(first->second, payload);
  records_.free(i);
  return first->second;
}

void Nics::leave(Crossing& c, std::uint32_t packet) {
  const std::uint32_t i = c.packet.message.v;
  Record& r = records_[i];
  c.message = records_.message(i);
  c.home = r.foreign ? r.next : i;
  c.number = r.number;
  c.posted = r.posted;
  if (connections_) c.request = connections_->request(packet);
  // The payload travels with the first packet alone, so that it has one owner.
  if (c.packet.sequence != r.number) c.message.payload = nullptr;
  sizes_.leave(c.packet.bytes);
  if (r.foreign) {
    records_.free(i);
  } else if (!is_here(r.destination)) {
    r.missing -= std::min(r.missing, payload_per_packet_);
    if (r.missing == 0) forget(i);
  }
}

MessageId Nics::enter(const Crossing& c, std::uint32_t packet) {
  count_in(c.packet.bytes);
  if (connections_) connections_->set_request(packet, c.request);
  if (is_here(c.message.source) && is_here(c.message.destination)) {
    if (c.message.payload) records_.set_payload(c.home, c.message.payload);
    return {c.home};
  }
  const std::uint32_t i = records_.take(c.message, c.posted, c.posted);
  Record& r = records_[i];
  r.next = c.home;
  r.number = c.number;
  r.foreign = true;
  r.sending = false;
  return {i};
}

}  // namespace kasuri
