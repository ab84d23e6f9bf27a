// SPDX-License-Identifier: MIT
// A configured machine as a plan, which is cheap and tells what it will be.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "routing/deadlock_check.h"
#include "sim/domain.h"

namespace kasuri {

// The node of each rank of each job. Adds diagnostics to the sections of jobs that do not fit; throws
// Error for a file that is wrong, with all its mistakes.
std::vector<std::vector<NodeId>> place_jobs(const Config&, const Topology&, config::Document&);
// "halo" for halo.c, if the job has no name of its own.
std::string job_name(const JobParams&);

// The topology's classes of links, then the terminal links'. What the configuration says of a class
// comes before what the topology knows of it, and that before what holds for all links.
std::vector<LinkClass> link_classes(const Config&, const Topology&);
// Adds diagnostics for [link.CLASS] of classes that the topology has not, or with too small buffers.
void check_link_classes(const Config&, const Topology&, config::Document&);

// The configured topology. What it refuses is reported where it was chosen.
std::unique_ptr<Topology> make_topology(const Config&, config::Document&);

// What a configuration comes to, before anything big is built.
struct Plan {
  std::shared_ptr<const Topology> topology;
  FaultPlan faults;
  std::unique_ptr<Routing> routing;
  std::unique_ptr<MessageModel> network;  // null: packets through routers
  std::uint32_t nodes = 0;
  std::vector<std::vector<NodeId>> placement;  // per job, per rank
  std::vector<std::uint32_t> job_numbers;      // per job: its place in [[jobs]]
  std::optional<DeadlockReport> deadlock;
  std::optional<PowerSettings> power;
  Recorders::Probes probes;
  std::uint64_t memory_bytes = 0;      // estimate for the whole run
  std::uint64_t available_bytes = 0;   // on this host, or the limit that the user set

  std::uint64_t ranks() const;
  // One more than the greatest of job_numbers.
  std::size_t job_count() const;
  // Leaves out all jobs but one, which stays where it is.
  void keep_only(std::size_t job);
};

// Opens the traces of the configuration, whose jobs have as many ranks as they. Throws Error: the
// configuration's semantic mistakes that need the machine to see, a trace that is wrong, a routing that
// can deadlock, a run that would not fit.
Plan make_plan(Config&, config::Document&);

}  // namespace kasuri
