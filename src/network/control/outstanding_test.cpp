// SPDX-License-Identifier: MIT
// What is in flight, lost and there, while numbers go round.
#include "network/control/outstanding.h"

#include <gtest/gtest.h>

namespace kasuri {
namespace outstanding_test {

TEST(Outstanding, CountsWhatIsInFlight) {
  Outstanding o;
  for (std::uint32_t i = 0; i < 40; ++i) EXPECT_EQ(o.send(100, Time{i}), i);
  EXPECT_EQ(o.in_flight(), Bytes{4000});
  o.received(Bytes{1000});
  o.arrived_below(10);
  EXPECT_EQ(o.first(), 10u);
  EXPECT_EQ(o.in_flight(), Bytes{3000});
  EXPECT_FALSE(o.has(9));
  EXPECT_TRUE(o.has(39));
  EXPECT_FALSE(o.has(40));
}

TEST(Outstanding, SendsTheLowestLostPacketFirst) {
  Outstanding o;
  for (std::uint32_t i = 0; i < 8; ++i) o.send(100 + i, Time{i});
  o.wait(5), o.wait(2), o.wait(7);
  o.wait(2);  // it waits already
  EXPECT_EQ(o.to_resend(), Bytes{105 + 102 + 107});
  EXPECT_EQ(o.in_flight(), Bytes{828 - 314});
  EXPECT_EQ(o.bytes_again(), 102u);
  EXPECT_EQ(o.send_again(Time{20}), 2u);
  EXPECT_EQ(o[2].repeats, 1);
  o.wait(1);  // lower than what was sent again
  EXPECT_EQ(o.send_again(Time{21}), 1u);
  EXPECT_EQ(o.send_again(Time{22}), 5u);
  EXPECT_EQ(o.send_again(Time{23}), 7u);
  EXPECT_FALSE(o.any_waiting());
}

// What was taken for lost and has come all the same counts once.
TEST(Outstanding, ForgetsWhatWaitsAndHasCome) {
  Outstanding o;
  for (std::uint32_t i = 0; i < 4; ++i) o.send(100, Time{i});
  o.wait(1);
  o.received(Bytes{300});
  o.arrived_below(3);
  EXPECT_FALSE(o.any_waiting());
  EXPECT_EQ(o.to_resend(), Bytes{0});
  EXPECT_EQ(o.in_flight(), Bytes{100});
  o.wait(3);
  EXPECT_EQ(o.send_again(Time{9}), 3u);
}

TEST(Outstanding, KeepsItsPlaceWhileItGrows) {
  Outstanding o;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    o.send(64, Time{i});
    if (i % 3 == 0) {
      o.received(Bytes{64});
      o.arrived_below(i / 3 + 1);
    }
  }
  EXPECT_EQ(o.first(), 334u);
  EXPECT_EQ(o.next(), 1000u);
  for (std::uint32_t n = o.first(); n < o.next(); ++n) EXPECT_EQ(o[n].at(), Time{n});
}

TEST(Outstanding, StartsAgainWithoutMemory) {
  Outstanding o;
  for (std::uint32_t i = 0; i < 30; ++i) o.send(10, Time{i});
  o.release_memory();  // not while packets are outstanding
  EXPECT_EQ(o[29].at(), Time{29});
  o.received(Bytes{300});
  o.arrived_below(30);
  o.release_memory();
  for (std::uint32_t i = 30; i < 60; ++i) EXPECT_EQ(o.send(10, Time{i}), i);
  for (std::uint32_t i = 30; i < 60; ++i) EXPECT_EQ(o[i].at(), Time{i});
  o.wait(31);
  EXPECT_EQ(o.send_again(Time{70}), 31u);
}

}  // namespace outstanding_test
}  // namespace kasuri
