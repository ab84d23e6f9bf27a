// SPDX-License-Identifier: MIT
#include "experiment/run/host_watch.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>

#include "base/core/allocation.h"
#include "base/core/compiler.h"
#include "base/core/host_memory.h"
#include "mpi/ranks/program_heap.h"
#include "mpi/ranks/world.h"
#include "experiment/run/machine.h"

namespace kasuri {
namespace {

using namespace std::chrono_literals;

constexpr double kGrace = 0.25;  // s that a rank gets to come back by itself when the run ends

double seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

std::string size(std::uint64_t bytes) { return to_string(Bytes{static_cast<std::int64_t>(bytes)}); }

// --- Where a thread is, asked by a signal ---

int kick() { return SIGRTMIN + 6; }  // + 5 is FiberPool::interruption()

enum class Wish : int { nothing, place, leave };
std::atomic<Wish> wish{Wish::nothing};
std::atomic<std::uintptr_t> seen_at{0};
// One is on its way. On a busy host several would come at once, each on top of the one before, and
// overflow the stack for signals.
std::atomic<bool> kicks{false};

// The code of programs and of libraries that came with them.
struct CodeRange {
  std::uintptr_t from, to;
};
std::array<CodeRange, 512> program_code;
std::atomic<std::size_t> program_ranges{0};

int count_object(dl_phdr_info*, std::size_t, void* n) {
  ++*static_cast<std::size_t*>(n);
  return 0;
}

std::size_t loaded_objects() {
  std::size_t n = 0;
  dl_iterate_phdr(count_object, &n);
  return n;
}

// Objects are listed in the order of their loading: what the process began with comes first.
const std::size_t own_objects = loaded_objects();

int add_code(dl_phdr_info* info, std::size_t, void* skip) {
  auto& own = *static_cast<std::size_t*>(skip);
  if (own > 0) {
    --own;
    return 0;
  }
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    const std::size_t n = program_ranges;
    if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_X) || n == program_code.size()) continue;
    const std::uintptr_t from = info->dlpi_addr + segment.p_vaddr;
    program_code[n] = {from, from + segment.p_memsz};
    program_ranges = n + 1;
  }
  return 0;
}

bool in_program(std::uintptr_t at) {
  for (std::size_t i = 0; i < program_ranges; ++i) {
    if (at >= program_code[i].from && at < program_code[i].to) return true;
  }
  return false;
}

std::uintptr_t interrupted_at([[maybe_unused]] void* context) {
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<ucontext_t*>(context)->uc_mcontext.pc;
#else
  return 0;
#endif
}

// Whether what was interrupted is a call of the kernel that waits, such as sleep() or read().
bool interrupts_a_wait([[maybe_unused]] void* context) {
#if defined(__x86_64__)
  const auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto* const after = reinterpret_cast<const unsigned char*>(registers[REG_RIP]);
  return registers[REG_RAX] == -EINTR && after[-2] == 0x0f && after[-1] == 0x05;  // syscall
#else
  return false;
#endif
}

void send_kick(pthread_t thread) {
  if (!kicks.exchange(true)) pthread_kill(thread, kick());
}

void on_kick(int, siginfo_t*, void* context) {
  kicks = false;
  const std::uintptr_t at = interrupted_at(context);
  const bool safe = in_program(at);
  if (wish == Wish::place && safe) seen_at = at;
  if (wish == Wish::leave && (safe || interrupts_a_wait(context))) FiberPool::give_up();
}

// With SA_RESTART a call of the kernel that waits goes on as if nothing had been; without, it may be left
// for good.
void handle_kicks(int flags) {
  struct sigaction action {};
  action.sa_sigaction = on_kick;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | flags;
  sigaction(kick(), &action, nullptr);
}

// "in relax (halo.c:17)", as far as that can be known.
std::string describe_place(std::uintptr_t at) {
  Dl_info object{};
  if (at == 0 || !dladdr(reinterpret_cast<void*>(at), &object) || !object.dli_fname) return "";
  std::string function = object.dli_sname ? object.dli_sname : "", line;
  try {
    std::string file = object.dli_fname;
    if (const std::string_view self = "/proc/self/"; file.starts_with(self)) {  // a copy in memory
      file.replace(0, self.size(), fmt::format("/proc/{}/", getpid()));
    }
    const auto offset = at - reinterpret_cast<std::uintptr_t>(object.dli_fbase);
    const CompilerOutcome found =
        run_to_end({"addr2line", "-f", "-C", "-s", "-e", file, fmt::format("{:#x}", offset)});
    const std::size_t end = found.output.find('\n');
    if (found.ok && end != std::string::npos && !found.output.starts_with("?")) {
      function = found.output.substr(0, end);
      line = found.output.substr(end + 1);
      line = line.substr(0, line.find_first_of(" \n"));
    }
  } catch (const Error&) {  // there is no addr2line
  }
  if (function.empty()) return "";
  return fmt::format(", in {}{}", function,
                     line.empty() || line.starts_with("?") ? "" : fmt::format(" ({})", line));
}

