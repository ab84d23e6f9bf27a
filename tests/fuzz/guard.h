// SPDX-License-Identifier: MIT
// What keeps an input that crashes, hangs, or fills the memory: signals, the sanitizers' last words
// and clocks.
#pragma once

#include <cstdint>
#include <filesystem>

#include "reader.h"

namespace kasuri::fuzz {

// From now on, an input that is being read when the process dies is kept in `folder`. An input
// may take `cpu_seconds` of processor time and 15 times as much wall-clock time.
void guard(const std::filesystem::path& folder, unsigned cpu_seconds);
// The input that is being read now; null: none.
void reading(const Input*, std::uint64_t number);
// Keeps it, and says where.
void keep();

}  // namespace kasuri::fuzz
