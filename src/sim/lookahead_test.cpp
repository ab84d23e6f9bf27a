// SPDX-License-Identifier: MIT
// The lookahead against numbers worked out by hand from the timing of a machine: heads take
// T_ST + T_cable + T_RC + T_VA + T_SA, credits S/B + T_cable + T_credit with the fastest link's B.
#include <gmock/gmock.h>

#include "net/test_print.h"
#include "sim/test_fabric.h"
#include "sim/test_run.h"

namespace kasuri {
namespace {

// A ring of four routers in two halves.
Lookahead lookahead(const TestFabric& f, std::vector<std::uint16_t> owner = {0, 0, 1, 1}) {
  const TestConfig c(f.toml());
  const Topology& t = *c.plan.topology;
  const std::uint16_t parts = *std::ranges::max_element(owner) + 1;
  return Lookahead(t, Decomposition(t, std::move(owner), parts), c.config,
                   link_classes(c.config, t));
}

// 128 ns + 0.6 ns + 4 + 3 + 2 ns for heads; 200 ps a byte.
TestFabric ring() {
  TestFabric f;
  f.extents = {4};
  f.routing = 4000;
  f.vc_allocation = 3000;
  f.switch_allocation = 2000;
  f.traversal = 128'000;
  f.cable = 600;
  return f;
}

TEST(Lookahead, OfAMachineInOnePieceIsEndless) {
  EXPECT_EQ(Lookahead().window(32), kNever);
  EXPECT_EQ(Lookahead().window(UINT32_MAX), kNever);
  EXPECT_EQ(lookahead(ring(), {0, 0, 0, 0}).window(32), kNever);
}

TEST(Lookahead, IsTheWayOfAHeadOrOfACredit) {
  const Lookahead l = lookahead(ring());
  EXPECT_EQ(l.window(UINT32_MAX), Time{137'600});  // no packets: no credits
  EXPECT_EQ(l.window(1), Time{200 + 600});
  EXPECT_EQ(l.window(32), Time{6'400 + 600});
  EXPECT_EQ(l.window(684), Time{136'800 + 600});
  EXPECT_EQ(l.window(685), Time{137'600});  // both ways alike
  EXPECT_EQ(l.window(2048), Time{137'600});
}

TEST(Lookahead, CountsTheTimeOfCredits) {
  TestFabric f = ring();
  f.credit = 50'000;
  EXPECT_EQ(lookahead(f).window(32), Time{6'400 + 600 + 50'000});
  EXPECT_EQ(lookahead(f).window(UINT32_MAX), Time{137'600});
}

// A packet may go on by any link: to the next router, or to a faster NIC.
TEST(Lookahead, CountsTheFastestLinkForCredits) {
  TestFabric f = ring();
  f.nic_rate = 20'000'000'000;  // 50 ps a byte
  f.switch_rate = 0;
  EXPECT_EQ(lookahead(f).window(32), Time{1'600 + 600});
  f.switch_rate = 10'000'000'000;  // a switch that reads at 100 ps a byte
  EXPECT_EQ(lookahead(f).window(32), Time{3'200 + 600});
  f.nic_rate = 1'000'000'000;
  f.switch_rate = 0;
  EXPECT_EQ(lookahead(f).window(32), Time{6'400 + 600});
  // NICs are where their routers are: their cables are never cut.
  f.nic_cable = 0;
  EXPECT_EQ(lookahead(f).window(32), Time{6'400 + 600});
}

TEST(Lookahead, OfFastLinksIsLittleMoreThanTheCable) {
  TestFabric f = ring();
  f.link_rate = 100'000'000'000'000;  // 2,048 bytes in 20.48 ps
  f.switch_rate = 0;
  EXPECT_EQ(lookahead(f).window(2048), Time{21 + 600});
  f.cable = 0;
  EXPECT_EQ(lookahead(f).window(2048), Time{21});
}

}  // namespace
}  // namespace kasuri
