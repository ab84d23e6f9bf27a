// SPDX-License-Identifier: MIT
// The balancer `reps`: the 8 latest good entropies, once each, and only these after a timeout.
#include <algorithm>
#include <set>

#include "network/control/balancer_rig.h"

namespace kasuri {
namespace reps_test {

using Fate = Balancer::Fate;
using testing::ElementsAre;

TEST(Reps, RecyclesTheLatestGoodOnes) {
  const auto b = make_balancer("reps", 1024, 5);
  const auto drawn = next_entropies(*b, 100);
  EXPECT_GT(std::set<std::uint32_t>(drawn.begin(), drawn.end()).size(), 80u);
  for (std::uint32_t e = 0; e < 12; ++e) b->heard(e, e == 6 ? Fate::marked : Fate::good, Time{0});
  EXPECT_THAT(next_entropies(*b, 8), ElementsAre(3, 4, 5, 7, 8, 9, 10, 11));
  b->heard(20, Fate::good, Time{0});
  EXPECT_EQ(b->next(Time{0}), 20u);
  const auto again = next_entropies(*b, 100);
  EXPECT_GT(std::set<std::uint32_t>(again.begin(), again.end()).size(), 80u);
}

TEST(Reps, KeepsToKnownOnesAfterATimeout) {
  const auto b = make_balancer("reps", 1024, 5);
  for (std::uint32_t e = 1; e <= 4; ++e) b->heard(e, Fate::good, Time{0});
  next_entropies(*b, 20);
  const Time lost{1'000'000};
  b->heard(0, Fate::lost, lost);
  EXPECT_THAT(next_entropies(*b, 6, lost), ElementsAre(1, 2, 3, 4, 1, 2));
  b->heard(9, Fate::good, lost);  // joins them
  EXPECT_THAT(next_entropies(*b, 4, lost), ElementsAre(3, 4, 9, 1));
  const Time later = lost + Time{10'000'000'001};
  b->heard(9, Fate::good, later);
  next_entropies(*b, 16, later);  // any
  EXPECT_EQ(b->next(later), 9u);
  const auto drawn = next_entropies(*b, 100, later);
  EXPECT_GT(std::set<std::uint32_t>(drawn.begin(), drawn.end()).size(), 80u);
}

}  // namespace reps_test
}  // namespace kasuri
