// SPDX-License-Identifier: MIT
#include "experiment/report/interference_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/core/words.h"
#include "experiment/report/power_report.h"
#include "experiment/run/interference.h"

namespace kasuri {
namespace {

double energy_of(const Results& r, std::size_t job) {
  return r.power->by_job.jobs[job].to_solution_j();
}

Time message_latency(const JobRow& j) {
  const DeliveryStatistics& d = j.delivered;
  return d.messages ? Time{d.message_latency.ps / static_cast<std::int64_t>(d.messages)} : Time{0};
}

double share(Bytes part, Bytes all) {
  return all.n ? static_cast<double>(part.n) / static_cast<double>(all.n) : 0;
}

}  // namespace

nlohmann::ordered_json interference_json(const Interference& f) {
  auto jobs = nlohmann::ordered_json::array();
  for (std::size_t j = 0; j < f.alone.size(); ++j) {
    const JobRow &alone = f.alone[j].jobs[0], &together = f.together.jobs[j];
    const Interference::Links& l = f.links[j];
    auto& row = jobs.emplace_back(nlohmann::ordered_json{
        {"name", together.name},
        {"ranks", together.ranks},
        {"nodes", together.nodes},
        {"alone_ps", alone.time.ps},
        {"together_ps", together.time.ps},
        {"slowdown", f.slowdown(j)},
        {"mean_message_latency_alone_ps", message_latency(alone).ps},
        {"mean_message_latency_together_ps", message_latency(together).ps},
        {"links", l.used},
        {"shared_links", l.shared},
        {"shared_bytes_ratio", share(l.shared_bytes, l.bytes)}});
    if (!f.together.power) continue;
    row["energy_alone_j"] = energy_of(f.alone[j], 0);
    row["energy_together_j"] = energy_of(f.together, j);
  }
  auto pairs = nlohmann::ordered_json::array();
  for (const Interference::Pair& p : f.pairs) {
    pairs.push_back({{"jobs", {f.together.jobs[p.a].name, f.together.jobs[p.b].name}},
                     {"links", p.links}});
  }
  nlohmann::ordered_json json{{"time_ps", f.together.time.ps},
                              {"links", f.together.link_count()},
                              {"jobs", std::move(jobs)},
                              {"pairs", std::move(pairs)},
                              {"result_hash", fmt::format("{:016x}", f.together.delivered.hash)}};
  if (f.together.power) {
    json["energy_j"] = f.together.power->to_solution_j();
    json["unassigned_j"] = f.together.power->by_job.nobody.to_solution_j();
  }
  return json;
}

std::string interference_text(const Interference& f) {
  std::string s = fmt::format("{:<20} {:>6} {:>11} {:>11} {:>9} {:>11} {:>11} {:>7} {:>7} {:>8}",
                              "job", "nodes", "alone", "together", "slow-down", "latency", "together",
                              "links", "shared", "traffic");
  if (f.together.power) s += fmt::format(" {:>11} {:>11}", "energy", "together");
  s += '\n';
  for (std::size_t j = 0; j < f.alone.size(); ++j) {
    const JobRow &alone = f.alone[j].jobs[0], &together = f.together.jobs[j];
    const Interference::Links& l = f.links[j];
    s += fmt::format("{:<20} {:>6} {:>11} {:>11} {:>9.4f} {:>11} {:>11} {:>7} {:>7} {:>6.1f} %",
                     together.name, together.nodes, to_string(alone.time),
                     to_string(together.time), f.slowdown(j), to_string(message_latency(alone)),
                     to_string(message_latency(together)), l.used, l.shared,
                     100 * share(l.shared_bytes, l.bytes));
    if (f.together.power) {
      s += fmt::format(" {:>11} {:>11}", quantity(energy_of(f.alone[j], 0), "J"),
                       quantity(energy_of(f.together, j), "J"));
    }
    s += '\n';
  }
  for (const Interference::Pair& p : f.pairs) {
    s += fmt::format("{} and {} share {} link{}\n", f.together.jobs[p.a].name,
                     f.together.jobs[p.b].name, p.links, p.links == 1 ? "" : "s");
  }
  if (f.pairs.empty()) s += "no link is used by two jobs\n";
  return s;
}

}  // namespace kasuri
