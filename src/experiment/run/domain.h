// SPDX-License-Identifier: MIT
// One part of the machine in memory: its routers, NICs and ranks around a partition of the engine.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/engine/windows.h"
#include "mpi/ranks/job.h"
#include "network/net/lookahead.h"
#include "experiment/run/link_table.h"
#include "experiment/run/memory_use.h"
#include "workload/programs/program.h"
#include "base/stats/table.h"

namespace kasuri {

class Decomposition;
class Pattern;
class Recorders;
struct Config;
struct JobParams;
namespace mpi {
class ComputeRates;
class Noise;
class World;
}  // namespace mpi

class NetworkPart;
struct Plan;

// A job as all parts know it.
// What a job says of its program's time, with the core while this lives.
struct ProgramTimeOf {
  explicit ProgramTimeOf(const JobParams&);
  std::unique_ptr<TargetCore> core;
  ProgramTime time;
};

struct Job {
  bool has_ranks() const;

  const JobParams* params = nullptr;
  std::string name;
  std::optional<Program> program;  // or a trace, a motif or a pattern
};

class Domain final : public Lane {
 public:
  // All references must outlive the domain.
  Domain(const Config&, const Plan&, const Decomposition&, const Lookahead& links,
         const Lookahead& cut, std::uint16_t part, std::span<const Job>);

  ~Domain() override;

  Partition& partition() override { return partition_; }
  // The others in this process.
  void meet(std::vector<Domain*> neighbours) { neighbours_ = std::move(neighbours); }
  void begin_window(std::uint64_t number) override;
  Report end_window() override;
  void run_here() override;

  NetworkPart& network() { return *network_; }
  const NetworkPart& network() const { return *network_; }
  std::vector<std::vector<Table>> probe_tables();
  mpi::World& world() { return *world_; }
  // See World::only_polling; nothing if there is any event but theirs.
  std::optional<std::uint32_t> polls_to_come(Time now, Time patience) const;
  // Of a job; null if it has ranks.
  const Pattern* pattern(std::size_t job) const { return patterns_[job].get(); }
  // See World; of a job that has ranks.
  double share_done(std::size_t job) const;
  // Of a job that has ranks.
  mpi::JobResult result(std::size_t job) const;

  void start();

  // What takes the most memory here, in bytes.
  MemoryUse memory() const;
  // Gives back the memory of events, packets and messages of which there are none any more.
  void release_memory();

 private:
  template <class Here, class Place>
  void find_ranks(std::size_t job, std::span<const NodeId>, Here, Place);
  void add_jobs(const Config&, const Plan&, std::span<const Job>);
  void add_recorders(const Plan&, std::span<const Job>);
  void count_power_of_jobs(const Plan&, std::span<const Job>);

  Partition partition_;
  const Lookahead& lookahead_;
  std::unique_ptr<NetworkPart> network_;
  std::unique_ptr<mpi::Noise> noise_;
  std::unique_ptr<mpi::ComputeRates> rates_;
  std::unique_ptr<mpi::World> world_;
  std::unique_ptr<Recorders> recorders_;
  std::vector<std::unique_ptr<Pattern>> patterns_;
  std::vector<std::vector<std::uint32_t>> pattern_ranks_, pattern_places_;  // of each job, those here
  std::vector<std::uint32_t> world_jobs_;
  std::vector<Program> own_programs_;  // those whose ranks have globals of their own
  std::vector<Domain*> neighbours_;
};

}  // namespace kasuri
