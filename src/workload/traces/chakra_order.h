// SPDX-License-Identifier: MIT
// The nodes of one rank in an order in which each comes after those that it depends on: of those that may
// come next, the first of the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace kasuri::trace {

class ChakraOrder {
 public:
  // A node of the file, in the order of the file. Throws Error: there are too many.
  void add(const std::filesystem::path&, std::uint64_t id, const std::string& name,
           const std::vector<std::uint64_t>& deps);
  // Throws Error: an id that two nodes have, a dependence that the file does not have, or a cycle.
  void sort(const std::filesystem::path&);

  std::size_t size() const { return ids_.size(); }
  // After sort(): nodes by their place in the file, in order.
  const std::vector<std::uint32_t>& sorted() const { return sorted_; }
  // The places in the order of what a node of the file depends on, without repetitions.
  std::vector<std::uint32_t> dependences(std::uint32_t node) const;
  std::uint32_t place(std::uint32_t node) const { return places_[node]; }
  std::string name(std::uint32_t node) const;

 private:
  void refuse_cycle(const std::filesystem::path&, const std::vector<std::uint32_t>& missing) const;

  std::vector<std::uint64_t> ids_, deps_;  // deps: ids, then nodes
  std::vector<std::size_t> first_dep_{0};  // of each node, and the end
  std::vector<std::uint32_t> name_ends_;
  std::string names_;
  std::vector<std::uint32_t> sorted_, places_;
};

}  // namespace kasuri::trace
