// SPDX-License-Identifier: MIT
// A file of tables as HDF5's library reads it, which a damaged file may crash: Hdf5Reader (hdf5.h) has it
// in another process, and asks for pieces of columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace kasuri {

enum class ColumnKind : std::uint8_t { integers, numbers, texts };

class Hdf5Contents {
 public:
  explicit Hdf5Contents(const std::filesystem::path&);
  ~Hdf5Contents();
  Hdf5Contents(const Hdf5Contents&) = delete;
  Hdf5Contents& operator=(const Hdf5Contents&) = delete;

  bool has(const std::string& table, const std::string& name) const;
  std::size_t rows(const std::string& table, const std::string& name) const;
  // `count` rows from `first` on, which must exist.
  std::vector<std::int64_t> integers(const std::string& path, std::size_t first, std::size_t count) const;
  std::vector<double> numbers(const std::string& path, std::size_t first, std::size_t count) const;
  std::vector<std::string> texts(const std::string& path, std::size_t first, std::size_t count) const;
  std::vector<std::string> tables() const;
  std::vector<std::string> columns(const std::string& table) const;
  ColumnKind kind(const std::string& path) const;
  std::string unit(const std::string& path) const;
  std::string attribute(const std::string& name) const;

 private:
  std::size_t extent(const std::string& path) const;
  void read(const std::string& path, std::int64_t type, std::size_t first, std::size_t count,
            void* to) const;
  std::vector<std::string> names_in(const std::string& group, bool in_order) const;
  std::string text_attribute(std::int64_t of, const std::string& name) const;
  [[noreturn]] void failed(const std::string& what) const;

  std::filesystem::path path_;
  std::int64_t file_ = -1;
};

}  // namespace kasuri
