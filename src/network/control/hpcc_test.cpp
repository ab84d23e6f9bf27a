// SPDX-License-Identifier: MIT
// HPCC, against the utilisation that it settles at.
#include <gmock/gmock.h>

#include <array>

#include "network/control/roce_rig.h"

namespace kasuri {
namespace hpcc_test {

using namespace roce_test;
using namespace literals;

// `flows` of them share one output without a queue. Each goes to 0.95/(its share of the use) of its rate
// plus AI: together to 0.95 of the link plus flows * AI.
double settles_at(int flows, Bytes queue) {
  const auto c = control("type = 'hpcc', increase = '50 Mb/s'");
  std::array<HopTelemetry, 1> hop{{{Time{0}, Bytes{0}, queue, {12'500'000'000}}}};
  Time now{0};
  for (int i = 0; i < 400; ++i) {
    const double bits = flows * rate(*c, now) * 4.16e-6;
    now += Time{4'160'000};
    hop[0].at = now;
    hop[0].sent += Bytes{static_cast<std::int64_t>(bits / 8)};
    c->acknowledged({.in_flight = {0}},
                    {.bytes = kPacket, .marked = false, .round_trip = {}, .hops = hop}, now);
  }
  return rate(*c, now);
}

TEST(Hpcc, KeepsTheBusiestLinkAtItsUtilisation) {
  EXPECT_NEAR(settles_at(4, Bytes{0}) * 4, 0.95 * kLine + 4 * 50e6, 0.01 * kLine);
  EXPECT_NEAR(settles_at(16, Bytes{0}) * 16, 0.95 * kLine + 16 * 50e6, 0.01 * kLine);
}

// A queue of a tenth of the bandwidth-delay product counts as a tenth of the link.
TEST(Hpcc, LeavesRoomForAStandingQueue) {
  EXPECT_NEAR(settles_at(4, Bytes{5200}) * 4, 0.85 * kLine + 4 * 50e6, 0.01 * kLine);
}

TEST(Hpcc, NeedsTelemetryInItsPackets) {
  const auto c = control("type = 'hpcc'");
  EXPECT_TRUE(c->needs_telemetry());
  EXPECT_EQ(c->overhead().data, Bytes{42});
  EXPECT_EQ(packets_in_flight(*c, Time{0}), 52);
}

}  // namespace hpcc_test
}  // namespace kasuri
