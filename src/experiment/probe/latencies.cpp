// SPDX-License-Identifier: MIT
// How long packets and messages took, by job and class of traffic: percentiles. NICs count these themselves
// (network/net/latency.h). It is part of every run unless `statistics.latency` is false.
#include <algorithm>
#include <array>
#include <optional>

#include "base/config/registry.h"
#include "experiment/probe/histograms.h"
#include "experiment/probe/probe.h"

namespace kasuri {
namespace {

// The kinds of latency, in the order of tables.
constexpr std::array<std::pair<const char*, Histogram FlowLatency::*>, 5> kKinds{
    {{"packet", &FlowLatency::packets},
     {"queueing", &FlowLatency::queueing},
     {"message", &FlowLatency::messages},
     {"intra_node", &FlowLatency::local},
     {"completion", &FlowLatency::completions}}};

// Of a histogram: which job, class of traffic and kind.
struct LatencyRow {
  std::uint32_t job, traffic, kind;
  std::uint64_t count;
  Time sum, min, p50, p90, p99, p999, max;

  static Columns<LatencyRow> columns() {
    using R = LatencyRow;
    return {key("job", &R::job, "index into jobs", ""),
            key("class", &R::traffic, "index into traffic_classes", ""),
            key("kind", &R::kind, "index into latency_kinds", ""),
            column("count", &R::count, "", "packets or messages"),
            column("sum", &R::sum, "ps", ""),
            column("min", &R::min, "ps", ""),
            column("p50", &R::p50, "ps", "half take no longer"),
            column("p90", &R::p90, "ps", ""),
            column("p99", &R::p99, "ps", ""),
            column("p999", &R::p999, "ps", ""),
            column("max", &R::max, "ps", "")};
  }
};

struct BucketRow {
  std::int64_t row, low, high;
  std::uint64_t count;

  static Columns<BucketRow> columns() {
    using R = BucketRow;
    return {column("row", &R::row, "row of latency", ""), column("low", &R::low, "ps", "of the bucket"),
            column("high", &R::high, "ps", "of the bucket"), column("count", &R::count, "", "")};
  }
};

struct NameRow {
  std::string name;
  static Columns<NameRow> columns() { return {column("name", &NameRow::name, "", "")}; }
};

// What the summary says: of a job, or of all; of a class of traffic, or of all.
struct LatencyView {
  std::int64_t job;  // -1: all
  std::string traffic;  // "": all
  std::string kind;
  std::uint64_t count;
  Time mean, min, p50, p90, p99, p999, max;

  static Columns<LatencyView> columns() {
    using R = LatencyView;
    return {key("job", &R::job, "", ""),      key("class", &R::traffic, "", ""),
            key("kind", &R::kind, "", ""),    column("count", &R::count, "", ""),
            column("mean", &R::mean, "ps", ""), column("min", &R::min, "ps", ""),
            column("p50", &R::p50, "ps", ""), column("p90", &R::p90, "ps", ""),
            column("p99", &R::p99, "ps", ""), column("p999", &R::p999, "ps", ""),
            column("max", &R::max, "ps", "")};
  }
};

using KindSums = std::array<Histogram, kKinds.size()>;

void add_view(std::vector<LatencyView>& rows, std::int64_t job, const std::string& traffic,
              const KindSums& sums) {
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const Histogram& h = sums[k];
    if (h.count() == 0) continue;
    rows.push_back({job, traffic, kKinds[k].first, h.count(), h.mean(), h.least(), h.percentile(0.5),
                    h.percentile(0.9), h.percentile(0.99), h.percentile(0.999), h.most()});
  }
}

class LatencyRecorder final : public Recorder {
 public:
  explicit LatencyRecorder(const RecorderContext& c) : latencies_(c.latencies), jobs_(c.jobs) {
    std::uint32_t jobs = 0;
    for (const auto& job : jobs_) jobs = std::max(jobs, job.number + 1);
    latencies_.count(std::size_t{jobs} * kTraffics);
  }

