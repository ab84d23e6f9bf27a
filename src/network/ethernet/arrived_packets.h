// SPDX-License-Identifier: MIT
// Which packets of a connection have arrived: all below a number, and a bitmap of those beyond it. 16 bytes
// while they come in order.
#pragma once

#include <cstdint>
#include <memory>

namespace kasuri {

class ArrivedPackets {
 public:
  std::uint32_t expected() const { return expected_; }
  // Whether one is missing below another that has come.
  bool gaps() const { return end_ != expected_; }
  bool has(std::uint32_t n) const {
    if (static_cast<std::int32_t>(n - expected_) < 0) return true;
    return static_cast<std::int32_t>(n - end_) < 0 && bit(n);
  }
  // It has come; false: it had come before.
  bool put(std::uint32_t n) {
    if (has(n)) return false;
    if (n == expected_ && end_ == expected_) {  // in order
      end_ = ++expected_;
      return true;
    }
    while (n - expected_ >= 64 * words()) grow();
    word(n) |= std::uint64_t{1} << n % 64;
    if (static_cast<std::int32_t>(n + 1 - end_) > 0) end_ = n + 1;
    while (expected_ != end_ && bit(expected_)) {
      word(expected_) &= ~(std::uint64_t{1} << expected_ % 64);
      ++expected_;
    }
    return true;
  }
  // Bit i: whether packet `from` + i has come.
  std::uint64_t from(std::uint32_t from) const {
    std::uint64_t bits = 0;
    for (std::uint32_t i = 0; i < 64; ++i) bits |= std::uint64_t{has(from + i)} << i;
    return bits;
  }
  std::uint64_t memory_bytes() const { return words_ ? 8 * (words() + 1) : 0; }
  // Gives the bitmap back, if it is empty.
  void release_memory() {
    if (!gaps()) words_.reset();
  }

 private:
  using Words = std::unique_ptr<std::uint64_t[]>;

  std::uint32_t words() const { return words_ ? static_cast<std::uint32_t>(words_[0]) : 0; }
  std::uint64_t& word(std::uint32_t n) const { return words_[1 + (n / 64 & (words() - 1))]; }
  bool bit(std::uint32_t n) const { return word(n) >> n % 64 & 1; }
  void grow() {
    const std::uint32_t size = words_ ? 2 * words() : 1;
    Words old = std::make_unique<std::uint64_t[]>(1 + size);
    old[0] = size;
    old.swap(words_);
    if (!old) return;
    for (std::uint32_t n = expected_; n != end_; ++n) {
      const std::uint64_t was = old[1 + (n / 64 & (old[0] - 1))];
      if (was >> n % 64 & 1) word(n) |= std::uint64_t{1} << n % 64;
    }
  }

  std::uint32_t expected_ = 0, end_ = 0;
  // Their number, a power of two, and they; zero outside of [expected_, end_).
  Words words_;
};

}  // namespace kasuri
