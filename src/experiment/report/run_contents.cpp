// SPDX-License-Identifier: MIT
#include "experiment/report/run_contents.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/config/json_text.h"
#include "base/core/errors.h"

namespace kasuri {
namespace {

namespace fs = std::filesystem;

nlohmann::json manifest_of(const fs::path& run) {
  std::ifstream in(run / "manifest.json");
  return config::sorted_json_from(in);
}

// kasuri run --record goal
bool is_recorded_schedule(const fs::path& file) {
  std::string line;
  return file.extension() == ".goal" && std::getline(std::ifstream(file), line) &&
         line == "// Recorded by Kasuri.";
}

// kasuri run --record otf2 leaves NAME-otf2/NAME.otf2, --record dumpi NAME-dumpi/NAME.meta.
bool is_recorded_archive(const fs::path& folder) {
  constexpr std::pair<std::string_view, std::string_view> kEnds[] = {{"-otf2", ".otf2"},
                                                                     {"-dumpi", ".meta"}};
  const std::string name = folder.filename().string();
  return std::ranges::any_of(kEnds, [&](const auto& end) {
    return name.ends_with(end.first) &&
           fs::exists(folder / (name.substr(0, name.size() - end.first.size()) + std::string(end.second)));
  });
}

// The folders that kasuri report and kasuri power fill.
bool holds_only(const fs::path& folder, std::array<std::string_view, 3> extensions) {
  return std::ranges::all_of(fs::directory_iterator(folder), [&](const fs::directory_entry& e) {
    return e.is_regular_file() &&
           std::ranges::find(extensions, e.path().extension().string()) != extensions.end();
  });
}

bool is_ours(const fs::directory_entry& entry) {
  constexpr std::array<std::string_view, 10> kFiles{
      "config.toml",   "summary.json",    "summary.txt",   "results.h5",
      "manifest.json", "link_errors.csv", "timeline.json", "links.svg",
      "view.html",     "traffic.csv"};
  const std::string name = entry.path().filename().string();
  if (entry.is_symlink()) return false;
  if (entry.is_regular_file()) {
    return std::ranges::find(kFiles, name) != kFiles.end() || is_recorded_schedule(entry.path());
  }
  if (!entry.is_directory()) return false;
  if (name == "report") return holds_only(entry.path(), {".svg", ".csv", ".html"});
  if (name == "boxfish") return holds_only(entry.path(), {".yaml", ".csv", ".csv"});
  return is_recorded_archive(entry.path());
}

// Whether the file's hash is known and another one.
bool was_edited(const nlohmann::json& manifest, const fs::path& file) {
  const auto files = manifest.find("files");
  if (files == manifest.end() || !files->is_object() || !fs::is_regular_file(file)) return false;
  const auto known = files->find(file.filename().string());
  return known != files->end() && known->is_string() &&
         known->get<std::string>().find("XXH3") != std::string::npos && *known != digest(file);
}

}  // namespace

bool is_run_directory(const fs::path& p) {
  std::error_code error;
  if (!fs::exists(p / "summary.json", error)) return false;
  const nlohmann::json manifest = manifest_of(p);
  return manifest.is_object() && manifest.value("program", nlohmann::json()) == "kasuri";
}

std::vector<std::string> foreign_files(const fs::path& run) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(run)) {
    if (!is_ours(entry)) names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  if (was_edited(manifest_of(run), run / "config.toml")) names.emplace_back("config.toml (edited)");
  return names;
}

std::string digest(const fs::path& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  std::vector<char> piece(1 << 18);
  XXH3_state_t hash;
  XXH3_64bits_reset(&hash);
  std::uint64_t size = 0;
  ssize_t n = -1;
  while (fd >= 0 && (n = read(fd, piece.data(), piece.size())) > 0) {
    size += static_cast<std::uint64_t>(n);
    XXH3_64bits_update(&hash, piece.data(), static_cast<std::size_t>(n));
  }
  if (fd >= 0) close(fd);
  if (n < 0) {
    throw Error(Exit::usage, ErrorPlace(path.string()), "this file cannot be read");
  }
  return fmt::format("{} bytes, XXH3 {:016x}", size, XXH3_64bits_digest(&hash));
}

}  // namespace kasuri
