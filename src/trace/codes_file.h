// SPDX-License-Identifier: MIT
// Network files of CODES (as TraceR uses them): nested groups `NAME { key="value"; key=("a","b"); }`
// with '#' comments; and what they come to as a machine of ours.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kasuri::trace {

struct CodesValue {
  std::vector<std::string> items;
  std::int64_t line = 0;
};

// A group and the groups within it, in lower case as CODES compares them.
struct CodesGroup {
  std::map<std::string, CodesValue> values;
  std::map<std::string, CodesGroup> groups;
};

// Throws Error with file:line:col.
CodesGroup read_codes(const std::filesystem::path&);

// A network file as sections of a configuration, without jobs; and how ranks are numbered on it.
struct CodesMachine {
  std::string toml;
  std::uint32_t routers = 0;  // that have nodes
  std::uint32_t servers = 0;  // ranks of each of them
  std::uint32_t nodes = 0;    // of each of them
  // TraceR deals the ranks of a router to its nodes in turn.
  std::uint32_t node_of(std::uint32_t global_rank) const {
    return global_rank / servers * nodes + global_rank % servers % nodes;
  }
  std::uint64_t places() const { return std::uint64_t{routers} * servers; }
};

// Throws Error: a file that is no network, or a network of another kind than torus, fat-tree, dragonfly.
CodesMachine import_codes(const std::filesystem::path&);

}  // namespace kasuri::trace
