// SPDX-License-Identifier: MIT
// Lateness behind a barrier, against the distribution of the largest of many random times.
#include "experiment/measured/skew.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace kasuri::measured {
namespace skew_test {

using namespace literals;

std::vector<double> sorted_draws(std::uint32_t ranks, int draws) {
  std::vector<double> all;
  for (int i = 1; i <= draws; ++i) {
    const Time t = skew_of(1_us, ranks, Mode::last_rank, {7, static_cast<std::uint64_t>(i)});
    all.push_back(static_cast<double>(t.ps) * 1e-6);
  }
  std::ranges::sort(all);
  return all;
}

// The second route: ranks that are drawn one by one.
std::vector<double> largest_of_ranks(std::uint32_t ranks, int calls) {
  std::mt19937_64 random(3);
  std::exponential_distribution<double> late(1);
  std::vector<double> all;
  for (int i = 0; i < calls; ++i) {
    double last = 0;
    for (std::uint32_t r = 0; r < ranks; ++r) last = std::max(last, late(random));
    all.push_back(last);
  }
  std::ranges::sort(all);
  return all;
}

TEST(Skew, IsTheLargestOfManyExponentialTimes) {
  constexpr int kCalls = 4000;
  for (const std::uint32_t ranks : {2u, 32u, 512u}) {
    const std::vector<double> drawn = sorted_draws(ranks, kCalls);
    const std::vector<double> one_by_one = largest_of_ranks(ranks, kCalls);
    for (const int place : {kCalls / 10, kCalls / 2, 9 * kCalls / 10}) {
      const auto i = static_cast<std::size_t>(place);
      EXPECT_NEAR(drawn[i], one_by_one[i], 0.21) << ranks << " ranks";  // three standard errors at 90 %
    }
    const double median = static_cast<double>(skew_of(1_us, ranks, Mode::last_rank, {7, 0}).ps) * 1e-6;
    EXPECT_NEAR(median, one_by_one[kCalls / 2], 0.06) << ranks << " ranks";
    EXPECT_NEAR(median, std::log(1.44 * ranks), ranks == 2 ? 0.2 : 0.02);
  }
}

// Iterations of one measurement say what s is.
TEST(Skew, FollowsFromTheScatterOfIterations) {
  const std::vector<double> drawn = sorted_draws(64, 20'000);
  EXPECT_NEAR(drawn[18'000] - drawn[2'000], 3.08, 0.08);
}

TEST(Skew, IsOfCallsBehindABarrier) {
  EXPECT_EQ(skew_of(1_us, 64, Mode::pipelined, {7, 0}), 0_us);
  EXPECT_EQ(skew_of(1_us, 1, Mode::last_rank, {7, 0}), 0_us);
  EXPECT_EQ(skew_of(0_us, 64, Mode::last_rank, {7, 3}), 0_us);
  EXPECT_EQ(skew_of(1_us, 64, Mode::last_rank, {7, 0}) - skew_of(1_us, 64, Mode::mean_rank, {7, 0}), 1_us);
  EXPECT_NE(skew_of(1_us, 64, Mode::last_rank, {7, 1}), skew_of(1_us, 64, Mode::last_rank, {8, 1}));
  EXPECT_EQ(skew_of(1_us, 64, Mode::last_rank, {7, 1}), skew_of(1_us, 64, Mode::last_rank, {7, 1}));
}

}  // namespace skew_test
}  // namespace kasuri::measured
