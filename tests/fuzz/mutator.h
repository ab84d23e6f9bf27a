// SPDX-License-Identifier: MIT
// Mutations of inputs, a function of the seed: bits and bytes, numbers at their boundaries, words
// and lines that are lost, doubled, exchanged, or of another input, and words of the reader's
// language.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reader.h"

namespace kasuri::fuzz {

// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  std::size_t below(std::size_t n) { return n < 2 ? 0 : static_cast<std::size_t>(next() % n); }
  bool one_in(std::size_t n) { return below(n) == 0; }
  template <class C>
  const auto& of(const C& c) {
    return c[below(c.size())];
  }

 private:
  std::uint64_t state_;
};

class Mutator {
 public:
  Mutator(std::uint64_t seed, std::vector<Input> seeds, const std::vector<std::string>& words);

  // The next input.
  Input next();
  // The last one was read without complaint: later ones may start from it.
  void accepted(const Input&);

 private:
  const Input& one_of(const std::vector<Input>&);
  void mutate(std::string& bytes, const Input& partner);
  void change_bytes(std::string& s);
  void change_number(std::string& s);
  void change_words(std::string& s);
  void change_lines(std::string& s);
  void splice(std::string& s, const Input& partner);

  static constexpr std::size_t kKept = 200;  // accepted inputs that serve as seeds
  static constexpr std::size_t kMost =
      1 << 16;  // bytes of a file, or twice those of the largest seed

  Dice dice_;
  std::vector<Input> seeds_, kept_;
  const std::vector<std::string>& words_;
  std::size_t most_ = kMost;
};

}  // namespace kasuri::fuzz
