// SPDX-License-Identifier: MIT
// For tests of point-to-point calls: two ranks on a network of round numbers.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <utility>

#include "mpi/api/test_world.h"

namespace kasuri::mpi {

using namespace literals;

inline Time time_now() { return Time{static_cast<std::int64_t>(MGEN_Wtime() * 1e12 + 0.5)}; }

// A world of two at 1 GB/s with 1 µs of latency; control messages take no time on the wire.
inline TestWorld::Setup two(Bytes eager_limit = 1000_B) {
  TestWorld::Setup setup{.ranks = 2, .latency = 1_us, .rate = 1_GBps, .payload = true};
  setup.params.eager_limit = eager_limit;
  setup.params.control_size = 0_B;
  return setup;
}

// A rank that does this must not fail.
inline void run(TestWorld::Setup setup, std::function<void(int)> body) {
  TestWorld w(setup, program(std::move(body)));
  w.run();
  EXPECT_EQ(w.failure(), "");
  EXPECT_TRUE(w.world.finished());
}

}  // namespace kasuri::mpi
