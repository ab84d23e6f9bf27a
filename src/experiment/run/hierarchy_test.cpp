// SPDX-License-Identifier: MIT
// Machines of two levels as they run: times across levels, rails against a packed tree, failures at each
// level, the flow level, and the same result with any number of threads.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "experiment/run/test_run.h"

namespace kasuri {
namespace hierarchy_test {

using testing::HasSubstr;

constexpr std::string_view kMachine = R"([topology]
type = 'hierarchy'
nics = 4
server = { type = 'nvswitch', gpus = 4, switches = 2, gpu_rate = '400 GB/s', latency = '20 ns' }
fabric = { type = 'xgft', children = [4, 4], parents = [2] }
wiring = '{wiring}'
[link]
rate = '50 GB/s'
cable_latency = '10 ns'
[link.nic]
rate = '64 GB/s'
cable_latency = '500 ns'
[router]
routing_time = '10 ns'
vc_allocation_time = '10 ns'
switch_allocation_time = '10 ns'
switch_traversal_time = '20 ns'
vcs = 6
buffer = '32 KiB'
[nic]
link_rate = '400 GB/s'
cable_latency = '0 ns'
packet = '4 KiB'
header = '0 B'
)";

std::string machine(std::string_view wiring) {
  std::string text(kMachine);
  text.replace(text.find("{wiring}"), 8, wiring);
  return text;
}

constexpr std::string_view kAlltoall =
    "[[jobs]]\nmotif = { type = 'collective', operation = 'alltoall', size = '64 KiB', steps = 1 }\n"
    "ranks = 16\n";
constexpr std::string_view kUniform =
    "[[jobs]]\npattern = { type = 'uniform', load = 0.02, message = '16 KiB', duration = '20 us' }\n";

Time arrival(const std::string& toml, std::uint32_t from, std::uint32_t to, std::int64_t bytes) {
  Script::script.assign(1, {.at = Time{0}, .from = from, .to = to, .size = Bytes{bytes}});
  simulate_toml(toml + "[[jobs]]\npattern = { type = 'script' }\n");
  return Script::script[0].arrived;
}

// A channel after the first adds a hop of 50 ns and its cable, and the slowest link carries the whole
// packet. Kasuri forwards heads (virtual cut-through), so a packet of S bytes takes its hops and S / 50
// GB/s.
TEST(Hierarchy, MessagesTakeTheTimeOfTheirLevels) {
  const std::string rails = machine("rails");
  const std::int64_t wire = 4096 * 1000 / 50;  // ps
  // GPU 0 to 1: three routers; to GPU 4, same rail: GPU, NIC, leaf, NIC, GPU; to GPU 5: the switch and
  // GPU before.
  const Time inside = arrival(rails, 0, 1, 64), same = arrival(rails, 0, 4, 4096),
             other = arrival(rails, 0, 5, 4096);
  EXPECT_EQ(inside.ps, 3 * 50'000 + 2 * 20'000 + 64 * 1000 / 200);
  EXPECT_EQ(same.ps, 5 * 50'000 + 2 * 500'000 + 2 * 10'000 + wire);
  EXPECT_EQ(other.ps, same.ps + 2 * (50'000 + 20'000));
}

TEST(Hierarchy, RailsBeatAPackedTreeWithHalfTheLinksUp) {
  const Results rails = simulate_toml(machine("rails") + std::string(kAlltoall));
  const Results packed = simulate_toml(machine("packed") + std::string(kAlltoall));
  EXPECT_TRUE(rails.whole() && packed.whole());
  EXPECT_LT(rails.time, packed.time);
  // With rails no link of the fabric proper is used.
  const auto bytes_up = [](const Results& r) {
    std::int64_t sum = 0;
    for (const LinkRow l : r.links) {
      if (r.link_classes[l.link_class()] == "fabric-level1") sum += l.bytes.n;
    }
    return sum;
  };
  EXPECT_EQ(bytes_up(rails), 0);
  EXPECT_GE(bytes_up(packed), 2 * 16 * 12 * 65536);
}

TEST(Hierarchy, ThreadsDoNotChangeResults) {
  for (const char* routing : {"[routing]\ntype = 'hierarchy'\n",
                              "[routing]\ntype = 'hierarchy'\nfabric = 'ecmp'\n",
                              "[routing]\ntype = 'hierarchy'\nserver = 'adaptive-up-down'\n"
                              "fabric = { type = 'packet-spraying', inner = 'adaptive-up-down' }\n"}) {
    for (const char* wiring : {"rails", "packed"}) {
      const std::string toml = machine(wiring) + routing + std::string(kUniform);
      const Results one = simulate_toml(toml);
      EXPECT_GT(one.delivered.messages, 100u);
      for (const unsigned threads : {2u, 3u}) {
        EXPECT_EQ(simulate_test(TestConfig(toml), threads).delivered.hash, one.delivered.hash) << routing;
      }
    }
  }
}

// A link to a spine, an NVLink and a NIC fail; all that is connected is still delivered, in the last case
// by another GPU's NIC.
TEST(Hierarchy, GoesAroundFailuresAtEachLevel) {
  for (const char* fault :
       {"links = ['server0/1.0 server0/2.0']", "routers = ['server1/nic2']",
        "links = ['fabric/1.0 server0/nic0']", "routers = ['fabric/1.3']"}) {
    const std::string toml = machine("rails") + "[routing]\ntype = 'detour'\n[[faults.failures]]\n" +
                             fault + "\n" + std::string(kUniform);
    SCOPED_TRACE(fault);
    const Results r = simulate_toml(toml);
    EXPECT_TRUE(r.whole());
    EXPECT_EQ(r.network.undelivered, 0u);
    EXPECT_GT(r.delivered.messages, 100u);
  }
}

// One message alone takes the same time but for what random paths cost; the flow level spreads it evenly.
TEST(Hierarchy, FlowsTakeTheSamePaths) {
  for (const char* wiring : {"rails", "packed"}) {
    for (const std::uint32_t to : {1u, 4u, 5u}) {
      std::string toml = machine(wiring);
      toml.replace(toml.find("link_rate"), 0, "receive_buffer = '1 MiB'\n");
      toml.replace(toml.find("buffer = '32 KiB'"), 0,
                   "architecture = 'output-queued'\noutput_buffer = '256 KiB'\n");
      const Time packet = arrival(toml, 0, to, 1 << 20);
      const Time flow = arrival("fidelity = 'flow'\n" + toml, 0, to, 1 << 20);
      EXPECT_NEAR(flow.seconds() / packet.seconds(), 1, 0.2) << wiring << ' ' << to;
    }
  }
  const Results rails = simulate_toml("fidelity = 'flow'\n" + machine("rails") + std::string(kAlltoall));
  const Results packed = simulate_toml("fidelity = 'flow'\n" + machine("packed") + std::string(kAlltoall));
  EXPECT_LT(rails.time, packed.time);
}

// GPUs whose NVLinks lead to each other: links of 50 GB/s in servers of any network.
std::string one_server(std::string_view server, std::string_view level) {
  return fmt::format("fidelity = '{}'\n[topology]\ntype = 'hierarchy'\nservers = 1\n"
                     "server = {{ {} }}\nfabric = {{ type = 'switch', endpoints = 1 }}\n"
                     "[link]\nrate = '20 GB/s'\ncable_latency = '0 ns'\n[link.nic]\nrate = '20 GB/s'\n"
                     "[router]\narchitecture = 'output-queued'\noutput_buffer = '64 KiB'\nvcs = 4\n"
                     "buffer = '64 KiB'\n[nic]\npacket = '4 KiB'\nheader = '0 B'\n"
                     "scheduler = 'round-robin'\nreceive_buffer = '1 MiB'\n",
                     level, server);
}

struct MeshServer {
  std::string_view network;
  std::vector<std::string_view> classes;
  double exchange, alltoall;  // in the time of one message over one link
};

// Bandwidths of servers. A GPU that exchanges data with all its neighbours has all its links busy at once.
// In an all-to-all of n GPUs that have links to each other or to switches, each has a share of (n − 1)
// messages; in a torus of k × k, each link carries n · k / 8 (Dally and Towles 2004, section 3.3). Packets
// lose some of that: the endpoint is as fast as all links together, and never makes up for a gap.
TEST(Hierarchy, GpusSendOverAllTheirLinksAtOnce) {
  constexpr std::int64_t kSize = 512 << 10;
  const double one = static_cast<double>(kSize) / 50e9;
  for (const MeshServer& s : {MeshServer{"type = 'full-mesh', routers = 4", {"link"}, 1, 1},
                              MeshServer{"type = 'torus', extents = [4, 4]", {"x", "y"}, 1, 8},
                              MeshServer{"type = 'hypercube', dimensions = 3", {"x", "y", "z"}, 1, 4},
                              MeshServer{"type = 'nvswitch', gpus = 4, switches = 3", {"nvlink"}, 1, 1}}) {
    for (const auto& [level, longer] : {std::pair("packet", 1.35), {"flow", 1.15}}) {
      std::string toml = one_server(s.network, level);
      for (const std::string_view c : s.classes) {
        toml += fmt::format("[link.server-{}]\nrate = '50 GB/s'\n", c);
      }
      toml += "[[jobs]]\npattern = { type = 'script' }\n";
      SCOPED_TRACE(fmt::format("{}, {}", s.network, level));
      const auto time = [&](auto&& sends) {
        Script::script.clear();
        const TestConfig c(toml);
        const Topology& t = *c.plan.topology;
        for (std::uint32_t a = 0; a < t.endpoints(); ++a) {
          for (std::uint32_t b = 0; b < t.endpoints(); ++b) {
            if (a != b && sends(t, a, b)) {
              Script::script.push_back({.at = Time{0}, .from = a, .to = b, .size = Bytes{kSize}});
            }
          }
        }
        EXPECT_TRUE(simulate_toml(toml).whole());
        Time last{0};
        for (const auto& m : Script::script) last = std::max(last, m.arrived);
        return last.seconds();
      };
      const auto neighbours = [](const Topology& t, std::uint32_t a, std::uint32_t b) {
        const auto hops = t.servers().network->distance({a}, {b});
        return !hops || *hops == 1 || t.servers().multicast;
      };
      const double exchange = time(neighbours) / one;
      const double alltoall = time([](auto&&...) { return true; }) / one;
      EXPECT_GT(exchange, s.exchange);
      EXPECT_GT(alltoall, 0.99 * s.alltoall);
      EXPECT_LT(exchange, longer * s.exchange);
      EXPECT_LT(alltoall, longer * s.alltoall);
    }
  }
}

TEST(Hierarchy, MistakesAreToldWhereTheyAre) {
  const auto refused = [](const std::string& toml) -> std::string {
    try {
      TestConfig c(toml);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_THAT(refused("[topology]\ntype = 'gpu-pod'\ngpus = 12\n" + std::string(kUniform)),
              HasSubstr("test.toml:3:8"));
  EXPECT_THAT(refused("[topology]\ntype = 'hierarchy'\nnics = 3\nserver = { type = 'nvswitch', gpus = 4 }\n"
                      "fabric = { type = 'switch', endpoints = 2 }\n" + std::string(kUniform)),
              HasSubstr("test.toml:2:8"));
}

TEST(Hierarchy, CaveatsAreInTheResults) {
  const Results r = simulate_toml(
      "[topology]\ntype = 'gpu-pod'\ngpus = 16\nports_down = 2\nspines = 1\n[router]\nvcs = 2\n" +
      std::string(kUniform));
  EXPECT_EQ(r.caveat, "Ethernet fabric: lossless, no congestion control");
}

}  // namespace hierarchy_test
}  // namespace kasuri
