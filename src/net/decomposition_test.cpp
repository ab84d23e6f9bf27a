// SPDX-License-Identifier: MIT
// A decomposition numbers what each part has in the order of global ids, without gaps, and back.
#include "net/decomposition.h"

#include <gmock/gmock.h>

#include "core/check.h"
#include "core/rng.h"
#include "net/test_star.h"

namespace kasuri {
namespace {

TEST(Decomposition, OfOnePartIsTheMachine) {
  const TestStar star(5, 3);
  const std::vector<std::uint16_t> owner(star.routers(), 0);
  for (const Decomposition& d : {Decomposition(star), Decomposition(star, owner, 1)}) {
    EXPECT_EQ(d.parts(), 1u);
    EXPECT_EQ(d.routers(0), 6u);
    EXPECT_EQ(d.endpoints(0), 8u);
    for (std::uint32_t r = 0; r < 6; ++r) {
      EXPECT_EQ(d.owner(RouterId{r}), 0);
      EXPECT_EQ(d.local(RouterId{r}), r);
      EXPECT_EQ(d.router(0, r), RouterId{r});
    }
    for (std::uint32_t e = 0; e < 8; ++e) EXPECT_EQ(d.local(EndpointId{e}), e);
  }
}

// The centre (endpoints 0 … 2) and leaf 4 (endpoint 6) against leaves 1, 2, 3 and 5.
TEST(Decomposition, NumbersRoutersAndEndpointsWithinTheirParts) {
  const TestStar star(5, 3);
  const Decomposition d(star, {1, 0, 0, 0, 1, 0}, 2);
  EXPECT_EQ(d.parts(), 2u);
  EXPECT_EQ(d.routers(0), 4u);
  EXPECT_EQ(d.endpoints(0), 4u);
  EXPECT_EQ(d.routers(1), 2u);
  EXPECT_EQ(d.endpoints(1), 4u);
  EXPECT_EQ(d.router(0, 3), RouterId{5});
  EXPECT_EQ(d.router(1, 1), RouterId{4});
  EXPECT_EQ(d.local(RouterId{5}), 3u);
  EXPECT_EQ(d.local(RouterId{0}), 0u);
  EXPECT_EQ(d.local(EndpointId{2}), 2u);
  EXPECT_EQ(d.local(EndpointId{6}), 3u);
  EXPECT_EQ(d.local(EndpointId{3}), 0u);
  EXPECT_EQ(d.local(EndpointId{7}), 3u);
}

TEST(Decomposition, LosesAndDoublesNothing) {
  const TestStar star(200, 17);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto parts = static_cast<std::uint16_t>(2 + seed % 7);
    std::vector<std::uint16_t> owner;
    for (std::uint32_t r = 0; r < star.routers(); ++r) {
      owner.push_back(
          static_cast<std::uint16_t>(r < parts ? r : below(random_at(seed, r, 0, 0)[0], parts)));
    }
    const Decomposition d(star, owner, parts);
    std::vector<std::uint32_t> routers(parts, 0), endpoints(parts, 0);
    for (std::uint32_t r = 0; r < star.routers(); ++r) {
      const std::uint16_t part = d.owner(RouterId{r});
      EXPECT_EQ(part, owner[r]);
      // In the order of global ids.
      EXPECT_EQ(d.local(RouterId{r}), routers[part]);
      EXPECT_EQ(d.router(part, routers[part]++), RouterId{r});
      for (std::uint32_t k = 0; k < star.endpoints_at({r}); ++k) {
        EXPECT_EQ(d.local(EndpointId{star.first_endpoint({r}).v + k}), endpoints[part]++);
      }
    }
    for (std::uint16_t part = 0; part < parts; ++part) {
      EXPECT_EQ(d.routers(part), routers[part]);
      EXPECT_EQ(d.endpoints(part), endpoints[part]);
    }
  }
}

TEST(Decomposition, RefusesPartsWithoutRoutersAndRoutersWithoutParts) {
  const TestStar star(2, 1);
  EXPECT_THROW(Decomposition(star, {0, 0, 0}, 2), InternalError);
  EXPECT_THROW(Decomposition(star, {0, 1}, 2), InternalError);
  EXPECT_THROW(Decomposition(star, {0, 1, 2}, 2), InternalError);
  EXPECT_THROW(Decomposition(star, {}, 0), InternalError);
}

}  // namespace
}  // namespace kasuri
