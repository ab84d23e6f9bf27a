// SPDX-License-Identifier: MIT
// A configured machine: first as a plan, which is cheap and tells what it will be; then in memory.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mpi/world.h"
#include "nic/nic.h"
#include "power/model.h"
#include "routing/deadlock_check.h"
#include "router/router.h"
#include "sim/config.h"
#include "workload/pattern.h"
#include "workload/program.h"

namespace kasuri {

// The node of each rank of a job. Adds a diagnostic to the job's section if the ranks do not fit;
// throws Error for a mapping file that is wrong, with all its mistakes.
std::vector<NodeId> place_ranks(const JobParams&, std::uint32_t nodes, config::Section&);

// What a configuration comes to, before anything big is built.
struct Plan {
  std::unique_ptr<Topology> topology;
  std::unique_ptr<Routing> routing;
  std::uint32_t nodes = 0;
  std::vector<std::vector<NodeId>> placement;  // per job, per rank
  std::optional<DeadlockReport> deadlock;
  std::optional<PowerSettings> power;
  std::uint64_t memory_bytes = 0;      // estimate for the whole run
  std::uint64_t available_bytes = 0;   // on this host, or the limit that the user set

  std::uint64_t ranks() const;
};

// Throws Error: the configuration's semantic mistakes that need the machine to see, a routing that
// can deadlock, a run that would not fit.
Plan make_plan(const Config&, config::Document&);

class Machine {
 public:
  // Loads the programs; `include_dir` holds mgen.h. The configuration must outlive the machine.
  Machine(const Config&, Plan&&, const std::filesystem::path& include_dir);

  Partition& partition() { return partition_; }
  const Topology& topology() const { return *plan_.topology; }
  const Plan& plan() const { return plan_; }
  Fabric& fabric() { return *fabric_; }
  Routers& routers() { return *routers_; }
  Nics& nics() { return *nics_; }
  PowerModel* power() { return power_ ? &*power_ : nullptr; }
  mpi::World& world() { return *world_; }

  void start();
  bool finished() const;

  struct Job {
    const JobParams* params;
    std::string name;
    std::unique_ptr<Pattern> pattern;  // or
    std::uint32_t world_job = 0;
  };
  const std::vector<Job>& jobs() const { return jobs_; }

 private:
  Plan plan_;
  Partition partition_;
  std::optional<Fabric> fabric_;
  std::unique_ptr<Routers> routers_;
  std::optional<Nics> nics_;
  std::optional<PowerModel> power_;
  std::vector<Program> programs_;
  std::unique_ptr<mpi::World> world_;
  std::vector<Job> jobs_;
};

}  // namespace kasuri
