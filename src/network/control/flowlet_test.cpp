// SPDX-License-Identifier: MIT
// The balancers `flowlet` and `ecmp`: when the entropy changes.
#include <set>

#include "network/control/balancer_rig.h"

namespace kasuri {
namespace flowlet_test {

TEST(Flowlet, ChangesAfterPauses) {
  const auto b = make_balancer("flowlet", 0, 5);
  std::set<std::uint32_t> seen;
  Time now{0};
  for (int flowlet = 0; flowlet < 20; ++flowlet) {
    const std::uint32_t e = b->next(now);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(b->next(now = now + Time{1'999'999}), e);
    seen.insert(e);
    now = now + Time{2'000'000};  // a quarter of 8 us
  }
  EXPECT_GT(seen.size(), 15u);
}

TEST(Ecmp, NeverChanges) {
  const auto b = make_balancer("ecmp", 0, 5), other = make_balancer("ecmp", 0, 6);
  const std::uint32_t e = b->next(Time{0});
  EXPECT_EQ(b->next(Time{1'000'000'000}), e);
  EXPECT_NE(other->next(Time{0}), e);
}

}  // namespace flowlet_test
}  // namespace kasuri
