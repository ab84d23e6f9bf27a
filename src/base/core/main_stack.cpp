// SPDX-License-Identifier: MIT
#include "base/core/main_stack.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstddef>
#include <string_view>

namespace kasuri {
namespace {

constexpr std::size_t kEnough = std::size_t{8} << 20;
constexpr std::size_t kGuard = 65'536;

// Of the only call; makecontext() passes integers.
struct MainCall {
  int (*main)(int, char**) = nullptr;
  int argc = 0;
  char** argv = nullptr;
  int code = 0;
};
MainCall main_call;

void make_main_call() { main_call.code = main_call.main(main_call.argc, main_call.argv); }

bool enlarge(rlimit limit) {
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < kEnough) return false;
  limit.rlim_cur = kEnough;
  return setrlimit(RLIMIT_STACK, &limit) == 0;
}

// The library has taken the size of threads' stacks from the limit before.
void give_threads_enough() {
  pthread_attr_t attributes;
  if (pthread_getattr_default_np(&attributes) != 0) return;
  pthread_attr_setstacksize(&attributes, kEnough);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

}  // namespace

int on_large_stack(int (*main)(int, char**), int argc, char** argv) {
  rlimit limit{};
  const bool is_large = getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
                        limit.rlim_cur >= kEnough;
  if (is_large) return main(argc, argv);
  give_threads_enough();
  if (enlarge(limit)) return main(argc, argv);
  void* const stack = mmap(nullptr, kGuard + kEnough, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  static ucontext_t back, there;
  if (stack == MAP_FAILED || getcontext(&there) != 0) {
    constexpr std::string_view kText =
        "kasuri: error: the stack is too small and there is no memory for another; raise ulimit -s\n";
    [[maybe_unused]] const ssize_t ignored = write(STDERR_FILENO, kText.data(), kText.size());
    return 2;
  }
  mprotect(stack, kGuard, PROT_NONE);
  main_call = {main, argc, argv, 0};
  there.uc_stack.ss_sp = static_cast<std::byte*>(stack) + kGuard;
  there.uc_stack.ss_size = kEnough;
  there.uc_link = &back;
  makecontext(&there, &make_main_call, 0);
  swapcontext(&back, &there);
  return main_call.code;
}

}  // namespace kasuri
