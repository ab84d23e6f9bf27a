// SPDX-License-Identifier: MIT
#include "stats/time_split.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/check.h"

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
  if (!rows_[chunk]) rows_[chunk] = std::make_unique<std::int64_t[]>(cells_);
  return rows_[chunk].get();
}

// Each two chunks become one.
void TimeSplit::fold() {
  for (std::size_t i = 0; i < rows_.size(); i += 2) {
    auto& first = rows_[i];
    if (i + 1 < rows_.size() && rows_[i + 1]) {
      if (first) {
        for (std::size_t c = 0; c < cells_; ++c) first[c] += rows_[i + 1][c];
      } else {
        first = std::move(rows_[i + 1]);
      }
      rows_[i + 1].reset();
    }
    if (i > 0) rows_[i / 2] = std::move(first);
  }
  rows_.resize((rows_.size() + 1) / 2);
  length_ = length_ * 2;
  begin_ = INT64_MAX;
}

void TimeSplit::make_room_for(Time t) {
  while (adapts_ && static_cast<std::size_t>(t.ps / length_.ps) >= kMost) fold();
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
  make_room_for(to);
  const std::int64_t span = to.ps - from.ps;
  std::int64_t before = 0;  // of the amount, what lies before the chunk
  for (std::int64_t c = from.ps / length_.ps;; ++c) {
    const std::int64_t border = (c + 1) * length_.ps;
    const bool last = to.ps <= border || span == 0;
    const std::int64_t until = last ? amount : share(amount, border - from.ps, span);
    current_ = row(static_cast<std::size_t>(c));
    begin_ = c * length_.ps;
    current_[cell] += until - before;
    before = until;
    if (last) return;
  }
}

SplitRows TimeSplit::take(const std::vector<std::uint32_t>& ids) {
  SplitRows all{length_, {}};
  std::vector<std::pair<std::uint32_t, std::size_t>> order;  // cells by their number
  for (std::size_t c = 0; c < cells_; ++c) order.emplace_back(ids[c], c);
  std::ranges::sort(order);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!rows_[i]) continue;
    for (const auto& [id, cell] : order) {
      if (const std::int64_t amount = rows_[i][cell]) {
        all.rows.push_back({static_cast<std::uint32_t>(i), id, amount});
      }
    }
    rows_[i].reset();
  }
  rows_.clear();
  begin_ = INT64_MAX;
  return all;
}

}  // namespace kasuri
