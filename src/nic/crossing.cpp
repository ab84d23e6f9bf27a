// SPDX-License-Identifier: MIT
// Messages between parts of the machine: what leaves with a packet, and what is put together of those that
// come (net/border.h).
#include <algorithm>

#include "nic/nic.h"

namespace kasuri {

static constexpr std::uint32_t kNone = UINT32_MAX;

// The record in which the foreign message of this packet is put together.
std::uint32_t Nics::assemble(const Packet& p) {
  const std::uint32_t i = p.message.v;
  const Record& mine = records_[i];
  if (mine.message.size.n <= payload_per_packet_) return i;
  const auto [first, is_first] = assembling_.try_emplace(key_of(p.source, mine.number), i);
  if (is_first) return i;
  if (mine.message.payload) records_[first->second].message.payload = mine.message.payload;
  records_.give_back(i);
  return first->second;
}

std::uint32_t Nics::smallest_packet() const {
  for (const SizeClass& c : sizes_) {
    if (c.packets) return std::min(c.smallest, smallest_left_);
  }
  return smallest_left_;
}

void Nics::leave(Crossing& c) {
  const std::uint32_t i = c.packet.message.v;
  Record& r = records_[i];
  c.message = r.message;
  c.home = r.home;
  c.number = r.number;
  // The payload travels with the first packet alone, so that it has one owner.
  if (c.packet.sequence != r.number) c.message.payload = nullptr;
  --sizes_[std::bit_width(c.packet.bytes)].packets;
  smallest_left_ = std::min(smallest_left_, c.packet.bytes);
  if (r.foreign) {
    records_.give_back(i);
  } else if (!is_here(r.message.destination)) {
    r.missing -= std::min(r.missing, payload_per_packet_);
    if (r.missing == 0) forget(i);
  }
}

MessageId Nics::enter(const Crossing& c) {
  count_in(c.packet.bytes);
  if (is_here(c.message.source) && is_here(c.message.destination)) {
    if (c.message.payload) records_[c.home].message.payload = c.message.payload;
    return {c.home};
  }
  const std::uint32_t i = records_.take();
  records_[i] = {.next = kNone,
                 .nic = kNone,
                 .posted = c.packet.created,
                 .ready = c.packet.created,
                 .unsent = 0,
                 .missing = c.message.size.n,
                 .home = c.home,
                 .number = c.number,
                 .foreign = true,
                 .sending = false,
                 .gone = false,
                 .for_nic = (c.message.ways & Message::kForNic) != 0,
                 .flow = flow_of(c.message),
                 .message = c.message};
  return {i};
}

}  // namespace kasuri
