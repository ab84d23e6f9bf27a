// SPDX-License-Identifier: MIT
#include "engine/fiber.h"

#include <cxxabi.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <boost/context/detail/fcontext.hpp>
#include <csignal>
#include <cstring>
#include <utility>

#include "core/check.h"
#include "core/errors.h"
#include "core/guarded.h"

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

constexpr std::size_t kPage = 4096;
constexpr std::size_t kCanaryBytes = 64;

// Stacks lie a power of two apart: without an offset of its own the first frames of every fiber
// would share a few sets of the first-level cache.
constexpr std::size_t colour(std::uint32_t fiber) { return fiber % 16 * 64; }

// The fiber being run by this thread, for the signal handler.
thread_local FiberPool* running_pool = nullptr;

// The exceptions that a thread is handling belong to the fiber that handles them (the two members
// that the Itanium C++ ABI, section 2.2.2, gives to __cxa_eh_globals).
struct HandledExceptions {
  void* caught;
  unsigned int uncaught;
};

HandledExceptions exchange_exceptions(HandledExceptions with) {
  auto* mine = reinterpret_cast<HandledExceptions*>(abi::__cxa_get_globals());
  return std::exchange(*mine, with);
}

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

void arrived_on_fiber(void* fake) {
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

  // On the alternate stack: gives the fiber up where it is and goes on in the loop. Nothing returns
  // to the fiber or to this frame.
  static void on_signal(int signal, siginfo_t* info, void*) {
    leave_guarded_access(signal);
    FiberPool* pool = running_pool;
    if (!pool || !pool->on_fiber()) {
      std::signal(signal, SIG_DFL);
      raise(signal);
      return;
    }
    pool->crash_ = {signal, info->si_addr};
    leaving(nullptr, loop_stack, loop_stack_bytes);
    TSAN_LEAVE();
    ctx::jump_fcontext(pool->loop_, as_data(FiberPool::Outcome::crashed));
  }
};

void FiberPool::give_up() {
  FiberPool* const pool = running_pool;
  if (!pool || !pool->on_fiber()) return;
  pool->crash_ = {kGivenUp, nullptr};
  leaving(nullptr, loop_stack, loop_stack_bytes);
  TSAN_LEAVE();
  ctx::jump_fcontext(pool->loop_, as_data(Outcome::crashed));
}

// Out of reach, below the lowest stack.
static constexpr std::size_t kFloor = std::size_t{1} << 20;

FiberPool::FiberPool(const Options& options) : options_(options), slots_(options.capacity) {
  check(options.stack_bytes % kPage == 0 && options.stack_bytes >= 4 * kPage,
        "a stack is a multiple of the page size");
  mapping_bytes_ = options.stack_bytes * options.capacity;
  if (mapping_bytes_ == 0) return;
  mapping_bytes_ += kFloor;
  void* p = mmap(nullptr, mapping_bytes_, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) {
    throw Error(Exit::limit, fmt::format("cannot reserve {} stacks of {} bytes: {}",
                                         options.capacity, options.stack_bytes, strerror(errno)));
  }
  // Recursion without end runs through the stacks below, and must not run on into other memory.
  mprotect(p, kFloor, PROT_NONE);
  mapping_ = static_cast<std::byte*>(p) + kFloor;
  madvise(mapping_, mapping_bytes_ - kFloor, MADV_NOHUGEPAGE);  // one would back eight stacks
}

FiberPool::~FiberPool() {
  if (!mapping_) return;
  forget_frames(mapping_, touched_ * options_.stack_bytes);
  munmap(mapping_ - kFloor, mapping_bytes_);
}

std::byte* FiberPool::stack_end(Id fiber) const {
  return mapping_ + fiber * options_.stack_bytes + (options_.guards ? kPage : 0);
}

bool FiberPool::intact(Id fiber) const {
  std::array<std::uint64_t, kCanaryBytes / 8> words;
  std::memcpy(words.data(), stack_end(fiber), kCanaryBytes);
  std::uint64_t any = 0;
  for (const std::uint64_t w : words) any |= w;
  return any == 0;
}

FiberPool::Id FiberPool::create(Entry entry, void* owner, std::uint32_t value) {
  Id fiber = first_free_;
  if (fiber != kNone) {
    first_free_ = slots_[fiber].next_free;
  } else {
    check(touched_ < options_.capacity, "there is a stack for every fiber");
    fiber = touched_++;
    std::byte* guard = mapping_ + fiber * options_.stack_bytes;
    if (options_.guards && mprotect(guard, kPage, PROT_NONE) != 0) {
      throw Error(Exit::limit, fmt::format("no guard page for stack {}: {}; guard pages are for "
                                           "runs of at most about 32,000 ranks",
                                           fiber, strerror(errno)));
    }
  }
  std::byte* top = mapping_ + (fiber + std::size_t{1}) * options_.stack_bytes - colour(fiber);
  const auto bytes = static_cast<std::size_t>(top - stack_end(fiber));
  forget_frames(stack_end(fiber), bytes);
  slots_[fiber] = {ctx::make_fcontext(top, bytes, &FiberSwitch::first_frame), entry, owner, value,
                   kNone};
  TSAN_CREATE(slots_[fiber]);
  ++alive_;
  return fiber;
}

FiberPool::Outcome FiberPool::resume(Id fiber) {
  debug_check(!on_fiber(), "fibers are resumed by the loop");
  running_ = fiber;
  running_pool = this;
  void* fake = nullptr;
  leaving(&fake, stack_end(fiber), options_.stack_bytes);
  TSAN_ENTER(slots_[fiber]);
  const ctx::transfer_t back = ctx::jump_fcontext(slots_[fiber].context, this);
  arrived(fake, nullptr, nullptr);
  running_ = kNone;
  slots_[fiber].context = back.fctx;

  Outcome outcome = as_outcome(back.data);
  const auto* const hit = static_cast<const std::byte*>(crash_.address);
  const bool floor_hit =
      outcome == Outcome::crashed && hit >= mapping_ - kFloor && hit < mapping_;
  if (!intact(fiber) || floor_hit) [[unlikely]] outcome = Outcome::overflowed;
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
  void* fake = nullptr;
  leaving(&fake, loop_stack, loop_stack_bytes);
  TSAN_LEAVE();
  loop_ = ctx::jump_fcontext(loop_, as_data(Outcome::suspended)).fctx;
  arrived_on_fiber(fake);
  exchange_exceptions(mine);
}

void FiberPool::finish() {
  exchange_exceptions({});
  leaving(nullptr, loop_stack, loop_stack_bytes);
  TSAN_LEAVE();
  ctx::jump_fcontext(loop_, as_data(Outcome::ended));
  __builtin_unreachable();
}

void FiberPool::catch_crashes() {
  alignas(64) static thread_local std::byte alternate[std::size_t{64} << 10];
  stack_t stack{};
  stack.ss_sp = alternate;
  stack.ss_size = sizeof alternate;
  sigaltstack(&stack, nullptr);

  struct sigaction action {};
  action.sa_sigaction = &FiberSwitch::on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    sigaction(signal, &action, nullptr);
  }
}

}  // namespace kasuri
