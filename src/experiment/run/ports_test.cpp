// SPDX-License-Identifier: MIT
// NICs with several ports, and GPUs with several NICs, at packet and at flow level: the packets of a
// message take all of them where the routing spreads packets, and one where it keeps flows on a path.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <tuple>

#include "experiment/run/test_run.h"

namespace kasuri {
namespace ports_test {

constexpr std::int64_t kSize = 8 << 20;
constexpr double kPort = 25e9;  // bytes per second

constexpr std::string_view kDualPlane =
    "[topology]\ntype = 'gpu-pod'\ntemplate = 'hpn-dual-plane'\ngpus = 16\nports_down = 2\n"
    "spines = 4\n";
// Two NICs with one port for each GPU.
constexpr std::string_view kTwoNics =
    "[topology]\ntype = 'hierarchy'\nnics = 4\nserver = { type = 'nvswitch', gpus = 2, gpu_rate = '360 "
    "GB/s' }\n"
    "fabric = { type = 'xgft', children = [8, 1], parents = [2] }\n"
    "[link]\nrate = '50 GB/s'\n[link.uplink]\nrate = '25 GB/s'\n[link.nic]\nrate = '25 GB/s'\n";

// How long a message from one GPU to another takes, in seconds.
double time_of(std::string_view level, std::string_view machine, std::string_view routing,
               std::uint32_t to, unsigned threads = 1) {
  Script::script.assign(1, {.at = Time{0}, .from = 0, .to = to, .size = Bytes{kSize}});
  const Results r = simulate_test(
      TestConfig(fmt::format("fidelity = '{}'\n{}{}[[jobs]]\npattern = {{ type = 'script' }}\n", level,
                             machine, routing)),
      threads);
  EXPECT_TRUE(r.whole());
  return Script::script[0].arrived.seconds();
}

std::string routed(std::string_view fabric) {
  return fmt::format("[routing]\ntype = 'hierarchy'\nfabric = {}\n", fabric);
}

// S / (2 B), and the latency of seven routers and two NICs, 3 us at most. A GPU has one queue for both of
// its NICs, in which some packets wait for others.
TEST(Ports, SprayedPacketsTakeAllPorts) {
  for (const auto& [machine, to, longer] :
       {std::tuple(kDualPlane, 8u, 1.002), {kDualPlane, 13u, 1.002}, {kTwoNics, 2u, 1.06}}) {
    for (const char* level : {"packet", "flow"}) {
      for (const char* fabric : {"'packet-spraying'", "'adaptive-up-down'"}) {
        SCOPED_TRACE(fmt::format("{} {} {}", level, fabric, to));
        const double all = kSize / (2 * kPort), took = time_of(level, machine, routed(fabric), to);
        EXPECT_GT(took, all);
        EXPECT_LT(took, longer * all + 3e-6);
      }
    }
  }
}

TEST(Ports, AFlowThatKeepsToAPathTakesOnePort) {
  for (const auto& [machine, to] : {std::pair(kDualPlane, 8u), {kTwoNics, 2u}}) {
    for (const char* level : {"packet", "flow"}) {
      for (const char* fabric : {"'ecmp'", "'d-mod-k'"}) {
        SCOPED_TRACE(fmt::format("{} {} {}", level, fabric, to));
        const double one = kSize / kPort, took = time_of(level, machine, routed(fabric), to);
        EXPECT_GT(took, one);
        EXPECT_LT(took, 1.002 * one + 3e-6);
      }
    }
  }
}

// S / B without another word in the file; with queues at inputs, packets wait for one NVLink behind those
// for another.
TEST(Ports, AGpuFillsAllItsNvLinks) {
  constexpr std::string_view kRack =
      "[topology]\ntype = 'nvswitch'\ngpus = 4\nswitches = 18\ngpu_rate = '450 GB/s'\n";
  const double all = kSize / 450e9;
  for (const char* level : {"packet", "flow"}) {
    const double took = time_of(level, kRack, "", 3);
    EXPECT_GT(took, all) << level;
    EXPECT_LT(took, 1.2 * all + 3e-6) << level;
  }
  EXPECT_GT(time_of("packet", kRack, "[router]\narchitecture = 'input-queued'\n", 3), 3 * all);
}

// Whatever the routers are, a NIC sends by all its ports, and with any number of threads.
TEST(Ports, RoutersOfEveryKindFeedAllPorts) {
  for (const char* router : {"architecture = 'cioq'", "architecture = 'output-queued'", "speedup = 2.0",
                             "arbiter = 'islip'", "arbiter = 'age'"}) {
    SCOPED_TRACE(router);
    const std::string settings = routed("'packet-spraying'") + "[router]\n" + router + "\n";
    const double all = kSize / (2 * kPort), took = time_of("packet", kDualPlane, settings, 8);
    EXPECT_LT(took, 1.002 * all + 3e-6);
    EXPECT_EQ(time_of("packet", kDualPlane, settings, 8, 3), took);
  }
}

// Hosts of an Ethernet: their packets have headers, and are stored at each hop.
TEST(Ports, EthernetHostsTakeAllPorts) {
  const double one = kSize / kPort;
  const std::string settings = "[ethernet]\n";
  EXPECT_LT(time_of("packet", kDualPlane, settings + routed("'packet-spraying'"), 8), 0.55 * one);
  EXPECT_GT(time_of("packet", kDualPlane, settings + routed("'ecmp'"), 8), one);
}

// Credits come home, though packets of one input leave at rates of their own.
TEST(Ports, NothingIsLeftBehind) {
  for (const std::string_view machine : {kDualPlane, kTwoNics}) {
    for (const char* architecture : {"input-queued", "cioq"}) {
      TestMachine m(
          fmt::format("{}{}[router]\narchitecture = '{}'\n[[jobs]]\npattern = {{ type = 'uniform', "
                      "load = 0.2, message = '5 KiB', duration = '30 us' }}\n",
                      machine, routed("'packet-spraying'"), architecture));
      m.run();
      m.expect_at_rest();
    }
  }
}

// One of the ports has failed: no packet takes it, and the other carries all.
TEST(Ports, AFailedPortIsNotChosen) {
  for (const char* level : {"packet", "flow"}) {
    for (const char* link : {"server0/nic0 plane0/1.0", "plane1/1.0 server1/nic0"}) {
      SCOPED_TRACE(fmt::format("{} {}", level, link));
      const std::string settings = fmt::format(
          "[routing]\ntype = 'detour'\n[routing.inner]\ntype = 'hierarchy'\nfabric = 'packet-spraying'\n"
          "[[faults.failures]]\nlinks = ['{}']\n", link);
      const double one = kSize / kPort, took = time_of(level, kDualPlane, settings, 8);
      EXPECT_GT(took, one);
      EXPECT_LT(took, 1.002 * one + 3e-6);
    }
  }
}

}  // namespace ports_test
}  // namespace kasuri
