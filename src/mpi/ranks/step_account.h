// SPDX-License-Identifier: MIT
// Where the time of a training step goes on one rank. The parts are disjoint and add up to the step:
// communication counts only where it is exposed, that is where the device computes nothing because it
// waits for it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/core/named_enum.h"
#include "base/core/units.h"

namespace kasuri::mpi {

enum class StepPart : std::uint8_t {
  computing,
  tensor,    // tensor parallelism
  pipeline,  // messages between stages, from the time at which the sender offers them
  data,      // gradients and parameters of data parallelism
  expert,    // all-to-alls of expert parallelism
  bubble,    // waiting for the computation of other stages
  sync,      // without a pipeline: waiting for the slowest rank at the end of the step
  other      // the CPU's overheads
};
constexpr auto names_of(StepPart) {
  return name_table("computing", "tensor", "pipeline", "data", "expert", "bubble", "sync", "other");
}
inline constexpr std::size_t kStepParts = 8;

struct StepAccount {
  struct Part {
    Time time{0};
    Bytes bytes{0};           // given to collectives and sends
    std::uint64_t calls = 0;  // collectives and sends that began, computations
  };
  std::uint32_t step = 0;
  Time begin{0}, end{0};
  std::int64_t flop = 0;    // this rank's share of the operations that the model needs
  bool merges_inside = false;  // collectives inside a scale-up domain were one event each
  std::uint32_t ring_merge = 1;  // so many steps of the rings of data parallelism were one
  std::int64_t tokens = 0;  // counted on one rank of those that share them
  std::array<Part, kStepParts> parts{};

  Part& of(StepPart p) { return parts[static_cast<std::size_t>(p)]; }
  const Part& of(StepPart p) const { return parts[static_cast<std::size_t>(p)]; }
};

}  // namespace kasuri::mpi
