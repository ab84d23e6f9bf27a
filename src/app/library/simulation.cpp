// SPDX-License-Identifier: MIT
// Kasuri in another program's process: what kasuri/kasuri.h promises, by the steps that the command line
// takes.
#include <kasuri/kasuri.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/library/prepared.h"
#include "base/config/writer.h"
#include "experiment/plan/plan_text.h"
#include "experiment/plan/planning.h"
#include "experiment/plugin/kinds.h"
#include "experiment/report/run_directory.h"
#include "experiment/report/summary.h"
#include "experiment/run/simulation.h"
#include "workload/programs/compile.h"

namespace kasuri::v1 {

Plan prepare(config::Document document, Config& config) {
  auto written = config::read<Config>(document.root());
  document.finish();
  Plan plan = make_plan(written, document);
  config = resolved(written, plan);
  return plan;
}

static std::vector<LinkUse> links_of(const Results& r) {
  std::vector<LinkUse> all;
  for (const LinkRow row : r.links) {
    all.push_back({row.from, row.port, row.to(), row.ejection, row.packets,
                   static_cast<std::uint64_t>(row.bytes.n), row.busy().ps});
  }
  return all;
}

Outcome outcome_of(const Results& r, const kasuri::Topology& topology) {
  const auto json = summary_json(r);
  return {.time_ps = r.time.ps,
          .packets = json.at("packets"),
          .packet_hops = r.packet_hops(),
          .exit_code = static_cast<int>(r.exit),
          .complete = r.whole(),
          .result_hash = json.at("result_hash"),
          .summary_json = json.dump(2),
          .text = summary_text(r, topology),
          .links = links_of(r)};
}

Simulation Simulation::from_file(const std::string& path) {
  if (!std::ifstream(path)) throw Failure(2, path + ": error: cannot be read");
  Simulation s;
  s.file = path;
  return s;
}

Simulation Simulation::from_text(const std::string& toml, const std::string& name) {
  Simulation s;
  s.text = toml;
  s.name = name;
  return s;
}

Simulation& Simulation::set(const std::string& key, const std::string& value) {
  overrides.push_back(key + '=' + value);
  return *this;
}

config::Document load(const Configured& c, const std::vector<std::string>& more) {
  std::vector<std::string> all = c.overrides;
  all.insert(all.end(), more.begin(), more.end());
  return c.file.empty() ? config::Document::parse(c.text, c.name, ".", all)
                        : config::Document::load(c.file, all);
}

std::string Simulation::check() const {
  return or_failure([&] {
    Config config;
    const Plan plan = prepare(load(*this), config);
    return describe_plan(config, plan);
  });
}

Outcome Simulation::run(const Options& options) const {
  return or_failure([&] {
    Config config;
    Plan plan = prepare(load(*this), config);
    const std::string text = config::Writer().top(config).text();
    std::optional<RunDirectory> directory;
    if (!options.out.empty()) directory.emplace(options.out);
    const std::shared_ptr<const kasuri::Topology> topology = plan.topology;
    RunOptions how{.include_dir = find_include_dir(options.include_dir),
                   .progress = {},
                   .threads = options.threads,
                   .cores = 0,
                   .cluster = nullptr,
                   .tell = {},
                   .record = {}};
    if (options.progress) {
      how.progress = [&](const Progress& now) { options.progress(now.share, now.wall_s); };
    }
    const Results results = simulate(config, std::move(plan), how);
    Outcome outcome = outcome_of(results, *topology);
    if (directory) directory->publish(results, *topology, text, outcome.text);
    return outcome;
  });
}

Registry& registry() { return plugin::registry(); }
std::string version() { return KASURI_VERSION; }

}  // namespace kasuri::v1
