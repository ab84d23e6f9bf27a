// SPDX-License-Identifier: MIT
// Network files of CODES (as TraceR uses them), as a machine of ours. Rates, buffers and delays stay what
// they are in CODES; what cannot be kept, and what is not read, is a warning with its place in the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace kasuri::trace {

// A network file as sections of a configuration, without jobs; and how ranks are numbered on it.
struct CodesMachine {
  std::string toml;
  std::uint32_t routers = 0;  // that have nodes
  std::uint32_t servers = 0;  // ranks of each of them
  std::uint32_t nodes = 0;    // of each of them
  // What is changed or not imported, in lines to be printed.
  std::vector<std::string> warnings;

  // TraceR deals the ranks of a router to its nodes in turn.
  std::uint32_t node_of(std::uint32_t global_rank) const {
    return global_rank / servers * nodes + global_rank % servers % nodes;
  }
  std::uint64_t places() const { return std::uint64_t{routers} * servers; }
};

// Throws Error: a file that is no network, or a network of a model that does not exist here.
CodesMachine import_codes(const std::filesystem::path&);

}  // namespace kasuri::trace