  std::vector<Table> take() override {
    const std::vector<FlowLatency> flows = latencies_.flows();
    HistogramRows rows;
    for (std::uint32_t job = 0; job < jobs_.size(); ++job) {
      for (std::uint32_t traffic = 0; traffic < kTraffics; ++traffic) {
        const FlowLatency& flow = flows[jobs_[job].number * kTraffics + traffic];
        for (std::uint32_t k = 0; k < kKinds.size(); ++k) {
          rows.add((job * kTraffics + traffic) * static_cast<std::uint32_t>(kKinds.size()) + k,
                   flow.*kKinds[k].second);
        }
      }
    }
    return rows.take();
  }

 private:
  Latencies& latencies_;
  std::vector<RecorderContext::Job> jobs_;
};

class Latency final : public ProbeBy<LatencyRecorder> {
 public:
  static std::string notes() {
    return describe_columns(LatencyRow::columns().table("latency")) + '\n' +
           describe_columns(BucketRow::columns().table("latency_histogram"));
  }

  Latency(const config::NoParams&, ProbeContext&) {}

  Hooks hooks() const override { return {}; }
  Outcome conclude(std::vector<Table> merged, const RunFacts& run) const override;
};

// KindSums over classes, over jobs, and over both.
class Views {
 public:
  explicit Views(std::size_t jobs) : of_job_(jobs), of_class_(jobs * kTraffics) {}

  void add(std::uint32_t job, std::uint32_t traffic, std::uint32_t kind, const Histogram& h) {
    of_job_[job][kind] += h;
    of_class_[job * kTraffics + traffic][kind] += h;
    all_[kind] += h;
  }
  std::vector<LatencyView> rows() const {
    std::vector<LatencyView> rows;
    add_view(rows, -1, "", all_);
    for (std::size_t j = 0; j < of_job_.size(); ++j) {
      add_view(rows, static_cast<std::int64_t>(j), "", of_job_[j]);
      for (std::uint16_t t = 0; t < kTraffics; ++t) {
        add_view(rows, static_cast<std::int64_t>(j), std::string(name_of(static_cast<Traffic>(t))),
                 of_class_[j * kTraffics + t]);
      }
    }
    return rows;
  }

 private:
  std::vector<KindSums> of_job_, of_class_;
  KindSums all_;
};

Outcome Latency::conclude(std::vector<Table> merged, const RunFacts& run) const {
  std::vector<LatencyRow> rows;
  std::vector<BucketRow> buckets;
  Views views(run.jobs.size());
  for (const auto& [id, h] : histograms_of(merged[0], merged[1])) {
    const auto kind = static_cast<std::uint32_t>(id % kKinds.size());
    const auto flow = static_cast<std::uint32_t>(id / kKinds.size());
    const std::uint32_t job = flow / kTraffics, traffic = flow % kTraffics;
    h.for_each([&](std::size_t b, std::uint64_t n) {
      buckets.push_back({std::ssize(rows), Histogram::low(b), Histogram::high(b), n});
    });
    rows.push_back({job, traffic, kind, h.count(), h.sum(), h.least(), h.percentile(0.5), h.percentile(0.9),
                    h.percentile(0.99), h.percentile(0.999), h.most()});
    views.add(job, traffic, kind, h);
  }
  std::vector<NameRow> kinds, classes;
  for (const auto& [name, kind] : kKinds) kinds.push_back({name});
  for (std::uint16_t t = 0; t < kTraffics; ++t) {
    classes.push_back({std::string(name_of(static_cast<Traffic>(t)))});
  }
  return {{LatencyRow::columns().table("latency", rows),
           BucketRow::columns().table("latency_histogram", buckets),
           NameRow::columns().table("latency_kinds", kinds),
           NameRow::columns().table("traffic_classes", classes)},
          {},
          {LatencyView::columns().table("latency_summary", views.rows())}};
}

const config::Register<Latency> latency{
    "latencies", "latency histograms and percentiles by job and traffic class; in every run"};

}  // namespace
}  // namespace kasuri
