// SPDX-License-Identifier: MIT
// The machine of the many-core paper, section 2.1: ranks x pipes of processing elements, joined by
// reflective memory. A buffer is memory of its receiver, and a window of one sender; bit 0 of its
// first word says who owns it. Rank 0 reads from a source that is always ready, the last rank
// writes to a sink that frees at once: the input buffers of a rank that does not exist.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/hash.h"
#include "core/pool.h"
#include "emu/cores.h"
#include "emu/program.h"
#include "emu/spin.h"
#include "emu/wiring.h"

namespace kasuri::emu {

inline constexpr std::size_t kMaxPhases = 8;  // phase 0: before the first label

struct Shape {
  std::uint32_t log_pipes;
  std::uint32_t ranks;

  std::uint32_t pipes() const { return 1u << log_pipes; }
  std::uint64_t pes() const { return std::uint64_t{ranks} << log_pipes; }
};

// Something that a program should not do, or that is worth knowing.
enum class Oddity : std::uint8_t { outside_map, exception, code_write, port };
inline constexpr std::size_t kOddities = 4;
std::string_view to_string(Oddity);

struct OddityAt {
  Oddity kind;
  std::uint64_t pe;
  std::uint32_t pc;
  std::uint32_t address;  // or the vector of an exception
};

// What one thread counts.
struct Totals {
  std::vector<std::array<std::int64_t, kMaxPhases>> phases;  // busy clocks, for each rank
  std::int64_t poll = 0;
  std::int64_t instructions = 0;  // executed by the host
  std::array<std::int64_t, kOddities> oddities{};
  std::vector<OddityAt> first;  // the first few
  static constexpr std::size_t kFirst = 8;

  void note(const OddityAt&);
  void merge(const Totals&);
  std::int64_t busy() const;
};

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
class Machine {
 public:
  static constexpr std::size_t kStride = Core::kLocal + Core::kOnChip;

  // Throws Error(Exit::usage) if the ROM does not fit, Error(Exit::limit) if the memory does not.
  Machine(Shape, const Wiring&, Image rom, Ends&);

  static std::uint64_t bytes_per_pe() { return kStride + sizeof(Pe<Core>); }

  Shape shape() const { return shape_; }
  std::uint64_t index(std::uint32_t rank, std::uint32_t pipe) const {
    return (std::uint64_t{rank} << shape_.log_pipes) + pipe;
  }
  std::uint32_t rank_of(std::uint64_t pe) const {
    return static_cast<std::uint32_t>(pe >> shape_.log_pipes);
  }
  std::uint32_t pipe_of(std::uint64_t pe) const {
    return static_cast<std::uint32_t>(pe & (shape_.pipes() - 1));
  }
  Pe<Core>& pe(std::uint64_t i) { return pes_[i]; }
  std::uint8_t* memory(std::uint64_t pe) { return memory_.data() + pe * kStride; }
  std::uint32_t code_end() const { return code_end_; }
  // The phase whose label stands at this address, or 0.
  std::uint8_t phase_at(std::uint32_t pc) const { return pc < Core::kInputs ? phase_at_[pc] : 0; }
  const std::vector<std::string>& phase_names() const { return phase_names_; }

  // Buffers are numbered by receiver and input port; the sink's come last.
  std::uint64_t input(std::uint64_t pe, std::uint32_t port) const { return 2 * pe + port; }
  std::uint64_t output(std::uint64_t pe, std::uint32_t port) const {
    const std::uint32_t rank = rank_of(pe);
    return 2 * (std::uint64_t{rank + 1} << shape_.log_pipes) +
           target_[(rank % shape_.log_pipes * shape_.pipes() + pipe_of(pe)) * 2 + port];
  }
  // The sender; of a buffer of rank 0, nonsense.
  std::uint64_t sender(std::uint64_t buffer) const {
    const std::uint32_t rank = rank_of(buffer / 2) - 1;
    return index(rank, source_[rank % shape_.log_pipes * shape_.pipes() * 2 +
                               (buffer & (2 * std::uint64_t{shape_.pipes()} - 1))]);
  }
  bool is_source(std::uint64_t buffer) const { return buffer < 2 * std::uint64_t{shape_.pipes()}; }
  bool is_sink(std::uint64_t buffer) const { return buffer >= 2 * shape_.pes(); }
  std::uint64_t buffers() const { return 2 * (shape_.pes() + shape_.pipes()); }
  std::uint8_t* bytes(std::uint64_t buffer) {
    return is_sink(buffer) ? sink_.data() + (buffer - 2 * shape_.pes()) * Core::kWindow
                           : memory(buffer / 2) + Core::kInputs + (buffer & 1) * Core::kWindow;
  }
  std::uint8_t& owner_byte(std::uint64_t buffer) { return bytes(buffer)[kOwnerByte<Core>]; }
  bool receiver_owns(std::uint64_t buffer) { return owner_byte(buffer) & 1; }

  // What happens at an end of the machine after the ownership of `buffer` has changed: the source
  // refills, the sink takes and frees. Returns whether the ownership changed again.
  bool serve_end(std::uint64_t buffer);

  // Loaded, at time 0, with the source's first wave.
  void reset();
  // A sum over all processing elements of their final clocks and memories.
  std::uint64_t hash();
  std::int64_t last_clock(std::uint32_t rank);

 private:
  Shape shape_;
  Image rom_;
  Ends& ends_;
  std::uint32_t code_end_ = 0;
  std::vector<std::uint32_t> target_;  // [stage][pipe][output] -> 2 pipe + input
  std::vector<std::uint32_t> source_;  // [stage][2 pipe + input] -> pipe
  std::vector<std::uint8_t> phase_at_;
  std::vector<std::string> phase_names_;
  std::vector<std::uint8_t> initial_;
  LazyArray<std::uint8_t> memory_;
  LazyArray<Pe<Core>> pes_;
  std::vector<std::uint8_t> sink_;
  std::vector<std::uint32_t> source_wave_, sink_wave_;
};

}  // namespace kasuri::emu
