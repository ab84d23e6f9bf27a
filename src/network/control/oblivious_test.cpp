// SPDX-License-Identifier: MIT
// The balancer `oblivious`: laps over all entropies.
#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/config/document.h"
#include "base/core/errors.h"
#include "network/control/balancer.h"

namespace kasuri {
namespace oblivious_test {

std::unique_ptr<Balancer> oblivious(int entropies, std::uint64_t seed) {
  auto document = config::Document::parse(
      "[ethernet]\nbalancer = { type = 'oblivious', entropies = " + std::to_string(entropies) + " }\n",
      "test.toml");
  const auto choice =
      config::read<config::Choice<Balancer>>(document.root().section("ethernet").section("balancer"));
  document.finish();
  BalancerContext context{.seed = seed};
  return choice.make(context);
}

TEST(Oblivious, TakesEachEntropyOnceALapInChangingOrders) {
  const auto b = oblivious(64, 7);
  std::set<std::vector<std::uint32_t>> orders;
  for (int lap = 0; lap < 20; ++lap) {
    std::vector<std::uint32_t> order;
    for (int i = 0; i < 64; ++i) order.push_back(b->next());
    EXPECT_EQ(std::set<std::uint32_t>(order.begin(), order.end()).size(), 64u);
    EXPECT_LT(*std::max_element(order.begin(), order.end()), 64u);
    orders.insert(order);
  }
  EXPECT_GT(orders.size(), 10u);
}

TEST(Oblivious, NeedsAPowerOfTwo) {
  EXPECT_EQ(oblivious(1, 7)->next(), 0u);
  EXPECT_THROW(oblivious(48, 7), Error);
}

}  // namespace oblivious_test
}  // namespace kasuri
