// SPDX-License-Identifier: MIT
// Reading times, sizes and rates from text: a decimal number and a mandatory unit, with or without
// a space between them. The arithmetic is exact: "0.6 ns" is 600 ps, and what is not a whole number
// of picoseconds, bytes or bytes per second is refused.
#pragma once

#include <string>
#include <string_view>

#include "base/core/units.h"

namespace kasuri {

// A value, or what is wrong with the text ("'5' has no unit; units: ps, ns, us, ms, s, min").
template <class T>
struct Parsed {
  T value{};
  std::string error;

  explicit operator bool() const { return error.empty(); }
};

// "unlimited" is INT64_MAX, as exact() writes it.
Parsed<Time> parse_time(std::string_view);            // ps ns us ms s min
Parsed<Bytes> parse_bytes(std::string_view);          // B, kB ... TB, KiB ... TiB
Parsed<BytesPerSecond> parse_rate(std::string_view);  // the same per second; b/s, kb/s ... Tib/s

// A floating-point number in `unit` ("W", "J", "Hz", "J/b"), with an SI prefix from f to P or none.
// An empty unit stands for a pure number, which may be a percentage: "12.5 %" is 0.125.
Parsed<double> parse_quantity(std::string_view, std::string_view unit);

// "ps, ns, us, ms, s, min" and so on, for messages.
std::string_view time_units();
std::string_view bytes_units();
std::string_view rate_units();

}  // namespace kasuri
