// SPDX-License-Identifier: MIT
// Tables in HDF5: a table is a group with one dataset per column, all of one length, each with the
// attribute `unit`; pandas reads it with pd.DataFrame({k: g[k][:] for k in g}).
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/stats/hdf5_contents.h"

namespace kasuri {

// A file being written. Throws Error(Exit::limit) when it cannot be created or the disk is full.
class Hdf5File {
 public:
  explicit Hdf5File(const std::filesystem::path&);
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  void attribute(std::string_view name, std::string_view text);
  // Column `name` of table `table` ("links"). `unit` may be empty. Whole numbers are stored with 32 bits
  // if all of a column fit.
  void column(std::string_view table, std::string_view name, std::string_view unit,
              std::span<const std::int64_t>);
  // The same of value(row) for each of `rows`, in buffers that serve all columns.
  template <class Rows, class F>
  void column(std::string_view table, std::string_view name, std::string_view unit, const Rows& rows,
              F value) {
    narrow_.resize(std::max<std::size_t>(narrow_.size(), rows.size()));
    std::int32_t* narrow = narrow_.data();
    std::int64_t lost = 0;
    for (const auto& row : rows) {
      const auto v = static_cast<std::int64_t>(value(row));
      *narrow = static_cast<std::int32_t>(v);
      lost |= v ^ *narrow++;
    }
    if (!lost) return column(table, name, unit, std::span(narrow_.data(), rows.size()));
    values_.clear();
    for (const auto& row : rows) values_.push_back(static_cast<std::int64_t>(value(row)));
    column(table, name, unit, values_);
  }
  void column(std::string_view table, std::string_view name, std::string_view unit,
              std::span<const std::int32_t>);
  void column(std::string_view table, std::string_view name, std::string_view unit,
              std::span<const double>);
  void column(std::string_view table, std::string_view name, std::string_view unit,
              std::span<const std::string>);
  // Flushes and closes; nothing may be written afterwards.
  void close();

 private:
  void write(std::string_view table, std::string_view name, std::string_view unit,
             std::int64_t type, std::size_t rows, const void* data);
  [[noreturn]] void failed(std::string_view what);

  std::filesystem::path path_;
  std::int64_t file_ = -1;
  std::vector<std::int64_t> values_;
  std::vector<std::int32_t> narrow_;
};

// Columns of a file that was written by Hdf5File, read in a process of its own. Throws Error(Exit::usage)
// for any other file, for columns of one table that differ in length, for lengths that the file is too
// short for, and for what HDF5's library crashes on.
class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::filesystem::path&);
  ~Hdf5Reader();
  Hdf5Reader(const Hdf5Reader&) = delete;
  Hdf5Reader& operator=(const Hdf5Reader&) = delete;

  bool has(std::string_view table, std::string_view name) const;
  std::size_t rows(std::string_view table, std::string_view name) const;
  std::vector<std::int64_t> column(std::string_view table, std::string_view name) const;
  // A column of row numbers of another table; refused if one is not below `rows`.
  std::vector<std::int64_t> rows_of(std::string_view table, std::string_view name,
                                    std::size_t rows) const;
  std::vector<double> numbers(std::string_view table, std::string_view name) const;
  std::vector<std::string> texts(std::string_view table, std::string_view name) const;
  std::string attribute(std::string_view name) const;

  // What is in the file, in the order of names.
  std::vector<std::string> tables() const;
  std::vector<std::string> columns(std::string_view table) const;
  using Kind = ColumnKind;
  Kind kind(std::string_view table, std::string_view name) const;
  // "" if it has none.
  std::string unit(std::string_view table, std::string_view name) const;
  // A whole table as CSV (RFC 4180), its columns in the order in which they were written.
  std::string csv(std::string_view table) const;

 private:
  [[noreturn]] void failed(std::string_view what) const;

  struct Process;
  std::filesystem::path path_;
  std::unique_ptr<Process> process_;
};

}  // namespace kasuri
