// SPDX-License-Identifier: MIT
// One router between stubs keeps the rule of input_queued.h: one tick early, no; on time, yes.
// S bytes take S ps here, R = T_RC + T_VA + T_SA = 12 ps, T_ST = 128 ps, P = R + T_ST = 140 ps.
#include <gmock/gmock.h>

#include <map>

#include "base/core/rng.h"
#include "network/router/layout.h"
#include "network/router/test_rig.h"

namespace kasuri {
namespace input_queued_test {

using testing::ElementsAre;
using Shape = RouterRig::Shape;

constexpr Time kR{12}, kST{128}, kP{140};

TEST(InputQueued, PassesAPacketOnInItsOwnTime) {
  RouterRig rig({});
  const auto p = rig.inject(2, 1, 1, 300, Time{1000});
  rig.run();
  EXPECT_EQ(rig.of(p), (RouterRig::Sent{p, 1, 0, Time{1000} + kR, Time{1000} + kP,
                                        Time{1000} + kP + Time{300}}));
  // The buffer is free when the tail is T_ST before its departure; the credit needs cable + 3 ps.
  EXPECT_THAT(rig.credited,
              ElementsAre(RouterRig::Credited{2, 1, 300, Time{1000} + kR + Time{300 + 7 + 3}}));
}

// d_t = max(d_h + S/B, a_t + P): the tail cannot leave before it has come.
TEST(InputQueued, ASlowSourceMakesBubbles) {
  RouterRig rig({});
  const auto slow = rig.inject(0, 0, 0, 100, Time{0}, Time{1000});
  const auto next = rig.inject(1, 0, 0, 100, Time{50});
  rig.run();
  EXPECT_EQ(rig.of(slow).head_out, kP);
  EXPECT_EQ(rig.of(slow).tail_out, Time{1000} + kP);
  EXPECT_EQ(rig.of(next).head_out, Time{1000} + kP);
  EXPECT_EQ(rig.of(next).tail_out, Time{1100} + kP);
  EXPECT_EQ(rig.routers->output({0}, 0).packets, 2u);
  EXPECT_EQ(rig.routers->output({0}, 0).bytes, Bytes{200});
}

// What a port keeps in one word of each.
TEST(InputQueued, CountsBeyondFourGigabytes) {
  constexpr std::uint32_t kPackets = 100, kBytes = 100'000'000;
  RouterRig rig(Shape{.buffer = 2 * kBytes});
  rig.return_credits(Time{0});
  for (std::uint32_t i = 0; i < kPackets; ++i) rig.inject(0, 0, 1, kBytes, Time{std::int64_t{i} * kBytes});
  rig.run();
  EXPECT_EQ(rig.routers->output({0}, 1).bytes, Bytes{std::int64_t{kPackets} * kBytes});
  EXPECT_EQ(rig.routers->output({0}, 1).packets, kPackets);
  EXPECT_EQ(rig.routers->output({0}, 0).bytes, Bytes{0});
}

TEST(RouterBlocks, CountMoreThan32BitsOfPackets) {
  RouterRig rig({});
  RouterBlocks blocks(rig.fabric);
  const RouterAt here = blocks.router_at(0);
  RouterPort& port = blocks.ports(here)[1];
  port.packets = UINT32_MAX;
  port.bytes = UINT32_MAX - 9;
  for (int i = 0; i < 3; ++i) blocks.count(here, 1, port, 10);
  EXPECT_EQ(blocks.use(0, 1).packets, (std::uint64_t{1} << 32) + 2);
  EXPECT_EQ(blocks.use(0, 1).bytes, Bytes{(std::int64_t{1} << 32) + 20});
  EXPECT_EQ(blocks.use(0, 0).packets, 0u);
}

// A tail that comes just in time makes no bubble; a picosecond later it makes one of a picosecond.
TEST(InputQueued, ATailInTimeMakesNoBubble) {
  for (const std::int64_t late : {-1, 0, 1}) {
    RouterRig rig({});
    const auto p = rig.inject(0, 0, 0, 100, Time{0}, Time{100 + late});
    rig.run();
    EXPECT_EQ(rig.of(p).tail_out, kP + Time{100 + std::max<std::int64_t>(late, 0)});
  }
}

// Granted at T_ST before the link is free, so that the head follows the tail before it.
TEST(InputQueued, GrantsSoThatTheHeadFollowsTheTailBeforeIt) {
  for (const std::int64_t delta : {-200, -100, -1, 0, 1, 50}) {
    RouterRig rig({});
    const auto first = rig.inject(0, 0, 0, 500, Time{0});
    // Its request comes `delta` after the moment in which the output can be granted again.
    const Time again = kR + Time{500};
    const auto second = rig.inject(1, 0, 0, 500, again + Time{delta} - kR);
    rig.run();
    EXPECT_EQ(rig.of(first).tail_out, kP + Time{500});
    EXPECT_EQ(rig.of(second).grant, again + Time{std::max<std::int64_t>(delta, 0)});
    if (delta > 0) continue;
    EXPECT_EQ(rig.of(second).head_out, rig.of(first).tail_out);
  }
}

// ---- Credits ----

TEST(InputQueued, WaitsForRoomForTheWholePacket) {
  struct Case {
    std::int64_t told, at;  // when the router hears of the credit, and from when on it counts
  };
  for (const Case c : {Case{5000, 5000}, Case{100, 5000}, Case{4999, 5000}}) {
    RouterRig rig(Shape{.vcs = 1, .buffer = 100});
    rig.inject(0, 0, 0, 60, Time{0});
    const auto small = rig.inject(0, 0, 0, 40, Time{60});  // fits beside it
    const auto large = rig.inject(1, 0, 0, 61, Time{150});
    rig.credit(0, 0, 60, Time{c.told}, Time{c.at});  // 60 bytes free: one too few
    rig.credit(0, 0, 40, Time{7000}, Time{7000});
    rig.run();
    EXPECT_LT(rig.of(small).grant, Time{200});
    EXPECT_EQ(rig.of(large).grant, Time{7000});
  }
}

TEST(InputQueued, GrantsInTheInstantOfTheCredit) {
  for (const std::int64_t told : {0, 300, 2999, 3000}) {
    RouterRig rig(Shape{.vcs = 1, .buffer = 100});
    rig.inject(0, 0, 0, 100, Time{0});
    const auto second = rig.inject(0, 0, 0, 100, Time{100});
    rig.credit(0, 0, 100, Time{told}, Time{3000});
    rig.run();
    EXPECT_EQ(rig.of(second).grant, Time{3000}) << "told at " << told;
  }
}

// A small packet behind another input may go where a large one has no room.
TEST(InputQueued, LetsASmallerPacketPassWhileALargerOneWaitsForRoom) {
  RouterRig rig(Shape{.vcs = 1, .buffer = 100});
  rig.inject(0, 0, 0, 50, Time{0});
  const auto large = rig.inject(1, 0, 0, 80, Time{1});
  const auto small = rig.inject(2, 0, 0, 30, Time{2});
  rig.credit(0, 0, 50, Time{1000}, Time{1000});
  rig.credit(0, 0, 30, Time{2000}, Time{2000});
  rig.run();
  EXPECT_EQ(rig.of(small).grant, kR + Time{50});
  EXPECT_EQ(rig.of(large).grant, Time{2000});
}

// ---- Virtual channels ----

TEST(InputQueued, TakesTheVcWithMostRoom) {
  RouterRig rig(Shape{.vcs = 4, .buffer = 1000});
  std::vector<std::uint32_t> packets;
  for (const std::uint32_t bytes : {400u, 300u, 200u, 100u, 50u, 50u, 100u}) {
    packets.push_back(rig.inject(0, 0, 0, bytes, Time{1000} * static_cast<int>(packets.size())));
  }
  rig.run();
  std::vector<std::uint32_t> vcs;
  for (const auto p : packets) vcs.push_back(rig.of(p).vc);
  // Room left after each: 600, 700, 800, 900; then 850 in the last, 800 …
  EXPECT_THAT(vcs, ElementsAre(0, 1, 2, 3, 3, 3, 2));
}

TEST(InputQueued, TakesOnlyVcsThatTheRoutingAllows) {
  RouterRig rig(Shape{.vcs = 4, .buffer = 100});
  rig.routing.vc_mask = 0b0110;
  std::vector<std::uint32_t> packets;
  for (int i = 0; i < 3; ++i) packets.push_back(rig.inject(0, 0, 0, 100, Time{1000 * i}));
  rig.credit(0, 2, 100, Time{9000}, Time{9000});
  rig.run();
  EXPECT_EQ(rig.of(packets[0]).vc, 1u);
  EXPECT_EQ(rig.of(packets[1]).vc, 2u);
  EXPECT_EQ(rig.of(packets[2]).vc, 2u);
  EXPECT_EQ(rig.of(packets[2]).grant, Time{9000});
}

// The second packet of a VC queue requests R after the first was granted, not before.
TEST(InputQueued, APacketRequestsWhenItIsHeadOfItsQueue) {
  RouterRig rig({});
  const auto first = rig.inject(0, 0, 0, 5, Time{0});
  const auto second = rig.inject(0, 0, 1, 5, Time{5});
  rig.run();
  EXPECT_EQ(rig.of(first).grant, kR);
  EXPECT_EQ(rig.of(second).grant, kR + kR);
}

// Two VCs of one input share its port: the second packet goes when the first has left the buffer,
// even though its output is free.
TEST(InputQueued, OneInputPortServesOnePacketAtATime) {
  RouterRig rig({});
  const auto first = rig.inject(0, 0, 0, 300, Time{0});
  const auto second = rig.inject(0, 1, 1, 200, Time{20});
  const auto other = rig.inject(1, 0, 2, 200, Time{20});
  rig.run();
  EXPECT_EQ(rig.of(second).grant, rig.of(first).tail_out - kST);
  EXPECT_EQ(rig.of(other).grant, Time{20} + kR);
}

// ---- Saturation ----

struct Load {
  std::uint32_t sources, vcs, bytes;
};

// With all packets there in time, a link carries N packets in N S/B, back to back.
TEST(InputQueued, ASaturatedLinkCarriesPacketsBackToBack) {
  for (const Load l : {Load{1, 1, 100}, {1, 2, 100}, {1, 4, 12}, {3, 1, 100}, {4, 2, 64},
                       {4, 1, 7}, {4, 2, 3}}) {
    constexpr int kPackets = 50;
    RouterRig rig(Shape{.vcs = l.vcs, .buffer = 1'000'000});
    for (std::uint32_t s = 0; s < l.sources; ++s) {
      for (std::uint32_t v = 0; v < l.vcs; ++v) {
        for (int i = 0; i < kPackets; ++i) {
          rig.inject(s, v, 0, l.bytes, Time{static_cast<int>(i * l.vcs + v) * int(l.bytes)});
        }
      }
    }
    const auto& sent = rig.run();
    const auto n = static_cast<std::int64_t>(l.sources * l.vcs * kPackets);
    ASSERT_EQ(sent.size(), static_cast<std::size_t>(n));
    EXPECT_EQ(sent.front().head_out, kP);
    for (std::size_t i = 1; i < sent.size(); ++i) {
      ASSERT_EQ(sent[i].head_out, sent[i - 1].tail_out)
          << l.sources << " sources, " << l.vcs << " VCs, " << l.bytes << " bytes, packet " << i;
    }
    EXPECT_EQ(sent.back().tail_out, kP + Time{n * l.bytes});
  }
}

// One VC alone passes a packet every max(S/B, R): its packets request one after the other.
TEST(InputQueued, AVcPassesAPacketInItsRequestTimeAtBest) {
  for (const std::uint32_t bytes : {1u, 11u, 12u, 13u}) {
    RouterRig rig(Shape{.vcs = 1, .buffer = 1'000'000});
    for (int i = 0; i < 20; ++i) rig.inject(0, 0, 0, bytes, Time{i * int(bytes)});
    const auto& sent = rig.run();
    const Time interval = std::max(kR, Time{bytes});
    for (std::size_t i = 0; i < sent.size(); ++i) {
      EXPECT_EQ(sent[i].head_out, kP + interval * static_cast<std::int64_t>(i));
    }
  }
}

// Credits limit a link to its buffer per round trip: with room for c packets downstream, packet i
// waits for the credit of packet i - c.
TEST(InputQueued, CreditsThatComeLateThrottleTheLink) {
  RouterRig rig(Shape{.vcs = 1, .buffer = 300});
  rig.return_credits(Time{1000});
  for (int i = 0; i < 12; ++i) rig.inject(0, 0, 0, 100, Time{100 * i});
  const auto& sent = rig.run();
  ASSERT_EQ(sent.size(), 12u);
  std::vector<Time> grant, credit;
  for (std::size_t i = 0; i < 12; ++i) {
    Time g = i == 0 ? kR : grant[i - 1] + Time{100};
    if (i >= 3) g = std::max(g, credit[i - 3]);
    grant.push_back(g);
    credit.push_back(g + kST + Time{100 + 7 + 1000});  // tail at the neighbour, and 1000 ps
    EXPECT_EQ(sent[i].grant, grant[i]) << i;
  }
}

TEST(InputQueued, SharesAnOutputFairlyAmongInputs) {
  RouterRig rig(Shape{.inputs = 3, .vcs = 2, .buffer = 1'000'000});
  std::map<std::uint32_t, std::uint32_t> source;
  for (std::uint32_t s = 0; s < 3; ++s) {
    for (int i = 0; i < 100; ++i) {
      source[rig.inject(s, s % 2, 0, 50, Time{50 * i})] = s;
    }
  }
  const auto& sent = rig.run();
  ASSERT_EQ(sent.size(), 300u);
  // All request in the same instant, so that the first turn is the lowest input's.
  for (std::size_t i = 0; i < sent.size(); ++i) {
    ASSERT_EQ(source[sent[i].packet], i % 3) << "packet " << i;
  }
}

// Three VCs of one input do not get three turns against another input's one, but one each.
TEST(InputQueued, TakesInputVcsInTurn) {
  RouterRig rig(Shape{.inputs = 2, .vcs = 3, .buffer = 1'000'000});
  std::map<std::uint32_t, std::uint32_t> input_vc;
  for (std::uint32_t v = 0; v < 3; ++v) {
    for (int i = 0; i < 40; ++i) input_vc[rig.inject(0, v, 0, 50, Time{50 * i})] = v;
  }
  for (int i = 0; i < 40; ++i) input_vc[rig.inject(1, 0, 0, 50, Time{50 * i})] = 3;
  const auto& sent = rig.run();
  for (std::size_t i = 0; i < sent.size(); ++i) {
    ASSERT_EQ(input_vc[sent[i].packet], i % 4) << "packet " << i;
  }
}

// ---- What it tells ----

TEST(InputQueued, NamesThePacketsThatAreStuck) {
  RouterRig rig(Shape{.vcs = 2, .buffer = 100});
  rig.routing.vc_mask = 0b10;
  rig.inject(0, 0, 1, 100, Time{0});
  const auto stuck = rig.inject(3, 1, 1, 100, Time{50});
  rig.inject(3, 1, 2, 100, Time{150});
  rig.run();
  const std::vector<BlockedPacket> blocked = rig.routers->blocked();
  ASSERT_EQ(blocked.size(), 1u);
  EXPECT_EQ(blocked[0].at, RouterId{0});
  EXPECT_EQ(blocked[0].port, rig.shape.outputs + 3);
  EXPECT_EQ(blocked[0].vc, 1);
  EXPECT_EQ(blocked[0].wanted_port, 1);
  EXPECT_EQ(blocked[0].wanted_vcs, 0b10u);
  EXPECT_EQ(blocked[0].packet, stuck);
  EXPECT_EQ(blocked[0].queued, 2u);
  EXPECT_EQ(blocked[0].since, Time{50} + kR);
  std::string why;
  EXPECT_FALSE(rig.routers->at_rest(why));
  EXPECT_FALSE(why.empty());
}

TEST(InputQueued, IsAtRestWhenEveryCreditIsHome) {
  RouterRig rig(Shape{.vcs = 2, .buffer = 100});
  std::string why;
  EXPECT_TRUE(rig.routers->at_rest(why));
  rig.inject(0, 0, 1, 100, Time{0});
  rig.run();
  EXPECT_FALSE(rig.routers->at_rest(why));
  EXPECT_EQ(why, "credits are missing at the output router 0 port 1 vc 0");
  rig.credit(1, 0, 100, Time{5000}, Time{6000});
  rig.run();
  EXPECT_TRUE(rig.routers->at_rest(why)) << why;
}

// An uncontended packet is one event of the router; what counts is not how often it was looked at.
TEST(InputQueued, SpendsOneEventOnAPacketThatNeedNotWait) {
  RouterRig rig({});
  for (int i = 0; i < 10; ++i) rig.inject(0, 0, 0, 10, Time{1000 * i});
  rig.run();
  EXPECT_EQ(rig.partition.events(), 10u + 10u);  // arrivals here, and at the stub
}

}  // namespace input_queued_test
}  // namespace kasuri
