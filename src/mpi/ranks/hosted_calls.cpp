// SPDX-License-Identifier: MIT
#include "mpi/ranks/hosted_calls.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csetjmp>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/core/streams.h"
#include "mpi/ranks/program_threads.h"
#include "mpi/ranks/world.h"

namespace kasuri::mpi {
namespace {

// The rank that calls, if there is one: programs' code also runs when they are loaded and at the end, on
// threads of theirs, and in children.
struct Host {
  World* world = FiberPool::in_child() ? nullptr : current_world();
  explicit operator bool() const { return world != nullptr; }

  std::uint32_t coroutine() const { return world->running_coroutine(); }
  RankObjects& objects() const { return world->ranks().objects(world->coroutine(coroutine()).rank); }

  template <class... Args>
  [[noreturn]] void refuse(const char* name, fmt::format_string<Args...> why, Args&&... args) const {
    world->coroutine(coroutine()).call = name;
    world->mistakes().fail(coroutine(), fmt::format(why, std::forward<Args>(args)...));
  }
};

constexpr const char* kStreams =
    "all ranks share the standard streams; open a separate file for the rank";

bool is_standard(const FILE* stream) {
  return stream == stdin || stream == stdout || stream == stderr;
}

[[noreturn]] void end_process(int code) {
  std::fflush(nullptr);
  _exit(ended_process_code().value_or(code));
}

[[noreturn]] void end_rank(int code, bool orderly) {
  const Host host;
  if (!host) {
    if (ProgramThreads::is_one() && !FiberPool::in_child()) {
      ProgramThreads::refuse("exit", "called from a thread that the program has made; a rank ends by its "
                                     "own thread");
    }
    if (orderly) end_process(code);
    _exit(code);
  }
  if (!host.world->coroutine(host.coroutine()).is_program) {
    host.refuse("exit", "called by a function that a non-blocking collective has called");
  }
  if (orderly) host.world->run_exit_functions();
  host.world->exit_rank(host.coroutine(), code);
}

void refuse_exec(const char* name) {
  if (const Host host; host) {
    host.refuse(name, "this would replace the simulator and all ranks by another program; fork() first, "
                      "or use system()");
  }
}

std::vector<char*> words_of(const char* first, va_list& rest) {
  std::vector<char*> all{const_cast<char*>(first)};
  while (all.back()) all.push_back(va_arg(rest, char*));
  return all;
}

// ---- Signals: the process's belong to the simulator, those that a rank sends itself to the rank ----

bool is_signal(int signal) { return signal > 0 && signal < NSIG; }

// What the rank has set for a signal; `fresh` replaces it.
struct sigaction exchange_action(const Host& host, int signal, const struct sigaction* fresh) {
  auto& all = host.objects().signal_actions;
  const auto found = all.find(signal);
  struct sigaction old {};
  if (found != all.end()) old = found->second;
  if (fresh) all[signal] = *fresh;
  return old;
}

bool is_ignored_by_default(int signal) {
  return signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH || signal == SIGCONT;
}

int send_itself(const Host& host, const char* name, int signal) {
  if (signal == 0) return 0;
  if (!is_signal(signal)) {
    errno = EINVAL;
    return -1;
  }
  const struct sigaction action = exchange_action(host, signal, nullptr);
  if (action.sa_flags & SA_SIGINFO) {
    siginfo_t info{};
    info.si_signo = signal;
    info.si_code = SI_USER;
    info.si_pid = getpid();
    action.sa_sigaction(signal, &info, nullptr);
  } else if (action.sa_handler == SIG_DFL) {
    if (is_ignored_by_default(signal)) return 0;
    const char* const text = sigabbrev_np(signal);
    host.world->coroutine(host.coroutine()).call = name;
    host.world->mistakes().fail(host.coroutine(),
                     fmt::format("the rank ended itself with {}{}", text ? "SIG" : "signal ",
                                 text ? text : std::to_string(signal)),
                     Exit::program_failed, 128 + signal);
  } else if (action.sa_handler != SIG_IGN) {
    action.sa_handler(signal);
  }
  return 0;
}

void refuse_timer(const char* name) {
  if (const Host host; host) {
    host.refuse(name, "a timer of the host says nothing about simulated time, and its signal would end "
                      "the simulator; use MGEN_Wtime");
  }
}

void refuse_limit(const char* name) {
  if (const Host host; host) {
    host.refuse(name, "the limit would be the simulator's; mpi.stack sets the size of ranks' stacks, "
                      "run.memory_limit the memory of the run");
  }
}

void refuse_wait(const char* name) {
  if (const Host host; host) host.refuse(name, "simulated ranks receive no signals");
}

// A jump leads up its own stack, and not out of a function that the library has called.
void check_jump(const char* name, const jmp_buf& target) {
  const Host host;
  if (!host) return;
  if (const char* const call = host.world->coroutine(host.coroutine()).call) {
    host.refuse(name, "a jump out of a function that {} has called would leave that call unfinished", call);
  }
#if defined(__x86_64__) && defined(__GLIBC__)
  // glibc keeps the stack pointer at index 6, rotated and mixed with a word of the thread.
  std::uintptr_t pointer = 0, secret = 0;
  std::memcpy(&pointer, &target[0].__jmpbuf[6], sizeof pointer);
  __asm__("mov %%fs:0x30, %0" : "=r"(secret));
  pointer = (pointer >> 17 | pointer << 47) ^ secret;
  if (!FiberPool::running()->may_jump(reinterpret_cast<void*>(pointer), __builtin_frame_address(0))) {
    host.refuse(name, "the jump leads to a function that has returned, or to another rank's stack");
  }
#endif
}

}  // namespace
}  // namespace kasuri::mpi

