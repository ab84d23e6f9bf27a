// SPDX-License-Identifier: MIT
// kasuri sweep CONFIG --vary KEY=VALUES …: the product of all values, each point a `kasuri run` of
// its own, as many at a time as there are cores (sweep_runs.h). What is finished is remembered under
// a key of all that it depends on (sweep_keys.h): the same command again runs what is new or stale.
#include <fmt/format.h>

#include <list>
#include <thread>

#include "shell/verbs/command.h"
#include "app/cli/configured.h"
#include "app/cli/folder_lock.h"
#include "app/cli/launcher.h"
#include "app/cli/load_curve.h"
#include "app/cli/sweep_runs.h"
#include "app/cli/sweep_table.h"
#include "base/config/diagnostics.h"
#include "base/core/text_file.h"
#include "base/engine/interrupt.h"

namespace kasuri::cli {
namespace {

namespace fs = std::filesystem;

struct SweepArguments {
  ConfigArguments config;
  std::vector<std::string> vary, baseline, plots, columns;
  AlsoRead also;
  std::string out, log_axes;
  unsigned seeds = 1;
  unsigned jobs = 0;  // 0: what the launcher says, else the number of cores
  Launcher launcher;
  bool load_curve = false, keep = false, quiet = false;
};

std::vector<std::string> default_columns() {
  return {"time_ps", "load.offered", "load.accepted", "load.latency_ps", "load.saturated",
          "mean_packet_latency_ps", "latency.packet.p99_ps", "power.mean_w",
          "power.energy_j", "power.lpi_ratio", "power.transitions_per_link", "power.wake_stall_s",
          "power.break_even_s"};
}

// What --vary says, once.
std::vector<Variation> variations(const std::vector<std::string>& texts) {
  std::vector<Variation> all;
  for (const std::string& text : texts) {
    Variation v = parse_variation(text);
    for (const Variation& other : all) {
      if (other.key != v.key) continue;
      throw Error(Exit::usage, ErrorPlace("kasuri sweep"),
                  fmt::format("--vary {} is given twice; put all its values into one list: --vary {}=A,B",
                              v.key, v.key));
    }
    if (const std::size_t n = drop_repeated(v.values)) {
      fmt::print(stderr, "kasuri sweep: --vary {}: {} value{} given twice, run once\n", v.key, n,
                 n == 1 ? "" : "s");
    }
    all.push_back(std::move(v));
  }
  return all;
}

// --seeds N: N runs of each point, as if run.seed were the last to vary.
void add_seeds(const SweepArguments& a, std::vector<Variation>& varied) {
  const auto refuse = [](std::string_view why) {
    throw Error(Exit::usage, ErrorPlace("kasuri sweep"), std::string(why));
  };
  if (varied.empty() && a.seeds < 2) refuse("--vary KEY=VALUES or --seeds N (2 to 10000) is missing");
  if (a.seeds < 2) return;
  if (varied.empty() && !a.baseline.empty()) {
    refuse("--baseline takes the place of a --vary, and there is none");
  }
  for (const Variation& v : varied) {
    if (v.key == "run.seed") refuse("--vary run.seed: --seeds N varies it, too; leave out one of the two");
  }
  Variation seeds{"run.seed", {}};
  for (unsigned s = 1; s <= a.seeds; ++s) seeds.values.push_back(fmt::format("{}", s));
  varied.push_back(std::move(seeds));
}

void require_columns(const SweepArguments& a, const SweepTable& table, std::string_view option,
                     const std::vector<std::string>& asked) {
  for (const std::string& column : asked) {
    if (table.has(column)) continue;
    throw Error(Exit::usage, ErrorPlace("kasuri sweep"),
                fmt::format("{} {}: no run has this column{}; {}/sweep.csv lists the columns", option,
                            column, config::did_you_mean(column, table.columns()), a.out));
  }
}

void draw_sweep(const SweepArguments& a, const SweepTable& table) {
  for (const std::string& column : a.plots) {
    write_text(fs::path(a.out) / (column + ".svg"), table.chart(column, a.log_axes));
  }
}

SweepRuns runs_of(const SweepArguments& a, std::vector<SweepPoint> points, SweepKeys& keys) {
  SweepRuns runs(a.config, std::move(points), keys);
  runs.use(a.launcher, a.jobs);
  runs.keep = a.keep;
  runs.quiet = a.quiet;
  return runs;
}

void create_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw Error(Exit::limit, ErrorPlace(folder), error.message());
}

// --load-curve: what is run next depends on what was found.
Exit sweep_loads(const SweepArguments& a) {
  if (a.seeds > 1 || !a.baseline.empty()) {
    throw Error(Exit::usage, ErrorPlace("kasuri sweep"),
                "--load-curve goes neither with --seeds nor with --baseline: each run lasts until the "
                "interval of its mean latency is narrow (measure.precision)");
  }
  LoadCurves curves(written_settings(a.config), variations(a.vary));
  SweepKeys keys(a.config, a.also);
  std::vector<SweepPoint> points = curves.next();
  std::optional<SweepRuns> runs = runs_of(a, points, keys);
  create_folder(a.out);
  const FolderLock lock(a.out);
  SweepStore store(fs::path(a.out) / "sweep.db");
  InterruptGuard interrupt;
  std::list<SweepPoint> run;  // rows point to these
  std::list<PointResult> results;
  std::vector<SweepRow> rows;
  std::string failures;
  int signal = 0;
  while (true) {
    signal = runs->go(store, fs::path(a.out) / "points");
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto& result = runs->result(i);
      if (!result) continue;
      curves.add(points[i], *result);
      rows.push_back({&run.emplace_back(points[i]), &results.emplace_back(*result)});
    }
    failures += runs->failures();
    points = curves.next();
    if (signal || points.empty()) break;
    runs.emplace(runs_of(a, points, keys));
  }
  const SweepTable table(curves.varied(), rows);
  write_text(fs::path(a.out) / "sweep.csv", table.csv());
  write_text(fs::path(a.out) / "load-curve.json", curves.json());
  write_text(fs::path(a.out) / "load-curve.svg", curves.latency_chart());
  write_text(fs::path(a.out) / "accepted.svg", curves.accepted_chart());
  if (!a.quiet) {
    fmt::print("{0}{1} points in {2}/sweep.csv, curves in {2}/load-curve.svg and accepted.svg\n",
               curves.text(), rows.size(), a.out);
  }
  fmt::print(stderr, "{}", failures);
  require_columns(a, table, "--show", a.columns);
  require_columns(a, table, "--plot", a.plots);
  draw_sweep(a, table);
  if (signal) return static_cast<Exit>(128 + signal);
  return failures.empty() ? Exit::done : Exit::program_failed;
}

