// SPDX-License-Identifier: MIT
#include "workload/compile.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

#include "core/errors.h"
#include "core/hash.h"

namespace kasuri {
namespace {

// Not by its name: that would give this program a copy of its own, and the MPI library, which binds to
// libc's (src/cluster), would work on another one than its plug-ins.
char** environment() {
  return *static_cast<char***>(dlsym(RTLD_DEFAULT, "environ"));
}

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// The compiler as words: CC may be "ccache gcc".
Words compiler(Language language) {
  const char* chosen = std::getenv(language == Language::c ? "CC" : "CXX");
  std::istringstream text(chosen && *chosen ? chosen : language == Language::c ? "cc" : "c++");
  return {std::istream_iterator<std::string>(text), {}};
}

// What every program is compiled with. exit() ends a rank, not the simulator.
Words flags(const fs::path& include_dir) {
  return {"-shared", "-fPIC", "-O2", "-g", "-I" + include_dir.string(),
          "-Wl,--wrap=exit,--wrap=_exit"};
}

std::vector<char*> pointers(Words& words) {
  std::vector<char*> all;
  for (std::string& w : words) all.push_back(w.data());
  all.push_back(nullptr);
  return all;
}

[[noreturn]] void no_compiler(const std::string& name, int error) {
  throw Error(Exit::usage, fmt::format("cannot run the compiler '{}': {}; install it, or name "
                                       "another in CC or CXX", name, std::strerror(error)));
}

struct Outcome {
  bool ok = false;
  std::string output;  // stdout and stderr together
};

Outcome run(Words command) {
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

  Outcome outcome;
  char buffer[4096];
  for (;;) {
    const ssize_t n = error ? 0 : read(ends[0], buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    outcome.output.append(buffer, static_cast<std::size_t>(n));
  }
  close(ends[0]);
  if (error) no_compiler(command[0], error);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  // Ctrl-C reaches the compiler too: that is no verdict on the program.
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM)) {
    throw Error(static_cast<Exit>(128 + WTERMSIG(status)), "kasuri: interrupted while compiling");
  }
  outcome.ok = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return outcome;
}

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
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

bool is_writable(const fs::path& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  return !error && access(directory.c_str(), W_OK | X_OK) == 0;
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

fs::path cache_directory() {
  const char* xdg = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  fs::path cache;
  if (xdg && *xdg == '/') {
    cache = fs::path(xdg) / "kasuri";
  } else if (home && *home == '/') {
    cache = fs::path(home) / ".cache" / "kasuri";
  }
  if (!cache.empty() && is_writable(cache)) return cache;
  static const TemporaryDirectory temporary;
  return temporary.path;
}

// A name of our own beside the final one: two simulators may compile the same program at once.
class Unfinished {
 public:
  explicit Unfinished(fs::path path) : path_(std::move(path)) {}
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  ~Unfinished() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  std::string name() const { return path_.string(); }

 private:
  fs::path path_;
};

void require(const Outcome& outcome, const fs::path& source) {
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

  const Words cc = compiler(language);
  Words common = cc;
  for (std::string& f : flags(include_dir)) common.push_back(std::move(f));
  Words preprocess = common;
  preprocess.insert(preprocess.end(), {"-E", "-o", text.name(), source.string()});
  require(run(preprocess), source);
  Words version = cc;
  version.emplace_back("--version");

  std::string identity = run(version).output;
  for (const std::string& f : common) identity += f + '\n';
  const fs::path object =
      cache / fmt::format("{}-{}.so", stem, fingerprint(identity + read_file(text.name())));
  if (fs::exists(object)) return object;

  const Unfinished fresh(cache / fmt::format("{}-{}.so.tmp", stem, getpid()));
  Words compile = common;
  compile.insert(compile.end(), {"-o", fresh.name(), source.string(), "-lm"});
  const Outcome outcome = run(compile);
  require(outcome, source);
  std::fputs(outcome.output.c_str(), stderr);  // warnings
  fs::rename(fresh.name(), object);
  return object;
}

void run_compiler(Language language, std::span<const std::string> arguments,
                  const fs::path& include_dir) {
  Words command = compiler(language);
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
