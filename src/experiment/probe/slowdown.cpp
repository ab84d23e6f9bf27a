// SPDX-License-Identifier: MIT
// How much longer messages took than in an empty network, by their size: from the hand-over until the
// receiver has all, over `base` and the time that the payload takes on the link of a NIC.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/config/registry.h"
#include "experiment/probe/histograms.h"
#include "experiment/probe/probe.h"

namespace kasuri {
namespace {

using namespace literals;

struct SlowdownParams {
  Time base{0};
  std::vector<Bytes> sizes{Bytes{10'000}, Bytes{100'000}, Bytes{1'000'000}, Bytes{10'000'000}};

  static config::Fields<SlowdownParams> fields() {
    using P = SlowdownParams;
    return {config::field("base", &P::base, "time of an empty message in an empty network")
                .range(0_ps, 1000_ms),
            config::field("sizes", &P::sizes, "where one class of sizes ends and the next begins")
                .size(0, 64)};
  }
  static void validate(const SlowdownParams& p, config::Section& section) {
    if (!std::ranges::is_sorted(p.sizes)) section.error(&SlowdownParams::sizes, "must ascend");
  }
};

struct SlowdownRow {
  std::uint32_t job;
  Bytes above;
  std::uint64_t count;
  double mean, p50, p99, max;

  static Columns<SlowdownRow> columns() {
    using R = SlowdownRow;
    return {key("job", &R::job, "index into jobs", ""),
            column("above", &R::above, "B", "messages of the class are larger, up to the next one's"),
            column("count", &R::count, "", "messages"),
            column("mean", &R::mean, "", "times longer than alone"),
            column("p50", &R::p50, "", ""),
            column("p99", &R::p99, "", ""),
            column("max", &R::max, "", "")};
  }
};

class SlowdownRecorder final : public Recorder {
 public:
  SlowdownRecorder(const SlowdownParams& p, const RecorderContext& c)
      : p_(p), machine_(c.machine), jobs_(c.jobs) {}

  void arrived(const Message& m, Time posted) override {
    if (m.source == m.destination || m.traffic == Traffic::control || m.size == Bytes{0}) return;
    const auto size = std::ranges::lower_bound(p_.sizes, m.size) - p_.sizes.begin();
    const Time alone = p_.base + m.size / machine_.link_classes.back().rate;
    const std::uint32_t job = RecorderContext::index_of(jobs_, m.job);
    const double slower = (machine_.partition.now() - posted).seconds() / alone.seconds();
    histograms_[job * (p_.sizes.size() + 1) + static_cast<std::size_t>(size)].add(
        Time{static_cast<std::int64_t>(slower * 1000)});
  }
  std::vector<Table> take() override {
    HistogramRows rows;
    for (const auto& [id, h] : histograms_) rows.add(static_cast<std::uint32_t>(id), h);
    return rows.take();
  }

 private:
  const SlowdownParams& p_;
  MachinePart& machine_;
  std::vector<RecorderContext::Job> jobs_;
  std::map<std::size_t, Histogram> histograms_;  // in thousandths
};

class Slowdowns final : public Probe {
 public:
  static std::string notes() { return describe_columns(SlowdownRow::columns().table("slowdown")); }

  Slowdowns(const SlowdownParams& p, ProbeContext&) : p_(p) {}

  Hooks hooks() const override { return {.arrived = true}; }
  std::unique_ptr<Recorder> record(const RecorderContext& c) const override {
    return std::make_unique<SlowdownRecorder>(p_, c);
  }
  Outcome conclude(std::vector<Table> merged, const RunFacts&) const override {
    std::vector<SlowdownRow> rows;
    const auto of = [](Time t) { return static_cast<double>(t.ps) / 1000; };
    for (const auto& [id, h] : histograms_of(merged[0], merged[1])) {
      const std::size_t classes = p_.sizes.size() + 1, size = id % classes;
      rows.push_back({static_cast<std::uint32_t>(id / classes),
                      size > 0 ? p_.sizes[size - 1] : Bytes{0}, h.count(), of(h.mean()),
                      of(h.percentile(0.5)), of(h.percentile(0.99)), of(h.most())});
    }
    Table all = SlowdownRow::columns().table("slowdown", rows);
    all.brief = !rows.empty();
    return {{std::move(all)}};
  }

 private:
  SlowdownParams p_;
};

const config::Register<Slowdowns, SlowdownParams> slowdown{
    "slowdown", "how much longer messages took than in an empty network, by job and size"};

}  // namespace
}  // namespace kasuri