using namespace kasuri::mpi;
using kasuri::is_of_simulator;

extern "C" {

// ---- Ends ----

[[noreturn]] void __wrap_exit(int code) { end_rank(code, true); }
// A library that a program is linked with ends the process, which it cannot know to be the simulator: one
// of Fortran does so after a mistake of the program, whose message stands on stderr. All else comes from
// here.
[[noreturn]] void exit(int code) {
  if (const Host host; host) {
    host.world->mistakes().fail(
        host.coroutine(), fmt::format("a library of the program has called exit({})", code),
                     kasuri::Exit::program_failed, code ? code : 1);
  }
  using End = void(int);
  static End* const end = reinterpret_cast<End*>(dlsym(RTLD_NEXT, "exit"));
  end(code);
  __builtin_unreachable();
}
// Without what atexit() has been given.
[[noreturn]] void __wrap_quick_exit(int code) { end_rank(code, false); }
[[noreturn]] void __wrap__exit(int code) { end_rank(code, false); }
[[noreturn]] void __wrap__Exit(int code) { end_rank(code, false); }

// Each rank's are its own, and run when it ends.
int __wrap_atexit(void (*function)()) {
  const Host host;
  if (!host) return std::atexit(function);
  host.objects().exit_functions.emplace_back(function);
  return 0;
}

// The same for the ends of objects of C++ that a rank has made: statics, and globals of MPI programs.
int __wrap___cxa_atexit(void (*function)(void*), void* object, void* library) {
  const Host host;
  if (!host) return abi::__cxa_atexit(function, object, library);
  host.objects().exit_functions.emplace_back([function, object] { function(object); });
  return 0;
}

[[noreturn]] void __wrap_pthread_exit(void* value) {
  if (const Host host; host) {
    host.refuse("pthread_exit", "the thread is the simulator's; a rank ends when MGEN_Main returns, or "
                                "with exit()");
  }
  pthread_exit(value);
}

int __wrap_daemon(int, int) {
  if (const Host host; host) {
    host.refuse("daemon", "the parent would end, and with it the simulator");
  }
  errno = EPERM;
  return -1;
}

int __wrap_execv(const char* path, char* const* argv) {
  refuse_exec("execv");
  return execv(path, argv);
}
int __wrap_execve(const char* path, char* const* argv, char* const* env) {
  refuse_exec("execve");
  return execve(path, argv, env);
}
int __wrap_execvp(const char* file, char* const* argv) {
  refuse_exec("execvp");
  return execvp(file, argv);
}
int __wrap_execvpe(const char* file, char* const* argv, char* const* env) {
  refuse_exec("execvpe");
  return execvpe(file, argv, env);
}
int __wrap_fexecve(int file, char* const* argv, char* const* env) {
  refuse_exec("fexecve");
  return fexecve(file, argv, env);
}
int __wrap_execl(const char* path, const char* first, ...) {
  refuse_exec("execl");
  va_list rest;
  va_start(rest, first);
  const auto argv = words_of(first, rest);
  va_end(rest);
  return execv(path, argv.data());
}
int __wrap_execlp(const char* file, const char* first, ...) {
  refuse_exec("execlp");
  va_list rest;
  va_start(rest, first);
  const auto argv = words_of(first, rest);
  va_end(rest);
  return execvp(file, argv.data());
}
int __wrap_execle(const char* path, const char* first, ...) {
  refuse_exec("execle");
  va_list rest;
  va_start(rest, first);
  const auto argv = words_of(first, rest);
  char** const env = va_arg(rest, char**);
  va_end(rest);
  return execve(path, argv.data(), env);
}

// ---- Descriptors and streams ----

// The standard streams stay open for the other ranks; other descriptors of the simulator's are none that
// the program could know.
int __wrap_close(int file) {
  if (!Host() || !is_of_simulator(file)) return close(file);
  if (file <= STDERR_FILENO) return 0;
  errno = EBADF;
  return -1;
}

int __wrap_close_range(unsigned first, unsigned last, int flags) {
  if (!Host() || flags) return close_range(first, last, flags);
  const unsigned end = std::min(last, static_cast<unsigned>(sysconf(_SC_OPEN_MAX)) - 1);
  for (unsigned f = first; f <= end; ++f) {
    if (!is_of_simulator(static_cast<int>(f))) close(static_cast<int>(f));
  }
  return 0;
}
void __wrap_closefrom(int first) { __wrap_close_range(static_cast<unsigned>(std::max(first, 0)), ~0u, 0); }

int __wrap_dup2(int from, int to) {
  if (const Host host; host && from != to && is_of_simulator(to)) {
    if (to <= STDERR_FILENO) host.refuse("dup2", "{}", kStreams);
    host.refuse("dup2", "descriptor {} is the simulator's", to);
  }
  return dup2(from, to);
}
int __wrap_dup3(int from, int to, int flags) {
  if (const Host host; host && is_of_simulator(to)) {
    if (to <= STDERR_FILENO) host.refuse("dup3", "{}", kStreams);
    host.refuse("dup3", "descriptor {} is the simulator's", to);
  }
  return dup3(from, to, flags);
}

int __wrap_fclose(FILE* stream) {
  if (Host() && is_standard(stream)) return std::fflush(stream);
  return std::fclose(stream);
}

FILE* __wrap_freopen(const char* name, const char* mode, FILE* stream) {
  if (const Host host; host && is_standard(stream)) host.refuse("freopen", "{}", kStreams);
  return std::freopen(name, mode, stream);
}
FILE* __wrap_freopen64(const char* name, const char* mode, FILE* stream) {
  return __wrap_freopen(name, mode, stream);
}

// The memory of a rank may end before the standard streams do.
int __wrap_setvbuf(FILE* stream, char* buffer, int mode, std::size_t size) {
  return std::setvbuf(stream, Host() && is_standard(stream) ? nullptr : buffer, mode, size);
}
void __wrap_setbuffer(FILE* stream, char* buffer, std::size_t size) {
  __wrap_setvbuf(stream, buffer, buffer ? _IOFBF : _IONBF, size);
}
void __wrap_setbuf(FILE* stream, char* buffer) { __wrap_setbuffer(stream, buffer, BUFSIZ); }

// ---- Signals ----

int __wrap_sigaction(int signal, const struct sigaction* fresh, struct sigaction* old) {
  const Host host;
  if (!host) return sigaction(signal, fresh, old);
  if (!is_signal(signal) || (fresh && (signal == SIGKILL || signal == SIGSTOP))) {
    errno = EINVAL;
    return -1;
  }
  const struct sigaction before = exchange_action(host, signal, fresh);
  if (old) *old = before;
  return 0;
}

sighandler_t __wrap_signal(int signal, sighandler_t handler) {
  struct sigaction fresh {}, old {};
  fresh.sa_handler = handler;
  return __wrap_sigaction(signal, &fresh, &old) == 0 ? old.sa_handler : SIG_ERR;
}

int __wrap_raise(int signal) {
  const Host host;
  return host ? send_itself(host, "raise", signal) : raise(signal);
}

int __wrap_kill(pid_t process, int signal) {
  const Host host;
  if (!host || (process > 0 && process != getpid())) return kill(process, signal);
  return send_itself(host, "kill", signal);
}

// Nothing is blocked, for nothing comes.
int __wrap_sigprocmask(int how, const sigset_t* fresh, sigset_t* old) {
  if (!Host()) return sigprocmask(how, fresh, old);
  if (old) sigemptyset(old);
  return 0;
}
int __wrap_pthread_sigmask(int how, const sigset_t* fresh, sigset_t* old) {
  return Host() ? __wrap_sigprocmask(how, fresh, old) : pthread_sigmask(how, fresh, old);
}
int __wrap_sigaltstack(const stack_t* fresh, stack_t* old) {
  if (!Host()) return sigaltstack(fresh, old);
  if (old) *old = {nullptr, SS_DISABLE, 0};
  return 0;
}

int __wrap_pause() {
  refuse_wait("pause");
  return pause();
}
int __wrap_sigsuspend(const sigset_t* mask) {
  refuse_wait("sigsuspend");
  return sigsuspend(mask);
}

unsigned __wrap_alarm(unsigned seconds) {
  if (seconds > 0) refuse_timer("alarm");
  return Host() ? 0 : alarm(seconds);
}
useconds_t __wrap_ualarm(useconds_t time, useconds_t interval) {
  refuse_timer("ualarm");
  return ualarm(time, interval);
}
int __wrap_setitimer(__itimer_which which, const itimerval* fresh, itimerval* old) {
  refuse_timer("setitimer");
  return setitimer(which, fresh, old);
}

// ---- Limits and jumps ----

int __wrap_setrlimit(__rlimit_resource which, const rlimit* limit) {
  refuse_limit("setrlimit");
  return setrlimit(which, limit);
}
int __wrap_setrlimit64(__rlimit_resource which, const rlimit64* limit) {
  refuse_limit("setrlimit");
  return setrlimit64(which, limit);
}
int __wrap_prlimit(pid_t process, __rlimit_resource which, const rlimit* fresh, rlimit* old) {
  if (fresh) refuse_limit("prlimit");
  return prlimit(process, which, fresh, old);
}
int __wrap_prlimit64(pid_t process, __rlimit_resource which, const rlimit64* fresh, rlimit64* old) {
  if (fresh) refuse_limit("prlimit");
  return prlimit64(process, which, fresh, old);
}

// ---- Libraries ----

void* __wrap_dlopen(const char* name, int flags) {
  const Host host;
  if (!host || !name) return dlopen(name, flags);
  const auto& open = host.world->ranks().job_of(host.world->coroutine(host.coroutine()).rank).open_library;
  const OpenedLibrary library = open ? open(name) : OpenedLibrary{name, {}};
  if (!library.refusal.empty()) host.refuse("dlopen", "{}", library.refusal);
  return dlopen(library.file.c_str(), flags);
}

// What comes after the program, or before, is the simulator and its libraries. Data of the program are the
// rank's own.
void* __wrap_dlsym(void* handle, const char* name) {
  const Host host;
  void* found = dlsym(handle == RTLD_NEXT ? RTLD_DEFAULT : handle, name);
  if (!host || !found) return found;
  const std::uint32_t rank = host.world->coroutine(host.coroutine()).rank;
  PrivateGlobals* const globals = host.world->ranks().globals_of(rank);
  return globals ? globals->own_address(rank, found) : found;
}

[[noreturn]] void __wrap_longjmp(jmp_buf target, int value) {
  check_jump("longjmp", *reinterpret_cast<const jmp_buf*>(target));
  longjmp(target, value);
}
[[noreturn]] void __wrap__longjmp(jmp_buf target, int value) { __wrap_longjmp(target, value); }
[[noreturn]] void __wrap___longjmp_chk(jmp_buf target, int value) { __wrap_longjmp(target, value); }
[[noreturn]] void __wrap_siglongjmp(sigjmp_buf target, int value) {
  check_jump("siglongjmp", *reinterpret_cast<const jmp_buf*>(target));
  siglongjmp(target, value);
}

}  // extern "C"
