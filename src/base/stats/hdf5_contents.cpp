// SPDX-License-Identifier: MIT
#include "base/stats/hdf5_contents.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/core/errors.h"
#include "base/stats/hdf5_handle.h"

namespace kasuri {

Hdf5Contents::Hdf5Contents(const std::filesystem::path& path) : path_(path) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  file_ = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file_ < 0) failed("not a readable file of results");
}

Hdf5Contents::~Hdf5Contents() {
  if (file_ >= 0) H5Fclose(file_);
}

void Hdf5Contents::failed(const std::string& what) const {
  throw Error(Exit::usage, ErrorPlace(path_.string()), what);
}

bool Hdf5Contents::has(const std::string& table, const std::string& name) const {
  return H5Lexists(file_, table.c_str(), H5P_DEFAULT) > 0 &&
         H5Lexists(file_, fmt::format("{}/{}", table, name).c_str(), H5P_DEFAULT) > 0;
}

// No more than its bytes in the file can hold.
std::size_t Hdf5Contents::extent(const std::string& path) const {
  constexpr hsize_t kMostDeflated = 1032;  // zlib, "Maximum Compression Factor"
  const Hdf5Handle set(H5Lexists(file_, path.c_str(), H5P_DEFAULT) > 0
                           ? H5Dopen2(file_, path.c_str(), H5P_DEFAULT)
                           : H5I_INVALID_HID,
                       H5Dclose);
  const Hdf5Handle space(H5Dget_space(set), H5Sclose);
  const Hdf5Handle type(H5Dget_type(set), H5Tclose);
  const hssize_t rows = H5Sget_simple_extent_npoints(space);
  if (set < 0 || rows < 0 || H5Sget_simple_extent_ndims(space) != 1) failed("cannot read column " + path);
  const hsize_t stored = std::min<hsize_t>(H5Dget_storage_size(set), std::filesystem::file_size(path_)),
                row = std::max<hsize_t>(1, H5Tget_size(type));
  if (static_cast<hsize_t>(rows) > stored * kMostDeflated / row) {
    failed(fmt::format("column {} has {} rows, too many for this file", path, rows));
  }
  return static_cast<std::size_t>(rows);
}

// As many as the table's first column has.
std::size_t Hdf5Contents::rows(const std::string& table, const std::string& name) const {
  const std::string path = fmt::format("{}/{}", table, name);
  if (!has(table, name)) failed("there is no column " + path);
  const std::vector<std::string> names = columns(table);
  if (names.empty()) failed(fmt::format("cannot list the columns of {}", table));
  const std::size_t rows = extent(path), first = extent(table + "/" + names[0]);
  if (rows == first) return rows;
  failed(fmt::format("column {} has {} rows where its table has {}", path, rows, first));
}

void Hdf5Contents::read(const std::string& path, std::int64_t type, std::size_t first, std::size_t count,
                        void* to) const {
  if (count == 0) return;
  const hsize_t begin = first, size = count;
  const Hdf5Handle set(H5Dopen2(file_, path.c_str(), H5P_DEFAULT), H5Dclose);
  const Hdf5Handle from(H5Dget_space(set), H5Sclose);
  const Hdf5Handle memory(H5Screate_simple(1, &size, nullptr), H5Sclose);
  if (H5Sselect_hyperslab(from, H5S_SELECT_SET, &begin, nullptr, &size, nullptr) < 0 ||
      H5Dread(set, type, memory, from, H5P_DEFAULT, to) < 0) {
    failed("cannot read column " + path);
  }
}

std::vector<std::int64_t> Hdf5Contents::integers(const std::string& path, std::size_t first,
                                                 std::size_t count) const {
  std::vector<std::int64_t> values(count);
  read(path, H5T_NATIVE_INT64, first, count, values.data());
  return values;
}

std::vector<double> Hdf5Contents::numbers(const std::string& path, std::size_t first,
                                          std::size_t count) const {
  std::vector<double> values(count);
  read(path, H5T_NATIVE_DOUBLE, first, count, values.data());
  return values;
}

std::vector<std::string> Hdf5Contents::texts(const std::string& path, std::size_t first,
                                             std::size_t count) const {
  std::vector<char*> pointers(count);
  const Hdf5Handle type = hdf5_text_type();
  read(path, type, first, count, pointers.data());
  std::vector<std::string> all;
  for (char* p : pointers) {
    all.emplace_back(p ? p : "");
    H5free_memory(p);
  }
  return all;
}

// "" if it has none.
std::string Hdf5Contents::text_attribute(std::int64_t of, const std::string& name) const {
  if (H5Aexists(of, name.c_str()) == 0) return "";
  const Hdf5Handle attribute(H5Aopen(of, name.c_str(), H5P_DEFAULT), H5Aclose);
  const Hdf5Handle type = hdf5_text_type();
  const Hdf5Handle space(H5Aget_space(attribute), H5Sclose);
  char* text = nullptr;
  if (attribute < 0 || H5Sget_simple_extent_npoints(space) != 1 || H5Aread(attribute, type, &text) < 0) {
    failed(fmt::format("cannot read the attribute '{}'", name));
  }
  std::string copy(text ? text : "");
  H5free_memory(text);
  return copy;
}

// Sorted, or in the order in which they were made.
std::vector<std::string> Hdf5Contents::names_in(const std::string& group, bool in_order) const {
  std::vector<std::string> all;
  const auto add = [](hid_t, const char* name, const H5L_info_t*, void* to) -> herr_t {
    static_cast<std::vector<std::string>*>(to)->emplace_back(name);
    return 0;
  };
  const Hdf5Handle at(H5Gopen2(file_, group.c_str(), H5P_DEFAULT), H5Gclose);
  if (at < 0) return all;
  if (in_order && H5Literate(at, H5_INDEX_CRT_ORDER, H5_ITER_INC, nullptr, add, &all) >= 0) return all;
  all.clear();
  if (H5Literate(at, H5_INDEX_NAME, H5_ITER_INC, nullptr, add, &all) < 0) {
    failed(fmt::format("cannot list the contents of {}", group));
  }
  return all;
}

std::vector<std::string> Hdf5Contents::tables() const { return names_in("/", false); }

std::vector<std::string> Hdf5Contents::columns(const std::string& table) const {
  return names_in(table, true);
}

ColumnKind Hdf5Contents::kind(const std::string& path) const {
  const Hdf5Handle set(H5Dopen2(file_, path.c_str(), H5P_DEFAULT), H5Dclose);
  const Hdf5Handle type(H5Dget_type(set), H5Tclose);
  switch (H5Tget_class(type)) {
    case H5T_STRING: return ColumnKind::texts;
    case H5T_FLOAT: return ColumnKind::numbers;
    default: return ColumnKind::integers;
  }
}

std::string Hdf5Contents::unit(const std::string& path) const {
  const Hdf5Handle set(H5Dopen2(file_, path.c_str(), H5P_DEFAULT), H5Dclose);
  if (set < 0) failed("cannot read column " + path);
  return text_attribute(set, "unit");
}

std::string Hdf5Contents::attribute(const std::string& name) const { return text_attribute(file_, name); }

}  // namespace kasuri
