// SPDX-License-Identifier: MIT
// Ethernets whose links are not alike, failures and losses, against closed forms.
#include <gmock/gmock.h>

#include "experiment/run/test_ethernet.h"
#include "network/ethernet/ethernet_params.h"

namespace kasuri {
namespace ethernet_ways_test {

using ethernet_test::counts;
using ethernet_test::ethernet;
using ethernet_test::kTwoTiers;

EthernetSettings settings_of(const std::string& toml) {
  const TestConfig c(toml);
  return ethernet_settings(c.config, c.plan);
}

// Round trips by hand: a packet there and an acknowledgement back over each link at its rate.
TEST(EthernetWays, HaveRoundTripsOfTheirLinks) {
  constexpr std::int64_t kBoth = 4150 + 64;
  const std::string slower = "[link.level1]\nrate = '100 Gb/s'\ncable_latency = '500 ns'\n";
  const EthernetSettings flows = settings_of(ethernet(kTwoTiers, 400, slower));
  ASSERT_EQ(flows.ways.size(), 2u);
  EXPECT_EQ(flows.ways[0].rate, BytesPerSecond{12'500'000'000});
  EXPECT_EQ(flows.ways[0].round_trip, Time{2 * (2'000'000 + 1'000'000) + kBoth * 2 * (20 + 80)});
  EXPECT_EQ(flows.ways[1].rate, BytesPerSecond{50'000'000'000});
  EXPECT_EQ(flows.ways[1].round_trip, Time{2 * 2'000'000 + kBoth * 2 * 20});
  // Spread over 16 of them, a flow is as fast as its host.
  const EthernetSettings spread = settings_of(ethernet(kTwoTiers, 400, "preset = 'uec-1.0'\n" + slower));
  ASSERT_EQ(spread.ways.size(), 1u);
  EXPECT_EQ(spread.ways[0].rate, BytesPerSecond{50'000'000'000});
  EXPECT_EQ(spread.ways[0].round_trip, flows.ways[0].round_trip);
  // Between GPUs that have a link to each other there is one, whatever is sprayed elsewhere.
  const EthernetSettings mesh = settings_of(ethernet(
      "type = 'hierarchy'\nnics = 4\nserver = { type = 'full-mesh', routers = 4 }\n"
      "fabric = { type = 'xgft', children = [8, 4], parents = [4] }",
      400, "preset = 'uec-1.0'\n[link.server-link]\nrate = '1200 Gb/s'\n[nic]\nlink_rate = '3600 Gb/s'\n"));
  ASSERT_EQ(mesh.ways.size(), 2u);
  EXPECT_EQ(mesh.ways[1].rate, BytesPerSecond{150'000'000'000});
}

constexpr std::string_view kServers =
    "type = 'hierarchy'\nnics = 4\nwiring = 'rails'\nserver = { type = 'nvswitch', gpus = 4, switches = 2, "
    "gpu_rate = '400 GB/s', latency = '50 ns' }\n"
    "fabric = { type = 'xgft', children = [8, 4], parents = [4] }";

// Messages that have a machine of servers to themselves, in servers and between them: never faster than the
// bound, and not much slower.
TEST(EthernetWays, SlowDownsAreOfTheirOwnWays) {
  for (const char* more : {"", "preset = 'uec-1.0'", "preset = 'uec-1.0'\n[nic]\nsend_control = 'rccc'"}) {
    for (const std::uint32_t to : {1u, 3u, 9u, 30u}) {
      for (const std::int64_t bytes : {64, 5000, 2'000'000}) {
        SCOPED_TRACE(fmt::format("{}: {} B to {}", more, bytes, to));
        Script::script = {{Time{0}, 0, to, {bytes}}};
        const Results r = simulate_toml(ethernet(kServers, 400, more));
        ASSERT_EQ(r.end, End::completed);
        EXPECT_GE(counts(r).at("slowdown_max_milli"), 1000u);
        EXPECT_LE(counts(r).at("slowdown_max_milli"), 1250u);
      }
    }
  }
}

TEST(EthernetWays, PresetsSprayInFabricsAndPlanes) {
  constexpr std::string_view kRails =
      "type = 'rails'\nplanes = 2\nplane = { type = 'xgft', children = [4, 4], parents = [4] }";
  for (const std::string_view topology : {kServers, kRails}) {
    const std::string toml = ethernet(topology, 400, "preset = 'uec-1.0'\n[nic]\nper_node = " +
                                                         std::string(topology == kServers ? "1" : "2"));
    const TestConfig c(toml);
    EXPECT_TRUE(c.plan.routing->sprays());
    EXPECT_TRUE(ethernet_settings(c.config, c.plan).balancer);
    Script::script = {{Time{0}, 0, 15, {4'000'000}}};
    const Results r = simulate_toml(toml);
    std::uint32_t busy = 0;
    for (const LinkRow l : r.links) busy += !l.ejection && l.bytes.n > 300'000;
    EXPECT_GE(busy, 4u);
  }
}

// When NICs know of a failure, flows are hashed to the spines that are left, and nothing is lost.
TEST(EthernetWays, EcmpTakesTheSurvivingPaths) {
  Script::script.clear();
  for (std::uint32_t i = 0; i < 16; ++i) {
    for (std::uint32_t k = 0; k < 112; ++k) {
      Script::script.push_back({Time{100'000'000 + (i * 112 + k) * 2'000'000}, i, 16 + k, {40'860}});
    }
  }
  const Results r = simulate_toml(
      ethernet(kTwoTiers, 400) +
      "[routing]\ntype = 'ecmp'\ninner = { type = 'shortest-paths', paths = 64 }\n"
      "[faults]\nreroute_time = '1 us'\n"
      "[[faults.failures]]\nat = '10 us'\nlinks = ['(1,0) (2,3)']\n");
  ASSERT_EQ(r.end, End::completed);
  EXPECT_EQ(counts(r).at("dropped_packets"), 0u);
  std::vector<double> flows;  // of the links up from the first leaf
  for (const LinkRow l : r.links) {
    if (!l.ejection && l.from == 0) flows.push_back(static_cast<double>(l.bytes.n) / 41'500);
  }
  ASSERT_EQ(flows.size(), 16u);
  EXPECT_EQ(std::ranges::count_if(flows, [](double f) { return f == 0; }), 1);
  // 1,792 flows over 15, by tables that each choose a spine for each of 7 leaves.
  for (const double f : flows) EXPECT_NEAR(f, f == 0 ? 0 : 1792. / 15, 1792. / 15);
}

// Losses do not keep a link idle: the flows that are left have all of it, as soon as others end.
TEST(EthernetWays, ThroughputComesBackAfterLosses) {
  for (const char* settings : {"preset = 'uec-1.0'", "queue = '415 kB'\n[nic]\nsend_control = 'nscc'"}) {
    SCOPED_TRACE(settings);
    Script::script = {{Time{0}, 100, 0, {40'860'000}}};
    for (std::uint32_t i = 0; i < 15; ++i) Script::script.push_back({Time{0}, 127 - i, 0, {1'021'500}});
    const Results r = simulate_toml(ethernet(kTwoTiers, 400, settings));
    ASSERT_EQ(r.end, End::completed);
    EXPECT_GT(counts(r).at("repeated_packets"), 50u);
    const double bytes = (10'000 + 15 * 250) * 4150.;
    EXPECT_LT(static_cast<double>(r.time.ps), 1.08 * bytes * 20);
  }
}

// FAST TCP comes to rest with alpha of each flow in the queue that they share, whatever their number.
TEST(EthernetWays, FastKeepsAlphaOfEachFlowInTheQueue) {
  const auto latency = [](std::uint32_t flows) {
    Script::script.clear();
    for (std::uint32_t i = 0; i < flows; ++i) Script::script.push_back({Time{0}, 127 - i, 0, {16'344'000}});
    const Results r = simulate_toml(ethernet(
        kTwoTiers, 400, "[routing]\ntype = 'packet-spraying'\n[nic]\n"
                        "send_control = { type = 'fast', alpha = '83 kB' }"));
    EXPECT_EQ(counts(r).at("dropped_packets"), 0u);
    return static_cast<double>(r.delivered.latency.ps) / static_cast<double>(r.delivered.packets);
  };
  const double two = latency(2);
  EXPECT_NEAR(latency(4) - two, 2 * 83'000 * 20., 0.2 * 2 * 83'000 * 20);
  EXPECT_NEAR(latency(6) - two, 4 * 83'000 * 20., 0.2 * 4 * 83'000 * 20);
}

}  // namespace ethernet_ways_test
}  // namespace kasuri
