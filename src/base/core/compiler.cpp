// SPDX-License-Identifier: MIT
#include "base/core/compiler.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

#include "base/core/digest.h"
#include "base/core/environment.h"
#include "base/core/errors.h"
#include "base/core/hash.h"
#include "base/core/text_file.h"

namespace kasuri {
namespace {

namespace fs = std::filesystem;

// What is kept there is loaded and run later: nobody else may write there. Made for its user alone.
bool is_ours(const fs::path& directory) {
  std::error_code error;
  if (fs::create_directories(directory, error)) fs::permissions(directory, fs::perms::owner_all, error);
  struct stat s {};
  return !error && stat(directory.c_str(), &s) == 0 && s.st_uid == geteuid() &&
         !(s.st_mode & (S_IWGRP | S_IWOTH)) && access(directory.c_str(), W_OK | X_OK) == 0;
}

// Removed when the simulator ends.
struct TemporaryDirectory {
  fs::path path;
  TemporaryDirectory() {
    std::string name = (fs::temp_directory_path() / "kasuri-XXXXXX").string();
    if (!mkdtemp(name.data())) {
      throw Error(Exit::limit, fmt::format("cannot make a temporary directory for the program: {}",
                                           std::strerror(errno)));
    }
    path = name;
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

// What stands behind an object in the cache, where the loader does not look: this and its fingerprint.
constexpr std::string_view kSeal = "\nkasuri-object-1 ";
constexpr std::size_t kSealBytes = kSeal.size() + 32;

// Where the shell would find it; empty if nowhere.
fs::path find_program(const std::string& name) {
  if (name.find('/') != name.npos) return name;
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path program = fs::path(folder.empty() ? "." : folder) / name;
    std::error_code error;
    if (access(program.c_str(), X_OK) == 0 && fs::is_regular_file(program, error)) return program;
  }
  return {};
}

// `make CC="kasuri mpicc"` hands that on in the environment.
bool is_this_program(const std::string& word) {
  std::error_code error;
  return !word.starts_with('-') && fs::equivalent(find_program(word), "/proc/self/exe", error);
}

}  // namespace

std::string compiler_identity(const CompilerWords& words) {
  static FileDigests digests;
  CompilerWords version = words;
  version.emplace_back("--version");
  std::string identity = "kasuri " KASURI_VERSION "\n" + run_to_end(version).output;
  for (const std::string& word : words) {
    const fs::path program = word.starts_with('-') ? fs::path() : find_program(word);
    identity += fmt::format("{} {}\n", word, program.empty() ? "" : digests.of(program));
  }
  return identity;
}

CompilerWords compiler(Language language) {
  constexpr const char* kVariables[] = {"CC", "CXX", "FC"};
  constexpr const char* kUsual[] = {"cc", "c++", "gfortran"};
  const auto which = static_cast<std::size_t>(language);
  const char* chosen = std::getenv(kVariables[which]);
  std::istringstream text(chosen ? chosen : "");
  CompilerWords words{std::istream_iterator<std::string>(text), {}};
  if (words.empty() || std::ranges::any_of(words, is_this_program)) {
    words = {kUsual[which]};
  }
  return words;
}

std::vector<char*> pointers(CompilerWords& words) {
  std::vector<char*> all;
  for (std::string& w : words) all.push_back(w.data());
  all.push_back(nullptr);
  return all;
}

void no_compiler(const std::string& name, int error) {
  const bool is_fortran = name.find("fortran") != name.npos;
  throw Error(Exit::usage, fmt::format("cannot run the compiler '{}': {}; install it{}, or name "
                                       "another in CC, CXX or FC", name, std::strerror(error),
                                       is_fortran ? " (Debian's package gfortran)" : ""));
}

namespace {

// Waits for a compiler.
int code_of(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  // Ctrl-C reaches the compiler too: that is no verdict on the program.
  const int by = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (by == SIGINT || by == SIGTERM || by == SIGHUP) {
    throw Error(static_cast<Exit>(128 + by), "kasuri: interrupted while compiling");
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace

CompilerOutcome run_to_end(CompilerWords command) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw Error(Exit::limit, "cannot make a pipe for the compiler");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, command[0].c_str(), &actions, nullptr, pointers(command).data(),
                  environment());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);

