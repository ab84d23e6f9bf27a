// SPDX-License-Identifier: MIT
// DMA engines and memories that transfers take turns at.
//
// A transfer claims its turn when its time is known: a packet's reading when its head leaves, its
// writing when its tail has come, a stored message's reading when it is handed over. Turns are given in
// the order of the claims and do not overlap, so an engine or memory never passes more than its rate. A
// memory does not wait for a turn that begins later: what comes meanwhile would wait for nothing.
#pragma once

#include <cstdint>

#include "base/core/pool.h"
#include "base/core/units.h"
#include "network/nic/params.h"

namespace kasuri {

class MemoryTurns {
 public:
  // Of all NICs of a partition, numbered from 0; those of a node are neighbours.
  MemoryTurns(const NicParams&, std::uint32_t nics);

  // Whether transfers wait for each other; else they need no turns.
  bool contended() const { return contended_; }

  // These claim a turn from a time on, and say when it ends.
  Time read(std::uint32_t nic, Time from, Bytes size) {
    return later(engine_turn(nic, from, size / read_rate_), memory(nic, from, from, size));
  }
  Time write(std::uint32_t nic, Time now, Time from, Bytes size) {
    return later(engine_turn(nic, from, size / write_rate_), memory(nic, now, from, size));
  }
  // A copy within the NIC's node from a time on, which passes memory twice. Where memory has more than
  // that, other transfers have the rest until it ends; a turn would hold back those before.
  Time copy(std::uint32_t nic, Time from, Bytes);
  // Of a message that is stored before it is forwarded; and when it is written, by an engine that is free
  // from `drained` on.
  Time read_whole(std::uint32_t nic, Time from, Bytes);
  Time write_whole(std::uint32_t nic, Time from, Bytes, Time& drained);

  std::uint64_t memory_bytes() const { return free_.memory_bytes(); }

 private:
  // When these are free, of one NIC.
  struct Free {
    Time read;    // the DMA that reads stored messages
    Time engine;  // the shared DMA engine
    Time memory;  // of a node's first NIC: the node's memory
    Time copied;  // and the end of copies beside which it serves others
  };

  Time served(const Free&, Time from, Bytes) const;
  // Of the memory of the NIC's node alone: claimed now, from a time on.
  Time memory(std::uint32_t nic, Time now, Time from, Bytes);

  Time engine_turn(std::uint32_t nic, Time from, Time busy);

  BytesPerSecond read_rate_, write_rate_, memory_rate_, copy_rate_;
  bool shared_, contended_;
  std::uint32_t per_node_;
  LazyArray<Free> free_;
};

}  // namespace kasuri
