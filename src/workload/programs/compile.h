// SPDX-License-Identifier: MIT
// From C or C++ source to a shared object that the simulator can load.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/core/compiler.h"

namespace kasuri {

// The shared object of a source file: from the cache, or freshly compiled and then cached, under a key of
// the preprocessed text, the compiler and its flags. What one of these does not show (.incbin) or what
// changes while it is compiled is compiled each time. The cache is ${XDG_CACHE_HOME:-~/.cache}/kasuri, or
// a temporary directory if that cannot be written.
// Throws Error(Exit::usage) with the compiler's own words if the program does not compile.
std::filesystem::path compile_program(const std::filesystem::path& source, Language,
                                      const std::filesystem::path& include_dir);

// What a program is made of: all that may change what it does, unless it reads it itself.
struct ProgramSources {
  std::vector<std::filesystem::path> files;  // the file itself, headers, libraries
  // Of source: a digest of what the preprocessor makes of it and of what it cannot show, and the compiler.
  // Empty for a shared object.
  std::string text, compiler;
};
// Of a shared object its libraries, as the loader finds them. Throws Error(Exit::usage) if source cannot be
// preprocessed.
ProgramSources program_sources(const std::filesystem::path& program,
                               const std::filesystem::path& include_dir);

// Nothing for what is not named as C or C++ source.
std::optional<Language> language_of(const std::filesystem::path&);

// `kasuri cc ARGS…` and `kasuri c++ ARGS…`: the compiler ($CC, $CXX, or cc and c++) with the flags
// that make a program of the simulator. Replaces this process; throws Error(Exit::usage) if there
// is no such compiler.
[[noreturn]] void run_compiler(Language, std::span<const std::string> arguments,
                               const std::filesystem::path& include_dir);

// Where mgen.h and mpi.h are: beside an installed simulator (../include/kasuri), or in the build folder of
// one that stands there or in a folder of it (generated/include); else `fallback`.
std::filesystem::path find_include_dir(const std::filesystem::path& fallback = {});

}  // namespace kasuri
