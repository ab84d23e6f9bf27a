// SPDX-License-Identifier: MIT
// A chip as the engines hold it that interpret each element by itself: all of its memory, one
// element after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "base/core/pool.h"
#include "studies/manycore/chip.h"
#include "studies/manycore/spin.h"

namespace kasuri::emu {

template <class Core>
struct Pe {
  typename Core::State cpu;
  std::int64_t clock = 0;
  std::uint8_t phase = 0;
  Spin<Core> spin;

  // When it stopped, or began to wait for what has not come.
  std::int64_t final_clock() const {
    return !Core::stopped(cpu) && spin.fixed ? spin.since : clock;
  }
};

template <class Core>
class Machine : public Chip<Core> {
 public:
  using Chip<Core>::kStride;

  // Loaded, at time 0, with the source's first wave.
  explicit Machine(const Chip<Core>&);

  static std::uint64_t bytes_per_pe() { return kStride + sizeof(Pe<Core>); }

  Pe<Core>& pe(std::uint64_t i) { return pes_[i]; }
  const Pe<Core>& pe(std::uint64_t i) const { return pes_[i]; }
  std::uint8_t* memory(std::uint64_t pe) { return memory_.data() + pe * kStride; }
  std::uint8_t* bytes(std::uint64_t buffer) {
    const std::uint64_t pes = this->shape().pes();
    return this->is_sink(buffer)
               ? sink_.data() + (buffer - 2 * pes) * Core::kWindow
               : memory(buffer / 2) + Core::kInputs + (buffer & 1) * Core::kWindow;
  }
  std::uint8_t& owner_byte(std::uint64_t buffer) { return bytes(buffer)[kOwnerByte<Core>]; }
  bool receiver_owns(std::uint64_t buffer) { return owner_byte(buffer) & 1; }

  // What happens at an end of the machine after the ownership of `buffer` has changed: the source
  // refills, the sink takes and frees. Returns whether the ownership changed again.
  bool serve_end(std::uint64_t buffer);

  // A sum over all processing elements of their final clocks and memories.
  std::uint64_t hash();
  std::int64_t last_clock(std::uint32_t rank) const;

 private:
  LazyArray<std::uint8_t> memory_;
  LazyArray<Pe<Core>> pes_;
  std::vector<std::uint8_t> sink_;
  std::vector<std::uint32_t> source_wave_, sink_wave_;
};

}  // namespace kasuri::emu
