// SPDX-License-Identifier: MIT
#include "base/stats/time_split.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "base/core/check.h"

namespace kasuri {

void SplitRows::lengthen(Time longer) {
  if (rows.empty() || longer == chunk) {
    chunk = longer;
    return;
  }
  check(chunk > Time{0} && longer.ps % chunk.ps == 0, "chunks grow by whole factors");
  const auto factor = static_cast<std::uint32_t>(longer.ps / chunk.ps);
  for (Row& r : rows) r.chunk /= factor;
  chunk = longer;
  std::ranges::sort(rows, {}, [](const Row& r) { return std::pair(r.chunk, r.cell); });
  std::size_t last = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i].chunk == rows[last].chunk && rows[i].cell == rows[last].cell) {
      rows[last].amount += rows[i].amount;
    } else {
      rows[++last] = rows[i];
    }
  }
  rows.resize(last + 1);
}

void SplitRows::merge(SplitRows&& o) {
  const Time longer = later(chunk, o.chunk);
  lengthen(longer);
  o.lengthen(longer);
  if (rows.empty()) std::swap(rows, o.rows);
  if (o.rows.empty()) return;
  std::vector<Row> both;
  both.reserve(rows.size() + o.rows.size());
  std::ranges::merge(rows, o.rows, std::back_inserter(both), {},
                     [](const Row& r) { return std::pair(r.chunk, r.cell); },
                     [](const Row& r) { return std::pair(r.chunk, r.cell); });
  rows = std::move(both);
  o = {};
}

std::int64_t* TimeSplit::row(std::size_t chunk) {
  if (chunk >= rows_.size()) rows_.resize(chunk + 1);
  if (!rows_[chunk]) rows_[chunk] = std::make_unique<std::int64_t[]>(cells_ + 1);
  std::int64_t* const r = rows_[chunk].get();
  if (r[cells_]) [[unlikely]] std::fill_n(r, cells_ + 1, 0);
  return r;
}

// Each two chunks become one. Rows that are free now stay behind the others, marked in a cell of their own,
// and are cleared when they are used again: that also fetches them into the cache.
void TimeSplit::fold() {
  const std::size_t n = cells_;  // not a member: sums might overwrite that, for all the compiler knows
  const auto in_use = [n](const auto& row) { return row && !row[n]; };
  for (std::size_t i = 0; i < rows_.size(); i += 2) {
    auto& first = rows_[i];
    if (i + 1 < rows_.size() && in_use(rows_[i + 1])) {
      if (in_use(first)) {
        std::int64_t* const sum = first.get();
        std::int64_t* const second = rows_[i + 1].get();
        for (std::size_t c = 0; c < n; ++c) sum[c] += second[c];
        second[n] = 1;
      } else {
        std::swap(first, rows_[i + 1]);
      }
    }
    std::swap(rows_[i / 2], first);
  }
  length_ = length_ * 2;
  end_ *= 2;
  begin_ = INT64_MAX;
}

// Most amounts begin in the chunk of the last one or in a neighbour of it: that takes no division.
std::size_t TimeSplit::chunk_of(std::int64_t time) const {
  const std::int64_t after = time - begin_;
  if (after >= 0 && after < length_.ps) return chunk_;
  if (after >= -length_.ps && after < 0) return chunk_ - 1;
  if (after >= 0 && after < 2 * length_.ps) return chunk_ + 1;
  return static_cast<std::size_t>(time / length_.ps);
}

namespace {

// amount · part / whole, exactly; a short product saves a long division.
std::int64_t share(std::int64_t amount, std::int64_t part, std::int64_t whole) {
  std::int64_t product;
  if (!__builtin_mul_overflow(amount, part, &product)) return product / whole;
  __extension__ typedef __int128 Wide;
  return static_cast<std::int64_t>(static_cast<Wide>(amount) * part / whole);
}

}  // namespace

void TimeSplit::add_across(std::size_t cell, Time from, Time to, std::int64_t amount) {
  while (to.ps >= end_) fold();
  const std::int64_t span = to.ps - from.ps;
  std::int64_t before = 0;  // of the amount, what lies before the chunk
  for (chunk_ = chunk_of(from.ps);; ++chunk_) {
    begin_ = static_cast<std::int64_t>(chunk_) * length_.ps;
    const std::int64_t border = begin_ + length_.ps;
    const bool last = to.ps <= border || span == 0;
    // Where all of a span is the amount (times of ranks), so is a part.
    const std::int64_t until = last             ? amount
                               : amount == span ? border - from.ps
                                                : share(amount, border - from.ps, span);
    current_ = row(chunk_);
    current_[cell] += until - before;
    before = until;
    if (last) return;
  }
}

std::vector<std::pair<std::uint32_t, std::size_t>> TimeSplit::in_order(
    const std::vector<std::uint32_t>& ids) const {
  std::vector<std::pair<std::uint32_t, std::size_t>> order;
  order.reserve(cells_);
  for (std::size_t c = 0; c < cells_; ++c) order.emplace_back(ids[c], c);
  if (!std::ranges::is_sorted(order)) std::ranges::sort(order);
  return order;
}

std::size_t TimeSplit::used() const {
  std::ptrdiff_t used = 0;
  for (const auto& row : rows_) {
    if (row && !row[cells_]) used += std::ranges::count_if(row.get(), row.get() + cells_, std::identity());
  }
  return static_cast<std::size_t>(used);
}

SplitRows TimeSplit::take(const std::vector<std::uint32_t>& ids) {
  SplitRows all{length_, {}};
  all.rows.reserve(used());
  drain(ids, [&](std::uint32_t chunk, std::uint32_t id, std::int64_t amount) {
    all.rows.push_back({chunk, id, amount});
  });
  return all;
}

}  // namespace kasuri
