// SPDX-License-Identifier: MIT
// A configured machine as a plan, which is cheap and tells what it will be.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiment/plan/config.h"
#include "network/model/plan.h"

namespace kasuri {

class MachineErrors;
class Probe;
namespace trace {
class Trace;
}  // namespace trace

// What a job's settings name, opened.
struct PlannedJob {
  std::shared_ptr<const trace::Trace> trace;  // that it replays
  std::shared_ptr<const Motif> motif;
  std::optional<std::uint32_t> ranks;  // as they are set, or as the trace or motif has them
};

// What a configuration comes to, before anything big is built. Plain data: a copy is another plan.
struct Plan : NetworkPlan {
  std::vector<PlannedJob> jobs;
  std::vector<std::vector<NodeId>> placement;  // per job, per rank
  std::vector<std::uint32_t> job_numbers;      // per job: its place in [[jobs]]
  std::vector<std::shared_ptr<const Probe>> probes;
  std::shared_ptr<const MachineErrors> errors;  // of the machine file, if it has any
  std::uint64_t memory_bytes = 0;      // estimate for the whole run
  std::uint64_t available_bytes = 0;   // on this host, or the limit that the user set

  std::uint64_t ranks() const;
  // One more than the greatest of job_numbers.
  std::size_t job_count() const;
  // Leaves out all jobs but one, which stays where it is.
  void keep_only(std::size_t job);
};

}  // namespace kasuri
