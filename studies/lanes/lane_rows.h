// SPDX-License-Identifier: MIT
// Memory of groups of lanes, row by row: a row is one cell (a byte of the 8080, an aligned longword
// of the SH-2) of all 64 elements of a group. Rows that a program is known to write to are kept for
// every group; the others exist for the groups that do write to them, and are read from the ROM
// elsewhere.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "base/core/pool.h"
#include "studies/lanes/lane_links.h"

namespace kasuri::emu {

template <class Core>
struct LaneCell;
template <>
struct LaneCell<Core8080> {
  using Type = std::uint8_t;
};
template <>
struct LaneCell<CoreSh2> {
  using Type = std::uint32_t;
};

// A cell from and to bytes of memory, big-endian.
inline void load_cell(const std::uint8_t* at, std::uint8_t& v) { v = *at; }
inline void load_cell(const std::uint8_t* at, std::uint32_t& v) {
  std::memcpy(&v, at, 4);
  v = __builtin_bswap32(v);
}
inline void store_cell(std::uint8_t* at, std::uint8_t v) { *at = v; }
inline void store_cell(std::uint8_t* at, std::uint32_t v) {
  v = __builtin_bswap32(v);
  std::memcpy(at, &v, 4);
}

template <class Core>
class LaneRows {
 public:
  using Cell = typename LaneCell<Core>::Type;
  static constexpr std::uint32_t kRows = Chip<Core>::kStride / sizeof(Cell);
  using Touched = std::array<bool, kRows>;

  // Groups of `ranks` ranks; `kept` are the rows for all of them.
  LaneRows(const Chip<Core>& chip, std::uint32_t ranks, const Touched& kept)
      : map_(chip.shape().log_pipes), pipe_row_(Core::kPipeAt / sizeof(Cell)),
        groups_(std::uint64_t{ranks} * map_.groups()), extra_(groups_), touched_(kRows) {
    std::uint16_t next = 0;
    for (const bool wanted : {true, false}) {
      for (std::uint32_t row = 0; row < kRows; ++row) {
        if ((kept[row] || is_of_pipe(row)) == wanted) slot_[row] = next++;
      }
      if (wanted) kept_ = next;
    }
    initial_.grow(std::size_t{kRows} * kLanes);
    for (std::uint32_t row = 0; row < kRows; ++row) {
      Cell v;
      load_cell(chip.initial().data() + row * sizeof(Cell), v);
      for (std::uint32_t l = 0; l < kLanes; ++l) initial_[row * kLanes + l] = v;
    }
    log_pipes_ = chip.shape().log_pipes;
    cells_.grow(groups_ * kept_ * kLanes);
  }
  ~LaneRows() {
    for (auto& e : extra_) ::operator delete[](e.load(), std::align_val_t{64});
  }
  LaneRows(const LaneRows&) = delete;
  LaneRows& operator=(const LaneRows&) = delete;

  static std::uint64_t kept_rows(const Touched& kept) {
    std::uint64_t n = 0;
    for (std::uint32_t row = 0; row < kRows; ++row) n += kept[row] || is_of_pipe(row);
    return n;
  }

