// SPDX-License-Identifier: MIT
// Constant expressions of the assembler.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace kasuri::emu {

struct SyntaxError {
  std::string message;
};

// Operators of C by precedence, on 64-bit integers that wrap. `lookup` gives the value of a name
// and of "$". Throws SyntaxError.
std::int64_t evaluate(std::string_view text,
                      const std::function<std::int64_t(std::string_view)>& lookup);

}  // namespace kasuri::emu
