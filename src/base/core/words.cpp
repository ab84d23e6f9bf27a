// SPDX-License-Identifier: MIT
#include "base/core/words.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace kasuri {

std::string counted(std::uint64_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

std::string grouped(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string grouped(std::uint64_t n, std::string_view what) {
  return fmt::format("{} {}{}", grouped(n), what, n == 1 ? "" : "s");
}

std::string quantity(double value, std::string_view unit) {
  static constexpr std::pair<double, const char*> kPrefixes[] = {
      {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}, {1e-3, "m"}, {1e-6, "µ"},
      {1e-9, "n"}};
  for (const auto& [scale, prefix] : kPrefixes) {
    if (std::abs(value) >= scale * 0.99995) {
      return fmt::format("{:.4g} {}{}", value / scale, prefix, unit);
    }
  }
  return fmt::format("{:.4g} {}", value, unit);
}

}  // namespace kasuri
