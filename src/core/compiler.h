// SPDX-License-Identifier: MIT
// The host's C and C++ compilers, and the cache of what they made.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kasuri {

enum class Language { c, cxx };

using CompilerWords = std::vector<std::string>;

// $CC or $CXX, or cc and c++, as words: CC may be "ccache gcc".
CompilerWords compiler(Language);

// As exec() wants them; the words must outlive it.
std::vector<char*> pointers(CompilerWords&);

// Throws Error(Exit::usage): the compiler `name` cannot be run because of `error` (errno).
[[noreturn]] void no_compiler(const std::string& name, int error);

struct CompilerOutcome {
  bool ok = false;
  std::string output;  // stdout and stderr together
};

// Runs a command and waits for it. Throws Error(Exit::usage) if there is no such command.
CompilerOutcome run_to_end(CompilerWords command);

// 32 hexadecimal digits that stand for a text.
std::string fingerprint(std::string_view text);

// ${XDG_CACHE_HOME:-~/.cache}/kasuri, or a temporary directory if that cannot be written.
std::filesystem::path cache_directory();

// A name of our own beside the final one: two simulators may compile the same program at once.
class Unfinished {
 public:
  explicit Unfinished(std::filesystem::path path) : path_(std::move(path)) {}
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  ~Unfinished();
  std::string name() const;

 private:
  std::filesystem::path path_;
};

// The shared object of C++ source text: from the cache, or freshly compiled with these flags and
// then cached. Throws Error(Exit::usage) with the compiler's own words if it does not compile.
std::filesystem::path compile_text(const std::string& stem, const std::string& text,
                                   CompilerWords flags);

}  // namespace kasuri
