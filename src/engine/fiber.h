// SPDX-License-Identifier: MIT
// User-level fibers: simulated ranks run ordinary blocking code on stacks of their own, switched by
// Boost.Context's fcontext (two switches: 11 ns). All stacks lie in one reserved mapping that is
// touched lazily, so an idle fiber costs the pages it has used, usually one or two.
//
// There are no guard pages unless asked for: the kernel allows 65,530 mappings, which end at 32,743
// fibers. Instead the end of each stack is a canary of untouched zero bytes (an untouched page
// costs nothing), read at each switch out. A frame that leaps over it without writing is not
// noticed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>

#include "core/pool.h"

namespace kasuri {

class FiberPool {
 public:
  using Id = std::uint32_t;
  using Entry = void (*)(void* owner, std::uint32_t value);
  static constexpr Id kNone = UINT32_MAX;

  struct Options {
    std::size_t stack_bytes = std::size_t{256} << 10;  // virtual; a multiple of the page size
    std::uint32_t capacity = 1 << 20;                  // fibers alive at once
    bool guards = false;                               // a guard page below each stack
  };

  static constexpr int kGivenUp = 0;  // in place of a signal's number

  // How a fiber came back to the loop.
  enum class Outcome : std::uint8_t {
    suspended,
    ended,
    overflowed,  // it wrote to the end of its stack, and perhaps beyond
    crashed      // a signal ended it, or give_up(), see crash()
  };

  struct Crash {
    int signal = kGivenUp;
    const void* address = nullptr;  // what could not be accessed, for SIGSEGV and SIGBUS
  };

  explicit FiberPool(const Options&);
  FiberPool(const FiberPool&) = delete;
  FiberPool& operator=(const FiberPool&) = delete;
  ~FiberPool();

  // A fiber that will call entry(owner, value) when it is first resumed.
  Id create(Entry entry, void* owner, std::uint32_t value);

  // Runs a fiber until it suspends or ends; from the loop, never from a fiber. Rethrows what the
  // entry threw. After anything but `suspended` the fiber is gone.
  Outcome resume(Id);

  // From a fiber: back to the loop, until resumed.
  void suspend();
  // From a fiber: its end, wherever it is; no destructors run, as with exit().
  [[noreturn]] void finish();

  bool on_fiber() const { return running_ != kNone; }

  // In a handler of a signal, on the alternate stack: if this thread runs a fiber, gives it up where it is,
  // as a crash with kGivenUp in place of the signal; else returns. Locks that the fiber holds stay held.
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

  // Turns SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT on a fiber of this thread into
  // Outcome::crashed; elsewhere they keep their default action.
  static void catch_crashes();

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

  std::byte* stack_end(Id) const;
  bool intact(Id) const;
  friend struct FiberSwitch;

  Options options_;
  std::byte* mapping_ = nullptr;
  std::size_t mapping_bytes_ = 0;
  LazyArray<Slot> slots_;
  Id first_free_ = kNone;
  std::uint32_t touched_ = 0;
  std::uint32_t alive_ = 0;
  Id running_ = kNone;
  void* loop_ = nullptr;  // where resume() was called
  Crash crash_;
  std::exception_ptr thrown_;
};

}  // namespace kasuri
