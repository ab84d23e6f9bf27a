// SPDX-License-Identifier: MIT
// What the host has of memory, and what of it this process has, in bytes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kasuri {

// What this process may still use: MemAvailable, or less under a control group's limit.
std::uint64_t available_memory();

// What this process has in memory now.
std::uint64_t present_memory();
// And of the pages of `bytes` from a page's start on.
std::uint64_t present_memory(const void* start, std::size_t bytes);

// The most this process has had in memory at once.
std::uint64_t peak_memory();

}  // namespace kasuri
