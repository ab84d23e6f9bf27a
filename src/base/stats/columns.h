// SPDX-License-Identifier: MIT
// The columns of a row, written down once: the twin of config::Fields for results.
//
//   struct WaitRow {
//     std::uint32_t rank;
//     std::int64_t peer;
//     Time time;
//
//     static Columns<WaitRow> columns() {
//       using R = WaitRow;
//       return {key("rank", &R::rank, "", "that waited"), key("peer", &R::peer, "", "for this rank"),
//               column("waiting", &R::time, "ps", "in all")};
//     }
//   };
//
// Members are integers, Time, Bytes, enumerations or std::string. A Table holds many rows, column by
// column (base/stats/table.h).
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/core/member.h"
#include "base/core/units.h"
#include "base/stats/table.h"

namespace kasuri {

// A column of rows of any type; its member lies `offset` bytes into a row.
struct AnyColumn {
  TableColumn head;  // without values
  std::ptrdiff_t offset = 0;
  void (*put)(TableColumn::Values& to, const void* member) = nullptr;
  void (*get)(const TableColumn::Values& from, std::size_t row, void* member) = nullptr;
};

template <class Row>
struct ColumnOf : AnyColumn {
  // The rule by which it is merged, if it is not the sum.
  ColumnOf least() && { return head.merge = Merge::least, std::move(*this); }
  ColumnOf most() && { return head.merge = Merge::most, std::move(*this); }
};

namespace detail {

// A span of rows, each so many bytes after the one before.
Table table_of(const std::vector<AnyColumn>&, std::string_view name, const void* rows, std::size_t count,
               std::size_t bytes);
void read_rows(const std::vector<AnyColumn>&, const Table&, void* rows, std::size_t bytes);

}  // namespace detail

template <class Row>
struct Columns : std::vector<AnyColumn> {
  Columns(std::initializer_list<ColumnOf<Row>> columns) {
    reserve(columns.size());
    for (const AnyColumn& c : columns) push_back(c);
  }
  Table table(std::string_view name, const std::vector<Row>& rows = {}) const {
    return detail::table_of(*this, name, rows.data(), rows.size(), sizeof(Row));
  }
  std::vector<Row> rows(const Table& t) const {
    std::vector<Row> all(t.rows());
    detail::read_rows(*this, t, all.data(), sizeof(Row));
    return all;
  }
};

namespace detail {

template <class M>
std::int64_t whole_of(const M& m) {
  if constexpr (std::same_as<M, Time>)
    return m.ps;
  else if constexpr (std::same_as<M, Bytes>)
    return m.n;
  else
    return static_cast<std::int64_t>(m);
}

template <class M>
M from_whole(std::int64_t n) {
  if constexpr (std::same_as<M, Time> || std::same_as<M, Bytes>)
    return M{n};
  else
    return static_cast<M>(n);
}

template <class M>
using Stored = std::conditional_t<std::same_as<M, std::string>, std::string,
                                  std::conditional_t<std::floating_point<M>, double, std::int64_t>>;

template <class M>
struct MemberColumn {
  using Values = std::vector<Stored<M>>;
  static void put(TableColumn::Values& to, const void* member) {
    const M& m = *static_cast<const M*>(member);
    if constexpr (std::same_as<Stored<M>, std::int64_t>)
      std::get<Values>(to).push_back(whole_of(m));
    else
      std::get<Values>(to).push_back(m);
  }
  static void get(const TableColumn::Values& from, std::size_t row, void* member) {
    M& m = *static_cast<M*>(member);
    if constexpr (std::same_as<Stored<M>, std::int64_t>)
      m = from_whole<M>(std::get<Values>(from)[row]);
    else
      m = std::get<Values>(from)[row];
  }
};

void name_column(AnyColumn&, std::string_view name, std::string_view unit, std::string_view meaning);

}  // namespace detail

template <class Row, class M>
ColumnOf<Row> column(std::string_view name, M Row::*member, std::string_view unit,
                     std::string_view meaning) {
  using Member = detail::MemberColumn<M>;
  ColumnOf<Row> c;
  c.offset = offset_of(member);
  c.put = &Member::put;
  c.get = &Member::get;
  c.head.values.template emplace<typename Member::Values>();
  detail::name_column(c, name, unit, meaning);
  return c;
}

// Rows are sorted by their keys.
template <class Row, class M>
ColumnOf<Row> key(std::string_view name, M Row::*member, std::string_view unit, std::string_view meaning) {
  ColumnOf<Row> c = column(name, member, unit, meaning);
  c.head.merge = Merge::key;
  return c;
}

}  // namespace kasuri
