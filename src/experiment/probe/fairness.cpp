// SPDX-License-Identifier: MIT
// Whether sources share the network fairly: the throughput of each NIC that sends (bytes that its link to
// the router took), and over these the minimum, the mean and Jain's index (Σx)² / (n Σx²), which is 1 if
// all have the same and 1/n if one has everything (Jain, Chiu & Hawe, DEC-TR-301, 1984). NICs that send
// nothing in the whole run are no sources.
#include <algorithm>
#include <limits>
#include <map>

#include "base/config/registry.h"
#include "experiment/probe/chunk_params.h"
#include "experiment/probe/probe.h"
#include "base/stats/time_split.h"

namespace kasuri {
namespace {

// What a NIC sent in a chunk of time.
struct SentRow {
  std::uint32_t chunk;
  std::uint32_t nic;
  std::int64_t bytes;

  static Columns<SentRow> columns() {
    using R = SentRow;
    return {key("chunk", &R::chunk, "", ""), key("nic", &R::nic, "", ""),
            column("bytes", &R::bytes, "B", "")};
  }
};

// Of all sources together; rates in bytes a second.
struct Shares {
  std::uint64_t sources = 0;
  double min = 0, mean = 0, jain = 1;

  static Columns<Shares> columns() {
    using R = Shares;
    return {
        column("sources", &R::sources, "", "number of NICs that send in this run"),
        column("min", &R::min, "B/s", "smallest throughput of a source"),
        column("mean", &R::mean, "B/s", "mean throughput of the sources"),
        column("jain", &R::jain, "", "Jain's index: 1 if all sources have the same throughput, 1/n if one "
                                     "of n has all")};
  }
};

struct ChunkRow {
  Time begin, end;
  double min, mean, jain;

  static Columns<ChunkRow> columns() {
    using R = ChunkRow;
    return {key("begin", &R::begin, "ps", "of the chunk"), column("end", &R::end, "ps", "of the chunk"),
            column("min", &R::min, "B/s", "as in `fairness`, in this chunk"),
            column("mean", &R::mean, "B/s", "as in `fairness`, in this chunk"),
            column("jain", &R::jain, "", "as in `fairness`, in this chunk; 1 if nothing was sent")};
  }
};

struct SourceRow {
  std::uint32_t nic;
  double throughput;

  static Columns<SourceRow> columns() {
    return {key("nic", &SourceRow::nic, "row of nics", "the source"),
            column("throughput", &SourceRow::throughput, "B/s", "over the whole run")};
  }
};

// Sums over sources from which their shares follow.
struct Sums {
  double sum = 0, squares = 0, least = std::numeric_limits<double>::infinity();
  std::uint64_t senders = 0;

  void add(std::int64_t bytes) {
    const auto x = static_cast<double>(bytes);
    sum += x, squares += x * x, least = std::min(least, x), ++senders;
  }
  Shares over(std::uint64_t sources, Time span) const {
    if (sources == 0 || span <= Time{0} || senders == 0) return {.sources = sources};
    const auto n = static_cast<double>(sources);
    return {sources, senders == sources ? least / span.seconds() : 0, sum / n / span.seconds(),
            sum * sum / (n * squares)};
  }
};

class FairnessRecorder final : public Recorder {
 public:
  FairnessRecorder(Time chunk, const RecorderContext& c)
      : sent_(c.machine.endpoint_count(), chunk), f_(*c.fabric) {
    for (std::uint32_t r = 0; r < f_.router_count(); ++r) {
      const RouterId id = f_.router(r);
      for (std::uint32_t e = 0; e < f_.topology.endpoints_at(id); ++e) {
        ids_.push_back(f_.topology.first_endpoint(id).v + e);
      }
    }
  }

  void injected(const Injection& i) override {
    sent_.add(i.nic, i.head, i.tail, f_.packets[i.packet].bytes);
  }
  std::vector<Table> take() override {
    const SplitRows split = sent_.take(ids_);
    std::vector<SentRow> rows;
    for (const SplitRows::Row& r : split.rows) rows.push_back({r.chunk, r.cell, r.amount});
    Table t = SentRow::columns().table("sent", rows);
    t.chunk = split.chunk;
    return {std::move(t)};
  }

 private:
  TimeSplit sent_;  // by local number of the NIC
  Fabric& f_;
  std::vector<std::uint32_t> ids_;
};

class Fairness final : public Probe {
 public:
  static std::string notes() {
    return describe_columns(Shares::columns().table("fairness")) + '\n' +
           describe_columns(ChunkRow::columns().table("fairness_by_chunk")) + '\n' +
           describe_columns(SourceRow::columns().table("fairness_by_source"));
  }

  Fairness(const ChunkParams& p, ProbeContext& c) : chunk_(p.chunk.value_or(Time{0})) {
    c.require_routers();
    memory_ = p.memory_of(c.topology.endpoints(), c.time_limit);
  }

  Hooks hooks() const override { return {.injected = true}; }
  std::unique_ptr<Recorder> record(const RecorderContext& c) const override {
    return std::make_unique<FairnessRecorder>(chunk_, c);
  }
  Outcome conclude(std::vector<Table> merged, const RunFacts& run) const override;
  std::uint64_t memory_bytes() const override { return memory_; }

 private:
  Time chunk_;
  std::uint64_t memory_;
};

Outcome Fairness::conclude(std::vector<Table> merged, const RunFacts& run) const {
  const Time length = merged.front().chunk;
  std::map<std::uint32_t, std::int64_t> by_source;
  std::map<std::uint32_t, Sums> by_chunk;
  for (const SentRow& r : SentRow::columns().rows(merged.front())) {
    by_source[r.nic] += r.bytes;
    by_chunk[r.chunk].add(r.bytes);
  }
  Sums all;
  std::vector<SourceRow> sources;
  for (const auto& [nic, bytes] : by_source) {
    all.add(bytes);
    sources.push_back({nic, static_cast<double>(bytes) / run.end.seconds()});
  }
  const std::uint32_t chunks = by_chunk.empty() ? 0 : by_chunk.rbegin()->first + 1;
  std::vector<ChunkRow> shares;
  for (std::uint32_t c = 0; c < chunks; ++c) {
    const Time begin = length * c, end = earlier(length * (c + 1), later(run.end, begin + Time{1}));
    const Shares s = by_chunk[c].over(sources.size(), end - begin);
    shares.push_back({begin, end, s.min, s.mean, s.jain});
  }
  Table total = Shares::columns().table("fairness", {all.over(sources.size(), run.end)});
  total.brief = true;
  return {{std::move(total), ChunkRow::columns().table("fairness_by_chunk", shares),
           SourceRow::columns().table("fairness_by_source", sources)},
          {}};
}

const config::Register<Fairness, ChunkParams> fairness{
    "fairness", "throughput of each source: the minimum, the mean and Jain's index, also over time"};

}  // namespace
}  // namespace kasuri
