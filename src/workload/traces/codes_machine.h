// SPDX-License-Identifier: MIT
// What becomes of a network file of CODES; see codes_network.h.
#pragma once

#include <cstdint>
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

}  // namespace kasuri::trace