Exit sweep(const SweepArguments& a) {
  if (a.load_curve) return sweep_loads(a);
  std::vector<Variation> varied = variations(a.vary);
  add_seeds(a, varied);
  SweepKeys keys(a.config, a.also);
  SweepRuns runs = runs_of(a, sweep_points(varied, a.baseline), keys);
  create_folder(a.out);
  const FolderLock lock(a.out);
  SweepStore store(fs::path(a.out) / "sweep.db");
  InterruptGuard interrupt;
  const int signal = runs.go(store, fs::path(a.out) / "points");

  std::vector<SweepRow> rows;
  for (std::size_t i = 0; i < runs.points().size(); ++i) {
    if (const auto& result = runs.result(i)) rows.push_back({&runs.points()[i], &*result});
  }
  const SweepTable each(varied, rows);
  write_text(fs::path(a.out) / "sweep.csv", each.csv());
  const SweepTable table = a.seeds > 1 ? each.over_seeds() : each;
  if (a.seeds > 1) write_text(fs::path(a.out) / "sweep.json", table.json());
  if (!a.quiet) {
    fmt::print("{}{} of {} points in {}/sweep.csv\n",
               table.text(a.columns.empty() ? default_columns() : a.columns), runs.done(),
               runs.points().size(), a.out);
    if (a.seeds > 1) {
      fmt::print("means over {} seeds, and where they differ [the range of 80 % of them]\n", a.seeds);
    }
  }
  const std::string failures = runs.failures();
  fmt::print(stderr, "{}", failures);
  if (runs.done() > 0) {
    require_columns(a, table, "--show", a.columns);
    require_columns(a, table, "--plot", a.plots);
    draw_sweep(a, table);
  }
  if (signal) return static_cast<Exit>(128 + signal);
  return failures.empty() ? Exit::done : Exit::program_failed;
}

const Verb sweep_verb{
    "sweep", "run a configuration with all combinations of some settings",
    [](CLI::App& app) -> Action {
      auto a = std::make_shared<SweepArguments>();
      a->config.add_to(app);
      const auto list = [&](const char* name, std::vector<std::string>& to, const char* what) {
        return app.add_option(name, to, what)
            ->allow_extra_args(false)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      };
      list("--vary", a->vary,
           "a setting and its values, as in power.t_lt=0us:20us:1us or router.vcs=2,4; repeatable")
          ->type_name("KEY=VALUES");
      app.add_option("--seeds", a->seeds,
                     "run each point with the seeds 1 to N; the table has means and ranges of 80 % of the "
                     "seeds, and so has sweep.json")
          ->check(CLI::Range(2, 10'000))
          ->type_name("N");
      app.add_flag("--load-curve", a->load_curve,
                   "draw latency over offered load up to saturation, each point in steady state; loads are "
                   "0.1 to 1, or set by --vary jobs.N.pattern.load=VALUES");
      list("--baseline", a->baseline,
           "settings of the run with which the others are compared, in place of the first --vary")
          ->type_name("KEY=VALUE");
      list("--plot", a->plots, "draw a column of the table over the first --vary, as COLUMN.svg")
          ->type_name("COLUMN");
      list("--show", a->columns, "column to print; repeatable; default: times, latencies, power")
          ->type_name("COLUMN");
      a->also.add_to(app);
      app.add_option("--log", a->log_axes,
                     "logarithmic axes of plots; default: axes whose values span two decades")
          ->check(CLI::IsMember({"x", "y", "xy", "none"}))
          ->type_name("AXES");
      app.add_option("-o,--out,--output", a->out, "directory of the results")->required()->type_name("DIR");
      a->launcher.add_to(app);
      app.add_option("--jobs", a->jobs, "number of runs at the same time; default: those that hosts or the "
                                        "allocation take, else the number of cores")
          ->check(CLI::Range(1, 4096));
      app.add_flag("--keep", a->keep, "keep the run directory of each point");
      app.add_flag("--quiet", a->quiet, "print nothing unless something is wrong");
      return [a] { return sweep(*a); };
    }};

}  // namespace
}  // namespace kasuri::cli
