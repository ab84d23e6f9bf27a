// SPDX-License-Identifier: MIT
// The balancer `oblivious`: laps over all entropies.
#include <algorithm>
#include <set>

#include "base/core/errors.h"
#include "network/control/balancer_rig.h"

namespace kasuri {
namespace oblivious_test {

TEST(Oblivious, TakesEachEntropyOnceALapInChangingOrders) {
  const auto b = make_balancer("oblivious", 64, 7);
  std::set<std::vector<std::uint32_t>> orders;
  for (int lap = 0; lap < 20; ++lap) {
    const std::vector<std::uint32_t> order = next_entropies(*b, 64);
    EXPECT_EQ(std::set<std::uint32_t>(order.begin(), order.end()).size(), 64u);
    EXPECT_LT(*std::max_element(order.begin(), order.end()), 64u);
    orders.insert(order);
  }
  EXPECT_GT(orders.size(), 10u);
}

TEST(Oblivious, NeedsAPowerOfTwo) {
  EXPECT_EQ(make_balancer("oblivious", 1, 7)->next(Time{0}), 0u);
  EXPECT_THROW(make_balancer("oblivious", 48, 7), Error);
}

}  // namespace oblivious_test
}  // namespace kasuri
