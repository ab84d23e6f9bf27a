// SPDX-License-Identifier: MIT
#include "core/words.h"

#include <fmt/format.h>

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

}  // namespace kasuri
