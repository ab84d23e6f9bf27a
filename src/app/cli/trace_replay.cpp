// SPDX-License-Identifier: MIT
#include "app/cli/trace_replay.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/configured.h"
#include "base/core/errors.h"
#include "experiment/plan/planning.h"
#include "experiment/run/simulation.h"
#include "workload/traces/recording.h"

namespace kasuri::cli {
namespace {

// As a literal TOML string of any bytes that a path can have.
std::string toml_text(const std::string& path) {
  std::string all = "\"";
  for (const char c : path) {
    if (static_cast<unsigned char>(c) < 32 || c == 127)
      all += fmt::format("\\u{:04x}", c);
    else if (c == '"' || c == '\\')
      all += {'\\', c};
    else
      all += c;
  }
  return all + "\"";
}

// `NAME` of NAME.RANK.et, and of other files without their extension.
std::string job_name_of(const std::filesystem::path& trace) {
  return (trace.extension() == ".et" ? trace.stem() : trace).stem().string();
}

Results replay(const std::filesystem::path& trace, int ranks, Bytes eager_limit,
               const RunOptions& options = {}) {
  constexpr int kMostNodes = 32768;
  const int per_node = (ranks + kMostNodes - 1) / kMostNodes;
  const std::string toml = fmt::format(
      "[run]\ndeadlock_check = false\n[topology]\ntype = \"switch\"\nendpoints = {}\n"
      "[network]\ntype = \"loggp\"\n[mpi]\neager_limit = \"{} B\"\n"
      "[[jobs]]\nname = {}\ntrace = {}\nranks_per_node = {}\n",
      (ranks + per_node - 1) / per_node, eager_limit.n,
      toml_text(options.record.empty() && !options.make_recording ? "trace" : job_name_of(trace)),
      toml_text(std::filesystem::absolute(trace).string()), per_node);
  config::Document document = config::Document::parse(toml, "replay.toml", ".");
  auto config = config::read<Config>(document.root());
  document.finish();
  Plan plan = make_plan(config, document);
  Results results = simulate(config, std::move(plan), options);
  if (results.end == End::completed || results.end == End::deadlock) return results;
  throw Error(Exit::usage, ErrorPlace(trace.string()),
              fmt::format("the replay fails: {}",
                          results.report.empty() ? "it is interrupted" : results.report[0]));
}

}  // namespace

std::vector<std::string> deadlock_in_replay(const std::filesystem::path& trace, int ranks,
                                            Bytes eager_limit) {
  const Results results = replay(trace, ranks, eager_limit);
  return results.end == End::deadlock ? results.report : std::vector<std::string>();
}

namespace {

std::vector<std::string> record_into(const std::filesystem::path& folder, const std::string& name,
                                     const std::filesystem::path& trace, int ranks, Bytes eager_limit,
                                     const RunOptions& options) {
  if (std::filesystem::exists(folder / name)) {
    throw Error(Exit::usage, ErrorPlace((folder / name).string()),
                "exists; choose another folder with --out");
  }
  const Results results = replay(trace, ranks, eager_limit, options);
  if (results.end == End::deadlock) {
    throw Error(Exit::deadlock, ErrorPlace(trace.string()),
                "its ranks wait for each other; `kasuri trace check` says who for whom");
  }
  std::filesystem::create_directories(folder);
  return results.recording->write(folder);
}

}  // namespace

std::vector<std::string> convert_trace(const std::filesystem::path& trace, int ranks, Bytes eager_limit,
                                       const std::string& format, const std::filesystem::path& folder) {
  RunOptions options;
  options.record = format;
  const std::string name = job_name_of(trace) + (format == "goal" ? ".goal" : "-" + format);
  return record_into(folder, name, trace, ranks, eager_limit, options);
}

std::string cut_trace(const std::filesystem::path& trace, int ranks, Bytes eager_limit,
                      const trace::GoalCut& cut, const std::filesystem::path& folder,
                      trace::GoalCut::Report& report) {
  RunOptions options;
  options.make_recording = [&](std::vector<trace::RecordedJob> jobs) {
    return trace::record_goal_cut(std::move(jobs), cut, report);
  };
  return record_into(folder, job_name_of(trace) + ".goal", trace, ranks, eager_limit, options).front();
}

}  // namespace kasuri::cli
