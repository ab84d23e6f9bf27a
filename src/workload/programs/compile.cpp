// SPDX-License-Identifier: MIT
#include "workload/programs/compile.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <set>
#include <string_view>
#include <vector>

#include "base/core/digest.h"
#include "base/core/errors.h"
#include "base/core/text_file.h"
#include "mpi/ranks/hosted_calls.h"
#include "mpi/ranks/own_library.h"
#include "workload/programs/elf.h"

namespace kasuri {
namespace {

namespace fs = std::filesystem;

// What every program is compiled with. With probes, large frames cannot leap over the guards of stacks. A
// call that means the whole process is the simulator's to answer: exit() ends a rank.
CompilerWords flags(const fs::path& include_dir) {
  std::string wraps = "-Wl";
  for (const char* name : mpi::kHostedCalls) wraps += std::string(",--wrap=") + name;
  for (const char* name : mpi::kOwnLibrary) wraps += std::string(",--wrap=") + name;
  return {"-shared", "-fPIC", "-O2", "-g", "-fstack-clash-protection", "-I" + include_dir.string(), wraps};
}

void require(const CompilerOutcome& outcome, const fs::path& source) {
  if (outcome.ok) return;
  throw Error(Exit::usage,
              fmt::format("program '{}' does not compile:\n{}", source.string(), outcome.output));
}

// The words of a compilation without its files, and what the preprocessor makes of a source.
struct Preprocessed {
  CompilerWords common;
  std::string identity;  // of the compiler, with its flags
  std::string text;
};

Preprocessed preprocess(const fs::path& source, Language language, const fs::path& include_dir) {
  const Unfinished text(source.stem().string(), ".i.tmp");
  Preprocessed p{.common = compiler(language), .identity = {}, .text = {}};
  p.identity = compiler_identity(p.common);
  for (std::string& f : flags(include_dir)) p.common.push_back(std::move(f));
  for (const std::string& f : p.common) p.identity += f + '\n';
  CompilerWords command = p.common;
  command.insert(command.end(), {"-E", "-o", text.name(), source.string()});
  require(run_to_end(command), source);
  p.text = content_of(text.name());
  return p;
}

// The assembler reads these files, which no preprocessor knows.
bool includes_bytes(const Preprocessed& p) { return p.text.find(".incbin") != p.text.npos; }

// By its line markers, `# 1 "file" flags`. The one that names the working directory ends in "//".
std::vector<fs::path> files_of(std::string_view text, std::string& without_directory) {
  std::vector<fs::path> files;
  std::set<std::string_view> seen;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    const std::size_t from = line.starts_with("# ") ? line.find('"') : line.npos;
    const std::size_t to = from == line.npos ? from : line.find('"', from + 1);
    const std::string_view name = to == line.npos ? "" : line.substr(from + 1, to - from - 1);
    if (name.ends_with("//")) continue;
    without_directory.append(line).push_back('\n');
    if (name.empty() || name.starts_with('<') || !seen.insert(name).second) continue;
    files.push_back(fs::absolute(name).lexically_normal());
  }
  return files;
}

}  // namespace

// What the preprocessor makes of the source stands for the source and all it includes. It is asked again
// after the compiler: if somebody has written to a file in between, nobody knows what was compiled.
fs::path compile_program(const fs::path& source, Language language, const fs::path& include_dir) {
  const fs::path cache = cache_directory();
  const std::string stem = source.stem().string();
  constexpr int kMostTries = 3;
  for (int tries = 1;; ++tries) {
    const Preprocessed p = preprocess(source, language, include_dir);
    const std::string key = fingerprint(p.identity + p.text);
    fs::path object = cache / fmt::format("{}-{}.so", stem, key);
    if (!includes_bytes(p) && is_kept(object)) return object;

    const Unfinished fresh(stem, ".so.tmp");
    CompilerWords compile = p.common;
    compile.insert(compile.end(), {"-o", fresh.name(), source.string(), "-lm"});
    const CompilerOutcome outcome = run_to_end(compile);
    require(outcome, source);
    const bool is_known = preprocess(source, language, include_dir).text == p.text;
    if (!is_known && tries < kMostTries) continue;
    if (!is_known || includes_bytes(p)) {
      object = cache / fmt::format("{}-{}.so", stem, fingerprint(key + content_of(fresh.name())));
    }
    std::fputs(outcome.output.c_str(), stderr);  // warnings
    fresh.keep_as(object);
    return object;
  }
}

ProgramSources program_sources(const fs::path& program, const fs::path& include_dir) {
  ProgramSources sources;
  const auto language = language_of(program);
  if (is_elf(program) || !language) {
    const fs::path object = behind_script(program);
    sources.files = loaded_objects(object);
    if (object != program) sources.files.push_back(program);
    return sources;
  }
  const Preprocessed p = preprocess(program, *language, include_dir);
  std::string text;
  sources.files = files_of(p.text, text);
  sources.text = fingerprint(text);
  sources.compiler = fingerprint(p.identity);
  if (includes_bytes(p)) {
    sources.text += " " + digest_of(compile_program(program, *language, include_dir));
  }
  return sources;
}

std::optional<Language> language_of(const fs::path& file) {
  const std::string extension = file.extension().string();
  if (extension == ".c") return Language::c;
  for (const std::string_view cxx : {".cpp", ".cc", ".cxx", ".C"}) {
    if (extension == cxx) return Language::cxx;
  }
  return std::nullopt;
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
  for (const fs::path& dir : {bin.parent_path() / "include" / "kasuri", bin / "generated" / "include",
                              bin.parent_path() / "generated" / "include"}) {
    if (!error && fs::exists(dir / "mpi.h")) return dir;
  }
  return fallback;
}

}  // namespace kasuri
