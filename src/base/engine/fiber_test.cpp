// SPDX-License-Identifier: MIT
// Fibers keep their own stacks and values through switches, ends and crashes.
#include "base/engine/fiber.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace kasuri {
namespace fiber_test {

using Outcome = FiberPool::Outcome;
using Body = std::function<void()>;

FiberPool::Id start(FiberPool& pool, Body& body) {
  return pool.create([](void* b, std::uint32_t) { (*static_cast<Body*>(b))(); }, &body, 0);
}

TEST(Fiber, RunsInTurnsWithTheLoop) {
  FiberPool pool({.capacity = 1});
  std::string order;
  Body body = [&] {
    order += 'a';
    pool.suspend();
    order += 'b';
  };
  const auto fiber = start(pool, body);
  EXPECT_EQ(order, "");
  EXPECT_EQ(pool.resume(fiber), Outcome::suspended);
  order += '-';
  EXPECT_EQ(pool.resume(fiber), Outcome::ended);
  EXPECT_EQ(order, "a-b");
  EXPECT_EQ(pool.alive(), 0u);
}

TEST(Fiber, FinishEndsItWhereverItIs) {
  FiberPool pool({.capacity = 1});
  Body body = [&] { [&] { pool.finish(); }(); FAIL(); };
  EXPECT_EQ(pool.resume(start(pool, body)), Outcome::ended);
}

TEST(Fiber, StacksAreUsedAgain) {
  FiberPool pool({.capacity = 2});
  Body nothing = [] {};
  for (int i = 0; i < 1000; ++i) {
    const auto a = start(pool, nothing);
    const auto b = start(pool, nothing);
    EXPECT_EQ(pool.resume(a), Outcome::ended);
    EXPECT_EQ(pool.resume(b), Outcome::ended);
  }
}

TEST(Fiber, ExceptionsReachTheLoop) {
  FiberPool pool({.capacity = 1});
  Body body = [&] { throw std::runtime_error("from a fiber"); };
  const auto fiber = start(pool, body);
  EXPECT_THROW(pool.resume(fiber), std::runtime_error);
}

// The exceptions being handled belong to the fiber, though the C++ runtime keeps them per thread.
TEST(Fiber, MaySuspendWhileHandlingAnException) {
  FiberPool pool({.capacity = 2});
  std::vector<std::string> rethrown;
  std::vector<Body> bodies;
  for (const char* name : {"one", "two"}) {
    bodies.push_back([&, name] {
      try {
        throw std::runtime_error(name);
      } catch (const std::exception&) {
        pool.suspend();
        try {
          throw;
        } catch (const std::exception& e) {
          rethrown.push_back(e.what());
        }
      }
    });
  }
  const auto one = start(pool, bodies[0]);
  const auto two = start(pool, bodies[1]);
  pool.resume(one);
  pool.resume(two);
  EXPECT_EQ(std::current_exception(), nullptr);
  pool.resume(one);
  pool.resume(two);
  EXPECT_EQ(rethrown, (std::vector<std::string>{"one", "two"}));
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// Recursion with a frame that is written to.
[[gnu::noinline]] int dig(int depth) {
  volatile char frame[512];
  std::memset(const_cast<char*>(frame), depth + 1, sizeof frame);
  return depth == 0 ? frame[0] : dig(depth - 1) + frame[1];
}

// Whether the second of three fibers overflows; what the others keep on their stacks stays.
void overflow_between_two(FiberPool& pool, int depth, Outcome expected) {
  FiberPool::catch_crashes();
  int kept = 0;
  Body neighbour = [&] {
    volatile char all[24 << 10];
    for (std::size_t i = 0; i < sizeof all; ++i) all[i] = static_cast<char>(i);
    pool.suspend();
    bool same = true;
    for (std::size_t i = 0; i < sizeof all; ++i) same &= all[i] == static_cast<char>(i);
    kept += same;
  };
  Body middle = [&] { dig(depth); };
  const auto below = start(pool, neighbour), deep = start(pool, middle), above = start(pool, neighbour);
  EXPECT_EQ(pool.resume(below), Outcome::suspended);
  EXPECT_EQ(pool.resume(above), Outcome::suspended);
  EXPECT_EQ(pool.resume(deep), expected) << depth;
  EXPECT_EQ(pool.resume(above), Outcome::ended);
  EXPECT_EQ(pool.resume(below), Outcome::ended);
  EXPECT_EQ(kept, 2);
}

class FiberGuards : public testing::TestWithParam<StackArea::Guard> {};

TEST_P(FiberGuards, AnOverflowIsItsOwnAndChangesNoNeighbour) {
  if (GetParam() == StackArea::Guard::marked && !StackArea::has_markers()) {
    GTEST_SKIP() << "this kernel has no MADV_GUARD_INSTALL";
  }
  for (const int depth : {20, 66, 80, 1000, 1'000'000}) {
    FiberPool pool({.stack_bytes = 32 << 10, .capacity = 3, .guard = GetParam()});
    overflow_between_two(pool, depth, depth == 20 ? Outcome::ended : Outcome::overflowed);
    EXPECT_EQ(pool.guarded(), 3u);
  }
}

INSTANTIATE_TEST_SUITE_P(Fiber, FiberGuards,
                         testing::Values(StackArea::Guard::best, StackArea::Guard::marked,
                                         StackArea::Guard::mapped));

// Without a guard, what goes little beyond the end is found, and recursion that runs through all
// stacks below ends at the floor.
TEST(Fiber, ACanaryNoticesOverflowsInPart) {
  for (const int depth : {20, 66, 80}) {
    FiberPool pool({.stack_bytes = 32 << 10, .capacity = 3, .guard = StackArea::Guard::canary});
    overflow_between_two(pool, depth, depth == 20 ? Outcome::ended : Outcome::overflowed);
    EXPECT_EQ(pool.guarded(), 0u);
    EXPECT_EQ(pool.stacks(), 3u);
  }
  FiberPool pool({.stack_bytes = 32 << 10, .capacity = 3, .guard = StackArea::Guard::canary});
  Body deep = [&] { dig(1'000'000); };
  EXPECT_EQ(pool.resume(start(pool, deep)), Outcome::overflowed);
}

// The kernel's limit of mappings, as a small one.
TEST(Fiber, BeyondTheMappingsThereAreCanaries) {
  FiberPool pool({.stack_bytes = 32 << 10, .capacity = 3, .guard = StackArea::Guard::mapped,
                  .most_mapped = 1});
  overflow_between_two(pool, 66, Outcome::overflowed);
  EXPECT_EQ(pool.guarded(), 1u);
  EXPECT_EQ(pool.stacks(), 3u);
}

TEST(Fiber, GuardsStayWhenStacksAreUsedAgain) {
  FiberPool::catch_crashes();
  FiberPool pool({.stack_bytes = 32 << 10, .capacity = 2});
  Body shallow = [&] { dig(20); };
  Body deep = [&] { dig(100); };
  for (int i = 0; i < 10; ++i) EXPECT_EQ(pool.resume(start(pool, shallow)), Outcome::ended);
  EXPECT_EQ(pool.stacks(), 1u);
  EXPECT_EQ(pool.resume(start(pool, deep)), Outcome::overflowed);
}

// An access to a guard from far above the end is a wrong address, not a full stack.
TEST(Fiber, AWrongAddressInAGuardIsACrash) {
  FiberPool::catch_crashes();
  FiberPool pool({.stack_bytes = 32 << 10, .capacity = 2});
  Body wrong = [] {
    volatile char here[64] = {};
    volatile std::size_t far = 36 << 10;
    const_cast<volatile char*>(here - far)[0] = 1;
  };
  EXPECT_EQ(pool.resume(start(pool, wrong)), Outcome::crashed);
}

TEST(Fiber, CrashesEndTheFiberOnly) {
  FiberPool::catch_crashes();
  FiberPool pool({.capacity = 8});
  volatile std::uintptr_t nowhere = 8;
  Body access = [&] { *reinterpret_cast<volatile int*>(nowhere) = 1; };
  Body division = [] {
    volatile int some = 1, zero = 0;
    some = some / zero;
  };
  Body aborting = [] { std::abort(); };
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(pool.resume(start(pool, access)), Outcome::crashed);
    EXPECT_EQ(pool.crash().signal, SIGSEGV);
    EXPECT_EQ(pool.crash().address, reinterpret_cast<void*>(8));
    EXPECT_GE(pool.crash().frames, 2u);
    EXPECT_EQ(pool.resume(start(pool, division)), Outcome::crashed);
    EXPECT_EQ(pool.crash().signal, SIGFPE);
    EXPECT_EQ(pool.resume(start(pool, aborting)), Outcome::crashed);
    EXPECT_EQ(pool.crash().signal, SIGABRT);
  }
}

TEST(Fiber, SignalsThatItSendsItselfEndTheFiberOnly) {
  FiberPool::catch_crashes();
  FiberPool pool({.capacity = 4});
  Body raising = [] { raise(SIGUSR1); };
  Body killing = [] { kill(getpid(), SIGALRM); };
  EXPECT_EQ(pool.resume(start(pool, raising)), Outcome::crashed);
  EXPECT_EQ(pool.crash().signal, SIGUSR1);
  EXPECT_EQ(pool.resume(start(pool, killing)), Outcome::crashed);
  EXPECT_EQ(pool.crash().signal, SIGALRM);
}

TEST(Fiber, ACallOfNoCodeNamesItsCaller) {
  FiberPool::catch_crashes();
  FiberPool pool({.capacity = 1});
  Body wild = [] {
    void (*volatile nowhere)() = nullptr;
    nowhere();
  };
  EXPECT_EQ(pool.resume(start(pool, wild)), Outcome::crashed);
  EXPECT_EQ(pool.crash().stack()[0], nullptr);
  ASSERT_GE(pool.crash().frames, 2u);
  EXPECT_NE(pool.crash().stack()[1], nullptr);
}

[[gnu::noinline]] void throw_error() { throw std::runtime_error("where nothing may be thrown"); }

TEST(Fiber, TerminateIsToldOnTheFiber) {
  FiberPool::catch_crashes();
  FiberPool* running = nullptr;
  const auto told = [](void*, std::uint32_t) { FiberPool::running()->finish(); };
  FiberPool pool({.capacity = 2, .terminated = told});
  Body body = [&]() noexcept {
    running = FiberPool::running();
    throw_error();
  };
  EXPECT_EQ(pool.resume(start(pool, body)), Outcome::ended);
  EXPECT_EQ(running, &pool);
  EXPECT_EQ(FiberPool::running(), nullptr);
  FiberPool plain({.capacity = 1});
  EXPECT_EQ(plain.resume(start(plain, body)), Outcome::crashed);
  EXPECT_EQ(plain.crash().signal, SIGABRT);
}

// A forked child ends where it would come back to the loop; the fiber goes on in the parent.
TEST(Fiber, AForkedChildIsNoSecondLoop) {
  FiberPool::catch_crashes();
  FiberPool pool({.capacity = 1});
  pid_t child = -1;
  Body body = [&] {
    child = fork();
    if (child == 0) {
      close(STDERR_FILENO);
      pool.suspend();
      _exit(77);
    }
  };
  EXPECT_EQ(pool.resume(start(pool, body)), Outcome::ended);
  ASSERT_GT(child, 0);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
}

struct ProcessBytes {
  std::size_t reserved = 0, resident = 0;
};
ProcessBytes process_bytes() {
  std::ifstream statm("/proc/self/statm");
  ProcessBytes all;
  statm >> all.reserved >> all.resident;
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return {all.reserved * page, all.resident * page};
}
std::size_t resident_bytes() { return process_bytes().resident; }

// With all that belongs to the thread: errno, and exceptions that are handled.
TEST(Fiber, GoesOnOnAnotherThread) {
  FiberPool pool({});
  std::vector<std::string> seen;
  Body body = [&] {
    for (int i = 0; i < 4; ++i) {
      errno = 10 + i;
      try {
        throw std::runtime_error(std::to_string(i));
      } catch (const std::exception& e) {
        pool.suspend();
        try {
          throw;
        } catch (const std::runtime_error& again) {
          seen.push_back(fmt::format("{} {} {} {}", e.what(), again.what(), errno - 10,
                                     FiberPool::running() == &pool));
        }
      }
    }
  };
  const FiberPool::Id fiber = start(pool, body);
  for (int i = 0; i < 4; ++i) {
    const auto step = [&] { EXPECT_EQ(pool.resume(fiber), Outcome::suspended); };
    if (i % 2) {
      std::thread(step).join();
    } else {
      step();
    }
    EXPECT_EQ(FiberPool::running(), nullptr);
    EXPECT_EQ(std::uncaught_exceptions(), 0);
    EXPECT_EQ(std::current_exception(), nullptr);
  }
  EXPECT_EQ(pool.resume(fiber), Outcome::ended);
  EXPECT_THAT(seen, testing::ElementsAre("0 0 0 true", "1 1 1 true", "2 2 2 true", "3 3 3 true"));
}

// A million stacks may be needed; addresses are reserved for those that are.
TEST(Fiber, StacksAreReservedAsTheyAreUsed) {
  const std::size_t before = process_bytes().reserved;
  FiberPool pool({.capacity = 1 << 20});
  Body body = [&] { pool.suspend(); };
  std::vector<FiberPool::Id> fibers;
  for (int i = 0; i < 3000; ++i) fibers.push_back(start(pool, body));
  EXPECT_LT(process_bytes().reserved - before, std::size_t{2} << 30);
  for (const auto f : fibers) EXPECT_EQ(pool.resume(f), Outcome::suspended);
  for (const auto f : fibers) EXPECT_EQ(pool.resume(f), Outcome::ended);
}

// Each uses a little libc.
TEST(Fiber, HundredThousandIdleFibersTakeAtMostTwoPagesEach) {
  constexpr std::uint32_t kFibers = 100'000;
  const std::size_t before = resident_bytes();
  FiberPool pool({.capacity = kFibers});
  Body body = [&] {
    char text[64];
    std::snprintf(text, sizeof text, "rank %d", 7);
    pool.suspend();
  };
  std::vector<FiberPool::Id> fibers;
  fibers.reserve(kFibers);
  for (std::uint32_t i = 0; i < kFibers; ++i) {
    fibers.push_back(start(pool, body));
    pool.resume(fibers.back());
  }
  EXPECT_LE((resident_bytes() - before) / kFibers, 8192u);
  for (const auto f : fibers) EXPECT_EQ(pool.resume(f), Outcome::ended);
}
#endif

}  // namespace fiber_test
}  // namespace kasuri
