// SPDX-License-Identifier: MIT
#include "mutator.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <functional>
#include <numeric>
#include <utility>

namespace kasuri::fuzz {
namespace {

using Span = std::pair<std::size_t, std::size_t>;  // first byte, and one past the last

constexpr std::array kNumbers{"0",
                              "1",
                              "-1",
                              "2",
                              "3",
                              "7",
                              "8",
                              "15",
                              "16",
                              "63",
                              "64",
                              "65",
                              "127",
                              "128",
                              "255",
                              "256",
                              "1000",
                              "1024",
                              "4095",
                              "4096",
                              "32767",
                              "32768",
                              "65535",
                              "65536",
                              "1000000",
                              "16777216",
                              "2147483647",
                              "2147483648",
                              "-2147483648",
                              "4294967295",
                              "4294967296",
                              "9007199254740993",
                              "9223372036854775807",
                              "9223372036854775808",
                              "-9223372036854775808",
                              "18446744073709551615",
                              "18446744073709551616",
                              "0.5",
                              "-0.0",
                              "1e-300",
                              "1e300",
                              "1e999",
                              "nan",
                              "inf",
                              "-inf",
                              "0x7fffffff",
                              "0xffffffffffffffff",
                              "99999999999999999999999999999999",
                              "00000000000000000001",
                              "1.",
                              ".5",
                              "+1",
                              "1_000",
                              "1e",
                              "--1"};

constexpr std::array kPieces{"\n",
                             "\r\n",
                             "\t",
                             " ",
                             "\"",
                             "'",
                             "\\",
                             "#",
                             "=",
                             ",",
                             ":",
                             ";",
                             "[",
                             "]",
                             "{",
                             "}",
                             "(",
                             ")",
                             "[[",
                             "]]",
                             "\"\"\"",
                             "'''",
                             "/",
                             "..",
                             ".",
                             "%s",
                             "%n",
                             "\xff",
                             "\xc3",
                             "\xe2\x82\xac",
                             "\xef\xbb\xbf",
                             "true",
                             "false",
                             "null"};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '-';
}
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

// The run of characters like the one at `at`.
template <class Like>
Span around(const std::string& s, std::size_t at, Like like) {
  std::size_t from = at, to = at;
  while (from > 0 && like(s[from - 1])) --from;
  while (to < s.size() && like(s[to])) ++to;
  return {from, to};
}

Span word_at(const std::string& s, std::size_t at) {
  while (at < s.size() && !is_word(s[at])) ++at;
  return at == s.size() ? Span{at, at} : around(s, at, is_word);
}
Span line_at(const std::string& s, std::size_t at) {
  const Span line = around(s, at, [](char c) { return c != '\n'; });
  return {line.first, std::min(line.second + 1, s.size())};
}

std::string part(const std::string& s, Span x) { return s.substr(x.first, x.second - x.first); }
void replace(std::string& s, Span x, std::string_view by) {
  s.replace(x.first, x.second - x.first, by);
}

}  // namespace

Mutator::Mutator(std::uint64_t seed, std::vector<Input> seeds,
                 const std::vector<std::string>& words)
    : dice_(seed), seeds_(std::move(seeds)), words_(words) {
  for (const Input& input : seeds_) {
    for (const File& f : input) most_ = std::max(most_, 2 * f.bytes.size());
  }
}

Input Mutator::next() {
  const bool from_kept = !kept_.empty() && dice_.one_in(3);
  Input input = one_of(from_kept ? kept_ : seeds_);
  const Input& partner = dice_.of(seeds_);
  // Mostly few changes, so that what lies behind the first check is reached.
  std::size_t changes = 1;
  while (changes < 16 && dice_.one_in(2)) ++changes;
  for (std::size_t i = 0; i < changes; ++i) mutate(input[dice_.below(input.size())].bytes, partner);
  for (File& f : input) {
    if (f.bytes.size() > most_) f.bytes.resize(most_);
  }
  return input;
}

// The smaller of two: small inputs are read faster, and a change of them changes more.
const Input& Mutator::one_of(const std::vector<Input>& all) {
  const auto bytes = [](const Input& input) {
    return std::transform_reduce(input.begin(), input.end(), std::size_t{0}, std::plus<>(),
                                 [](const File& f) { return f.bytes.size(); });
  };
  const Input &a = dice_.of(all), &b = dice_.of(all);
  return bytes(b) < bytes(a) ? b : a;
}

void Mutator::accepted(const Input& input) {
  if (kept_.size() < kKept)
    kept_.push_back(input);
  else if (dice_.one_in(8))
    kept_[dice_.below(kKept)] = input;
}

