// SPDX-License-Identifier: MIT
// Measurements as components. A probe is one file: its settings, what it observes in one partition of the
// machine (a Recorder), the tables that come of it, and what they cost. All else is a loop over probes:
// settings under [statistics], merging over threads and processes, results.h5, the summary, `kasuri diff`,
// sweeps, `kasuri list probe`, the reference page, the estimate of memory and the determinism tests.
//
// To add one: a Row with its columns (base/stats/columns.h), a Recorder, a Probe, and
//   const config::Register<Fairness, FairnessParams> fairness{"fairness", "throughput of each source …"};
// experiment/probe/fairness.cpp is a short example.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/config/document.h"
#include "mpi/ranks/job.h"
#include "network/net/fabric.h"
#include "network/net/latency.h"
#include "network/router/router.h"
#include "base/stats/columns.h"
#include "experiment/probe/outcome.h"

namespace kasuri {

namespace mpi {
class World;
}  // namespace mpi

// The hooks of PacketObserver and mpi::RankObserver that a recorder wants; others are not called.
struct Hooks {
  bool entered = false;
  bool held = false;
  bool granted = false;
  bool injected = false;
  bool arrived = false;
  bool steps = false;  // steps of training that end, requests that are served
  bool devices = false;  // collectives that devices end
  bool ranks = false;  // what ranks spend their time on
  bool link_bytes = false;  // none; the recorder has links add their bytes to MachinePart::split

  // Those of routers and NICs.
  bool packets() const { return entered || held || granted || injected || arrived; }
};

// One partition of the machine; what is referred to outlives the recorder.
struct RecorderContext {
  // A job of the configuration.
  struct Job {
    std::uint32_t number;                // as messages have it
    std::optional<std::uint32_t> world;  // its number in the world, if it has ranks
  };

  MachinePart& machine;
  Fabric* fabric;  // null where no packets pass routers (ProbeContext::require_routers)
  mpi::World& world;
  Routers* routers;  // likewise
  Latencies& latencies;
  std::vector<Job> jobs;

  // The index of the job that messages know by this number.
  static std::uint32_t index_of(const std::vector<Job>&, std::uint32_t number);
};

// What a probe observes in one partition. Only hooks that the probe names are called.
class Recorder : public PacketObserver, public mpi::RankObserver {
 public:
  void spent(std::uint32_t, mpi::Activity, Time, Time, const char*) override {}
  void in_collective(std::uint32_t, std::size_t, Time, Time) override {}
  // At the end of the run: always the same tables with the same columns, which name routers, links, NICs
  // and ranks by their numbers in the whole machine. Tables of all partitions are merged.
  virtual std::vector<Table> take() = 0;
};

// What is known of the run when all tables are merged.
struct RunFacts {
  struct Rank {
    std::uint32_t job;
    std::uint32_t rank;  // of the job
  };

  Time end;  // simulated time at which the run ended
  const Topology& topology;
  std::vector<std::string> link_classes;   // the topology's, then "terminal"
  std::vector<BytesPerSecond> link_rates;  // of each class, as routers send
  std::vector<std::string> jobs;          // their names
  std::vector<Rank> ranks;                // by their numbers over all jobs
};

// The machine as it is planned, and where the probe was chosen: mistakes that only the machine shows are
// diagnostics there.
struct ProbeContext {
  std::string name;  // of the probe
  const Topology& topology;
  std::string unwatched;  // where no packets pass routers, and a cure: "at flow level: …"; else empty
  std::uint64_t ranks;  // of all jobs, without those of patterns: the world has none
  Time time_limit;      // kNever: none
  config::Section section;
  bool queues = true;  // switches tell how long packets wait for their outputs

  // For probes of links and routers.
  void require_routers();
};

class Probe {
 public:
  static constexpr std::string_view kKind = "probe";
  static constexpr std::string_view kKindMeaning =
      "measurements beyond the totals of a run: [statistics.NAME], or statistics.NAME = true";
  using Base = Probe;
  using Context = ProbeContext;

  virtual ~Probe() = default;
  virtual Hooks hooks() const = 0;
  virtual std::unique_ptr<Recorder> record(const RecorderContext&) const = 0;
  // What merged tables come to.
  virtual Outcome conclude(std::vector<Table> merged, const RunFacts&) const {
    return {std::move(merged)};
  }
  // Memory of all its recorders together, in bytes, if it grows with the machine.
  virtual std::uint64_t memory_bytes() const { return 0; }
  // The same in words, said before the run; empty if it is not worth saying.
  virtual std::string cost() const { return {}; }
};

// A probe whose recorders need no settings.
template <class R>
class ProbeBy : public Probe {
 public:
  std::unique_ptr<Recorder> record(const RecorderContext& c) const final { return std::make_unique<R>(c); }
};

}  // namespace kasuri
