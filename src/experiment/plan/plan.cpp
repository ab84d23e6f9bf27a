// SPDX-License-Identifier: MIT
#include "experiment/plan/plan.h"

#include <algorithm>

namespace kasuri {

std::uint64_t Plan::ranks() const {
  std::uint64_t n = 0;
  for (const auto& job : placement) n += job.size();
  return n;
}

std::size_t Plan::job_count() const {
  return job_numbers.empty() ? 0 : std::ranges::max(job_numbers) + std::size_t{1};
}

void Plan::keep_only(std::size_t job) {
  jobs = {jobs[job]};
  placement = {placement[job]};
  job_numbers = {job_numbers[job]};
}

}  // namespace kasuri
