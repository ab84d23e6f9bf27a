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
    "increase_time = '20 us', fast_stages = 1, increase_bytes = '0 B'";

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

// Each packet is an increase by bytes, after rate() has seen the rate before it. In Gb/s: the first
// decrease halves 100, an increase goes to 75, the second decrease makes that the target and halves it.
// Then one fast increase goes halfway to 75, and others halfway to 76, 77, ...
const std::string kBytes = "type = 'dcqcn', cnp_interval = '0 s', gain = 1e-6, increase = '1 Gb/s', "
                           "hyper_increase = '5 Gb/s', increase_bytes = '1048 B', ";

TEST(Dcqcn, IncreasesByBytes) {
  const auto c = control(kBytes + "fast_stages = 1, increase_time = '1 s'");
  c->acknowledged({}, one_packet(true), Time{0});
  EXPECT_NEAR(rate(*c, 51_us), 50e9, 1e7);
  c->acknowledged({}, one_packet(true), 52_us);
  std::int64_t at = 101;
  for (const double expected : {37.5, 56.25, 66.125, 71.5625}) {
    EXPECT_NEAR(rate(*c, Time{at++ * 1'000'000}), expected * 1e9, 1e7) << at;
  }
}

// Without fast stages, targets rise by 5 instead of 1 Gb/s once increases of both kinds have come: by time
// at 95 us (from 75 to 87.5 Gb/s, the second target) and, after that decrease, at 145 us.
TEST(Dcqcn, IncreasesMoreByBytesAndTime) {
  const auto c = control(kBytes + "fast_stages = 0, increase_time = '45 us'");
  c->acknowledged({}, one_packet(true), Time{0});
  EXPECT_NEAR(rate(*c, 51_us), 50e9, 1e7);
  c->acknowledged({}, one_packet(true), 52_us);
  EXPECT_NEAR(rate(*c, 101_us), 43.75e9, 1e7);
  EXPECT_NEAR(rate(*c, 102_us), (43.75 + 88.5) / 2 * 1e9, 1e7);
  EXPECT_NEAR(rate(*c, 146_us), (77.8125 + 90.5) / 2 * 1e9, 1e7);
  EXPECT_NEAR(rate(*c, 147_us), (84.15625 + 95.5) / 2 * 1e9, 1e7);
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
