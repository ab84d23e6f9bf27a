// SPDX-License-Identifier: MIT
// Numbers in an unnamed file in TMPDIR, seven bits a byte, the lowest first: what a scan of a trace writes
// for the ranks that replay it, each of which reads its part through a small buffer.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "workload/traces/lines.h"

namespace kasuri::trace {

// An unnamed file in TMPDIR, and what is written into it. Both throw Error: no room.
int open_unnamed();
void write_at(int descriptor, std::int64_t at, std::string_view, const std::string& shown_as);

class PackedFile {
 public:
  // `trace`: whose operations these are, for messages.
  explicit PackedFile(const std::filesystem::path& trace);

  // Throws Error: no room.
  void put(std::uint64_t n) {
    if (used_ + kLongest > buffer_.size()) flush();
    char* at = buffer_.data() + used_;
    for (; n >= 128; n >>= 7) *at++ = static_cast<char>(n | 128);
    *at++ = static_cast<char>(n);
    used_ = static_cast<std::size_t>(at - buffer_.data());
  }
  // The sign stands in the lowest bit.
  void put_signed(std::int64_t n) {
    put(static_cast<std::uint64_t>(n) << 1 ^ static_cast<std::uint64_t>(n >> 63));
  }
  std::int64_t size() const { return written_ + static_cast<std::int64_t>(used_); }
  // Forgets what was put behind the first `size` bytes.
  void cut(std::int64_t size);
  // After the last.
  std::shared_ptr<const TextFile> file();

 private:
  static constexpr std::size_t kLongest = 10;  // of a number
  void flush();

  std::string shown_as_;
  int descriptor_ = -1;
  std::shared_ptr<const TextFile> file_;
  std::int64_t written_ = 0;
  std::vector<char> buffer_ = std::vector<char>(1 << 17);
  std::size_t used_ = 0;
};

class PackedNumbers {
 public:
  PackedNumbers(std::shared_ptr<const TextFile> file, Extent extent, std::size_t buffer)
      : file_(std::move(file)), begin_(extent.begin), at_(begin_), end_(extent.end), wanted_(buffer) {}

  bool at_end() { return used_ == buffer_.size() && !fill(); }
  std::uint64_t next() {
    if (used_ + 10 <= buffer_.size()) [[likely]] {
      const std::uint8_t* from = buffer_.data() + used_;
      std::uint64_t n = *from & 127u;
      for (unsigned shift = 7; *from++ >= 128; shift += 7) n |= (*from & 127ull) << shift;
      used_ = static_cast<std::size_t>(from - buffer_.data());
      return n;
    }
    return next_at_border();
  }
  std::int64_t next_signed() {
    const std::uint64_t n = next();
    return static_cast<std::int64_t>(n >> 1 ^ (~(n & 1) + 1));
  }
  // Where the next number stands in the file.
  std::int64_t position() const { return at_ - static_cast<std::int64_t>(buffer_.size() - used_); }
  void seek(std::int64_t position);
  // Of all numbers, the share that has been read.
  double share() const {
    return end_ > begin_ ? 1.0 * static_cast<double>(position() - begin_) / (end_ - begin_) : 1;
  }

 private:
  bool fill();
  std::uint64_t next_at_border();

  std::shared_ptr<const TextFile> file_;
  std::int64_t begin_;
  std::int64_t at_, end_;  // what is not in the buffer yet
  std::size_t wanted_;
  std::vector<std::uint8_t> buffer_;
  std::size_t used_ = 0;
};

}  // namespace kasuri::trace
