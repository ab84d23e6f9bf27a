// SPDX-License-Identifier: MIT
// kasuri run CONFIG: the main job. Reads the configuration, plans and builds the machine, runs the
// workload, prints the answer and leaves a run directory.
#include "app/cli/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "shell/verbs/colour.h"
#include "app/cli/estimate.h"
#include "app/cli/fidelity.h"
#include "app/cli/include_directory.h"
#include "app/cli/processes.h"
#include "shell/verbs/say.h"
#include "app/cli/stdout_to_stderr.h"
#include "app/cli/watch.h"
#include "base/config/json_text.h"
#include "base/config/plugins.h"
#include "base/core/text_file.h"
#include "experiment/plan/memory_estimate.h"
#include "experiment/plan/plan_text.h"
#include "experiment/report/nsim_report.h"
#include "experiment/report/power_export.h"
#include "experiment/report/run_directory.h"
#include "experiment/report/summary.h"
#include "base/engine/interrupt.h"
#include "workload/traces/recording.h"
#include "experiment/run/simulation.h"
#include "app/cli/configured.h"
#include "experiment/probe/probe.h"
#include "shell/verbs/command.h"

namespace kasuri::cli {
namespace {

// Bytes of power's tables for each chunk of time: less is no news.
constexpr std::uint64_t kWorthTelling = 1'000'000;

// "alltoall-torus" for examples/alltoall-torus/config.toml, "8" for examples/uniform-torus/8.toml.
std::string run_name(const std::filesystem::path& config) {
  const std::filesystem::path full = std::filesystem::absolute(config);
  const std::string stem = full.stem().string();
  return stem == "config" ? full.parent_path().filename().string() : stem;
}

// --power and --no-link-sleep are settings of [power] under NsimPower's names (section 3.3); --statistics,
// --timeline and --traffic-matrix are settings of [statistics], --allow-deadlock is one of [run].
ConfigArguments with_options(const RunArguments& a) {
  ConfigArguments c = a.config;
  std::vector<std::string> first;
  if (!a.fidelity.empty()) first.push_back(fmt::format("fidelity={}", a.fidelity));
  if (!a.power.empty()) first.push_back(fmt::format("power.preset={}", a.power));
  if (a.no_link_sleep) first.push_back("power.policy=always-on");
  if (a.allow_deadlock) first.push_back("run.deadlock_check=false");
  if (a.statistics || a.watch) {
    first.emplace_back("statistics.split=auto");
    first.emplace_back("statistics.waits=true");
  }
  if (!a.traffic_matrix.empty()) first.emplace_back("statistics.traffic=true");
  if (const std::size_t colon = a.timeline.find(':'); colon != a.timeline.npos) {
    first.push_back("statistics.timeline.from=" + a.timeline.substr(0, colon));
    first.push_back("statistics.timeline.until=" + a.timeline.substr(colon + 1));
  }
  c.progress = a.quiet ? StepLine::kSilent : a.progress;
  c.overrides.insert(c.overrides.begin(), first.begin(), first.end());
  return c;
}

// What must be the same however the machine is cut.
nlohmann::ordered_json fingerprint_of(const Results& r) {
  nlohmann::ordered_json json = summary_json(r);
  json.erase("host");
  return json;
}

// Runs once more, with another number of threads. Throws Error if anything but `host` differs.
void verify(const RunArguments& arguments, const Results& first, RunOptions options) {
  options.threads = arguments.threads == 1 ? 2 : 1;
  options.record.clear();
  Configured again = read_configuration(with_options(arguments));
  const auto a = fingerprint_of(first);
  const auto b = fingerprint_of(simulate(again.config, std::move(again.plan), options));
  std::string differences;
  for (const auto& [key, value] : a.items()) {
    if (b.at(key) != value) differences += fmt::format("\n  {}: {} and {}", key, value.dump(),
                                                       b.at(key).dump());
  }
  if (differences.empty()) {
    say(stderr, fmt::format("kasuri: verified: {} and {} threads give the same summary\n",
                            arguments.threads, options.threads));
    return;
  }
  throw Error(Exit::internal,
              fmt::format("{} and {} threads give different results; please report this:{}",
                          arguments.threads, options.threads, differences));
}

// Before anything that can go wrong is done with the results. NsimPower's report needs their files.
void print_answer(const RunArguments& arguments, const Results& results, const std::string& text) {
  if (arguments.json) {
    say(stdout, config::text_of(summary_json(results), 2) + "\n");
  } else if (arguments.format == "nsim") {
    say(stdout, nsim_report(summary_json(results)));
  } else if (arguments.format == "words" && !arguments.quiet) {
    say(stdout, coloured_summary(text, stdout));
  }
  std::fflush(stdout);
}

// The demands that the probe `traffic` has made of the run.
void write_traffic(const Results& results, const std::string& file) {
  for (const Outcome& probe : results.probes) {
    for (const auto& [name, text] : probe.files) {
      if (name == "traffic.csv") write_text(file, text);
    }
  }
}

// Progress; and of a run that is not over soon, once how long it will take.
class RunEstimate {
 public:
  RunEstimate(const RunArguments& a, ProgressLine& line) : arguments_(a), line_(line) {}

