// SPDX-License-Identifier: MIT
// Routings that go around failures: on every small topology with random failures, in every epoch, all pairs
// that are connected have paths over what is up, and the paths of all epochs together close no cycle.
#include <gmock/gmock.h>

#include "base/core/rng.h"
#include "network/routing/deadlock_check.h"
#include "network/routing/test_routing.h"
#include "network/topology/test_instances.h"

namespace kasuri {
namespace detour_test {

constexpr std::uint32_t kVcs = 16;

// Some links from the start, one more and a router later.
Failures random_failures(const Topology& t, std::uint64_t seed) {
  Failures f(t);
  std::uint64_t drawn = 0;
  const auto draw = [&](std::uint64_t n) {
    return static_cast<std::uint32_t>(below(random_at(seed, 0, 0, drawn++)[0], n));
  };
  for (int i = 0; i < 3; ++i) {
    const RouterId r{draw(t.routers())};
    if (!t.degree(r)) continue;
    const PortRef out{r, static_cast<std::uint16_t>(draw(t.degree(r)))};
    const PortRef there = t.neighbour(r, out.port);
    const Time at{i == 2 ? 1000 : 0};
    f.fail(out, at);
    if (there.port < t.degree(there.router)) f.fail(there, at);
  }
  f.fail(RouterId{draw(t.routers())}, Time{2000});
  f.settle(Time{0});
  return f;
}

std::unique_ptr<Routing> around(const std::string& toml, const Topology& t, const Failures& f,
                                std::uint32_t vcs = kVcs) {
  auto document = config::Document::parse("[routing]\n" + toml, "config.toml");
  const auto choice = config::read<config::Choice<Routing>>(document.root().section("routing"));
  document.finish();
  RoutingContext context{t, vcs, &f};
  return choice.make(context);
}

TEST(Detour, AllThatIsConnectedIsReachedInAllEpochs) {
  int machines = 0, went_around = 0;
  for_each_small_topology([&](const std::string&, const Topology& t) {
    const Failures f = random_failures(t, t.routers() * 7 + t.endpoints());
    std::vector<std::string> routings{"type = 'shortest-paths'", "type = 'shortest-paths'\npaths = 3",
                                      "type = 'detour'"};
    for (const config::Component* c : config::components("routing")) {
      if (c->name == "tables" || c->name == "shortest-paths" || c->name == "detour") continue;
      const bool any_router = c->name == "valiant" || (c->name.starts_with("ugal-") &&
                                                       t.usual_routing() != "dragonfly-minimal");
      if (any_router && t.routers() > 20) continue;  // so many paths
      try {
        RoutingContext context{t, 12};
        config::Choice<Routing>(c->name).make(context);
        routings.push_back("type = 'detour'\ninner = '" + c->name + "'");
      } catch (const Error&) {
      }
    }
    for (const std::string& toml : routings) {
      SCOPED_TRACE(t.describe() + ": " + toml);
      std::unique_ptr<Routing> r;
      try {
        r = around(toml, t, f);
      } catch (const Error& e) {
        // Rings of one-way channels, which are cut, have nothing to go around on.
        EXPECT_THAT(e.what(), ::testing::HasSubstr("computes paths around failures itself"));
        continue;
      }
      EXPECT_TRUE(r->avoids_failures());
      const DeadlockReport report = check_deadlock(t, *r, kVcs, {.with_argument = 200'000'000}, &f);
      EXPECT_EQ(report.basis, DeadlockReport::Basis::exact);
      EXPECT_TRUE(report.ok()) << report.describe(t);
      ++machines;
      went_around += r->describe().find("paths around failures for") != std::string::npos;
    }
  });
  EXPECT_GT(machines, 100);
  EXPECT_GT(went_around, 30);
}

TEST(Detour, LeavesWholeWaysAsTheyAre) {
  const auto t = topology_from("type = 'mesh'\nextents = [4, 4]");
  Failures f(*t);
  f.fail(PortRef{{5}, 0}, Time{0});  // one of the channels between (1,1) and a neighbour
  f.settle(Time{0});
  const auto plain = routing_from("type = 'dimension-order'", *t, 1);
  const auto detour = around("type = 'detour'", *t, f, 2);
  int same = 0, other = 0;
  for (std::uint32_t a = 0; a < 16; ++a) {
    for (std::uint32_t b = 0; b < 16; ++b) {
      if (a == b) continue;
      const Path before = path_of(*t, *plain, {a}, {b}), after = path_of(*t, *detour, {a}, {b});
      const bool crosses = std::ranges::find(before.channels, PortRef{{5}, 0}) != before.channels.end();
      EXPECT_EQ(before.channels != after.channels, crosses) << a << " " << b;
      EXPECT_EQ(after.vc_masks[0], crosses ? 2u : 1u);
      same += !crosses;
      other += crosses;
    }
  }
  EXPECT_GT(same, 0);
  EXPECT_GT(other, 0);
}

TEST(Detour, RefusesWhatItCannotDo) {
  const auto t = topology_from("type = 'mesh'\nextents = [3, 3]");
  Failures f(*t);
  f.fail(PortRef{{4}, 0}, Time{0});
  f.settle(Time{0});
  const auto refusal = [&](const std::string& toml, std::uint32_t vcs) -> std::string {
    try {
      around(toml, *t, f, vcs);
      return "";
    } catch (const Error& e) {
      return e.what();
    }
  };
  EXPECT_THAT(refusal("type = 'detour'", 1), ::testing::HasSubstr("raise router.vcs above 1"));
  EXPECT_THAT(refusal("type = 'detour'\ninner = 'shortest-paths'", 4),
              ::testing::HasSubstr("computes paths around failures itself"));
  EXPECT_EQ(refusal("type = 'detour'", 2), "");
}

// The check sees paths that cross what is down: here a routing that knows nothing of it.
TEST(Detour, TheCheckFindsWaysOverWhatIsDown) {
  const auto t = topology_from("type = 'mesh'\nextents = [3, 3]");
  Failures f(*t);
  f.fail(PortRef{{4}, 0}, Time{0});
  f.settle(Time{0});
  const auto plain = routing_from("type = 'dimension-order'", *t, 1);
  EXPECT_THAT(check_deadlock(*t, *plain, 1, {}, &f).bad_path, ::testing::HasSubstr("has failed"));
}

}  // namespace detour_test
}  // namespace kasuri
