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
  const bool beside = from < node.copied;
  const BytesPerSecond rate = beside ? BytesPerSecond{memory_rate_.n - 2 * copy_rate_.n} : memory_rate_;
  node.memory = later(node.memory, now) + size / rate;
  return later(node.memory, from + size / rate);
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
