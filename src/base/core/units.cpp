// SPDX-License-Identifier: MIT
// Units to text, for people and for configuration files.
#include "base/core/units.h"

#include <fmt/format.h>

#include <cmath>
#include <span>

#include "base/core/unit_tables.h"

namespace kasuri {
namespace {

// value / scale in decimal, exactly: the fraction ends because scale divides a power of ten.
std::string decimal(std::int64_t value, std::int64_t scale) {
  std::string s = std::to_string(value / scale);
  std::int64_t rest = value % scale;
  if (rest != 0) s += '.';
  while (rest != 0) {
    rest *= 10;
    s += static_cast<char>('0' + rest / scale);
    rest %= scale;
  }
  return s;
}

// The shortest of the decimal forms whose whole part is not zero; of equals, that in the largest
// unit.
std::string shortest(std::int64_t value, std::span<const Unit> units, std::string_view zero) {
  if (value == INT64_MAX) return std::string(kUnlimitedText);
  if (value == 0) return std::string(zero);
  if (value < 0) {  // only spans of time can be negative; no configuration reads them
    if (value == INT64_MIN) return fmt::format("{} {}", value, units.front().name);
    return fmt::format("-{}", shortest(-value, units, zero));
  }
  std::string best;
  for (const Unit& u : units) {
    if (value < u.scale) continue;
    std::string s = fmt::format("{} {}", decimal(value, u.scale), u.name);
    if (best.empty() || s.size() <= best.size()) best = std::move(s);
  }
  return best;
}

// Four significant digits, no trailing zeros: the unit is the first in which that is below 1000.
std::string readable(std::int64_t value, std::span<const Unit> units, std::string_view forever) {
  if (value == INT64_MAX) return std::string(forever);
  for (const Unit& u : units) {
    const double x = static_cast<double>(value) / static_cast<double>(u.scale);
    if (std::abs(x) < 999.95 || u.scale == units.back().scale) {
      // Seconds and terabytes may exceed 9999: then all digits of the whole part.
      if (std::abs(x) >= 9999.5) return fmt::format("{:.0f} {}", x, u.name);
      return fmt::format("{:.4g} {}", x, u.name);
    }
  }
  return "";
}

}  // namespace

std::string to_string(Time t) { return readable(t.ps, kTimeSteps, "never"); }
std::string to_string(Bytes b) { return readable(b.n, kDecimalBytes, kUnlimitedText); }
std::string to_string(BytesPerSecond r) { return readable(r.n, kDecimalRates, kUnlimitedText); }

std::string exact(Time t) { return shortest(t.ps, kTimeSteps, "0 s"); }
std::string exact(Bytes b) { return shortest(b.n, kBytesUnits, "0 B"); }
std::string exact(BytesPerSecond r) { return shortest(r.n, kByteRates, "0 B/s"); }

}  // namespace kasuri
