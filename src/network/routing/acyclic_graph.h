// SPDX-License-Identifier: MIT
// A directed graph that stays free of cycles while edges are added: keeps a topological order up to
// date (Pearce & Kelly, "A dynamic topological sort algorithm for directed acyclic graphs", ACM JEA
// 11, 2006), so that adding costs no more than the part of the order between the two ends. Whether an edge
// closes a cycle is searched from both of its ends in turn, so that most are refused after few steps.
#pragma once

#include <cstdint>
#include <vector>

namespace kasuri {

class AcyclicGraph {
 public:
  explicit AcyclicGraph(std::uint32_t nodes) { grow(nodes); }

  // Adds nodes without edges, so that there are as many at least.
  void grow(std::uint32_t nodes);
  bool has(std::uint32_t from, std::uint32_t to) const { return edges_.state(from, to) == kIn; }
  // False, and nothing changed, if the edge would close a cycle. It must not be there yet.
  bool add(std::uint32_t from, std::uint32_t to);
  void remove(std::uint32_t from, std::uint32_t to);

  // Notes that the edge closes a cycle with edges that will never be removed.
  void refuse(std::uint32_t from, std::uint32_t to) { edges_.set(from, to, kRefused); }
  bool is_refused(std::uint32_t from, std::uint32_t to) const { return edges_.state(from, to) == kRefused; }

  // Edges that were followed so far, a measure of the time spent.
  std::uint64_t steps() const { return steps_; }

 private:
  enum State : std::uint8_t { kOut, kIn, kRefused };

  // What is known of edges: a table with linear probing, since most nodes have few of them.
  class Edges {
   public:
    State state(std::uint32_t from, std::uint32_t to) const;
    void set(std::uint32_t from, std::uint32_t to, State);

   private:
    static constexpr std::uint64_t kFree = UINT64_MAX;
    std::size_t slot(std::uint64_t edge) const;
    std::vector<std::uint64_t> keys_ = std::vector<std::uint64_t>(1024, kFree);
    std::vector<State> states_ = std::vector<State>(1024, kOut);
    std::size_t used_ = 0;
  };

  // One of the two searches of an add().
  struct Search {
    std::vector<std::uint32_t> found;
    std::size_t next = 0;  // to be followed
  };

  bool closes_cycle(std::uint32_t from, std::uint32_t to);
  bool follow(Search&, const std::vector<std::vector<std::uint32_t>>& edges, std::uint8_t mine,
              std::uint32_t lowest, std::uint32_t highest);
  void reorder();

  std::vector<std::vector<std::uint32_t>> out_, in_;
  std::vector<std::uint32_t> order_;  // of each node: from < to along every edge
  std::vector<std::uint8_t> seen_;    // by which search
  Edges edges_;
  Search ahead_, behind_;
  std::vector<std::uint32_t> places_;
  std::uint64_t steps_ = 0;
};

}  // namespace kasuri
