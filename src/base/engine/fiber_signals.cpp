// SPDX-License-Identifier: MIT
// What ends a fiber against its will: signals, std::terminate(), and a fork, whose child must not go
// on as a second simulator.
#include "base/engine/fiber_signals.h"

#include <execinfo.h>
#include <pthread.h>
#include <ucontext.h>
#include <unistd.h>

#include <boost/context/detail/fcontext.hpp>
#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "base/core/allocation.h"
#include "base/core/guarded.h"
#include "base/core/streams.h"
#include "base/engine/fiber.h"
#include "base/engine/strand.h"

namespace kasuri {
namespace {

namespace ctx = boost::context::detail;

constexpr int kFaults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
// These end a process unless it handles them; a fiber that sends its own process one ends alone.
constexpr int kSent[] = {SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM,
                         SIGPROF, SIGQUIT, SIGXCPU, SIGPOLL};

thread_local bool catches_crashes = false;
std::atomic<pid_t> simulator = 0;  // stored by each thread that runs fibers
std::terminate_handler usual_terminate = nullptr;

void say(std::string_view text) {
  [[maybe_unused]] const ssize_t ignored = write(STDERR_FILENO, text.data(), text.size());
}

// The kernel's answer to the signal, as if there were no handler.
void die(int signal) {
  std::signal(signal, SIG_DFL);
  raise(signal);
}

void* instruction_of(const ucontext_t& c) {
#if defined(__x86_64__)
  return reinterpret_cast<void*>(c.uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return reinterpret_cast<void*>(c.uc_mcontext.pc);
#endif
}

void* stack_pointer_of(const ucontext_t& c) {
#if defined(__x86_64__)
  return reinterpret_cast<void*>(c.uc_mcontext.gregs[REG_RSP]);
#elif defined(__aarch64__)
  return reinterpret_cast<void*>(c.uc_mcontext.sp);
#endif
}

}  // namespace

struct FiberSignals {
  using Crash = FiberPool::Crash;

  // On the alternate stack: gives the fiber up where it is and goes on in the loop. Nothing returns
  // to the fiber or to this frame. A fault of the walk over a damaged stack ends that walk. Nothing here
  // allocates or takes a lock: the code that was interrupted may hold any.
  static void on_signal(int signal, siginfo_t* info, void* context) {
    leave_guarded_access(signal);
    FiberPool* const pool = FiberPool::running();
    const bool is_fault = std::ranges::find(kFaults, signal) != std::end(kFaults);
    const bool is_own = info->si_code <= 0 && info->si_pid == getpid();
    const bool is_of_this_code = is_own || (is_fault && info->si_code > 0);
    if (!pool) {
      if (signal == FiberPool::interruption() && is_own) return;
      if (is_of_this_code && FiberPool::stray_.crashed) note_stray(signal, *info, context);
      if (is_of_this_code && in_allocator) leave_allocator();
      if (is_fault && !FiberPool::in_child()) {
        say("kasuri: crashed outside of the simulated ranks; a program may have written into memory "
            "that is not its own, or a thread that it made has crashed\n");
      }
      return die(signal);
    }
    if (!is_of_this_code) return die(signal);
    if (signal == FiberPool::interruption() && !may_interrupt(*pool)) return;
    if (in_allocator && !is_in_program(*pool)) leave_allocator();
    leave_locks();
    if (!pool->handles_signal_) {
      pool->handles_signal_ = true;
      const auto& machine = *static_cast<const ucontext_t*>(context);
      pool->crash_ = {signal, info->si_addr, {instruction_of(machine)}, 1};
      walk(pool->crash_, stack_pointer_of(machine), pool);
    }
    const auto& machine = *static_cast<const ucontext_t*>(context);
    const bool invalid_access = signal == SIGSEGV || signal == SIGBUS;
    const bool overflow =
        invalid_access &&
        (pool->stacks_.is_overflow(pool->running_, pool->crash_.address, stack_pointer_of(machine)) ||
         Strand::has_overflowed(pool->crash_.address, stack_pointer_of(machine)));
    pool->leave(overflow ? FiberPool::Outcome::overflowed : FiberPool::Outcome::crashed);
  }

  // What the interrupted code held is never given back by it.
  static void leave_locks() {
    note_damaged_heap();
    unlock_streams();
  }

  static bool is_in_program(const FiberPool& pool) {
    const FiberPool::Slot& slot = pool.slots_[pool.running_];
    return !pool.options_.interruptible || pool.options_.interruptible(slot.owner, slot.value);
  }
  static bool may_interrupt(const FiberPool& pool) { return !in_allocator && is_in_program(pool); }

