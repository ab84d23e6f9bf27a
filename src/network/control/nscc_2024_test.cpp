// SPDX-License-Identifier: MIT
// The window of 2024, by hand: round trip 8 us at 400 Gb/s, so 400,000 B, a scale of 8/3.
#include <gmock/gmock.h>

#include "base/config/document.h"
#include "network/control/send_control.h"

namespace kasuri {
namespace nscc_2024_test {

constexpr std::int64_t kUs = 1'000'000;
constexpr std::int64_t kPacket = 4150;

std::unique_ptr<SendControl> nscc_2024() {
  SendControlContext context{.rate = {50'000'000'000},
                             .packet = {kPacket},
                             .header = {64},
                             .round_trip = {8 * kUs},
                             .trims = true,
                             .rules = UecRules::v2024,
                             .pair_round_trip = {4 * kUs}};
  return config::Choice<SendControl>("nscc-2024").make(context);
}

void acknowledge(SendControl& c, std::int64_t bytes, bool marked, std::int64_t delay_us,
                 std::int64_t at_us) {
  c.acknowledged({.in_flight = {300'000}},
                 {.bytes = {bytes},
                  .marked = marked,
                  .round_trip = Time{(4 + delay_us) * kUs},
                  .hops = {}},
                 Time{at_us * kUs});
}

// A packet may leave as long as the window is not full, and the one that fills it asks.
TEST(Nscc2024, SendsUntilTheWindowIsFull) {
  const auto c = nscc_2024();
  EXPECT_EQ(c->window(), Bytes{600'000});
  EXPECT_EQ(c->may_send({.in_flight = {599'999}}, {kPacket}, Time{5}), Time{5});
  EXPECT_EQ(c->may_send({.in_flight = {600'000}}, {kPacket}, Time{5}), kNever);
  EXPECT_FALSE(c->wants_answer({.in_flight = {599'999}}, {kPacket}));
  EXPECT_TRUE(c->wants_answer({.in_flight = {600'000}}, {kPacket}));
}

// Unmarked and late: 5 scale packet n; over the window, at most 8000 B; and 0.15 payload scale in 12 us.
TEST(Nscc2024, GrowsByWhatCame) {
  const auto c = nscc_2024();
  acknowledge(*c, 0, false, 30, 13);  // the first adjustment
  for (int i = 0; i < 40; ++i) {
    c->refused({.in_flight = {300'000}}, {.bytes = {kPacket}, .round_trip = {}, .at_last_hop = true},
               Time{14 * kUs});
  }
  const std::int64_t before = 600'000 - 40 * kPacket;
  EXPECT_EQ(c->window(), Bytes{before});
  acknowledge(*c, 8001, false, 30, 15);
  const auto increase = static_cast<std::int64_t>(5 * 8.0 / 3 * kPacket * 8001);
  EXPECT_EQ(c->window(), Bytes{before + increase / before});
}

// What arrived in a period, after something was trimmed. Marks of what was in flight then change nothing.
TEST(Nscc2024, AdaptsQuicklyToWhatArrived) {
  const auto c = nscc_2024();
  acknowledge(*c, 20'000, false, 0, 1);  // begins a period of 4 + 6 us
  acknowledge(*c, 50'000, true, 0, 2);
  c->refused({.in_flight = {300'000}}, {.bytes = {kPacket}, .round_trip = {}, .at_last_hop = true},
             Time{12 * kUs});
  EXPECT_EQ(c->window(), Bytes{50'000});
  acknowledge(*c, 10'000, true, 30, 13);
  EXPECT_EQ(c->window(), Bytes{50'000});
}

}  // namespace nscc_2024_test
}  // namespace kasuri
