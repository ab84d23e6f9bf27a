// SPDX-License-Identifier: MIT
// Swift, against its target by hand.
#include <gmock/gmock.h>

#include "network/control/roce_rig.h"

namespace kasuri {
namespace swift_test {

using namespace roce_test;
using namespace literals;

// 4 links: 20 us + 4 * 20/6.55 us = 32.2 us, and at a window of 49 packets 100 us * (1/sqrt(49) -
// 1/sqrt(100))/(1/sqrt(0.1) - 1/sqrt(100)) = 1.4 us more.
TEST(Swift, AimsAtADelayThatGrowsWithTheWay) {
  const auto at = [](Time round_trip) {
    const auto c = control("type = 'swift'");
    c->acknowledged({.in_flight = kPacket * 49}, one_packet(false, round_trip), 100_us);
    return packets_in_flight(*c, 100_us);
  };
  EXPECT_EQ(at(33_us), 49);
  EXPECT_EQ(at(35_us), 48);
  // Twice the target: 1 - 0.8 * 0.5 of 49.6 packets.
  EXPECT_EQ(at(Time{67'300'000}), 29);
  EXPECT_EQ(at(1000_us), 24);  // at most half
}

TEST(Swift, PacesWindowsBelowAPacket) {
  const auto c = control("type = 'swift'");
  Time now = 1000_us;
  for (int i = 0; i < 7; ++i) c->acknowledged({}, one_packet(false, 1000_us), now += 1000_us);
  // 49.6/128 packets, so one in 1000 us * 128/49.6.
  c->sent({}, kPacket, now);
  EXPECT_EQ(c->may_send({.in_flight = kPacket}, kPacket, now), kNever);
  EXPECT_NEAR((c->may_send({}, kPacket, now) - now).seconds(), 1e-3 * 128 / 49.6, 3e-5);
}

}  // namespace swift_test
}  // namespace kasuri
