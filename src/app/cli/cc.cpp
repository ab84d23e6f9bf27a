// SPDX-License-Identifier: MIT
// kasuri cc ARGS… and kasuri c++ ARGS…: the C and C++ compilers with the flags that make a program
// of the simulator; all arguments are the compiler's.
#include "app/cli/include_directory.h"
#include "shell/verbs/command.h"
#include "workload/programs/compile.h"

namespace kasuri::cli {
namespace {

template <Language language>
Exit compile(std::span<const std::string> arguments) {
  run_compiler(language, arguments, include_directory());
}

const Verb cc{"cc", "compile a C program: kasuri cc -o program.so program.c",
              &compile<Language::c>};
const Verb cxx{"c++", "compile a C++ program: kasuri c++ -o program.so program.cpp",
               &compile<Language::cxx>};

}  // namespace
}  // namespace kasuri::cli
