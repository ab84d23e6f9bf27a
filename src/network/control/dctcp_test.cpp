// SPDX-License-Identifier: MIT
// DCTCP against its window law.
#include <gmock/gmock.h>

#include <utility>

#include "network/control/roce_rig.h"

namespace kasuri {
namespace dctcp_test {

using namespace roce_test;
using namespace literals;

// Windows of 10 packets of which `marked` are. With a gain of 1, each is judged by the one before alone:
// what the last one leaves of the rate.
double left(int marked) {
  const auto c = control("type = 'dctcp', gain = 1.0, increase = '1 Mb/s'");
  double before = 0, now = 0;
  for (int i = 0; i < 60; ++i) {
    c->acknowledged({.in_flight = kPacket * 9}, one_packet(i % 10 < marked), Time{i * 1'000'000});
    if (i % 10 == 9) before = std::exchange(now, rate(*c, Time{i * 1'000'000}));
  }
  return now / before;
}

// The window law: W becomes W(1 - share/2), once for all marks of a window.
TEST(Dctcp, CutsByTheShareOfMarkedPackets) {
  EXPECT_NEAR(left(0), 1, 0.01);
  EXPECT_NEAR(left(2), 1 - 0.2 / 2, 0.01);
  EXPECT_NEAR(left(5), 1 - 0.5 / 2, 0.01);
}

TEST(Dctcp, ItsWindowFollowsItsRate) {
  const auto c = control("type = 'dctcp'");
  EXPECT_EQ(packets_in_flight(*c, Time{0}), 52);
  c->acknowledged({.in_flight = kPacket * 20}, one_packet(true), 1_us);
  EXPECT_EQ(packets_in_flight(*c, 1_us), 26);
  // Not a second time within the window.
  c->acknowledged({.in_flight = kPacket * 20}, one_packet(true), 1_us);
  EXPECT_EQ(packets_in_flight(*c, 1_us), 26);
}

}  // namespace dctcp_test
}  // namespace kasuri
