// SPDX-License-Identifier: MIT
// The file of the pattern `table`: lines `SOURCE DESTINATION` or `SOURCE DESTINATION WEIGHT`, weights being
// whole numbers, 1 if not given.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

namespace kasuri {

// Calls `add` for each line. Throws Error with all mistakes, such as a rank that
// sends to itself without `self`.
void read_traffic_file(
    const std::filesystem::path&, std::uint32_t ranks, bool self,
    const std::function<void(std::uint32_t from, std::uint32_t to, std::uint32_t weight)>& add);

}  // namespace kasuri
