// SPDX-License-Identifier: MIT
#include "base/config/file_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>

namespace kasuri::config {
namespace {

namespace fs = std::filesystem;

struct FileLimits {
  std::vector<fs::path> folders;
  std::optional<fs::path> programs;
  std::string programs_as_given;
};

FileLimits& file_limits() {
  static FileLimits limits;
  return limits;
}

// Where a path leads, also through links to what does not exist: a file that is made there would be made
// behind them. weakly_canonical() stops at such a link. None: more links than the kernel follows.
std::optional<fs::path> destination(const fs::path& path) {
  constexpr int kMostLinks = 40;
  std::error_code error;
  const fs::path whole = fs::absolute(path, error);
  std::deque<fs::path> rest(whole.begin(), whole.end());
  fs::path here = "/";
  for (int links = 0; !rest.empty();) {
    const fs::path part = rest.front();
    rest.pop_front();
    if (part.is_absolute()) here = part;
    if (part.empty() || part == "." || part.is_absolute()) continue;
    if (part == "..") {
      here = here.parent_path();
      continue;
    }
    here /= part;
    if (!fs::is_symlink(fs::symlink_status(here, error))) continue;
    const fs::path target = fs::read_symlink(here, error);
    if (error || ++links > kMostLinks) return std::nullopt;
    here = here.parent_path();
    rest.insert(rest.begin(), target.begin(), target.end());
  }
  return here;
}

bool is_in(const fs::path& folder, const fs::path& place) {
  return std::mismatch(folder.begin(), folder.end(), place.begin(), place.end()).first == folder.end();
}

}  // namespace

void limit_files(const fs::path& folder, const fs::path& programs) {
  FileLimits limits{{fs::weakly_canonical(folder)}, {}, programs.string()};
  if (!programs.empty()) {
    limits.programs = fs::weakly_canonical(programs);
    limits.folders.push_back(*limits.programs);
  }
  file_limits() = std::move(limits);
}

bool files_are_limited() { return !file_limits().folders.empty(); }

bool is_within_limits(const fs::path& path) {
  if (!files_are_limited()) return true;
  const std::optional<fs::path> place = destination(path);
  return place && std::ranges::any_of(file_limits().folders,
                                      [&](const fs::path& folder) { return is_in(folder, *place); });
}

std::string refusal_of_code(const fs::path& path, const std::string& what) {
  if (!files_are_limited()) return "";
  const FileLimits& limits = file_limits();
  if (!limits.programs)
    return fmt::format("{} are not run here: start `kasuri serve` with --programs DIR", what);
  const std::optional<fs::path> place = destination(path);
  if (place && is_in(*limits.programs, *place)) return "";
  return fmt::format("{} are run from the folder of --programs alone: {}", what, limits.programs_as_given);
}

}  // namespace kasuri::config
