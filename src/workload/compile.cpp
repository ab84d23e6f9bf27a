// SPDX-License-Identifier: MIT
#include "workload/compile.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#include "core/errors.h"

namespace kasuri {
namespace {

namespace fs = std::filesystem;

// What every program is compiled with. exit() ends a rank, not the simulator.
CompilerWords flags(const fs::path& include_dir) {
  return {"-shared", "-fPIC", "-O2", "-g", "-I" + include_dir.string(),
          "-Wl,--wrap=exit,--wrap=_exit"};
}

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void require(const CompilerOutcome& outcome, const fs::path& source) {
  if (outcome.ok) return;
  throw Error(Exit::usage, fmt::format("program '{}' does not compile:\n{}", source.string(),
                                       outcome.output));
}

}  // namespace

// What the preprocessor makes of the source stands for the source and all it includes.
fs::path compile_program(const fs::path& source, Language language, const fs::path& include_dir) {
  const fs::path cache = cache_directory();
  const std::string stem = source.stem().string();
  const Unfinished text(cache / fmt::format("{}-{}.i.tmp", stem, getpid()));

  const CompilerWords cc = compiler(language);
  CompilerWords common = cc;
  for (std::string& f : flags(include_dir)) common.push_back(std::move(f));
  CompilerWords preprocess = common;
  preprocess.insert(preprocess.end(), {"-E", "-o", text.name(), source.string()});
  require(run_to_end(preprocess), source);
  CompilerWords version = cc;
  version.emplace_back("--version");

  std::string identity = run_to_end(version).output;
  for (const std::string& f : common) identity += f + '\n';
  const fs::path object =
      cache / fmt::format("{}-{}.so", stem, fingerprint(identity + read_file(text.name())));
  if (fs::exists(object)) return object;

  const Unfinished fresh(cache / fmt::format("{}-{}.so.tmp", stem, getpid()));
  CompilerWords compile = common;
  compile.insert(compile.end(), {"-o", fresh.name(), source.string(), "-lm"});
  const CompilerOutcome outcome = run_to_end(compile);
  require(outcome, source);
  std::fputs(outcome.output.c_str(), stderr);  // warnings
  fs::rename(fresh.name(), object);
  return object;
}

void run_compiler(Language language, std::span<const std::string> arguments,
                  const fs::path& include_dir) {
  CompilerWords command = compiler(language);
  for (std::string& f : flags(include_dir)) command.push_back(std::move(f));
  command.insert(command.end(), arguments.begin(), arguments.end());
  execvp(command[0].c_str(), pointers(command).data());
  no_compiler(command[0], errno);
}

fs::path find_include_dir(const fs::path& fallback) {
  std::error_code error;
  const fs::path bin = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& dir : {bin.parent_path() / "include" / "kasuri", bin.parent_path() / "include"}) {
    if (!error && fs::exists(dir / "mgen.h")) return dir;
  }
  return fallback;
}

}  // namespace kasuri
