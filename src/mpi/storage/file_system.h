// SPDX-License-Identifier: MIT
// The file system of a machine: files of the host, operations on them one after the other, and when each of
// these is complete. Who calls it does so in an order that no number of threads changes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>

#include "mpi/storage/host_file.h"
#include "mpi/storage/params.h"

namespace kasuri::storage {

// What ranks have opened together: the first of them, and a number that they have agreed on.
struct FileKey {
  std::uint32_t rank = 0;
  std::uint32_t number = 0;
  friend auto operator<=>(const FileKey&, const FileKey&) = default;
};

enum class FileAction : std::uint8_t {
  open, close, close_and_remove, remove, read, write, size, set_size, reserve, sync,
  add_to_shared,  // the shared pointer moves by `value`; it was at the result
  set_shared
};

struct FileOperation {
  FileAction action = FileAction::size;
  FileKey file;
  std::string path{};      // open, remove
  OpenMode mode{};         // open
  std::int64_t value = 0;  // a size, or what the shared pointer moves by or to
  std::span<const Extent> extents{};
  std::byte* data = nullptr;  // of a read and a write
};

struct FileOutcome {
  FileError error = FileError::none;
  std::int64_t value = 0;  // bytes moved, a size, where the shared pointer was
};

class FileSystem {
 public:
  explicit FileSystem(const IoParams& p) : p_(p) {}

  FileOutcome execute(const FileOperation&);
  // When an operation of a rank that begins now is complete; `bytes` that it moves.
  Time complete(std::uint32_t rank, Time now, Bytes bytes);

 private:
  struct Open {
    HostFile file;
    std::int64_t shared = 0;  // in the units of its users
  };

  IoParams p_;
  std::map<FileKey, std::unique_ptr<Open>> open_;
  Time free_{0};                                  // of the file system
  std::unordered_map<std::uint32_t, Time> busy_;  // ranks, until when
};

}  // namespace kasuri::storage
