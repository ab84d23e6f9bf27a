// SPDX-License-Identifier: MIT
// What ends a program's own code against its will: crashes, full stacks, exceptions that leave it, and what
// fails in threads that it has made. Each ends the job and names the rank, as a mistake does.
#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <fmt/format.h>

#include <array>
#include <csignal>
#include <cstring>

#include "base/core/allocation.h"
#include "base/core/symbols.h"
#include "mpi/ranks/hosting.h"
#include "mpi/ranks/program_threads.h"
#include "mpi/ranks/world.h"

namespace kasuri::mpi {
namespace {

std::string name_of_signal(int signal) {
  switch (signal) {
    case SIGSEGV: return "SIGSEGV: invalid memory access";
    case SIGBUS: return "SIGBUS: invalid memory access";
    case SIGFPE: return "SIGFPE: arithmetic error, such as an integer division by zero";
    case SIGILL: return "SIGILL: illegal instruction";
    case SIGABRT: return "SIGABRT: abort() was called";
    default: break;
  }
  const char* const name = sigabbrev_np(signal);
  return name ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

// What was thrown last on this thread's fibers, and from where.
struct Thrown {
  const void* object = nullptr;
  const char* call = nullptr;  // that was under way
  std::array<void*, 16> calls{};
  int frames = 0;
};
thread_local constinit Thrown last_thrown;

// Unused with sanitizers: kasuri_throw() is left out.
[[gnu::noinline, maybe_unused]] void note_throw(const void* object) {
  World* const world = current_world();
  last_thrown.object = object;
  last_thrown.call = world ? world->coroutine(world->running_coroutine()).call : nullptr;
  last_thrown.frames =
      backtrace(last_thrown.calls.data(), static_cast<int>(last_thrown.calls.size()));
}

// Of the exception being handled, if it is the last one that was thrown.
const Thrown* thrown_now() {
  const std::exception_ptr exception = std::current_exception();
  const void* object = nullptr;
  std::memcpy(&object, &exception, sizeof object);  // its only member in libstdc++ and libc++
  return object && object == last_thrown.object ? &last_thrown : nullptr;
}

// ": " and what the exception being handled says of itself.
std::string text_of_exception() {
  try {
    throw;
  } catch (const std::exception& e) {
    return fmt::format(": {}", e.what());
  } catch (const std::string& s) {
    return fmt::format(": {}", s);
  } catch (const char* s) {
    return fmt::format(": {}", s);
  } catch (int i) {
    return fmt::format(": {}", i);
  } catch (...) {
    return "";
  }
}

std::string type_of_exception() {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  return type ? type_name(*type) : "another language";
}

// The simulator's own: a bug, or what is wrong with the run as a whole.
bool is_of_simulator() {
  try {
    throw;
  } catch (const Error&) {
    return true;
  } catch (const InternalError&) {
    return true;
  } catch (const std::bad_alloc&) {
    const Thrown* const thrown = thrown_now();
    return thrown && thrown->call;
  } catch (...) {
    return false;
  }
}

std::string in_place(std::string_view word, const std::string& place) {
  return place.empty() ? "" : fmt::format(", {} {}", word, place);
}

std::string describe_crash(const FiberPool::Crash& crash, const std::string& place) {
  std::string what = "crashed with " + name_of_signal(crash.signal);
  const bool has_address = crash.signal == SIGSEGV || crash.signal == SIGBUS;
  if (has_address) what += fmt::format(" at address {}", crash.address);
  return what + place;
}

// Of the exception that is being handled.
std::string describe_exception(const void* program, std::string_view left) {
  const Thrown* const thrown = thrown_now();
  const std::string place =
      thrown ? describe_place(std::span(thrown->calls).first(static_cast<std::size_t>(thrown->frames)),
                              program)
             : "";
  return fmt::format("an exception of type {} {}{}{}", type_of_exception(), left, text_of_exception(),
                     in_place("thrown in", place));
}

}  // namespace

void World::record_crash(std::uint32_t index, FiberPool::Outcome outcome) {
  const FiberPool::Crash& crash = coroutines_.fibers().crash();
  const auto program = reinterpret_cast<const void*>(ranks_.job_of(coroutines_[index].rank).program);
  const std::string place = in_place("in", describe_place(crash.stack(), program));
  if (outcome == FiberPool::Outcome::overflowed) {
    return mistakes_.record(index, fmt::format("overflowed its stack of {}{}; mpi.stack sets the size",
                                               to_string(params_.stack), place));
  }
  // The run ends, and the rank did not: resume() has recorded why, if it is interrupted.
  if (crash.signal == FiberPool::interruption() || crash.signal == FiberPool::kGivenUp) {
    coroutines_[index].state = Coroutine::State::ended;
    return;
  }
  std::string what = describe_crash(crash, place);
  if (heap_is_damaged) what += "; it was in malloc() or free(), whose memory is damaged";
  if (params_.stack_guards && unguarded_stacks() > 0) {
    what += "; it may be that another rank's stack has overflowed: some have no guards";
  }
  mistakes_.record(index, what, Exit::program_failed, 128 + crash.signal);
}

void Mistakes::fail_with_exception(std::uint32_t index, std::string_view left) {
  if (is_of_simulator()) throw;
  const auto program = reinterpret_cast<const void*>(ranks_.job_of(coroutines_[index].rank).program);
  fail(index, describe_exception(program, left), Exit::program_failed, 128 + SIGABRT);
}

static std::string describe_termination(const void* program, std::string_view left) {
  if (std::current_exception()) return describe_exception(program, left);
  std::array<void*, 16> calls{};
  const int n = backtrace(calls.data(), static_cast<int>(calls.size()));
  return "std::terminate() was called" +
         in_place("in", describe_place(std::span(calls).first(static_cast<std::size_t>(n)), program));
}

void World::terminated(void* world, std::uint32_t index) {
  auto& w = *static_cast<World*>(world);
  if (std::current_exception() && is_of_simulator()) throw;
  const auto program = reinterpret_cast<const void*>(w.ranks_.job_of(w.coroutines_[index].rank).program);
  constexpr const char* kLeft = "ended the program in std::terminate(): it cannot be caught there";
  w.mistakes_.fail(index, describe_termination(program, kLeft), Exit::program_failed, 128 + SIGABRT);
}

void watch_program_threads() {
  FiberPool::know_strays({&ProgramThreads::is_one, &ProgramThreads::crashed, [] {
                            ProgramThreads::failed(
                                describe_termination(ProgramThreads::program(), "was not caught"));
                          }});
}

// In the handler of a signal: not within the library.
bool World::is_interruptible(void* world, std::uint32_t index) {
  return !static_cast<World*>(world)->coroutines_[index].call;
}

bool World::has_failed_in_thread() {
  const bool waits = !finished() && ProgramThreads::wait_for_fault(*this);
  if (waits || damage_is_untold) record_faults_of_threads();
  return failure().has_value();
}

// What is not found in ranks' own code: what their threads do, and damage that the simulator's calls of the
// allocator meet.
void World::record_faults_of_threads() {
  if (damage_is_untold.exchange(false)) {
    mistakes_.record(running_coroutine() == kNone ? ranks_.here().front() : running_coroutine(),
                     "malloc() or free() of the simulator has found its memory damaged: this rank, or one "
                     "before it, has written into memory that is not its own",
                     Exit::program_failed, 128 + SIGABRT);
  }
  constexpr const char* kThread = "a thread that the program has made ";
  for (ProgramThreads::Fault fault; ProgramThreads::next(*this, fault);) {
    const auto program =
        reinterpret_cast<const void*>(ranks_.job_of(coroutines_[fault.coroutine].rank).program);
    coroutines_[fault.coroutine].call = fault.call;
    if (fault.call) {
      mistakes_.record(fault.coroutine, fault.what);
    } else if (!fault.what.empty()) {
      mistakes_.record(fault.coroutine, "in " + (kThread + fault.what), Exit::program_failed,
                       128 + SIGABRT);
    } else {
      const std::string place = in_place("in", describe_place(fault.crash.stack(), program));
      mistakes_.record(fault.coroutine, kThread + describe_crash(fault.crash, place), Exit::program_failed,
                       128 + fault.crash.signal);
    }
  }
}

}  // namespace kasuri::mpi

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// Stands before the C++ library's __cxa_throw: what is thrown on a fiber is noted with its calls, of which
// nothing is left where it is caught. The compiler knows that name with types of its own.
extern "C" [[noreturn]] void kasuri_throw(void* object, void* type, void (*destroy)(void*))
    __asm__("__cxa_throw");

extern "C" void kasuri_throw(void* object, void* type, void (*destroy)(void*)) {
  using Throw = void (*)(void*, void*, void (*)(void*));
  static const auto usual = reinterpret_cast<Throw>(dlsym(RTLD_NEXT, "__cxa_throw"));
  const bool is_of_program = kasuri::FiberPool::running() || kasuri::mpi::ProgramThreads::is_one();
  if (is_of_program) kasuri::mpi::note_throw(object);
  usual(object, type, destroy);
  __builtin_unreachable();
}
#endif
