// SPDX-License-Identifier: MIT
// Kasuri in another program's process: what kasuri/kasuri.h promises, by the steps that the command line
// takes.
#include <kasuri/kasuri.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/config/document.h"
#include "base/config/writer.h"
#include "base/core/errors.h"
#include "experiment/plan/plan_text.h"
#include "experiment/plan/planning.h"
#include "experiment/plugin/kinds.h"
#include "experiment/report/run_directory.h"
#include "experiment/report/summary.h"
#include "experiment/run/simulation.h"
#include "workload/programs/compile.h"

namespace kasuri::v1 {
namespace {

struct Prepared {
  Config config;
  Plan plan;
};

Prepared prepare(config::Document document) {
  auto written = config::read<Config>(document.root());
  document.finish();
  Plan plan = make_plan(written, document);
  Config config = resolved(written, plan);
  return {std::move(config), std::move(plan)};
}

// Mistakes as those who use the library know them.
template <class F>
auto or_failure(F f) {
  try {
    return f();
  } catch (const Error& e) {
    throw Failure(static_cast<int>(e.code()), e.what());
  }
}

std::vector<LinkUse> links_of(const Results& r) {
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

}  // namespace

Simulation Simulation::from_file(const std::string& path) {
  if (!std::ifstream(path)) throw Failure(2, path + ": error: cannot be read");
  Simulation s;
  s.file_ = path;
  return s;
}

Simulation Simulation::from_text(const std::string& toml, const std::string& name) {
  Simulation s;
  s.text_ = toml;
  s.name_ = name;
  return s;
}

Simulation& Simulation::set(const std::string& key, const std::string& value) {
  overrides_.push_back(key + '=' + value);
  return *this;
}

static config::Document load(const std::string& file, const std::string& text, const std::string& name,
                             const std::vector<std::string>& overrides) {
  return file.empty() ? config::Document::parse(text, name, ".", overrides)
                      : config::Document::load(file, overrides);
}

std::string Simulation::check() const {
  return or_failure([&] {
    const Prepared p = prepare(load(file_, text_, name_, overrides_));
    return describe_plan(p.config, p.plan);
  });
}

Outcome Simulation::run(const Options& options) const {
  return or_failure([&] {
    Prepared p = prepare(load(file_, text_, name_, overrides_));
    const std::string text = config::Writer().top(p.config).text();
    std::optional<RunDirectory> directory;
    if (!options.out.empty()) directory.emplace(options.out);
    const std::shared_ptr<const kasuri::Topology> topology = p.plan.topology;
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
    const Results results = simulate(p.config, std::move(p.plan), how);
    Outcome outcome = outcome_of(results, *topology);
    if (directory) directory->publish(results, *topology, text, outcome.text);
    return outcome;
  });
}

Registry& registry() { return plugin::registry(); }
std::string version() { return KASURI_VERSION; }

}  // namespace kasuri::v1
