// SPDX-License-Identifier: MIT
#include "base/stats/columns.h"

namespace kasuri::detail {
namespace {

// Where the member of row i is.
std::ptrdiff_t place(const AnyColumn& c, std::size_t i, std::size_t bytes) {
  return static_cast<std::ptrdiff_t>(i * bytes) + c.offset;
}

}  // namespace

void name_column(AnyColumn& c, std::string_view name, std::string_view unit, std::string_view meaning) {
  c.head.name = name;
  c.head.unit = unit;
  c.head.meaning = meaning;
}

Table table_of(const std::vector<AnyColumn>& columns, std::string_view name, const void* rows,
               std::size_t count, std::size_t bytes) {
  Table t;
  t.name = name;
  for (const AnyColumn& c : columns) {
    TableColumn& to = t.columns.emplace_back(c.head);
    std::visit([&](auto& values) { values.reserve(count); }, to.values);
    for (std::size_t i = 0; i < count; ++i) c.put(to.values, member_at(rows, place(c, i, bytes)));
  }
  return t;
}

void read_rows(const std::vector<AnyColumn>& columns, const Table& t, void* rows, std::size_t bytes) {
  const std::size_t count = t.rows();
  for (std::size_t c = 0; c < columns.size(); ++c) {
    for (std::size_t i = 0; i < count; ++i) {
      columns[c].get(t.columns[c].values, i, member_at(rows, place(columns[c], i, bytes)));
    }
  }
}

}  // namespace kasuri::detail
