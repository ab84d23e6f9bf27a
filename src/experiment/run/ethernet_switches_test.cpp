// SPDX-License-Identifier: MIT
// Switches of Ethernets, and how flows share their links.
#include <gmock/gmock.h>

#include "experiment/run/test_ethernet.h"
#include "experiment/run/test_random.h"

namespace kasuri {
namespace ethernet_switches_test {

using ethernet_test::counts;
using ethernet_test::ethernet;
using ethernet_test::kTwoTiers;

// Packets of a flow leave back to back; each switch adds the cable and a header's time, and the last link
// the whole packet. Store and forward adds whole packets.
TEST(EthernetSwitches, SwitchesCutThrough) {
  const auto arrives = [](std::string_view topology, std::string_view more) {
    Script::script = {{Time{0}, 0, 15, {408'600}}};
    EXPECT_EQ(simulate_toml(ethernet(topology, 400, more)).end, End::completed);
    return Script::script[0].arrived.ps;
  };
  constexpr std::string_view kTree = "type = 'xgft'\nchildren = [4, 4]\nparents = [4]";
  constexpr std::int64_t kBytes = 408'600 + 100 * 64, kPacket = 4150;
  EXPECT_EQ(arrives(kTree, ""), (kBytes + 3 * kPacket) * 20 + 4'000'000);
  EXPECT_EQ(arrives(kTree, "forwarding = 'cut-through'"), (kBytes + 3 * 64) * 20 + 4'000'000);
  // Links between switches at half of the rate store: one whole packet at the switch before them, and they
  // set the pace.
  const std::string slower = "forwarding = 'cut-through'\n[link.level1]\nrate = '200 Gb/s'\n";
  EXPECT_EQ(arrives(kTree, slower), 64 * 20 + kBytes * 40 + kPacket * (40 + 20) + 4'000'000);
}

// Half of the links that leave a switch carry a quarter: a flow that is spread evenly over them is as fast
// as the slow ones allow, and their queues are a quarter, too.
TEST(EthernetSwitches, DegradedLinksHaveShorterQueues) {
  Script::script = {{Time{0}, 0, 15, {40'860'000}}};
  const std::string one_path = "queue = '83 kB'\n[nic]\n"
                               "send_control = { type = 'window', bytes = '60 kB' }\n"
                               "[faults]\ndegraded = [{ links = ['0 4'], rate_factor = 0.25 }]\n";
  const Results r = simulate_toml(
      ethernet("type = 'xgft'\nchildren = [4, 4]\nparents = [1]", 400, one_path));
  ASSERT_EQ(r.end, End::completed);
  const auto n = counts(r);
  EXPECT_GT(n.at("dropped_packets"), 0u);  // 60 kB do not fit into 20.75 kB
  EXPECT_GE(r.time.ps, std::int64_t{41'500'000} * 80);
}

// What is lost before the slowest link takes none of its time: while a window fills the way and the queue,
// the throughput after losses is that link's.
TEST(EthernetSwitches, LossesBeforeTheSlowestLinkCostItNothing) {
  for (const char* window : {"200 kB", "400 kB", "1600 kB"}) {
    SCOPED_TRACE(window);
    Script::script = {{Time{0}, 0, 15, {40'860'000}}};
    const Results r = simulate_toml(ethernet(
        "type = 'xgft'\nchildren = [4, 4]\nparents = [1]", 400,
        fmt::format("queue = '200 kB'\n[nic]\nsend_control = {{ type = 'window', bytes = '{}' }}\n"
                    "[faults]\ndegraded = [{{ links = ['0 4'], rate_factor = 0.25 }}]\n", window)));
    EXPECT_GT(counts(r).at("dropped_packets"), 1000u);
    EXPECT_NEAR(static_cast<double>(r.time.ps), 41.5e6 * 80, 0.02 * 41.5e6 * 80);
  }
}

// Which host has which number decides draws, nothing else.
TEST(EthernetSwitches, NumbersOfHostsHardlyMatter) {
  const auto mean = [](std::uint32_t relabel) {
    double sum = 0;
    for (int seed = 1; seed <= 8; ++seed) {
      Script::script.clear();
      for (std::uint32_t i = 0; i < 128; ++i) {  // hosts of each leaf send to one of each other leaf
        const std::uint32_t to = (i % 16) / 2 * 16 + (i / 16 + 1) % 8 * 2 + i % 2;
        if (to != i) Script::script.push_back({Time{0}, i ^ relabel, to ^ relabel, {1'000'000}});
      }
      simulate_toml(ethernet(kTwoTiers, 400, fmt::format("preset = 'uec-1.0'\n[run]\nseed = {}", seed)));
      for (const Script::Message& m : Script::script) sum += static_cast<double>(m.arrived.ps);
    }
    return sum;
  };
  const double usual = mean(0);
  for (const std::uint32_t relabel : {5u, 127u}) EXPECT_NEAR(mean(relabel) / usual, 1, 0.02);
}

// Marks at arrival, beyond a threshold: a window that fills the way and 40 kB has no more than that in its
// queue, so that a threshold above it never marks, and one below it marks all that wait.
TEST(EthernetSwitches, MarkersDecideByTheQueue) {
  const auto marks = [](std::string_view marker) {
    Script::script = {{Time{0}, 0, 127, {4'086'000}}, {Time{0}, 1, 127, {4'086'000}}};
    return counts(simulate_toml(ethernet(
               kTwoTiers, 400,
               fmt::format("queue = '2 MB'\nmarker = {}\n[nic.send_control]\ntype = 'window'\n"
                           "bytes = '300 kB'\n", marker)))).at("marked_packets");
  };
  EXPECT_EQ(marks("{ type = 'none' }"), 0u);
  EXPECT_EQ(marks("{ type = 'step', above = '600 kB' }"), 0u);
  EXPECT_GT(marks("{ type = 'step', above = '50 kB' }"), 1500u);
  EXPECT_EQ(marks("{ type = 'linear', low = '600 kB', high = '700 kB', at = 'arrival' }"), 0u);
}

constexpr const char* kRccc = "preset = 'uec-1.0'\n[nic]\nsend_control = 'rccc'";

// Jain's index of what flows to one host have received by the time the first one is through.
double fairness_of_shares(std::uint32_t flows, std::string_view settings) {
  Script::script.clear();
  for (std::uint32_t i = 0; i < flows; ++i) {
    Script::script.push_back({Time{0}, 16 + 3 * i, 0, {40'000'000}});
  }
  simulate_toml(ethernet(kTwoTiers, 400, settings));
  // Flows of the same size that are done at t have had 1/t of a byte for each byte.
  double sum = 0, squares = 0;
  for (const Script::Message& m : Script::script) {
    const double rate = 1 / static_cast<double>(m.arrived.ps);
    sum += rate;
    squares += rate * rate;
  }
  return sum * sum / (flows * squares);
}

// Two and twelve long flows share a link fairly, whatever controls them, and fill it.
TEST(EthernetSwitches, FlowsConvergeToFairShares) {
  for (const std::uint32_t flows : {2u, 12u}) {
    for (const char* settings : {"preset = 'uec-1.0'", "preset = 'uec-2024'", kRccc}) {
      SCOPED_TRACE(fmt::format("{} flows, {}", flows, settings));
      EXPECT_GT(fairness_of_shares(flows, settings), 0.98);
      Time last{0};
      for (const Script::Message& m : Script::script) last = later(last, m.arrived);
      const double bytes = flows * 40'000'000.0 * 4150 / 4086;
      EXPECT_GT(bytes * 20 / static_cast<double>(last.ps), 0.95);
    }
  }
}

// A flow that comes late gets its half of a link that another one has had to itself: what it does alone in
// t, it does in 2 t, and a quarter more until the shares are equal.
TEST(EthernetSwitches, ALateFlowGetsItsShare) {
  for (const char* settings : {"preset = 'uec-1.0'", kRccc}) {
    SCOPED_TRACE(settings);
    Script::script = {{Time{0}, 16, 0, {80'000'000}}, {Time{400'000'000}, 32, 0, {20'000'000}}};
    simulate_toml(ethernet(kTwoTiers, 400, settings));
    const double alone = 20'000'000.0 * 4150 / 4086 * 20e-6;
    const double took = static_cast<double>(Script::script[1].arrived.ps) * 1e-6 - 400;
    EXPECT_GT(took, 1.7 * alone);
    EXPECT_LT(took, 2.5 * alone);
  }
}

// Completions are counted, and an empty network is as fast as what they are compared with.
TEST(EthernetSwitches, AloneMessagesAreNotSlowedDown) {
  for (const std::int64_t bytes : {0, 64, 4086, 8'000'000}) {
    for (const std::uint32_t to : {1u, 127u}) {
      for (const char* more : {"", "forwarding = 'cut-through'"}) {
        SCOPED_TRACE(fmt::format("{} B to {}, {}", bytes, to, more));
        Script::script = {{Time{0}, 0, to, {bytes}}};
        const auto n = counts(simulate_toml(ethernet(kTwoTiers, 400, more)));
        EXPECT_NEAR(static_cast<double>(n.at("slowdown_max_milli")), 1000, 1);
      }
    }
  }
}

// Four packets come to an output at once: the second waits for one, the third for two.
TEST(EthernetSwitches, QueuesAreMeasuredOverTime) {
  Script::script.clear();
  for (std::uint32_t i = 1; i <= 4; ++i) Script::script.push_back({Time{0}, i, 0, {4086}});
  const Results r = simulate_toml(ethernet(kTwoTiers, 400, "[statistics]\nlink-waits = true"));
  std::int64_t waited = 0;
  for (const std::int64_t n : r.table("link_waits")->column("waiting")) waited += n;
  EXPECT_NEAR(static_cast<double>(waited), (1 + 2 + 3) * 83'000., 3'000);
}

TEST(EthernetSwitches, PatternsReachASteadyState) {
  const Results r = simulate_toml(
      "[topology]\ntype = 'xgft'\nchildren = [4, 4]\nparents = [4]\n[link]\nrate = '400 Gb/s'\n"
      "cable_latency = '1 us'\n[ethernet]\npreset = 'uec-1.0'\n[measure]\nprecision = 0.05\n[[jobs]]\n"
      "pattern = { type = 'uniform', load = 0.4, message = '4 kB', duration = '1 s' }\n");
  EXPECT_EQ(r.end, End::measured);
  ASSERT_TRUE(r.measured);
  EXPECT_EQ(r.measured->state, SteadyState::State::steady);
  EXPECT_NEAR(r.measured->offered.value(), 0.4, 0.02);
  EXPECT_NEAR(r.measured->accepted.value(), 0.4, 0.02);
  EXPECT_GT(r.measured->latency.value(), Time{2'000'000});
}

}  // namespace ethernet_switches_test
}  // namespace kasuri
