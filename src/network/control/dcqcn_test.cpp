// SPDX-License-Identifier: MIT
// DCQCN by its closed forms.
#include <gmock/gmock.h>

#include <cmath>

#include "network/control/roce_rig.h"

namespace kasuri {
namespace dcqcn_test {

using namespace roce_test;
using namespace literals;

const std::string kTimers =
    "type = 'dcqcn', alpha_time = '1 us', decrease_time = '4 us', cnp_interval = '0 s', "
    "increase_time = '20 us', fast_stages = 1";

TEST(Dcqcn, HalvesAtOnceWhenAllIsMarked) {
  const auto c = control(kTimers);
  EXPECT_NEAR(rate(*c, 1_us), kLine, 1e8);
  for (int i = 0; i <= 40; ++i) c->acknowledged({}, one_packet(true), 1_us + Time{i * 200'000});
  // The average begins at 1 and stays there: two decreases in 8 us.
  EXPECT_NEAR(rate(*c, Time{9'500'000}), kLine / 4, 1e8);
}

// A notification each 52 us, which is 52 updates of the average: it settles at g/(1 - (1 - g)^52) after
// one. The decrease, a multiple of 4 us after the last one, comes just before the next: by half of what 51
// updates have left, a. Then one increase halfway back, and one to halfway above that plus AI: R = 4 AI/a.
TEST(Dcqcn, SettlesAtItsFixedPoint) {
  const auto c = control(kTimers + ", increase = '50 Mb/s'");
  constexpr double kGain = 1.0 / 256;
  const double share = kGain / (1 - std::pow(1 - kGain, 52)) * std::pow(1 - kGain, 51);
  Time now{0};
  for (int i = 0; i < 4000; ++i) {
    now = 52_us * (i + 1);
    c->acknowledged({}, one_packet(true), now);
  }
  EXPECT_NEAR(rate(*c, now), 4 * 50e6 / share, 0.03 * 4 * 50e6 / share);
}

TEST(Dcqcn, HearsOneNotificationInItsInterval) {
  const auto often = control("type = 'dcqcn'");
  for (int i = 0; i < 100; ++i) often->acknowledged({}, one_packet(true), Time{i * 400'000});
  const auto once = control("type = 'dcqcn'");
  once->acknowledged({}, one_packet(true), Time{0});
  EXPECT_EQ(rate(*often, 60_us), rate(*once, 60_us));
  EXPECT_NEAR(rate(*once, 60_us), kLine / 2, 3e8);
}

}  // namespace dcqcn_test
}  // namespace kasuri