void Mutator::mutate(std::string& s, const Input& partner) {
  switch (dice_.below(12)) {
    case 0:
    case 1:
    case 2: return change_bytes(s);
    case 3:
    case 4:
    case 5: return change_number(s);
    case 6:
    case 7:
    case 8: return change_words(s);
    case 9:
    case 10: return change_lines(s);
    default: return splice(s, partner);
  }
}

void Mutator::change_bytes(std::string& s) {
  if (s.empty()) {
    s += static_cast<char>(dice_.next());
    return;
  }
  const std::size_t at = dice_.below(s.size());
  const std::size_t n =
      1 + dice_.below(std::min<std::size_t>(s.size() - at, dice_.one_in(4) ? 256 : 8));
  switch (dice_.below(8)) {
    case 0: s[at] = static_cast<char>(s[at] ^ 1 << dice_.below(8)); return;
    case 1: s[at] = static_cast<char>(dice_.next()); return;
    case 2: s.erase(at, n); return;
    case 3: s.insert(at, s.substr(at, n)); return;
    case 4: s.resize(at); return;
    case 5: s.insert(at, n, static_cast<char>(dice_.one_in(2) ? 0 : dice_.next())); return;
    case 6: std::memset(s.data() + at, dice_.one_in(2) ? 0 : 255, n); return;
    default: s.replace(at, n, s.substr(dice_.below(s.size()), n)); return;
  }
}

// Written in digits, or in 1, 2, 4 or 8 bytes of either order.
void Mutator::change_number(std::string& s) {
  if (s.empty()) return;
  const std::size_t at = dice_.below(s.size());
  const std::size_t digit = static_cast<std::size_t>(
      std::find_if(s.begin() + static_cast<std::ptrdiff_t>(at), s.end(), is_digit) - s.begin());
  if (digit < std::min(s.size(), at + 64)) {
    return replace(s, around(s, digit, is_digit), dice_.of(kNumbers));
  }
  constexpr std::array<std::uint64_t, 12> kBinary{0,          1,          0x7f,      0x80,
                                                  0xff,       0x7fff,     0xffff,    0x7fffffff,
                                                  0x80000000, 0xffffffff, INT64_MAX, UINT64_MAX};
  const std::size_t width = std::size_t{1} << dice_.below(4);
  if (at + width > s.size()) return;
  std::uint64_t value = dice_.of(kBinary);
  const bool big = dice_.one_in(2);
  for (std::size_t i = 0; i < width; ++i, value >>= 8) {
    s[at + (big ? width - 1 - i : i)] = static_cast<char>(value & 255);
  }
}

void Mutator::change_words(std::string& s) {
  const std::string fresh =
      words_.empty() || dice_.one_in(4) ? std::string(dice_.of(kPieces)) : dice_.of(words_);
  const Span a = word_at(s, dice_.below(s.size())), b = word_at(s, dice_.below(s.size()));
  switch (dice_.below(6)) {
    case 0: return replace(s, a, "");
    case 1: return replace(s, a, fresh);
    case 2: return replace(s, {a.second, a.second}, part(s, a));
    case 3: return replace(s, {a.first, a.first}, fresh + (dice_.one_in(2) ? " " : ""));
    case 4: return replace(s, a, part(s, b));
    default: return replace(s, dice_.one_in(2) ? a : Span{b.second, b.second}, dice_.of(kNumbers));
  }
}

void Mutator::change_lines(std::string& s) {
  const Span a = line_at(s, dice_.below(s.size())), b = line_at(s, dice_.below(s.size()));
  const std::string text = part(s, a);
  switch (dice_.below(4)) {
    case 0: return replace(s, a, "");
    case 1: return replace(s, {b.first, b.first}, text);
    case 2: return replace(s, b, text);
    default: {
      // Many times, for what grows faster than it should.
      std::string many;
      const std::size_t times = 1 + dice_.below(dice_.one_in(8) ? 100 : 4);
      for (std::size_t i = 0; i < times; ++i) many += text;
      return replace(s, a, many);
    }
  }
}

// A part of another input in the place of a part of this one.
void Mutator::splice(std::string& s, const Input& partner) {
  const std::string& other = dice_.of(partner).bytes;
  if (other.empty()) return;
  if (dice_.one_in(4)) {
    s = s.substr(0, dice_.below(s.size() + 1)) + other.substr(dice_.below(other.size()));
    return;
  }
  const std::string text = dice_.one_in(2) ? part(other, line_at(other, dice_.below(other.size())))
                                           : part(other, word_at(other, dice_.below(other.size())));
  const std::size_t at = dice_.below(s.size() + 1);
  s.insert(dice_.one_in(2) || s.empty() ? at : line_at(s, dice_.below(s.size())).first, text);
}

}  // namespace kasuri::fuzz
