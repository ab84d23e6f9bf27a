// SPDX-License-Identifier: MIT
// Ranges from several draws of one question: how often another draw is within them.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/stats/range.h"
#include "experiment/measured/question.h"

namespace kasuri::measured {
namespace draws_test {

class Draws : public testing::Test {
 protected:
  // Log-normal, with a tenth of scatter.
  Answer next() {
    Answer a;
    a.time = {static_cast<std::int64_t>(1e9 * std::exp(0.1 * normal_(random_)))};
    a.machine = {0.5 * static_cast<double>(a.time.ps), 2.0 * static_cast<double>(a.time.ps)};
    return a;
  }
  std::mt19937_64 random_{7};
  std::normal_distribution<double> normal_;
};

TEST_F(Draws, AnotherOneIsWithinInFourOfFiveCases) {
  for (const std::size_t n : {2, 3, 5, 12}) {
    int inside = 0;
    constexpr int kTries = 4000;
    for (int i = 0; i < kTries; ++i) {
      std::vector<Answer> draws;
      while (draws.size() < n) draws.push_back(next());
      const auto [low, high] = middle_of(draws).draws;
      const auto other = static_cast<double>(next().time.ps);
      inside += low <= other && other <= high;
    }
    EXPECT_NEAR(static_cast<double>(inside) / kTries, Range::kShare, 0.02) << n << " draws";
  }
}

TEST_F(Draws, TheMiddleOneIsTheAnswerAndItsRangeBecomesWider) {
  std::vector<Answer> draws{next(), next(), next()};
  const Answer a = middle_of(draws);
  std::ranges::sort(draws, {}, &Answer::time);
  EXPECT_EQ(a.time, draws[1].time);
  EXPECT_LT(a.machine[0], draws[1].machine[0]);
  EXPECT_GT(a.machine[1], draws[1].machine[1]);
  EXPECT_EQ(a.packet_level, (std::array<double, 2>{}));  // that was not known
  EXPECT_EQ(middle_of({draws[0]}).machine, draws[0].machine);
}

}  // namespace draws_test
}  // namespace kasuri::measured
