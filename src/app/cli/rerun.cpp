// SPDX-License-Identifier: MIT
// kasuri rerun RUN: the run of a directory once more, from the configuration that it keeps; what comes of
// it is compared with what came of it then.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "app/cli/configured.h"
#include "app/cli/include_directory.h"
#include "app/cli/processes.h"
#include "app/cli/progress.h"
#include "app/cli/run_files.h"
#include "base/core/variables.h"
#include "experiment/plan/inputs.h"
#include "experiment/report/run_directory.h"
#include "experiment/report/summary.h"
#include "base/engine/interrupt.h"
#include "experiment/run/simulation.h"
#include "shell/verbs/command.h"

namespace kasuri::cli {
namespace {

struct RerunArguments {
  std::string run, out;
  unsigned threads = 1;
};

// A file that was changed since is the likeliest reason for another result: a program, a header of its, a
// trace, a graph.
std::string hints(const RunFiles& before, const Config& c) {
  std::string text;
  if (before.manifest.value("version", "") != KASURI_VERSION) {
    text += fmt::format("\n  the run was made by version {}, this is {}",
                        before.manifest.value("version", "?"), KASURI_VERSION);
  }
  std::error_code error;
  const auto made = std::filesystem::last_write_time(before.path / "summary.json", error);
  for (const auto& [path, digest] : InputReader(include_directory()).read(c).files) {
    const auto changed = std::filesystem::last_write_time(path, error);
    if (!error && changed >= made) text += fmt::format("\n  {} is newer than the run", path);
  }
  if (const auto read = before.manifest.find("environment"); read != before.manifest.end()) {
    const std::string why = changed_variables(variables_from(read->dump()));
    if (!why.empty()) text += "\n  " + why;
  }
  return text;
}

// What is not the same, a line each; keys that only one version knows are no difference.
std::vector<std::string> differences(const nlohmann::ordered_json& before,
                                     const nlohmann::ordered_json& now) {
  std::vector<std::string> lines;
  const auto all = flatten(now);
  const std::map<std::string, nlohmann::ordered_json> known(all.begin(), all.end());
  for (const auto& [key, value] : flatten(before)) {
    const auto at = known.find(key);
    if (key.starts_with("host.") || key == "events" || at == known.end()) continue;
    if (at->second == value) continue;
    lines.push_back(fmt::format("  {}: {} then, {} now", key, value.dump(), at->second.dump()));
  }
  const auto is_hash = [](const std::string& l) { return l.starts_with("  result_hash:"); };
  std::ranges::stable_partition(lines, is_hash);
  return lines;
}

// The only process, or the first of several.
Exit lead_rerun(const RerunArguments& a, const RunFiles& before, Configured& c, RunOptions options) {
  std::optional<RunDirectory> directory;
  if (!a.out.empty()) directory.emplace(a.out);
  TopologyContext context;
  const auto topology = c.config.topology.make(context);
  ProgressLine line;
  options.progress = line.shower();
  const Results results = simulate(c.config, std::move(c.plan), options);
  line.clear();
  if (results.end == End::interrupted || results.end == End::memory_limit) {
    for (const std::string& l : results.report) fmt::print(stderr, "{}\n", l);
    return results.exit;
  }
  const auto publish = [&] {
    if (directory) directory->publish(results, *topology, c.resolved, summary_text(results, *topology));
  };

  const auto now = summary_json(results);
  const std::vector<std::string> other = differences(before.summary, now);
  if (other.empty()) {
    fmt::print("the same result{}: {} of simulated time, result hash {}\n",
               is_whole(before.summary) ? ""
                                        : fmt::format(" until the run ended early ({})",
                                                      end_reason(before.summary)),
               to_string(results.time), now["result_hash"].get<std::string>());
    std::fflush(stdout);
    publish();
    return Exit::done;
  }
  std::string text = fmt::format("{}: error: the repetition gives another result",
                                 before.path.string());
  constexpr std::size_t kMost = 20;
  for (std::size_t i = 0; i < std::min(kMost, other.size()); ++i) text += "\n" + other[i];
  if (other.size() > kMost) text += fmt::format("\n  … and {} more", other.size() - kMost);
  try {
    publish();
  } catch (const Error& e) {  // the difference is worse
    text = fmt::format("{}\n{}", e.what(), text);
  }
  throw Error(Exit::internal, text + hints(before, c.config));
}

Exit rerun(const RerunArguments& a) {
  std::optional<RunFiles> before;
  std::optional<Configured> c;
  const auto prepare = [&] {
    before.emplace(a.run);
    const std::string reason = end_reason(before->summary);
    if (reason == "interrupted" || reason == "memory limit") {
      throw Error(Exit::usage, ErrorPlace(a.run),
                  fmt::format("this run was interrupted, which cannot be repeated at the same time; kasuri "
                              "run {}/config.toml runs it to its end", a.run));
    }
    ConfigArguments arguments;
    arguments.file = (before->path / "config.toml").string();
    c = read_configuration(arguments);
  };
  return in_all_processes(prepare, [&](Cluster* cluster) {
    InterruptGuard interrupt;
    RunOptions options{.include_dir = include_directory(),
                       .progress = {},
                       .threads = a.threads,
                       .cores = 0,
                       .cluster = cluster,
                       .tell = {},
                       .record = {}};
    if (!cluster || cluster->rank() == 0) return lead_rerun(a, *before, *c, std::move(options));
    return simulate(c->config, std::move(c->plan), options).exit;
  });
}

const Verb rerun_verb{
    "rerun", "repeat a run from its directory and compare the results",
    [](CLI::App& app) -> Action {
      auto a = std::make_shared<RerunArguments>();
      app.add_option("run", a->run, "run directory")->required()->type_name("DIR");
      app.add_option("-o,--out,--output", a->out, "run directory for the repetition")
          ->type_name("DIR");
      add_no_plugins_option(app);
      app.add_option("--threads", a->threads, "threads, each with a partition of the machine")
          ->check(CLI::Range(1, 4096));
      return [a] { return reading_runs([&] { return rerun(*a); }); };
    }};

}  // namespace
}  // namespace kasuri::cli
