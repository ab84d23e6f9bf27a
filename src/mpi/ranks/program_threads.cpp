// SPDX-License-Identifier: MIT
#include "mpi/ranks/program_threads.h"

#include <dlfcn.h>
#include <pthread.h>
#include <threads.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "mpi/ranks/thread_faults.h"
#include "mpi/ranks/world.h"

namespace kasuri::mpi {
namespace {

using Start = void*(void*);

struct ProgramThread {
  std::atomic<World*> world{nullptr};  // null: it has ended
  std::uint32_t coroutine = 0;         // of the rank that has made it
  std::atomic<pid_t> simulator{0};     // the thread that runs this rank
  const void* program = nullptr;       // an address in its code
  Start* function = nullptr;
  void* argument = nullptr;
  char* data = nullptr;  // of modules/rank/thread_local.c
  enum class State : std::uint8_t { runs, failed, told };
  std::atomic<State> state{State::runs};
  ProgramThreads::Fault fault;
};

// Never destroyed: threads may outlive main().
struct Known {
  std::mutex mutex;
  std::vector<World*> worlds;
  std::vector<ProgramThread*> threads;
};
Known& known() {
  static Known& k = *new Known;
  return k;
}

thread_local constinit ProgramThread* own_thread = nullptr;

// The thread goes no further: it ends with the process. The rank that runs now ends where it is, for it may
// wait for this thread. May be called in a handler of signals.
[[noreturn]] void stay_until_told() {
  ProgramThread& me = *own_thread;
  me.state.store(ProgramThread::State::failed, std::memory_order_release);
  any_thread_failed.store(true, std::memory_order_release);
  constexpr useconds_t kLeast = 1000, kMost = 50'000;
  for (useconds_t pause_us = kLeast; me.world.load(); pause_us = std::min(kMost, 2 * pause_us)) {
    usleep(pause_us);
    FiberPool::interrupt(me.simulator);
  }
  for (;;) pause();
}

const void* program_of(World& world, std::uint32_t coroutine) {
  return reinterpret_cast<const void*>(world.ranks().job_of(world.coroutine(coroutine).rank).program);
}

ProgramThread* add_thread(World& world) {
  auto* const t = new ProgramThread;
  t->world = &world;
  t->coroutine = t->fault.coroutine = world.running_coroutine();
  t->simulator = world.coroutines().thread_in_kernel();
  t->program = program_of(world, t->coroutine);
  known().threads.push_back(t);
  return t;
}

// After the destructors of the program's own thread-local variables.
struct EndOfThread {
  ~EndOfThread() {
    std::free(own_thread->data);
    const std::lock_guard lock(known().mutex);
    std::erase(known().threads, own_thread);
    delete std::exchange(own_thread, nullptr);
  }
};

void* run_thread(void* thread) {
  own_thread = static_cast<ProgramThread*>(thread);
  static thread_local const EndOfThread end;
  (void)&end;
  FiberPool::use_alternate_stack();
  return own_thread->function(own_thread->argument);
}

// What pthread_create() is to begin with for a rank, or for a thread that it has made.
struct NewThread {
  Start* start;
  void* argument;
};

// Whether the program itself makes the thread, perhaps as a std::thread: not another library, whose time is
// not counted either.
bool is_of_program(const void* caller, const void* program) {
  Dl_info from{}, own{};
  if (!dladdr(caller, &from) || !dladdr(program, &own)) return true;
  const std::string_view name = from.dli_fname;
  return from.dli_fbase == own.dli_fbase || name.find("libstdc++") != name.npos;
}

NewThread thread_of_rank(World& world, const void* caller, Start* function,
                         void* argument) {
  const std::uint32_t rank = world.running_coroutine();
  if (world.rank(world.coroutine(rank).rank).computes && is_of_program(caller, program_of(world, rank))) {
    world.mistakes().fail(rank, "a rank is one core, and the time of other threads is not simulated: with "
                                "counted or measured computation a program makes none; set compute = "
                                "\"declared\"");
  }
  const std::lock_guard lock(known().mutex);
  ProgramThread* const t = add_thread(world);
  t->function = function;
  t->argument = argument;
  return {&run_thread, t};
}

NewThread thread_of_thread(Start* function, void* argument) {
  const std::lock_guard lock(known().mutex);
  auto* const t = new ProgramThread;
  t->world = own_thread->world.load();
  t->coroutine = t->fault.coroutine = own_thread->coroutine;
  t->simulator = own_thread->simulator.load();
  t->program = own_thread->program;
  t->function = function;
  t->argument = argument;
  known().threads.push_back(t);
  return {&run_thread, t};
}

void forget(const NewThread& made) {
  const std::lock_guard lock(known().mutex);
  auto* const t = static_cast<ProgramThread*>(made.argument);
  std::erase(known().threads, t);
  delete t;
}

// Calls `usual` for all but programs.
template <class Usual>
int begin_own(const char* name, const void* caller, Start* function, void* argument, Usual usual) {
  World* const world = FiberPool::in_child() || !FiberPool::running() ? nullptr : current_world();
  const bool is_of_thread = own_thread && !FiberPool::in_child();
  if (!is_of_thread && !world) return usual(function, argument);
  const char* none = nullptr;
  const char*& call = world ? world->coroutine(world->running_coroutine()).call : none;
  const char* const outer = std::exchange(call, name);  // not to be interrupted here
  const NewThread made = world ? thread_of_rank(*world, caller, function, argument)
                               : thread_of_thread(function, argument);
  const int error = usual(made.start, made.argument);
  if (error) forget(made);
  call = outer;
  return error;
}

}  // namespace

void ProgramThreads::enlist(World& world) {
  const std::lock_guard lock(known().mutex);
  known().worlds.push_back(&world);
}

void ProgramThreads::delist(World& world) {
  const std::lock_guard lock(known().mutex);
  std::erase(known().worlds, &world);
  for (ProgramThread* const t : known().threads) {
    if (t->world == &world) t->world = nullptr;
  }
}

void ProgramThreads::run_here(const World& world) {
  if (!world.coroutines().started() || !world.coroutines().move_here()) return;
  const std::lock_guard lock(known().mutex);
  for (ProgramThread* const t : known().threads) {
    if (t->world == &world) t->simulator = world.coroutines().thread_in_kernel();
  }
}

void ProgramThreads::crashed(const FiberPool::Crash& crash) {
  own_thread->fault.crash = crash;
  stay_until_told();
}

void ProgramThreads::failed(std::string what) {
  own_thread->fault.what = std::move(what);
  stay_until_told();
}

const void* ProgramThreads::program() { return own_thread->program; }
bool ProgramThreads::is_one() { return own_thread; }
char** ProgramThreads::data() { return own_thread ? &own_thread->data : nullptr; }

bool ProgramThreads::next(const World& world, Fault& fault) {
  const std::lock_guard lock(known().mutex);
  for (ProgramThread* const t : known().threads) {
    if (t->world != &world || t->state != ProgramThread::State::failed) continue;
    t->state = ProgramThread::State::told;
    fault = t->fault;
    return true;
  }
  return false;
}

bool ProgramThreads::wait_for_fault(const World& world) {
  constexpr int kTries = 200;
  for (int i = 0; i < kTries; ++i) {
    bool runs = false;
    {
      const std::lock_guard lock(known().mutex);
      for (const ProgramThread* const t : known().threads) {
        if (t->world != &world) continue;
        if (t->state == ProgramThread::State::failed) return true;
        runs |= t->state == ProgramThread::State::runs;
      }
    }
    if (!runs) return false;
    usleep(1000);
  }
  return false;
}

// A thread that was made in another way belongs to the rank that runs now, or will: that is likely to wait
// for it.
void ProgramThreads::refuse(const char* call, std::string why) {
  while (!own_thread) {
    {
      const std::lock_guard lock(known().mutex);
      const auto runs = [](World* w) { return w->running_coroutine() != World::kNone; };
      const auto found = std::ranges::find_if(known().worlds, runs);
      if (found != known().worlds.end()) own_thread = add_thread(**found);
    }
    if (!own_thread) usleep(1000);
  }
  own_thread->fault.call = call;
  own_thread->fault.what = std::move(why);
  stay_until_told();
}

}  // namespace kasuri::mpi

// Where modules/rank/thread_local.c keeps thread-local variables of this thread, if a program has made it.
extern "C" char** kasuri_own_thread() { return kasuri::mpi::ProgramThreads::data(); }

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// In front of the C library's functions, for std::thread as well.
extern "C" int pthread_create(pthread_t* to, const pthread_attr_t* attributes, void* (*function)(void*),
                              void* argument) {
  const auto usual = [=](void* (*start)(void*), void* with) {
    using Create = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    static const auto next = reinterpret_cast<Create*>(dlsym(RTLD_NEXT, "pthread_create"));
    return next(to, attributes, start, with);
  };
  return kasuri::mpi::begin_own("pthread_create", __builtin_return_address(0), function, argument, usual);
}

extern "C" int thrd_create(thrd_t* to, int (*function)(void*), void* argument) {
  const auto start = reinterpret_cast<void* (*)(void*)>(reinterpret_cast<void*>(function));
  return pthread_create(to, nullptr, start, argument) == 0 ? thrd_success : thrd_error;
}
#endif
