// SPDX-License-Identifier: MIT
// A table that a run produces: columns with names, units, meanings and the rule by which rows of several
// partitions of the machine become one. Every consumer of results is a loop over columns: packing for
// another process, merging, HDF5, the summary, the reference page.
//
// A table of several partitions is merged into an order that does not show how the machine was cut: rows
// are sorted by their key columns, and rows with equal keys are combined by the rules of the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/core/archive.h"
#include "base/core/units.h"

namespace kasuri {

class Hdf5File;

// What becomes of the values of rows with equal keys.
enum class Merge : std::uint8_t { key, sum, least, most };

struct TableColumn {
  using Values = std::variant<std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>>;

  std::string name;
  std::string unit;     // "ps", "B", or empty
  std::string meaning;  // for the reference page; may be empty
  Merge merge = Merge::sum;
  Values values;

  std::vector<std::int64_t>& whole() { return std::get<std::vector<std::int64_t>>(values); }
  const std::vector<std::int64_t>& whole() const { return std::get<std::vector<std::int64_t>>(values); }
};

struct Table {
  std::string name;
  std::vector<TableColumn> columns;
  // Rows with equal keys are one row. Otherwise each row is kept.
  bool combined = true;
  // It has few rows, which the summary shows, too.
  bool brief = false;
  // Length of the chunks that the first column counts; 0: it counts no chunks.
  Time chunk{0};

  std::size_t rows() const;
  // The values of a column of whole numbers, which must exist.
  const std::vector<std::int64_t>& column(std::string_view name) const;
  // Adds the rows of another partition; same columns. Chunks become as long as the longer of both.
  void merge(Table&&);
  // Sorts and combines.
  void settle();
  // Turns each 2^n chunks into one of this length, which is a power of two times as long.
  void lengthen(Time length);
};

template <class Archive>
void transfer(Archive& a, TableColumn& c) {
  a(c.name), a(c.unit), a(c.meaning), a(c.merge);
  std::size_t kind = c.values.index();
  a(kind);
  if (kind == 0) {
    if (c.values.index() != kind) c.values.emplace<0>();
    a(c.whole());
  } else if (kind == 1) {
    if (c.values.index() != kind) c.values.emplace<1>();
    a(std::get<1>(c.values));
  } else {
    if (c.values.index() != kind) c.values.emplace<2>();
    auto& texts = std::get<2>(c.values);
    std::size_t n = texts.size();
    a(n);
    texts.resize(n);
    for (std::string& text : texts) a(text);
  }
}

template <class Archive>
void transfer(Archive& a, Table& t) {
  a(t.name), a(t.combined), a(t.chunk);
  std::size_t n = t.columns.size();
  a(n);
  t.columns.resize(n);
  for (TableColumn& c : t.columns) transfer(a, c);
}

// As a table of an HDF5 file; an empty one leaves nothing.
void write_table(Hdf5File&, const Table&);

// The columns as a table of Markdown: name, unit, meaning.
std::string describe_columns(const Table&);

}  // namespace kasuri
