// SPDX-License-Identifier: MIT
// Lines of text files, read ahead by a small buffer for each reader, and the words of a line with
// their columns. Nothing is mapped: memory is the buffers'.
#pragma once

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/core/errors.h"

namespace kasuri::trace {

// A file that many readers share. It is opened once, or, where there are many files, for each piece.
class TextFile {
 public:
  // Throws Error if it cannot be read.
  explicit TextFile(std::filesystem::path, bool stay_open = true);
  // A file of the simulator's own, already open.
  TextFile(std::filesystem::path shown_as, int descriptor);
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  ~TextFile();

  const std::filesystem::path& path() const { return path_; }
  std::int64_t size() const { return size_; }
  // From any thread. Throws Error if there is less.
  void read(std::int64_t at, char* to, std::size_t n) const;

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  std::int64_t size_ = 0;
};

// A part of a file.
struct Extent {
  std::int64_t begin = 0, end = 0;
  std::int64_t line = 1;  // the number of its first line
};

class Lines {
 public:
  static constexpr std::size_t kLongest = std::size_t{1} << 26;

  Lines(std::shared_ptr<const TextFile>, Extent, std::size_t buffer);

  // The next line without its end; false: there is none. It is valid until the next call.
  bool next(std::string_view& line);
  std::int64_t number() const { return number_; }  // of that line
  std::int64_t begin() const { return begin_; }    // where it stands in the file
  std::int64_t end() const { return file_at_ - static_cast<std::int64_t>(filled_ - used_); }
  const TextFile& file() const { return *file_; }

 private:
  bool fill();

  std::shared_ptr<const TextFile> file_;
  std::int64_t file_at_, file_end_;  // what is not in the buffer yet
  std::int64_t number_, begin_ = 0;
  std::size_t wanted_;
  std::vector<char> buffer_;
  std::size_t used_ = 0, filled_ = 0;
};

// Of one reader that goes through all of a file: what it has read is still in the cache when it is used.
inline constexpr std::size_t kScanBuffer = 1 << 16;
// Of buffers for many ranks together.
std::size_t buffer_size(std::uint64_t ranks);

// A mistake in a trace; `rank` < 0: of no rank.
[[noreturn]] void fail_at(const std::filesystem::path&, std::int64_t line, std::size_t column,
                          int rank, std::string_view what);

// The words of a line, one after another.
class Words {
 public:
  explicit Words(std::string_view line) : line_(line) {}

  // Empty at the end of the line.
  std::string_view next() {
    while (at_ < line_.size() && is_space(line_[at_])) ++at_;
    word_ = at_;
    while (at_ < line_.size() && !is_space(line_[at_])) ++at_;
    return line_.substr(word_, at_ - word_);
  }
  bool at_end() {
    while (at_ < line_.size() && is_space(line_[at_])) ++at_;
    return at_ == line_.size();
  }
  std::size_t column() const { return word_ + 1; }  // of the last word

 private:
  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

  std::string_view line_;
  std::size_t at_ = 0, word_ = 0;
};

// The whole word as a number; none if it is not one, or does not fit.
template <class T>
std::optional<T> number_in(std::string_view word) {
  // Most are a few digits, which need no more than this.
  if (!word.empty() && word.size() <= std::numeric_limits<T>::digits10) {
    std::uint64_t n = 0;
    bool digits = true;
    for (const char c : word) {
      const unsigned digit = static_cast<unsigned char>(c) - unsigned{'0'};
      digits &= digit < 10;
      n = n * 10 + digit;
    }
    if (digits) return static_cast<T>(n);
  }
  T value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return value;
}

}  // namespace kasuri::trace
