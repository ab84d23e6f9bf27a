// SPDX-License-Identifier: MIT
// Included first in fuzz builds: clang before version 15 has no std::source_location with
// libstdc++, only the builtins it is made of.
#pragma once

#include <source_location>

#ifndef __cpp_lib_source_location
namespace std {
struct source_location {
  static constexpr source_location current(const char* file = __builtin_FILE(),
                                           unsigned line = __builtin_LINE()) {
    return {file, line};
  }
  constexpr const char* file_name() const { return file_; }
  constexpr unsigned line() const { return line_; }

  const char* file_ = "";
  unsigned line_ = 0;
};
}  // namespace std
#endif
