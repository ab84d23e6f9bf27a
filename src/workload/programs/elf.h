// SPDX-License-Identifier: MIT
// What a shared object keeps in writable memory (ELF-64, System V ABI, chapter 4).
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kasuri {

// Names of the writable objects of a shared object, demangled and sorted; empty for a program that
// ranks can share. What the compiler's start-up files, exceptions and <iostream> add does not
// count.
std::vector<std::string> writable_globals(const std::filesystem::path& object);
// Of an MPI program, those that `kasuri mpicc` has not compiled, so that ranks would share them. Those of
// threads belong to ranks, whoever compiled them.
std::vector<std::string> unconverted_globals(const std::filesystem::path& object);
// Where the linker of programs keeps these names.
inline constexpr std::string_view kUnconverted = ".kasuri.unconverted";
// Whether this object of a section would be among them.
bool is_unconverted(std::string_view symbol, std::string_view section);
// What start-up files, exceptions, <iostream> and libgcc add; the same for all ranks.
bool is_of_the_compiler(std::string_view symbol);

// Of the dynamic section and its symbols.
struct ObjectFacts {
  std::vector<std::string> needs;    // libraries, as they are named in it
  std::vector<std::string> paths;    // where to look for them: lists of folders with colons between them
  std::vector<std::string> symbols;  // that it defines, of those with the prefix kasuri_
  std::vector<std::string> wants;    // symbols of others
  bool is_executable = false;
  bool uses_environ = false;  // the list of all variables
  bool has_code_on_stacks = false;  // such as pointers to functions within functions

  bool defines(std::string_view symbol) const {
    return std::ranges::find(symbols, symbol) != symbols.end();
  }
};
ObjectFacts facts_of(const std::filesystem::path& object);

bool is_elf(const std::filesystem::path&);

// A script of libtool stands for a program that is not yet installed: that program; else the file itself.
std::filesystem::path behind_script(const std::filesystem::path& file);

// The bytes of a section; empty if there is none.
std::string section_of(const std::filesystem::path& object, std::string_view name);
// Variables of a program that one of its libraries uses.
std::vector<std::string> variables_used_by(const std::filesystem::path& library,
                                           const std::filesystem::path& program);
// What a shared object defines for others.
std::vector<std::string> exported_symbols(const std::filesystem::path& object);

// The file and the shared objects that the loader would load with it, without running anything of them;
// the file alone, if the loader does not say.
std::vector<std::filesystem::path> loaded_objects(const std::filesystem::path&);

}  // namespace kasuri
