// SPDX-License-Identifier: MIT
// A file of the host that simulated ranks read and write, and what can go wrong with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace kasuri::storage {

enum class FileError : std::uint8_t {
  none, no_such_file, exists, permission, read_only, no_space, quota, in_use, bad_name, input_output,
  not_open
};

// A range of a file, in bytes.
struct Extent {
  std::int64_t at = 0;
  std::int64_t bytes = 0;
};

struct OpenMode {
  bool reads = false, writes = false, creates = false, must_be_new = false;
};

class HostFile {
 public:
  HostFile() = default;
  HostFile(const HostFile&) = delete;
  HostFile& operator=(const HostFile&) = delete;
  ~HostFile();

  FileError open(const std::string& path, OpenMode);
  FileError close();
  static FileError remove(const std::string& path);

  const std::string& path() const { return path_; }
  FileError size(std::int64_t& bytes) const;
  FileError set_size(std::int64_t bytes);
  // The file has at least this size afterwards, and the host has space for it.
  FileError reserve(std::int64_t bytes);
  FileError sync();

  // The extents in turn; `done`: bytes that were moved. A read ends at the end of the file. Without data
  // (null), a read only counts the bytes, and a write only changes the size.
  FileError read(std::span<const Extent>, std::byte* to, std::int64_t& done);
  FileError write(std::span<const Extent>, const std::byte* from, std::int64_t& done);

 private:
  int descriptor_ = -1;
  std::string path_;
};

}  // namespace kasuri::storage
