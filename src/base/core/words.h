// SPDX-License-Identifier: MIT
// Numbers of things in words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kasuri {

// "1 link", "1234 links".
std::string counted(std::uint64_t n, std::string_view what);
// "1,234".
std::string grouped(std::uint64_t n);
// "1,234 links".
std::string grouped(std::uint64_t n, std::string_view what);
// "12.25 kW", "7.14 mJ".
std::string quantity(double value, std::string_view unit);

}  // namespace kasuri
