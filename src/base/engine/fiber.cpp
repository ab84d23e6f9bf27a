// SPDX-License-Identifier: MIT
#include "base/engine/fiber.h"

#include <cxxabi.h>

#include <boost/context/detail/fcontext.hpp>
#include <cerrno>
#include <utility>

#include "base/core/check.h"
#include "base/core/guarded.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif

namespace kasuri {
namespace ctx = boost::context::detail;

namespace {

// Stacks lie a power of two apart: without an offset of its own the first frames of every fiber
// would share a few sets of the first-level cache.
constexpr std::size_t colour(std::uint32_t fiber) { return fiber % 16 * 64; }

// The exceptions that a thread is handling belong to the fiber that handles them (the two members
// that the Itanium C++ ABI, section 2.2.2, gives to __cxa_eh_globals).
struct HandledExceptions {
  void* caught;
  unsigned int uncaught;
};

// Not inlined: the address is that of the thread, and a fiber may go on on another one.
[[gnu::noinline]] HandledExceptions exchange_exceptions(HandledExceptions with) {
  auto* mine = reinterpret_cast<HandledExceptions*>(abi::__cxa_get_globals());
  return std::exchange(*mine, with);
}

// Of the thread that runs the fiber now.
[[gnu::noinline]] void set_errno(int error) { errno = error; }

// AddressSanitizer wants to know on which stack the program is.
#ifdef __SANITIZE_ADDRESS__
thread_local const void* loop_stack = nullptr;
thread_local std::size_t loop_stack_bytes = 0;
void leaving(void** fake, const void* to, std::size_t bytes) {
  __sanitizer_start_switch_fiber(fake, to, bytes);
}
void arrived(void* fake, const void** from, std::size_t* bytes) {
  __sanitizer_finish_switch_fiber(fake, from, bytes);
}
// What a fiber that never returned has left marked.
void forget_frames(void* stack, std::size_t bytes) { __asan_unpoison_memory_region(stack, bytes); }
#else
constexpr const void* loop_stack = nullptr;
constexpr std::size_t loop_stack_bytes = 0;
void leaving(void**, const void*, std::size_t) {}
void arrived(void*, const void**, std::size_t*) {}
void forget_frames(void*, std::size_t) {}
#endif

[[gnu::noinline]] void arrived_on_fiber(void* fake) {
#ifdef __SANITIZE_ADDRESS__
  arrived(fake, &loop_stack, &loop_stack_bytes);
#else
  arrived(fake, nullptr, nullptr);
#endif
}

// ThreadSanitizer keeps the calls of each fiber apart, and wants to hear of a switch just before it.
// Macros, since a function must not be entered as one fiber and left as another.
#ifdef __SANITIZE_THREAD__
thread_local void* loop_tsan = nullptr;
// Every switch takes longer for each fiber that it has ever been told of. So what it has for one that has
// ended serves another, often, but not for ever: each leaves the calls that it did not return from. It
// must not see the list of these, which would bring the threads that share it in order.
struct TsanFiber {
  void* handle = __tsan_create_fiber(0);
  int uses = 0;
  TsanFiber* next = nullptr;
};
TsanFiber* idle_tsan_fibers = nullptr;
bool tsan_fibers_locked = false;
[[gnu::no_sanitize_thread]] TsanFiber* exchange_tsan_fiber(TsanFiber* given) {
  while (__atomic_exchange_n(&tsan_fibers_locked, true, __ATOMIC_ACQUIRE)) {
  }
  TsanFiber* const first = idle_tsan_fibers;
  if (given) {
    given->next = first;
    idle_tsan_fibers = given;
  } else if (first) {
    idle_tsan_fibers = first->next;
  }
  __atomic_store_n(&tsan_fibers_locked, false, __ATOMIC_RELEASE);
  return first;
}
[[gnu::no_sanitize_thread]] TsanFiber* take_tsan_fiber() {
  TsanFiber* const idle = exchange_tsan_fiber(nullptr);
  return idle ? idle : new TsanFiber;
}
[[gnu::no_sanitize_thread]] void give_back_tsan_fiber(void* fiber) {
  auto* const f = static_cast<TsanFiber*>(fiber);
  if (++f->uses < 1000) {
    exchange_tsan_fiber(f);
  } else {
    __tsan_destroy_fiber(f->handle);
  }
}
[[gnu::no_sanitize_thread]] void* tsan_handle(void* fiber) {
  return static_cast<TsanFiber*>(fiber)->handle;
}
#define TSAN_CREATE(slot) ((slot).tsan = take_tsan_fiber())
#define TSAN_ENTER(slot) \
  (loop_tsan = __tsan_get_current_fiber(), __tsan_switch_to_fiber(tsan_handle((slot).tsan), 0))
#define TSAN_LEAVE() __tsan_switch_to_fiber(loop_tsan, 0)
#define TSAN_DESTROY(slot) give_back_tsan_fiber((slot).tsan)
#else
#define TSAN_CREATE(slot) (void)0
#define TSAN_ENTER(slot) (void)0
#define TSAN_LEAVE() (void)0
#define TSAN_DESTROY(slot) (void)0
#endif

void* as_data(FiberPool::Outcome o) {
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(o));
}
FiberPool::Outcome as_outcome(void* data) {
  return static_cast<FiberPool::Outcome>(reinterpret_cast<std::uintptr_t>(data));
}

}  // namespace

