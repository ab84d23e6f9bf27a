// SPDX-License-Identifier: MIT
// Collectives that GPUs run (NCCL's), as nccl-tests print them: for each operation and size the mean time
// of a call over all ranks, bytes by that time (algbw), and that times a factor with which operations can
// be compared with the rate of the links (busbw; NVIDIA/nccl-tests, doc/PERFORMANCE.md). Part of every run.
//
// Operations whose ranks give different sizes (alltoallv) are not among them.
#include <map>
#include <tuple>

#include "base/config/registry.h"
#include "mpi/ranks/call_size.h"
#include "experiment/probe/probe.h"
#include "mpi/ranks/world.h"

namespace kasuri {
namespace {

// Calls of ranks.
struct CallRow {
  std::uint32_t job, operation;
  std::int32_t ranks;
  Bytes bytes;
  std::uint64_t calls = 0;
  Time time{0};

  static Columns<CallRow> columns() {
    using R = CallRow;
    return {key("job", &R::job, "", ""),
            key("operation", &R::operation, "", ""),
            key("ranks", &R::ranks, "", ""),
            key("bytes", &R::bytes, "B", ""),
            column("calls", &R::calls, "", ""),
            column("time", &R::time, "ps", "")};
  }
};

struct NcclRow {
  std::uint32_t job;
  std::string name;
  std::int32_t ranks;
  Bytes size;
  std::uint64_t count;
  Time mean;
  double algbw, busbw;

  static Columns<NcclRow> columns() {
    using R = NcclRow;
    return {key("job", &R::job, "index into jobs", ""),
            column("name", &R::name, "", "of the operation"),
            column("ranks", &R::ranks, "", "of the communicator"),
            column("size", &R::size, "B", "the vector, or the blocks of all ranks together"),
            column("count", &R::count, "", "operations"),
            column("mean", &R::mean, "ps", "time of a call, over all ranks"),
            column("algbw", &R::algbw, "B/s", "size by that time"),
            column("busbw", &R::busbw, "B/s",
                   "algbw × 2(n − 1)/n (allreduce), (n − 1)/n (allgather, reduce_scatter_block, alltoall) "
                   "or 1")};
  }
};

class NcclRecorder final : public Recorder {
 public:
  explicit NcclRecorder(const RecorderContext& c) : world_(c.world), jobs_(c.jobs) {}

  void ended_on_devices(std::uint32_t rank, const mpi::DeviceCollective& c) override {
    const std::uint32_t job = RecorderContext::index_of(jobs_, world_.ranks().job_of(rank).number);
    const auto operation = static_cast<std::uint32_t>(c.which);
    CallRow& row = rows_[{job, operation, c.ranks, c.bytes.n}];
    row.job = job, row.operation = operation, row.ranks = c.ranks, row.bytes = c.bytes;
    ++row.calls;
    row.time += c.end - c.begin;
  }
  std::vector<Table> take() override {
    std::vector<CallRow> rows;
    for (const auto& [which, row] : rows_) rows.push_back(row);
    return {CallRow::columns().table("calls", rows)};
  }

 private:
  mpi::World& world_;
  std::vector<RecorderContext::Job> jobs_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::int32_t, std::int64_t>, CallRow> rows_;
};

class NcclCollectives final : public ProbeBy<NcclRecorder> {
 public:
  static constexpr std::size_t kMostShown = 100;  // rows in the summary

  static std::string notes() { return describe_columns(NcclRow::columns().table("nccl")); }

  NcclCollectives(const config::NoParams&, ProbeContext&) {}

  Hooks hooks() const override { return {.devices = true}; }
  Outcome conclude(std::vector<Table> merged, const RunFacts&) const override {
    std::vector<NcclRow> rows;
    for (const CallRow& r : CallRow::columns().rows(merged.front())) {
      const auto which = static_cast<mpi::Collective>(r.operation);
      const auto ranks = static_cast<std::uint64_t>(r.ranks);
      const Time mean{r.time.ps / static_cast<std::int64_t>(r.calls)};
      const double algbw = mean > Time{0} ? static_cast<double>(r.bytes.n) / mean.seconds() : 0;
      rows.push_back({r.job, std::string(mpi::name_of(which)), r.ranks, r.bytes,
                      (r.calls + ranks - 1) / ranks, mean, algbw,
                      algbw * mpi::bus_factor(which, r.ranks)});
    }
    Table all = NcclRow::columns().table("nccl", rows);
    all.brief = !rows.empty() && rows.size() <= kMostShown;
    return {{std::move(all)}};
  }
};

const config::Register<NcclCollectives> nccl{
    "nccl", "time, algbw and busbw of NCCL's collectives by operation and size; in every run"};

}  // namespace
}  // namespace kasuri
