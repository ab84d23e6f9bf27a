// SPDX-License-Identifier: MIT
// Breadth-first distances and the promises of a topology, on a graph that is no lattice.
#include "network/topology/distances.h"

#include <gmock/gmock.h>

#include "network/topology/verify.h"

namespace kasuri {
namespace distances_test {

// A directed ring of n routers; `broken` breaks one promise.
class OneWayRing final : public Topology {
 public:
  enum class Broken { nothing, pairing, endpoints, distance };
  OneWayRing(std::uint32_t n, Broken broken) : n_(n), broken_(broken) {}

  std::uint32_t routers() const override { return n_; }
  std::uint32_t degree(RouterId) const override { return 1; }
  PortRef neighbour(RouterId r, std::uint32_t) const override {
    return {{broken_ == Broken::pairing && r.v == 0 ? 2 : (r.v + 1) % n_}, 0};
  }
  std::uint32_t endpoints() const override { return n_ + (broken_ == Broken::endpoints); }
  std::uint32_t endpoints_at(RouterId) const override { return 1; }
  EndpointId first_endpoint(RouterId r) const override { return {r.v}; }
  RouterId router_of(EndpointId e) const override { return {e.v}; }
  std::vector<std::uint32_t> coordinates(RouterId r) const override { return {r.v}; }
  std::optional<std::uint32_t> distance(RouterId a, RouterId b) const override {
    if (broken_ == Broken::distance) return 1;
    return (b.v + n_ - a.v) % n_;
  }
  std::string describe() const override { return "one-way ring"; }

 private:
  std::uint32_t n_;
  Broken broken_;
};

using Broken = OneWayRing::Broken;

TEST(Distances, AreFoundBySearch) {
  const OneWayRing ring(5, Broken::nothing);
  EXPECT_THAT(distances_from(ring, {3}), ::testing::ElementsAre(2, 3, 4, 0, 1));
  const DistanceSummary s = summarize_distances(ring);
  EXPECT_EQ(s.diameter, 4);
  EXPECT_DOUBLE_EQ(s.mean, 2.5);
  EXPECT_TRUE(s.exact);
}

TEST(Distances, AreSampledWhereSearchingFromAllTakesTooLong) {
  const OneWayRing ring(10'000, Broken::nothing);
  const DistanceSummary s = summarize_distances(ring);
  EXPECT_FALSE(s.exact);
  EXPECT_EQ(s.diameter, 9'999);
  EXPECT_DOUBLE_EQ(s.mean, 5'000);
}

TEST(Verify, NamesTheBrokenPromise) {
  EXPECT_EQ(broken_promise(OneWayRing(5, Broken::nothing)), std::nullopt);
  EXPECT_EQ(broken_promise(OneWayRing(5, Broken::pairing)),
            "channel 0 of router (1) leads to an input that has another");
  EXPECT_EQ(broken_promise(OneWayRing(5, Broken::endpoints)),
            "routers have more or fewer endpoints than there are");
  EXPECT_EQ(broken_promise(OneWayRing(5, Broken::distance)),
            "distance from (0) to (0) is 0, not 1");
}

}  // namespace distances_test
}  // namespace kasuri
