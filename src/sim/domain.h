// SPDX-License-Identifier: MIT
// One part of the machine in memory: its routers, NICs and ranks around a partition of the engine.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/windows.h"
#include "mpi/world.h"
#include "net/lookahead.h"
#include "nic/nic.h"
#include "power/model.h"
#include "router/router.h"
#include "sim/config.h"
#include "workload/pattern.h"
#include "workload/program.h"

namespace kasuri {

struct Plan;

// A job as all parts know it.
struct Job {
  bool has_ranks() const { return program || params->trace; }  // or it is a pattern

  const JobParams* params = nullptr;
  std::string name;
  std::optional<Program> program;  // or a trace, or a pattern
  std::filesystem::path include_dir;
};

class Domain final : public Lane {
 public:
  // All references must outlive the domain.
  Domain(const Config&, const Plan&, const Decomposition&, const Lookahead& links,
         const Lookahead& cut, std::uint16_t part, std::span<const Job>);

  Partition& partition() override { return partition_; }
  // The others in this process.
  void meet(std::vector<Domain*> neighbours) { neighbours_ = std::move(neighbours); }
  // What a part of another process has sent in a window: taken in by begin_window() of the next one,
  // which leaves `parcel` to be filled again.
  void receive(Parcel* parcel) { received_.push_back(parcel); }
  void begin_window(std::uint64_t number) override;
  Report end_window() override;

  std::uint16_t part() const { return fabric_->part; }
  Fabric& fabric() { return *fabric_; }
  Routers& routers() { return *routers_; }
  Nics& nics() { return *nics_; }
  // Null if [statistics] asks for nothing that must be watched.
  Watch* watch() { return watch_ ? &*watch_ : nullptr; }
  // Null without [power].
  PowerModel* power() { return power_ ? &*power_ : nullptr; }
  PowerShare collect_power(Time end);
  mpi::World& world() { return *world_; }
  // Of a job; null if it has ranks.
  const Pattern* pattern(std::size_t job) const { return patterns_[job].get(); }
  // Of a job that has ranks.
  mpi::JobResult result(std::size_t job) const { return world_->result(world_jobs_[job]); }

  const mpi::CollectiveAccounts& collectives(std::size_t job) const {
    return world_->collectives(world_jobs_[job]);
  }

  void start();

 private:
  void add_pattern(const Config&, const Plan&, std::size_t job);

  Partition partition_;
  const Lookahead& lookahead_;
  std::optional<Fabric> fabric_;
  std::unique_ptr<Routers> routers_;
  std::optional<Nics> nics_;
  std::optional<PowerModel> power_;
  std::unique_ptr<mpi::World> world_;
  std::optional<Watch> watch_;
  std::vector<std::unique_ptr<Pattern>> patterns_;
  std::vector<std::vector<std::uint32_t>> pattern_ranks_, pattern_places_;  // of each job, those here
  std::vector<std::uint32_t> world_jobs_;
  std::vector<Program> own_programs_;  // those whose ranks have globals of their own
  std::vector<Domain*> neighbours_;
  std::vector<Parcel*> received_;
};

// T_RC + T_VA + T_SA.
Time request_time(const Config&);

}  // namespace kasuri
