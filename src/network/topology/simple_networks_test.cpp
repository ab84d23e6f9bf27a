// SPDX-License-Identifier: MIT
// Switch, full mesh, shuffle-exchange and omega: sizes, wires and what is refused.
#include <gmock/gmock.h>

#include "network/topology/distances.h"
#include "network/topology/test_topology.h"

namespace kasuri {
namespace simple_networks_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Switch, IsOneRouter) {
  const auto t = topology_from("type = 'switch'\nendpoints = 16");
  EXPECT_EQ(t->routers(), 1);
  EXPECT_EQ(t->endpoints(), 16);
  EXPECT_EQ(channel_count(*t), 0);
  EXPECT_THAT(refusal_of("type = 'switch'"), HasSubstr("endpoints"));
}

TEST(FullMesh, JoinsAllPairs) {
  const auto t =
      topology_from("type = 'full-mesh'\nrouters = 5\nparallel = 2\nendpoints_per_router = 3");
  EXPECT_EQ(channel_count(*t), 5 * 4 * 2);
  EXPECT_EQ(t->endpoints(), 15);
  std::vector<std::uint32_t> reached;
  for (std::uint32_t p = 0; p < 8; ++p) reached.push_back(t->neighbour({2}, p).router.v);
  EXPECT_THAT(reached, ElementsAre(0, 0, 1, 1, 3, 3, 4, 4));
  EXPECT_EQ(summarize_distances(*t).diameter, 1);
  EXPECT_THAT(refusal_of("type = 'full-mesh'\nrouters = 1000\nparallel = 10"),
              HasSubstr("at most 4"));
}

// Stone's figure for eight: i shuffles to 2 i mod 7.
TEST(ShuffleExchange, ShufflesAndExchanges) {
  const auto t = topology_from("type = 'shuffle-exchange'\nbits = 3");
  for (std::uint32_t r = 0; r < 8; ++r) {
    EXPECT_EQ(t->neighbour({r}, 0).router.v, r ^ 1);
    if (r == 0 || r == 7) {
      EXPECT_EQ(t->degree({r}), 1);
    } else {
      EXPECT_EQ(t->neighbour({r}, 1).router.v, 2 * r % 7);
    }
  }
  EXPECT_EQ(t->name({6}), "(110)");
}

// From 0…0 to 1…1 every bit is set, with a shuffle between each two: 2 n − 1, and no pair is
// farther.
TEST(ShuffleExchange, HasTheKnownDiameter) {
  for (std::uint32_t bits = 2; bits <= 7; ++bits) {
    const auto t = topology_from("type = 'shuffle-exchange'\nbits = " + std::to_string(bits));
    EXPECT_EQ(summarize_distances(*t).diameter, 2 * bits - 1);
    EXPECT_EQ(t->distance({0}, {(1u << bits) - 1}), 2 * bits - 1);
  }
  EXPECT_THAT(refusal_of("type = 'shuffle-exchange'\nbits = 1"), HasSubstr("from 2 to 29"));
}

// n switches to meet, n − 1 channels to cross, for every pair.
TEST(Omega, HasOneWayOfEqualLengthForAllPairs) {
  const auto t = topology_from("type = 'omega'\nstages = 4\nswitch_size = 3");
  EXPECT_EQ(t->endpoints(), 81);
  EXPECT_EQ(t->routers(), 3 * 27);
  const DistanceSummary s = summarize_terminal_distances(*t);
  EXPECT_EQ(s.diameter, 3);
  EXPECT_DOUBLE_EQ(s.mean, 3);
}

// After the perfect shuffle of eight lines, outputs 0 and 1 of switch i lead to switches 2 i mod 4
// and 2 i + 1 mod 4.
TEST(Omega, ShufflesPerfectly) {
  const auto t = topology_from("type = 'omega'\nstages = 3");
  for (std::uint32_t s = 0; s < 4; ++s) {
    EXPECT_EQ(t->neighbour({s}, 0).router.v, 4 + 2 * s % 4);
    EXPECT_EQ(t->neighbour({s}, 1).router.v, 4 + (2 * s + 1) % 4);
    EXPECT_EQ(t->neighbour({4 + s}, 0).router.v, 2 * s % 4);  // back to the folded first column
  }
  EXPECT_THAT(refusal_of("type = 'omega'\nstages = 2"), HasSubstr("from 3"));
  EXPECT_THAT(refusal_of("type = 'omega'\nstages = 30\nswitch_size = 4"),
              HasSubstr("fewer stages"));
}

}  // namespace simple_networks_test
}  // namespace kasuri
