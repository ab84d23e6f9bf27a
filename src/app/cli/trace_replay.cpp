// SPDX-License-Identifier: MIT
#include "app/cli/trace_replay.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/configured.h"
#include "base/core/errors.h"
#include "experiment/plan/planning.h"
#include "experiment/run/simulation.h"

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

}  // namespace

std::vector<std::string> deadlock_in_replay(const std::filesystem::path& trace, int ranks,
                                            Bytes eager_limit) {
  constexpr int kMostNodes = 32768;
  const int per_node = (ranks + kMostNodes - 1) / kMostNodes;
  const std::string toml = fmt::format(
      "[run]\ndeadlock_check = false\n[topology]\ntype = \"switch\"\nendpoints = {}\n"
      "[network]\ntype = \"loggp\"\n[mpi]\neager_limit = \"{} B\"\n"
      "[[jobs]]\nname = \"trace\"\ntrace = {}\nranks_per_node = {}\n",
      (ranks + per_node - 1) / per_node, eager_limit.n,
      toml_text(std::filesystem::absolute(trace).string()), per_node);
  config::Document document = config::Document::parse(toml, "replay.toml", ".");
  auto config = config::read<Config>(document.root());
  document.finish();
  Plan plan = make_plan(config, document);
  RunOptions options;
  const Results results = simulate(config, std::move(plan), options);
  if (results.end == End::deadlock) return results.report;
  if (results.end == End::completed) return {};
  throw Error(Exit::usage, ErrorPlace(trace.string()),
              fmt::format("the replay fails: {}",
                          results.report.empty() ? "it is interrupted" : results.report[0]));
}

}  // namespace kasuri::cli
