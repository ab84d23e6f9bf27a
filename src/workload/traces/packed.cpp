// SPDX-License-Identifier: MIT
#include "workload/traces/packed.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "base/core/check.h"

namespace kasuri::trace {

int open_unnamed() {
  std::error_code why;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(why);
  if (why) {
    const char* named = std::getenv("TMPDIR");
    throw Error(Exit::usage, ErrorPlace("TMPDIR"),
                fmt::format("'{}' is no directory for temporary files", named ? named : "/tmp"));
  }
  std::string name = (folder / "kasuri-XXXXXX").string();
  const int descriptor = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) throw Error(Exit::limit, ErrorPlace(name), "cannot be made");
  unlink(name.c_str());
  return descriptor;
}

void write_at(int descriptor, std::int64_t at, std::string_view text, const std::string& shown_as) {
  while (!text.empty()) {
    const ssize_t n = pwrite(descriptor, text.data(), text.size(), at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      throw Error(Exit::limit, ErrorPlace(shown_as),
                  "a temporary file of them cannot be written; TMPDIR sets its directory");
    }
    text.remove_prefix(static_cast<std::size_t>(n));
    at += n;
  }
}

PackedFile::PackedFile(const std::filesystem::path& trace)
    : shown_as_(trace.string() + " (operations)"), descriptor_(open_unnamed()) {
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
  write_at(descriptor_, written_, {buffer_.data(), used_}, shown_as_);
  written_ += static_cast<std::int64_t>(used_);
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