  CompilerOutcome outcome;
  char buffer[4096];
  for (;;) {
    const ssize_t n = error ? 0 : read(ends[0], buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    outcome.output.append(buffer, static_cast<std::size_t>(n));
  }
  close(ends[0]);
  if (error) no_compiler(command[0], error);
  outcome.ok = code_of(child) == 0;
  return outcome;
}

void run_or_end(CompilerWords command) {
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, command[0].c_str(), nullptr, nullptr, pointers(command).data(), environment());
  if (error) no_compiler(command[0], error);
  const int code = code_of(child);
  if (code == 0) return;
  std::fflush(nullptr);
  _exit(code);
}

std::string fingerprint(std::string_view text) {
  std::uint64_t a = text.size();
  std::uint64_t b = ~a;
  for (std::size_t i = 0; i < text.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + i, std::min<std::size_t>(8, text.size() - i));
    a = mix(a, word);
    b = mix(b + 1, word);
  }
  return fmt::format("{:016x}{:016x}", a, b);
}

fs::path cache_directory() {
  const char* xdg = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  fs::path cache;
  if (xdg && *xdg == '/') {
    cache = fs::path(xdg) / "kasuri";
  } else if (home && *home == '/') {
    cache = fs::path(home) / ".cache" / "kasuri";
  }
  if (!cache.empty() && is_ours(cache)) return cache;
  static const TemporaryDirectory temporary;
  return temporary.path;
}

Unfinished::Unfinished(const std::string& stem, const std::string& extension) {
  std::string name = (cache_directory() / fmt::format("{}-XXXXXX{}", stem, extension)).string();
  const int file = mkostemps(name.data(), static_cast<int>(extension.size()), O_CLOEXEC);
  if (file < 0) {
    throw Error(Exit::limit, ErrorPlace(name), fmt::format("cannot be made: {}", std::strerror(errno)));
  }
  close(file);
  path_ = name;
}
std::string Unfinished::name() const { return path_.string(); }
void Unfinished::keep_as(const fs::path& object) const {
  const std::string seal = std::string(kSeal) + fingerprint(content_of(path_));
  std::ofstream file(path_, std::ios::binary | std::ios::app);
  file << seal << std::flush;
  if (!file) throw Error(Exit::limit, ErrorPlace(path_.string()), "cannot be written");
  std::error_code ignored;  // another's word on who may read it is no obstacle
  fs::permissions(path_, fs::perms::owner_all | fs::perms::group_read | fs::perms::others_read, ignored);
  fs::rename(path_, object);
}
Unfinished::~Unfinished() {
  std::error_code ignored;
  fs::remove(path_, ignored);
}

bool is_kept(const fs::path& object) {
  std::error_code error;
  if (!fs::is_regular_file(object, error)) return false;
  const std::string bytes = content_of(object);
  if (bytes.size() < kSealBytes) return false;
  const std::string_view all = bytes, seal = all.substr(all.size() - kSealBytes);
  return seal.starts_with(kSeal) &&
         seal.substr(kSeal.size()) == fingerprint(all.substr(0, all.size() - kSealBytes));
}

fs::path compile_text(const std::string& stem, const std::string& text, CompilerWords flags) {
  CompilerWords command = compiler(Language::cxx);
  std::string identity = compiler_identity(command);
  for (std::string& f : flags) command.push_back(std::move(f));
  for (const std::string& word : command) identity += word + '\n';
  const fs::path object =
      cache_directory() / fmt::format("{}-{}.so", stem, fingerprint(identity + text));
  if (is_kept(object)) return object;

  const Unfinished source(stem, ".cpp"), fresh(stem, ".so.tmp");
  std::ofstream(source.name()) << text;
  command.insert(command.end(), {"-o", fresh.name(), source.name()});
  const CompilerOutcome outcome = run_to_end(command);
  if (!outcome.ok) throw Error(Exit::usage, outcome.output);
  fresh.keep_as(object);
  return object;
}

}  // namespace kasuri
