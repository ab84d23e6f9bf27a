// SPDX-License-Identifier: MIT
// NSCC's window, by hand: round trip 8 us at 400 Gb/s, so 400,000 B, a scale of 8/3, a target of 6 us.
#include <gmock/gmock.h>

#include "base/config/document.h"
#include "network/control/send_control.h"

namespace kasuri {
namespace nscc_test {

constexpr std::int64_t kUs = 1'000'000;
constexpr std::int64_t kPacket = 4150;

std::unique_ptr<SendControl> nscc() {
  auto document = config::Document::parse("[nic]\nsend_control = { type = 'nscc' }\n", "test.toml");
  const auto choice =
      config::read<config::Choice<SendControl>>(document.root().section("nic").section("send_control"));
  document.finish();
  SendControlContext context{.rate = {50'000'000'000},
                             .packet = {kPacket},
                             .header = {64},
                             .round_trip = {8 * kUs},
                             .trims = true};
  return choice.make(context);
}

// The largest number of bytes in flight beside which one more packet may leave, and that packet.
std::int64_t window(SendControl& c, Time now) {
  std::int64_t least = -kPacket, beyond = 1'000'000;
  while (beyond - least > 1) {
    const std::int64_t n = (least + beyond) / 2;
    (c.may_send({.in_flight = {n}}, {kPacket}, now) == now ? least : beyond) = n;
  }
  return least + kPacket;
}

void acknowledge(SendControl& c, std::int64_t bytes, bool marked, std::int64_t delay_us,
                 std::int64_t at_us) {
  c.acknowledged({.in_flight = {300'000}},
                 {.bytes = {bytes},
                  .marked = marked,
                  .round_trip = Time{(8 + delay_us) * kUs},
                  .hops = {}},
                 Time{at_us * kUs});
}

TEST(Nscc, BeginsWithOneAndAHalfRoundTrips) {
  const auto c = nscc();
  EXPECT_EQ(window(*c, Time{0}), 600'000);
  // The packet that closes the window asks for an acknowledgement.
  EXPECT_FALSE(c->wants_answer({.in_flight = {595'000}}, {kPacket}));
  EXPECT_TRUE(c->wants_answer({.in_flight = {595'850}}, {kPacket}));
}

TEST(Nscc, ShrinksByEachRefusedOrLostPacket) {
  const auto c = nscc();
  c->refused({.in_flight = {500'000}}, {.bytes = {kPacket}, .round_trip = {}, .at_last_hop = true},
             Time{1});
  EXPECT_EQ(window(*c, Time{1}), 600'000 - kPacket);
  c->lost({.in_flight = {500'000}}, Bytes{kPacket}, Time{2});
  EXPECT_EQ(window(*c, Time{2}), 600'000 - 2 * kPacket);
}

// After a round trip with refusals, in which an eighth of the greatest window did not arrive: what did.
TEST(Nscc, AdaptsQuicklyToWhatArrived) {
  const auto c = nscc();
  acknowledge(*c, 20'000, false, 0, 1);  // begins the period of 14 us
  acknowledge(*c, 20'000, true, 0, 2);
  acknowledge(*c, 30'000, true, 0, 3);
  c->refused({.in_flight = {300'000}}, {.bytes = {kPacket}, .round_trip = {}, .at_last_hop = true},
             Time{16 * kUs});
  EXPECT_EQ(window(*c, Time{16 * kUs}), 50'000);
  // Marks and refusals of what was in flight then change nothing.
  acknowledge(*c, 100'000, true, 30, 17);
  EXPECT_EQ(window(*c, Time{17 * kUs}), 50'000);
}

// Marked packets with 30 us of delay: once the average is above 6 us, 1 - 0.8 (average - 6) / average.
TEST(Nscc, ShrinksOnceARoundTripByMarksAndDelay) {
  const auto c = nscc();
  double average = 0;
  std::int64_t at = 100;
  acknowledge(*c, 300'000, true, 30, at);
  average += 0.0125 * (30 - average);
  while (average + 0.0125 * (30 - average) <= 6) {
    acknowledge(*c, 0, true, 30, at);
    average += 0.0125 * (30 - average);
  }
  const std::int64_t before = window(*c, Time{at * kUs});
  acknowledge(*c, 0, true, 30, at);
  average += 0.0125 * (30 - average);
  const double factor = 1 - 0.8 * (average - 6) / average;
  EXPECT_NEAR(static_cast<double>(window(*c, Time{at * kUs})), static_cast<double>(before) * factor, 2);
  const std::int64_t after = window(*c, Time{at * kUs});
  acknowledge(*c, 0, true, 30, at + 8);
  EXPECT_GE(window(*c, Time{(at + 8) * kUs}), after);
  acknowledge(*c, 0, true, 30, at + 9);
  EXPECT_LT(window(*c, Time{(at + 9) * kUs}), after);
}

}  // namespace nscc_test
}  // namespace kasuri
