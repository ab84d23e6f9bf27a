// SPDX-License-Identifier: MIT
// Which packets of a connection have arrived: all below a number, and a bitmap of those beyond it.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

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
    while (n - expected_ >= 64 * words_.size()) grow();
    words_[word(n)] |= std::uint64_t{1} << n % 64;
    if (static_cast<std::int32_t>(n + 1 - end_) > 0) end_ = n + 1;
    while (expected_ != end_ && bit(expected_)) {
      words_[word(expected_)] &= ~(std::uint64_t{1} << expected_ % 64);
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

 private:
  std::size_t word(std::uint32_t n) const { return n / 64 & (words_.size() - 1); }
  bool bit(std::uint32_t n) const { return words_[word(n)] >> n % 64 & 1; }
  void grow() {
    std::vector<std::uint64_t> old(words_.empty() ? 1 : 2 * words_.size());
    old.swap(words_);
    if (old.empty()) return;
    for (std::uint32_t n = expected_; n != end_; ++n) {
      if (old[n / 64 & (old.size() - 1)] >> n % 64 & 1) words_[word(n)] |= std::uint64_t{1} << n % 64;
    }
  }

  std::uint32_t expected_ = 0, end_ = 0;
  std::vector<std::uint64_t> words_;  // a power of two of them; zero outside of [expected_, end_)
};

}  // namespace kasuri