std::thread start_without_signals(std::function<void()> body) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread([body = std::move(body)] {
    body();
    if (heap_is_damaged) syscall(SYS_exit, 0);  // as in base/engine/thread_team.cpp
  });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

}  // namespace

HostWatch::HostWatch(Machine& machine, Options options)
    : machine_(machine), options_(std::move(options)), held_(machine.domains().size()) {
  constexpr std::uint64_t kLargest = 64 << 20;
  reserve_ = std::min(kLargest, (available_memory() + present_memory()) / 32);
  program_ranges = 0;
  std::size_t own = own_objects;
  dl_iterate_phdr(add_code, &own);
  wish = Wish::nothing;
  handle_kicks(SA_RESTART);
  thread_ = start_without_signals([this] { watch(); });
}

HostWatch::~HostWatch() {
  {
    const std::lock_guard guard(lock_);
    done_ = true;
  }
  ends_.notify_all();
  thread_.join();
}

std::string HostWatch::out_of_memory() const {
  const std::lock_guard guard(lock_);
  return why_;
}

void HostWatch::watch() {
  bool leaving = false;
  for (;;) {
    {
      std::unique_lock guard(lock_);
      if (ends_.wait_for(guard, leaving ? 2ms : 20ms, [this] { return done_; })) return;
    }
    if (!stopping_) look_at_memory();
    leaving = false;
    for (std::size_t i = 0; i < held_.size(); ++i) {
      leaving |= look_at_rank(machine_.domain(i).world(), held_[i]);
    }
  }
}

void HostWatch::end_run(std::string why) {
  {
    const std::lock_guard guard(lock_);
    why_ = std::move(why);
  }
  stopping_ = true;
  machine_.windows().request_stop();
}

// Programs can fill gigabytes a second: the host is asked the more often the less it has.
void HostWatch::look_at_memory() {
  constexpr unsigned kSeldom = 10;
  if (options_.memory_limit == static_cast<std::uint64_t>(INT64_MAX)) return;  // unlimited
  const std::uint64_t here = present_memory();
  const auto of_programs = [] {
    const std::uint64_t heap = mpi::ProgramHeap::now();
    return heap ? fmt::format("; its programs have allocated {}", size(heap)) : "";
  };
  if (options_.memory_limit && here > *options_.memory_limit) {
    return end_run(fmt::format("the process has {}, more than run.memory_limit = \"{}\"{}", size(here),
                               size(*options_.memory_limit), of_programs()));
  }
  if (until_host_ > 0) {
    --until_host_;
    return;
  }
  const std::uint64_t left = available_memory();
  if (left < reserve_ && here > 4 * reserve_) {
    return end_run(fmt::format("the host has only {} left, and the process has {}{}", size(left),
                               size(here), of_programs()));
  }
  until_host_ = left < 32 * reserve_ ? 0 : kSeldom;
}

bool HostWatch::look_at_rank(mpi::World& world, Held& held) {
  const mpi::Coroutines::OnHost now = world.coroutines().on_host();
  const double time = seconds();
  if (now.coroutine == mpi::World::kNone || now.switches != held.switches) {
    held = {now.switches, time, false};
    return false;
  }
  const bool ends = machine_.domain(0).partition().stop_requested();
  if (ends && time - held.since > kGrace) {
    if (wish != Wish::leave) handle_kicks(0);
    wish = Wish::leave;
    world.coroutines().leave_program();
    send_kick(world.coroutines().thread());
    return true;
  }
  if (!held.named && time - held.since >= options_.patience_s) {
    held.named = true;
    name(world, now.coroutine, time - held.since);
  }
  return false;
}

void HostWatch::name(const mpi::World& world, std::uint32_t coroutine, double held_s) {
  constexpr int kTries = 50;  // it may be in a library, too
  seen_at = 0;
  wish = Wish::place;
  for (int i = 0; i < kTries && seen_at == 0; ++i) {
    send_kick(world.coroutines().thread());
    std::this_thread::sleep_for(1ms);
  }
  wish = Wish::nothing;
  const std::string text = fmt::format(
      "{} has run on the host for {:.0f} s without a call that takes simulated time{}; Ctrl-C ends the run",
      world.ranks().name_of(world.coroutines()[coroutine].rank), held_s, describe_place(seen_at));
  if (options_.tell) return options_.tell(text);
  std::fputs(fmt::format("kasuri: {}\n", text).c_str(), stderr);
}

}  // namespace kasuri
