// SPDX-License-Identifier: MIT
// A directed graph that stays free of cycles while edges are added: keeps a topological order up to
// date (Pearce & Kelly, "A dynamic topological sort algorithm for directed acyclic graphs", ACM JEA
// 11, 2006), so that adding costs no more than the part of the order between the two ends.
#pragma once

#include <cstdint>
#include <vector>

namespace kasuri {

class AcyclicGraph {
 public:
  explicit AcyclicGraph(std::uint32_t nodes);

  bool has(std::uint32_t from, std::uint32_t to) const;
  // False, and nothing changed, if the edge would close a cycle. It must not be there yet.
  bool add(std::uint32_t from, std::uint32_t to);
  void remove(std::uint32_t from, std::uint32_t to);

 private:
  bool find_ahead(std::uint32_t start, std::uint32_t limit);
  void find_behind(std::uint32_t start, std::uint32_t limit);
  void reorder();

  std::vector<std::vector<std::uint32_t>> out_, in_;
  std::vector<std::uint32_t> order_;  // of each node: from < to along every edge
  std::vector<bool> seen_;
  std::vector<std::uint32_t> ahead_, behind_, places_;  // of one add()
};

}  // namespace kasuri
