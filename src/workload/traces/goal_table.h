// SPDX-License-Identifier: MIT
// A hash table with open addressing for operations of a GOAL schedule that are not over yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kasuri::trace {

// Slots of operations by their numbers, as few as there are. Those alive at once are near each other,
// so a number is its own hash: neighbours share a cache line and do not collide.
class GoalTable {
 public:
  void insert(std::uint64_t index, std::uint32_t slot);
  void erase(std::uint64_t index);
  std::uint32_t find(std::uint64_t index) const;  // UINT32_MAX: none

 private:
  struct Cell {
    std::uint64_t key = 0;  // index + 1; 0: free
    std::uint32_t slot = 0;
  };
  std::size_t home(std::uint64_t key) const { return key & (cells_.size() - 1); }
  void place(Cell);

  std::vector<Cell> cells_;
  std::size_t used_ = 0;
};

}  // namespace kasuri::trace
