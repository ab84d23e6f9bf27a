// SPDX-License-Identifier: MIT
// Of two sweeps, or comparisons, into one folder each would remove what the other is writing.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>

#include "base/core/errors.h"

namespace kasuri::cli {

class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder)
      : fd_(open(folder.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ < 0 || flock(fd_, LOCK_EX | LOCK_NB) == 0) return;
    close(fd_);
    throw Error(Exit::usage, ErrorPlace(folder.string()),
                "another command is writing its results here; wait for it, or choose another --out");
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock() {
    if (fd_ >= 0) close(fd_);
  }

 private:
  int fd_;
};

}  // namespace kasuri::cli
