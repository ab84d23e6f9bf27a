// SPDX-License-Identifier: MIT
// User-level fibers: simulated ranks run ordinary blocking code on stacks of their own, switched by
// Boost.Context's fcontext (two switches: 11 ns). The stacks and their guards are stack_area.h's. What
// ends a fiber against its will (signals, std::terminate) is fiber_signals.cpp's.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>

#include "base/core/pool.h"
#include "base/engine/stack_area.h"

namespace kasuri {

class FiberPool {
 public:
  using Id = std::uint32_t;
  using Entry = void (*)(void* owner, std::uint32_t value);
  static constexpr Id kNone = UINT32_MAX;

  struct Options {
    std::size_t stack_bytes = std::size_t{256} << 10;  // virtual; a multiple of the page size
    std::uint32_t capacity = 1 << 20;                  // fibers alive at once
    StackArea::Guard guard = StackArea::Guard::best;
    std::uint32_t most_mapped = UINT32_MAX;
    // Called on a fiber, with its owner and value, when std::terminate() is called there; must end the
    // fiber. Null: that is a crash.
    Entry terminated = nullptr;
    // Whether interrupt() may end the fiber where it is. Null: everywhere.
    bool (*interruptible)(void* owner, std::uint32_t value) = nullptr;
  };

  static constexpr int kGivenUp = 0;  // in place of a signal's number

  // How a fiber came back to the loop.
  enum class Outcome : std::uint8_t {
    suspended,
    ended,
    overflowed,  // it has left its stack; see crash() for where, if that has frames
    crashed      // a signal ended it, or give_up(), see crash()
  };

  struct Crash {
    int signal = kGivenUp;
    const void* address = nullptr;  // what could not be accessed, for SIGSEGV and SIGBUS
    // The instruction, then where it returns to, and so on.
    std::array<void*, 32> code{};
    std::size_t frames = 0;
    std::span<void* const> stack() const { return {code.data(), frames}; }
  };

  // For threads that are not the simulator's, but known. `crashed` (in the handler of the signal) and
  // `terminated` do not return.
  struct Stray {
    bool (*is_known)();  // this thread
    void (*crashed)(const Crash&);
    void (*terminated)();
  };
  static void know_strays(const Stray& s) { stray_ = s; }
  static void use_alternate_stack();  // of this thread, for handlers of signals

  explicit FiberPool(const Options&);
  FiberPool(const FiberPool&) = delete;
  FiberPool& operator=(const FiberPool&) = delete;
  ~FiberPool();

  // A fiber that will call entry(owner, value) when it is first resumed.
  Id create(Entry entry, void* owner, std::uint32_t value);

  // Runs a fiber until it suspends or ends; from the loop, never from a fiber, on any thread, one at a
  // time. Rethrows what the entry threw. After anything but `suspended` the fiber is gone.
  Outcome resume(Id);

  // From a fiber: back to the loop, until resumed.
  void suspend();
  // From a fiber: its end, wherever it is; no destructors run, as with exit().
  [[noreturn]] void finish();

  bool on_fiber() const { return running_ != kNone; }

  // On a fiber, or in a handler of a signal on the alternate stack: if this thread runs a fiber, gives it
  // up where it is, as a crash with kGivenUp in place of the signal; else returns. Locks that it holds
  // stay held.
  static void give_up();
  const Crash& crash() const { return crash_; }
  std::uint32_t alive() const { return alive_; }

  // Fetches what resume() will touch first.
  void prefetch(Id fiber) const {
    const char* frame = static_cast<const char*>(slots_[fiber].context);
    __builtin_prefetch(frame);
    __builtin_prefetch(frame + 64);
    __builtin_prefetch(frame + 128);
  }

  // Stacks that were used, and those of them that have a guard.
  std::uint32_t stacks() const { return stacks_.prepared(); }
  std::uint32_t guarded() const { return stacks_.guarded(); }

  // Whether code at `frame` of the fiber that runs may jump to this stack pointer: on a fiber's stack, up
  // its own. Stacks that a program has made are its own affair.
  bool may_jump(const void* stack_pointer, const void* frame) const {
    const bool is_own = stacks_.holds(running_, stack_pointer);
    if (!is_own || !stacks_.holds(running_, frame)) return is_own || !stacks_.holds_any(stack_pointer);
    return stack_pointer >= frame;
  }

  // Turns SIGSEGV, SIGFPE, SIGABRT and the like on a fiber of this thread into Outcome::crashed, and
  // so signals that a fiber sends its own process. Elsewhere they keep their default action.
  static void catch_crashes();
  // Whether this thread has called catch_crashes().
  static bool is_simulator_thread();
  // The pool that this thread runs a fiber of, or null.
  static FiberPool* running() { return current_ && current_->on_fiber() ? current_ : nullptr; }
  // Has another thread's fiber, if it runs one now that may be interrupted, crash with interruption().
  static void interrupt(pid_t thread);
  static int interruption();
  // Whether this is a child of the simulator, which a program has forked. Such a child is never the
  // simulator again: where it would come back to the loop, it ends.
  static bool in_child();

 private:
  struct Slot {
    void* context;
    Entry entry;
    void* owner;
    std::uint32_t value;
    Id next_free;
#ifdef __SANITIZE_THREAD__
    void* tsan = nullptr;  // what ThreadSanitizer knows the fiber by
#endif
  };

  friend struct FiberSwitch;
  friend struct FiberSignals;

  // From a fiber to the loop, for good.
  [[noreturn]] void leave(Outcome);

  // The pool whose fiber this thread runs.
  static thread_local constinit FiberPool* current_;
  static inline constinit Stray stray_{};

  Options options_;
  StackArea stacks_;
  LazyArray<Slot> slots_;
  Id first_free_ = kNone;
  std::uint32_t alive_ = 0;
  Id running_ = kNone;
  void* loop_ = nullptr;  // where resume() was called
  Crash crash_;
  bool handles_signal_ = false;
  std::exception_ptr thrown_;
};

}  // namespace kasuri
