// SPDX-License-Identifier: MIT
// A decomposition numbers what each part has, its boundary first, in the order of global ids, without gaps,
// and back.
#include "network/net/decomposition.h"

#include <gmock/gmock.h>

#include "base/core/check.h"
#include "base/core/rng.h"
#include "network/net/test_star.h"

namespace kasuri {
namespace decomposition_test {

TEST(Decomposition, OfOnePartIsTheMachine) {
  const TestStar star(5, 3);
  const std::vector<std::uint16_t> owner(star.routers(), 0);
  for (const Decomposition& d : {Decomposition(star), Decomposition(star, owner, 1)}) {
    EXPECT_EQ(d.parts(), 1u);
    EXPECT_EQ(d.routers(0), 6u);
    EXPECT_EQ(d.endpoints(0), 8u);
    EXPECT_EQ(d.boundary(0), 0u);
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

// Routers 0, 1, 2, …, each with a channel to the next one, the last to the first, and one endpoint.
class OneWayRing final : public Topology {
 public:
  explicit OneWayRing(std::uint32_t n) : n_(n) {}
  std::uint32_t routers() const override { return n_; }
  std::uint32_t degree(RouterId) const override { return 1; }
  PortRef neighbour(RouterId r, std::uint32_t) const override { return {{(r.v + 1) % n_}, 0}; }
  std::uint32_t endpoints() const override { return n_; }
  std::uint32_t endpoints_at(RouterId) const override { return 1; }
  EndpointId first_endpoint(RouterId r) const override { return {r.v}; }
  RouterId router_of(EndpointId e) const override { return {e.v}; }
  std::vector<std::uint32_t> coordinates(RouterId r) const override { return {r.v}; }
  std::string describe() const override { return "one-way ring"; }

 private:
  std::uint32_t n_;
};

// A channel makes a boundary at both of its ends.
TEST(Decomposition, NumbersTheBoundaryFirst) {
  const Decomposition d(OneWayRing(8), {1, 1, 0, 0, 0, 0, 1, 1}, 2);
  EXPECT_EQ(d.boundary(0), 2u);
  EXPECT_EQ(d.boundary(1), 2u);
  const std::vector<std::uint32_t> order[] = {{2, 5, 3, 4}, {1, 6, 0, 7}};
  for (std::uint16_t part = 0; part < 2; ++part) {
    for (std::uint32_t i = 0; i < 4; ++i) {
      EXPECT_EQ(d.router(part, i), RouterId{order[part][i]});
      EXPECT_EQ(d.local(RouterId{order[part][i]}), i);
      EXPECT_EQ(d.local(EndpointId{order[part][i]}), i);
    }
  }
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
      // In the order of global ids: of the leaves none or all are in the boundary.
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

}  // namespace decomposition_test
}  // namespace kasuri
