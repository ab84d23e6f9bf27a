// SPDX-License-Identifier: MIT
// Channel loads, eigenvalue bounds and cable lengths, against formulas.
#include "network/topology/channel_loads.h"

#include <gmock/gmock.h>

#include <array>

#include "network/topology/analysis.h"
#include "network/topology/spectrum.h"
#include "network/topology/test_topology.h"

namespace kasuri {
namespace channel_loads_test {

double saturation(const std::string& toml, const TrafficDemand& traffic) {
  const auto t = topology_from(toml);
  const std::vector<double> rates(t->link_classes().size(), 1.0);
  return channel_loads(ChannelGraph(*t, rates), traffic, 1.0, *t).saturation;
}

// Endpoint e sends to e + `far` of `n`.
TrafficDemand shift(std::uint32_t far, std::uint32_t n) {
  return TrafficDemand::permutation("shift", [=](std::uint32_t e) { return (e + far) % n; });
}
TrafficDemand complement(std::uint32_t n) {
  return TrafficDemand::permutation("bit-complement", [=](std::uint32_t e) { return n - 1 - e; });
}

// Dally & Towles, section 3.3: a k-ary n-cube carries 8 / k of each node's bandwidth with uniform traffic,
// here a little more since no node sends to itself; with the tornado pattern, over shortest paths, 1 / (k/2
// - 1).
TEST(ChannelLoads, AgreeWithTheFormulasOfTori) {
  EXPECT_NEAR(saturation("type = 'torus'\nextents = [16, 16]", TrafficDemand::uniform()), 0.5 * 255 / 256,
              1e-9);
  EXPECT_NEAR(saturation("type = 'torus'\nextents = [16]", shift(7, 16)), 1.0 / 7, 1e-9);
  EXPECT_NEAR(saturation("type = 'torus'\nextents = [16]", shift(1, 16)), 1, 1e-9);
}

// A hypercube has load 1/2 on each channel; a full tree carries everything.
TEST(ChannelLoads, AgreeWithHypercubesAndTrees) {
  EXPECT_NEAR(saturation("type = 'hypercube'\ndimensions = 6\nendpoints_per_router = 4",
                         TrafficDemand::uniform()), 0.5 * 255 / 256, 1e-9);
  EXPECT_NEAR(saturation("type = 'fat-tree'\nradix = 8", complement(128)), 1, 1e-9);
  EXPECT_NEAR(saturation("type = 'fat-tree'\nradix = 12\ntaper = 2", complement(576)), 0.5, 1e-9);
}

// A sample of the sources does not make channels fuller than they are: PolarFly carries half as many
// endpoints as links; all endpoints of a router that send to one other, or of two such routers, share a
// channel.
TEST(ChannelLoads, OfASampleAreNotExaggerated) {
  const auto t = topology_from("type = 'polarfly'\nq = 73\nendpoints_per_router = 37");
  const ChannelGraph g(*t, std::vector<double>(2, 1.0));
  const std::array kinds{TrafficDemand::uniform(), complement(t->endpoints())};
  const std::vector<LoadSummary> sampled = channel_loads(g, kinds, 1.0, *t);
  EXPECT_FALSE(sampled[0].exact);
  EXPECT_GT(sampled[0].saturation, 0.85);
  EXPECT_NEAR(sampled[0].mean_hops, 2 - 74.0 / 5402, 0.001);
  EXPECT_GE(sampled[1].saturation, 1.0 / 74 - 1e-12);
  EXPECT_LE(sampled[1].saturation, 1.0 / 37 + 1e-12);
}

// The worst case of minimal routing: all endpoints of a dragonfly's group send over one link.
TEST(ChannelLoads, KnowTheWorstCaseOfDragonflies) {
  const double s = saturation("type = 'dragonfly'\nrouters_per_group = 4\nglobal_links = 2\n"
                              "endpoints_per_router = 2", shift(8, 72));
  EXPECT_GE(s, 1.0 / 8);
  EXPECT_LT(s, 1.0 / 4);  // some pairs have two global channels as a shorter path
}

TEST(ChannelLoads, LoseWhatFails) {
  const auto t = topology_from("type = 'torus'\nextents = [8, 8]");
  const std::vector<double> rates(2, 1.0);
  ChannelGraph g(*t, rates);
  const LoadSummary whole = channel_loads(g, TrafficDemand::uniform(), 1, *t);
  g.fail_cables(0.2, 1);
  const LoadSummary less = channel_loads(g, TrafficDemand::uniform(), 1, *t);
  EXPECT_GT(less.mean_hops, whole.mean_hops);
  EXPECT_LT(less.saturation, whole.saturation);
  g.fail_cables(1, 1);
  EXPECT_EQ(channel_loads(g, TrafficDemand::uniform(), 1, *t).connected, 0);
  ChannelGraph h(*t, rates);
  h.fail_routers(0.25, 1);
  EXPECT_EQ(h.all_endpoints(), 48u);
}

// A 4-ary n-cube's routers at distance d are joined by so many paths; between two on a line two steps apart
// both directions count.
TEST(PathDiversity, CountsShortestPaths) {
  const auto hypercube = topology_from("type = 'hypercube'\ndimensions = 3");
  const PathDiversity p = path_diversity(ChannelGraph(*hypercube, std::vector<double>(3, 1.0)));
  EXPECT_EQ(p.least, 1);
  EXPECT_NEAR(p.mean, (3 * 1 + 3 * 2 + 1 * 6) / 7.0, 1e-12);
}

// Laplacians with known second eigenvalues: a hypercube 2, a full mesh n, a ring 2 - 2 cos(2 pi / n).
TEST(Spectrum, BoundsTheBisection) {
  const std::vector<std::uint64_t> one(8, 1'000'000);
  const auto bound = [&](const std::string& toml) {
    const auto t = topology_from(toml);
    return spectrum(*t, std::span(one).first(t->link_classes().size()));
  };
  const Spectrum cube = bound("type = 'hypercube'\ndimensions = 6");
  EXPECT_NEAR(cube.least_cut, 2e6 * 64 / 4, 1e3);
  EXPECT_GE(cube.cut.capacity, 32'000'000u);
  const Spectrum mesh = bound("type = 'full-mesh'\nrouters = 10");
  EXPECT_NEAR(mesh.least_cut, 25e6, 1e3);
  EXPECT_EQ(mesh.cut.capacity, 25'000'000u);
  const Spectrum ring = bound("type = 'torus'\nextents = [20]");
  EXPECT_LE(ring.least_cut, 2e6);
  EXPECT_EQ(ring.cut.capacity, 2'000'000u);
  // The Hoffman-Singleton graph has the eigenvalues 7, 2 and -3 of its adjacency: lambda = 5.
  const Spectrum moore = bound("type = 'slim-fly'\nq = 5");
  EXPECT_NEAR(moore.least_cut, 5e6 * 50 / 4, 1e3);
  EXPECT_GE(moore.cut.capacity, 63'000'000u);
}

TEST(FloorPlan, MeasuresCables) {
  const auto t = topology_from("type = 'full-mesh'\nrouters = 8\nendpoints_per_router = 4");
  LayoutParams p;
  p.nodes_per_rack = 8;  // two routers
  p.racks_per_row = 2;
  const FloorPlan plan(p, *t);
  EXPECT_EQ(plan.racks(), 4u);
  EXPECT_EQ(plan.rows(), 2u);
  EXPECT_DOUBLE_EQ(plan.metres({0}, {1}), p.rack_length);
  EXPECT_DOUBLE_EQ(plan.metres({0}, {2}), p.rack_width + p.slack);
  EXPECT_DOUBLE_EQ(plan.metres({0}, {7}), p.rack_width + p.row_pitch + p.slack);
  const std::vector<CableSum> sums = cable_sums(plan, *t);
  EXPECT_EQ(sums[0].count[static_cast<std::size_t>(CableKind::copper)], 4u);
  EXPECT_EQ(sums[0].count[static_cast<std::size_t>(CableKind::optical)], 24u);
  p.routers_per_chassis = 2;
  EXPECT_EQ(cable_sums(FloorPlan(p, *t), *t)[0].count[0], 4u);
}

// Folded, a ring's routers are at most two places from their neighbours.
TEST(FloorPlan, FoldsRings) {
  const auto t = topology_from("type = 'torus'\nextents = [16]");
  LayoutParams p;
  p.nodes_per_rack = 1;
  p.racks_per_row = 16;
  const std::vector<CableSum> sums = cable_sums(FloorPlan(p, *t), *t);
  EXPECT_DOUBLE_EQ(sums[0].longest, 2 * p.rack_width + p.slack);
}

TEST(Analysis, KnowsBisectionsByFormula) {
  const auto exact = [](const std::string& toml) {
    const auto t = topology_from(toml);
    const std::vector<double> rates(t->link_classes().size() + 1, 1000.0);
    std::vector<std::uint64_t> capacity(t->link_classes().size(), 1000);
    auto cut = find_bisection(*t, capacity);
    const GraphAnalysis a = analyse_graph(*t, rates, {}, cut, {});
    EXPECT_TRUE(a.exact_bisection) << toml;
    if (a.exact_bisection) EXPECT_EQ(static_cast<double>(cut->capacity), *a.exact_bisection) << toml;
    return a.exact_bisection.value_or(0) / 1000;
  };
  EXPECT_EQ(exact("type = 'torus'\nextents = [8, 4]"), 8);
  EXPECT_EQ(exact("type = 'mesh'\nextents = [4, 4, 4]"), 16);
  EXPECT_EQ(exact("type = 'hypercube'\ndimensions = 5"), 16);
  EXPECT_EQ(exact("type = 'hyperx'\nextents = [4, 4]\nendpoints_per_router = 4"), 16);
  EXPECT_EQ(exact("type = 'fat-tree'\nradix = 8"), 64);
  EXPECT_EQ(exact("type = 'fat-tree'\nradix = 12\ntaper = 2"), 12 * 8 * 6 / 2 / 2);
}

}  // namespace channel_loads_test
}  // namespace kasuri
