// SPDX-License-Identifier: MIT
#include "base/core/guarded_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
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

#include "base/core/check.h"
#include "base/core/errors.h"

namespace kasuri {
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

// How an answer begins, of which the rest is `bytes`: what was asked for, or the text of an error.
enum class Outcome : std::uint8_t { read, error, internal, memory };
struct AnswerHead {
  std::uint64_t bytes = 0;
  int code = 0;
  Outcome outcome = Outcome::read;
};

// False: nobody listens.
bool send_all(int socket, const void* from, std::size_t bytes) {
  const char* at = static_cast<const char*>(from);
  while (bytes > 0) {
    const ssize_t n = send(socket, at, bytes, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    bytes -= static_cast<std::size_t>(n);
  }
  return true;
}

// False: it ends before.
bool receive_all(int socket, void* to, std::size_t bytes) {
  char* at = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t n = recv(socket, at, bytes, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    bytes -= static_cast<std::size_t>(n);
  }
  return true;
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

double seconds_of(clockid_t clock) {
  timespec t{};
  if (clock_gettime(clock, &t) != 0) return -1;
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

[[noreturn]] void fail_reading(const GuardedReading& what, std::string_view why) {
  throw Error(Exit::usage, ErrorPlace(what.file.string()),
              fmt::format("{} is damaged: {}", what.what, why));
}

void prepare_child(const GuardedReading& what) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU, SIGSEGV, SIGBUS, SIGFPE,
                           SIGABRT}) {
    if (!kSanitized || signal == SIGINT || signal == SIGTERM) std::signal(signal, SIG_DFL);
  }
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  limit_memory(what.bytes);
  // A library that reads behind the end of a truncated file should find zeros there, not what an
  // earlier owner of the memory left.
  malloc_trim(0);
  if (!kSanitized) {
    if (const int null = ::open("/dev/null", O_WRONLY); null >= 0) dup2(null, STDERR_FILENO);
  }
}

}  // namespace

void set_unguarded(bool on) { unguarded = on; }

void reading_gets_on() {
  if (steps) steps->fetch_add(1, std::memory_order_relaxed);
}

GuardedProcess::GuardedProcess(GuardedReading what, Answer answer)
    : what_(std::move(what)), answer_(std::move(answer)) {
  if (unguarded) return;
  void* const memory =
      mmap(nullptr, sizeof(Counter), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  shared_ = new (memory) Counter(0);
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) return;
  const pid_t parent = getpid();
  child_ = fork();
  if (child_ == 0) {
    close(sockets[0]);
    be_child(sockets[1], parent);
  }
  close(sockets[1]);
  if (child_ > 0) socket_ = sockets[0];
  else close(sockets[0]);
}

GuardedProcess::~GuardedProcess() {
  if (child_ > 0) {
    kill(child_, SIGKILL);
    reap();
  }
  if (socket_ >= 0) close(socket_);
  if (shared_) munmap(shared_, sizeof(Counter));
}

int GuardedProcess::reap() {
  int status = 0;
  while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
  }
  child_ = 0;
  return status;
}

void GuardedProcess::be_child(int socket, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  steps = static_cast<Counter*>(shared_);
  prepare_child(what_);
  for (;;) serve(socket);
}

// One question.
void GuardedProcess::serve(int socket) {
  std::uint64_t size = 0;
  if (!receive_all(socket, &size, sizeof size)) _exit(0);
  ByteBuffer question(size), found;
  if (!receive_all(socket, question.data(), size)) _exit(0);
  AnswerHead head;
  std::string text;
  try {
    answer_(question, found);
  } catch (const Error& e) {
    head.outcome = Outcome::error, head.code = static_cast<int>(e.code()), text = e.what();
  } catch (const std::bad_alloc&) {
    head.outcome = Outcome::memory;
  } catch (const std::length_error&) {
    head.outcome = Outcome::memory;
  } catch (const std::exception& e) {
    head.outcome = Outcome::internal, text = e.what();
  }
  const bool is_read = head.outcome == Outcome::read;
  head.bytes = is_read ? found.size() : text.size();
  const void* const bytes = is_read ? static_cast<const void*>(found.data()) : text.data();
  if (!send_all(socket, &head, sizeof head) || !send_all(socket, bytes, head.bytes)) _exit(0);
}

