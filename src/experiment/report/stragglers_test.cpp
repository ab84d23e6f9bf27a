// SPDX-License-Identifier: MIT
// [compute]: a step in which all ranks meet takes as long as its slowest rank.
#include "experiment/report/stragglers.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "experiment/run/test_run.h"
#include "mpi/ranks/noise.h"

namespace kasuri {
namespace stragglers_test {

constexpr std::int64_t kMs = 1'000'000'000;

std::string refusal(const std::string& toml) {
  try {
    simulate_toml(toml);
  } catch (const Error& e) {
    return e.what();
  } catch (const std::exception& e) {
    return e.what();
  }
  return "";
}

std::string steps(const std::string& more) {
  return "[topology]\ntype = 'switch'\nendpoints = 8\n[[jobs]]\nranks = 8\n[jobs.motif]\n"
         "type = 'collective'\nsize = '8 B'\ncompute = '1 ms'\nsteps = 10\n" +
         more;
}

TEST(Stragglers, AStepTakesAsLongAsItsSlowestRank) {
  const Results even = simulate_toml(steps(""));
  const Results slow = simulate_toml(steps("[[compute.slow]]\nnodes = [3]\nrate = 0.8\n"));
  EXPECT_FALSE(straggler_of(even, 0));
  // 10 steps of 1 ms / 0.8 instead of 1 ms; collectives take microseconds.
  EXPECT_NEAR(static_cast<double>((slow.time - even.time).ps), 2.5 * kMs, 0.02 * kMs);
  const auto s = straggler_of(slow, 0);
  ASSERT_TRUE(s);
  EXPECT_EQ(s->rank, 3u);
  EXPECT_EQ(s->node, 3u);
  EXPECT_EQ(s->slower, 1u);
  EXPECT_NEAR(s->rate, 0.8, 1e-9);
  EXPECT_EQ(s->longer.ps, 5 * kMs / 2);
  // The others wait for it in all steps except the last, after which there is no collective.
  EXPECT_NEAR(static_cast<double>((s->others_waited - s->waited).ps), 9 * 0.25 * kMs, 0.02 * kMs);
  EXPECT_THAT(straggler_text(*s), testing::HasSubstr("rank 3 (node 3) computes at 0.8 of the usual rate"));
}

// Computation of a trace, without communication: exact.
TEST(Stragglers, RatesChangeTracesToo) {
  const auto file = test_path("rates.goal");
  std::ofstream(file) << "num_ranks 2\nrank 0 {\ncalc 1000000\n}\nrank 1 {\ncalc 1000000\n}\n";
  const Results r = simulate_toml("[topology]\ntype = 'switch'\nendpoints = 2\n[[jobs]]\ntrace = '" +
                                  file.string() + "'\n[[compute.slow]]\nnodes = [0]\nrate = 0.5\n"
                                  "[[compute.slow]]\nnodes = [1]\nrate = 2\n");
  EXPECT_EQ(r.time, Time{2'000'000'000});
  EXPECT_EQ(r.ranks[1].spent.computing, Time{500'000'000});
  EXPECT_EQ(r.ranks[1].spent.slowness, Time{-500'000'000});
}

// With n ranks whose times are drawn, a step takes the largest: computed here from the same rates.
TEST(Stragglers, ASpreadCostsWhatTheSlowestDrawCosts) {
  const Results even = simulate_toml(steps(""));
  for (const mpi::RateSpread spread :
       {mpi::RateSpread::normal, mpi::RateSpread::uniform, mpi::RateSpread::exponential}) {
    const Results drawn = simulate_toml(steps("[compute]\nspread = '" + std::string(name_of(spread)) +
                                              "'\ndeviation = 0.05\nseed = 7\n"));
    mpi::ComputeParams p;
    p.spread = spread;
    p.deviation = 0.05;
    p.seed = 7;
    const mpi::ComputeRates rates(p, 1);
    Time longest{0};
    for (std::uint32_t n = 0; n < 8; ++n) longest = later(longest, rates.time({n}, Time{kMs}));
    EXPECT_NEAR(static_cast<double>((drawn.time - even.time).ps),
                10 * static_cast<double>((longest - Time{kMs}).ps), 0.02 * kMs)
        << name_of(spread);
  }
}

// Mean and deviation of many draws.
TEST(Stragglers, SpreadsHaveTheirMoments) {
  constexpr std::uint32_t kNodes = 20'000;
  for (const mpi::RateSpread spread :
       {mpi::RateSpread::normal, mpi::RateSpread::uniform, mpi::RateSpread::exponential}) {
    mpi::ComputeParams p;
    p.spread = spread, p.deviation = 0.1;
    const mpi::ComputeRates rates(p, 5);
    double sum = 0, squares = 0;
    for (std::uint32_t n = 0; n < kNodes; ++n) {
      const double rate = rates.of({n});
      // Of an exponential spread the times: 1 and 0.1 longer in the mean.
      const double x = spread == mpi::RateSpread::exponential ? 1 / rate - 0.1 : rate;
      sum += x, squares += x * x;
    }
    const double mean = sum / kNodes, deviation = std::sqrt(squares / kNodes - mean * mean);
    EXPECT_NEAR(mean, 1, 0.004) << name_of(spread);
    EXPECT_NEAR(deviation, 0.1, 0.004) << name_of(spread);
  }
}

TEST(Stragglers, RefusesNodesThatAreNotThere) {
  EXPECT_THAT(refusal(steps("[[compute.slow]]\nnodes = [1, 8]\nrate = 0.8\n")),
              testing::HasSubstr("there is no node 8; the machine has nodes 0 to 7"));
  EXPECT_THAT(refusal(steps("[compute]\nspread = 'normal'\n")),
              testing::HasSubstr("needs a deviation above 0"));
  EXPECT_THAT(refusal(steps("[compute]\ndeviation = 0.1\n")),
              testing::HasSubstr("no effect without a spread"));
}

}  // namespace stragglers_test
}  // namespace kasuri
