// SPDX-License-Identifier: MIT
#include "workload/mpi_compiler.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <string_view>

#include "core/errors.h"
#include "mpi/hosted_calls.h"

namespace kasuri {
namespace {

namespace fs = std::filesystem;

template <std::size_t n>
bool is_one_of(const std::string& word, const std::array<std::string_view, n>& all) {
  return std::ranges::find(all, word) != all.end();
}

// Wishes for an executable, which the simulator could not load.
constexpr std::array<std::string_view, 9> kOnlyForExecutables{
    "-pie", "-no-pie", "-static", "-static-pie", "-fPIE", "-fpie", "-fno-PIC", "-fno-pic", "-fno-pie"};

// With these nothing is linked.
constexpr std::array<std::string_view, 6> kNothingToLink{"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"};

// Their next word is no input.
constexpr std::array<std::string_view, 21> kWithValue{
    "-o", "-I", "-L", "-l", "-D", "-U", "-x", "-MF", "-MT", "-MQ", "-include", "-imacros", "-isystem",
    "-idirafter", "-iquote", "-Xlinker", "-Xassembler", "-Xpreprocessor", "-T", "-u", "-z"};

bool asks_to_show(const std::string& word) {
  return word == "-show" || word == "--show" || word == "-showme";
}

struct Wishes {
  CompilerWords words;  // for the compiler
  bool links = true;
  bool makes_library = false;
  bool shows = false;
};

Wishes wishes_of(std::span<const std::string> arguments) {
  Wishes w;
  bool has_input = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& a = arguments[i];
    if (asks_to_show(a)) {
      w.shows = true;
      continue;
    }
    if (is_one_of(a, kOnlyForExecutables)) continue;
    if (is_one_of(a, kNothingToLink)) w.links = false;
    w.makes_library |= a == "-shared" || a == "-r";
    w.words.push_back(a);
    if (is_one_of(a, kWithValue) && i + 1 < arguments.size()) {
      w.words.push_back(arguments[++i]);
    } else if (!a.starts_with('-') || a == "-") {
      has_input = true;
    }
  }
  // Such as --version; -show alone asks for what linking takes.
  if (!has_input && !w.shows) w.links = false;
  return w;
}

}  // namespace

CompilerWords mpi_compiler_words(Language language, std::span<const std::string> arguments,
                                 const fs::path& include_dir, const fs::path& library_dir) {
  const Wishes w = wishes_of(arguments);
  CompilerWords command = compiler(language);
  if (fs::path(command[0]).filename().string().find("clang") != std::string::npos) {
    throw Error(Exit::usage, ErrorPlace("kasuri mpicc"),
                fmt::format("{} is not supported: GCC 12 or later is needed, whose assembly gives each "
                            "rank its own globals; set CC and CXX", command[0]));
  }
  command.push_back("-I" + include_dir.string());
  command.insert(command.end(), w.words.begin(), w.words.end());
  // Last, so that they hold: data are reached through the GOT alone (rebase.h), and the assembler is ours.
  // Beside the folder of a build, in the folder of an installation.
  const bool is_installed = fs::exists(library_dir / "as");
  const std::string tools = ((is_installed ? library_dir : library_dir.parent_path()) / "as").string();
  command.insert(command.end(), {"-fPIC", "-fstack-clash-protection", "-mcmodel=medium",
                                 "-mlarge-data-threshold=0", "-fno-gnu-unique", "-fno-lto", "-B" + tools});
  if (!w.links || w.makes_library) return command;
  std::string wraps = "-Wl";
  for (const char* name : mpi::kHostedCalls) wraps += std::string(",--wrap=") + name;
  const std::string directory = library_dir.string();
  command.insert(command.end(),
                 {"-shared", "-Wl,-Bsymbolic,-z,defs,-z,now,-z,norelro,-e,kasuri_start,-u,kasuri_start",
                  wraps,
                  directory + "/program_start.o", "-L" + directory, "-lkasuri_rank",
                  "-Wl,--no-as-needed", "-lkasuri_program", "-Wl,-rpath," + directory});
  return command;
}

void run_mpi_compiler(Language language, std::span<const std::string> arguments,
                      const fs::path& include_dir) {
  CompilerWords command =
      mpi_compiler_words(language, arguments, include_dir, find_program_library_dir());
  if (wishes_of(arguments).shows) {
    fmt::print("{}\n", fmt::join(command, " "));
    std::fflush(stdout);
    _exit(0);
  }
  execvp(command[0].c_str(), pointers(command).data());
  no_compiler(command[0], errno);
}

fs::path find_program_library_dir() {
  std::error_code error;
  const fs::path bin = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& dir : {bin / "mpi" / "lib", bin.parent_path() / "lib" / "kasuri"}) {
    if (fs::exists(dir / "libkasuri_program.so")) return dir;
  }
  throw Error(Exit::usage, ErrorPlace("kasuri"),
              "libkasuri_program.so is not in mpi/lib, where this program is; build the target kasuri");
}

}  // namespace kasuri
