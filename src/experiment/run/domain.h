// SPDX-License-Identifier: MIT
// One part of the machine in memory: its routers, NICs and ranks around a partition of the engine.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/engine/windows.h"
#include "network/flow/flow_network.h"
#include "mpi/ranks/world.h"
#include "network/net/lookahead.h"
#include "network/net/slow_links.h"
#include "network/nic/message_network.h"
#include "network/nic/nic.h"
#include "experiment/plan/config.h"
#include "network/power/model.h"
#include "experiment/probe/recorders.h"
#include "network/router/router.h"
#include "experiment/run/link_table.h"
#include "experiment/run/memory_use.h"
#include "workload/patterns/pattern.h"
#include "workload/programs/program.h"

namespace kasuri {

struct Plan;

// A job as all parts know it.
// What a job says of its program's time, with the core while this lives.
struct ProgramTimeOf {
  explicit ProgramTimeOf(const JobParams&);
  std::unique_ptr<TargetCore> core;
  ProgramTime time;
};

struct Job {
  bool has_ranks() const { return !params->pattern; }

  const JobParams* params = nullptr;
  std::string name;
  std::optional<Program> program;  // or a trace, a motif or a pattern
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
  // which leaves `batch` to be filled again.
  void receive(MessageBatch* batch) { received_.push_back(batch); }
  void begin_window(std::uint64_t number) override;
  Report end_window() override;

  std::uint16_t part() const { return fabric_->part; }
  Fabric& fabric() { return *fabric_; }
  Routers& routers() { return *routers_; }
  Nics& nics() { return *nics_; }
  // What has been delivered here, of each job.
  const std::vector<DeliveryStatistics>& delivered_by_job() const {
    return flows_     ? flows_->delivered_by_job()
           : network_ ? network_->delivered_by_job()
                      : nics_->delivered_by_job();
  }
  // Messages of which something is here.
  std::uint32_t in_flight() const {
    return nics_->in_flight() + (network_ ? network_->in_flight() : 0) +
           (flows_ ? flows_->in_flight() : 0);
  }
  // What an output of a router, and a NIC, have carried; by local numbers.
  LinkTable::Load output_load(std::uint32_t router, std::uint32_t port) const;
  NicUse nic_use(std::uint32_t nic) const { return flows_ ? flows_->nic_use(nic) : nics_->use(nic); }
  std::vector<std::vector<Table>> probe_tables() { return recorders_->take(); }
  // Null if no link is degraded or fails during the run.
  const LinkFaults* link_faults() const { return link_faults_ ? &*link_faults_ : nullptr; }
  // Null without [power].
  PowerModel* power() { return power_ ? &*power_ : nullptr; }
  PowerShare collect_power(Time end);
  mpi::World& world() { return *world_; }
  // See World::only_polling; nothing if there is any event but theirs.
  std::optional<std::uint32_t> polls_to_come(Time now, Time patience) const;
  // Of a job; null if it has ranks.
  const Pattern* pattern(std::size_t job) const { return patterns_[job].get(); }
  // See World; of a job that has ranks.
  double share_done(std::size_t job) const { return world_->share_done(world_jobs_[job]); }
  // Of a job that has ranks.
  mpi::JobResult result(std::size_t job) const { return world_->result(world_jobs_[job]); }

  void start();

  // What takes the most memory here, in bytes.
  MemoryUse memory() const;
  // Gives back the memory of events, packets and messages of which there are none any more.
  void release_memory();

 private:
  template <class Here, class Place>
  void find_ranks(std::size_t job, std::span<const NodeId>, Here, Place);
  void count_power_of_jobs(const Plan&, std::span<const Job>);

  Partition partition_;
  const Lookahead& lookahead_;
  std::optional<Fabric> fabric_;
  std::unique_ptr<Routers> routers_;
  std::optional<Nics> nics_;
  std::optional<MessageNetwork> network_;  // then routers and NICs are idle
  std::optional<FlowNetwork> flows_;       // likewise
  std::optional<PowerModel> power_;
  std::optional<LinkFaults> link_faults_;
  std::optional<SlowLinks> slow_links_;
  std::unique_ptr<mpi::Noise> noise_;
  std::unique_ptr<mpi::World> world_;
  std::optional<Recorders> recorders_;
  std::vector<std::unique_ptr<Pattern>> patterns_;
  std::vector<std::vector<std::uint32_t>> pattern_ranks_, pattern_places_;  // of each job, those here
  std::vector<std::uint32_t> world_jobs_;
  std::vector<Program> own_programs_;  // those whose ranks have globals of their own
  std::vector<Domain*> neighbours_;
  std::vector<MessageBatch*> received_;
};

// T_RC + T_VA + T_SA.
Time request_time(const Config&);

}  // namespace kasuri
