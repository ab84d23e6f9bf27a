// SPDX-License-Identifier: MIT
// The machine of the many-core paper, section 2.1, as it is before it runs: ranks x pipes of
// processing elements that are joined by reflective memory, one ROM, the host at the ends. A buffer
// is memory of its receiver, and a window of one sender; bit 0 of its first word says who owns it.
// Rank 0 reads from a source that is always ready, the last rank writes to a sink that frees at
// once: the input buffers of a rank that does not exist.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/core/hash.h"
#include "studies/cores/cores.h"
#include "studies/manycore/program.h"
#include "studies/manycore/wiring.h"

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
  std::int64_t instructions = 0;  // of elements, executed by the host; polls that it skips are not
  std::int64_t translated = 0;    // of these, as code of the host
  std::int64_t parted = 0;        // of these, in groups of lanes that did not all do the same
  std::array<std::int64_t, kOddities> oddities{};
  std::vector<OddityAt> first;  // the first few
  static constexpr std::size_t kFirst = 8;

  void note(const OddityAt&);
  void merge(const Totals&);
  std::int64_t busy() const;
};

template <class Core>
class Chip {
 public:
  static constexpr std::size_t kStride = Core::kLocal + Core::kOnChip;

  // Throws Error(Exit::usage) if the ROM does not fit. The ends must outlive the chip.
  Chip(Shape, const Wiring&, Image rom, Ends&);

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
  // Code, and data that an ELF file does not say to be writable.
  std::uint32_t code_begin() const { return rom_.origin; }
  std::uint32_t code_end() const { return code_end_; }
  // A processor before its first instruction.
  typename Core::State start() const;
  // The memory of every element at time 0, but for the number of its pipe.
  const std::vector<std::uint8_t>& initial() const { return initial_; }
  // The phase whose label stands at this address, or 0.
  std::uint8_t phase_at(std::uint32_t pc) const { return pc < Core::kInputs ? phase_at_[pc] : 0; }
  const std::vector<std::string>& phase_names() const { return phase_names_; }
  Ends& ends() const { return *ends_; }

  // Buffers are numbered by receiver and input port; the sink's come last.
  std::uint64_t input(std::uint64_t pe, std::uint32_t port) const { return 2 * pe + port; }
  std::uint64_t output(std::uint64_t pe, std::uint32_t port) const {
    return 2 * (std::uint64_t{rank_of(pe) + 1} << shape_.log_pipes) +
           target(rank_of(pe), pipe_of(pe), port);
  }
  // 2 pipe + input port in the next rank.
  std::uint32_t target(std::uint32_t rank, std::uint32_t pipe, std::uint32_t port) const {
    return target_[(std::size_t{rank % shape_.log_pipes} * shape_.pipes() + pipe) * 2 + port];
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

 private:
  Shape shape_;
  Image rom_;
  Ends* ends_;
  std::uint32_t code_end_ = 0;
  std::vector<std::uint32_t> target_;  // [stage][pipe][output] -> 2 pipe + input
  std::vector<std::uint32_t> source_;  // [stage][2 pipe + input] -> pipe
  std::vector<std::uint8_t> phase_at_;
  std::vector<std::string> phase_names_;
  std::vector<std::uint8_t> initial_;
};

}  // namespace kasuri::emu
