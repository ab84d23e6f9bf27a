// SPDX-License-Identifier: MIT
#include "sim/interference.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/check.h"

namespace kasuri {
namespace {

void find_shared_links(Interference& f) {
  const std::size_t jobs = f.alone.size();
  f.links.resize(jobs);
  std::vector<std::uint64_t> of_pair(jobs * jobs, 0);
  std::uint64_t next = 0;
  for (const LinkRow row : f.together.links) {
    const std::uint64_t l = next++;
    if (row.ejection) continue;
    std::vector<std::size_t> users;
    for (std::size_t j = 0; j < jobs; ++j) {
      if (f.alone[j].links[l].packets > 0) users.push_back(j);
    }
    for (const std::size_t j : users) {
      const Bytes bytes = f.alone[j].links[l].bytes;
      ++f.links[j].used;
      f.links[j].bytes += bytes;
      if (users.size() == 1) continue;
      ++f.links[j].shared;
      f.links[j].shared_bytes += bytes;
      for (const std::size_t k : users) of_pair[j * jobs + k] += j < k;
    }
  }
  for (std::size_t a = 0; a < jobs; ++a) {
    for (std::size_t b = a + 1; b < jobs; ++b) {
      if (of_pair[a * jobs + b]) f.pairs.push_back({a, b, of_pair[a * jobs + b]});
    }
  }
}

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

double Interference::slowdown(std::size_t job) const {
  const Time before = alone[job].jobs[0].time;
  return before.ps ? together.jobs[job].time.seconds() / before.seconds() : 1;
}

const Results* Interference::failed() const {
  const auto wrong = std::ranges::find_if(alone, [](const Results& r) { return r.exit != Exit::done; });
  if (wrong != alone.end()) return &*wrong;
  return together.exit == Exit::done ? nullptr : &together;
}

Interference interfere(const Config& config, const std::function<Plan()>& plan,
                       const RunOptions& options,
                       const std::function<void(const std::string&)>& begin) {
  Interference f;
  for (std::size_t j = 0; j < config.jobs.size(); ++j) {
    Plan one = plan();
    one.keep_only(j);
    Config alone = config;
    alone.jobs = {config.jobs[j]};
    begin(fmt::format("job '{}' alone", job_name(config.jobs[j])));
    f.alone.push_back(simulate(alone, std::move(one), options));
    if (f.failed()) return f;
  }
  begin("all jobs together");
  f.together = simulate(config, plan(), options);
  find_shared_links(f);
  return f;
}

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
