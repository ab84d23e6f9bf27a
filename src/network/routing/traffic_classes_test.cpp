// SPDX-License-Identifier: MIT
// Each class of traffic does in its own virtual channels what the routing does alone: all routes and
// candidates of all inputs, in both.
#include "network/routing/traffic_classes.h"

#include <gtest/gtest.h>

#include "base/config/registry.h"
#include "network/topology/test_topology.h"

namespace kasuri {
namespace traffic_classes_test {

struct NoQueues final : Queues {
  std::uint32_t asked = 0;
  std::int64_t at(std::uint32_t, std::uint32_t vc_mask) override {
    asked |= vc_mask;
    return 0;
  }
  std::int64_t reported(RouterId, std::uint32_t) override { return 0; }
};

TEST(TrafficClasses, AreCopiesOfOneRouting) {
  constexpr std::uint32_t kVcs = 4, kClasses = 3;
  const auto topology = topology_from("type = 'torus'\nextents = [4, 3]\n");
  for (const char* name : {"dimension-order", "valiant", "minimal-adaptive"}) {
    RoutingContext context{*topology, kVcs};
    const auto alone = config::Choice<Routing>(name).make(context);
    const TrafficClasses classes(config::Choice<Routing>(name).make(context), kVcs, kClasses);
    EXPECT_EQ(classes.adaptive(), alone->adaptive());
    for (std::uint32_t at = 0; at < topology->routers(); ++at) {
      for (std::uint32_t target = 0; target < topology->routers(); ++target) {
        if (at == target) continue;
        for (std::uint32_t port = 0; port <= topology->degree({at}); ++port) {
          for (std::uint16_t vc = 0; vc < kVcs * kClasses; ++vc) {
            RouteInput in{.at = {at}, .port = static_cast<std::uint16_t>(port), .vc = vc};
            if (port == topology->degree({at})) in.port = RouteInput::kInjected;
            const std::uint32_t shift = vc / kVcs * kVcs;
            RouteInput inner = in;
            inner.vc = vc % kVcs;
            const Route expected = alone->route(inner, {at}, {target});
            const Route got = classes.route(in, {at}, {target});
            ASSERT_EQ(got.port, expected.port);
            ASSERT_EQ(got.vc_mask, expected.vc_mask << shift);
            NoQueues queues, own;
            const Choice c = classes.choose(in, {at}, {target}, queues);
            const Choice e = alone->choose(inner, {at}, {target}, own);
            ASSERT_EQ(c.first.route.vc_mask, e.first.route.vc_mask << shift);
            ASSERT_EQ(c.escape.route.vc_mask, e.escape.route.vc_mask << shift);
            ASSERT_EQ(queues.asked, own.asked << shift);
          }
        }
      }
    }
    EXPECT_EQ(classes.escape_vcs(),
              alone->escape_vcs() * (1u | 1u << kVcs | 1u << 2 * kVcs));
  }
  EXPECT_EQ(vcs_of_class(2, kVcs), 0xf00u);
}

}  // namespace traffic_classes_test
}  // namespace kasuri
