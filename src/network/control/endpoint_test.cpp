// SPDX-License-Identifier: MIT
// Congestion management of endpoints, by hand: packets of 1048 B take 83.84 ns on a line of 100 Gb/s.
#include <gmock/gmock.h>

#include <vector>

#include "base/core/errors.h"
#include "network/control/receive_control.h"
#include "network/control/roce_rig.h"

namespace kasuri {
namespace endpoint_test {

using namespace literals;
using roce_test::kPacket;

std::unique_ptr<SendControl> source(bool counts_senders = true) {
  SendControlContext context{
      .rate = {12'500'000'000}, .packet = kPacket, .header = {48}, .counts_senders = counts_senders};
  return config::Choice<SendControl>("endpoint").make(context);
}

// A packet that took 2 us there and back.
void answer(SendControl& c, bool marked, std::uint32_t senders, Time now) {
  c.acknowledged({}, {.bytes = kPacket, .marked = marked, .round_trip = 2_us, .hops = {},
                      .senders = senders}, now);
}

double share(SendControl& c, Time now) { return roce_test::rate(c, now) / roce_test::kLine; }

TEST(Endpoint, HasNoLimitBeforeAMarkAndWhenAlone) {
  const auto c = source();
  c->sent({}, kPacket, 1_us);
  EXPECT_EQ(c->may_send({}, kPacket, 1_us), 1_us);
  answer(*c, true, 8, 10_us);
  EXPECT_GT(c->may_send({}, kPacket, 1_us), 1_us);
  answer(*c, false, 1, 20_us);
  EXPECT_EQ(c->may_send({}, kPacket, 20_us), 20_us);
}

TEST(Endpoint, TakesItsShareAtOnce) {
  const auto c = source();
  answer(*c, true, 8, 10_us);
  EXPECT_NEAR(share(*c, 20_us), 1.0 / 8, 1e-3);
  answer(*c, true, 8, 11_us);  // left before
  EXPECT_NEAR(share(*c, 30_us), 1.0 / 8, 1e-3);
  answer(*c, true, 8, 13_us);
  EXPECT_NEAR(share(*c, 40_us), 7.5 / 64, 1e-3);
  answer(*c, false, 8, 16_us);
  EXPECT_NEAR(share(*c, 50_us), 7.75 / 64, 1e-3);
  answer(*c, false, 8, 17_us);  // once per round trip
  answer(*c, false, 4, 18_us);  // others are through
  EXPECT_NEAR(share(*c, 60_us), 15.0 / 64, 1e-3);
}

// 1.5 * 2 us at an eighth of 12.5 GB/s: 4687 B, so 4 packets; first 32,768 B, so 31.
TEST(Endpoint, KeepsAWindowOfItsRate) {
  const auto c = source();
  const auto in_flight = [&](Time now) {
    std::int64_t n = 1;
    while (n < 100 && c->may_send({.in_flight = kPacket * n}, kPacket, now) <= now) ++n;
    return n;
  };
  c->sent({}, kPacket, 1_us);
  EXPECT_EQ(in_flight(2_us), 31);
  answer(*c, true, 8, 10_us);
  c->sent({}, kPacket, 11_us);
  EXPECT_EQ(in_flight(12_us), 4);
  EXPECT_TRUE(c->wants_answer({}, kPacket));
  EXPECT_LT(c->may_send({.in_flight = kPacket * 50}, kPacket, 12_us), kNever);  // never for good
}

TEST(Endpoint, NeedsReceiversThatCount) {
  EXPECT_THAT([] { source(false); }, testing::ThrowsMessage<Error>(testing::HasSubstr("with credits")));
}

struct Answered final : Answers {
  void acknowledge(const Arrival& a) override { all.push_back(a); }
  void grant(std::uint32_t, Bytes) override {}
  void wake(Time) override {}
  std::vector<Arrival> all;
};

// Its link is busy from the first packet on; six take 503 ns. The third of three sources leaves, and counts
// for 5 * 4 packets more.
TEST(EdgePort, CountsSourcesAndMarksWhileItsLinkIsBusy) {
  ReceiveControlContext context{.rate = {12'500'000'000}, .packet = kPacket};
  auto document = config::Document::parse("[a]\ntype = 'edge-port'\nsenders = 2\n", "test.toml");
  const auto c = config::read<config::Choice<ReceiveControl>>(document.root().section("a")).make(context);
  Answered out;
  Time now{0};
  const auto arrive = [&](std::uint32_t connection, Time gap = Time{0}) {
    c->arrived({.connection = connection, .bytes = kPacket, .unanswered = kPacket, .marked = false,
                .asks = true, .first = false, .again = false, .closes_gap = false, .cut = false,
                .demand = Bytes{0}},
               out, now += Time{83'840} + gap);
    return out.all.back();
  };
  for (int i = 0; i < 8; ++i) EXPECT_EQ(arrive(0, i == 0 ? 1_us : 0_ns).senders, 1u);
  EXPECT_FALSE(out.all.back().marked);  // busy, but with one source
  EXPECT_TRUE(arrive(1).marked);
  EXPECT_EQ(arrive(2).senders, 3u);
  for (int i = 0; i < 19; ++i) EXPECT_EQ(arrive(i % 2).senders, 3u);
  for (int i = 0; i < 3; ++i) arrive(i % 2);
  EXPECT_EQ(arrive(0).senders, 2u);
  for (int i = 0; i < 12; ++i) arrive(i % 2, 84_ns);  // half of the rate
  EXPECT_FALSE(out.all.back().marked);
}

}  // namespace endpoint_test
}  // namespace kasuri
