// SPDX-License-Identifier: MIT
// Amounts of many cells (bytes of links, picoseconds of ranks), split over chunks of simulated time,
// exactly: of an amount that is spread evenly over a span, what lies before a border is rounded down, so
// chunks add up to the whole, and two chunks to one of twice the length, whatever the borders were when
// it was added.
//
// Chunks may adapt to the length of a run that nobody knows before: whenever there would be more than
// kMost of them, each two become one.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/core/archive.h"
#include "base/core/units.h"

namespace kasuri {

// What is not zero, as rows of a table, sorted by chunk and cell.
struct SplitRows {
  struct Row {
    std::uint32_t chunk;
    std::uint32_t cell;
    std::int64_t amount;
  };
  Time chunk{0};  // their length; 0: nothing was split
  std::vector<Row> rows;

  // To a power of two times as long.
  void lengthen(Time chunk);
  // Rows of other cells; both then have the longer chunks.
  void merge(SplitRows&&);
};

template <class Archive>
void transfer(Archive& a, SplitRows& s) {
  a(s.chunk), a(s.rows);
}

class TimeSplit {
 public:
  static constexpr std::size_t kMost = 128;   // chunks, if they adapt
  static constexpr Time kShortest{100'000};

  TimeSplit() = default;
  // Chunks of this length, or, for 0, of one that adapts.
  TimeSplit(std::size_t cells, Time chunk)
      : cells_(cells),
        length_(chunk > Time{0} ? chunk : kShortest),
        end_(chunk > Time{0} ? INT64_MAX : kShortest.ps * static_cast<std::int64_t>(kMost)) {}

  bool empty() const { return cells_ == 0; }

  // An amount that is spread over a span; all of it belongs to `from` if that is `to`.
  void add(std::size_t cell, Time from, Time to, std::int64_t amount) {
    if (from.ps >= begin_ && to.ps - begin_ < length_.ps) [[likely]] {
      current_[cell] += amount;
    } else {
      add_across(cell, from, to, amount);
    }
  }

  // What is not zero, with the number of each cell in all of the machine (`ids`). Leaves nothing here.
  SplitRows take(const std::vector<std::uint32_t>& ids);
  // The same one by one, as f(chunk, id, amount), sorted by chunk and id. Memory is freed on the way.
  template <class F>
  void drain(const std::vector<std::uint32_t>& ids, F f);
  std::size_t used() const;  // cells of chunks that are not zero
  Time length() const { return length_; }

  static std::size_t bytes(std::size_t cells) { return cells * kMost * sizeof(std::int64_t); }

 private:
  // The number of each cell, and the cell, sorted by number.
  std::vector<std::pair<std::uint32_t, std::size_t>> in_order(const std::vector<std::uint32_t>& ids) const;
  std::int64_t* row(std::size_t chunk);
  void add_across(std::size_t cell, Time from, Time to, std::int64_t amount);
  std::size_t chunk_of(std::int64_t time) const;
  void fold();

  std::size_t cells_ = 0;
  Time length_{1};
  std::int64_t end_ = INT64_MAX;     // of what chunks of this length are enough for
  std::int64_t begin_ = INT64_MAX;   // of the chunk that was added to last
  std::int64_t* current_ = nullptr;  // its row
  std::size_t chunk_ = 0;            // its number
  std::vector<std::unique_ptr<std::int64_t[]>> rows_;  // null: zeros
};

template <class F>
void TimeSplit::drain(const std::vector<std::uint32_t>& ids, F f) {
  const auto order = in_order(ids);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!rows_[i] || rows_[i][cells_]) continue;
    for (const auto& [id, cell] : order) {
      if (const std::int64_t amount = rows_[i][cell]) f(static_cast<std::uint32_t>(i), id, amount);
    }
    rows_[i].reset();
  }
  rows_.clear();
  begin_ = INT64_MAX;
}

}  // namespace kasuri
