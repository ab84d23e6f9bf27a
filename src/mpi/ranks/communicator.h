// SPDX-License-Identifier: MIT
// A communicator (MPI 4.1, chapter 7): a context that keeps its messages apart, and a group.
//
// A context is a number that all members agree on by messages when the communicator is made
// (communicators.cpp): no rank knows two communicators of one context, though others may use the same
// number for a group that this rank is not in.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mpi/ranks/group.h"

namespace kasuri::mpi {

// A Cartesian topology (MPI 4.1, section 8.5): ranks in row-major order.
struct Cartesian {
  std::vector<int> extents;
  std::vector<bool> periodic;

  std::vector<int> coordinates(int rank) const;
  // -1: outside of a dimension that does not wrap around.
  int rank_at(std::span<const int> coordinates) const;
};

// The members of a grid that have the coordinates of `rank` in all dimensions but those that remain.
Group subgrid(Groups&, const Group&, const Cartesian&, int rank, std::span<const int> remain);

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

// Contexts of communicators that non-blocking calls have made; those within the groups of
// intercommunicators follow in a range of their own.
inline constexpr std::uint32_t kFirstDuplicate = 1u << 31, kDuplicates = (1u << 29) - 1;
constexpr std::uint32_t context_within(std::uint32_t duplicate) { return duplicate + 2 * kDuplicates + 2; }

// Point-to-point messages carry `context`, those of collectives context + 1. An intercommunicator joins two
// groups: `group` is the rank's own, `remote` the one with which it communicates.
struct Communicator {
  std::uint32_t context = 0;
  Group group;
  bool between = false;                 // it is an intercommunicator
  Group remote;
  std::unique_ptr<Communicator> local;  // the own group's, for the library's messages within it
  std::uint32_t collectives = 0;  // begun by the rank that owns this
  std::uint32_t persistent = 0;   // collectives that it has made so far
  std::uint32_t users = 1;        // its handle, collectives under way, persistent requests
  bool freed = false;             // its handle is gone
  bool pending = false;           // members have not agreed on its context yet
  std::unique_ptr<Cartesian> cartesian;
  std::shared_ptr<const Graph> graph;  // shared by the ranks of a world
  std::unique_ptr<Neighbours> neighbours;  // of a graph; of a grid, once they are asked for
  std::string name;

  std::int32_t size() const { return group.size; }
  // Whom messages go to and come from.
  const Group& peers() const { return between ? remote : group; }
};

}  // namespace kasuri::mpi