  // To be called for each group before it is used.
  void load(std::uint64_t group) {
    for (std::uint32_t row = 0; row < kRows; ++row) {
      if (slot_[row] >= kept_) continue;
      Cell* p = cells_.data() + (group * kept_ + slot_[row]) * kLanes;
      initialise(group, row, p);
    }
  }
  const Cell* read(std::uint64_t group, std::uint32_t row) const {
    const std::uint32_t slot = slot_[row];
    if (slot < kept_) [[likely]] return cells_.data() + (group * kept_ + slot) * kLanes;
    const Cell* extra = extra_[group].load(std::memory_order_acquire);
    return extra ? extra + std::size_t{slot - kept_} * kLanes : initial_.data() + row * kLanes;
  }
  Cell* write(std::uint64_t group, std::uint32_t row) {
    const std::uint32_t slot = slot_[row];
    if (slot < kept_) [[likely]] return cells_.data() + (group * kept_ + slot) * kLanes;
    return make_extra(group, row) + std::size_t{slot - kept_} * kLanes;
  }
  std::vector<bool> kept() const {
    std::vector<bool> rows(kRows);
    for (std::uint32_t row = 0; row < kRows; ++row) rows[row] = slot_[row] < kept_;
    return rows;
  }
  // Where a row of every group stands in bytes from group_rows(); less than 0: not among those kept.
  int place(std::uint32_t row) const {
    return slot_[row] < kept_ ? static_cast<int>(slot_[row] * kLanes * sizeof(Cell)) : -1;
  }
  Cell* group_rows(std::uint64_t group) { return cells_.data() + group * kept_ * kLanes; }
  // All rows of the ROM, as this group has them where they are not kept; null: it has others.
  const Cell* initial_rows(std::uint64_t group) const {
    return extra_[group].load(std::memory_order_relaxed) ? nullptr : initial_.data();
  }
  // Cells of a group to a file, or from one.
  template <class File>
  void transfer(File& file, std::uint64_t group) {
    file.raw(group_rows(group), group_bytes());
    std::uint8_t has = extra_[group].load() != nullptr;
    file.value(has);
    if (has) file.raw(make_extra(group, 0), extra_bytes_of_group());
  }
  // Whether this group's row may differ from the ROM.
  bool is_own(std::uint64_t group, std::uint32_t row) const {
    return slot_[row] < kept_ || extra_[group].load(std::memory_order_relaxed);
  }
  // Rows beyond those kept, that some group has written to.
  bool touched(std::uint32_t row) const { return touched_[row].load(std::memory_order_relaxed); }
  std::uint64_t group_bytes() const { return std::uint64_t{kept_} * kLanes * sizeof(Cell); }
  // The most that groups which have written beyond the rows kept took at once.
  std::uint64_t extra_bytes() const { return std::max(most_extra_bytes_, extra_bytes_.load()); }
  // What a group has beyond the rows kept. By one thread alone.
  void release(std::uint64_t group) {
    Cell* extra = extra_[group].load(std::memory_order_relaxed);
    if (!extra) return;
    most_extra_bytes_ = extra_bytes();
    ::operator delete[](extra, std::align_val_t{64});
    extra_[group].store(nullptr, std::memory_order_relaxed);
    extra_bytes_ -= extra_bytes_of_group();
  }

 private:
  static bool is_of_pipe(std::uint32_t row) {
    return row == Core::kPipeAt / sizeof(Cell) || row == (Core::kPipeAt + 1) / sizeof(Cell);
  }
  void initialise(std::uint64_t group, std::uint32_t row, Cell* p) const {
    if (!is_of_pipe(row)) {
      std::memcpy(p, initial_.data() + row * kLanes, kLanes * sizeof(Cell));
      return;
    }
    for (std::uint32_t l = 0; l < kLanes; ++l) {
      std::array<std::uint8_t, 4> bytes{};
      Core::put16(bytes.data(), map_.pipe(static_cast<std::uint32_t>(group % map_.groups()), l));
      Core::put16(bytes.data() + 2, log_pipes_);
      load_cell(bytes.data() + (row - pipe_row_) * sizeof(Cell), p[l]);
    }
  }
  std::size_t extra_bytes_of_group() const {
    return std::size_t{kRows - kept_} * kLanes * sizeof(Cell);
  }
  // Others may write to this group at the same time, to other rows.
  Cell* make_extra(std::uint64_t group, std::uint32_t row) {
    touched_[row].store(true, std::memory_order_relaxed);
    Cell* known = extra_[group].load(std::memory_order_acquire);
    if (known) return known;
    auto* made = new (std::align_val_t{64}) Cell[extra_bytes_of_group() / sizeof(Cell)];
    for (std::uint32_t r = 0; r < kRows; ++r) {
      if (slot_[r] >= kept_) initialise(group, r, made + std::size_t{slot_[r] - kept_} * kLanes);
    }
    if (extra_[group].compare_exchange_strong(known, made)) {
      extra_bytes_ += extra_bytes_of_group();
      return made;
    }
    ::operator delete[](made, std::align_val_t{64});
    return known;
  }

  LaneMap map_;
  std::uint32_t pipe_row_;
  std::uint32_t log_pipes_ = 0;
  std::uint64_t groups_;
  std::array<std::uint16_t, kRows> slot_{};
  std::uint32_t kept_ = 0;
  LazyArray<Cell> initial_;
  LazyArray<Cell> cells_;
  std::vector<std::atomic<Cell*>> extra_;
  std::atomic<std::uint64_t> extra_bytes_ = 0;
  std::uint64_t most_extra_bytes_ = 0;
  std::vector<std::atomic<bool>> touched_;
};

}  // namespace kasuri::emu
