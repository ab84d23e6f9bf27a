// SPDX-License-Identifier: MIT
#include "workload/traces/goal_table.h"

#include <algorithm>

namespace kasuri::trace {

void GoalTable::place(Cell cell) {
  std::size_t at = home(cell.key);
  while (cells_[at].key != 0) at = (at + 1) & (cells_.size() - 1);
  cells_[at] = cell;
}

void GoalTable::insert(std::uint64_t index, std::uint32_t slot) {
  if (2 * (used_ + 1) > cells_.size()) {
    std::vector<Cell> old(std::max<std::size_t>(8, 2 * cells_.size()));
    old.swap(cells_);
    for (const Cell& c : old) {
      if (c.key != 0) place(c);
    }
  }
  ++used_;
  place({index + 1, slot});
}

std::uint32_t GoalTable::find(std::uint64_t index) const {
  if (used_ == 0) return UINT32_MAX;
  const std::uint64_t key = index + 1;
  std::size_t at = home(key);
  while (cells_[at].key != key) {
    if (cells_[at].key == 0) return UINT32_MAX;
    at = (at + 1) & (cells_.size() - 1);
  }
  return cells_[at].slot;
}

// What stands behind it in its run moves up, so that searches need no marks of what was.
void GoalTable::erase(std::uint64_t index) {
  const std::uint64_t key = index + 1;
  const std::size_t mask = cells_.size() - 1;
  std::size_t hole = home(key);
  while (cells_[hole].key != key) hole = (hole + 1) & mask;
  for (std::size_t at = (hole + 1) & mask; cells_[at].key != 0; at = (at + 1) & mask) {
    if (((at - home(cells_[at].key)) & mask) < ((at - hole) & mask)) continue;
    cells_[hole] = cells_[at];
    hole = at;
  }
  cells_[hole] = {};
  --used_;
}

}  // namespace kasuri::trace