  void show(const Progress& p) {
    constexpr double kSoon = 3;  // s
    if (!asked_ && p.wall_s > kSoon && launched().size == 1) asked_.emplace(with_options(arguments_));
    if (const std::string text = asked_ ? asked_->take() : ""; !text.empty()) {
      line_.clear();
      say(stderr, fmt::format("kasuri: the run: {}\n", text));
    }
    line_.show(p);
  }

 private:
  const RunArguments& arguments_;
  ProgressLine& line_;
  std::optional<EstimateLine> asked_;
};

// Of an earlier run in the same place, if it is not of the same configuration.
std::string replaced_note(const RunDirectory& directory, const std::string& resolved) {
  std::error_code none;
  const std::filesystem::path before = directory.target() / "config.toml";
  if (!std::filesystem::exists(before, none) || read_text(before) == resolved) return {};
  return fmt::format("this replaces the run of another configuration in {}", directory.shown());
}

// The trace of a run that has ended, in its directory.
void write_recording(const Results& results, const RunDirectory& directory,
                     const std::vector<JobParams>& jobs) {
  if (!results.recording || results.exit != Exit::done) return;
  if (std::ranges::any_of(jobs, [](const JobParams& j) { return j.threads_per_rank > 1; })) {
    say(stderr, "kasuri: the trace has one sequence of calls for each rank: where several of its threads "
                "call MPI, its replay is another one\n");
  }
  for (const std::string& name : results.recording->write(directory.target())) {
    say(stderr, fmt::format("kasuri: trace in {}\n", directory.shown(directory.target() / name)));
  }
}

// The only process, or the first of several: it speaks, writes, and brings results home.
Exit lead(const RunArguments& arguments, Configured&& c, RunOptions options) {
  if (!arguments.traffic_matrix.empty()) check_writable(arguments.traffic_matrix);
  RunDirectory directory = arguments.out.empty()
                               ? RunDirectory::next_free(run_name(arguments.config.file))
                               : RunDirectory(arguments.out);
  const std::shared_ptr<const Topology> topology = c.plan.topology;
  const std::string replaced = replaced_note(directory, c.resolved);
  ProgressLine line(arguments.progress);
  std::unique_ptr<Watch> watch;
  RunEstimate estimate(arguments, line);
  if (!arguments.quiet) options.progress = [&](const Progress& p) { estimate.show(p); };
  if (arguments.watch) {
    if (!start_watch) throw Error(Exit::usage, "kasuri: error: --watch: this program has no pages");
    watch = start_watch(run_name(arguments.config.file), c.plan);
    options.progress = [&](const Progress& p) {
      if (!arguments.quiet) estimate.show(p);
      watch->show(p);
    };
    options.look = [&](Time now, const LinkTable& links) { watch->look(now, links); };
  }
  options.tell = [&](const std::string& s) {
    if (arguments.quiet) return;
    line.clear();
    say(stderr, fmt::format("kasuri: {}\n", s));
  };
  if (!replaced.empty()) options.tell(replaced);
  if (!c.plan.can.routers && !arguments.quiet) say(stderr, c.document.notes());
  for (const auto& probe : c.plan.probes) {
    if (const std::string cost = probe->cost(); !cost.empty()) options.tell(cost);
  }
  if (const std::string power = describe_power_tables(c.plan, kWorthTelling); !power.empty()) {
    options.tell(power);
  }
  if (c.plan.deadlock && c.plan.deadlock->basis == DeadlockReport::Basis::sampled) {
    options.tell("the machine is too large to check all paths: " + c.plan.deadlock->describe(*topology));
  }
  std::optional<StdoutToStderr> redirection;
  if (arguments.json) redirection.emplace();
  const Results results = simulate(c.config, std::move(c.plan), options);
  const bool at_any_time = results.end == End::interrupted || results.end == End::memory_limit;
  if (arguments.verify && !at_any_time) verify(arguments, results, options);
  redirection.reset();
  line.clear();

  for (const std::string& l : results.report) say(stderr, l + "\n");
  const std::string text = summary_text(results, *topology);
  print_answer(arguments, results, text);
  try {
    directory.publish(results, *topology, c.resolved, text);
  } catch (const Error&) {
    if (arguments.format == "nsimpower") say(stderr, text);
    throw;
  }
  if (!arguments.traffic_matrix.empty()) write_traffic(results, arguments.traffic_matrix);
  write_recording(results, directory, c.config.jobs);
  if (arguments.format == "nsimpower" && !arguments.json) {
    const PowerTables t = PowerTables::read(directory.target());
    say(stdout, nsimpower_summary(t) + nsimpower_log(t, false));
  }
  if (arguments.format == "words" && !arguments.json && !arguments.quiet) {
    say(stdout, fmt::format("results in {}\n", directory.shown()));
  }
  if (arguments.format == "line" && !arguments.json && results.whole()) {
    const std::string energy =
        results.power ? fmt::format(", {:.4g} J", results.power->to_solution_j()) : "";
    say(stderr, fmt::format("kasuri: {} of simulated time on a {}, hash {:016x}{}; results in {}\n",
                            to_string(results.time), topology->describe(), results.delivered.hash, energy,
                            directory.shown()));
  }
  if (watch) watch->finish(directory.target());
  if (arguments.program_code && !results.jobs.empty() && !results.jobs[0].crashed) {
    *arguments.program_code = results.jobs[0].exit_code;
  }
  if (arguments.profile) say(stderr, profile_text(results));
  return results.exit;
}

// At packet and at flow level, without run directories.
Exit compare_levels(RunArguments arguments) {
  std::vector<Results> both;
  for (const char* level : {"packet", "flow"}) {
    arguments.fidelity = level;
    Configured c = read_configuration(with_options(arguments));
    InterruptGuard interrupt;
    both.push_back(simulate(c.config, std::move(c.plan),
                            {.include_dir = include_directory(),
                             .progress = {},
                             .threads = arguments.threads,
                             .cores = 0,
                             .cluster = nullptr,
                             .tell = {},
                             .record = {}}));
    const Results& r = both.back();
    for (const std::string& l : r.report) say(stderr, l + "\n");
    if (!r.whole()) return r.exit;
  }
  say(stdout, comparison_text(both[0], both[1]));
  return both[1].exit;
}

}  // namespace

Exit run(const RunArguments& arguments) {
  if (arguments.fidelity == "both") {
    if (launched().size > 1) {
      throw Error(Exit::usage, ErrorPlace("kasuri"), "--fidelity both works in one process only");
    }
    return compare_levels(arguments);
  }
  std::optional<Configured> c;
  if (arguments.quiet) config::tell_of_plugins(nullptr);
  const auto prepare = [&] {
    c = read_configuration(with_options(arguments));
    if (arguments.format == "nsimpower" && !c->config.power) {
      throw Error(Exit::usage, "kasuri run: --format nsimpower needs --power, or a section [power]");
    }
    if (launched().size > 1 && arguments.verify && !arguments.dry_run) {
      throw Error(Exit::usage, ErrorPlace("kasuri"),
                  "--verify works in one process only; compare the result hashes of runs with different "
                  "numbers of processes");
    }
  };
  return in_all_processes(prepare, [&](Cluster* cluster) {
    const bool first = !cluster || cluster->rank() == 0;
    if (arguments.dry_run) {
      if (!first) return Exit::done;
      fmt::print("{}", describe_plan(c->config, c->plan));
      const std::string estimate = EstimateLine(with_options(arguments)).take(true);
      if (!estimate.empty()) fmt::print("estimate  {}\n", estimate);
      return Exit::done;
    }
    InterruptGuard interrupt;
    RunOptions options{.include_dir = include_directory(),
                       .progress = {},
                       .threads = arguments.threads,
                       .cores = 0,
                       .cluster = cluster,
                       .tell = {},
                       .record = arguments.record};
    if (first) return lead(arguments, std::move(*c), std::move(options));
    return simulate(c->config, std::move(c->plan), options).exit;
  });
}

namespace {

const Verb run_verb{"run", "simulate a workload: run time, congestion, energy",
                [](CLI::App& app) -> Action {
                  auto a = std::make_shared<RunArguments>();
                  a->config.add_to(app);
                  app.add_option("-o,--out,--output", a->out, "run directory; default: runs/NAME-NNN");
                  app.add_option("--fidelity", a->fidelity,
                                 "how much is simulated: packets in routers, messages that share links "
                                 "(flow), whole messages without links (message), or packet and flow in "
                                 "comparison (both)")
                      ->check(CLI::IsMember({"packet", "flow", "message", "both"}))
                      ->type_name("LEVEL");
                  app.add_flag("--power{nsimpower-table1}", a->power,
                               "compute power with the values of NsimPower, or of another PRESET");
                  app.add_flag("--allow-deadlock", a->allow_deadlock,
                               "run even if channels can wait for each other in a cycle");
                  app.add_flag("--no-link-sleep", a->no_link_sleep, "with --power: links never sleep");
                  app.add_flag("--statistics", a->statistics,
                               "add tables over time and waiting times between ranks; see [statistics]");
                  app.add_option("--timeline", a->timeline,
                                 "record this interval of time, as in 100us:200us, for Perfetto: "
                                 "timeline.json in the run directory")
                      ->type_name("FROM:UNTIL")
                      ->check([](const std::string& s) {
                        return s.find(':') == s.npos
                                   ? std::string("an interval is FROM:UNTIL, as in 100us:200us")
                                   : std::string();
                      });
                  app.add_option("--traffic-matrix", a->traffic_matrix,
                                 "write how much each node sent to each other node, as demands for kasuri "
                                 "chip: rows source,target,bits")
                      ->type_name("FILE");
                  app.add_option("--format", a->format,
                                 "output: words, or a report as NSIM or NsimPower prints it")
                      ->check(CLI::IsMember({"words", "nsim", "nsimpower"}))
                      ->type_name("FORMAT");
                  app.add_flag("--json", a->json, "print summary.json instead of text");
                  app.add_flag("--quiet", a->quiet,
                               "print nothing unless something is wrong; with --json, only the JSON");
                  app.add_flag("--dry-run", a->dry_run, "describe the machine, without a run");
                  app.add_option("--threads", a->threads,
                                 "threads of each process, each with a partition of the machine; results "
                                 "do not depend on it")
                      ->check(CLI::Range(1, 4096));
                  app.add_flag("--profile", a->profile, "report how the threads spent their time");
                  app.add_option("--record", a->record,
                                 "record the calls of the ranks as a trace in the run directory: otf2, "
                                 "dumpi, goal or chakra")
                      ->check(CLI::IsMember({"otf2", "dumpi", "goal", "chakra"}))
                      ->type_name("FORMAT");
                  app.add_flag("--watch", a->watch,
                               "show the run in a browser while it goes, with --statistics: prints the "
                               "address of a page on this host");
                  add_progress_option(app, a->progress);
                  app.add_flag("--verify", a->verify,
                               "run again with another number of threads and compare");
                  return [a] { return run(*a); };
                }};

}  // namespace
}  // namespace kasuri::cli
