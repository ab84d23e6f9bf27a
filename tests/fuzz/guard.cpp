// SPDX-License-Identifier: MIT
#include "guard.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
// The allocator takes a third of the time. So freed memory is kept for about an input only, and reports
// do not say where memory was allocated.
extern "C" const char* __asan_default_options() {
  return "max_allocation_size_mb=1024:hard_rss_limit_mb=3000:detect_leaks=0:quarantine_size_mb=1:"
         "thread_local_quarantine_size_kb=64:malloc_context_size=1:max_malloc_fill_size=64:"
         "detect_stack_use_after_return=0:handle_segv=1:allocator_may_return_null=0";
}
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_UNDEFINED__)
extern "C" const char* __ubsan_default_options() { return "print_stacktrace=1:halt_on_error=1"; }
// It ends the process by itself, without the callback of the address sanitizer.
extern "C" void __ubsan_on_report() { kasuri::fuzz::keep(); }
#endif

namespace kasuri::fuzz {
namespace {

// A handler may not allocate: all that it needs is here.
std::string g_folder;
pid_t g_owner = 0;  // a child that reads for it may die
const Input* volatile g_input = nullptr;
std::atomic<std::uint64_t> g_number{0};
std::uint64_t g_seen = 0;
unsigned g_ticks = 0, g_most_ticks = 10;
unsigned g_wall_seconds = 0;

void say(const char* text) {
  const ssize_t ignored = write(STDERR_FILENO, text, std::strlen(text));
  static_cast<void>(ignored);
}

// The folders of a path under our folder, then the file.
void write_file(const char* folder, const File& f) {
  std::array<char, 1024> path{};
  std::snprintf(path.data(), path.size(), "%s/%s", folder, f.name.c_str());
  for (char* slash = std::strchr(path.data() + std::strlen(folder) + 1, '/'); slash;
       slash = std::strchr(slash + 1, '/')) {
    *slash = 0;
    mkdir(path.data(), 0777);
    *slash = '/';
  }
  const int fd = open(path.data(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (fd < 0) return say("the input cannot be kept\n");
  for (std::size_t done = 0; done < f.bytes.size();) {
    const ssize_t n = write(fd, f.bytes.data() + done, f.bytes.size() - done);
    if (n <= 0) break;
    done += static_cast<std::size_t>(n);
  }
  close(fd);
}

void died(int signal) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "FINDING: signal %d\n", signal);
  say(text.data());
  keep();
  std::signal(signal, SIG_DFL);
  raise(signal);
}

void late(int) {
  if (!g_input) return;
  say("FINDING: the input takes too long\n");
  keep();
  std::signal(SIGABRT, SIG_DFL);
  abort();
}

// Once a second of processor time.
void ticked(int signal) {
  if (g_number.load(std::memory_order_relaxed) != g_seen) {
    g_seen = g_number.load(std::memory_order_relaxed);
    g_ticks = 0;
    return;
  }
  if (++g_ticks >= g_most_ticks) late(signal);
}

void handle(int signal, void (*f)(int)) {
  struct sigaction action {};
  action.sa_handler = f;
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void guard(const std::filesystem::path& folder, unsigned cpu_seconds) {
  g_folder = folder.string();
  g_owner = getpid();
  g_most_ticks = cpu_seconds;
  g_wall_seconds = 15 * cpu_seconds;  // for inputs that sleep; a busy machine is slow
  std::filesystem::create_directories(folder);
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_set_death_callback([] { keep(); });
#else
  for (const int s : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) handle(s, died);
  const rlimit memory{rlim_t{6} << 30, rlim_t{6} << 30};
  setrlimit(RLIMIT_AS, &memory);
#endif
  handle(SIGABRT, died);
  handle(SIGALRM, late);
  handle(SIGPROF, ticked);
  const itimerval second{{1, 0}, {1, 0}};
  setitimer(ITIMER_PROF, &second, nullptr);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
}

void reading(const Input* input, std::uint64_t number) {
  g_input = input;
  g_number.store(number, std::memory_order_relaxed);
  alarm(input ? g_wall_seconds : 0);
}

void keep() {
  const Input* const input = g_input;
  if (!input || getpid() != g_owner) return;
  g_input = nullptr;
  std::array<char, 512> folder{};
  std::snprintf(folder.data(), folder.size(), "%s-%llu", g_folder.c_str(),
                static_cast<unsigned long long>(g_number.load(std::memory_order_relaxed)));
  mkdir(folder.data(), 0777);
  for (const File& f : *input) write_file(folder.data(), f);
  say("input kept in ");
  say(folder.data());
  say("\n");
}

}  // namespace kasuri::fuzz