// What the child answers, with its head. Throws Error if the child had to be ended.
ByteBuffer GuardedProcess::listen() {
  clockid_t clock = CLOCK_MONOTONIC;
  if (clock_getcpuclockid(child_, &clock) != 0) clock = CLOCK_MONOTONIC;
  const double most = clock == CLOCK_MONOTONIC ? 60 * what_.most_idle_s : what_.most_idle_s;
  const Counter& counter = *static_cast<Counter*>(shared_);
  std::uint64_t last = 0, wanted = sizeof(AnswerHead);
  double since = std::max(0.0, seconds_of(clock));
  ByteBuffer all;
  std::vector<std::byte> part(1 << 16);
  while (all.size() < wanted) {
    pollfd ready{socket_, POLLIN, 0};
    if (poll(&ready, 1, 250) > 0) {
      const auto most_bytes = std::min<std::uint64_t>(part.size(), wanted - all.size());
      const ssize_t n = recv(socket_, part.data(), most_bytes, 0);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) refuse_end(false);
      all.insert(all.end(), part.begin(), part.begin() + n);
      since = std::max(since, seconds_of(clock));
      if (wanted == sizeof(AnswerHead) && all.size() == wanted) {
        AnswerHead head;
        std::memcpy(&head, all.data(), sizeof head);
        wanted += head.bytes;
      }
      continue;
    }
    const std::uint64_t now = counter.load(std::memory_order_relaxed);
    const double used = seconds_of(clock);
    if (now != last) last = now, since = used;
    const bool endless = now / kStepsPerByte > what_.bytes + kMoreSteps;
    if (used - since > most || endless) refuse_end(true);
  }
  return all;
}

void GuardedProcess::refuse_end(bool was_ended) {
  if (was_ended) kill(child_, SIGKILL);
  const int status = reap();
  if (was_ended) fail_reading(what_, fmt::format("{} does not finish reading it", what_.library));
  if (!WIFSIGNALED(status)) {
    fail_reading(what_, fmt::format("{} ends on it with exit code {}", what_.library, WEXITSTATUS(status)));
  }
  const int signal = WTERMSIG(status);
  if (signal == SIGINT || signal == SIGTERM || signal == SIGHUP) {
    throw Error(static_cast<Exit>(128 + signal), ErrorPlace(what_.file.string()),
                "reading it was interrupted");
  }
  fail_reading(what_, fmt::format("{} crashes on it with signal {}", what_.library, signal));
}

ByteBuffer GuardedProcess::ask(std::span<const std::byte> question) {
  if (child_ < 0) {
    ByteBuffer found;
    answer_(question, found);
    return found;
  }
  if (child_ == 0) fail_reading(what_, fmt::format("{} cannot read it", what_.library));
  const std::uint64_t size = question.size();
  if (!send_all(socket_, &size, sizeof size) || !send_all(socket_, question.data(), size)) {
    refuse_end(false);
  }
  ByteBuffer all = listen();
  AnswerHead head;
  std::memcpy(&head, all.data(), sizeof head);
  all.erase(all.begin(), all.begin() + sizeof head);
  if (head.outcome == Outcome::read) return all;
  const std::string text(reinterpret_cast<const char*>(all.data()), all.size());
  if (head.outcome == Outcome::error) throw Error::of_lines(static_cast<Exit>(head.code), text);
  if (head.outcome == Outcome::internal) throw InternalError(text);
  throw Error(Exit::usage, ErrorPlace(what_.file.string()),
              fmt::format("reading it takes more memory than {} bytes of files should", what_.bytes));
}

ByteBuffer read_guarded(const GuardedReading& what, const std::function<void(ByteBuffer&)>& read) {
  GuardedProcess reader(what, [&](std::span<const std::byte>, ByteBuffer& found) { read(found); });
  ByteBuffer found = reader.ask({});
  if (!reader.has_child()) found.clear();
  return found;
}

}  // namespace kasuri
