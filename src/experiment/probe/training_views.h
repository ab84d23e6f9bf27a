// SPDX-License-Identifier: MIT
// Steps of training in the summary of a run.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "mpi/ranks/step_account.h"
#include "experiment/probe/probe.h"

namespace kasuri {

// Of a job; sums over its ranks.
struct TrainingStep {
  struct Part {
    Time time{0};
    Bytes bytes{0};
    std::uint64_t calls = 0;
  };
  std::uint32_t job = 0, step = 0;
  std::uint64_t ranks = 0;
  Time time{0};           // on the rank where it was longest
  std::int64_t flop = 0;  // of each rank
  std::int64_t tokens = 0;
  std::uint32_t inside = 0, merge = 1;
  std::array<Part, mpi::kStepParts> parts{};

  Time mean(std::size_t part) const { return {parts[part].time.ps / static_cast<std::int64_t>(ranks)}; }
  // Of the time of all ranks: these add up to 1.
  double share(std::size_t part) const;
  double tokens_per_s() const;
  double flops() const;  // of a device, counting what the model needs
};

// Of all jobs, in the order of jobs and steps.
std::vector<JobView> views_of(const std::vector<TrainingStep>&, const std::vector<std::string>& jobs);

}  // namespace kasuri
