// SPDX-License-Identifier: MIT
// Tofu as published: ten links at a router, twelve routers to a unit, six coordinates.
#include <gmock/gmock.h>

#include <map>

#include "network/topology/distances.h"
#include "network/topology/test_topology.h"

namespace kasuri {
namespace tofu_test {

using ::testing::HasSubstr;

TEST(Tofu, HasTenLinksAndSixCoordinates) {
  const auto t = topology_from("type = 'tofu'\nextents = [4, 3, 5]");
  EXPECT_EQ(t->routers(), 4 * 3 * 5 * 12);
  const auto classes = t->link_classes();
  EXPECT_EQ(classes, (std::vector<std::string>{"x", "y", "z", "a", "b", "c"}));
  for (std::uint32_t r = 0; r < t->routers(); ++r) {
    ASSERT_EQ(t->degree({r}), 10);
    ASSERT_EQ(t->coordinates({r}).size(), 6);
    std::map<std::string, int> links;
    for (std::uint32_t p = 0; p < 10; ++p) ++links[classes[t->link_class({r}, p)]];
    ASSERT_EQ(links, (std::map<std::string, int>{
                         {"x", 2}, {"y", 2}, {"z", 2}, {"a", 1}, {"b", 2}, {"c", 1}}));
  }
  EXPECT_EQ(t->name({t->routers() - 1}), "(3,2,4,1,2,1)");
  EXPECT_EQ(t->describe(), "tofu 4x3x5x2x3x2");
}

// 24 × 23 × 24 units of twelve: Fugaku's 158,976 nodes.
TEST(Tofu, IsAsLargeAsFugaku) {
  const auto t = topology_from("type = 'tofu'\nextents = [24, 23, 24]");
  EXPECT_EQ(t->routers(), 158'976);
  EXPECT_EQ(channel_count(*t), 1'589'760);
  // Rings of 24, 23, 24 and 3, lines of two and two: 12 + 11 + 12 + 1 + 1 + 1.
  EXPECT_EQ(summarize_distances(*t).diameter, 38);
}

TEST(Tofu, OpensAxesThatAreNotWrapped) {
  const auto t = topology_from("type = 'tofu'\nextents = [4, 3, 3]\nwrapped = [false, true, true]");
  EXPECT_EQ(t->degree({0}), 9);  // at the end of the line along X
  EXPECT_EQ(t->distance({0}, {3}), 3);
  EXPECT_EQ(topology_from("type = 'tofu'\nextents = [4, 3, 3]")->distance({0}, {3}), 1);
}

TEST(Tofu, RefusesWhatCannotBe) {
  EXPECT_THAT(refusal_of("type = 'tofu'\nextents = [4, 3]"), HasSubstr("3 integers"));
  EXPECT_THAT(refusal_of("type = 'tofu'\nextents = [4, 3, 0]"), HasSubstr("config.toml:3"));
  EXPECT_THAT(refusal_of("type = 'tofu'\nextents = [4, 3, 1]\nwrapped = [true]"),
              HasSubstr("wrapped"));
  EXPECT_THAT(refusal_of("type = 'tofu'\nextents = [1000, 1000, 1000]"),
              HasSubstr("too many routers"));
}

}  // namespace tofu_test
}  // namespace kasuri
