// SPDX-License-Identifier: MIT
#include "workload/programs/mpi_compiler.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <string_view>

#include "base/core/errors.h"
#include "mpi/ranks/hosted_calls.h"
#include "workload/programs/charged_calls.h"
#include "workload/programs/fortran_modules.h"
#include "workload/programs/linked_program.h"
#include "workload/programs/mpi_libraries.h"

namespace kasuri {
namespace {

namespace fs = std::filesystem;

template <std::size_t n>
bool is_one_of(const std::string& word, const std::array<std::string_view, n>& all) {
  return std::ranges::find(all, word) != all.end();
}

// Wishes for an executable, which the simulator could not load.
constexpr std::array<std::string_view, 15> kOnlyForExecutables{
    "-pie", "-no-pie", "-static", "-static-pie", "-fPIE", "-fpie", "-fno-PIC", "-fno-pic", "-fno-pie",
    "-rdynamic", "-fstack-arrays",
    // The ranks share the compiler's libraries, which are those of the host.
    "-static-libgfortran", "-static-libgcc", "-static-libstdc++", "-static-libquadmath"};

// With these nothing is linked.
constexpr std::array<std::string_view, 6> kNothingToLink{"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"};

// Their next word is no input.
constexpr std::array<std::string_view, 21> kWithValue{
    "-o", "-I", "-L", "-l", "-D", "-U", "-x", "-MF", "-MT", "-MQ", "-include", "-imacros", "-isystem",
    "-idirafter", "-iquote", "-Xlinker", "-Xassembler", "-Xpreprocessor", "-T", "-u", "-z"};

// As the wrappers of other MPI libraries are asked.
bool asks_to_show(const std::string& word) {
  return word == "-show" || word == "--show" || word == "-showme" || word.starts_with("-showme:") ||
         word.starts_with("--showme:") || word == "-compile-info" || word == "-link-info" ||
         word == "-compile_info" || word == "-link_info";
}

// Their libraries take the place of the process's allocator and signals, which are the simulator's.
void refuse_sanitizer(const std::string& word) {
  if (!word.starts_with("-fsanitize=") || word.ends_with("undefined")) return;
  throw Error(Exit::usage, ErrorPlace("kasuri mpicc"),
              fmt::format("{} is not supported: its library would watch the simulator and all ranks as one "
                          "program. What works: -fsanitize=undefined -fsanitize-undefined-trap-on-error, "
                          "-D_FORTIFY_SOURCE=2 with -O1 or more, -fstack-protector-all, and a run of few "
                          "ranks with another MPI library", word));
}

struct Wishes {
  CompilerWords words;  // for the compiler
  bool links = true;
  bool makes_library = false;  // or one object of several
  bool is_shared = false;
  std::string shows;    // what is to be printed; empty: nothing
  bool has_fortran = false;
  bool has_c = false;   // a source of C or C++, which the Fortran compiler also takes
};

Wishes wishes_of(std::span<const std::string> arguments) {
  Wishes w;
  bool has_input = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& a = arguments[i];
    if (asks_to_show(a)) {
      w.shows = a;
      continue;
    }
    if (is_one_of(a, kOnlyForExecutables)) continue;
    refuse_sanitizer(a);
    if (is_one_of(a, kNothingToLink)) w.links = false;
    w.is_shared |= a == "-shared";
    w.makes_library |= a == "-shared" || a == "-r";
    w.has_fortran |= a == "-lgfortran";
    w.has_c |= a.ends_with(".c") || a.ends_with(".cc") || a.ends_with(".cpp");
    w.words.push_back(a);
    if (is_one_of(a, kWithValue) && i + 1 < arguments.size()) {
      w.words.push_back(arguments[++i]);
    } else if (!a.starts_with('-') || a == "-") {
      has_input = true;
    }
  }
  // Such as --version; -show alone asks for what linking takes.
  if (!has_input && w.shows.empty()) w.links = false;
  return w;
}

constexpr const char* verb_of(Language language) {
  constexpr const char* kVerbs[] = {"kasuri mpicc", "kasuri mpicxx", "kasuri mpif90"};
  return kVerbs[static_cast<std::size_t>(language)];
}

// By its name: a compiler of another make does not write GCC's assembly.
void refuse_others(Language language, const CompilerWords& command) {
  constexpr std::array<std::string_view, 9> kOthers{"clang", "flang", "icc",  "icx",     "ifort",
                                                    "ifx",   "nvc",   "pgcc", "nvfortran"};
  for (const std::string& word : command) {
    const std::string name = fs::path(word).filename().string();
    for (const std::string_view other : kOthers) {
      if (word.starts_with('-') || !name.starts_with(other)) continue;
      throw Error(Exit::usage, ErrorPlace(verb_of(language)),
                  fmt::format("{} is not supported: GCC 12 or later is needed, whose assembly gives each "
                              "rank its own globals; set CC, CXX and FC", word));
    }
  }
}

// Data are reached through the GOT alone (rebase.h), and the assembler is ours.
CompilerWords options_of_code(const fs::path& library_dir) {
  // Beside the folder of a build, in the folder of an installation.
  const bool is_installed = fs::exists(library_dir / "as");
  const std::string tools = ((is_installed ? library_dir : library_dir.parent_path()) / "as").string();
  return {"-fPIC",      "-fstack-clash-protection", "-mcmodel=medium", "-mlarge-data-threshold=0",
          "-fno-gnu-unique", "-fno-lto",   "-ftls-model=global-dynamic", "-mtls-dialect=gnu", "-B" + tools};
}

CompilerWords link_words(const fs::path& library_dir, const fs::path& modules) {
  std::string wraps = "-Wl";
  for (const char* name : mpi::kHostedCalls) wraps += std::string(",--wrap=") + name;
  for (const char* name : kChargedCalls) wraps += std::string(",--wrap=") + name;
  // modules/rank/exceptions.c and thread_local.c, wherever libstdc++ is in the command.
  for (const char* name : {"__cxa_throw", "__cxa_init_primary_exception", "__cxa_thread_atexit"}) {
    wraps += std::string(",--wrap=") + name;
  }
  const std::string directory = library_dir.string();
  CompilerWords words{"-shared",
                      "-Wl,-Bsymbolic,-z,defs,-z,now,-z,norelro,-e,kasuri_start,-u,kasuri_start,-u,main",
                      wraps,
                      directory + "/program_start.o",
                      "-L" + directory};
  if (!modules.empty()) {
    std::string own = "-Wl";  // modules/fortran/units.c and random.c
    for (const char* name :
         {"st_read", "st_write", "st_write_done", "st_rewind", "st_backspace", "st_endfile", "st_flush",
          "st_open", "st_close", "st_inquire", "flush_i4", "random_r4", "random_r8", "random_r10",
          "random_r16", "arandom_r4", "arandom_r8", "arandom_r10", "arandom_r16", "random_seed_i4",
          "random_seed_i8", "random_init"}) {
      own += std::string(",--wrap=_gfortran_") + name;
    }
    words.push_back(own);
    words.insert(words.end(), {"-L" + modules.string(), "-lkasuri_fortran", "-lkasuri_modules"});
  }
  words.insert(words.end(), {"-lkasuri_rank", "-lm", "-Wl,--no-as-needed", "-lkasuri_program",
                             "-Wl,-rpath," + directory});
  return words;
}

void append(CompilerWords& to, const CompilerWords& more) { to.insert(to.end(), more.begin(), more.end()); }

struct Parts {
  CompilerWords compiler, compile, link;
  fs::path modules;
};

Parts parts_of(Language language, const Wishes& w, const fs::path& include_dir,
               const fs::path& library_dir) {
  Parts p;
  p.compiler = compiler(language);
  refuse_others(language, p.compiler);
  const CompilerWords code = options_of_code(library_dir);
  if (language == Language::fortran || w.has_fortran) {
    p.modules = fortran_modules(compiler(Language::fortran), code, include_dir / "fortran");
  }
  p.compile = {"-I" + include_dir.string()};
  if (language == Language::fortran) {
    // Buffers are of any type: with mpif.h, the compiler sees calls that differ. Where libgfortran prints
    // backtraces, it lets abort() end the whole process.
    p.compile.push_back("-I" + p.modules.string());
    if (!w.has_c) append(p.compile, {"-fallow-argument-mismatch", "-fno-backtrace"});
  }
  append(p.compile, code);
  p.link = link_words(library_dir, p.modules);
  return p;
}

// What -showme:WHAT of other wrappers prints; all of the command for the rest.
CompilerWords shown(const std::string& wish, const Parts& p, const CompilerWords& command,
                    const fs::path& include_dir, const fs::path& library_dir) {
  const std::size_t colon = wish.find(':');
  const std::string what = colon == wish.npos ? "" : wish.substr(colon + 1);
  if (what == "compile") return p.compile;
  if (what == "link") return p.link;
  if (what == "command") return p.compiler;
  if (what == "incdirs") return {include_dir.string()};
  if (what == "libdirs") return {library_dir.string()};
  if (what == "libs") return {"kasuri_rank", "kasuri_program"};
  if (what == "version") return {"Kasuri " KASURI_VERSION};
  CompilerWords all = p.compiler;
  if (wish.find("compile") != wish.npos) append(all, p.compile);
  if (wish.find("link") != wish.npos) append(all, p.link);
  return all.size() == p.compiler.size() ? command : all;
}

}  // namespace

CompilerWords mpi_compiler_words(Language language, std::span<const std::string> arguments,
                                 const fs::path& include_dir, const fs::path& library_dir) {
  const Wishes w = wishes_of(arguments);
  const Parts p = parts_of(language, w, include_dir, library_dir);
  CompilerWords command = p.compiler;
  command.push_back(p.compile[0]);
  append(command, w.words);
  // Last, so that they hold.
  command.insert(command.end(), p.compile.begin() + 1, p.compile.end());
  if (w.links && !w.makes_library) append(command, p.link);
  return w.shows.empty() ? command : shown(w.shows, p, command, include_dir, library_dir);
}

void run_mpi_compiler(Language language, std::span<const std::string> arguments,
                      const fs::path& include_dir) {
  CompilerWords command =
      mpi_compiler_words(language, arguments, include_dir, find_program_library_dir());
  const Wishes w = wishes_of(arguments);
  if (!w.shows.empty()) {
    fmt::print("{}\n", fmt::join(command, " "));
    std::fflush(stdout);
    _exit(0);
  }
  if (w.links && w.is_shared) {
    link_mpi_library(command);
    _exit(0);
  }
  if (w.links && !w.makes_library) {
    link_mpi_program(with_objects_of_libraries(command));
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
