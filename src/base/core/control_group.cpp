// SPDX-License-Identifier: MIT
#include "base/core/control_group.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>

namespace kasuri {
namespace {

namespace fs = std::filesystem;

struct Version {
  const char *limit, *used, *cached_prefix;
};
constexpr Version kOne{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_"};
constexpr Version kTwo{"memory.max", "memory.current", ""};

std::uint64_t number_in(const fs::path& file) {
  std::ifstream in(file);
  std::uint64_t n = 0;
  return in >> n ? n : UINT64_MAX;  // "max"
}

std::uint64_t cached_files(const fs::path& group, std::string_view prefix) {
  std::ifstream in(group / "memory.stat");
  std::uint64_t sum = 0, n = 0;
  for (std::string key; in >> key >> n;) {
    if (!key.starts_with(prefix)) continue;
    const std::string_view name = std::string_view(key).substr(prefix.size());
    if (name == "inactive_file" || name == "active_file") sum += n;
  }
  return sum;
}

std::uint64_t left_in(const fs::path& group, const Version& version) {
  const std::uint64_t limit = number_in(group / version.limit);
  const std::uint64_t used = number_in(group / version.used);
  if (limit == UINT64_MAX || used == UINT64_MAX) return UINT64_MAX;
  const std::uint64_t held = used - std::min(used, cached_files(group, version.cached_prefix));
  return limit - std::min(limit, held);
}

// In a container the path may be the host's, and only the last folder is there.
std::uint64_t left_up_the_tree(const fs::path& mount, fs::path group, const Version& version) {
  std::uint64_t left = UINT64_MAX;
  for (group = group.relative_path(); !group.empty(); group = group.parent_path()) {
    left = std::min(left, left_in(mount / group, version));
  }
  return std::min(left, left_in(mount, version));
}

// "memory" in "cpu,memory"
bool names_memory(std::string_view controllers) {
  while (!controllers.empty()) {
    const std::size_t comma = std::min(controllers.find(','), controllers.size());
    if (controllers.substr(0, comma) == "memory") return true;
    controllers.remove_prefix(std::min(comma + 1, controllers.size()));
  }
  return false;
}

}  // namespace

// Lines of `membership`: hierarchy:controllers:path, for version 2 "0::path".
std::uint64_t memory_left_by_groups(const fs::path& membership, const fs::path& root) {
  std::uint64_t left = UINT64_MAX;
  std::ifstream in(membership);
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == line.npos ? line.npos : line.find(':', first + 1);
    if (second == line.npos) continue;
    const std::string_view controllers = std::string_view(line).substr(first + 1, second - first - 1);
    const fs::path path = line.substr(second + 1);
    if (controllers.empty()) left = std::min(left, left_up_the_tree(root, path, kTwo));
    if (names_memory(controllers)) left = std::min(left, left_up_the_tree(root / "memory", path, kOne));
  }
  return left;
}

}  // namespace kasuri
