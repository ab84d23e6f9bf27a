// SPDX-License-Identifier: MIT
#include "workload/traces/packed.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>

#include "base/core/check.h"

namespace kasuri::trace {

PackedFile::PackedFile(const std::filesystem::path& trace)
    : shown_as_(trace.string() + " (operations)") {
  std::string name = (std::filesystem::temp_directory_path() / "kasuri-XXXXXX").string();
  descriptor_ = mkstemp(name.data());
  if (descriptor_ < 0) throw Error(Exit::limit, ErrorPlace(name), "cannot be made");
  unlink(name.c_str());
  file_ = std::make_shared<TextFile>(shown_as_, descriptor_);  // which closes it
}

void PackedFile::cut(std::int64_t size) {
  if (size >= written_) {
    used_ = static_cast<std::size_t>(size - written_);
  } else {
    used_ = 0;
    written_ = size;
  }
}

void PackedFile::flush() {
  const char* from = buffer_.data();
  for (std::size_t left = used_; left > 0;) {
    const ssize_t n = pwrite(descriptor_, from, left, written_);
    if (n <= 0) {
      throw Error(Exit::limit, ErrorPlace(shown_as_),
                  "a temporary file of them cannot be written; TMPDIR sets its directory");
    }
    from += n;
    left -= static_cast<std::size_t>(n);
    written_ += n;
  }
  used_ = 0;
}

std::shared_ptr<const TextFile> PackedFile::file() {
  flush();
  return file_;
}

bool PackedNumbers::fill() {
  if (at_ == end_) return false;
  buffer_.resize(static_cast<std::size_t>(
      std::min<std::int64_t>(end_ - at_, static_cast<std::int64_t>(wanted_))));
  file_->read(at_, reinterpret_cast<char*>(buffer_.data()), buffer_.size());
  at_ += static_cast<std::int64_t>(buffer_.size());
  used_ = 0;
  return true;
}

std::uint64_t PackedNumbers::next_at_border() {
  std::uint64_t n = 0;
  for (unsigned shift = 0;; shift += 7) {
    check(!at_end(), "the output of a scan ends with a whole operation");
    const std::uint64_t b = buffer_[used_++];
    n |= (b & 127) << shift;
    if (b < 128) return n;
  }
}

void PackedNumbers::seek(std::int64_t position) {
  at_ = position;
  buffer_.clear();
  used_ = 0;
}

}  // namespace kasuri::trace
