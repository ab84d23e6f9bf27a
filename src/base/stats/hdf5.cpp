// SPDX-License-Identifier: MIT
#include "base/stats/hdf5.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "base/core/errors.h"
#include "base/stats/hdf5_handle.h"

namespace kasuri {
namespace {

bool put_text(hid_t object, std::string_view name, std::string_view text) {
  const Hdf5Handle type = hdf5_text_type();
  const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Hdf5Handle attribute(H5Acreate2(object, std::string(name).c_str(), type, space, H5P_DEFAULT,
                                    H5P_DEFAULT),
                         H5Aclose);
  const std::string owned(text);
  const char* data = owned.c_str();
  return attribute >= 0 && H5Awrite(attribute, type, &data) >= 0;
}

}  // namespace

// What could not be written would be written once more at the exit of the process, which crashes in
// version 1.10: every file is closed here, so nothing is left to do then.
Hdf5File::Hdf5File(const std::filesystem::path& path) : path_(path) {
  H5dont_atexit();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  file_ = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  if (file_ < 0) failed("create");
}

Hdf5File::~Hdf5File() {
  if (file_ >= 0) H5Fclose(file_);
}

void Hdf5File::failed(std::string_view what) {
  throw Error(Exit::limit, ErrorPlace(path_.string()),
              fmt::format("cannot {} this file; is the disk full?", what));
}

void Hdf5File::attribute(std::string_view name, std::string_view text) {
  if (!put_text(file_, name, text)) failed("write");
}

void Hdf5File::write(std::string_view table, std::string_view name, std::string_view unit,
                     std::int64_t type, std::size_t rows, const void* data) {
  const std::string group_name(table);
  const auto in_order = [] {  // columns keep the order in which they are written
    static const hid_t how = [] {
      const hid_t list = H5Pcreate(H5P_GROUP_CREATE);
      H5Pset_link_creation_order(list, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
      return list;
    }();
    return how;
  };
  const Hdf5Handle group(H5Lexists(file_, group_name.c_str(), H5P_DEFAULT) > 0
                         ? H5Gopen2(file_, group_name.c_str(), H5P_DEFAULT)
                         : H5Gcreate2(file_, group_name.c_str(), H5P_DEFAULT, in_order(),
                                      H5P_DEFAULT),
                     H5Gclose);
  const hsize_t size = rows;
  const Hdf5Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
  const Hdf5Handle how(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  // Long tables shrink to a fraction; shorter ones are not worth the time, which is much longer than
  // that of writing them as they are.
  constexpr hsize_t kLong = 1 << 20;
  constexpr hsize_t kPiece = 1 << 16;
  if (size > kLong) {
    H5Pset_chunk(how, 1, &kPiece);
    H5Pset_shuffle(how);
    H5Pset_deflate(how, 1);
  }
  const Hdf5Handle set(H5Dcreate2(group, std::string(name).c_str(), type, space, H5P_DEFAULT, how,
                              H5P_DEFAULT),
                   H5Dclose);
  if (group < 0 || space < 0 || set < 0) failed("write");
  if (rows > 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0) failed("write");
  if (!unit.empty() && !put_text(set, "unit", unit)) failed("write");
}

void Hdf5File::column(std::string_view table, std::string_view name, std::string_view unit,
                      std::span<const std::int64_t> values) {
  const bool fit = std::ranges::all_of(values, [](std::int64_t v) {
    return v == static_cast<std::int32_t>(v);
  });
  if (fit) return column(table, name, unit, values, std::identity());
  write(table, name, unit, H5T_NATIVE_INT64, values.size(), values.data());
}

void Hdf5File::column(std::string_view table, std::string_view name, std::string_view unit,
                      std::span<const std::int32_t> values) {
  write(table, name, unit, H5T_NATIVE_INT32, values.size(), values.data());
}

void Hdf5File::column(std::string_view table, std::string_view name, std::string_view unit,
                      std::span<const double> values) {
  write(table, name, unit, H5T_NATIVE_DOUBLE, values.size(), values.data());
}

void Hdf5File::column(std::string_view table, std::string_view name, std::string_view unit,
                      std::span<const std::string> values) {
  std::vector<const char*> pointers;
  for (const std::string& v : values) pointers.push_back(v.c_str());
  const Hdf5Handle type = hdf5_text_type();
  write(table, name, unit, type, pointers.size(), pointers.data());
}

void Hdf5File::close() {
  const bool ok = H5Fflush(file_, H5F_SCOPE_GLOBAL) >= 0;
  const bool closed = H5Fclose(file_) >= 0;
  file_ = -1;
  if (!ok || !closed) failed("finish");
}

}  // namespace kasuri
