// SPDX-License-Identifier: MIT
// Calls of the C library that mean the whole process, of which a simulated rank is only a part.
// Programs are linked with --wrap for each (workload/compile.cpp), and find __wrap_NAME in the simulator:
// there the call serves the rank alone, or the job ends and the message says what to do instead. Code
// of the simulator, and libraries that programs are linked with, call the C library as always.
#pragma once

#include <array>

namespace kasuri::mpi {

inline constexpr std::array kHostedCalls{
    // ends of a process
    "exit", "_exit", "_Exit", "quick_exit", "atexit", "pthread_exit", "daemon",
    // other programs in its place; a forked child may
    "execv", "execve", "execvp", "execvpe", "fexecve", "execl", "execle", "execlp",
    // descriptors and streams
    "close", "close_range", "closefrom", "dup2", "dup3", "fclose", "freopen", "freopen64", "setvbuf",
    "setbuf", "setbuffer",
    // signals
    "signal", "sigaction", "raise", "kill", "sigprocmask", "pthread_sigmask", "sigaltstack", "pause",
    "sigsuspend", "alarm", "ualarm", "setitimer",
    // limits, jumps
    "setrlimit", "setrlimit64", "prlimit", "prlimit64", "longjmp", "_longjmp", "siglongjmp",
    "__longjmp_chk"};

}  // namespace kasuri::mpi
