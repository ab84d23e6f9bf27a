// SPDX-License-Identifier: MIT
// TIMELY, decrease by decrease.
#include <gmock/gmock.h>

#include "network/control/roce_rig.h"

namespace kasuri {
namespace timely_test {

using namespace roce_test;
using namespace literals;

double after(std::initializer_list<Time> round_trips, const std::string& keys = "") {
  const auto c = control("type = 'timely'" + keys);
  Time now{0};
  for (const Time t : round_trips) c->acknowledged({}, one_packet(false, t), now += t);
  return rate(*c, now);
}

// 0.875 of a rise of 8 us over 20 us is a gradient of 0.35.
TEST(Timely, DecreasesByTheGradient) {
  EXPECT_NEAR(after({100_us, 108_us}), kLine * (1 - 0.8 * 0.35), 1e8);
}

TEST(Timely, DecreasesByTheDistanceAboveTheHighThreshold) {
  EXPECT_NEAR(after({1000_us, 1000_us}), kLine * (1 - 0.8 * 0.5), 1e8);
}

TEST(Timely, IncreasesFasterFromTheSixthTimeOn) {
  const std::string keys = ", increase = '1 Gb/s', hyper_increase = '4 Gb/s'";
  // Half of the rate first; the change of 0 then fades, and round trips below 50 us increase.
  const double low = after({1000_us, 1000_us}, keys);
  EXPECT_NEAR(after({1000_us, 1000_us, 10_us}, keys), low + 1e9, 1e8);
  EXPECT_NEAR(after({1000_us, 1000_us, 10_us, 10_us, 10_us, 10_us, 10_us}, keys), low + 5e9, 2e8);
  EXPECT_NEAR(after({1000_us, 1000_us, 10_us, 10_us, 10_us, 10_us, 10_us, 10_us}, keys), low + 9e9, 2e8);
}

}  // namespace timely_test
}  // namespace kasuri
