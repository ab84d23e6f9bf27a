// SPDX-License-Identifier: MIT
// How many links join each pair of groups of a dragonfly, where it is not the same number for all: a text
// file with a line "GROUP GROUP LINKS" for each pair, groups from 0.
//
// The global ports of a group are numbered in rounds: the first link to each other group, from the next
// group on, then the second link to those that have one, and so on. So the links of a pair are at
// different routers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace kasuri {

class DragonflyLinks {
 public:
  // With at most `ports` links of each group, and one at least of each pair. Throws Error(Exit::usage)
  // with all that is wrong, by lines.
  DragonflyLinks(const std::filesystem::path& file, std::uint32_t groups, std::uint64_t ports);

  struct End {
    std::uint32_t group, n;  // the n-th link to that group
  };

  std::uint32_t between(std::uint32_t a, std::uint32_t b) const { return links_[a * groups_ + b]; }
  std::uint32_t most() const { return most_; }
  // Global ports of a group that are used.
  std::uint32_t of(std::uint32_t group) const { return first_[group + 1] - first_[group]; }
  // Port k of a group, and the port of the n-th link to another.
  End behind(std::uint32_t group, std::uint32_t k) const { return ends_[first_[group] + k]; }
  std::uint32_t port(std::uint32_t from, std::uint32_t to, std::uint32_t n) const {
    return ports_[first_port_[from * groups_ + to] + n];
  }

 private:
  void number();

  std::uint32_t groups_, most_ = 1;
  std::vector<std::uint32_t> links_;                // by pair
  std::vector<std::uint32_t> first_, first_port_;   // into ends_ by group, and into ports_ by pair
  std::vector<End> ends_;
  std::vector<std::uint32_t> ports_;
};

}  // namespace kasuri