  // On a thread that is not the simulator's.
  static void note_stray(int signal, const siginfo_t& info, const void* context) {
    static thread_local constinit bool handles = false;
    static thread_local constinit Crash crash{};
    if (!FiberPool::stray_.is_known()) return;
    leave_locks();
    if (!handles) {
      handles = true;
      const auto& machine = *static_cast<const ucontext_t*>(context);
      crash = {signal, info.si_addr, {instruction_of(machine)}, 1};
      walk(crash, stack_pointer_of(machine), nullptr);
    }
    FiberPool::stray_.crashed(crash);
  }

  // The calls that led to the instruction.
  static void walk(Crash& crash, const void* stack_pointer, const FiberPool* pool) {
    constexpr int kOwn = 4;  // frames of this handler
    void* all[kOwn + std::tuple_size_v<decltype(crash.code)>];
    const int n = backtrace(all, std::size(all));
    void** const found = std::find(all, all + n, crash.code[0]);
    if (found != all + n) {
      crash.frames = std::min<std::size_t>(static_cast<std::size_t>(all + n - found),
                                           crash.code.size());
      std::copy_n(found, crash.frames, crash.code.begin());
      return;
    }
    // A call of what is no code: the caller's address lies on the stack.
    const auto* const sp = static_cast<const std::byte*>(stack_pointer);
    if (!pool || !pool->stacks_.holds(pool->running_, sp)) return;
    std::memcpy(&crash.code[1], sp, sizeof(void*));
    crash.frames = 2;
  }

  [[noreturn]] static void on_terminate() {
    FiberPool* const pool = FiberPool::running();
    if (pool && pool->options_.terminated && !pool->handles_signal_) {
      pool->handles_signal_ = true;  // should what() of the exception fail in turn
      const FiberPool::Slot& slot = pool->slots_[pool->running_];
      pool->options_.terminated(slot.owner, slot.value);
    }
    const FiberPool::Stray& stray = FiberPool::stray_;
    if (!pool && stray.is_known && stray.is_known()) stray.terminated();
    if (usual_terminate) usual_terminate();
    std::abort();
  }

  // ---- fork ----

  static void before_fork() {
    if (FiberPool::running()) std::fflush(nullptr);  // what is printed is printed once
  }

  // In the child, what would lead back to the loop leads here instead.
  static void in_child() {
    alignas(64) static std::byte stack[std::size_t{64} << 10];
    FiberPool* const pool = FiberPool::running();
    if (pool) pool->loop_ = ctx::make_fcontext(std::end(stack), sizeof stack, &end_child);
  }

  [[noreturn]] static void end_child(ctx::transfer_t from) {
    const auto outcome =
        static_cast<FiberPool::Outcome>(reinterpret_cast<std::uintptr_t>(from.data));
    if (outcome == FiberPool::Outcome::crashed || outcome == FiberPool::Outcome::overflowed) {
      die(FiberPool::current_->crash_.signal);
    }
    say("kasuri: a child that a simulated rank has forked called the simulator; it may only end, or "
        "run another program\n");
    _exit(1);
  }
};

void FiberPool::use_alternate_stack() {
  alignas(64) static thread_local std::byte alternate[std::size_t{64} << 10];
  stack_t stack{};
  stack.ss_sp = alternate;
  stack.ss_size = sizeof alternate;
  sigaltstack(&stack, nullptr);
}

void FiberPool::catch_crashes() {
  use_alternate_stack();
  catches_crashes = true;
  simulator.store(getpid(), std::memory_order_relaxed);

  struct sigaction action {};
  action.sa_sigaction = &FiberSignals::on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int signal : kFaults) sigaction(signal, &action, nullptr);
  sigaction(interruption(), &action, nullptr);
  for (const int signal : kSent) {
    struct sigaction present {};
    sigaction(signal, nullptr, &present);
    if (!(present.sa_flags & SA_SIGINFO) && present.sa_handler == SIG_DFL) {
      sigaction(signal, &action, nullptr);
    }
  }

  static const bool once = [] {
    void* frame = nullptr;
    backtrace(&frame, 1);  // loads what it needs; a signal handler must not
    usual_terminate = std::set_terminate(&FiberSignals::on_terminate);
    pthread_atfork(&FiberSignals::before_fork, nullptr, &FiberSignals::in_child);
    return true;
  }();
  (void)once;
}

bool is_sent_by_fiber(const siginfo_t& info) {
  return FiberPool::running() && info.si_code <= 0 && info.si_pid == getpid();
}

void end_fiber_by(int signal, siginfo_t* info, void* context) {
  FiberSignals::on_signal(signal, info, context);
}

bool FiberPool::is_simulator_thread() { return catches_crashes; }

int FiberPool::interruption() { return SIGRTMIN + 5; }

// By its number in the kernel: it may have ended.
void FiberPool::interrupt(pid_t thread) { tgkill(getpid(), thread, interruption()); }

bool FiberPool::in_child() {
  const pid_t known = simulator.load(std::memory_order_relaxed);
  return known != 0 && getpid() != known;
}

}  // namespace kasuri
