// SPDX-License-Identifier: MIT
// Lists that many ranks hold alike are kept once.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "mpi/communicator.h"
#include "mpi/transfer.h"

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
  std::shared_ptr<const BlockPlaces> of(std::span<const int> counts);

 private:
  std::shared_ptr<const BlockPlaces> last_;
};

}  // namespace kasuri::mpi
