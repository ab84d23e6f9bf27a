// SPDX-License-Identifier: MIT
// kasuri interference CONFIG: each job alone, then all together, and what they do to each other.
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/configured.h"
#include "app/cli/include_directory.h"
#include "app/cli/progress.h"
#include "shell/verbs/say.h"
#include "app/cli/stdout_to_stderr.h"
#include "base/cluster/cluster.h"
#include "base/config/json_text.h"
#include "base/core/text_file.h"
#include "base/core/variables.h"
#include "experiment/report/interference_report.h"
#include "experiment/report/summary.h"
#include "base/engine/interrupt.h"
#include "experiment/run/interference.h"
#include "experiment/run/run_options.h"
#include "shell/verbs/command.h"

namespace kasuri::cli {
namespace {

struct InterferenceArguments {
  ConfigArguments config;
  std::string out;
  bool json = false;
  unsigned threads = 1;
};

void write_results(const std::filesystem::path& folder, const Interference& f) {
  write_text(folder / "interference.json", config::text_of(interference_json(f), 2) + "\n");
  write_text(folder / "interference.txt", interference_text(f));
  write_text(folder / "environment.json", nlohmann::json(noted_variables()).dump(2) + "\n");
  write_text(folder / "together.json", config::text_of(summary_json(f.together), 2) + "\n");
  for (std::size_t j = 0; j < f.alone.size(); ++j) {
    write_text(folder / fmt::format("alone-{}.json", j),
               config::text_of(summary_json(f.alone[j]), 2) + "\n");
  }
}

Exit run_interference(const InterferenceArguments& a) {
  if (launched().size > 1) {
    throw Error(Exit::usage, ErrorPlace("kasuri interference"), "runs in one process only; use --threads");
  }
  const Configured first = read_configuration(a.config);
  if (first.config.jobs.size() < 2) {
    throw Error(Exit::usage, ErrorPlace(a.config.file),
                "the configuration has one job; interference needs two jobs or more");
  }
  InterruptGuard interrupt;
  ProgressLine line;
  RunOptions options{.include_dir = include_directory(),
                     .progress = {},
                     .threads = a.threads,
                     .cores = 0,
                     .cluster = nullptr,
                     .tell = {},
                     .record = {}};
  options.progress = line.shower();
  std::optional<StdoutToStderr> redirection(std::in_place);
  const Interference f = interfere(first.config, first.plan, options, [&](const std::string& what) {
    line.clear();
    fmt::print(stderr, "kasuri: {}\n", what);
  });
  redirection.reset();
  line.clear();
  if (const Results* wrong = f.failed()) {
    for (const std::string& l : wrong->report) fmt::print(stderr, "{}\n", l);
    fmt::print(stderr, "kasuri interference: {} after {}\n", to_string(wrong->end),
               to_string(wrong->time));
    return wrong->exit;
  }
  say(stdout, a.json ? config::text_of(interference_json(f), 2) + "\n" : interference_text(f));
  std::fflush(stdout);
  if (!a.out.empty()) write_results(a.out, f);
  return Exit::done;
}

const Verb interference_verb{"interference", "run each job alone and all together, and compare",
                [](CLI::App& app) -> Action {
                  auto a = std::make_shared<InterferenceArguments>();
                  a->config.add_to(app);
                  app.add_option("-o,--out,--output", a->out,
                                 "directory for interference.json and the summaries of all runs");
                  app.add_flag("--json", a->json, "print interference.json instead of text");
                  app.add_option("--threads", a->threads,
                                 "threads, each with a partition of the machine; results do not depend on "
                                 "it")
                      ->check(CLI::Range(1, 4096));
                  return [a] { return run_interference(*a); };
                }};

}  // namespace
}  // namespace kasuri::cli
