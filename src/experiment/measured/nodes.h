// SPDX-License-Identifier: MIT
// The nodes of a measurement.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kasuri {
struct Config;
}

namespace kasuri::measured {

inline constexpr std::uint64_t kMostRanks = std::uint64_t{1} << 24;

// So many nodes, or a box of them.
struct Nodes {
  std::uint32_t count = 0;
  std::vector<std::uint32_t> box;

  // "16" or "4x4x4". Throws Error.
  static Nodes parse(std::string_view text);
};

// Of a box of Tofu, a setting for the machine: routers outside of the box see none of its packets, so the
// machine need not be larger than what keeps shortest paths inside. Else empty.
std::string smaller_tofu(const Config&, const Nodes&);

}  // namespace kasuri::measured
