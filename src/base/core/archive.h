// SPDX-License-Identifier: MIT
// Values as bytes and back, between processes of one run: same program, same layout. One function
// `transfer(archive, value)` per type serves both directions.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "base/core/check.h"

namespace kasuri {

using ByteBuffer = std::vector<std::byte>;

class ArchiveWriter {
 public:
  explicit ArchiveWriter(ByteBuffer& out) : out_(out) {}

  template <class T>
    requires std::is_trivially_copyable_v<T>
  void operator()(const T& value) {
    raw(&value, sizeof value);
  }
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void operator()(const std::vector<T>& values) {
    (*this)(values.size());
    raw(values.data(), values.size() * sizeof(T));
  }
  void operator()(const std::string& s) {
    (*this)(s.size());
    raw(s.data(), s.size());
  }
  void raw(const void* from, std::size_t bytes) {
    const auto* b = static_cast<const std::byte*>(from);
    out_.insert(out_.end(), b, b + bytes);
  }
  static constexpr bool kReads = false;

 private:
  ByteBuffer& out_;
};

class ArchiveReader {
 public:
  explicit ArchiveReader(std::span<const std::byte> in) : in_(in) {}

  template <class T>
    requires std::is_trivially_copyable_v<T>
  void operator()(T& value) {
    raw(&value, sizeof value);
  }
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void operator()(std::vector<T>& values) {
    std::size_t n = 0;
    (*this)(n);
    values.resize(n);
    raw(values.data(), n * sizeof(T));
  }
  void operator()(std::string& s) {
    std::size_t n = 0;
    (*this)(n);
    s.resize(n);
    raw(s.data(), n);
  }
  void raw(void* to, std::size_t bytes) {
    check(bytes <= in_.size(), "an archive holds the data that is read from it");
    if (bytes) std::memcpy(to, in_.data(), bytes);
    in_ = in_.subspan(bytes);
  }
  bool at_end() const { return in_.empty(); }
  static constexpr bool kReads = true;

 private:
  std::span<const std::byte> in_;
};

}  // namespace kasuri
