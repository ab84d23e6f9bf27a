// SPDX-License-Identifier: MIT
// A communicator (MPI 4.1, chapter 7): a context that keeps its messages apart, and a group.
//
// Nothing of it is shared between ranks but through messages. A context is a number that all members
// agree on when the communicator is made: the largest of the numbers that they have not used yet
// (communicators.cpp). So no rank knows two communicators of one context, though others may use the
// same number for a group that this rank is not in.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kasuri::mpi {

// Members in any order, shared by all groups of a world that have these members.
struct MemberList {
  std::vector<std::uint32_t> members;
  std::vector<std::pair<std::uint32_t, std::int32_t>> by_rank;  // sorted

  explicit MemberList(std::vector<std::uint32_t> all);
  std::int32_t index_of(std::uint32_t rank) const;  // -1: no member
};

// Where it can be, a formula: member i is rank first + i × stride of the machine, so that no rank
// holds a list of all others.
struct Group {
  std::int32_t size = 0;
  std::uint32_t first = 0;
  std::uint32_t stride = 1;
  const MemberList* list = nullptr;  // instead of the formula

  std::uint32_t member(std::int32_t i) const {
    if (list) [[unlikely]] return list->members[static_cast<std::size_t>(i)];
    return first + static_cast<std::uint32_t>(i) * stride;
  }
  // Of a member.
  std::int32_t index_of(std::uint32_t rank) const {
    if (list) [[unlikely]] return list->index_of(rank);
    return static_cast<std::int32_t>((rank - first) / stride);
  }
  // Of any rank; -1: no member.
  std::int32_t find(std::uint32_t rank) const {
    if (list) return list->index_of(rank);
    if (rank < first || (rank - first) % stride != 0) return -1;
    const std::uint32_t i = (rank - first) / stride;
    return i < static_cast<std::uint32_t>(size) ? static_cast<std::int32_t>(i) : -1;
  }
};

// Makes groups, and holds the lists of those that are no formula.
class Groups {
 public:
  Group make(std::span<const std::uint32_t> members);

 private:
  std::multimap<std::uint64_t, std::unique_ptr<MemberList>> lists_;  // by a hash of the members
};

// A Cartesian topology (MPI 4.1, section 8.5): ranks in row-major order.
struct Cartesian {
  std::vector<int> extents;
  std::vector<bool> periodic;

  std::vector<int> coordinates(int rank) const;
  // -1: outside of a dimension that does not wrap around.
  int rank_at(std::span<const int> coordinates) const;
};

// A graph that all members know whole (MPI 4.1, section 8.5.3): the neighbours of vertex i are edges
// index[i − 1] to index[i].
struct Graph {
  std::vector<int> index;
  std::vector<int> edges;

  std::span<const int> neighbours(int vertex) const {
    const auto v = static_cast<std::size_t>(vertex);
    const auto first = static_cast<std::size_t>(v == 0 ? 0 : index[v - 1]);
    return std::span(edges).subspan(first, static_cast<std::size_t>(index[v]) - first);
  }
};

// With whom a rank exchanges blocks in neighbourhood collectives (MPI 4.1, section 8.6), block by block;
// kProcNull: with nobody.
struct Neighbours {
  std::vector<int> sources;
  std::vector<int> destinations;
  // In which order the blocks of `sources` are received. Two ranks may be neighbours more than once: their
  // messages meet in the order in which they are sent.
  std::vector<int> order;
  std::vector<int> source_weights, destination_weights;  // of graphs
  bool weighted = false;

  static Neighbours of_grid(const Cartesian&, int rank);
  static Neighbours of_graph(std::vector<int> sources, std::vector<int> destinations);
};

// Point-to-point messages carry `context`, those of collectives context + 1.
struct Communicator {
  std::uint32_t context = 0;
  Group group;
  std::uint32_t collectives = 0;  // begun by the rank that owns this
  std::uint32_t users = 1;        // its handle, collectives under way, persistent requests
  bool freed = false;             // its handle is gone
  std::unique_ptr<Cartesian> cartesian;
  std::unique_ptr<Graph> graph;
  std::unique_ptr<Neighbours> neighbours;  // of a graph; of a grid, once they are asked for
  std::string name;

  std::int32_t size() const { return group.size; }
};

}  // namespace kasuri::mpi
