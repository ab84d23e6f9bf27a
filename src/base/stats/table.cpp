// SPDX-License-Identifier: MIT
#include "base/stats/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <iterator>
#include <numeric>

#include "base/core/check.h"
#include "base/stats/hdf5.h"

namespace kasuri {
namespace {

template <class T>
void append(std::vector<T>& to, std::vector<T>&& from) {
  if (to.empty()) return std::swap(to, from);
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

// Rows by the columns that are keys, from left to right.
class Order {
 public:
  explicit Order(const Table& t) {
    for (const TableColumn& c : t.columns) {
      if (c.merge == Merge::key) keys_.push_back(&c.values);
    }
  }
  // Below zero, zero or above.
  int compare(std::size_t a, std::size_t b) const {
    for (const TableColumn::Values* key : keys_) {
      const int sign = std::visit(
          [&](const auto& values) { return int{values[b] < values[a]} - int{values[a] < values[b]}; },
          *key);
      if (sign) return sign;
    }
    return 0;
  }

 private:
  std::vector<const TableColumn::Values*> keys_;
};

void combine(std::int64_t& into, std::int64_t value, Merge rule) {
  switch (rule) {
    case Merge::key:
      return;
    case Merge::sum:
      into += value;
      return;
    case Merge::least:
      into = std::min(into, value);
      return;
    case Merge::most:
      into = std::max(into, value);
      return;
  }
}

template <class T>
std::vector<T> picked(const std::vector<T>& values, const std::vector<std::size_t>& rows) {
  std::vector<T> out;
  out.reserve(rows.size());
  for (const std::size_t r : rows) out.push_back(values[r]);
  return out;
}

// `first[i]`: whether row i of the sorted table begins a row of the combined one.
void combine_rows(TableColumn& c, const std::vector<bool>& first) {
  std::visit(
      [&](auto& values) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < first.size(); ++i) {
          if (first[i]) {
            if (kept != i) values[kept] = std::move(values[i]);
            ++kept;
          } else if constexpr (std::same_as<decltype(values), std::vector<std::int64_t>&>) {
            combine(values[kept - 1], values[i], c.merge);
          }
        }
        values.resize(kept);
      },
      c.values);
}

}  // namespace

std::size_t Table::rows() const {
  if (columns.empty()) return 0;
  return std::visit([](const auto& values) { return values.size(); }, columns.front().values);
}

const std::vector<std::int64_t>& Table::column(std::string_view wanted) const {
  const auto found = std::ranges::find(columns, wanted, &TableColumn::name);
  check(found != columns.end(), "a column that is asked for is there");
  return found->whole();
}

void Table::lengthen(Time length) {
  if (chunk >= length || chunk == Time{0}) return;
  for (std::int64_t& c : columns.front().whole()) c /= length.ps / chunk.ps;
  chunk = length;
}

void Table::merge(Table&& o) {
  check(columns.size() == o.columns.size(), "tables of one name have the same columns");
  const Time longer = later(chunk, o.chunk);
  lengthen(longer);
  o.lengthen(longer);
  chunk = longer;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    std::visit(
        [&](auto& values) {
          append(values, std::move(std::get<std::decay_t<decltype(values)>>(o.columns[i].values)));
        },
        columns[i].values);
  }
}

void Table::settle() {
  std::vector<std::size_t> rows_in_order(rows());
  std::iota(rows_in_order.begin(), rows_in_order.end(), std::size_t{0});
  const Order order(*this);
  const auto before = [&](std::size_t a, std::size_t b) { return order.compare(a, b) < 0; };
  if (!std::ranges::is_sorted(rows_in_order, before)) {
    std::ranges::stable_sort(rows_in_order, before);
    for (TableColumn& c : columns) {
      std::visit([&](auto& values) { values = picked(values, rows_in_order); }, c.values);
    }
  }
  if (!combined || rows() == 0) return;
  std::vector<bool> first(rows(), true);
  for (std::size_t i = 1; i < first.size(); ++i) first[i] = order.compare(i - 1, i) != 0;
  for (TableColumn& c : columns) combine_rows(c, first);
}

void write_table(Hdf5File& file, const Table& t) {
  if (t.rows() == 0) return;
  for (const TableColumn& c : t.columns) {
    std::visit([&](const auto& values) { file.column(t.name, c.name, c.unit, std::span(values)); },
               c.values);
  }
}

std::string describe_columns(const Table& t) {
  std::string text = fmt::format("Table `{}`:\n\n| column | unit | meaning |\n|---|---|---|\n", t.name);
  for (const TableColumn& c : t.columns)
    text += fmt::format("| `{}` | {} | {} |\n", c.name, c.unit, c.meaning);
  return text;
}

}  // namespace kasuri
