// SPDX-License-Identifier: MIT
// kasuri compare STUDY.toml --out DIR: candidates of about one size, the same workloads on each, and which
// of them is best at what. Runs are processes of their own, as those of sweeps, with the same keys: what is
// finished is not run again (sweep_runs.h).
#include <fmt/format.h>

#include <thread>

#include "app/cli/configured.h"
#include "app/cli/comparison.h"
#include "app/cli/folder_lock.h"
#include "shell/verbs/say.h"
#include "app/cli/launcher.h"
#include "app/cli/sweep_runs.h"
#include "base/config/writer.h"
#include "base/core/text_file.h"
#include "base/engine/interrupt.h"
#include "shell/verbs/command.h"

namespace kasuri::cli {
namespace {

namespace fs = std::filesystem;

struct CompareArguments {
  std::string study, out;
  std::vector<std::string> overrides;
  unsigned jobs = 0;  // 0: what the launcher says, else the number of cores
  Launcher launcher;
  unsigned threads = 1;
  unsigned seeds = 0;  // 0: as many as the study's noise needs
  AlsoRead also;
  bool keep = false, json = false, dry_run = false;
};

std::string file_name(const std::string& candidate, const std::string& workload) {
  std::string name = candidate + "+" + workload;
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '+' || c == '-' || c == '.' || c == '_';
    if (!plain) c = '_';
  }
  return name + ".toml";
}

// Unless it holds this text already: a file that is not touched needs no look.
void write_changed(const fs::path& file, const std::string& text) {
  std::error_code error;
  if (fs::exists(file, error) && read_text(file) == text) return;
  write_text(file, text);
}

// Runs with random noise differ by their seeds.
unsigned seeds_of(const CompareArguments& a, const StudyParams& study) {
  constexpr unsigned kWithNoise = 5;
  if (a.seeds > 0) return a.seeds;
  return study.shared.noise && study.shared.noise->name() == "random" ? kWithNoise : 1;
}

// A configuration file for each run, in the order of candidates, workloads and seeds.
std::vector<SweepPoint> write_points(const StudyParams& study, const std::vector<Candidate>& candidates,
                                     unsigned seeds, const fs::path& folder) {
  std::vector<SweepPoint> points;
  fs::create_directories(folder);
  for (const Candidate& c : candidates) {
    for (std::size_t i = 0; i < study.workloads.size() * seeds; ++i) {
      const WorkloadParams& w = study.workloads[i / seeds];
      const std::size_t further = i % seeds;  // seeds after the study's own
      const std::string seed = further ? fmt::format(", seed {}", study.shared.run.seed + further) : "";
      const fs::path file = folder / file_name(c.name, w.name + seed);
      Config run = configuration(study, c, w);
      run.run.seed += further;
      write_changed(file, config::Writer().top(run).text());
      SweepPoint p;
      p.values = {c.name, w.name};
      p.file = file.string();
      p.label = fmt::format("{} on {}{}", w.name, c.name, seed);
      p.interference = study.interference && w.jobs.size() > 1;
      points.push_back(std::move(p));
    }
  }
  return points;
}

Comparison collected(const StudyParams& study, const std::vector<Candidate>& candidates,
                     unsigned seeds, const SweepRuns* runs) {
  std::vector<NetworkFacts> networks;
  std::vector<std::vector<RunFacts>> results;
  std::size_t point = 0;
  for (const Candidate& c : candidates) {
    networks.push_back(facts_of(study, c));
    results.emplace_back();
    for (std::size_t w = 0; w < study.workloads.size(); ++w) {
      std::vector<RunFacts> repeated;
      for (unsigned s = 0; s < seeds; ++s, ++point) {
        repeated.push_back(run_facts(runs ? runs->result(point) : std::nullopt));
      }
      results.back().push_back(over_seeds(repeated));
    }
  }
  return {study, std::move(networks), std::move(results)};
}

// Of all runs, by configurations that are kept as long as it takes.
std::string estimated(const CompareArguments& a, const StudyParams& study,
                      const std::vector<Candidate>& candidates) {
  std::string folder = (fs::temp_directory_path() / "kasuri-compare-XXXXXX").string();
  if (!mkdtemp(folder.data())) return "";
  ConfigArguments arguments;
  arguments.file = a.study;
  SweepKeys keys(arguments, a.also);
  std::string text;
  try {
    SweepRuns runs(arguments, write_points(study, candidates, seeds_of(a, study), folder), keys);
    runs.use({}, a.jobs);
    text = runs.estimate(true);
  } catch (const Error&) {  // the runs will say it
  }
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  return text.empty() ? "" : "estimate: " + text + "\n";
}

Exit compare_networks(const CompareArguments& a) {
  config::Document document = config::Document::load(a.study, a.overrides);
  const StudyParams study = StudyParams::read(document);
  const std::vector<Candidate> candidates =
      document.has_errors() ? std::vector<Candidate>{} : size_candidates(study, document);
  document.finish();
  if (a.dry_run) {
    const Comparison c = collected(study, candidates, 1, nullptr);
    say(stdout, a.json ? c.json().dump(2) + "\n" : c.table());
    if (!a.json) say(stdout, estimated(a, study, candidates));
    return Exit::done;
  }
  std::error_code error;
  fs::create_directories(a.out, error);
  if (error) throw Error(Exit::limit, ErrorPlace(a.out), error.message());
  const FolderLock lock(a.out);
  const fs::path out(a.out);
  ConfigArguments arguments;
  arguments.file = a.study;
  SweepKeys keys(arguments, a.also);
  const unsigned seeds = seeds_of(a, study);
  SweepRuns runs(arguments, write_points(study, candidates, seeds, out / "configurations"), keys,
                 "kasuri compare");
  runs.use(a.launcher, a.jobs);
  runs.threads = a.threads;
  runs.keep = a.keep;
  SweepStore store(out / "compare.db");
  InterruptGuard interrupt;
  const int signal = runs.go(store, out / "points");

  const Comparison c = collected(study, candidates, seeds, &runs);
  const std::string text = c.table() + "\n" + c.paragraph();
  write_text(out / "compare.txt", text);
  write_text(out / "compare.csv", c.csv());
  write_text(out / "compare.json", c.json().dump(2) + "\n");
  if (const std::string plot = c.pareto_plot(); !plot.empty()) write_text(out / "pareto.svg", plot);
  say(stdout, a.json ? c.json().dump(2) + "\n" : text);
  const std::string failures = runs.failures();
  fmt::print(stderr, "{}", failures);
  if (signal) return static_cast<Exit>(128 + signal);
  return failures.empty() ? Exit::done : Exit::program_failed;
}

const Verb compare_verb{
    "compare", "size networks to one number of endpoints or ports, and run the same workloads on all",
    [](CLI::App& app) -> Action {
      auto a = std::make_shared<CompareArguments>();
      app.footer("For the keys of a study: kasuri help compare");
      app.add_option("study", a->study, "candidates, workloads and criteria (TOML)")
          ->required()
          ->type_name("STUDY.toml");
      app.add_option("--set", a->overrides, "override a setting of the study; repeatable")
          ->type_name("KEY=VALUE")
          ->allow_extra_args(false)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      a->also.add_to(app);
      add_no_plugins_option(app);
      CLI::Option* out = app.add_option("-o,--out,--output", a->out, "directory of the results")
                              ->type_name("DIR");
      a->launcher.add_to(app);
      app.add_option("--jobs", a->jobs, "number of runs at the same time; default: those that hosts or the "
                                        "allocation take, else the number of cores")
          ->check(CLI::Range(1, 4096));
      app.add_option("--threads", a->threads, "threads of each run")->check(CLI::Range(1, 4096));
      app.add_option("--seeds", a->seeds,
                     "run each workload with N seeds, and print means and ranges; default: 5 with random "
                     "noise, else 1")
          ->check(CLI::Range(1, 1000))
          ->type_name("N");
      app.add_flag("--keep", a->keep, "keep the run directory of each run");
      app.add_flag("--json", a->json, "print compare.json instead of text");
      app.add_flag("--dry-run", a->dry_run, "print the candidates' sizes and bounds without a run");
      return [a, out] {
        if (!a->dry_run && out->count() == 0) {
          throw Error(Exit::usage, ErrorPlace("kasuri compare"), "--out DIR is missing");
        }
        return compare_networks(*a);
      };
    }};

}  // namespace
}  // namespace kasuri::cli
