// SPDX-License-Identifier: MIT
// From C or C++ source to a shared object that the simulator can load.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "core/compiler.h"

namespace kasuri {

// The shared object of a source file: from the cache, or freshly compiled and then cached. The
// cache is ${XDG_CACHE_HOME:-~/.cache}/kasuri, or a temporary directory if that cannot be written.
// Throws Error(Exit::usage) with the compiler's own words if the program does not compile.
std::filesystem::path compile_program(const std::filesystem::path& source, Language,
                                      const std::filesystem::path& include_dir);

// `kasuri cc ARGS…` and `kasuri c++ ARGS…`: the compiler ($CC, $CXX, or cc and c++) with the flags
// that make a program of the simulator. Replaces this process; throws Error(Exit::usage) if there
// is no such compiler.
[[noreturn]] void run_compiler(Language, std::span<const std::string> arguments,
                               const std::filesystem::path& include_dir);

// Where mgen.h is: beside an installed simulator (../include/kasuri), or in the source tree of one
// that stands in its build directory (../include); else `fallback`.
std::filesystem::path find_include_dir(const std::filesystem::path& fallback = {});

}  // namespace kasuri
