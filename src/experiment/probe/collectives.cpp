// SPDX-License-Identifier: MIT
// What collective operations cost: calls, times, messages and bytes of each, by job. The world counts them
// in every run (mpi/ranks/rank_statistics.cpp).
#include <map>

#include "base/config/registry.h"
#include "experiment/probe/histograms.h"
#include "experiment/probe/probe.h"
#include "mpi/ranks/world.h"

namespace kasuri {
namespace {

// Operations by the code of their tag.
struct MessageRow {
  std::uint32_t job, code;
  std::uint64_t messages;
  Bytes bytes;

  static Columns<MessageRow> columns() {
    using R = MessageRow;
    return {key("job", &R::job, "", ""), key("code", &R::code, "", ""),
            column("messages", &R::messages, "", ""), column("bytes", &R::bytes, "B", "")};
  }
};

struct OperationRow {
  std::string name;
  std::uint32_t job;
  bool nonblocking;
  std::uint64_t calls;
  Time time, p50, p99, max;
  std::uint64_t messages;
  Bytes bytes;

  static Columns<OperationRow> columns() {
    using R = OperationRow;
    return {column("name", &R::name, "", "of the operation"),
            column("job", &R::job, "index into jobs", ""),
            column("nonblocking", &R::nonblocking, "1 if it is", ""),
            column("calls", &R::calls, "calls of ranks", ""),
            column("time", &R::time, "ps, sum over calls", "from the call to its return or completion"),
            column("p50", &R::p50, "ps", "half of the calls take no longer"),
            column("p99", &R::p99, "ps", ""),
            column("max", &R::max, "ps", ""),
            column("messages", &R::messages, "sent for both kinds", "in the first row of the operation"),
            column("bytes", &R::bytes, "B, of these", "")};
  }
};

// What the summary says of an operation, blocking or not.
struct OperationView {
  std::int64_t job;
  std::string name;
  std::uint64_t calls, nonblocking_calls, messages;
  std::int64_t bytes;
  Time time, mean, p50, p99, max;

  static Columns<OperationView> columns() {
    using R = OperationView;
    return {key("job", &R::job, "", ""),
            key("name", &R::name, "", ""),
            column("calls", &R::calls, "", ""),
            column("nonblocking_calls", &R::nonblocking_calls, "", ""),
            column("messages", &R::messages, "", ""),
            column("bytes", &R::bytes, "", ""),
            column("time", &R::time, "ps", ""),
            column("mean", &R::mean, "ps", ""),
            column("p50", &R::p50, "ps", ""),
            column("p99", &R::p99, "ps", ""),
            column("max", &R::max, "ps", "")};
  }
};

// Calls of ranks that an algorithm served.
struct AlgorithmRow {
  std::uint32_t job;
  std::string name, algorithm, form, chosen_by;
  bool assumed;
  std::uint64_t calls;
  std::int32_t ranks_least, ranks_most;
  Bytes least, most;

  static Columns<AlgorithmRow> columns() {
    using R = AlgorithmRow;
    return {key("job", &R::job, "index into jobs", ""),
            key("name", &R::name, "", "of the operation"),
            key("algorithm", &R::algorithm, "", "that ran"),
            key("form", &R::form, "", "of NCCL: algorithm and protocol"),
            key("chosen_by", &R::chosen_by, "", "the library; empty: the configuration"),
            key("assumed", &R::assumed, "1 if the library's decision is not known", ""),
            column("calls", &R::calls, "calls of ranks", ""),
            column("ranks_least", &R::ranks_least, "", "of the communicator").least(),
            column("ranks_most", &R::ranks_most, "", "").most(),
            column("least", &R::least, "B", "the size by which algorithms are chosen").least(),
            column("most", &R::most, "B", "").most()};
  }
};

constexpr auto kCodes = static_cast<std::uint32_t>(std::tuple_size_v<mpi::CollectiveAccounts>);

class CollectiveRecorder final : public Recorder {
 public:
  explicit CollectiveRecorder(const RecorderContext& c) : world_(c.world), jobs_(c.jobs) {}

