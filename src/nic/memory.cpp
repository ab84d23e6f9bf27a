// SPDX-License-Identifier: MIT
// What not every message and machine has: packets of several messages in turn, messages that leave first,
// messages that are stored and forwarded, DMA engines and a memory that transfers take turns at.
//
// A transfer claims its turn when its time is known: a packet's reading when its head leaves, its
// writing when its tail has come, a stored message's reading when it is handed over. Turns are given in
// the order of the claims and do not overlap, so an engine or memory never passes more than its rate.
#include <algorithm>

#include "nic/nic.h"

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
void Nics::rotate(Nic& n, Record& first) {
  if (first.next == UINT32_MAX || records_[first.next].ready > n.out.free) return;
  const std::uint32_t i = n.first_message;
  n.first_message = first.next;
  records_[n.last_message].next = i;
  n.last_message = i;
  first.next = UINT32_MAX;
}

void Nics::put_first(std::uint32_t index, std::uint32_t record) {
  Side& s = side_[index];
  records_[record].next = UINT32_MAX;
  if (s.first == 0) s.first = record + 1;
  else records_[s.last - 1].next = record;
  s.last = record + 1;
  ++urgent_;
}

// Which message's packet leaves next: of the first of both queues the one that is ready when the link
// is free; else the one that will be earlier.
std::uint32_t Nics::most_urgent(std::uint32_t index, const Nic& n) const {
  const Side& s = side_[index];
  if (s.first == 0) return n.first_message;
  if (n.first_message == UINT32_MAX) return s.first - 1;
  const Time now = later(f_.partition.now(), n.out.free);
  const Time urgent = later(records_[s.first - 1].ready, now);
  return later(records_[n.first_message].ready, now) < urgent ? n.first_message : s.first - 1;
}

Time Nics::read_whole(std::uint32_t index, Time from, Bytes size) {
  Side& s = side_[index];
  const Time start = later(s.read, from);
  s.read = start + size / p_.dma_read_rate;
  if (contended_) s.read = later(s.read, read_turn(index, start, size));
  return s.read;
}

Time Nics::write_whole(std::uint32_t index, Time from, Bytes size) {
  Time& drained = engines_[index].drained;
  const Time start = later(from, drained);
  drained = start + size / p_.dma_write_rate;
  if (contended_) drained = later(drained, write_turn(index, start, size));
  return drained;
}

Time Nics::read_turn(std::uint32_t index, Time from, Bytes size) {
  return later(dma_turn(index, from, size / p_.dma_read_rate),
               memory_turn(node_of(index), from, size));
}

Time Nics::write_turn(std::uint32_t index, Time from, Bytes size) {
  return later(dma_turn(index, from, size / p_.dma_write_rate),
               memory_turn(node_of(index), from, size));
}

Time Nics::dma_turn(std::uint32_t index, Time from, Time busy) {
  if (p_.dma_engines != DmaEngines::shared) return from;
  Time& free = side_[index].dma;
  return free = later(free, from) + busy;
}

Time Nics::memory_turn(std::uint32_t node, Time from, Bytes size) {
  if (p_.memory_rate == kUnlimited) return from;
  Time& free = side_[node * per_node_].memory;
  return free = later(free, from) + size / p_.memory_rate;
}

}  // namespace kasuri
