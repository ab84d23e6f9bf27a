// SPDX-License-Identifier: MIT
// The balancer `mixed`: good entropies again, in their order; else as `bitmap`.
#include <algorithm>

#include "network/control/balancer_rig.h"

namespace kasuri {
namespace mixed_test {

using Fate = Balancer::Fate;
using testing::ElementsAre;

TEST(Mixed, TakesGoodOnesOnceAndInOrder) {
  const auto b = make_balancer("mixed", 64, 5), other = make_balancer("bitmap", 64, 5);
  EXPECT_EQ(next_entropies(*b, 10), next_entropies(*other, 10));
  b->heard(9, Fate::good, Time{0});
  b->heard(7, Fate::marked, Time{0});
  b->heard(3, Fate::good, Time{0});
  b->heard(9, Fate::good, Time{0});
  other->heard(7, Fate::marked, Time{0});
  EXPECT_THAT(next_entropies(*b, 3), ElementsAre(9, 3, 9));
  EXPECT_EQ(next_entropies(*b, 100), next_entropies(*other, 100));
}

// Its list of good ones does not grow though it is never empty.
TEST(Mixed, KeepsTheOrderOverLongTimes) {
  const auto b = make_balancer("mixed", 1024, 5);
  for (std::uint32_t i = 0; i < 10; ++i) b->heard(i, Fate::good, Time{0});
  for (std::uint32_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(b->next(Time{0}), i);
    b->heard(i + 10, Fate::good, Time{0});
  }
}

}  // namespace mixed_test
}  // namespace kasuri
