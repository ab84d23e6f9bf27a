// SPDX-License-Identifier: MIT
#include "sim/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <tuple>

#include "sim/machine.h"
#include "stats/hdf5.h"

namespace kasuri {

using namespace literals;

namespace {

const config::Describe<StatisticsParams> described{"statistics",
                                                   "what is counted beyond the sums of a run"};

// The kinds of latency, in the order of tables.
using Kind = Histogram FlowLatency::*;
constexpr std::array<std::pair<const char*, Kind>, 4> kKinds{{{"packet", &FlowLatency::packets},
                                                              {"queueing", &FlowLatency::queueing},
                                                              {"message", &FlowLatency::messages},
                                                              {"intra_node", &FlowLatency::local}}};
constexpr std::array<std::pair<const char*, double>, 4> kPercentiles{
    {{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p999", 0.999}}};

nlohmann::ordered_json distribution_json(const Histogram& h) {
  nlohmann::ordered_json json{{"count", h.count()},
                              {"mean_ps", h.mean().ps},
                              {"min_ps", h.least().ps}};
  for (const auto& [name, share] : kPercentiles) {
    json[std::string(name) + "_ps"] = h.percentile(share).ps;
  }
  json["max_ps"] = h.most().ps;
  return json;
}

// A table in the making, column by column.
class Columns {
 public:
  explicit Columns(std::vector<std::pair<const char*, const char*>> names_and_units)
      : heads_(std::move(names_and_units)), columns_(heads_.size()) {}

  void row(std::initializer_list<std::int64_t> values) {
    std::size_t i = 0;
    for (const std::int64_t v : values) columns_[i++].push_back(v);
  }
  void write(Hdf5File& file, std::string_view table) const {
    for (std::size_t i = 0; i < heads_.size(); ++i) {
      file.column(table, heads_[i].first, heads_[i].second, columns_[i]);
    }
  }

 private:
  std::vector<std::pair<const char*, const char*>> heads_;
  std::vector<std::vector<std::int64_t>> columns_;
};

std::int64_t signed_of(std::uint64_t n) { return static_cast<std::int64_t>(n); }

void write_latencies(Hdf5File& file, const Statistics& s) {
  Columns table({{"job", "index into jobs"},
                 {"class", "index into traffic_classes"},
                 {"kind", "index into latency_kinds"},
                 {"count", ""},
                 {"sum", "ps"},
                 {"min", "ps"},
                 {"p50", "ps"},
                 {"p90", "ps"},
                 {"p99", "ps"},
                 {"p999", "ps"},
                 {"max", "ps"}});
  Columns buckets({{"row", "row of latency"}, {"low", "ps"}, {"high", "ps"}, {"count", ""}});
  std::int64_t row = 0;
  for (std::size_t flow = 0; flow < s.latencies.size(); ++flow) {
    for (std::size_t k = 0; k < kKinds.size(); ++k) {
      const Histogram& h = s.latencies[flow].*kKinds[k].second;
      if (h.count() == 0) continue;
      table.row({signed_of(flow / kTraffics), signed_of(flow % kTraffics), signed_of(k),
                 signed_of(h.count()), h.sum().ps, h.least().ps, h.percentile(0.5).ps,
                 h.percentile(0.9).ps, h.percentile(0.99).ps, h.percentile(0.999).ps, h.most().ps});
      h.for_each([&](std::size_t b, std::uint64_t n) {
        buckets.row({row, Histogram::low(b), Histogram::high(b), signed_of(n)});
      });
      ++row;
    }
  }
  table.write(file, "latency");
  buckets.write(file, "latency_histogram");
  std::vector<std::string> kinds, classes;
  for (const auto& [name, kind] : kKinds) kinds.emplace_back(name);
  for (std::uint16_t t = 0; t < kTraffics; ++t) {
    classes.emplace_back(name_of(static_cast<Traffic>(t)));
  }
  file.column("latency_kinds", "name", "", kinds);
  file.column("traffic_classes", "name", "", classes);
}

void write_collectives(Hdf5File& file, const Statistics& s) {
  Columns table({{"job", "index into jobs"},
                 {"nonblocking", "1 if it is"},
                 {"calls", "calls of ranks"},
                 {"time", "ps, sum over calls"},
                 {"p50", "ps"},
                 {"p99", "ps"},
                 {"max", "ps"},
                 {"messages", "sent for both kinds"},
                 {"bytes", "B, of these"}});
  std::vector<std::string> names;
  for (std::size_t job = 0; job < s.collectives.size(); ++job) {
    for (std::size_t code = 0; code < s.collectives[job].size(); ++code) {
      const mpi::CollectiveAccount& c = s.collectives[job][code];
      for (const bool nonblocking : {false, true}) {
        const Histogram& h = nonblocking ? c.nonblocking : c.blocking;
        if (h.count() == 0) continue;
        names.push_back(mpi::collective_name(code));
        // The messages of an operation belong to its first row.
        const bool first = !nonblocking || c.blocking.count() == 0;
        table.row({signed_of(job), nonblocking, signed_of(h.count()), h.sum().ps,
                   h.percentile(0.5).ps, h.percentile(0.99).ps, h.most().ps,
                   first ? signed_of(c.messages) : 0, first ? c.bytes.n : 0});
      }
    }
  }
  file.column("collectives", "name", "", names);
  table.write(file, "collectives");
}

}  // namespace

config::Fields<StatisticsParams> StatisticsParams::fields() {
  using P = StatisticsParams;
  return {
      config::field("latency", &P::latency,
                    "histograms of latencies, by job and class of traffic: percentiles"),
      config::field("split", &P::split,
                    "tables of links (or of routers only), NICs and ranks by chunks of time; auto: "
                    "links, on machines of up to 100,000, else routers")
          .one_of({"none", "auto", "routers", "links"}),
      config::field("chunk", &P::chunk,
                    "length of these chunks; default: it grows with the run, so that there are 64 to "
                    "128 of them")
          .range(1_ns, Time{3'600'000'000'000'000}),
      config::field("PROBE", &P::probes, "more measurements, by the names of `kasuri list probe`"),
  };
}

Split split_of(const StatisticsParams& p, const Topology& t) {
  if (p.split == "none") return Split::none;
  if (p.split == "routers") return Split::routers;
  return p.split == "links" || channel_count(t) <= kManyLinks ? Split::links : Split::routers;
}

Recorders::Probes make_probes(const StatisticsParams& p, const Plan& plan, Time time_limit,
                              config::Section statistics) {
  Recorders::Probes probes;
  for (const auto& [name, choice] : p.probes) {
    ProbeContext context{name, *plan.topology, !plan.network, plan.ranks(), time_limit,
                         statistics.section(name)};
    probes.push_back(choice.make(context));
  }
  return probes;
}

// Cells of links or routers, and of the ranks of programs.
static std::uint64_t split_cells(const StatisticsParams& p, const Plan& plan) {
  const Topology& t = *plan.topology;
  switch (split_of(p, t)) {
    case Split::none: return 0;
    case Split::routers: return std::uint64_t{3} * t.routers();
    case Split::links: return channel_count(t) + 2ull * t.endpoints();
  }
  return 0;
}

std::uint64_t split_bytes(const StatisticsParams& p, const Plan& plan, Time time_limit) {
  const std::uint64_t cells = split_cells(p, plan);
  if (cells == 0) return 0;
  const std::uint64_t all = cells + plan.ranks() * Watched::kRankColumns;
  if (!p.chunk || time_limit == kNever) return TimeSplit::bytes(all);
  const auto chunks = static_cast<std::uint64_t>(time_limit.ps / p.chunk->ps + 1);
  return all * sizeof(std::int64_t) * chunks;
}

std::string describe_split(const StatisticsParams& p, const Plan& plan) {
  const std::uint64_t cells = split_cells(p, plan);
  if (cells == 0) return {};
  const std::uint64_t all = cells + plan.ranks() * Watched::kRankColumns;
  const char* what = split_of(p, *plan.topology) == Split::links ? "each link" : "each router";
  if (p.chunk) {
    const Bytes each{static_cast<std::int64_t>(all * sizeof(std::int64_t))};
    return fmt::format("tables by chunks of {} for {} and rank: {} of memory a chunk",
                       to_string(*p.chunk), what, to_string(each));
  }
  return fmt::format("tables by up to {} chunks of time for {} and rank: at most {} of memory",
                     TimeSplit::kMost, what,
                     to_string(Bytes{static_cast<std::int64_t>(TimeSplit::bytes(all))}));
}

Statistics Statistics::of(const Machine& m) {
  Statistics s;
  s.collectives.resize(m.jobs().size());
  for (const auto& d : m.domains()) {
    if (Watch* watch = d->watch()) s.watched.merge(watch->take());
    const std::vector<FlowLatency> part = d->latencies();
    s.latencies.resize(part.empty() ? 0 : m.jobs().size() * kTraffics);
    for (std::size_t f = 0; f < s.latencies.size(); ++f) {
      s.latencies[f] += part[m.plan().job_numbers[f / kTraffics] * kTraffics + f % kTraffics];
    }
    for (std::size_t j = 0; j < m.jobs().size(); ++j) {
      if (!m.jobs()[j].has_ranks()) continue;
      const mpi::CollectiveAccounts& mine = d->collectives(j);
      for (std::size_t c = 0; c < mine.size(); ++c) s.collectives[j][c] += mine[c];
    }
  }
  s.watched.sort();
  return s;
}

void Statistics::merge(Statistics&& o) {
  for (std::size_t f = 0; f < o.latencies.size(); ++f) latencies[f] += o.latencies[f];
  for (std::size_t j = 0; j < o.collectives.size(); ++j) {
    for (std::size_t c = 0; c < o.collectives[j].size(); ++c) collectives[j][c] += o.collectives[j][c];
  }
  watched.merge(std::move(o.watched));
  watched.sort();
}

FlowLatency Statistics::all_latencies() const {
  FlowLatency sum;
  for (const FlowLatency& l : latencies) sum += l;
  return sum;
}

nlohmann::ordered_json latency_json(const FlowLatency& l) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [name, kind] : kKinds) {
    if ((l.*kind).count()) json[name] = distribution_json(l.*kind);
  }
  return json;
}

nlohmann::ordered_json job_latency_json(const Statistics& s, std::size_t job) {
  FlowLatency sum;
  nlohmann::ordered_json classes = nlohmann::ordered_json::object();
  for (std::size_t c = 0; c < kTraffics && !s.latencies.empty(); ++c) {
    const FlowLatency& l = s.latencies[job * kTraffics + c];
    sum += l;
    nlohmann::ordered_json own = latency_json(l);
    if (!own.empty()) classes[std::string(name_of(static_cast<Traffic>(c)))] = std::move(own);
  }
  nlohmann::ordered_json json = latency_json(sum);
  if (!classes.empty()) json["classes"] = std::move(classes);
  return json;
}

nlohmann::ordered_json collectives_json(const Statistics& s, std::size_t job) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (std::size_t code = 0; code < s.collectives[job].size(); ++code) {
    const mpi::CollectiveAccount& c = s.collectives[job][code];
    if (c.calls() == 0) continue;
    Histogram times = c.blocking;
    times += c.nonblocking;
    json[mpi::collective_name(code)] = {{"calls", c.calls()},
                                        {"nonblocking_calls", c.nonblocking.count()},
                                        {"messages", c.messages},
                                        {"bytes", c.bytes.n},
                                        {"time_ps", times.sum().ps},
                                        {"mean_ps", times.mean().ps},
                                        {"p50_ps", times.percentile(0.5).ps},
                                        {"p99_ps", times.percentile(0.99).ps},
                                        {"max_ps", times.most().ps}};
  }
  return json;
}

void write_statistics(Hdf5File& file, const Statistics& s) {
  if (!s.latencies.empty()) write_latencies(file, s);
  write_collectives(file, s);
}

}  // namespace kasuri
