// SPDX-License-Identifier: MIT
// The lookahead against numbers worked out by hand: heads take the pipeline and the cable, credits
// S/B + T_cable + T_credit with the B of the fastest link of all.
#include "network/net/lookahead.h"

#include <gmock/gmock.h>

#include "network/net/test_print.h"

namespace kasuri {
namespace lookahead_test {

constexpr Time kPipeline{137'000};  // 128 + 4 + 3 + 2 ns

// Rates in bytes per microsecond.
LinkClass link(std::int64_t rate, Time cable = {600}, Time credit = {0}) {
  const BytesPerSecond r{rate * 1'000'000};
  return {r, Serialisation(r), cable, credit};
}

// Of a machine with links of 200 ps a byte, and these to the NICs, which are never between routers.
Lookahead lookahead(const LinkClass& routers, const LinkClass& nics) {
  return Lookahead({true, false}, {routers, nics}, kPipeline);
}

TEST(Lookahead, OfAMachineInOnePieceIsEndless) {
  EXPECT_EQ(Lookahead().window(32), kNever);
  EXPECT_EQ(Lookahead().window(UINT32_MAX), kNever);
  EXPECT_EQ(Lookahead({false, false}, {link(5000), link(5000)}, kPipeline).window(32), kNever);
}

// Whatever the size of packets.
TEST(Lookahead, OfFlitsDoesNotWaitForPackets) {
  const auto of = [](Time credit) {
    const std::vector<LinkClass> all{link(5000, Time{600}, credit), link(5000, Time{1})};
    return Lookahead::of_flits({true, false}, all, Time{2'000}, Time{1'000});
  };
  EXPECT_EQ(of(Time{0}).window(32), Time{1'600});
  EXPECT_EQ(of(Time{5'000}).window(32), Time{2'600});
  EXPECT_EQ(of(Time{5'000}).window(UINT32_MAX), Time{2'600});
  EXPECT_EQ(Lookahead::of_flits({false}, {link(5000)}, Time{1}, Time{1}).window(1), kNever);
}

TEST(Lookahead, IsTheWayOfAHeadOrOfACredit) {
  const Lookahead l = lookahead(link(5000), link(5000));
  EXPECT_EQ(l.window(UINT32_MAX), Time{137'600});  // no packets: no credits
  EXPECT_EQ(l.window(1), Time{200 + 600});
  EXPECT_EQ(l.window(32), Time{6'400 + 600});
  EXPECT_EQ(l.window(684), Time{136'800 + 600});
  EXPECT_EQ(l.window(685), Time{137'600});  // both ways alike
  EXPECT_EQ(l.window(2048), Time{137'600});
}

TEST(Lookahead, CountsTheTimeOfCredits) {
  const Lookahead l = lookahead(link(5000, Time{600}, Time{50'000}), link(5000));
  EXPECT_EQ(l.window(32), Time{6'400 + 600 + 50'000});
  EXPECT_EQ(l.window(UINT32_MAX), Time{137'600});
}

// A packet may go on by any link: to the next router, or to a faster NIC.
TEST(Lookahead, CountsTheFastestLinkForCredits) {
  EXPECT_EQ(lookahead(link(5000), link(20'000)).window(32), Time{1'600 + 600});
  EXPECT_EQ(lookahead(link(5000), link(1000)).window(32), Time{6'400 + 600});
  // A switch that reads more slowly than the link sends.
  LinkClass slowed = link(20'000);
  slowed.flow = Serialisation(BytesPerSecond{10'000'000'000});
  EXPECT_EQ(lookahead(link(5000), slowed).window(32), Time{3'200 + 600});
  // The cables to NICs are never between routers.
  EXPECT_EQ(lookahead(link(5000), link(5000, Time{0})).window(32), Time{6'400 + 600});
}

// Of several classes between routers each may be the one that binds.
TEST(Lookahead, CountsTheShortestLinkThatCrosses) {
  const std::vector<LinkClass> classes{link(5000, Time{600}), link(5000, Time{5'000}, Time{100}),
                                       link(5000, Time{0})};
  EXPECT_EQ(Lookahead({true, true, false}, classes, kPipeline).window(2048), Time{137'600});
  EXPECT_EQ(Lookahead({false, true, false}, classes, kPipeline).window(2048), Time{142'000});
  EXPECT_EQ(Lookahead({false, true, false}, classes, kPipeline).window(32),
            Time{6'400 + 5'000 + 100});
}

TEST(Lookahead, OfFastLinksIsLittleMoreThanTheCable) {
  const LinkClass fast = link(100'000'000);  // 2,048 bytes in 20.48 ps
  EXPECT_EQ(lookahead(fast, fast).window(2048), Time{21 + 600});
  const LinkClass at_once = link(100'000'000, Time{0});
  EXPECT_EQ(lookahead(at_once, at_once).window(2048), Time{21});
}

}  // namespace lookahead_test
}  // namespace kasuri
