// SPDX-License-Identifier: MIT
// Servers under a fabric: which NIC is on which leaf, and the ports of published fabrics, which follow from
// GPUs × ports per GPU. network/topology/every_topology_test.cpp checks the graph itself.
#include "network/topology/hierarchy.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "base/core/errors.h"
#include "network/topology/test_topology.h"

namespace kasuri {
namespace hierarchy_test {

using testing::HasSubstr;

const Hierarchy& hierarchy(const std::unique_ptr<Topology>& t) {
  return dynamic_cast<const Hierarchy&>(*t);
}

std::string refusal(const std::string& toml) {
  try {
    topology_from(toml);
    return "";
  } catch (const Error& e) {
    return e.what();
  }
}

// Of each router of the fabric with links to NICs: how many.
std::map<std::uint32_t, std::uint32_t> uplinks(const Topology& t) {
  const auto names = t.link_classes();
  std::map<std::uint32_t, std::uint32_t> all;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    if (dynamic_cast<const Hierarchy&>(t).place({r}).level != Hierarchy::Level::fabric) continue;
    for (std::uint32_t p = 0; p < t.degree({r}); ++p) all[r] += names[t.link_class({r}, p)] == "uplink";
    if (all[r] == 0) all.erase(r);
  }
  return all;
}

struct PodRow {
  const char* name;
  std::uint32_t gpus, ports, leaves, ports_down, spines, leaves_per_spine;
};

// As published; the single ToR's spines reach all leaves.
TEST(GpuPod, PortsOfLeavesAreThoseOfGpus) {
  for (const PodRow& row : {PodRow{"spectrum-x", 4096, 1, 64, 64, 64, 64},
                            PodRow{"hpn", 15'360, 2, 240, 128, 120, 240},
                            PodRow{"hpn-dual-plane", 15'360, 2, 240, 128, 120, 120},
                            PodRow{"dcn-dual-tor", 512, 2, 8, 128, 8, 8},
                            PodRow{"dcn-single-tor", 512, 1, 8, 64, 4, 8}}) {
    SCOPED_TRACE(row.name);
    const auto t = topology_from(fmt::format("type = 'gpu-pod'\ntemplate = '{}'", row.name));
    EXPECT_EQ(t->endpoints(), row.gpus);
    const auto down = uplinks(*t);
    EXPECT_EQ(down.size(), row.leaves);
    std::uint64_t ports = 0;
    for (const auto& [leaf, n] : down) {
      EXPECT_EQ(n, row.ports_down);
      ports += n;
    }
    EXPECT_EQ(ports, std::uint64_t{row.gpus} * row.ports);
    std::uint32_t spines = 0;
    const Hierarchy& h = hierarchy(t);
    for (std::uint32_t r = h.router({Hierarchy::Level::fabric, 0, 0}).v; r < t->routers(); ++r) {
      if (down.contains(r)) continue;
      ++spines;
      EXPECT_EQ(t->degree({r}), row.leaves_per_spine);
    }
    EXPECT_EQ(spines, row.spines);
    EXPECT_EQ(t->caveat(), "Ethernet fabric: lossless, no congestion control");
  }
}

TEST(GpuPod, SmallerOnesHaveWholeSegments) {
  const auto t = topology_from("type = 'gpu-pod'\ntemplate = 'spectrum-x'\ngpus = 1024\nspines = 8");
  EXPECT_EQ(t->endpoints(), 1024u);
  EXPECT_EQ(uplinks(*t).size(), 16u);
  const auto half = topology_from("type = 'gpu-pod'\ngpus = 264");  // 33 servers of a segment of 64
  EXPECT_EQ(uplinks(*half).size(), 8u);
  for (const auto& [leaf, n] : uplinks(*half)) EXPECT_EQ(n, 33u);
}

TEST(GpuPod, RatesAreThoseOfTheTemplate) {
  const auto t = topology_from("type = 'gpu-pod'\ntemplate = 'hpn'\ngpus = 16\nnvswitches = 4");
  const auto names = t->link_classes();
  std::map<std::string, std::int64_t> rates;
  for (std::uint32_t c = 0; c < names.size(); ++c) rates[names[c]] = t->link_facts(c).rate->n;
  EXPECT_EQ(rates["server-nvlink"], 2'880'000'000'000 / 8 / 4);
  EXPECT_EQ(rates["uplink"], 25'000'000'000);
  EXPECT_EQ(rates["fabric-level1"], 50'000'000'000);
}

// NIC k of all servers of a segment is on one leaf, and those of two numbers are not.
TEST(Hierarchy, RailsShareLeaves) {
  const auto t = topology_from(
      "type = 'hierarchy'\nnics = 4\nwiring = 'rails'\nserver = { type = 'nvswitch', gpus = 4 }\n"
      "fabric = { type = 'xgft', children = [3, 8], parents = [2] }");
  const Hierarchy& h = hierarchy(t);
  ASSERT_EQ(h.servers().count, 6u);
  for (std::uint32_t s = 0; s < 6; ++s) {
    for (std::uint32_t nic = 0; nic < 4; ++nic) {
      const EndpointId e = h.fabric_endpoint({s, nic, 0});
      EXPECT_EQ(h.fabric().router_of(e).v, s / 3 * 4 + nic);
      const Hierarchy::NicPort back = h.nic_port(0, e);
      EXPECT_EQ(back.server, s);
      EXPECT_EQ(back.nic, nic);
    }
  }
}

// What a graph says of energy holds where it is a part of a machine. A link to a NIC is one that leaves the
// server's network; a router of rails stands for those of all planes.
TEST(Hierarchy, EnergiesAreThoseOfItsParts) {
  const auto file = std::filesystem::temp_directory_path() / fmt::format("energies-{}.net", getpid());
  std::ofstream(file) << "router a endpoints=1 energy=\"1 pJ/b\" power=\"2 W\"\nrouter b endpoints=1\n"
                         "link a b energy=\"3 pJ/b\"\n";
  const std::string graph = fmt::format("{{ type = 'graph', file = '{}' }}", file.string());
  const auto t = topology_from("type = 'hierarchy'\nserver = " + graph +
                               "\nfabric = { type = 'torus', extents = [2, 2] }\n");
  const Hierarchy& h = hierarchy(t);
  ASSERT_TRUE(t->has_power());
  const auto bit = [&](RouterId r) {
    std::vector<double> pj;
    for (std::uint32_t p = 0; p < t->degree(r) + t->endpoints_at(r); ++p) {
      pj.push_back(1e12 * t->bit_energy(r, p));
    }
    return pj;
  };
  using testing::DoubleNear, testing::ElementsAre, testing::Each;
  EXPECT_THAT(bit(h.router({Hierarchy::Level::server, 3, 0})),
              ElementsAre(DoubleNear(4, 1e-9), DoubleNear(1, 1e-9), DoubleNear(1, 1e-9)));
  EXPECT_DOUBLE_EQ(t->static_power(h.router({Hierarchy::Level::server, 3, 0})), 2);
  EXPECT_THAT(bit(h.router({Hierarchy::Level::server, 3, 1}))[0], DoubleNear(3, 1e-9));
  EXPECT_THAT(bit(h.router({Hierarchy::Level::nic, 3, 0})), Each(0.0));
  EXPECT_THAT(bit(h.router({Hierarchy::Level::fabric, 0, 3})), Each(0.0));
  EXPECT_EQ(t->static_power(h.router({Hierarchy::Level::fabric, 0, 3})), 0);

  const auto rails = topology_from("type = 'rails'\nplanes = 2\nplane = " + graph + "\n");
  ASSERT_TRUE(rails->has_power());
  for (const std::uint32_t link : {0, 1}) EXPECT_NEAR(rails->bit_energy({0}, link), 4e-12, 1e-21);
  for (const std::uint32_t nic : {2, 3}) EXPECT_NEAR(rails->bit_energy({0}, nic), 1e-12, 1e-21);
  EXPECT_DOUBLE_EQ(rails->static_power({0}), 4);
  std::filesystem::remove(file);
}

// 72 NICs on 4 rails: NIC k of two racks shares leaves with k + 4.
TEST(Hierarchy, FewerRailsThanNics) {
  const auto t = topology_from(
      "type = 'hierarchy'\nnics = 72\nrails = 4\nwiring = 'rails'\nserver = { type = 'nvswitch', "
      "gpus = 72, switches = 18 }\nfabric = { type = 'xgft', children = [36, 16], parents = [7] }");
  const Hierarchy& h = hierarchy(t);
  ASSERT_EQ(h.servers().count, 8u);
  for (std::uint32_t s = 0; s < 8; ++s) {
    for (std::uint32_t nic = 0; nic < 72; ++nic) {
      const EndpointId e = h.fabric_endpoint({s, nic, 0});
      EXPECT_EQ(h.fabric().router_of(e).v, s / 2 * 4 + nic % 4);
      EXPECT_EQ(h.nic_port(0, e).nic, nic);
    }
  }
}

TEST(Hierarchy, PortsOfANicAreOnSeparateLeavesOrPlanes) {
  for (const char* planes : {"1", "2"}) {
    const auto t = topology_from(fmt::format(
        "type = 'hierarchy'\nnics = 2\nnic_ports = 2\nplanes = {}\n"
        "server = {{ type = 'full-mesh', routers = 2 }}\n"
        "fabric = {{ type = 'xgft', children = [4, 4], parents = [2] }}", planes));
    const Hierarchy& h = hierarchy(t);
    for (std::uint32_t s = 0; s < h.servers().count; ++s) {
      for (std::uint32_t nic = 0; nic < 2; ++nic) {
        const RouterId r = h.router({Hierarchy::Level::nic, s, nic});
        const std::uint32_t up = t->degree(r) - 2;
        const RouterId a = t->neighbour(r, up).router, b = t->neighbour(r, up + 1).router;
        EXPECT_NE(a, b);
        EXPECT_EQ(h.place(a).unit, 0u);
        EXPECT_EQ(h.place(b).unit, h.shape().planes - 1);
      }
    }
  }
}

TEST(Hierarchy, KnowsServersAndNics) {
  const auto t = topology_from(
      "type = 'hierarchy'\nnics = 1\nservers = 5\nserver = { type = 'nvswitch', gpus = 3 }\n"
      "fabric = { type = 'switch', endpoints = 8 }");
  const Servers s = t->servers();
  EXPECT_EQ(s.count, 5u);
  EXPECT_EQ(s.endpoints, 3u);
  EXPECT_TRUE(s.multicast);
  ASSERT_TRUE(s.network);
  EXPECT_EQ(s.network->endpoints(), 3u);
  EXPECT_EQ(t->server_of({7}), 2u);
  EXPECT_EQ(t->nic_of({8}), 0u);
  EXPECT_EQ(t->group(t->router_of({14})), 4u);
  const auto flat = topology_from("type = 'torus'\nextents = [4]");
  EXPECT_EQ(flat->servers().count, 4u);
  EXPECT_EQ(flat->server_of({3}), 3u);
  EXPECT_FALSE(flat->servers().network);
}

TEST(Hierarchy, NamesAndClassesShowTheLevel) {
  const auto t = topology_from(
      "type = 'hierarchy'\nnics = 2\nserver = { type = 'mesh', extents = [2, 2] }\n"
      "fabric = { type = 'torus', extents = [3] }\nservers = 1");
  EXPECT_EQ(t->name({1}), "server0/1.0");
  EXPECT_EQ(t->name({4}), "server0/nic0");
  EXPECT_EQ(t->name({6}), "fabric/0");
  EXPECT_THAT(t->link_classes(), testing::ElementsAre("server-x", "server-y", "nic", "uplink", "fabric-x"));
}

// NVSwitches below GPUs, NICs, leaves, spines: each link leads to the next level, as pictures of trees
// need it.
TEST(Hierarchy, TreesAreDrawnInLevels) {
  const auto t = topology_from(
      "type = 'hierarchy'\nnics = 2\nserver = { type = 'nvswitch', gpus = 4, switches = 3 }\n"
      "fabric = { type = 'xgft', children = [2, 2], parents = [2] }\nplanes = 2\nnic_ports = 2");
  for (std::uint32_t r = 0; r < t->routers(); ++r) {
    const auto at = t->coordinates({r});
    ASSERT_EQ(at.size(), 2u);
    for (std::uint32_t p = 0; p < t->degree({r}); ++p) {
      const auto to = t->coordinates(t->neighbour({r}, p).router);
      EXPECT_EQ(std::max(at[0], to[0]) - std::min(at[0], to[0]), 1u);
    }
  }
  EXPECT_THAT(t->coordinates({0}), testing::ElementsAre(1, 0));
  EXPECT_THAT(t->coordinates({4}), testing::ElementsAre(0, 0));
}

TEST(Hierarchy, RefusesWhatDoesNotFit) {
  const std::string server = "server = { type = 'nvswitch', gpus = 4 }\n";
  const std::string tree = "fabric = { type = 'xgft', children = [2, 3], parents = [2] }\n";
  const std::string head = "type = 'hierarchy'\n" + server;
  EXPECT_THAT(refusal(head + tree + "nics = 7"), HasSubstr("endpoints for 0 servers with 7 NICs"));
  EXPECT_THAT(refusal(head + tree + "nics = 4\nservers = 2"), HasSubstr("endpoints for 1 server with"));
  EXPECT_THAT(refusal(head + tree + "nics = 4\nwiring = 'rails'"), HasSubstr("needs 4 leaf routers"));
  EXPECT_THAT(refusal(head + tree + "nics = 2\nrails = 2"), HasSubstr("no effect"));
  EXPECT_THAT(refusal(head + tree + "nics = 3\nrails = 2\nwiring = 'rails'"), HasSubstr("divisor"));
  EXPECT_THAT(refusal(head + tree + "nic_ports = 3\nplanes = 2"), HasSubstr("3 ports"));
  EXPECT_THAT(refusal("type = 'hierarchy'\nserver = { type = 'hierarchy', server = { type = 'switch', "
                      "endpoints = 2 }, fabric = { type = 'switch', endpoints = 2 } }\n" + tree),
              HasSubstr("two levels"));
}

}  // namespace hierarchy_test
}  // namespace kasuri
