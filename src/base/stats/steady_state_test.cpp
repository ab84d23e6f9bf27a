// SPDX-License-Identifier: MIT
// Against series whose truth is known: constants with noise, a decaying start, queues that grow, and queues
// with a formula.
#include "base/stats/steady_state.h"

#include <fmt/format.h>
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
  int covered = 0, steady = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto v = run([&](std::size_t i) {
      return LoadSample{1000, 1000, (50 + 5 * noise(seed, i)) * 10, 10};
    });
    if (v.state != State::steady) continue;
    ++steady;
    covered += std::abs(v.latency->mean - 50) <= *v.latency->half_width;
    EXPECT_LE(*v.latency->half_width, 0.02 * v.latency->mean);
  }
  EXPECT_GE(steady, 195);
  EXPECT_GE(covered, 178);  // 95 %, less four standard deviations
}

TEST(SteadyState, LeavesOutTheWarmUp) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto v = run([&](std::size_t i) {
      const double start = 200 * std::exp(-static_cast<double>(i) / 4);
      return LoadSample{1000, 1000, (50 + start + 2 * noise(seed, i)) * 10, 10};
    });
    ASSERT_EQ(v.state, State::steady);
    EXPECT_GE(v.warm_up, 6u);
    EXPECT_NEAR(v.latency->mean, 50, 2);
  }
}

TEST(SteadyState, SeesQueuesGrow) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto v = run([&](std::size_t i) {
      return LoadSample{1000 + 20 * noise(seed, 2 * i), 950 + 20 * noise(seed, 2 * i + 1),
                        (50 + 5 * static_cast<double>(i)) * 10, 10};
    });
    ASSERT_EQ(v.state, State::saturated);
    EXPECT_FALSE(v.latency);
    EXPECT_NEAR(v.accepted->mean, 950, 15);
    EXPECT_NEAR(*v.offered, 1000, 15);
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
  for (int i = 0; i < 39; ++i) EXPECT_EQ(s.add({1, 1, 1, 1}).state, State::measuring);
  EXPECT_EQ(s.add({1, 1, 1, 1}).state, State::steady);
}

// What has no value is nothing, not zero.
TEST(SteadyState, HasNoIntervalOfAFewSamples) {
  SteadyState s(0.5, 100);
  EXPECT_FALSE(s.finish().offered);
  EXPECT_FALSE(s.finish().latency);
  for (int i = 0; i < 4; ++i) s.add({8, 7, 30, 10});
  const auto v = s.finish();
  EXPECT_EQ(v.state, State::unsettled);
  EXPECT_EQ(*v.offered, 8);
  EXPECT_EQ(v.accepted->mean, 7);
  EXPECT_FALSE(v.accepted->half_width);
  EXPECT_EQ(v.latency->mean, 3);
  EXPECT_FALSE(v.latency->half_width);
  SteadyState none(0.5, 100);
  none.add({8, 0, 0, 0});
  EXPECT_FALSE(none.finish().latency);
}

// The time in a queue with one server and Poisson arrivals, `load` per service time, looked at after each
// `interval` service times.
SteadyState::Verdict queue(bool constant, double load, double interval, std::uint64_t seed) {
  SteadyState s(0.03, 2000);
  double arrival = 0, departure = 0, end = interval;
  LoadSample sample;
  for (std::uint64_t i = 0;; ++i) {
    const auto bits = random_at(seed, 1, 0, i);
    arrival -= std::log(unit_interval(bits[0])) / load;
    departure = std::max(departure, arrival) + (constant ? 1 : -std::log(unit_interval(bits[1])));
    for (; departure >= end; end += interval) {
      const auto v = s.add(sample);
      sample = {};
      if (v.state != State::measuring) return v;
    }
    sample.accepted += 1;
    sample.offered += 1;
    sample.packets += 1;
    sample.latency += departure - arrival;
  }
}

struct Coverage {
  int steady = 0, covered = 0;
  double share() const { return static_cast<double>(covered) / steady; }
};
Coverage coverage(bool constant, double load, double interval, std::uint64_t seeds) {
  // M/M/1 and, by Pollaczek and Khinchine, M/D/1.
  const double mean = constant ? 1 + load / (2 * (1 - load)) : 1 / (1 - load);
  Coverage c;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto v = queue(constant, load, interval, seed);
    if (v.state != State::steady) continue;
    ++c.steady;
    c.covered += std::abs(v.latency->mean - mean) <= *v.latency->half_width;
  }
  return c;
}

// 95 % of intervals hold the mean: 92 to 98 % over 400 seeds.
TEST(SteadyState, IntervalsCoverTheMeansOfQueues) {
  struct Case {
    bool constant;
    double load, interval;
  };
  for (const Case& c : {Case{true, 0.3, 200}, Case{true, 0.6, 200}, Case{true, 0.3, 2000},
                        Case{false, 0.3, 200}}) {
    const Coverage found = coverage(c.constant, c.load, c.interval, 400);
    const std::string what = fmt::format("{} load {} interval {}", c.constant ? "M/D/1" : "M/M/1", c.load,
                                         c.interval);
    EXPECT_GE(found.steady, 392) << what;
    EXPECT_GE(found.share(), 0.92) << what;
    EXPECT_LE(found.share(), 0.98) << what;
  }
}

// Near saturation a queue remembers longer than the run takes: that is unsettled, and no interval.
TEST(SteadyState, SaysUnsettledRatherThanAFalseInterval) {
  const Coverage found = coverage(false, 0.99, 200, 20);
  EXPECT_LE(found.steady, 1);
}

}  // namespace steady_state_test
}  // namespace kasuri
