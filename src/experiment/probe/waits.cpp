// SPDX-License-Identifier: MIT
// For how long each rank waited for each other one.
#include "base/config/registry.h"
#include "experiment/probe/probe.h"
#include "mpi/ranks/world.h"

namespace kasuri {
namespace {

// By numbers over all jobs.
struct WaitRow {
  std::uint32_t rank;
  std::int64_t peer;
  Time time;
  std::uint64_t times;

  static Columns<WaitRow> columns() {
    using R = WaitRow;
    return {key("rank", &R::rank, "", ""), key("peer", &R::peer, "", ""),
            column("waiting", &R::time, "ps", ""), column("times", &R::times, "", "")};
  }
};

// By job.
struct JobWaitRow {
  std::uint32_t job;
  std::uint32_t rank;
  std::int64_t peer;
  Time time;
  std::uint64_t times;

  static Columns<JobWaitRow> columns() {
    using R = JobWaitRow;
    return {key("job", &R::job, "index into jobs", "job of the rank"),
            key("rank", &R::rank, "", "rank that waited"),
            key("peer", &R::peer, "rank that it waited for; -1: a non-blocking collective, or unknown",
                "rank of the same job that it waited for"),
            column("waiting", &R::time, "ps", "time in all"), column("times", &R::times, "", "how often")};
  }
};

class WaitRecorder final : public Recorder {
 public:
  explicit WaitRecorder(const RecorderContext& c) : world_(c.world) { world_.accounts().count_waits(); }

  std::vector<Table> take() override {
    std::vector<WaitRow> rows;
    for (const mpi::Wait& w : world_.accounts().waits()) rows.push_back({w.rank, w.peer, w.time, w.times});
    return {WaitRow::columns().table("waits", rows)};
  }

 private:
  mpi::World& world_;
};

class Waits final : public ProbeBy<WaitRecorder> {
 public:
  static std::string notes() { return describe_columns(JobWaitRow::columns().table("waits")); }

  Waits(const config::NoParams&, ProbeContext&) {}

  Hooks hooks() const override { return {}; }
  Outcome conclude(std::vector<Table> merged, const RunFacts& run) const override {
    std::vector<JobWaitRow> rows;
    for (const WaitRow& w : WaitRow::columns().rows(merged.front())) {
      const RunFacts::Rank who = run.ranks[w.rank];
      const std::int64_t peer =
          w.peer < 0 ? -1 : std::int64_t{run.ranks[static_cast<std::size_t>(w.peer)].rank};
      rows.push_back({who.job, who.rank, peer, w.time, w.times});
    }
    return {{JobWaitRow::columns().table("waits", rows)}, {}};
  }
};

const config::Register<Waits> waits{"waits", "time that each rank waited for each other rank"};

}  // namespace
}  // namespace kasuri
