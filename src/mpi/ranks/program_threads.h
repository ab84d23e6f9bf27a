// SPDX-License-Identifier: MIT
// Threads that programs make on ranks (pthread_create, thrd_create, std::thread). Such a thread runs on the
// host, beside simulated time. It has the globals of the rank that made it, and thread-local variables of
// its own. Only the rank's own thread may call the library. What ends such a thread against its will ends
// the run, and its rank is named.
#pragma once

#include <cstdint>
#include <string>

#include "base/engine/fiber.h"

namespace kasuri::mpi {

class World;

class ProgramThreads {
 public:
  // Worlds that there are: threads may outlive theirs.
  static void enlist(World&);
  static void delist(World&);
  // This thread runs its ranks from now on.
  static void run_here(const World&);

  // Whether a program has made this thread.
  static bool is_one();
  // The place where this thread, if it is one, keeps the program's thread-local variables; else null.
  static char** data();

  // On any thread that runs no rank: the call cannot be made there. Ends the run.
  [[noreturn]] static void refuse(const char* call, std::string why);

  // On such a thread: it goes no further. `crashed` in a handler of signals.
  [[noreturn]] static void crashed(const FiberPool::Crash&);
  [[noreturn]] static void failed(std::string what);
  static const void* program();  // an address in the program that has made it

  // What has ended a thread of a rank.
  struct Fault {
    std::uint32_t coroutine = 0;  // of the rank
    const char* call = nullptr;
    std::string what;             // empty: a crash
    FiberPool::Crash crash;
  };
  // For the thread that runs the world: the next one that was not yet told.
  static bool next(const World&, Fault&);
  // Waits for it a little, as long as threads of the world's ranks run.
  static bool wait_for_fault(const World&);
};

}  // namespace kasuri::mpi
