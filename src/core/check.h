// SPDX-License-Identifier: MIT
// Our own mistakes: conditions that must hold whatever the user wrote. The user's mistakes are
// diagnostics (config/), never checks.
#pragma once

#include <source_location>
#include <stdexcept>
#include <string>
#include <string_view>

namespace kasuri {

// An internal error (exit code 5).
struct InternalError : std::logic_error {
  using std::logic_error::logic_error;
};

[[noreturn]] void fail(std::string_view why,
                       std::source_location where = std::source_location::current());

inline void check(bool condition, std::string_view why,
                  std::source_location where = std::source_location::current()) {
  if (!condition) [[unlikely]] fail(why, where);
}

// As check(), for inner loops: only in builds without NDEBUG.
inline void debug_check([[maybe_unused]] bool condition, [[maybe_unused]] std::string_view why,
                        [[maybe_unused]] std::source_location where =
                            std::source_location::current()) {
#ifndef NDEBUG
  check(condition, why, where);
#endif
}

}  // namespace kasuri
