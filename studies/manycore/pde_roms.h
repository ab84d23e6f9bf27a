// SPDX-License-Identifier: MIT
// The PDE's programs: Algorithm 1 of the many-core paper, for each processor.
#pragma once

#include <string_view>

namespace kasuri::emu {

extern const std::string_view kPde8080;
extern const std::string_view kPdeSh2;  // with PACKED 0 or 1
extern const std::string_view kPdeSh2Paper;  // COPIES 0 to 2, COPIED, DIRECT 0 or 1
// All want MINUS 0 or 1: the sign of 2x in the formula.

}  // namespace kasuri::emu
