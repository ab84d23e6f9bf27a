// SPDX-License-Identifier: MIT
// The host's C, C++ and Fortran compilers, and the cache of what they made.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kasuri {

enum class Language { c, cxx, fortran };

using CompilerWords = std::vector<std::string>;

// $CC, $CXX or $FC as words, since CC may be "ccache gcc"; cc, c++ and gfortran where they name nothing, or
// Kasuri itself.
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

// Runs a command on the streams of this process. Ends the process with the command's code if that is not 0.
void run_or_end(CompilerWords command);

// 32 hexadecimal digits that stand for a text.
std::string fingerprint(std::string_view text);

// All that tells one compiler, of one Kasuri, from another: its words, its version, and the bytes of the
// programs that they name ("ccache", "gcc"). Part of the key of whatever is cached of its work.
std::string compiler_identity(const CompilerWords&);

// ${XDG_CACHE_HOME:-~/.cache}/kasuri, or a temporary directory if that cannot be written, or could be
// written by others.
std::filesystem::path cache_directory();

// A file of our own in the cache: two simulators may compile the same program at once, also on two hosts
// or in two containers that share the cache. Removed at the end, if it was not kept.
class Unfinished {
 public:
  // Its name is `stem`, something that no other has, and `extension`.
  Unfinished(const std::string& stem, const std::string& extension);
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  ~Unfinished();
  std::string name() const;
  // Under the name by which is_kept() finds it, sealed with a digest of its bytes, at one stroke.
  void keep_as(const std::filesystem::path& object) const;

 private:
  std::filesystem::path path_;
};

// Whether the cache has this object, and all of it: what was cut short or changed is made once more.
bool is_kept(const std::filesystem::path& object);

// The shared object of C++ source text: from the cache, or freshly compiled with these flags and
// then cached. Throws Error(Exit::usage) with the compiler's own words if it does not compile.
std::filesystem::path compile_text(const std::string& stem, const std::string& text,
                                   CompilerWords flags);

}  // namespace kasuri