  std::vector<Table> take() override {
    HistogramRows times;
    std::vector<MessageRow> sent;
    std::vector<AlgorithmRow> served;
    for (std::uint32_t job = 0; job < jobs_.size(); ++job) {
      if (!jobs_[job].world) continue;
      const mpi::CollectiveAccounts& all = world_.ranks().jobs()[*jobs_[job].world].collectives;
      for (std::uint32_t code = 0; code < kCodes; ++code) {
        const mpi::CollectiveAccount& c = all[code];
        times.add((job * kCodes + code) * 2, c.blocking);
        times.add((job * kCodes + code) * 2 + 1, c.nonblocking);
        if (c.messages > 0) sent.push_back({job, code, c.messages, c.bytes});
        for (const mpi::AlgorithmUse& a : c.algorithms) served.push_back(row_of(job, code, a));
      }
    }
    std::vector<Table> tables = times.take();
    tables.push_back(MessageRow::columns().table("sent", sent));
    tables.push_back(AlgorithmRow::columns().table("collective_algorithms", served));
    return tables;
  }

 private:
  static AlgorithmRow row_of(std::uint32_t job, std::uint32_t code, const mpi::AlgorithmUse& a) {
    return {.job = job,
            .name = mpi::collective_name(code),
            .algorithm = std::string(a.name),
            .form = std::string(a.form),
            .chosen_by = std::string(a.chosen_by),
            .assumed = a.is_assumed,
            .calls = a.calls,
            .ranks_least = a.ranks_least,
            .ranks_most = a.ranks_most,
            .least = a.least,
            .most = a.most};
  }

  mpi::World& world_;
  std::vector<RecorderContext::Job> jobs_;
};

class Collectives final : public ProbeBy<CollectiveRecorder> {
 public:
  static std::string notes() { 
    return describe_columns(OperationRow::columns().table("collectives")) +
           describe_columns(AlgorithmRow::columns().table("collective_algorithms"));
  }

  Collectives(const config::NoParams&, ProbeContext&) {}

  Hooks hooks() const override { return {}; }
  Outcome conclude(std::vector<Table> merged, const RunFacts&) const override {
    std::map<std::uint32_t, mpi::CollectiveAccount> accounts;  // by job and code
    for (auto& [id, times] : histograms_of(merged[0], merged[1])) {
      (id % 2 ? accounts[id / 2].nonblocking : accounts[id / 2].blocking) = times;
    }
    for (const MessageRow& r : MessageRow::columns().rows(merged[2])) {
      mpi::CollectiveAccount& mine = accounts[r.job * kCodes + r.code];
      mine.messages = r.messages;
      mine.bytes = r.bytes;
    }
    std::vector<OperationRow> rows;
    std::vector<OperationView> views;
    for (const auto& [id, account] : accounts) {
      const std::string name = mpi::collective_name(id % kCodes);
      add_rows(rows, id / kCodes, name, account);
      if (account.calls()) views.push_back(view_of(id / kCodes, name, account));
    }
    return {{OperationRow::columns().table("collectives", rows), std::move(merged[3])},
            {},
            {OperationView::columns().table("collectives_summary", views)}};
  }

 private:
  static void add_rows(std::vector<OperationRow>& rows, std::uint32_t job, const std::string& name,
                       const mpi::CollectiveAccount& c) {
    for (const bool nonblocking : {false, true}) {
      const Histogram& h = nonblocking ? c.nonblocking : c.blocking;
      if (h.count() == 0) continue;
      // The messages of an operation belong to its first row.
      const bool first = !nonblocking || c.blocking.count() == 0;
      rows.push_back({name, job, nonblocking, h.count(), h.sum(), h.percentile(0.5), h.percentile(0.99),
                      h.most(), first ? c.messages : 0, first ? c.bytes : Bytes{0}});
    }
  }
  static OperationView view_of(std::uint32_t job, const std::string& name,
                               const mpi::CollectiveAccount& c) {
    Histogram times = c.blocking;
    times += c.nonblocking;
    return {job, name, c.calls(), c.nonblocking.count(), c.messages, c.bytes.n, times.sum(), times.mean(),
            times.percentile(0.5), times.percentile(0.99), times.most()};
  }
};

const config::Register<Collectives> collectives{
    "collectives", "calls, times, messages and bytes of collectives, by job; in every run"};

}  // namespace
}  // namespace kasuri
