// SPDX-License-Identifier: MIT
// Cuts give every router to one part, balance the work, and cross no more channels than the known
// bisections do (Dally & Towles, chapters 3 and 5): 4 kⁿ⁻¹ directed channels for a torus of even
// k > 2, 2 kⁿ⁻¹ for a mesh.
#include "network/topology/cut.h"

#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <time.h>

#include <bit>
#include <cmath>
#include <memory>

#include "base/config/registry.h"
#include "network/net/test_star.h"
#include "network/topology/lattice.h"

namespace kasuri {
namespace cut_test {

using Extents = std::vector<std::uint32_t>;
using testing::ElementsAre;

std::unique_ptr<Topology> make(std::string_view type, const Extents& extents) {
  config::Choice<Topology> choice{type};
  choice.params = LatticeParams{extents, 1};
  TopologyContext context;
  return choice.make(context);
}

std::vector<std::uint32_t> sizes(const Cut& cut) {
  std::vector<std::uint32_t> n(cut.parts, 0);
  for (const std::uint16_t part : cut.owner) ++n.at(part);
  return n;
}

std::uint64_t channels_between_parts(const Topology& t, const std::vector<std::uint16_t>& owner) {
  std::uint64_t n = 0;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    for (std::uint32_t p = 0; p < t.degree({r}); ++p) {
      n += owner[r] != owner[t.neighbour({r}, p).router.v];
    }
  }
  return n;
}

TEST(Cut, GivesEveryRouterToOnePartAndBalancesThem) {
  for (const auto* type : {"mesh", "torus"}) {
    for (const Extents& extents : {Extents{1},
                                   {2},
                                   {17},
                                   {5, 3},
                                   {8, 8},
                                   {7, 1, 5},
                                   {4, 4, 4},
                                   {9, 5, 3},
                                   {2, 2, 2, 2, 2}}) {
      const auto t = make(type, extents);
      for (std::uint32_t parts = 1; parts <= 20; ++parts) {
        const Cut cut = cut_topology(*t, parts);
        SCOPED_TRACE(fmt::format("{} in {}", t->describe(), parts));
        ASSERT_EQ(cut.parts, std::min(parts, t->routers()));
        ASSERT_EQ(cut.owner.size(), t->routers());
        EXPECT_EQ(cut.crossing, channels_between_parts(*t, cut.owner));
        // Each halving may be off by one router; those of a mesh weigh differently.
        const double fair = static_cast<double>(t->routers()) / cut.parts;
        const double levels = std::bit_width(cut.parts - 1);
        for (const std::uint32_t n : sizes(cut)) {
          EXPECT_GE(n, 1u);
          EXPECT_TRUE(*type == 'm' || std::abs(n - fair) <= levels) << n;
        }
      }
    }
  }
}

TEST(Cut, CrossesAsFewChannelsAsTheBisection) {
  for (const std::uint32_t k : {4u, 6u, 8u, 16u}) {
    std::uint64_t plane = 1;  // kⁿ⁻¹
    Extents extents{k};
    for (std::uint32_t n = 1; n <= 3; ++n, plane *= k, extents.push_back(k)) {
      const Cut torus = cut_topology(*make("torus", extents), 2);
      EXPECT_EQ(torus.crossing, 4 * plane) << fmt::format("{}", extents);
      EXPECT_THAT(sizes(torus), ElementsAre(plane * k / 2, plane * k / 2));
      const Cut mesh = cut_topology(*make("mesh", extents), 2);
      EXPECT_EQ(mesh.crossing, 2 * plane) << fmt::format("{}", extents);
      EXPECT_THAT(sizes(mesh), ElementsAre(plane * k / 2, plane * k / 2));
    }
  }
  // Octants: two planes in each of three dimensions.
  EXPECT_EQ(cut_topology(*make("torus", {8, 8, 8}), 8).crossing, 3 * 4 * 64u);
}

TEST(Cut, CutsTheLongestSide) {
  for (const Extents& extents : {Extents{16, 4, 4}, {4, 16, 4}, {4, 4, 16}}) {
    EXPECT_EQ(cut_topology(*make("torus", extents), 2).crossing, 4 * 16u);
    EXPECT_EQ(cut_topology(*make("torus", extents), 4).crossing, 8 * 16u);
    EXPECT_EQ(cut_topology(*make("mesh", extents), 2).crossing, 2 * 16u);
  }
}

// Thirds of a ring are its arcs; a part of an odd number of planes has them whole.
TEST(Cut, OddNumbersOfParts) {
  const Cut ring = cut_topology(*make("torus", {9}), 3);
  EXPECT_EQ(ring.crossing, 6u);
  EXPECT_THAT(sizes(ring), ElementsAre(3, 3, 3));
  const Cut slabs = cut_topology(*make("torus", {9, 2, 2}), 3);
  EXPECT_EQ(slabs.crossing, 6 * 4u);
  EXPECT_THAT(sizes(slabs), ElementsAre(12, 12, 12));
  EXPECT_THAT(sizes(cut_topology(*make("torus", {5, 5}), 7)),
              testing::Each(testing::AllOf(testing::Ge(3u), testing::Le(5u))));
}

// The centre of a star weighs as much as its ports: 1 + 9 links + 6 endpoints = 16, a leaf 3.
TEST(Cut, WeighsRoutersByTheirPorts) {
  const TestStar star(9, 6);
  const Cut cut = cut_topology(star, 2);
  EXPECT_THAT(cut.owner, ElementsAre(0, 0, 0, 1, 1, 1, 1, 1, 1, 1));
  EXPECT_EQ(cut.crossing, 14u);
}

TEST(Cut, MorePartsThanRouters) {
  const auto t = make("mesh", {2, 2});
  for (const std::uint32_t parts : {5u, 64u, UINT32_MAX}) {
    const Cut cut = cut_topology(*t, parts);
    EXPECT_EQ(cut.parts, 4u);
    EXPECT_THAT(cut.owner, testing::UnorderedElementsAre(0, 1, 2, 3));
    EXPECT_EQ(cut.crossing, 8u);
  }
  const Cut whole = cut_topology(*t, 0);
  EXPECT_EQ(whole.parts, 1u);
  EXPECT_EQ(whole.crossing, 0u);
}

TEST(Cut, IsTheSameEveryTime) {
  const auto t = make("torus", {7, 6, 5});
  for (const std::uint32_t parts : {2u, 5u, 16u}) {
    EXPECT_EQ(cut_topology(*t, parts).owner, cut_topology(*make("torus", {7, 6, 5}), parts).owner);
  }
}

// A million routers take a few seconds of one core at the most, and 8 parts of them are octants.
TEST(Cut, OfAMillionRoutersIsQuick) {
  const auto t = make("torus", {128, 128, 64});
  timespec before{}, after{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
  const Cut cut = cut_topology(*t, 8);
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
  const double seconds = static_cast<double>(after.tv_sec - before.tv_sec) +
                         static_cast<double>(after.tv_nsec - before.tv_nsec) * 1e-9;
  EXPECT_THAT(sizes(cut), testing::Each(1u << 17));
  EXPECT_LE(cut.crossing, 4u * (128 * 64 + 128 * 64 + 128 * 128));
  RecordProperty("cpu_seconds", fmt::format("{:.2f}", seconds));
#ifdef __OPTIMIZE__
  EXPECT_LT(seconds, 10);
#endif
}

// The way to split is chosen by a sample of the routers, which must not fall in step with the lattice.
TEST(Cut, OfLargeMachinesCutsTheLongestSideToo) {
  EXPECT_EQ(cut_topology(*make("torus", {256, 128, 64}), 2).crossing, 4u * 128 * 64);
}

}  // namespace cut_test
}  // namespace kasuri
