// SPDX-License-Identifier: MIT
// Fibers keep their own stacks and values through switches, ends and crashes.
#include "engine/fiber.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace kasuri {
namespace {

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

TEST(Fiber, OverflowIsNoticed) {
  FiberPool pool({.stack_bytes = 32 << 10, .capacity = 4});
  Body shallow = [&] { dig(20); };
  Body deep = [&] { dig(66); };
  start(pool, shallow);  // below, to be overrun
  EXPECT_EQ(pool.resume(start(pool, shallow)), Outcome::ended);
  EXPECT_EQ(pool.resume(start(pool, deep)), Outcome::overflowed);
}

TEST(Fiber, GuardPageTurnsOverflowIntoACrash) {
  FiberPool::catch_crashes();
  FiberPool pool({.stack_bytes = 32 << 10, .capacity = 4, .guards = true});
  Body deep = [&] { dig(200); };
  EXPECT_NE(pool.resume(start(pool, deep)), Outcome::ended);
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
    EXPECT_EQ(pool.resume(start(pool, division)), Outcome::crashed);
    EXPECT_EQ(pool.crash().signal, SIGFPE);
    EXPECT_EQ(pool.resume(start(pool, aborting)), Outcome::crashed);
    EXPECT_EQ(pool.crash().signal, SIGABRT);
  }
}

std::size_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t total = 0, resident = 0;
  statm >> total >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

// Beyond the number that guard pages allow; each uses a little libc.
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

}  // namespace
}  // namespace kasuri
