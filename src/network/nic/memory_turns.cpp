// SPDX-License-Identifier: MIT
#include "network/nic/memory_turns.h"

namespace kasuri {

MemoryTurns::MemoryTurns(const NicParams& p, std::uint32_t nics)
    : read_rate_(p.dma_read_rate),
      write_rate_(p.dma_write_rate),
      memory_rate_(p.memory_rate),
      copy_rate_(p.intra_node_rate),
      shared_(p.dma_engines == DmaEngines::shared),
      contended_(shared_ || memory_rate_ != kUnlimited),
      per_node_(static_cast<std::uint32_t>(p.per_node)) {
  free_.grow(nics);
}

Time MemoryTurns::engine_turn(std::uint32_t nic, Time from, Time busy) {
  if (!shared_) return from;
  Time& free = free_[nic].engine;
  return free = later(free, from) + busy;
}

Time MemoryTurns::memory(std::uint32_t nic, Time now, Time from, Bytes size) {
  if (memory_rate_ == kUnlimited) return from;
  Free& node = free_[nic / per_node_ * per_node_];
  node.memory = served(node, later(node.memory, now), size);
  return later(node.memory, served(node, from, size));
}

// When memory has served these bytes. Until the node's copy ends, it has the rate that the copy leaves.
Time MemoryTurns::served(const Free& node, Time from, Bytes size) const {
  if (from >= node.copied) return from + size / memory_rate_;
  const BytesPerSecond rest{memory_rate_.n - 2 * copy_rate_.n};
  const Time alone = from + size / rest;
  if (alone <= node.copied) return alone;
  const double share = (node.copied - from).seconds() / (alone - from).seconds();
  const Bytes beside{static_cast<std::int64_t>(static_cast<double>(size.n) * share)};
  return node.copied + (size - beside) / memory_rate_;
}

Time MemoryTurns::copy(std::uint32_t nic, Time from, Bytes size) {
  if (memory_rate_ == kUnlimited) return from;
  if (copy_rate_.n >= memory_rate_.n / 2) return memory(nic, from, from, size * 2);
  return free_[nic / per_node_ * per_node_].copied = from + size / copy_rate_;
}

Time MemoryTurns::read_whole(std::uint32_t nic, Time from, Bytes size) {
  Time& done = free_[nic].read;
  const Time start = later(done, from);
  done = start + size / read_rate_;
  if (contended()) done = later(done, read(nic, start, size));
  return done;
}

Time MemoryTurns::write_whole(std::uint32_t nic, Time from, Bytes size, Time& drained) {
  const Time start = later(from, drained);
  drained = start + size / write_rate_;
  if (contended()) drained = later(drained, write(nic, start, start, size));
  return drained;
}

}  // namespace kasuri
