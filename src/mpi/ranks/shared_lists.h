// SPDX-License-Identifier: MIT
// Lists that many ranks hold alike are kept once.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "mpi/ranks/collective.h"
#include "mpi/ranks/communicator.h"

namespace kasuri::mpi {

// Graphs that each of their ranks knows whole.
class SharedGraphs {
 public:
  // Null: it is not known yet.
  std::shared_ptr<const Graph> find(std::span<const int> index, std::span<const int> edges) const;
  void keep(std::shared_ptr<const Graph>);

 private:
  std::vector<std::weak_ptr<const Graph>> known_;
};

// Where blocks of these sizes begin that lie behind one another.
class SharedPlaces {
 public:
  using List = std::shared_ptr<const std::vector<std::int64_t>>;

  List of(Numbers counts, int ranks);

 private:
  std::vector<std::int64_t> counts_;  // of the last list
  List last_;
};

}  // namespace kasuri::mpi
