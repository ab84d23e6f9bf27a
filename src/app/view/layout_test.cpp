// SPDX-License-Identifier: MIT
// Where routers are drawn.
#include "app/view/layout.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "base/config/document.h"
#include "base/config/registry.h"

namespace kasuri::view {
namespace layout_test {

// Without links: coordinates decide.
Network network(const std::string& type, const std::vector<std::uint32_t>& extents) {
  Network n;
  n.title = n.type = type;
  n.dimensions = static_cast<std::uint32_t>(extents.size());
  n.routers = 1;
  for (const std::uint32_t e : extents) n.routers *= e;
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    std::uint32_t rest = r;
    for (const std::uint32_t e : extents) n.coordinates.push_back(rest % e), rest /= e;
  }
  return n;
}

std::unique_ptr<Topology> topology(const std::string& settings) {
  config::Document document = config::Document::parse("[topology]\n" + settings, "t.toml");
  const auto choice = config::read<config::Choice<Topology>>(document.root().section("topology"));
  TopologyContext context;
  return choice.make(context);
}

float apart(const Position& a, const Position& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

// A router is nearer to the middle of its own group, in its layer, than to the middle of any other.
TEST(GroupsLayout, PutsTheRoutersOfAGroupTogether) {
  struct Case {
    const char* type;
    std::vector<std::uint32_t> extents;
    std::uint32_t group, layer;  // dimensions; the latter may be there or not
  };
  for (const auto& [type, extents, group, layer] :
       {Case{"dragonfly", {7, 4}, 0, 9}, Case{"slim", {2, 5, 5}, 1, 9}, Case{"hyperx", {4, 5}, 1, 9},
        Case{"hyperx", {3, 4, 3}, 1, 2}}) {
    const Network n = network(type, extents);
    const Layout layout = place(n);
    EXPECT_EQ(layout.family, "groups") << type;
    ASSERT_EQ(layout.at.size(), n.routers) << type;
    EXPECT_EQ(std::set(layout.at.begin(), layout.at.end()).size(), n.routers) << type;
    const auto group_of = [&](std::uint32_t r) {
      return std::pair(n.at(r, group), layer < n.dimensions ? n.at(r, layer) : 0);
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::array<float, 4>> sums;
    for (std::uint32_t r = 0; r < n.routers; ++r) {
      auto& sum = sums[group_of(r)];
      for (std::size_t d = 0; d < 3; ++d) sum[d] += layout.at[r][d];
      sum[3] += 1;
    }
    for (std::uint32_t r = 0; r < n.routers; ++r) {
      const auto nearest = std::ranges::min_element(sums, {}, [&](const auto& g) {
        const auto& [x, y, z, count] = g.second;
        return apart(layout.at[r], {x / count, y / count, z / count});
      });
      EXPECT_EQ(nearest->first, group_of(r)) << type << " router " << r;
    }
  }
}

// PolarFly of order 3: four quadrics in the middle, three racks of a centre and the other two routers of a
// triangle around them.
TEST(GroupsLayout, DrawsRacksOfPolarFly) {
  for (const std::uint32_t q : {3u, 4u, 7u, 8u}) {
    const std::uint32_t quadrics = q + 1, fans = q;
    const auto t = topology(fmt::format("type = 'polarfly'\nq = {}\n", q));
    const Network n = network_of(*t);
    const Layout layout = place(n);
    EXPECT_EQ(layout.family, "groups") << q;
    EXPECT_EQ(std::set(layout.at.begin(), layout.at.end()).size(), n.routers) << q;
    float outermost = 0;
    for (const Position& p : layout.at) outermost = std::max(outermost, apart(p, {0, 0, 0}));
    std::uint32_t inside = 0;
    std::map<std::uint32_t, Position> sums;
    for (std::uint32_t r = 0; r < n.routers; ++r) {
      const bool middle = apart(layout.at[r], {0, 0, 0}) < outermost / 2;
      inside += middle;
      EXPECT_EQ(middle, t->degree({r}) == q) << q << " router " << r;
      if (!middle) sums[t->group({r})][0] += 1;
    }
    EXPECT_EQ(inside, quadrics);
    EXPECT_EQ(sums.size(), fans) << q;
    // Local links are shorter than the distance between two racks.
    for (std::size_t i = 0; i < n.from.size(); ++i) {
      if (n.classes[n.link_class[i]] != "local") continue;
      EXPECT_EQ(t->group({n.from[i]}), t->group({n.to[i]}));
      EXPECT_LT(apart(layout.at[n.from[i]], layout.at[n.to[i]]), 0.75F * outermost) << q;
    }
  }
}

TEST(GroupsLayout, LeavesOtherNetworksToOthers) {
  for (const char* type : {"torus", "jellyfish", ""}) {
    EXPECT_NE(place(network(type, {3, 4})).family, "groups") << type;
  }
}

// A fat tree of radix k has k pods of k/2 switches on both lower levels and k²/4 switches above them.
// Of 20, a box for each pod on its level, and 12 boxes of at most ceil(100/12) at the top; of 4, none.
TEST(LevelBoxes, ArePodsAndPartsOfTheTop) {
  const auto t = topology("type = 'fat-tree'\nradix = 20\n");
  const Network n = network_of(*t);
  const LevelBoxes boxes(n);
  EXPECT_EQ(boxes.pods, 20);
  ASSERT_EQ(boxes.levels.size(), 3u);
  for (std::size_t level = 0; level < 2; ++level) {
    ASSERT_EQ(boxes.levels[level].size(), 20u);
    for (const auto& box : boxes.levels[level]) EXPECT_EQ(box.routers, 10);
  }
  std::int64_t tops = 0;
  for (const auto& box : boxes.levels[2]) {
    EXPECT_LE(box.routers, 9);
    tops += box.routers;
  }
  EXPECT_EQ(tops, 100);
  EXPECT_EQ(boxes.levels[2].size(), 12u);
  for (std::size_t i = 0; i < n.from.size(); ++i) {  // below the top, links stay within a pod
    const std::uint32_t a = n.from[i], b = n.to[i];
    if (boxes.level[a] < 2 && boxes.level[b] < 2) {
      EXPECT_EQ(boxes.index[a], boxes.index[b]);
    }
  }
  const Layout layout = place(n);
  ASSERT_TRUE(layout.other);
  EXPECT_EQ(layout.other->at.size(), 52u);
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    EXPECT_EQ(layout.other->box[r], 20 * boxes.level[r] + boxes.index[r]);
  }
  const auto small = topology("type = 'fat-tree'\nradix = 4\n");
  EXPECT_EQ(LevelBoxes(network_of(*small)).pods, 0);
  EXPECT_FALSE(place(network_of(*small)).other);
}

// Plane by plane, all routers are apart, and neighbours in x and y are next to each other.
TEST(LatticeLayout, HasItsPlanesSideBySide) {
  const auto t = topology("type = 'mesh'\nextents = [5, 6, 7]\n");
  const Network n = network_of(*t);
  const Layout layout = place(n);
  ASSERT_TRUE(layout.other);
  const auto& at = layout.other->at;
  EXPECT_EQ(std::set(at.begin(), at.end()).size(), n.routers);
  for (std::size_t i = 0; i < n.from.size(); ++i) {
    const float far = apart(at[n.from[i]], at[n.to[i]]);
    const bool same = n.at(n.from[i], 2) == n.at(n.to[i], 2);
    EXPECT_TRUE(same ? std::abs(far - 1) < 1e-5F : far > 5) << far;
  }
  EXPECT_EQ(layout.other->labels.size(), 7u);
}

}  // namespace layout_test
}  // namespace kasuri::view
