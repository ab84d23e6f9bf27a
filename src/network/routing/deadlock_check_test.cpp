// SPDX-License-Identifier: MIT
// The check finds what is wrong with routings that are wrong on purpose, and knows its limits.
#include "network/routing/deadlock_check.h"

#include <gmock/gmock.h>

#include <functional>
#include <memory>

#include "base/config/registry.h"
#include "network/topology/lattice.h"

namespace kasuri {
namespace deadlock_check_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using Basis = DeadlockReport::Basis;

std::unique_ptr<Topology> lattice(std::string_view type, std::vector<std::uint32_t> extents) {
  config::Choice<Topology> choice{type};
  choice.params = LatticeParams{std::move(extents)};
  TopologyContext context;
  return choice.make(context);
}

std::unique_ptr<Routing> dimension_order(const Topology& t, std::uint32_t vcs) {
  RoutingContext context{t, vcs};
  return config::Choice<Routing>{"dimension-order"}.make(context);
}

// A routing as a function.
class Custom : public Routing {
 public:
  using Function = std::function<Route(const RouteInput&, RouterId, RouterId)>;
  explicit Custom(Function f) : f_(std::move(f)) {}
  Route route(const RouteInput& i, RouterId s, RouterId t) const override { return f_(i, s, t); }
  std::string describe() const override { return "custom"; }

 private:
  Function f_;
};

// Packets with an odd source go x then y, others y then x: the turns close cycles on a mesh
// (Glass & Ni 1992).
TEST(DeadlockCheck, NamesTheCircleOfMixedOrders) {
  const auto mesh = lattice("mesh", {2, 2});
  const Custom mixed([&](const RouteInput& in, RouterId source, RouterId target) {
    const std::uint32_t differ = in.at.v ^ target.v;
    const bool x_first = (source.v == 0 || source.v == 3);
    const bool along_x = differ == 1 || (differ == 3 && x_first);
    return Route{static_cast<std::uint16_t>(along_x ? 0 : 1), 1};
  });
  const DeadlockReport r = check_deadlock(*mesh, mixed, 1);
  EXPECT_FALSE(r.ok());
  EXPECT_EQ(r.describe(*mesh),
            "packets can wait for each other in a cycle:\n"
            "  (0,0) → (1,0) vc 0\n"
            "  (1,0) → (1,1) vc 0\n"
            "  (1,1) → (0,1) vc 0\n"
            "  (0,1) → (0,0) vc 0\n"
            "  which waits for the first");
}

TEST(DeadlockCheck, ShowsTheBeginningOfALongCircle) {
  const auto ring = lattice("torus", {30});
  const DeadlockReport r = check_deadlock(*ring, *dimension_order(*ring, 1), 1);
  EXPECT_EQ(r.cycle.size(), 30);
  EXPECT_THAT(r.describe(*ring), HasSubstr("… 14 more"));
}

TEST(DeadlockCheck, FindsPathsThatLeadNowhere) {
  const auto ring = lattice("torus", {4});
  const auto constant = [](std::uint16_t port, std::uint32_t mask) {
    return Custom([=](auto&&...) { return Route{port, mask}; });
  };
  const auto complaint = [&](const Routing& routing) {
    return check_deadlock(*ring, routing, 2).describe(*ring);
  };
  EXPECT_THAT(complaint(constant(7, 1)), HasSubstr("has no port 7"));
  EXPECT_THAT(complaint(constant(0, 0)), HasSubstr("virtual channels 0x0"));
  EXPECT_THAT(complaint(constant(0, 4)), HasSubstr("virtual channels 0x4"));
  // Back and forth, for ever.
  const Custom undecided([](const RouteInput& in, RouterId, RouterId) {
    return Route{static_cast<std::uint16_t>(in.at.v % 2), 1};
  });
  EXPECT_THAT(complaint(undecided), HasSubstr("not there after 8 channels"));
}

TEST(DeadlockCheck, HoldsMinimalRoutingsToTheDistance) {
  struct OneWay : Custom {
    using Custom::Custom;
    bool minimal() const override { return true; }
  };
  const auto ring = lattice("torus", {4});
  const OneWay one_way([](auto&&...) { return Route{0, 1}; });
  EXPECT_THAT(check_deadlock(*ring, one_way, 1).bad_path, HasSubstr("not there after 1 channels"));
}

TEST(DeadlockCheck, FollowsEveryVirtualChannelOfAMask) {
  // VC 1 goes the other way around: only a walk of both finds it.
  const auto ring = lattice("torus", {5});
  const Custom split([](const RouteInput& in, RouterId, RouterId) {
    return in.port == RouteInput::kInjected ? Route{0, 3} : Route{0, 1u << in.vc};
  });
  const DeadlockReport r = check_deadlock(*ring, split, 2);
  EXPECT_EQ(r.dependencies, 10);
  EXPECT_EQ(r.cycle.size(), 5);
}

TEST(DeadlockCheck, FallsBackToTheArgumentOrASample) {
  const auto torus = lattice("torus", {6, 6});
  const auto routing = dimension_order(*torus, 2);
  const DeadlockEffort little{.without_argument = 500, .with_argument = 500, .sample = 500};

  const DeadlockReport argued = check_deadlock(*torus, *routing, 2, little);
  EXPECT_EQ(argued.basis, Basis::argument);
  EXPECT_TRUE(argued.ok());
  EXPECT_THAT(argued.describe(*torus), HasSubstr("Dally & Seitz 1987"));
  EXPECT_THAT(argued.describe(*torus), HasSubstr("sampled"));

  const Custom silent([&](const RouteInput& i, RouterId s, RouterId t) {
    return routing->route(i, s, t);
  });
  const DeadlockReport sampled = check_deadlock(*torus, silent, 2, little);
  EXPECT_EQ(sampled.basis, Basis::sampled);
  EXPECT_TRUE(sampled.ok());
  EXPECT_THAT(sampled.describe(*torus), StartsWith("no deadlock found"));
}

TEST(DeadlockCheck, IsQuickOnLargeMachines) {
  const auto cube = lattice("torus", {100, 100, 100});
  EXPECT_TRUE(check_deadlock(*cube, *dimension_order(*cube, 2), 2).ok());
  const DeadlockReport one_vc = check_deadlock(*cube, *dimension_order(*cube, 1), 1);
  EXPECT_FALSE(one_vc.ok());
  EXPECT_THAT(one_vc.describe(*cube), HasSubstr("needs at least 2 virtual channels"));
}

TEST(DeadlockCheck, IsExactOnA512RouterTorus) {
  const auto torus = lattice("torus", {8, 8, 8});
  const DeadlockReport r = check_deadlock(*torus, *dimension_order(*torus, 2), 2);
  EXPECT_EQ(r.basis, Basis::exact);
  EXPECT_TRUE(r.ok());
  EXPECT_EQ(r.channels, 512 * 6 * 2);
  EXPECT_EQ(r.pairs, 512 * 511);
}

TEST(DeadlockCheck, TakesASingleRouter) {
  const auto point = lattice("torus", {1});
  EXPECT_TRUE(check_deadlock(*point, *dimension_order(*point, 1), 1).ok());
}

}  // namespace deadlock_check_test
}  // namespace kasuri
