// SPDX-License-Identifier: MIT
#include "experiment/run/flow_run.h"

#include <algorithm>
#include <map>

#include "experiment/plan/config.h"
#include "experiment/plan/planning.h"
#include "experiment/run/results.h"

namespace kasuri {
namespace {

// That with most bytes: an open-loop pattern, a collective operation, or all that ranks send otherwise.
std::string main_pattern(const Results& r) {
  std::map<std::string, std::int64_t> bytes;
  for (const JobRow& j : r.jobs) {
    const bool has_ranks = j.kind == "program" || j.kind == "motif" || j.kind == "trace";
    bytes[has_ranks ? "messages" : j.kind] += j.bytes.n;
  }
  const Table* const t = r.table("collectives_summary");
  for (std::size_t row = 0; t && row < t->rows(); ++row) {
    const auto& names = std::get<std::vector<std::string>>(t->columns[1].values);
    bytes[names[row]] += t->column("bytes")[row];
    bytes["messages"] -= t->column("bytes")[row];
  }
  return std::ranges::max_element(bytes, {}, [](const auto& b) { return b.second; })->first;
}

double busiest_link(const Results& r) {
  Time most{0};
  for (const LinkRow l : r.links) {
    if (!l.ejection) most = later(most, l.busy());
  }
  return r.time > Time{0} ? most.seconds() / r.time.seconds() : 0;
}

}  // namespace

FlowFidelity flow_fidelity(const Config& c, const Plan& plan, const Results& r) {
  const auto messages = static_cast<double>(std::max<std::uint64_t>(r.delivered.messages, 1));
  FlowCase run{std::string(c.topology.name()), routing_of_paths(c, plan), main_pattern(r),
               static_cast<double>(r.delivered.bytes.n) / messages, busiest_link(r)};
  const MeasuredError* const nearest = nearest_measured_error(run);
  FlowFidelity f{std::move(run), std::nullopt};
  if (nearest) f.nearest = *nearest;
  return f;
}

}  // namespace kasuri
