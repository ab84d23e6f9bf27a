// SPDX-License-Identifier: MIT
// Stacks are meshes whose third dimension has a class and a width of its own.
#include <gmock/gmock.h>

#include "network/topology/test_topology.h"

namespace kasuri {
namespace stack_test {

TEST(Stack, HasVerticalLinksOfTheirOwn) {
  const auto t = topology_from("type = 'stack'\nextents = [3, 2]\nlayers = 2\nvertical_width = 4");
  EXPECT_EQ(t->routers(), 12);
  EXPECT_EQ(t->link_classes(), (std::vector<std::string>{"x", "y", "vertical"}));
  // A corner: one link along x, one along y, four up.
  ASSERT_EQ(t->degree({0}), 6);
  for (std::uint32_t p = 2; p < 6; ++p) {
    EXPECT_EQ(t->link_class({0}, p), 2);
    EXPECT_EQ(t->neighbour({0}, p).router.v, 6);
  }
  // Per layer 2·(2·2 + 3·1) channels within, and 6·4 each way between the layers.
  EXPECT_EQ(channel_count(*t), 2 * 14 + 2 * 24);
}

TEST(Stack, RefusesWhatCannotBe) {
  using ::testing::HasSubstr;
  EXPECT_THAT(refusal_of("type = 'stack'\nextents = [3, 2]"), HasSubstr("layers"));
  EXPECT_THAT(refusal_of("type = 'stack'\nextents = [3]\nlayers = 2"), HasSubstr("2 integers"));
  EXPECT_THAT(refusal_of("type = 'stack'\nextents = [30000, 30000]\nlayers = 2"),
              HasSubstr("too many routers"));
}

}  // namespace stack_test
}  // namespace kasuri
