// SPDX-License-Identifier: MIT
// Against series whose truth is known: constants with noise, a decaying start, queues that grow.
#include "base/stats/steady_state.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/core/rng.h"

namespace kasuri {
namespace steady_state_test {

using State = SteadyState::State;

double noise(std::uint64_t seed, std::uint64_t i) {  // uniform in −1 … 1
  return 2 * unit_interval(random_at(seed, 0, 0, i)[0]) - 1;
}

template <class F>
SteadyState::Verdict run(F sample, double precision = 0.02, std::size_t most = 400) {
  SteadyState s(precision, most);
  for (std::size_t i = 0; i < 10'000; ++i) {
    const auto v = s.add(sample(i));
    if (v.state != State::measuring) return v;
  }
  return {};
}

TEST(SteadyState, FindsTheMeanOfNoise) {
  int covered = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto v = run([&](std::size_t i) {
      return LoadSample{1000, 1000, (50 + 5 * noise(seed, i)) * 10, 10};
    });
    ASSERT_EQ(v.state, State::steady);
    covered += std::abs(v.latency.mean - 50) <= v.latency.half_width;
    EXPECT_LE(v.latency.half_width, 0.02 * v.latency.mean);
  }
  // 95 % of 200, less what stopping at a narrow interval costs.
  EXPECT_GE(covered, 176);
}

TEST(SteadyState, LeavesOutTheWarmUp) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto v = run([&](std::size_t i) {
      const double start = 200 * std::exp(-static_cast<double>(i) / 4);
      return LoadSample{1000, 1000, (50 + start + 2 * noise(seed, i)) * 10, 10};
    });
    ASSERT_EQ(v.state, State::steady);
    EXPECT_GE(v.warm_up, 6u);
    EXPECT_NEAR(v.latency.mean, 50, 2);
  }
}

TEST(SteadyState, SeesQueuesGrow) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto v = run([&](std::size_t i) {
      return LoadSample{1000 + 20 * noise(seed, 2 * i), 950 + 20 * noise(seed, 2 * i + 1),
                        (50 + 5 * static_cast<double>(i)) * 10, 10};
    });
    ASSERT_EQ(v.state, State::saturated);
    EXPECT_NEAR(v.accepted.mean, 950, 15);
    EXPECT_NEAR(v.offered, 1000, 15);
  }
}

TEST(SteadyState, DoesNotTakeFluctuationsForSaturation) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto v = run([&](std::size_t i) {
      return LoadSample{1000 + 100 * noise(seed, 2 * i), 1000 + 100 * noise(seed, 2 * i + 1),
                        (50 + noise(seed + 7, i)) * 10, 10};
    });
    EXPECT_EQ(v.state, State::steady);
  }
}

TEST(SteadyState, GivesUpOnWhatNeverSettles) {
  const auto v = run([](std::size_t i) {
    return LoadSample{1000, 1000, (i % 20 < 10 ? 10. : 1000.) * 10, 10};
  }, 0.001, 60);
  EXPECT_EQ(v.state, State::unsettled);
  EXPECT_EQ(v.intervals, 60u);
}

TEST(SteadyState, SaysNothingAtFirst) {
  SteadyState s(0.5, 100);
  for (int i = 0; i < 19; ++i) EXPECT_EQ(s.add({1, 1, 1, 1}).state, State::measuring);
  EXPECT_EQ(s.add({1, 1, 1, 1}).state, State::steady);
}

}  // namespace steady_state_test
}  // namespace kasuri
