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
#include "nic/nic.h"
#include "router/router.h"
#include "sim/config.h"
#include "workload/pattern.h"
#include "workload/program.h"

namespace kasuri {

struct Plan;

// A job as all parts know it.
struct Job {
  const JobParams* params = nullptr;
  std::string name;
  std::optional<Program> program;  // or a pattern
};

// The least simulated time from sending something across a cut to its arrival.
class Lookahead {
 public:
  // Of a machine that is not cut: endless.
  Lookahead() = default;
  Lookahead(const Topology&, const Decomposition&, const Config&,
            const std::vector<LinkClass>& classes);

  // While no packet is smaller than this many bytes. Heads: T_ST + T_cable + T_RC + T_VA + T_SA,
  // since an arrival is an event of its request time. Credits: S/B + T_cable + T_credit, B the rate
  // of the link by which the packet goes on, which may be any.
  Time window(std::uint32_t smallest_packet) const;

 private:
  Time head_ = kNever;
  Time credit_ = kNever;
  std::vector<LinkClass> all_;
};

class Domain final : public Lane {
 public:
  // All references must outlive the domain.
  Domain(const Config&, const Plan&, const Decomposition&, const Lookahead&, std::uint16_t part,
         std::span<const Job>);

  Partition& partition() override { return partition_; }
  // The others in this process, by their parts; null where there is none.
  void meet(std::vector<Domain*> all) { all_ = std::move(all); }
  void begin_window(std::uint64_t number) override;
  Report end_window() override;

  Fabric& fabric() { return *fabric_; }
  Routers& routers() { return *routers_; }
  Nics& nics() { return *nics_; }
  mpi::World& world() { return *world_; }
  // Of a job; null if it is a program.
  const Pattern* pattern(std::size_t job) const { return patterns_[job].get(); }
  // Of a job that is a program.
  mpi::JobResult result(std::size_t job) const { return world_->result(world_jobs_[job]); }

  void start();

 private:
  void add_pattern(const Config&, const Plan&, std::size_t job);

  Partition partition_;
  const Lookahead& lookahead_;
  std::optional<Fabric> fabric_;
  std::unique_ptr<Routers> routers_;
  std::optional<Nics> nics_;
  std::unique_ptr<mpi::World> world_;
  std::vector<std::unique_ptr<Pattern>> patterns_;
  std::vector<std::vector<std::uint32_t>> pattern_ranks_;  // of each job, those here
  std::vector<std::uint32_t> world_jobs_;
  std::vector<Domain*> all_;
};

// The topology's classes, then the terminal links'.
std::vector<LinkClass> link_classes(const Config&, const Topology&);

}  // namespace kasuri
