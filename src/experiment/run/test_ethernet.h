// SPDX-License-Identifier: MIT
// Ethernets for tests.
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>

#include "experiment/run/test_run.h"

namespace kasuri {
namespace ethernet_test {

inline std::string ethernet(std::string_view topology, int gbps, std::string_view more = "") {
  return fmt::format("[topology]\n{}\n[link]\nrate = '{} Gb/s'\ncable_latency = '1 us'\n[ethernet]\n{}\n"
                     "[[jobs]]\npattern = 'script'\n", topology, gbps, more);
}

inline constexpr std::string_view kTwoTiers = "type = 'xgft'\nchildren = [16, 8]\nparents = [16]";

inline std::map<std::string, std::uint64_t> counts(const Results& r) {
  std::map<std::string, std::uint64_t> all;
  for (const auto& [key, value] : r.network.counts) all[std::string(key)] = value;
  return all;
}

}  // namespace ethernet_test
}  // namespace kasuri
