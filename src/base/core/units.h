// SPDX-License-Identifier: MIT
// Simulated time, sizes and rates as integers that do not mix.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace kasuri {

// A point in simulated time, or a span of it, in picoseconds.
struct Time {
  std::int64_t ps = 0;

  friend constexpr auto operator<=>(Time, Time) = default;
  // Spelled out because compilers make one comparison of this, but several of the three-way one.
  friend constexpr bool operator<(Time a, Time b) { return a.ps < b.ps; }
  friend constexpr bool operator>(Time a, Time b) { return a.ps > b.ps; }
  friend constexpr bool operator<=(Time a, Time b) { return a.ps <= b.ps; }
  friend constexpr bool operator>=(Time a, Time b) { return a.ps >= b.ps; }
  friend constexpr Time operator+(Time a, Time b) { return {a.ps + b.ps}; }
  friend constexpr Time operator-(Time a, Time b) { return {a.ps - b.ps}; }
  friend constexpr Time operator*(Time a, std::int64_t n) { return {a.ps * n}; }
  constexpr Time& operator+=(Time b) { return *this = *this + b; }
  constexpr Time& operator-=(Time b) { return *this = *this - b; }
  constexpr double seconds() const { return static_cast<double>(ps) * 1e-12; }
};

inline constexpr Time kNever{INT64_MAX};

// By value: std::max and std::min would go through memory.
constexpr Time later(Time a, Time b) { return a < b ? b : a; }
constexpr Time earlier(Time a, Time b) { return b < a ? b : a; }

// A number of bytes.
struct Bytes {
  std::int64_t n = 0;

  friend constexpr auto operator<=>(Bytes, Bytes) = default;
  friend constexpr Bytes operator+(Bytes a, Bytes b) { return {a.n + b.n}; }
  friend constexpr Bytes operator-(Bytes a, Bytes b) { return {a.n - b.n}; }
  friend constexpr Bytes operator*(Bytes a, std::int64_t n) { return {a.n * n}; }
  constexpr Bytes& operator+=(Bytes b) { return *this = *this + b; }
  constexpr Bytes& operator-=(Bytes b) { return *this = *this - b; }
};

struct BytesPerSecond {
  std::int64_t n = 0;

  friend constexpr auto operator<=>(BytesPerSecond, BytesPerSecond) = default;
};

inline constexpr BytesPerSecond kUnlimited{INT64_MAX};

// How long `size` occupies a resource of this rate, rounded up to a picosecond; an unlimited rate
// takes no time. The 64-bit path covers sizes up to 9 MB, which no packet exceeds.
constexpr Time operator/(Bytes size, BytesPerSecond rate) {
  if (rate == kUnlimited) return {0};
  constexpr std::int64_t kPs = 1'000'000'000'000;
  if (size.n <= INT64_MAX / kPs / 2 && rate.n <= INT64_MAX / 2) [[likely]] {
    return {(size.n * kPs + rate.n - 1) / rate.n};
  }
  __extension__ typedef __int128 Wide;
  const auto ps = (static_cast<Wide>(size.n) * kPs + rate.n - 1) / rate.n;
  return {ps > INT64_MAX ? INT64_MAX : static_cast<std::int64_t>(ps)};
}

// Division by the same rate again and again: a multiplication where a byte takes a whole number of
// picoseconds.
class Serialisation {
 public:
  Serialisation() = default;
  explicit constexpr Serialisation(BytesPerSecond rate)
      : rate_(rate), ps_per_byte_(1'000'000'000'000 % rate.n == 0 ? 1'000'000'000'000 / rate.n : 0) {}

  constexpr BytesPerSecond rate() const { return rate_; }
  // Exactly `size / rate()`, for sizes up to 9 MB.
  constexpr Time operator()(Bytes size) const {
    return ps_per_byte_ ? Time{size.n * ps_per_byte_} : size / rate_;
  }

 private:
  BytesPerSecond rate_ = kUnlimited;
  std::int64_t ps_per_byte_ = 0;
};

namespace literals {
constexpr Time operator""_ps(unsigned long long n) { return {static_cast<std::int64_t>(n)}; }
constexpr Time operator""_ns(unsigned long long n) { return {static_cast<std::int64_t>(n) * 1000}; }
constexpr Time operator""_us(unsigned long long n) { return {static_cast<std::int64_t>(n) * 1'000'000}; }
constexpr Time operator""_ms(unsigned long long n) {
  return {static_cast<std::int64_t>(n) * 1'000'000'000};
}
constexpr Bytes operator""_B(unsigned long long n) { return {static_cast<std::int64_t>(n)}; }
constexpr BytesPerSecond operator""_GBps(unsigned long long n) {
  return {static_cast<std::int64_t>(n) * 1'000'000'000};
}
}  // namespace literals

// For people: four significant digits and the unit that keeps the number between 1 and 1000
// ("140.6 ns", "12.56 MB", "5 GB/s").
std::string to_string(Time);
std::string to_string(Bytes);
std::string to_string(BytesPerSecond);

// For configuration files: the shortest text that reads back to exactly the same value
// ("140600 ps" as "140.6 ns", 2048 as "2 KiB", INT64_MAX as "unlimited").
std::string exact(Time);
std::string exact(Bytes);
std::string exact(BytesPerSecond);

}  // namespace kasuri
