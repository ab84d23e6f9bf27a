// SPDX-License-Identifier: MIT
// Paths across levels: over which NICs, GPUs and leaves they lead, and which of them packets take.
// network/routing/every_routing_test.cpp and detour_test.cpp walk all paths of all small machines.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <map>
#include <set>

#include "network/routing/deadlock_check.h"
#include "network/routing/test_routing.h"
#include "network/topology/hierarchy.h"
#include "network/topology/test_topology.h"

namespace kasuri {
namespace hierarchy_test {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kRails =
    "type = 'hierarchy'\nnics = 4\nwiring = 'rails'\n"
    "server = { type = 'nvswitch', gpus = 4, switches = 1 }\n"
    "fabric = { type = 'xgft', children = [3, 4], parents = [2] }";

std::vector<std::string> names(const Topology& t, const Path& p) {
  std::vector<std::string> all;
  for (const RouterId r : p.routers) all.push_back(t.name(r));
  return all;
}

Path between(const Topology& t, const Routing& r, std::uint32_t from, std::uint32_t to) {
  return path_of(t, r, t.router_of({from}), t.router_of({to}), r.path_of({from}, {to}, 0, 1));
}

TEST(HierarchyRouting, PxnStaysOnTheRailOfTheDestination) {
  const auto t = topology_from(kRails);
  const auto r = routing_from("type = 'hierarchy'", *t, 2);
  EXPECT_THAT(names(*t, between(*t, *r, 0, 6)),
              ElementsAre("server0/1.0", "server0/2.0", "server0/1.2", "server0/nic2", "fabric/1.2",
                          "server1/nic2", "server1/1.2"));
  EXPECT_THAT(names(*t, between(*t, *r, 0, 4)),
              ElementsAre("server0/1.0", "server0/nic0", "fabric/1.0", "server1/nic0", "server1/1.0"));
}

TEST(HierarchyRouting, WithoutPxnRailsAreCrossedInTheFabric) {
  const auto t = topology_from(kRails);
  const auto r = routing_from("type = 'hierarchy'\npxn = false\nfabric = 'd-mod-k'", *t, 2);
  const auto path = names(*t, between(*t, *r, 0, 6));
  ASSERT_EQ(path.size(), 7u);
  EXPECT_EQ(path[1], "server0/nic0");
  EXPECT_EQ(path[2], "fabric/1.0");
  EXPECT_THAT(path[3], HasSubstr("fabric/2."));
  EXPECT_EQ(path[4], "fabric/1.2");
  EXPECT_EQ(path[5], "server1/nic2");
}

DeadlockReport checked(const Topology& t, std::uint32_t vcs) {
  return check_deadlock(t, *routing_from("type = 'hierarchy'", t, vcs), vcs);
}

// Each half of the virtual channels must suffice for the chip's routing: a torus needs two.
TEST(HierarchyRouting, SaysHowManyChannelsBothHalvesNeed) {
  const auto t = topology_from(
      "type = 'hierarchy'\nnic_links = 'first'\nserver = { type = 'torus', extents = [4, 4] }\n"
      "fabric = { type = 'full-mesh', routers = 5 }");
  for (const std::uint32_t vcs : {1u, 2u, 3u}) {
    const DeadlockReport report = checked(*t, vcs);
    EXPECT_FALSE(report.ok());
    EXPECT_THAT(report.describe(*t),
                HasSubstr(fmt::format("needs 2, so router.vcs must be at least 4, not {}", vcs)));
  }
  EXPECT_TRUE(checked(*t, 4).ok());
}

// A chip with one NIC at its corner: packets to the NIC and from it cross the chip, and have separate
// channels. With a single one they share it; by dimension order they still never wait in a cycle, because
// the links towards the corner are others than those that turn to it from elsewhere.
TEST(HierarchyRouting, ArrivingPacketsHaveTheirOwnChannels) {
  const auto t = topology_from(
      "type = 'hierarchy'\nnic_links = 'first'\nserver = { type = 'mesh', extents = [3, 2] }\n"
      "fabric = { type = 'full-mesh', routers = 5 }");
  EXPECT_TRUE(checked(*t, 1).ok());
  EXPECT_EQ(checked(*t, 1).basis, DeadlockReport::Basis::exact);
  const Path single = between(*t, *routing_from("type = 'hierarchy'", *t, 1), 5, 11);
  EXPECT_EQ(t->name(single.routers.back()), "server1/2.1");
  EXPECT_EQ(single.vc_masks.back(), 1u);
  const auto r = routing_from("type = 'hierarchy'", *t, 2);
  const DeadlockReport report = check_deadlock(*t, *r, 2);
  EXPECT_TRUE(report.ok()) << report.describe(*t);
  EXPECT_EQ(report.basis, DeadlockReport::Basis::exact);
  const Path p = between(*t, *r, 5, 11);
  EXPECT_EQ(p.vc_masks.front(), 1u);
  EXPECT_EQ(p.vc_masks.back(), 2u);
  EXPECT_EQ(t->name(p.routers.back()), "server1/2.1");
}

// Every packet takes a legal path, arrives by a NIC of its destination, and with planes stays on one.
TEST(HierarchyRouting, PathsEndAtNicsOfTheDestination) {
  for (const char* shape :
       {"nics = 3\nnic_ports = 2\nservers = 3\nserver = { type = 'switch', endpoints = 2 }\n"
        "fabric = { type = 'xgft', children = [3, 6], parents = [1] }",
        "nics = 2\nnic_ports = 4\nplanes = 2\nserver = { type = 'nvswitch', gpus = 3, switches = 2 }\n"
        "fabric = { type = 'xgft', children = [4, 4], parents = [2] }",
        "nics = 1\nservers = 5\nserver = { type = 'full-mesh', routers = 3 }\n"
        "fabric = { type = 'torus', extents = [5] }"}) {
    const auto t = topology_from(std::string("type = 'hierarchy'\n") + shape);
    const auto& h = dynamic_cast<const Hierarchy&>(*t);
    const std::uint32_t n = h.servers().endpoints;
    for (const char* routing : {"", "pxn = true", "pxn = true\nfabric = 'packet-spraying'"}) {
      const auto r = routing_from(std::string("type = 'hierarchy'\n") + routing, *t, 4);
      for (std::uint32_t a = 0; a < t->endpoints(); ++a) {
        for (std::uint32_t b = 0; b < t->endpoints(); ++b) {
          if (t->router_of({a}) == t->router_of({b})) continue;
          const std::uint32_t number = r->path_of({a}, {b}, a * 7 + b, 3);
          ASSERT_LT(number, r->paths());
          const Path p = path_of(*t, *r, t->router_of({a}), t->router_of({b}), number);
          ASSERT_EQ(p.routers.back(), t->router_of({b})) << shape;
          std::vector<std::uint32_t> nics;
          std::set<std::uint32_t> planes;
          for (const RouterId at : p.routers) {
            const Hierarchy::Place place = h.place(at);
            if (place.level == Hierarchy::Level::nic) nics.push_back(place.local);
            if (place.level == Hierarchy::Level::fabric) planes.insert(place.unit);
          }
          if (a / n == b / n) {
            EXPECT_TRUE(nics.empty());
            continue;
          }
          ASSERT_EQ(nics.size(), 2u);
          EXPECT_GE(nics[1], h.first_nic(b % n));
          EXPECT_LT(nics[1], h.first_nic(b % n) + h.nics_of(b % n));
          if (std::string_view(routing).starts_with("pxn")) {
            EXPECT_EQ(nics[0], nics[1]);
          } else {
            EXPECT_GE(nics[0], h.first_nic(a % n));
            EXPECT_LT(nics[0], h.first_nic(a % n) + h.nics_of(a % n));
          }
          EXPECT_EQ(planes.size(), 1u);
        }
      }
    }
  }
}

// Dual ToR: packets of an endpoint leave by its NIC's ports in turn, where they are sprayed, and by one
// otherwise. They need no spine between servers of one segment, since each leaf has a port of all NICs.
TEST(HierarchyRouting, PortsAreTakenInTurnByPacketsThatAreSprayed) {
  const auto t = topology_from(
      "type = 'hierarchy'\nnics = 2\nnic_ports = 2\nwiring = 'rails'\n"
      "server = { type = 'nvswitch', gpus = 2 }\n"
      "fabric = { type = 'xgft', children = [3, 8], parents = [2] }");
  for (const auto& [fabric, most] : {std::pair("packet-spraying", 32), {"adaptive-up-down", 32},
                                     {"ecmp", 64}, {"d-mod-k", 64}}) {
    const auto r = routing_from(fmt::format("type = 'hierarchy'\nfabric = '{}'", fabric), *t, 2);
    for (const std::uint32_t to : {2u, 4u, 6u, 10u}) {  // servers 1 and 2 are in the segment of server 0
      std::map<std::string, int> leaves;
      for (std::uint32_t i = 0; i < 64; ++i) {
        const auto path = names(*t, path_of(*t, *r, t->router_of({0}), t->router_of({to}),
                                            r->path_of({0}, {to}, 64 + i, 1)));
        ++leaves[path[2]];
        EXPECT_EQ(path.size(), to < 6 ? 5u : 7u) << fabric << ' ' << to;
      }
      for (const auto& [leaf, packets] : leaves) EXPECT_EQ(packets, most) << fabric << ' ' << leaf;
    }
  }
}

TEST(HierarchyRouting, RefusesWhatLevelsCannotUse) {
  const auto t = topology_from(
      "type = 'hierarchy'\nserver = { type = 'torus', extents = [3, 3] }\n"
      "fabric = { type = 'torus', extents = [4] }");
  EXPECT_THAT(refusal_of("type = 'hierarchy'\nserver = 'minimal-adaptive'", *t, 8),
              HasSubstr("as routing.server: it needs an escape channel"));
  EXPECT_THAT(refusal_of("type = 'hierarchy'\nfabric = 'bubble'", *t, 8), HasSubstr("counts on buffers"));
  EXPECT_THAT(refusal_of("type = 'ecmp'", *t, 8), HasSubstr("use it as routing.fabric"));
  const auto flat = topology_from("type = 'torus'\nextents = [4]");
  EXPECT_THAT(refusal_of("type = 'hierarchy'", *flat, 8), HasSubstr("needs a topology 'hierarchy'"));
}

// All packets of a flow on one path; flows, and with spraying packets, evenly over all.
TEST(PathSelectors, ByFlowAndByPacket) {
  const auto t = topology_from("type = 'xgft'\nchildren = [8, 8]\nparents = [4]");
  const auto ecmp = routing_from("type = 'ecmp'", *t, 1);
  const auto spray = routing_from("type = 'packet-spraying'", *t, 1);
  const PathSelector by_flow(*ecmp, 1), by_packet(*spray, 1);
  std::vector<int> flows(4), packets(4);
  for (std::uint32_t a = 0; a < 32; ++a) {
    for (std::uint32_t b = 32; b < 64; ++b) {
      const std::uint32_t path = by_flow.path({a}, {b}, 0);
      ++flows[path];
      for (std::uint32_t i = 1; i < 5; ++i) {
        EXPECT_EQ(by_flow.path({a}, {b}, i), path);
        ++packets[by_packet.path({a}, {b}, b * 8 + i)];
      }
    }
  }
  // Five standard deviations of a fair draw: 5 · √(n · ¼ · ¾).
  for (const int n : flows) EXPECT_NEAR(n, 256, 70);
  for (const int n : packets) EXPECT_NEAR(n, 1024, 139);
}

}  // namespace hierarchy_test
}  // namespace kasuri
