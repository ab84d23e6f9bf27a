// SPDX-License-Identifier: MIT
// Our own mistakes: conditions that must hold whatever the user wrote. The user's mistakes are
// diagnostics (config/), never checks.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace kasuri {

// An internal error (exit code 5).
struct InternalError : std::logic_error {
  using std::logic_error::logic_error;
};

// The place is the caller's: builtins, since clang before version 15 lacks std::source_location.
[[noreturn]] void fail(std::string_view why, const char* file = __builtin_FILE(),
                       int line = __builtin_LINE());

inline void check(bool condition, std::string_view why, const char* file = __builtin_FILE(),
                  int line = __builtin_LINE()) {
  if (!condition) [[unlikely]] fail(why, file, line);
}

// As check(), for inner loops: only in builds without NDEBUG.
inline void debug_check([[maybe_unused]] bool condition, [[maybe_unused]] std::string_view why,
                        [[maybe_unused]] const char* file = __builtin_FILE(),
                        [[maybe_unused]] int line = __builtin_LINE()) {
#ifndef NDEBUG
  check(condition, why, file, line);
#endif
}

}  // namespace kasuri
