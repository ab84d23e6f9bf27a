// SPDX-License-Identifier: MIT
// Paths from a file are the ones that packets take; all others are shortest, and what a file says
// wrong is refused with its place.
#include <gmock/gmock.h>

#include <fstream>

#include "base/core/test_path.h"
#include "network/routing/deadlock_check.h"
#include "network/routing/test_routing.h"
#include "network/topology/distances.h"
#include "network/topology/test_topology.h"

namespace kasuri {
namespace paths_test {

using ::testing::HasSubstr;

std::string with(const std::string& text, const std::string& more = "") {
  const std::string path = test_path("paths.txt");
  std::ofstream(path) << text;
  return "type = 'paths'\nfile = '" + path + "'\n" + more;
}

// Routers of a ring of six, ports: 0 up, 1 down.
TEST(Paths, AreThoseOfTheFile) {
  const auto t = topology_from("type = 'torus'\nextents = [6]");
  const auto routing =
      routing_from(with("0 1 1 1 1 1 1  # the long path around\n(3) (5) 1 1 1 1\n"), *t, 8);
  EXPECT_EQ(path_of(*t, *routing, {0}, {1}).channels.size(), 5u);
  EXPECT_EQ(path_of(*t, *routing, {3}, {5}).channels.size(), 4u);
  // Sources that are not named, and the path back, take shortest paths.
  EXPECT_EQ(path_of(*t, *routing, {5}, {1}).channels.size(), 2u);
  EXPECT_EQ(path_of(*t, *routing, {1}, {0}).channels.size(), 1u);
  EXPECT_TRUE(check_deadlock(*t, *routing, 8).ok());
  EXPECT_FALSE(routing->minimal());
  EXPECT_THAT(routing->describe(), HasSubstr("2 paths from a file"));
}

// Every pair the long path around, which tables by destination can do, and one pair of each target
// the short path, which they cannot.
TEST(Paths, OfTwoSourcesMayPart) {
  const auto t = topology_from("type = 'torus'\nextents = [5]");
  std::string text;
  for (std::uint32_t from = 0; from < 5; ++from) {
    for (std::uint32_t to = 0; to < 5; ++to) {
      if (from == to) continue;
      const std::uint32_t up = (to + 5 - from) % 5;
      const bool rises = up == 4;
      text += std::to_string(from) + ' ' + std::to_string(to);
      for (std::uint32_t i = 0; i < (rises ? up : 5 - up); ++i) text += rises ? " 0" : " 1";
      text += '\n';
    }
  }
  const auto routing = routing_from(with(text), *t, 8);
  for (std::uint32_t from = 0; from < 5; ++from) {
    for (std::uint32_t to = 0; to < 5; ++to) {
      if (from == to) continue;
      const std::uint32_t up = (to + 5 - from) % 5;
      EXPECT_EQ(path_of(*t, *routing, {from}, {to}).channels.size(), up == 4 ? 4 : 5 - up);
    }
  }
  const DeadlockReport report = check_deadlock(*t, *routing, 8);
  EXPECT_TRUE(report.ok()) << report.describe(*t);
  EXPECT_THAT(refusal_of(with(text), *t, 1), HasSubstr("raise router.vcs"));
}

TEST(Paths, AvoidClassesOfLinksWhereTheFileSaysNothing) {
  std::ofstream(test_path("square.net"))
      << "link a b class=plain\nlink b c class=plain\nlink c d class=plain\nlink d a class=spare\n";
  const auto t = topology_from("type = 'graph'\nfile = '" + test_path("square.net").string() + "'");
  const auto routing = routing_from(with("d a 1\n", "avoid = ['spare']"), *t, 4);
  EXPECT_EQ(path_of(*t, *routing, {0}, {3}).channels.size(), 3u);
  EXPECT_EQ(path_of(*t, *routing, {3}, {0}).channels.size(), 1u);  // as the file says
  EXPECT_THAT(refusal_of(with("d a 1\n", "avoid = ['space']"), *t, 4),
              HasSubstr("no links of class 'space'"));
  EXPECT_THAT(refusal_of(with("d a 1\n", "avoid = ['spare', 'plain']"), *t, 4),
              HasSubstr("there is no path from router 'a' to 'b'"));
}

TEST(Paths, RefuseWhatIsNoPath) {
  const auto t = topology_from("type = 'torus'\nextents = [6]");
  EXPECT_THAT(
      refusal_of(with("0 1\n0 9 0\n0 0 1\n0 2 0\n0 2 0 7\n0 1 0 1 0\n0 3 0 0 0 0\n"
                      "0 4 1 1\n0 4 1 1\n"),
                 *t, 4),
      ::testing::AllOf(HasSubstr(":1:1: error: expected `SOURCE TARGET PORT PORT ...`"),
                       HasSubstr(":2:3: error: there is no router '9'"),
                       HasSubstr(":3:3: error: source and target are one router"),
                       HasSubstr(":4:5: error: the path ends at router '(1)', not at '(2)'"),
                       HasSubstr(":5:7: error: router '(1)' has ports 0 to 1, not '7'"),
                       HasSubstr(":6:7: error: the path goes on after its target, router '(1)'"),
                       HasSubstr(":7:11: error: the path goes on after its target, router '(3)'"),
                       HasSubstr(":9:1: error: line 8 already has a path of this pair")));
  EXPECT_THAT(refusal_of(with("0 3 0 1 0 0 0\n"), *t, 4),
              HasSubstr("the path passes router '(0)' twice"));
  const auto tree = topology_from("type = 'fat-tree'\nradix = 4\nlevels = 2");
  EXPECT_THAT(refusal_of(with("0 5 0\n"), *tree, 2), HasSubstr("has no endpoint"));
}

}  // namespace paths_test
}  // namespace kasuri
