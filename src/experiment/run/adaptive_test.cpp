// SPDX-License-Identifier: MIT
// Adaptive routing in whole machines: what it is for, against theory and against routings that do not
// adapt. Bounds: Dally & Towles 2004; Kim, Dally, Scott & Abts, ISCA 2008; Puente et al. 2001.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "experiment/run/test_run.h"

namespace kasuri {
namespace adaptive_test {

// Bytes accepted per node and time as a share of its link's rate, offered more than can be taken.
double accepted(const std::string& machine, const std::string& pattern, double load = 1.0) {
  const Results r = simulate_toml(
      machine + fmt::format("[run]\ntime_limit = '150 us'\n[[jobs]]\npattern = {{ type = '{}', load = "
                            "{}, message = '2 KiB', duration = '1 ms' }}\n",
                            pattern, load));
  EXPECT_EQ(r.end, End::time_limit);
  return static_cast<double>(r.delivered.bytes.n) / static_cast<double>(r.nics.size()) /
         r.time.seconds() / 5e9;
}

std::string dragonfly(const std::string& routing) {
  return "[topology]\ntype = 'dragonfly'\nrouters_per_group = 4\nglobal_links = 2\n"
         "endpoints_per_router = 2\n[router]\nvcs = 4\nbuffer = '16 KiB'\n[routing]\ntype = '" +
         routing + "'\n";
}
std::string torus(const std::string& routing, const std::string& extents, int vcs = 4) {
  return fmt::format("[topology]\ntype = 'torus'\nextents = {}\n[router]\nvcs = {}\nbuffer = '8 KiB'\n"
                     "[routing]\ntype = {}\n",
                     extents, vcs, routing);
}

// All of a group's traffic meets on one global link: 8 nodes share it, so minimal routing is held to
// 1/8; over all groups there is room for about a half (Kim et al., section 4).
TEST(Adaptive, DetoursBeatMinimalRoutingOnAdversarialTraffic) {
  const double minimal = accepted(dragonfly("dragonfly-minimal"), "next-group");
  EXPECT_LE(minimal, 0.126);
  EXPECT_GE(minimal, 0.11);
  for (const char* routing : {"ugal-l", "ugal-g", "progressive"}) {
    const double share = accepted(dragonfly(routing), "next-group");
    EXPECT_GT(share, 2 * minimal) << routing;
    EXPECT_LT(share, 0.5) << routing;
  }
}

// Where minimal routing is best, they stay near it: Valiant's would halve the throughput.
TEST(Adaptive, StaysMinimalOnUniformTraffic) {
  const double minimal = accepted(dragonfly("dragonfly-minimal"), "uniform");
  const double valiant = accepted(dragonfly("valiant"), "uniform");
  EXPECT_LT(valiant, 0.65 * minimal);
  for (const char* routing : {"ugal-l", "ugal-g", "progressive"}) {
    EXPECT_GT(accepted(dragonfly(routing), "uniform"), 0.75 * minimal) << routing;
  }
}

TEST(Adaptive, TakesLittleLongerThanMinimalOnAnIdleMachine) {
  const auto latency = [](const std::string& machine) {
    const Results r = simulate_toml(machine +
                                    "[[jobs]]\npattern = { type = 'uniform', load = 0.01, message = "
                                    "'2 KiB', duration = '2 ms' }\n");
    return static_cast<double>(r.delivered.latency.ps) / static_cast<double>(r.delivered.packets);
  };
  const double minimal = latency(dragonfly("dragonfly-minimal"));
  for (const char* routing : {"ugal-l", "ugal-g", "progressive"}) {
    EXPECT_NEAR(latency(dragonfly(routing)) / minimal, 1, 0.02) << routing;
  }
  const double ordered = latency(torus("'dimension-order'", "[8, 8]"));
  EXPECT_NEAR(latency(torus("'minimal-adaptive'", "[8, 8]")) / ordered, 1, 0.01);
}

// Transpose loads few links in order of dimensions: (x, y) to (y, x) turns at the diagonal.
TEST(Adaptive, BeatsDimensionOrderOnTranspose) {
  const double ordered = accepted(torus("'dimension-order'", "[8, 8]"), "transpose");
  EXPECT_GT(accepted(torus("'minimal-adaptive'", "[8, 8]"), "transpose"), 1.3 * ordered);
  EXPECT_GT(accepted(torus("'minimal-adaptive'\nescape = { type = 'bubble' }", "[8, 8]"), "transpose"),
            1.3 * ordered);
}

TEST(Adaptive, SpreadsOverTheParentsOfATree) {
  const auto tree = [](const std::string& routing) {
    return "[topology]\ntype = 'k-ary-n-tree'\narity = 4\nlevels = 3\n[router]\nvcs = 2\nbuffer = '8 "
           "KiB'\n[routing]\ntype = '" + routing + "'\n";
  };
  const double random = accepted(tree("random-up-down"), "uniform");
  EXPECT_GT(accepted(tree("adaptive-up-down"), "uniform"), 1.02 * random);
}

// One virtual channel, and buffers of two packets: dimension order would have a cycle there.
TEST(Bubble, KeepsRingsOfOneVirtualChannelGoing) {
  for (const char* extents : {"[8]", "[5, 4]", "[4, 4, 3]"}) {
    for (const char* message : {"2 KiB", "700 B", "5000 B"}) {
      TestMachine m(fmt::format("[topology]\ntype = 'torus'\nextents = {}\nendpoints_per_router = 2\n"
                                "[routing]\ntype = 'bubble'\n[router]\nvcs = 1\nbuffer = '4 KiB'\n"
                                "[[jobs]]\npattern = {{ type = 'uniform', load = 1.0, message = '{}', "
                                "duration = '100 us' }}\n", extents, message));
      m.run();
      m.expect_at_rest();
      EXPECT_EQ(m.machine.unfinished(), 0) << extents << " " << message;
    }
  }
}

TEST(Bubble, NeedsRoomForTwoPackets) {
  try {
    TestConfig c("[topology]\ntype = 'torus'\nextents = [8]\n[routing]\ntype = 'bubble'\n[router]\n"
                 "buffer = '4000 B'\n[[jobs]]\npattern = { type = 'uniform' }\n");
    ADD_FAILURE() << "not refused";
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("space for two of the largest packets: at least 4.096 kB"));
  }
}

// Escape channels are used when all else is full, and only then.
TEST(Escape, KeepsAdaptiveRingsGoing) {
  for (const char* escape : {"", "escape = { type = 'bubble' }\n"}) {
    TestMachine m(fmt::format("[topology]\ntype = 'torus'\nextents = [6, 6]\nendpoints_per_router = 2\n"
                              "[routing]\ntype = 'minimal-adaptive'\n{}[router]\nvcs = 3\nbuffer = "
                              "'4 KiB'\n[[jobs]]\npattern = {{ type = 'uniform', load = 1.0, message = "
                              "'3 KiB', duration = '100 us' }}\n", escape));
    m.run();
    m.expect_at_rest();
    EXPECT_EQ(m.machine.unfinished(), 0);
  }
}

TEST(Patterns, AreRefusedWhereTheyDoNotFit) {
  const auto why = [](const std::string& pattern) -> std::string {
    try {
      TestConfig c("[topology]\ntype = 'mesh'\nextents = [5, 3]\n[[jobs]]\npattern = { type = " +
                   pattern + " }\n");
      return "";
    } catch (const Error& e) {
      return e.what();
    }
  };
  EXPECT_THAT(why("'transpose'"), testing::HasSubstr("the nearest to 15 are 9 and 16"));
  EXPECT_THAT(why("'tornado', grid = [4, 4]"), testing::HasSubstr("4×4 has 16 points, but the job has "
                                                                  "15 ranks"));
  EXPECT_THAT(why("'next-group'"), testing::HasSubstr("needs 'group'"));
  EXPECT_THAT(why("'next-group', group = 4"), testing::HasSubstr("no multiple of a group of 4"));
  EXPECT_EQ(why("'next-group', group = 5"), "");
}

}  // namespace adaptive_test
}  // namespace kasuri
