// SPDX-License-Identifier: MIT
#include "stats/hdf5.h"

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "core/errors.h"

namespace kasuri {
namespace {

// An HDF5 identifier with the function that closes it.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

Handle text_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return Handle(H5Tcopy(type), H5Tclose);
}

bool put_text(hid_t object, std::string_view name, std::string_view text) {
  const Handle type = text_type();
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(H5Acreate2(object, std::string(name).c_str(), type, space, H5P_DEFAULT,
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
  const Handle group(H5Lexists(file_, group_name.c_str(), H5P_DEFAULT) > 0
                         ? H5Gopen2(file_, group_name.c_str(), H5P_DEFAULT)
                         : H5Gcreate2(file_, group_name.c_str(), H5P_DEFAULT, in_order(),
                                      H5P_DEFAULT),
                     H5Gclose);
  const hsize_t size = rows;
  const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
  const Handle how(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  // Long tables shrink to a fraction; shorter ones are not worth the time, which is much longer than
  // that of writing them as they are.
  constexpr hsize_t kLong = 1 << 20;
  constexpr hsize_t kPiece = 1 << 16;
  if (size > kLong) {
    H5Pset_chunk(how, 1, &kPiece);
    H5Pset_shuffle(how);
    H5Pset_deflate(how, 1);
  }
  const Handle set(H5Dcreate2(group, std::string(name).c_str(), type, space, H5P_DEFAULT, how,
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
  const Handle type = text_type();
  write(table, name, unit, type, pointers.size(), pointers.data());
}

void Hdf5File::close() {
  const bool ok = H5Fflush(file_, H5F_SCOPE_GLOBAL) >= 0;
  const bool closed = H5Fclose(file_) >= 0;
  file_ = -1;
  if (!ok || !closed) failed("finish");
}

Hdf5Reader::Hdf5Reader(const std::filesystem::path& path) : path_(path) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  file_ = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file_ < 0) failed("not a readable file of results");
}

Hdf5Reader::~Hdf5Reader() {
  if (file_ >= 0) H5Fclose(file_);
}

void Hdf5Reader::failed(std::string_view what) const {
  throw Error(Exit::usage, ErrorPlace(path_.string()), std::string(what));
}

bool Hdf5Reader::has(std::string_view table, std::string_view name) const {
  return H5Lexists(file_, std::string(table).c_str(), H5P_DEFAULT) > 0 &&
         H5Lexists(file_, fmt::format("{}/{}", table, name).c_str(), H5P_DEFAULT) > 0;
}

std::vector<std::int64_t> Hdf5Reader::column(std::string_view table, std::string_view name) const {
  return read<std::int64_t>(table, name, H5T_NATIVE_INT64);
}

std::vector<std::int64_t> Hdf5Reader::rows_of(std::string_view table, std::string_view name,
                                              std::size_t rows) const {
  std::vector<std::int64_t> values = column(table, name);
  for (const std::int64_t v : values) {
    if (v >= 0 && static_cast<std::size_t>(v) < rows) continue;
    failed(fmt::format("column {}/{} names row {} of {}", table, name, v, rows));
  }
  return values;
}

std::vector<double> Hdf5Reader::numbers(std::string_view table, std::string_view name) const {
  return read<double>(table, name, H5T_NATIVE_DOUBLE);
}

// Of a column, given by its path: as many as the table's first column has, and no more than its bytes
// in the file can hold.
std::size_t Hdf5Reader::rows(const std::string& table, const std::string& path) const {
  constexpr hsize_t kMostDeflated = 1032;  // zlib, "Maximum Compression Factor"
  const auto extent = [&](const std::string& of) {
    const Handle set(H5Lexists(file_, of.c_str(), H5P_DEFAULT) > 0
                         ? H5Dopen2(file_, of.c_str(), H5P_DEFAULT)
                         : H5I_INVALID_HID,
                     H5Dclose);
    const Handle space(H5Dget_space(set), H5Sclose);
    const Handle type(H5Dget_type(set), H5Tclose);
    const hssize_t rows = H5Sget_simple_extent_npoints(space);
    if (set < 0 || rows < 0) failed("cannot read column " + of);
    const hsize_t stored = std::min<hsize_t>(H5Dget_storage_size(set),
                                             std::filesystem::file_size(path_)),
                  row = std::max<hsize_t>(1, H5Tget_size(type));
    if (static_cast<hsize_t>(rows) > stored * kMostDeflated / row) {
      failed(fmt::format("column {} has {} rows, too many for this file", of, rows));
    }
    return static_cast<std::size_t>(rows);
  };
  const std::size_t rows = extent(path), first = extent(table + "/" + columns(table).at(0));
  if (rows != first) {
    failed(fmt::format("column {} has {} rows where its table has {}", path, rows, first));
  }
  return rows;
}

template <class T>
std::vector<T> Hdf5Reader::read(std::string_view table, std::string_view name,
                                std::int64_t type) const {
  const std::string path = fmt::format("{}/{}", table, name);
  if (!has(table, name)) failed("there is no column " + path);
  std::vector<T> values(rows(std::string(table), path));
  const Handle set(H5Dopen2(file_, path.c_str(), H5P_DEFAULT), H5Dclose);
  if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
    failed("cannot read column " + path);
  }
  return values;
}

std::vector<std::string> Hdf5Reader::texts(std::string_view table, std::string_view name) const {
  const std::string path = fmt::format("{}/{}", table, name);
  if (!has(table, name)) failed("there is no column " + path);
  std::vector<char*> pointers(rows(std::string(table), path));
  const Handle set(H5Dopen2(file_, path.c_str(), H5P_DEFAULT), H5Dclose);
  const Handle type = text_type();
  if (!pointers.empty() &&
      H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()) < 0) {
    failed("cannot read column " + path);
  }
  std::vector<std::string> all;
  for (char* p : pointers) {
    all.emplace_back(p ? p : "");
    H5free_memory(p);
  }
  return all;
}

namespace {

std::string text_attribute(std::int64_t of, const char* name) {
  const Handle attribute(H5Aopen(of, name, H5P_DEFAULT), H5Aclose);
  const Handle type = text_type();
  char* text = nullptr;
  if (attribute < 0 || H5Aread(attribute, type, &text) < 0 || !text) return "";
  std::string copy(text);
  H5free_memory(text);
  return copy;
}

// The names in a group, sorted, or in the order in which they were made.
std::vector<std::string> names_in(std::int64_t file, const std::string& group, bool in_order) {
  std::vector<std::string> all;
  const auto add = [](hid_t, const char* name, const H5L_info_t*, void* to) -> herr_t {
    static_cast<std::vector<std::string>*>(to)->emplace_back(name);
    return 0;
  };
  const Handle at(H5Gopen2(file, group.c_str(), H5P_DEFAULT), H5Gclose);
  if (at < 0) return all;
  if (!in_order || H5Literate(at, H5_INDEX_CRT_ORDER, H5_ITER_INC, nullptr, add, &all) < 0) {
    all.clear();
    H5Literate(at, H5_INDEX_NAME, H5_ITER_INC, nullptr, add, &all);
  }
  return all;
}

std::string quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == cell.npos) return cell;
  std::string out = "\"";
  for (const char c : cell) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

}  // namespace

std::vector<std::string> Hdf5Reader::tables() const { return names_in(file_, "/", false); }

std::vector<std::string> Hdf5Reader::columns(std::string_view table) const {
  return names_in(file_, std::string(table), true);
}

Hdf5Reader::Kind Hdf5Reader::kind(std::string_view table, std::string_view name) const {
  const Handle set(H5Dopen2(file_, fmt::format("{}/{}", table, name).c_str(), H5P_DEFAULT), H5Dclose);
  const Handle type(H5Dget_type(set), H5Tclose);
  switch (H5Tget_class(type)) {
    case H5T_STRING: return Kind::texts;
    case H5T_FLOAT: return Kind::numbers;
    default: return Kind::integers;
  }
}

std::string Hdf5Reader::unit(std::string_view table, std::string_view name) const {
  const Handle set(H5Dopen2(file_, fmt::format("{}/{}", table, name).c_str(), H5P_DEFAULT), H5Dclose);
  return text_attribute(set, "unit");
}

std::string Hdf5Reader::csv(std::string_view table) const {
  const std::vector<std::string> names = columns(table);
  std::vector<std::vector<std::string>> cells;
  std::size_t rows = 0;
  for (const std::string& name : names) {
    std::vector<std::string>& column = cells.emplace_back();
    const Kind what = kind(table, name);
    if (what == Kind::texts) {
      for (const std::string& s : texts(table, name)) column.push_back(quoted(s));
    } else if (what == Kind::numbers) {
      for (const double x : numbers(table, name)) column.push_back(fmt::format("{}", x));
    } else {
      for (const std::int64_t x : this->column(table, name)) column.push_back(std::to_string(x));
    }
    rows = std::max(rows, column.size());
  }
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i) text += ',';
    text += quoted(names[i]);
  }
  text += "\r\n";
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i) text += ',';
      if (r < cells[i].size()) text += cells[i][r];
    }
    text += "\r\n";
  }
  return text;
}

std::string Hdf5Reader::attribute(std::string_view name) const {
  return text_attribute(file_, std::string(name).c_str());
}

}  // namespace kasuri
