// SPDX-License-Identifier: MIT
// A part of a run as a GOAL schedule: of some ranks, between two times. What ranks of the part waited for
// and the part does not have, messages with others or of another time, becomes computation of that length;
// so does the time from the beginning of the part to a rank's first operation. Computations that reach over
// a border are cut there. A message is in the part if it was sent and received there; receives that were
// posted before are posted at the beginning.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/core/units.h"
#include "workload/traces/recording.h"

namespace kasuri::trace {

struct GoalCut {
  Time from{0}, to = kNever;
  std::vector<std::uint32_t> ranks;  // of the only job, in order; empty: all

  struct Report {
    std::uint64_t messages = 0, bytes = 0;  // within the part
    std::uint64_t crossing = 0;             // messages with one side within
  };
};

// Of a run of streams with one thread. The report is filled by Recording::write(), and must outlive it.
std::unique_ptr<Recording> record_goal_cut(std::vector<RecordedJob>, const GoalCut&, GoalCut::Report&);

}  // namespace kasuri::trace
