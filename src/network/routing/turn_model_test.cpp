// SPDX-License-Identifier: MIT
// How many of the shortest paths the turn models allow, counted by hand on a mesh of 5 × 5.
#include <gtest/gtest.h>

#include <functional>

#include "network/routing/test_routing.h"
#include "network/topology/test_topology.h"

namespace kasuri {
namespace turn_model_test {

// Routers are 5 y + x; y grows to the north.
constexpr RouterId at(std::uint32_t x, std::uint32_t y) { return {5 * y + x}; }

std::uint64_t paths_between(const std::string& name, RouterId source, RouterId target) {
  const auto mesh = topology_from("type = 'mesh'\nextents = [5, 5]");
  const auto routing = routing_from("type = '" + name + "'", *mesh, 1);
  const std::function<std::uint64_t(RouteInput)> count = [&](RouteInput in) -> std::uint64_t {
    if (in.at == target) return 1;
    std::uint64_t sum = 0;
    for (const Candidate& c : routing->candidates(in, source, target).firsts) {
      const PortRef next = mesh->neighbour(in.at, c.route.port);
      sum += count({.at = next.router, .port = next.port});
    }
    return sum;
  };
  return count({.at = source});
}

TEST(TurnModel, AllowsAsManyPathsAsByHand) {
  const struct {
    const char* name;
    std::uint64_t north_east, south_west, north_west, south_east;
  } all[] = {
      // Of two steps in x and two in y, all 6 orders, or only that with the steps to the west first.
      {"west-first", 6, 1, 1, 6},
      // The same with the steps to the north last.
      {"north-last", 1, 6, 1, 6},
      // Steps to the south and west come first: all orders where both or none are.
      {"negative-first", 6, 6, 1, 1},
      // From an even column to the next even one, each step in y is made in one of two columns. To the
      // east: in the first (the source's) or the odd one between. To the west: in the first or the last.
      {"odd-even", 3, 3, 3, 3},
  };
  for (const auto& [name, ne, sw, nw, se] : all) {
    EXPECT_EQ(paths_between(name, at(0, 1), at(2, 3)), ne) << name;
    EXPECT_EQ(paths_between(name, at(2, 3), at(0, 1)), sw) << name;
    EXPECT_EQ(paths_between(name, at(2, 1), at(0, 3)), nw) << name;
    EXPECT_EQ(paths_between(name, at(0, 3), at(2, 1)), se) << name;
    // Along an axis there is one path.
    EXPECT_EQ(paths_between(name, at(1, 4), at(1, 0)), 1u) << name;
    EXPECT_EQ(paths_between(name, at(4, 2), at(0, 2)), 1u) << name;
  }
  // Between odd columns 1 and 3, to the east in these two, to the west in the even one and in the last.
  EXPECT_EQ(paths_between("odd-even", at(1, 1), at(3, 3)), 3u);
  EXPECT_EQ(paths_between("odd-even", at(3, 3), at(1, 1)), 3u);
}

TEST(TurnModel, RefusesRings) {
  const auto torus = topology_from("type = 'torus'\nextents = [4, 4]");
  for (const char* name : {"west-first", "north-last", "negative-first", "odd-even"}) {
    const std::string why = refusal_of("type = '" + std::string(name) + "'", *torus, 4);
    EXPECT_NE(why.find("is for meshes"), std::string::npos) << why;
  }
}

}  // namespace turn_model_test
}  // namespace kasuri
