// SPDX-License-Identifier: MIT
#include "workload/traces/lines.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace kasuri::trace {
namespace {

[[noreturn]] void cannot_read(const std::filesystem::path& path, std::string_view why) {
  throw Error(Exit::usage, ErrorPlace(path.string()), fmt::format("cannot be read: {}", why));
}

int open_or_fail(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) cannot_read(path, std::strerror(errno));
  return descriptor;
}

}  // namespace

TextFile::TextFile(std::filesystem::path path, bool stay_open) : path_(std::move(path)) {
  const int descriptor = open_or_fail(path_);
  struct stat facts {};
  const bool known = fstat(descriptor, &facts) == 0;
  const bool is_file = known && S_ISREG(facts.st_mode);
  if (stay_open && is_file) descriptor_ = descriptor;
  else ::close(descriptor);
  if (!is_file) cannot_read(path_, "not a file");
  size_ = facts.st_size;
}

TextFile::TextFile(std::filesystem::path shown_as, int descriptor)
    : path_(std::move(shown_as)), descriptor_(descriptor) {
  struct stat facts {};
  if (fstat(descriptor, &facts) != 0) cannot_read(path_, std::strerror(errno));
  size_ = facts.st_size;
}

TextFile::~TextFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void TextFile::read(std::int64_t at, char* to, std::size_t n) const {
  const int descriptor = descriptor_ >= 0 ? descriptor_ : open_or_fail(path_);
  ssize_t got = 0;
  while (n > 0) {
    got = pread(descriptor, to, n, at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    to += got;
    at += got;
    n -= static_cast<std::size_t>(got);
  }
  const int reason = errno;
  if (descriptor_ < 0) ::close(descriptor);
  if (n > 0) cannot_read(path_, got < 0 ? std::strerror(reason) : "it has become shorter");
}

Lines::Lines(std::shared_ptr<const TextFile> file, Extent extent, std::size_t buffer)
    : file_(std::move(file)),
      file_at_(extent.begin),
      file_end_(extent.end),
      number_(extent.line - 1),
      wanted_(buffer) {}

// Makes room behind what is not used yet, and reads on.
bool Lines::fill() {
  if (file_at_ == file_end_) return false;
  if (buffer_.empty()) {
    buffer_.resize(static_cast<std::size_t>(
        std::min<std::int64_t>(static_cast<std::int64_t>(wanted_), file_end_ - file_at_)));
  }
  if (used_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + used_, filled_ - used_);
    filled_ -= used_;
    used_ = 0;
  }
  if (filled_ == buffer_.size()) {
    if (buffer_.size() >= kLongest) {
      fail_at(file_->path(), number_ + 1, 1, -1, "a line of more than 64 MiB");
    }
    buffer_.resize(buffer_.size() * 2);
  }
  const auto n = static_cast<std::size_t>(std::min<std::int64_t>(
      file_end_ - file_at_, static_cast<std::int64_t>(buffer_.size() - filled_)));
  file_->read(file_at_, buffer_.data() + filled_, n);
  file_at_ += static_cast<std::int64_t>(n);
  filled_ += n;
  return true;
}

bool Lines::next(std::string_view& line) {
  std::size_t searched = 0;
  for (;;) {
    const char* const from = buffer_.data() + used_;
    const auto* end = filled_ == used_ ? nullptr : static_cast<const char*>(
        std::memchr(from + searched, '\n', filled_ - used_ - searched));
    if (end) {
      begin_ = this->end();
      line = {from, static_cast<std::size_t>(end - from)};
      used_ += line.size() + 1;
      ++number_;
      return true;
    }
    searched = filled_ - used_;
    if (fill()) continue;
    if (searched == 0) return false;
    begin_ = this->end();
    line = {buffer_.data() + used_, searched};
    used_ = filled_;
    ++number_;
    return true;
  }
}

std::size_t buffer_size(std::uint64_t ranks) {
  constexpr std::uint64_t kAll = std::uint64_t{512} << 20;
  return static_cast<std::size_t>(
      std::clamp<std::uint64_t>(kAll / std::max<std::uint64_t>(ranks, 1), 512, 64 << 10));
}

void fail_at(const std::filesystem::path& file, std::int64_t line, std::size_t column, int rank,
             std::string_view what) {
  const std::string who = rank < 0 ? "" : fmt::format("rank {}: ", rank);
  throw Error(Exit::usage, ErrorPlace(file.string(), line, column), fmt::format("{}{}", who, what));
}

}  // namespace kasuri::trace
