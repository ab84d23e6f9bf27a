// SPDX-License-Identifier: MIT
// Every small mesh and torus keeps the promises of a topology; the numbers of Dally & Towles ch. 5.
#include "network/topology/lattice.h"

#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <memory>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/topology/distances.h"
#include "network/topology/verify.h"

namespace kasuri {
namespace lattice_test {

using Extents = std::vector<std::uint32_t>;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::unique_ptr<Topology> make(std::string_view type, const Extents& extents,
                               std::uint32_t endpoints_per_router = 1) {
  config::Choice<Topology> choice{type};
  choice.params = LatticeParams{extents, endpoints_per_router};
  TopologyContext context;
  return choice.make(context);
}

const Lattice& lattice(const std::unique_ptr<Topology>& t) {
  return dynamic_cast<const Lattice&>(*t);
}

// All with extents 1 to 4 in 1 to 3 dimensions, and some with more.
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
  const std::vector<Extents> more{{7, 5},          {6, 1, 5},       {3, 2, 4, 3},
                                  {3, 3, 3, 3, 3}, {2, 3, 1, 4, 2}, {2, 2, 2, 2, 2, 2},
                                  {1, 2, 3, 1, 2, 3, 2}, {2, 2, 2, 2, 2, 2, 2, 2},
                                  {3, 1, 2, 3, 1, 2, 1, 3}};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(Lattice, KeepsThePromisesOfATopology) {
  for (const auto* type : {"mesh", "torus"}) {
    for (const Extents& extents : small_lattices()) {
      for (std::uint32_t endpoints : {1, 3}) {
        const auto t = make(type, extents, endpoints);
        EXPECT_EQ(broken_promise(*t), std::nullopt) << t->describe();
      }
    }
  }
}

TEST(Lattice, CoordinatesRoundTripAndXIsFastest) {
  for (const Extents& extents : small_lattices()) {
    const auto t = make("torus", extents);
    for (std::uint32_t r = 0; r < t->routers(); ++r) {
      EXPECT_EQ(lattice(t).router_at(t->coordinates({r})).v, r);
    }
  }
  const auto t = make("mesh", {4, 3, 2});
  EXPECT_THAT(t->coordinates({1}), ElementsAre(1, 0, 0));
  EXPECT_THAT(t->coordinates({23}), ElementsAre(3, 2, 1));
  EXPECT_EQ(position(*t, {23}), "(3,2,1)");
}

TEST(Lattice, DiameterAndMeanAreThoseOfAllPairs) {
  for (const auto* type : {"mesh", "torus"}) {
    for (const Extents& extents : small_lattices()) {
      const auto t = make(type, extents);
      std::uint32_t diameter = 0;
      double sum = 0;
      for (std::uint32_t r = 0; r < t->routers(); ++r) {
        for (const std::uint32_t d : distances_from(*t, {r})) {
          diameter = std::max(diameter, d);
          sum += d;
        }
      }
      const double pairs = t->routers() * (t->routers() - 1.0);
      EXPECT_EQ(lattice(t).diameter(), diameter) << t->describe();
      EXPECT_NEAR(lattice(t).mean_distance(), pairs ? sum / pairs : 0, 1e-9) << t->describe();
    }
  }
}

TEST(Lattice, DegreesFollowTheExtents) {
  EXPECT_EQ(channel_count(*make("torus", {8, 8, 8})), 512 * 6);
  EXPECT_EQ(channel_count(*make("torus", {2})), 2);  // one pair, not two
  EXPECT_EQ(channel_count(*make("torus", {2, 2, 2, 2, 2, 2, 2, 2})), 256 * 8);
  EXPECT_EQ(channel_count(*make("torus", {1, 1, 1})), 0);
  EXPECT_EQ(channel_count(*make("torus", {5, 1, 2})), 10 * 3);
  EXPECT_EQ(channel_count(*make("mesh", {8, 8})), 4 * 8 * 7);
  const auto mesh = make("mesh", {3, 3});
  EXPECT_EQ(mesh->degree({0}), 2);  // a corner
  EXPECT_EQ(mesh->degree({1}), 3);
  EXPECT_EQ(mesh->degree({4}), 4);
}

TEST(Lattice, NumbersPortsByDimensionGreaterFirst) {
  const auto torus = make("torus", {4, 2, 3});
  const auto expect_leads = [](const Topology& t, std::uint32_t port, Extents to) {
    EXPECT_EQ(t.coordinates(t.neighbour({0}, port).router), to);
  };
  expect_leads(*torus, 0, {1, 0, 0});
  expect_leads(*torus, 1, {3, 0, 0});
  expect_leads(*torus, 2, {0, 1, 0});
  expect_leads(*torus, 3, {0, 0, 1});
  expect_leads(*torus, 4, {0, 0, 2});
  EXPECT_EQ(torus->neighbour({0}, 0), (PortRef{{1}, 1}));  // comes in where its answer leaves
  EXPECT_THAT(torus->link_classes(), ElementsAre("x", "y", "z"));
  EXPECT_EQ(torus->link_class({0}, 2), 1);

  const auto mesh = make("mesh", {3, 3});
  expect_leads(*mesh, 0, {1, 0});
  expect_leads(*mesh, 1, {0, 1});
}

TEST(Lattice, HasParallelLinksPerDimension) {
  const auto wide = [](std::string_view type, Extents extents, Extents widths) {
    config::Choice<Topology> choice{type};
    choice.params = LatticeParams{extents, 1, widths};
    TopologyContext context;
    return choice.make(context);
  };
  for (const auto* type : {"mesh", "torus"}) {
    for (const Extents& extents : {Extents{3, 4, 2}, Extents{1, 5, 3}, Extents{2, 2, 2}}) {
      const auto t = wide(type, extents, {2, 1, 3});
      EXPECT_EQ(broken_promise(*t), std::nullopt) << t->describe();
    }
  }
  const auto t = wide("torus", {4, 4}, {3, 1});
  EXPECT_EQ(t->degree({0}), 8);
  EXPECT_EQ(t->neighbour({0}, 2), (PortRef{{1}, 5}));  // the third to greater x: their third back
  EXPECT_EQ(t->neighbour({0}, 6), (PortRef{{4}, 7}));
  EXPECT_EQ(t->link_class({0}, 5), 0);
  EXPECT_EQ(t->link_class({0}, 6), 1);
  EXPECT_EQ(t->describe(), "torus 4x4, widths 3,1");
}

TEST(Lattice, HoldsAsManyRoutersAsThereAreIds) {
  const auto t = make("torus", {1023, 1024, 1024});
  const RouterId last{t->routers() - 1};
  EXPECT_EQ(t->coordinates(last), (Extents{1022, 1023, 1023}));
  EXPECT_EQ(t->neighbour(last, 4).router.v, 1022u + 1023 * 1023);
  EXPECT_EQ(t->distance({0}, last), 3);
  EXPECT_EQ(lattice(t).diameter(), 511 + 512 + 512);
  const auto line = make("mesh", {Lattice::kMaxRouters});
  EXPECT_EQ(line->distance({0}, {Lattice::kMaxRouters - 1}), Lattice::kMaxRouters - 1);
}

TEST(Lattice, DescribesItself) {
  EXPECT_EQ(make("torus", {8, 8, 8})->describe(), "torus 8x8x8");
  EXPECT_EQ(make("mesh", {4, 2}, 4)->describe(), "mesh 4x2, 4 endpoints per router");
}

std::string errors_of(const std::string& text) {
  auto document = config::Document::parse(text, "config.toml");
  config::read<config::Choice<Topology>>(document.root().section("topology"));
  try {
    document.finish();
    return "";
  } catch (const Error& e) {
    return e.what();
  }
}

TEST(Lattice, RefusesMachinesThatDoNotFit) {
  EXPECT_EQ(errors_of("[topology]\ntype = 'torus'\nextents = [8, 8, 8]"), "");
  EXPECT_THAT(errors_of("[topology]\ntype = 'torus'\nextents = [1024, 1024, 1024]"),
              HasSubstr("from 1 to 1073741823"));
  EXPECT_THAT(errors_of("[topology]\ntype = 'mesh'\nextents = [1073741823, 1073741823, 2, 4, 16]"),
              HasSubstr("too many routers"));
  EXPECT_THAT(
      errors_of("[topology]\ntype = 'mesh'\nextents = [1000, 1000]\nendpoints_per_router = 2000"),
      HasSubstr("may be from 1 to 1073"));
  EXPECT_THAT(errors_of("[topology]\ntype = 'mesh'\nextents = [4, 4]\nwidths = [2]"),
              HasSubstr("there are 1 widths for 2 dimensions"));
  EXPECT_NE(errors_of("[topology]\ntype = 'mesh'\nextents = [4, 4]\nwidths = [2, 17]"), "");
  EXPECT_NE(errors_of("[topology]\ntype = 'mesh'\nextents = [4, 0]"), "");
  EXPECT_NE(errors_of("[topology]\ntype = 'mesh'\nextents = [1,1,1,1,1,1,1,1,1]"), "");
}

}  // namespace lattice_test
}  // namespace kasuri
