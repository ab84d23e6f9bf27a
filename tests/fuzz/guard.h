// SPDX-License-Identifier: MIT
// What keeps an input that crashes, hangs, or fills the memory: signals, the sanitizers' last words
// and clocks.
#pragma once

#include <cstdint>
#include <filesystem>

#include "reader.h"

namespace kasuri::fuzz {

// From now on, an input that is being read when the process dies is kept in `folder`. It dies of an
// input that takes `cpu_seconds` of the processor's time, or 15 times as long in all.
void guard(const std::filesystem::path& folder, unsigned cpu_seconds);
// The input that is being read now; null: none.
void reading(const Input*, std::uint64_t number);
// Keeps it, and says where.
void keep();

}  // namespace kasuri::fuzz
