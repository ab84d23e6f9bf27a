// SPDX-License-Identifier: MIT
// The files of a Chakra trace: NAME.RANK.et, one for each rank, or .et.gz, or .json. Any of them names
// the trace, and so does NAME.*.et.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace kasuri::trace {

class ChakraFiles {
 public:
  // Whether a file has such a name; JSON by its first bytes, too.
  static bool is_one(const std::filesystem::path&, std::string_view head);
  // All of the trace that a file belongs to. Throws Error: ranks are missing, or there twice.
  explicit ChakraFiles(const std::filesystem::path&);

  const std::vector<std::filesystem::path>& of_ranks() const { return ranks_; }
  std::filesystem::path groups() const;  // NAME.groups.json, which need not exist

 private:
  std::filesystem::path first_part_;  // with its folder, without the point
  std::vector<std::filesystem::path> ranks_;
};

// Where a path has a `*`, the first of the files that it names; else the path. Throws Error: there is
// none.
std::filesystem::path first_of(const std::filesystem::path&);

}  // namespace kasuri::trace
