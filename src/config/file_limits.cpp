// SPDX-License-Identifier: MIT
#include "config/file_limits.h"

#include <algorithm>

namespace kasuri::config {
namespace {

std::vector<std::filesystem::path>& file_limits() {
  static std::vector<std::filesystem::path> folders;
  return folders;
}

}  // namespace

void limit_files(std::vector<std::filesystem::path> folders) {
  for (auto& f : folders) f = std::filesystem::weakly_canonical(f);
  file_limits() = std::move(folders);
}

bool is_within_limits(const std::filesystem::path& path) {
  if (file_limits().empty()) return true;
  std::error_code error;
  const std::filesystem::path real = std::filesystem::weakly_canonical(path, error);
  return !error && std::ranges::any_of(file_limits(), [&](const std::filesystem::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), real.begin(), real.end()).first == folder.end();
  });
}

}  // namespace kasuri::config
