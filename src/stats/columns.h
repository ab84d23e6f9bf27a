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
// column (stats/table.h).
#pragma once

#include <concepts>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/units.h"
#include "stats/table.h"

namespace kasuri {

template <class Row>
struct ColumnOf {
  TableColumn head;  // without values
  std::function<void(TableColumn::Values& to, const Row&)> put;
  std::function<void(const TableColumn::Values& from, std::size_t row, Row&)> get;

  // The rule by which it is merged, if it is not the sum.
  ColumnOf least() && { return head.merge = Merge::least, std::move(*this); }
  ColumnOf most() && { return head.merge = Merge::most, std::move(*this); }
};

template <class Row>
struct Columns : std::vector<ColumnOf<Row>> {
  using std::vector<ColumnOf<Row>>::vector;

  // A table without rows.
  Table table(std::string_view name) const {
    Table t;
    t.name = name;
    for (const ColumnOf<Row>& c : *this) t.columns.push_back(c.head);
    return t;
  }
  Table table(std::string_view name, const std::vector<Row>& rows) const {
    Table t = table(name);
    for (std::size_t c = 0; c < this->size(); ++c) {
      std::visit([&](auto& values) { values.reserve(rows.size()); }, t.columns[c].values);
      for (const Row& r : rows) (*this)[c].put(t.columns[c].values, r);
    }
    return t;
  }
  std::vector<Row> rows(const Table& t) const {
    std::vector<Row> all(t.rows());
    for (std::size_t c = 0; c < this->size(); ++c) {
      for (std::size_t i = 0; i < all.size(); ++i) (*this)[c].get(t.columns[c].values, i, all[i]);
    }
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

}  // namespace detail

template <class Row, class M>
ColumnOf<Row> column(std::string_view name, M Row::*member, std::string_view unit,
                     std::string_view meaning) {
  using Values = std::vector<detail::Stored<M>>;
  ColumnOf<Row> c;
  c.head.name = name;
  c.head.unit = unit;
  c.head.meaning = meaning;
  c.head.values = Values{};
  if constexpr (std::same_as<detail::Stored<M>, std::int64_t>) {
    c.put = [member](TableColumn::Values& to, const Row& r) {
      std::get<Values>(to).push_back(detail::whole_of(r.*member));
    };
    c.get = [member](const TableColumn::Values& from, std::size_t i, Row& r) {
      r.*member = detail::from_whole<M>(std::get<Values>(from)[i]);
    };
  } else {
    c.put = [member](TableColumn::Values& to, const Row& r) { std::get<Values>(to).push_back(r.*member); };
    c.get = [member](const TableColumn::Values& from, std::size_t i, Row& r) {
      r.*member = std::get<Values>(from)[i];
    };
  }
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
