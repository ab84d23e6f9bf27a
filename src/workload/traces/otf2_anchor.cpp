// SPDX-License-Identifier: MIT
#include "workload/traces/otf2_anchor.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "base/core/errors.h"
#include "base/core/text_file.h"

namespace kasuri::trace {
namespace {

namespace fs = std::filesystem;

// A few strings and properties; the library's buffer for it has 256 KiB.
constexpr std::uint64_t kLargestAnchor = 1 << 18;
// OTF2_CHUNK_SIZE_MIN and _MAX.
constexpr std::uint64_t kLeastChunk = 256 << 10, kMostChunk = 16 << 20;
// Further files of an archive, of which we read none.
constexpr std::uint64_t kMostFurther = 1 << 16;

class Anchor {
 public:
  explicit Anchor(const fs::path& path) : path_(path), bytes_(read_text(path)) {}

  // `definitions`: bytes of the global definitions.
  void check(std::uint64_t definitions) {
    skip(1, "the head");
    const std::uint64_t order = number(1);
    if (order != 'B' && order != '#') fail(at_ - 1, "the byte order is neither 'B' nor '#'");
    big_endian_ = order == '#';
    if (text("the name of the format") != "OTF2") fail(2, "not an anchor file of OTF2");
    const std::uint64_t format = number(1);
    if (format < 1 || format > 3)
      fail(at_ - 1, fmt::format("its format {} is not known (1 to 3)", format));
    skip(4, "the versions");
    chunk_size("events");
    chunk_size("definitions");
    within("the file substrate", 1, 1, 3);
    within("the compression", 1, 1, 2);
    // A location is a definition, and a definition takes two bytes.
    within("the number of locations", 8, 0, definitions);
    within("the number of global definitions", 8, 0, definitions);
    for (const char* what : {"the machine", "the creator", "the description"}) text(what);
    if (format < 2) return;
    const std::uint64_t properties = within("the number of properties", 4, 0, bytes_.size() / 2);
    for (std::uint64_t i = 0; i < 2 * properties; ++i) text("a property");
    skip(8, "the number of the trace");
    if (format < 3) return;
    within("the number of snapshots", 4, 0, kMostFurther);
    within("the number of thumbnails", 4, 0, kMostFurther);
  }

 private:
  [[noreturn]] void fail(std::size_t at, std::string_view what) const {
    throw Error(Exit::usage, ErrorPlace(path_.string()),
                fmt::format("byte {}: the anchor file is damaged: {}", at, what));
  }
  void skip(std::size_t n, std::string_view what) {
    if (bytes_.size() - at_ < n) fail(bytes_.size(), fmt::format("it ends before {}", what));
    at_ += n;
  }
  std::uint64_t number(std::size_t size) {
    skip(size, fmt::format("a number of {} byte{}", size, size == 1 ? "" : "s"));
    std::uint64_t n = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t place = at_ - size + i;
      const std::uint64_t byte = static_cast<unsigned char>(bytes_[place]);
      n |= byte << 8 * (big_endian_ ? size - 1 - i : i);
    }
    return n;
  }
  std::uint64_t within(std::string_view what, std::size_t size, std::uint64_t least,
                       std::uint64_t most) {
    const std::size_t from = at_;
    const std::uint64_t n = number(size);
    if (n < least || n > most)
      fail(from, fmt::format("{} is {}, not {} to {}", what, n, least, most));
    return n;
  }
  void chunk_size(std::string_view of) {
    within(fmt::format("the size of chunks of {}", of), 8, kLeastChunk, kMostChunk);
  }
  std::string_view text(std::string_view what) {
    const std::size_t end = bytes_.find('\0', at_);
    if (end == bytes_.npos) fail(at_, fmt::format("{} has no end", what));
    const std::string_view found = std::string_view(bytes_).substr(at_, end - at_);
    at_ = end + 1;
    return found;
  }

  fs::path path_;
  std::string bytes_;
  std::size_t at_ = 0;
  bool big_endian_ = false;
};

std::uint64_t file_size_of(const fs::path& file, std::string_view what) {
  std::error_code failure;
  const fs::file_status status = fs::status(file, failure);
  if (!fs::exists(status)) {
    throw Error(Exit::usage, ErrorPlace(file.string()), fmt::format("{} is missing", what));
  }
  if (!fs::is_regular_file(status)) {
    throw Error(Exit::usage, ErrorPlace(file.string()),
                fmt::format("not a file, but {} should be one", what));
  }
  return fs::file_size(file, failure);
}

}  // namespace

Otf2Files check_otf2_files(const fs::path& anchor) {
  const std::uint64_t size = file_size_of(anchor, "the anchor file");
  if (size > kLargestAnchor) {
    throw Error(Exit::usage, ErrorPlace(anchor.string()),
                fmt::format("{} bytes are more than an anchor file has ({})", size, kLargestAnchor));
  }
  fs::path definitions = anchor;
  definitions.replace_extension(".def");
  const std::uint64_t global = file_size_of(definitions, "the file of the global definitions");
  Anchor(anchor).check(global);
  Otf2Files files{size + global};
  fs::path folder = anchor;
  folder.replace_extension();
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure)) {
    const fs::path extension = at->path().extension();
    if (extension != ".evt" && extension != ".def") continue;
    files.bytes += file_size_of(at->path(), "each file of a location");
  }
  return files;
}

}  // namespace kasuri::trace
