// SPDX-License-Identifier: MIT
#include "workload/traces/spilled.h"

#include <unistd.h>

#include <cerrno>

#include "base/core/errors.h"
#include "workload/traces/packed.h"

namespace kasuri::trace {

SpillFile::~SpillFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

int SpillFile::descriptor() {
  int now = descriptor_;
  if (now >= 0) return now;
  const int fresh = open_unnamed();
  if (descriptor_.compare_exchange_strong(now, fresh)) return fresh;
  ::close(fresh);  // another thread was first
  return now;
}

std::int64_t SpillFile::append(const void* from, std::size_t n) {
  const std::int64_t at = end_.fetch_add(static_cast<std::int64_t>(n));
  write(at, from, n);
  return at;
}

void SpillFile::write(std::int64_t at, const void* from, std::size_t n) {
  write_at(descriptor(), at, {static_cast<const char*>(from), n}, "the recording");
}

void SpillFile::read(std::int64_t at, void* to, std::size_t n) const {
  char* into = static_cast<char*>(to);
  while (n > 0) {
    const ssize_t got = pread(descriptor_, into, n, at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw Error(Exit::limit, ErrorPlace("the recording"), "cannot be read again from TMPDIR");
    into += got;
    at += got;
    n -= static_cast<std::size_t>(got);
  }
}

}  // namespace kasuri::trace
