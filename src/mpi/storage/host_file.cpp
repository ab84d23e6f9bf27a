// SPDX-License-Identifier: MIT
#include "mpi/storage/host_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace kasuri::storage {
namespace {

FileError error_of(int number) {
  switch (number) {
    case 0: return FileError::none;
    case ENOENT: return FileError::no_such_file;
    case EEXIST: return FileError::exists;
    case EACCES:
    case EPERM: return FileError::permission;
    case EROFS: return FileError::read_only;
    case ENOSPC:
    case EFBIG: return FileError::no_space;
    case EDQUOT: return FileError::quota;
    case EBUSY:
    case ETXTBSY: return FileError::in_use;
    case ENAMETOOLONG:
    case ENOTDIR:
    case EISDIR:
    case ELOOP: return FileError::bad_name;
    case EBADF: return FileError::not_open;
    default: return FileError::input_output;
  }
}

FileError outcome(int result) { return result < 0 ? error_of(errno) : FileError::none; }

// Moves all of an extent by calls that may move less; `done` grows by what was moved.
template <class Move>
FileError move_all(const Extent& e, std::int64_t& done, Move move) {
  constexpr std::int64_t kAtOnce = 1 << 30;
  for (std::int64_t moved = 0; moved < e.bytes;) {
    const auto most = static_cast<std::size_t>(std::min(e.bytes - moved, kAtOnce));
    const ssize_t n = move(e.at + moved, most);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return error_of(errno);
    if (n == 0) return FileError::none;
    moved += n;
    done += n;
  }
  return FileError::none;
}

}  // namespace

HostFile::~HostFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

FileError HostFile::open(const std::string& path, OpenMode mode) {
  constexpr mode_t kPermissions = 0666;
  int flags = mode.writes ? (mode.reads ? O_RDWR : O_WRONLY) : O_RDONLY;
  if (mode.creates) flags |= O_CREAT;
  if (mode.must_be_new) flags |= O_EXCL;
  descriptor_ = ::open(path.c_str(), flags | O_CLOEXEC, kPermissions);
  if (descriptor_ < 0) return error_of(errno);
  struct stat s{};
  if (::fstat(descriptor_, &s) == 0 && S_ISDIR(s.st_mode)) {
    close();
    return FileError::bad_name;
  }
  path_ = path;
  return FileError::none;
}

FileError HostFile::close() {
  const int d = descriptor_;
  descriptor_ = -1;
  return outcome(::close(d));
}

FileError HostFile::remove(const std::string& path) { return outcome(::unlink(path.c_str())); }

FileError HostFile::size(std::int64_t& bytes) const {
  struct stat s{};
  const FileError e = outcome(::fstat(descriptor_, &s));
  bytes = e == FileError::none ? s.st_size : 0;
  return e;
}

FileError HostFile::set_size(std::int64_t bytes) { return outcome(::ftruncate(descriptor_, bytes)); }

FileError HostFile::reserve(std::int64_t bytes) {
  if (bytes == 0) return FileError::none;
  return error_of(::posix_fallocate(descriptor_, 0, bytes));
}

FileError HostFile::sync() { return outcome(::fsync(descriptor_)); }

FileError HostFile::read(std::span<const Extent> extents, std::byte* to, std::int64_t& done) {
  done = 0;
  std::int64_t wanted = 0, bytes = 0;
  if (!to) {
    if (const FileError error = size(bytes); error != FileError::none) return error;
  }
  for (const Extent& e : extents) {
    FileError error = FileError::none;
    if (to) {
      error = move_all(e, done, [&](std::int64_t at, std::size_t most) {
        return ::pread(descriptor_, to + done, most, at);
      });
    } else {
      done += std::clamp<std::int64_t>(bytes - e.at, 0, e.bytes);
    }
    wanted += e.bytes;
    if (error != FileError::none || done < wanted) return error;
  }
  return FileError::none;
}

FileError HostFile::write(std::span<const Extent> extents, const std::byte* from, std::int64_t& done) {
  done = 0;
  for (const Extent& e : extents) {
    FileError error = FileError::none;
    if (from) {
      error = move_all(e, done, [&](std::int64_t at, std::size_t most) {
        return ::pwrite(descriptor_, from + done, most, at);
      });
    } else if (e.bytes > 0) {
      std::int64_t now = 0;
      error = size(now);
      if (error == FileError::none && now < e.at + e.bytes) error = set_size(e.at + e.bytes);
      done += e.bytes;
    }
    if (error != FileError::none) return error;
  }
  return FileError::none;
}

}  // namespace kasuri::storage
