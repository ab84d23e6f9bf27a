// SPDX-License-Identifier: MIT
// What the ranks of one part do with their time, split in time.
#pragma once

#include <cstdint>
#include <vector>

#include "mpi/ranks/job.h"
#include "base/stats/time_split.h"

namespace kasuri::mpi {

struct RankSplit {
  // Cells of a rank: one for each activity, then the time in collectives.
  static constexpr std::uint32_t kColumns = kActivities + 1;

  TimeSplit time;
  std::vector<std::uint32_t> first;  // cell of each rank, numbered over all jobs

  void add(std::uint32_t rank, std::size_t column, Time from, Time to) {
    time.add(first[rank] + column, from, to, (to - from).ps);
  }
};

}  // namespace kasuri::mpi
