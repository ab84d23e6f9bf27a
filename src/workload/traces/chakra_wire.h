// SPDX-License-Identifier: MIT
// The wire format of protocol buffers (protobuf.dev, "Encoding"), as far as Chakra's traces need it:
// fields of messages in memory, and a file of messages, each behind its length, perhaps compressed with
// gzip. A library would be a package that building needs, for less code than this.
//
// Memory grows with what is read, never with a length that the file claims.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

struct gzFile_s;

namespace kasuri::trace {

// "at byte 17: …", an Error of the file.
[[noreturn]] void refuse_bytes(const std::filesystem::path&, std::uint64_t at, std::string_view what);

// The fields of a message, one after the other.
class WireFields {
 public:
  enum class Type : std::uint8_t { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };
  struct Field {
    std::uint32_t number = 0;
    Type type{};
    std::uint64_t value = 0;  // of all but `bytes`
    std::string_view bytes{};
    std::uint64_t at = 0;  // of its value in the file
  };

  // `begin`: where the message stands in the file. Both strings must outlive it.
  WireFields(const std::filesystem::path& file, std::string_view message, std::uint64_t begin)
      : file_(file), message_(message), begin_(begin) {}

  bool next(Field&);
  // The numbers of a packed list.
  bool next_varint(std::uint64_t&);
  bool next_fixed(std::uint64_t&, std::size_t bytes);
  std::uint64_t at() const { return begin_ + at_; }
  const std::filesystem::path& file() const { return file_; }

 private:
  std::uint64_t varint();
  std::uint64_t fixed(std::size_t bytes);

  const std::filesystem::path& file_;
  std::string_view message_;
  std::uint64_t begin_;
  std::size_t at_ = 0;
};

// A file of messages, or of text. Bytes are counted after decompression.
class MessageFile {
 public:
  // Throws Error if it cannot be read.
  explicit MessageFile(const std::filesystem::path&);
  MessageFile(const MessageFile&) = delete;
  MessageFile& operator=(const MessageFile&) = delete;
  ~MessageFile();

  // The next message and where it begins; false: there is none.
  bool next(std::string& message, std::uint64_t& begin);
  // As much as there is, up to n bytes.
  std::size_t read(char* to, std::size_t n);
  void rewind();

 private:
  const std::filesystem::path path_;
  gzFile_s* file_;
  std::uint64_t at_ = 0;
};

// A message in the making.
class WireWriter {
 public:
  WireWriter& number(std::uint32_t field, std::uint64_t value) { return tag(field, 0).varint(value); }
  WireWriter& fixed64(std::uint32_t field, std::uint64_t value) { return tag(field, 1).raw(value, 8); }
  WireWriter& fixed32(std::uint32_t field, std::uint32_t value) { return tag(field, 5).raw(value, 4); }
  WireWriter& text(std::uint32_t field, std::string_view value);
  WireWriter& message(std::uint32_t field, const WireWriter& m) { return text(field, m.bytes()); }
  // The fields of another one behind its own.
  WireWriter& splice(const WireWriter& fields) { return bytes_ += fields.bytes_, *this; }
  WireWriter& varint(std::uint64_t);
  WireWriter& raw(std::uint64_t value, std::size_t bytes);
  const std::string& bytes() const { return bytes_; }
  // Behind its length, as in a file.
  std::string framed() const;

 private:
  WireWriter& tag(std::uint32_t field, std::uint32_t type) {
    return varint(std::uint64_t{field} << 3 | type);
  }
  std::string bytes_;
};

constexpr std::int64_t from_zigzag(std::uint64_t n) {
  return static_cast<std::int64_t>(n >> 1 ^ (~(n & 1) + 1));
}
constexpr std::uint64_t to_zigzag(std::int64_t n) {
  return static_cast<std::uint64_t>(n) << 1 ^ static_cast<std::uint64_t>(n >> 63);
}

}  // namespace kasuri::trace
