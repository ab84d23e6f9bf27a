// SPDX-License-Identifier: MIT
// Dimension order on every small lattice: each path is a shortest one, and packets cannot wait in a
// cycle (Dally & Seitz 1987) except on rings with one virtual channel.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <memory>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "base/core/rng.h"
#include "network/routing/deadlock_check.h"
#include "network/topology/lattice.h"

namespace kasuri {
namespace dimension_order_test {

using Extents = std::vector<std::uint32_t>;

struct Machine {
  std::unique_ptr<Topology> topology;
  std::unique_ptr<Routing> routing;
  std::uint32_t vcs;

  Machine(std::string_view type, const Extents& extents, std::uint32_t virtual_channels)
      : vcs(virtual_channels) {
    config::Choice<Topology> choice{type};
    choice.params = LatticeParams{extents};
    TopologyContext none;
    topology = choice.make(none);
    RoutingContext context{*topology, vcs};
    routing = config::Choice<Routing>{"dimension-order"}.make(context);
  }

  DeadlockReport check(const DeadlockEffort& effort = {}) const {
    return check_deadlock(*topology, *routing, vcs, effort);
  }
  RouterId at(const Extents& x) const {
    return dynamic_cast<const Lattice&>(*topology).router_at(x);
  }
  std::string name() const { return topology->describe() + ", VCs " + std::to_string(vcs); }
};

// All with extents 1 to 4 in 1 to 3 dimensions, longer rings, and some with more dimensions.
std::vector<Extents> small_lattices() {
  std::vector<Extents> all;
  for (std::uint32_t x = 1; x <= 4; ++x) {
    all.push_back({x});
    for (std::uint32_t y = 1; y <= 4; ++y) {
      all.push_back({x, y});
      for (std::uint32_t z = 1; z <= 4; ++z) all.push_back({x, y, z});
    }
  }
  for (std::uint32_t x = 5; x <= 9; ++x) all.push_back({x});
  const std::vector<Extents> more{{5, 6}, {8, 8}, {7, 1, 4}, {6, 2, 5}, {3, 2, 4, 3},
                                  {2, 3, 1, 4, 2}, {3, 3, 3, 1, 2, 2}, {2, 2, 2, 2, 2, 2, 2, 2}};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

// The walk holds the length of each path to the distance, which topology_tests hold to a search.
TEST(DimensionOrder, IsFreeOfDeadlockAndMinimalOnEveryMesh) {
  for (const Extents& extents : small_lattices()) {
    for (std::uint32_t vcs = 1; vcs <= 4; ++vcs) {
      const Machine m("mesh", extents, vcs);
      const DeadlockReport r = m.check();
      EXPECT_EQ(r.basis, DeadlockReport::Basis::exact) << m.name();
      EXPECT_EQ(r.pairs, m.topology->routers() * (m.topology->routers() - 1)) << m.name();
      EXPECT_TRUE(r.ok()) << m.name() << ": " << r.describe(*m.topology);
      EXPECT_TRUE(m.routing->deadlock_argument()->deadlock_free);
    }
  }
}

TEST(DimensionOrder, IsFreeOfDeadlockAndMinimalOnEveryTorusWithTwoOrMoreVcs) {
  for (const Extents& extents : small_lattices()) {
    for (std::uint32_t vcs = 2; vcs <= 5; ++vcs) {
      const Machine m("torus", extents, vcs);
      const DeadlockReport r = m.check();
      EXPECT_EQ(r.basis, DeadlockReport::Basis::exact) << m.name();
      EXPECT_TRUE(r.ok()) << m.name() << ": " << r.describe(*m.topology);
      EXPECT_TRUE(m.routing->deadlock_argument()->deadlock_free);
    }
  }
}

TEST(DimensionOrder, ArguesWithOneVcAsTheExactCheckFinds) {
  int refused = 0;
  for (const Extents& extents : small_lattices()) {
    const Machine m("torus", extents, 1);
    const DeadlockReport r = m.check();
    EXPECT_EQ(r.bad_path, "") << m.name();
    EXPECT_EQ(r.ok(), m.routing->deadlock_argument()->deadlock_free)
        << m.name() << ": " << r.describe(*m.topology);
    refused += !r.ok();
  }
  EXPECT_GE(refused, 10);
}

TEST(DimensionOrder, NamesTheCircleOfARingWithOneVc) {
  const Machine m("torus", {5, 2}, 1);
  const DeadlockReport r = m.check();
  ASSERT_EQ(r.cycle.size(), 5);
  EXPECT_EQ(r.describe(*m.topology),
            "packets can wait for each other in a cycle:\n"
            "  (0,0) → (1,0) vc 0\n"
            "  (1,0) → (2,0) vc 0\n"
            "  (2,0) → (3,0) vc 0\n"
            "  (3,0) → (4,0) vc 0\n"
            "  (4,0) → (0,0) vc 0\n"
            "  which waits for the first\n"
            "channels of rings of 5 routers wait for each other in a cycle; dimension order needs "
            "at least 2 virtual channels there");
}

// The path of a packet that always takes the highest (or lowest) channel it may.
std::vector<RouterId> path(const Machine& m, RouterId source, RouterId target, bool highest,
                           std::vector<std::uint32_t>* vcs = nullptr) {
  std::vector<RouterId> routers{source};
  RouteInput input{.at = source};
  while (input.at != target) {
    const Route route = m.routing->route(input, source, target);
    const int vc = highest ? std::bit_width(route.vc_mask) - 1 : std::countr_zero(route.vc_mask);
    const PortRef next = m.topology->neighbour(input.at, route.port);
    input = {next.router, next.port, static_cast<std::uint16_t>(vc)};
    routers.push_back(next.router);
    if (vcs) vcs->push_back(route.vc_mask);
  }
  return routers;
}

TEST(DimensionOrder, CorrectsXThenYThenZ) {
  const Machine m("mesh", {4, 4, 4}, 1);
  const auto routers = path(m, m.at({0, 3, 1}), m.at({2, 1, 2}), false);
  const std::vector<RouterId> expected{m.at({0, 3, 1}), m.at({1, 3, 1}), m.at({2, 3, 1}),
                                       m.at({2, 2, 1}), m.at({2, 1, 1}), m.at({2, 1, 2})};
  EXPECT_EQ(routers, expected);
}

// Where coordinates are calculated: extents that are powers of two, primes, ones, and one dimension.
TEST(DimensionOrder, TakesShortestWaysInLargeMachines) {
  for (const Extents& extents :
       {Extents{64, 64, 32}, Extents{47, 31, 37}, Extents{40, 1, 900}, Extents{40'009},
        Extents{7, 6, 5, 4, 3, 2, 1, 8}}) {
    for (const char* type : {"mesh", "torus"}) {
      const Machine m(type, extents, 2);
      const std::uint32_t n = m.topology->routers();
      ASSERT_GT(n, 1u << 15);
      for (std::uint64_t i = 0; i < 60; ++i) {
        const auto random = random_at(3, 0, 0, i);
        const RouterId from{i == 0 ? 0 : static_cast<std::uint32_t>(random[0] % n)};
        const RouterId to{i == 0 ? n - 1 : static_cast<std::uint32_t>(random[1] % n)};
        const auto routers = path(m, from, to, false);
        EXPECT_EQ(routers.size(), *m.topology->distance(from, to) + 1) << m.name();
        EXPECT_EQ(routers.back(), to) << m.name();
      }
    }
  }
}

TEST(DimensionOrder, ChangesClassOnTheDateline) {
  const Machine m("torus", {8, 8}, 4);
  std::vector<std::uint32_t> masks;
  path(m, m.at({6, 0}), m.at({1, 2}), true, &masks);
  EXPECT_THAT(masks, ::testing::ElementsAre(0b0011,           // 6 → 7: the dateline is ahead
                                            0b1100, 0b1100,   // 7 → 0 → 1
                                            0b1111, 0b1100)); // up y: any, then stays on high
  masks.clear();
  path(m, m.at({6, 0}), m.at({1, 2}), false, &masks);
  EXPECT_THAT(masks, ::testing::ElementsAre(0b0011, 0b1100, 0b1100, 0b1111, 0b1111));
}

// Every router sends to the one half a ring of n away in each dimension: n² / 2 hops over the 2n
// channels of a ring, so each carries n / 4 packets, or one of the two numbers around it.
TEST(DimensionOrder, SharesTiesBetweenBothDirections) {
  for (const Extents& extents : {Extents{8}, Extents{4, 4}, Extents{4, 6}, Extents{4, 4, 4}}) {
    const Machine m("torus", extents, 2);
    std::map<PortRef, int> load;
    for (std::uint32_t s = 0; s < m.topology->routers(); ++s) {
      Extents x = m.topology->coordinates({s});
      for (std::size_t d = 0; d < x.size(); ++d) x[d] = (x[d] + extents[d] / 2) % extents[d];
      const RouterId target = m.at(x);
      RouteInput input{.at = {s}};
      while (input.at != target) {
        const Route route = m.routing->route(input, {s}, target);
        ++load[{input.at, route.port}];
        const PortRef next = m.topology->neighbour(input.at, route.port);
        input = {next.router, next.port, 0};
      }
    }
    EXPECT_EQ(load.size(), channel_count(*m.topology)) << m.name();
    for (const auto& [channel, packets] : load) {
      const Lattice& lattice = dynamic_cast<const Lattice&>(*m.topology);
      const auto& d = lattice.dimensions()[lattice.link_class(channel.router, channel.port)];
      EXPECT_NEAR(packets, d.extent / 4.0, 0.5) << m.name();
    }
  }
}

// Every parallel channel of a dimension carries the same share of all paths of all pairs.
TEST(DimensionOrder, SharesParallelChannels) {
  for (const auto* type : {"mesh", "torus"}) {
    config::Choice<Topology> choice{type};
    choice.params = LatticeParams{{5, 4}, 1, {2, 3}};
    TopologyContext none;
    const auto t = choice.make(none);
    RoutingContext context{*t, 4};
    const auto routing = config::Choice<Routing>{"dimension-order"}.make(context);
    ASSERT_EQ(routing->paths(), 6);
    EXPECT_EQ(routing->spread(), Spread::by_packet);
    EXPECT_TRUE(check_deadlock(*t, *routing, 4).ok());
    std::map<std::pair<RouterId, RouterId>, std::map<std::uint16_t, int>> load;  // by both ends
    for (std::uint32_t s = 0; s < t->routers(); ++s) {
      for (std::uint32_t d = 0; d < t->routers(); ++d) {
        for (std::uint32_t path = 0; s != d && path < 6; ++path) {
          RouteInput input{.at = {s}, .path = path};
          while (input.at.v != d) {
            const Route route = routing->route(input, {s}, {d});
            const PortRef next = t->neighbour(input.at, route.port);
            ++load[{input.at, next.router}][route.port];
            input = {next.router, next.port, 0, path};
          }
        }
      }
    }
    for (const auto& [ends, lanes] : load) {
      const bool along_x = ends.first.v / 5 == ends.second.v / 5;
      ASSERT_EQ(lanes.size(), along_x ? 2 : 3);
      for (const auto& [port, packets] : lanes) EXPECT_EQ(packets, lanes.begin()->second);
    }
  }
}

TEST(DimensionOrder, RefusesOtherTopologies) {
  struct Lonely : Topology {
    std::uint32_t routers() const override { return 1; }
    std::uint32_t degree(RouterId) const override { return 0; }
    PortRef neighbour(RouterId, std::uint32_t) const override { return {}; }
    std::uint32_t endpoints() const override { return 0; }
    std::uint32_t endpoints_at(RouterId) const override { return 0; }
    EndpointId first_endpoint(RouterId) const override { return {}; }
    RouterId router_of(EndpointId) const override { return {}; }
    std::vector<std::uint32_t> coordinates(RouterId) const override { return {}; }
    std::string describe() const override { return "lonely router"; }
  } lonely;
  RoutingContext context{lonely, 2};
  try {
    config::Choice<Routing>{"dimension-order"}.make(context);
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "routing 'dimension-order' needs a mesh, a torus or another lattice, not "
                           "lonely router");
  }
}

TEST(DimensionOrder, DescribesItself) {
  EXPECT_EQ(Machine("torus", {8, 8}, 2).routing->describe(), "dimension order, 2 dateline classes");
  EXPECT_EQ(Machine("torus", {8, 8}, 1).routing->describe(), "dimension order");
  EXPECT_EQ(Machine("mesh", {8, 8}, 2).routing->describe(), "dimension order");
}

}  // namespace dimension_order_test
}  // namespace kasuri