// What runs between two stacks.
struct FiberSwitch {
  // The first frame of every fiber.
  static void first_frame(ctx::transfer_t from) {
    arrived_on_fiber(nullptr);
    set_errno(0);
    auto& pool = *static_cast<FiberPool*>(from.data);
    pool.loop_ = from.fctx;
    const FiberPool::Slot& slot = pool.slots_[pool.running_];
    try {
      slot.entry(slot.owner, slot.value);
    } catch (...) {
      pool.thrown_ = std::current_exception();
    }
    pool.finish();
  }
};

void FiberPool::give_up() {
  FiberPool* const pool = running();
  if (!pool) return;
  pool->crash_ = {};
  pool->leave(Outcome::crashed);
}

thread_local constinit FiberPool* FiberPool::current_ = nullptr;

FiberPool::FiberPool(const Options& options)
    : options_(options),
      stacks_({options.stack_bytes, options.capacity, options.guard, options.most_mapped}),
      slots_(options.capacity) {}

FiberPool::~FiberPool() {
  for (std::uint32_t s = 0; s < stacks_.prepared(); ++s) {
    forget_frames(stacks_.lowest(s), options_.stack_bytes);
  }
}

FiberPool::Id FiberPool::create(Entry entry, void* owner, std::uint32_t value) {
  Id fiber = first_free_;
  if (fiber != kNone) {
    first_free_ = slots_[fiber].next_free;
  } else {
    check(stacks_.prepared() < options_.capacity, "there is a stack for every fiber");
    fiber = stacks_.prepared();
    stacks_.prepare(fiber);
  }
  std::byte* top = stacks_.top(fiber) - colour(fiber);
  const auto bytes = static_cast<std::size_t>(top - stacks_.lowest(fiber));
  forget_frames(stacks_.lowest(fiber), bytes);
  slots_[fiber] = {ctx::make_fcontext(top, bytes, &FiberSwitch::first_frame), entry, owner, value,
                   kNone};
  TSAN_CREATE(slots_[fiber]);
  ++alive_;
  return fiber;
}

FiberPool::Outcome FiberPool::resume(Id fiber) {
  debug_check(!on_fiber(), "fibers are resumed by the loop");
  running_ = fiber;
  current_ = this;
  void* fake = nullptr;
  leaving(&fake, stacks_.lowest(fiber), options_.stack_bytes);
  TSAN_ENTER(slots_[fiber]);
  const ctx::transfer_t back = ctx::jump_fcontext(slots_[fiber].context, this);
  arrived(fake, nullptr, nullptr);
  running_ = kNone;
  current_ = nullptr;
  slots_[fiber].context = back.fctx;

  Outcome outcome = as_outcome(back.data);
  if (!stacks_.is_guarded(fiber) && !stacks_.intact(fiber)) [[unlikely]] {
    if (outcome != Outcome::crashed) crash_ = {};
    outcome = Outcome::overflowed;
  }
  if (outcome == Outcome::suspended) return outcome;
  --alive_;
  TSAN_DESTROY(slots_[fiber]);
  if (outcome == Outcome::ended) {
    slots_[fiber].next_free = first_free_;
    first_free_ = fiber;
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }
  return outcome;
}

void FiberPool::suspend() {
  const HandledExceptions mine = exchange_exceptions({});
  const int error = errno;
  void* fake = nullptr;
  leaving(&fake, loop_stack, loop_stack_bytes);
  TSAN_LEAVE();
  loop_ = ctx::jump_fcontext(loop_, as_data(Outcome::suspended)).fctx;
  arrived_on_fiber(fake);
  exchange_exceptions(mine);
  set_errno(error);
}

void FiberPool::finish() { leave(Outcome::ended); }

void FiberPool::leave(Outcome outcome) {
  guarded::way_out = nullptr;  // it may be given up within an access
  handles_signal_ = false;
  exchange_exceptions({});
  leaving(nullptr, loop_stack, loop_stack_bytes);
  TSAN_LEAVE();
  ctx::jump_fcontext(loop_, as_data(outcome));
  __builtin_unreachable();
}

}  // namespace kasuri
