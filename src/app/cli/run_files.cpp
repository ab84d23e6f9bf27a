// SPDX-License-Identifier: MIT
#include "app/cli/run_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/config/json_text.h"
#include "base/core/text_file.h"
#include "experiment/report/run_directory.h"

namespace kasuri::cli {
namespace {

nlohmann::ordered_json read_json(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) {
    throw Error(Exit::usage, ErrorPlace(file.parent_path().string()),
                fmt::format("not a run directory: it has no {}", file.filename().string()));
  }
  auto json = config::json_from(read_text(file));
  if (!json.is_object()) {
    throw Error(Exit::usage, ErrorPlace(file.string()), "not a JSON file of a run");
  }
  return json;
}

void flatten_into(const nlohmann::ordered_json& json, const std::string& key,
                  std::vector<std::pair<std::string, nlohmann::ordered_json>>& all) {
  if (!json.is_structured()) return all.emplace_back(key, json), void();
  for (const auto& [name, value] : json.items()) {
    flatten_into(value, key.empty() ? name : key + "." + name, all);
  }
}

}  // namespace

RunFiles::RunFiles(const std::filesystem::path& run)
    : path(run),
      summary(read_json(run / "summary.json")),
      manifest(read_json(run / "manifest.json")),
      tables((check_intact(run), run / "results.h5")) {
  for (const char* key : {"time_ps", "jobs", "result_hash", "end_reason"}) {
    if (summary.contains(key)) continue;
    throw Error(Exit::usage, ErrorPlace((run / "summary.json").string()),
                fmt::format("not a summary of a run: it has no '{}'", key));
  }
}

std::string end_reason(const nlohmann::ordered_json& summary) {
  return summary.at("end_reason").get<std::string>();
}

bool is_whole(const nlohmann::ordered_json& summary) {
  return end_reason(summary) == "completed" || end_reason(summary) == "measured";
}

Exit reading_runs(const std::function<Exit()>& verb) {
  try {
    return verb();
  } catch (const nlohmann::json::exception& e) {
    throw Error(Exit::usage, ErrorPlace("kasuri"),
                fmt::format("a JSON file of the run is damaged, or of another version: {}", e.what()));
  }
}

std::string RunFiles::name() const {
  const std::filesystem::path full = std::filesystem::absolute(path).lexically_normal();
  return (full.has_filename() ? full : full.parent_path()).filename().string();
}

std::string RunFiles::text(const char* file) const { return read_text(path / file); }

std::vector<std::pair<std::string, nlohmann::ordered_json>> flatten(
    const nlohmann::ordered_json& json) {
  std::vector<std::pair<std::string, nlohmann::ordered_json>> all;
  flatten_into(json, "", all);
  return all;
}

RouterNames::RouterNames(const Hdf5Reader& tables) {
  for (std::size_t d = 0; tables.has("routers", fmt::format("x{}", d)); ++d) {
    coordinates_.push_back(tables.column("routers", fmt::format("x{}", d)));
  }
}

std::string RouterNames::operator()(std::int64_t router) const {
  std::vector<std::int64_t> x;
  for (const auto& d : coordinates_) {
    if (static_cast<std::size_t>(router) < d.size()) x.push_back(d[static_cast<std::size_t>(router)]);
  }
  return x.empty() ? fmt::format("{}", router) : fmt::format("({})", fmt::join(x, ","));
}

}  // namespace kasuri::cli
