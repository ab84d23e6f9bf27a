// SPDX-License-Identifier: MIT
#include "workload/traces/chakra_wire.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>

#include "base/core/errors.h"

namespace kasuri::trace {

void refuse_bytes(const std::filesystem::path& file, std::uint64_t at, std::string_view what) {
  throw Error(Exit::usage, ErrorPlace(file.string()), fmt::format("at byte {}: {}", at, what));
}

std::uint64_t WireFields::varint() {
  std::uint64_t n = 0;
  const std::size_t begin = at_;
  for (unsigned shift = 0; shift < 70; shift += 7) {
    if (at_ == message_.size()) refuse_bytes(file_, begin_ + begin, "the message ends within a varint");
    const auto byte = static_cast<std::uint8_t>(message_[at_++]);
    if (shift == 63 && byte > 1) refuse_bytes(file_, begin_ + begin, "a varint has more than 64 bits");
    n |= std::uint64_t{byte & 127u} << shift;
    if (byte < 128) return n;
  }
  refuse_bytes(file_, begin_ + begin, "a varint has more than 10 bytes");
}

std::uint64_t WireFields::fixed(std::size_t bytes) {
  if (message_.size() - at_ < bytes) {
    refuse_bytes(file_, at(), fmt::format("the message ends within a number of {} bytes", bytes));
  }
  std::uint64_t n = 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    n |= std::uint64_t{static_cast<std::uint8_t>(message_[at_++])} << (8 * i);
  }
  return n;
}

bool WireFields::next_varint(std::uint64_t& n) {
  if (at_ == message_.size()) return false;
  n = varint();
  return true;
}

bool WireFields::next_fixed(std::uint64_t& n, std::size_t bytes) {
  if (at_ == message_.size()) return false;
  n = fixed(bytes);
  return true;
}

bool WireFields::next(Field& f) {
  if (at_ == message_.size()) return false;
  const std::uint64_t begin = at(), tag = varint();
  f = {};
  if (tag >> 3 == 0 || tag >> 3 > (1u << 29) - 1)
    refuse_bytes(file_, begin, "a field has no legal number");
  f.number = static_cast<std::uint32_t>(tag >> 3);
  f.type = static_cast<Type>(tag & 7);
  f.at = at();
  switch (tag & 7) {
    case 0: f.value = varint(); return true;
    case 1: f.value = fixed(8); return true;
    case 5: f.value = fixed(4); return true;
    case 2: {
      const std::uint64_t n = varint(), left = message_.size() - at_;
      if (n > left) {
        refuse_bytes(
            file_, f.at,
            fmt::format("field {} claims {} bytes, but the message has {} more", f.number, n, left));
      }
      f.at = at();
      f.bytes = message_.substr(at_, static_cast<std::size_t>(n));
      at_ += static_cast<std::size_t>(n);
      return true;
    }
    default:
      refuse_bytes(file_, begin, fmt::format("field {} has the unknown wire type {}", f.number, tag & 7));
  }
}

MessageFile::MessageFile(const std::filesystem::path& path)
    : path_(path), file_(gzopen(path.c_str(), "rb")) {
  if (!file_) throw Error(Exit::usage, ErrorPlace(path.string()), "cannot be read");
  gzbuffer(file_, 1 << 16);
}

MessageFile::~MessageFile() { gzclose(file_); }

void MessageFile::rewind() {
  gzrewind(file_);
  at_ = 0;
}

std::size_t MessageFile::read(char* to, std::size_t n) {
  std::size_t got = 0;
  while (got < n) {
    const int more =
        gzread(file_, to + got, static_cast<unsigned>(std::min<std::size_t>(n - got, 1 << 30)));
    int code = Z_OK;
    const char* const why = gzerror(file_, &code);
    if (more < 0 || code == Z_BUF_ERROR || code == Z_DATA_ERROR) {
      refuse_bytes(path_, at_ + got,
                   fmt::format("the compressed data are damaged or truncated: {}", why));
    }
    if (more == 0) break;
    got += static_cast<std::size_t>(more);
  }
  at_ += got;
  return got;
}

bool MessageFile::next(std::string& message, std::uint64_t& begin) {
  constexpr std::uint64_t kMost = 1 << 28;
  constexpr std::size_t kPiece = 1 << 16;
  const std::uint64_t at = at_;
  std::uint64_t length = 0;
  for (unsigned shift = 0;; shift += 7) {
    char byte = 0;
    if (read(&byte, 1) == 0) {
      if (shift == 0) return false;
      refuse_bytes(path_, at, "the file ends within the length of a message");
    }
    const auto bits = static_cast<std::uint8_t>(byte);
    if (shift > 28) refuse_bytes(path_, at, "the length of a message has more than 32 bits");
    length |= std::uint64_t{bits & 127u} << shift;
    if (bits < 128) break;
  }
  if (length > kMost) {
    refuse_bytes(path_, at, fmt::format("a message of {} bytes; at most {} are possible", length, kMost));
  }
  begin = at_;
  message.clear();
  while (message.size() < length) {
    const std::size_t had = message.size(), piece = std::min<std::size_t>(kPiece, length - had);
    message.resize(had + piece);
    const std::size_t got = read(message.data() + had, piece);
    if (got < piece) {
      refuse_bytes(
          path_, begin,
          fmt::format("the file is truncated: of a message of {} bytes it has {}", length, had + got));
    }
  }
  return true;
}

WireWriter& WireWriter::varint(std::uint64_t n) {
  for (; n >= 128; n >>= 7) bytes_ += static_cast<char>(n | 128);
  bytes_ += static_cast<char>(n);
  return *this;
}

WireWriter& WireWriter::raw(std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) bytes_ += static_cast<char>(value >> (8 * i));
  return *this;
}

WireWriter& WireWriter::text(std::uint32_t field, std::string_view value) {
  tag(field, 2).varint(value.size());
  bytes_ += value;
  return *this;
}

std::string WireWriter::framed() const {
  WireWriter all;
  all.varint(bytes_.size());
  return all.bytes_ + bytes_;
}

}  // namespace kasuri::trace
