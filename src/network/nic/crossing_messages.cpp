// SPDX-License-Identifier: MIT
#include "network/nic/crossing_messages.h"

namespace kasuri {

std::uint32_t CrossingMessages::assemble_foreign(const Packet& p) {
  const std::uint32_t i = p.message.v;
  const MessageRecord& mine = records_[i];
  if (mine.size.n <= payload_per_packet_) return i;
  const auto [first, is_first] = assembling_.try_emplace(key_of(p.source, mine.number), i);
  if (is_first) return i;
  if (std::byte* const payload = records_.payload(i)) records_.set_payload(first->second, payload);
  records_.free(i);
  return first->second;
}

void CrossingMessages::leave(Crossing& c, std::uint32_t packet) {
  const std::uint32_t i = c.packet.message.v;
  MessageRecord& r = records_[i];
  c.message = records_.message(i);
  c.home = r.foreign ? r.next : i;
  c.number = r.number;
  c.posted = r.posted;
  if (requests) c.request = requests->of(packet);
  // The payload travels with the first packet alone, so that it has one owner.
  if (c.packet.sequence != r.number) c.message.payload = nullptr;
  sizes.leave(c.packet.bytes);
  if (r.foreign) {
    records_.free(i);
  } else if (!nics_.is_here(r.destination)) {
    r.missing -= std::min(r.missing, payload_per_packet_);
    if (r.missing == 0) records_.forget(i);
  }
}

MessageId CrossingMessages::enter(const Crossing& c, std::uint32_t packet) {
  count_in(c.packet.bytes);
  if (requests) requests->set(packet, c.request);
  if (nics_.is_here(c.message.source) && nics_.is_here(c.message.destination)) {
    if (c.message.payload) records_.set_payload(c.home, c.message.payload);
    return {c.home};
  }
  const std::uint32_t i = records_.take(c.message, c.posted, c.posted);
  MessageRecord& r = records_[i];
  r.next = c.home;
  r.number = c.number;
  r.foreign = true;
  r.sending = false;
  return {i};
}

}  // namespace kasuri
