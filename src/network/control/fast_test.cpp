// SPDX-License-Identifier: MIT
// FAST's window, by hand: round trip 8 us at 400 Gb/s, two packets of 4,150 bytes in queues.
#include <gtest/gtest.h>

#include "base/config/document.h"
#include "network/control/send_control.h"

namespace kasuri {
namespace fast_test {

constexpr std::int64_t kUs = 1'000'000;

std::unique_ptr<SendControl> fast() {
  auto document = config::Document::parse("[nic]\nsend_control = { type = 'fast' }\n", "test.toml");
  const auto choice =
      config::read<config::Choice<SendControl>>(document.root().section("nic").section("send_control"));
  document.finish();
  SendControlContext context{
      .rate = {50'000'000'000}, .packet = {4150}, .header = {64}, .round_trip = {8 * kUs}};
  return choice.make(context);
}

void acknowledge(SendControl& c, Time round_trip, Time now) {
  c.acknowledged({}, {.bytes = {4150}, .marked = false, .round_trip = round_trip, .hops = {}}, now);
}

TEST(Fast, GrowsByHalfOfAlphaOnceARoundTripWhereNothingWaits) {
  const auto c = fast();
  EXPECT_EQ(c->window(), Bytes{4150});
  acknowledge(*c, Time{8 * kUs}, Time{8 * kUs});
  EXPECT_EQ(c->window(), Bytes{4150 + 4150});
  acknowledge(*c, Time{8 * kUs}, Time{9 * kUs});  // of the same round trip
  EXPECT_EQ(c->window(), Bytes{2 * 4150});
  acknowledge(*c, Time{8 * kUs}, Time{16 * kUs});
  EXPECT_EQ(c->window(), Bytes{3 * 4150});
}

// Where round trips are twice as long, the window comes to rest with half of it, alpha, in queues.
TEST(Fast, RestsWithAlphaInQueues) {
  const auto c = fast();
  for (int i = 1; i <= 60; ++i) acknowledge(*c, Time{16 * kUs}, Time{16 * i * kUs});
  EXPECT_NEAR(static_cast<double>(c->window()->n), 4 * 4150, 2);
}

TEST(Fast, HalvesOnceARoundTrip) {
  const auto c = fast();
  for (int i = 1; i <= 60; ++i) acknowledge(*c, Time{16 * kUs}, Time{16 * i * kUs});
  c->lost({}, Bytes{4150}, Time{1000 * kUs});
  c->refused({}, {.bytes = {4150}, .round_trip = {}, .at_last_hop = true}, Time{1001 * kUs});
  EXPECT_NEAR(static_cast<double>(c->window()->n), 2 * 4150, 2);
}

}  // namespace fast_test
}  // namespace kasuri
