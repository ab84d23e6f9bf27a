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
  FlowCase run;
  run.topology = c.topology.name();
  run.routing = routing_of_paths(c, plan);
  run.pattern = main_pattern(r);
  run.message_bytes = static_cast<double>(r.delivered.bytes.n) / messages;
  run.busiest_link = busiest_link(r);
  run.stretch = r.network.counts.at(1).second > 0
                    ? static_cast<double>(r.network.counts.at(0).second) /
                          static_cast<double>(r.network.counts.at(1).second)
                    : 1;
  run.endpoints = plan.topology->endpoints();
  run.sleeps = plan.power && plan.power->sleeps();
  run.several_jobs = r.jobs.size() > 1;
  ExpectedError expected = expected_error(run);
  return {std::move(run), std::move(expected), r.time};
}

}  // namespace kasuri
