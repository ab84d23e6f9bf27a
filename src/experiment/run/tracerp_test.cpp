// SPDX-License-Identifier: MIT
// TraceRP's verification (its section 3.4) on its own three machines: two nodes ping-pong with a
// period, and the power is that of equation 1,
//   P = Σ over switches P_base + P_dynamic Σ over ports min(1, D ρ),  D ρ = (T_w + T_s + T_f) / period,
// to 1e-9 for periods up to T_f + T_s and above T_w + T_s + T_f; latencies grow by T_w for each link
// that sleeps. A port's two directions have half of P_dynamic each.
#include <gmock/gmock.h>

#include "experiment/run/test_fabric.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace tracerp_test {

constexpr std::int64_t kTs = 600'000'000, kTw = 17'000'000, kTraversal = 50'000;
constexpr std::int64_t kBytes = 8192, kRate = 11'900'000'000;

struct PaperMachine {
  std::string topology, preset;
  std::uint32_t nodes, switches, ports;  // ports that have a link, and count
};

const std::vector<PaperMachine>& paper_machines() {
  static const std::vector<PaperMachine> all{
      {"type = 'pruned-tree'\nradix = 24\npods = 2", "tracerp-table2", 288, 60, 60 * 24},
      {"type = 'torus'\nextents = [4, 8, 8]", "tracerp-table2-torus", 256, 256, 256 * 6},
      {"type = 'dragonfly'\nrouters_per_group = 6\nglobal_links = 3\nendpoints_per_router = 3",
       "tracerp-table2", 342, 114, 114 * 11}};
  return all;
}

std::string toml(const PaperMachine& m, std::int64_t chunk) {
  return fmt::format("[topology]\n{}\n[router]\nswitch_traversal_time = '{} ps'\nvcs = 4\n"
                     "buffer = '64 KiB'\n[link]\nrate = '{} B/s'\n[nic]\npacket = '{} B'\n"
                     "receive_buffer = '64 KiB'\n[power]\npreset = '{}'\nchunk = '{} ps'\n"
                     "transient = 'links'\n[[jobs]]\npattern = 'script'\n",
                     m.topology, kTraversal, kRate, kBytes, m.preset, chunk);
}

// So many that links that nobody uses are asleep after half of them.
int periods(std::int64_t period) {
  return 12 + static_cast<int>(3 * kTs / period);
}

Results ping_pong(const PaperMachine& m, std::int64_t period) {
  Script::script.clear();
  for (int i = 0; i < periods(period); ++i) {
    Script::script.push_back({Time{i * period}, 0, m.nodes - 1, {kBytes}});
    Script::script.push_back({Time{i * period + period / 2}, m.nodes - 1, 0, {kBytes}});
  }
  return simulate_toml(toml(m, period));
}

TEST(TraceRp, MachinesAreThePapers) {
  for (const PaperMachine& m : paper_machines()) {
    const TestConfig c(toml(m, kTs));
    const Topology& t = *c.plan.topology;
    EXPECT_EQ(c.plan.nodes, m.nodes);
    EXPECT_EQ(t.routers(), m.switches);
    const std::uint64_t terminal = m.preset == "tracerp-table2" ? t.endpoints() : 0;
    EXPECT_EQ(channel_count(t) + terminal, m.ports);
  }
}

TEST(TraceRp, PowerIsThatOfEquation1OnAllThreeMachines) {
  const std::int64_t serialisation = TestFabric::serialisation(kBytes, kRate);
  for (const PaperMachine& m : paper_machines()) {
    for (const std::int64_t period :
         {10'000'000L, 300'000'000L, 600'000'000L, 618'000'000L, 700'000'000L, 5'000'000'000L}) {
      const auto share = [&](std::int64_t f) {
        if (period <= f + kTs) return 1.0;
        return std::min(1.0, static_cast<double>(kTw + kTs + f) / static_cast<double>(period));
      };
      const Results r = ping_pong(m, period);
      const bool terminal = r.power->settings.terminal_ports;
      const double out = share(kTraversal + serialisation), in = share(serialisation);
      // What the ports draw that the two flows use: both ends of a link between switches, one of a
      // link to a node.
      double active = 0;
      std::uint32_t used = 0;
      for (const LinkRow l : r.links) {
        if (l.packets == 0 || (l.ejection && !terminal)) continue;
        active += l.ejection ? 0.5 * out : out;
        used += !l.ejection;
      }
      if (terminal) active += 2 * 0.5 * in;
      EXPECT_GE(used, 4u);
      const double expected = 2.08 * m.ports + 1.36 * active;
      TestConfig c(toml(m, period));
      const auto chunk = static_cast<std::size_t>(periods(period) / 2);
      const double watts =
          assess_chunk(r.power->settings, r.power->counted, *c.plan.topology, chunk).total_w;
      EXPECT_NEAR(watts / expected, 1, 1e-9) << m.topology << ", period " << period;
    }
  }
}

TEST(TraceRp, LatencyGrowsByTheWakeUpsWhereTheIntervalIsLonger) {
  for (const PaperMachine& m : paper_machines()) {
    const auto latency = [&](std::int64_t period) {
      const Results r = ping_pong(m, period);
      std::uint64_t links = 0;
      for (const LinkRow l : r.links) links += l.packets > 0 && !l.ejection;
      const Script::Message& last = Script::script[Script::script.size() - 2];
      return std::pair(last.arrived - last.at, links / 2);  // each way as many
    };
    const auto [awake, links] = latency(500'000'000);
    const auto [asleep, same] = latency(700'000'000);
    const std::int64_t sleeping =
        static_cast<std::int64_t>(links) + (m.preset == "tracerp-table2" ? 2 : 0);
    EXPECT_EQ(links, same);
    EXPECT_EQ((asleep - awake).ps, sleeping * kTw) << m.topology;
  }
}

}  // namespace tracerp_test
}  // namespace kasuri
