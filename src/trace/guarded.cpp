// SPDX-License-Identifier: MIT
#include "trace/guarded.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/check.h"
#include "core/errors.h"

namespace kasuri::trace {
namespace {

using Counter = std::atomic<std::uint64_t>;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;  // shadow memory is far more than any limit; reports go to stderr
#else
constexpr bool kSanitized = false;
#endif

// Of a record that takes two bytes, what is kept in memory, and how often it is looked at.
constexpr std::uint64_t kMemoryPerByte = 128, kStepsPerByte = 16;
constexpr std::uint64_t kMoreMemory = std::uint64_t{4} << 30, kMoreSteps = 1'000'000;

Counter* steps = nullptr;  // in the child
bool unguarded = false;

// How a child ends its message.
enum class Outcome : std::uint8_t { read, error, internal, memory };

void send(int pipe, const void* from, std::size_t bytes) {
  const char* at = static_cast<const char*>(from);
  while (bytes > 0) {
    const ssize_t n = write(pipe, at, bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) _exit(0);  // nobody listens
    at += n;
    bytes -= static_cast<std::size_t>(n);
  }
}

void limit_memory(std::uint64_t bytes) {
  if (kSanitized) return;
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0) return;
  std::uint64_t pages = 0;
  if (std::FILE* const f = std::fopen("/proc/self/statm", "r")) {
    unsigned long n = 0;
    if (std::fscanf(f, "%lu", &n) == 1) pages = n;
    std::fclose(f);
  }
  const rlim_t wanted = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + kMoreMemory +
                        bytes * kMemoryPerByte;
  limit.rlim_cur = std::min(limit.rlim_cur, wanted);
  setrlimit(RLIMIT_AS, &limit);
}

[[noreturn]] void be_child(int pipe, pid_t parent, const GuardedReading& what,
                           const std::function<void(ByteBuffer&)>& read) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU, SIGSEGV, SIGBUS, SIGFPE,
                           SIGABRT}) {
    if (!kSanitized || signal == SIGINT || signal == SIGTERM) std::signal(signal, SIG_DFL);
  }
  std::signal(SIGPIPE, SIG_IGN);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  limit_memory(what.bytes);
  // A library that reads behind the end of a truncated file should find zeros there, not what an
  // earlier owner of the memory left.
  malloc_trim(0);
  if (!kSanitized) {
    if (const int null = ::open("/dev/null", O_WRONLY); null >= 0) dup2(null, STDERR_FILENO);
  }
  ByteBuffer result;
  std::string text;
  Outcome outcome = Outcome::read;
  int code = 0;
  try {
    read(result);
  } catch (const Error& e) {
    outcome = Outcome::error, code = static_cast<int>(e.code()), text = e.what();
  } catch (const std::bad_alloc&) {
    outcome = Outcome::memory;
  } catch (const std::length_error&) {
    outcome = Outcome::memory;
  } catch (const std::exception& e) {
    outcome = Outcome::internal, text = e.what();
  }
  if (outcome == Outcome::read)
    send(pipe, result.data(), result.size());
  else
    send(pipe, text.data(), text.size());
  send(pipe, &code, sizeof code);
  send(pipe, &outcome, sizeof outcome);
  _exit(0);
}

double seconds_of(clockid_t clock) {
  timespec t{};
  if (clock_gettime(clock, &t) != 0) return -1;
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

// Takes what the child sends, to its end. Returns whether the child had to be ended.
bool listen(pid_t child, int pipe, const Counter& counter, const GuardedReading& what,
            ByteBuffer& all) {
  clockid_t clock = CLOCK_MONOTONIC;
  if (clock_getcpuclockid(child, &clock) != 0) clock = CLOCK_MONOTONIC;
  const double most = clock == CLOCK_MONOTONIC ? 60 * what.most_idle_s : what.most_idle_s;
  std::uint64_t last = 0;
  double since = std::max(0.0, seconds_of(clock));
  std::vector<std::byte> part(1 << 16);
  for (;;) {
    pollfd ready{pipe, POLLIN, 0};
    if (poll(&ready, 1, 250) > 0) {
      const ssize_t n = ::read(pipe, part.data(), part.size());
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      all.insert(all.end(), part.begin(), part.begin() + n);
      since = std::max(since, seconds_of(clock));
      continue;
    }
    const std::uint64_t now = counter.load(std::memory_order_relaxed);
    const double used = seconds_of(clock);
    if (now != last) last = now, since = used;
    const bool endless = now / kStepsPerByte > what.bytes + kMoreSteps;
    if (used - since <= most && !endless) continue;
    kill(child, SIGKILL);
    return true;
  }
}

[[noreturn]] void fail(const GuardedReading& what, std::string_view why) {
  throw Error(Exit::usage, ErrorPlace(what.file.string()), fmt::format("the archive is damaged: {}", why));
}

// What the child has sent, without the words at the end; or what it says is wrong.
ByteBuffer taken(ByteBuffer all, const GuardedReading& what) {
  Outcome outcome;
  int code;
  std::memcpy(&outcome, all.data() + all.size() - sizeof outcome, sizeof outcome);
  std::memcpy(&code, all.data() + all.size() - sizeof outcome - sizeof code, sizeof code);
  all.resize(all.size() - sizeof outcome - sizeof code);
  if (outcome == Outcome::read) return all;
  const std::string text(reinterpret_cast<const char*>(all.data()), all.size());
  if (outcome == Outcome::error) throw Error::of_lines(static_cast<Exit>(code), text);
  if (outcome == Outcome::internal) throw InternalError(text);
  throw Error(Exit::usage, ErrorPlace(what.file.string()),
              fmt::format("reading it takes more memory than {} bytes of files should", what.bytes));
}

}  // namespace

void set_unguarded(bool on) { unguarded = on; }

void reading_gets_on() {
  if (steps) steps->fetch_add(1, std::memory_order_relaxed);
}

ByteBuffer read_guarded(const GuardedReading& what, const std::function<void(ByteBuffer&)>& read) {
  void* const shared =
      mmap(nullptr, sizeof(Counter), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int pipe[2] = {-1, -1};
  const pid_t parent = getpid();
  const bool can = !unguarded && shared != MAP_FAILED && pipe2(pipe, O_CLOEXEC) == 0;
  Counter* const counter = can ? new (shared) Counter(0) : nullptr;
  const pid_t child = can ? fork() : -1;
  if (child == 0) {
    close(pipe[0]);
    steps = counter;
    be_child(pipe[1], parent, what, read);
  }
  if (pipe[1] >= 0) close(pipe[1]);
  ByteBuffer all;
  bool ended = false;
  int status = 0;
  if (child > 0) {
    ended = listen(child, pipe[0], *counter, what, all);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  }
  if (pipe[0] >= 0) close(pipe[0]);
  if (shared != MAP_FAILED) munmap(shared, sizeof(Counter));
  if (child < 0) {  // no child can be had
    read(all);
    return {};
  }
  if (ended) fail(what, fmt::format("{} does not finish reading it", what.library));
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    if (signal == SIGINT || signal == SIGTERM || signal == SIGHUP) {
      throw Error(static_cast<Exit>(128 + signal), ErrorPlace(what.file.string()),
                  "reading it was interrupted");
    }
    fail(what, fmt::format("{} crashes on it with signal {}", what.library, signal));
  }
  if (all.size() < sizeof(int) + sizeof(Outcome)) {
    fail(what, fmt::format("{} ends on it with exit code {}", what.library, WEXITSTATUS(status)));
  }
  return taken(std::move(all), what);
}

}  // namespace kasuri::trace
