// SPDX-License-Identifier: MIT
// What arbiters and speed-up do to machines past saturation. Abts & Weisser, SC'07: with the oldest packet
// first, the far do not starve behind the near.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "experiment/run/test_fabric.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace saturation_test {

// Bytes accepted per node and time as a share of its link's rate, when all is offered.
double accepted(const std::string& pattern, const std::string& router, const char* extents = "[8, 8]") {
  const Results r = simulate_toml(fmt::format(
      "[topology]\ntype = 'torus'\nextents = {}\n[router]\nrouting_time = '1 ns'\n"
      "vc_allocation_time = '1 ns'\nswitch_allocation_time = '1 ns'\nswitch_traversal_time = '1 ns'\n"
      "vcs = 4\nbuffer = '512 B'\n{}[link]\nrate = '16 GB/s'\ncable_latency = '1 ns'\n[nic]\n"
      "packet = '256 B'\nreceive_buffer = '1 KiB'\n[run]\ntime_limit = '20 us'\n[[jobs]]\n"
      "pattern = {{ type = '{}', load = 1, message = '256 B', duration = '1 ms' }}\n",
      extents, router, pattern));
  EXPECT_EQ(r.end, End::time_limit);
  return static_cast<double>(r.delivered.bytes.n) / static_cast<double>(r.nics.size()) /
         r.time.seconds() / 16e9;
}

TEST(Saturation, TheOldestFirstKeepsRingsFromCollapse) {
  const double in_turn = accepted("tornado", "arbiter = 'round-robin'\n");
  const double oldest = accepted("tornado", "arbiter = 'age'\n");
  EXPECT_LT(in_turn, 0.12);
  EXPECT_GT(oldest, 0.17);
  EXPECT_LT(oldest, 1.0 / 3) << "three channels lie on each packet's way in its direction";
}

// A ring of 8, each node to the third one on: three flows on each channel, so 1/3 is what it can
// carry. A NIC with packets in all of its virtual channels takes as many turns as these are, and
// fills the ring with packets that then wait for each other. One turn for each port helps little,
// since a NIC also takes the turns that packets without credits have to pass; all of it goes
// through if packets under way come first.
TEST(Saturation, WhoEntersARingDecidesWhatItCarries) {
  EXPECT_NEAR(accepted("tornado", "arbiter = 'round-robin'\n", "[8]"), 0.135, 0.01);
  EXPECT_NEAR(accepted("tornado", "arbiter = 'by-port'\n", "[8]"), 0.155, 0.01);
  EXPECT_NEAR(accepted("tornado", "arbiter = 'through-first'\n", "[8]"), 1.0 / 3, 0.01);
}

// Node 0 sends to node 2 by way of router 1, which would take all that the link carries. Node 1,
// there, gets its share with turns by port, and with through traffic first none until the other is
// done.
TEST(Saturation, ThroughTrafficFirstStarvesTheNode) {
  for (const auto& [arbiter, starves] : {std::pair("by-port", false), std::pair("through-first", true)}) {
    TestFabric f;
    f.type = "mesh";
    f.extents = {3};
    f.arbiter = arbiter;
    Script::script = {{.at = Time{0}, .from = 0, .to = 2, .size = Bytes{400 * f.packet}},
                      {.at = Time{5'000'000}, .from = 1, .to = 2, .size = Bytes{40 * f.packet}}};
    simulate_toml(f.toml());
    const Time through = Script::script[0].arrived, own = Script::script[1].arrived;
    EXPECT_EQ(own > through, starves) << arbiter;
    if (starves) continue;
    const auto turns = static_cast<double>(80 * f.link_time(f.packet));
    EXPECT_NEAR(static_cast<double>((own - Time{5'000'000}).ps), turns, turns / 10);
  }
}

// Nobody waits for those before: uniform traffic gets close to what links carry, and a switch twice as
// fast with queues of virtual channels at its outputs close to that.
TEST(Saturation, QueuesAtOutputsAcceptMore) {
  for (const char* arbiter : {"round-robin", "age", "random"}) {
    const std::string line = fmt::format("arbiter = '{}'\n", arbiter);
    const double inputs = accepted("uniform", line);
    const std::string space = line + "output_buffer = '512 B'\n";
    const double outputs = accepted("uniform", space + "architecture = 'output-queued'\n");
    const double both = accepted("uniform", space + "architecture = 'cioq'\nspeedup = 2\n");
    EXPECT_GT(outputs, 1.1 * inputs) << arbiter;
    EXPECT_GT(both, 1.05 * inputs) << arbiter;
    EXPECT_LT(outputs, 1.0) << arbiter;
  }
}

// 64 nodes on one switch with one virtual channel.
Results one_switch(const std::string& router, double load) {
  return simulate_toml(fmt::format(
      "[topology]\ntype = 'switch'\nendpoints = 64\n[router]\nvcs = 1\nbuffer = '64 KiB'\n"
      "output_buffer = '64 KiB'\n{}[nic]\nreceive_buffer = '64 KiB'\n[run]\ntime_limit = '2 ms'\n[[jobs]]\n"
      "pattern = {{ type = 'uniform', load = {}, message = '2 KiB', duration = '10 ms' }}\n",
      router, load));
}

// Karol, Hluchyj & Morgan 1987: 2 − √2 of many inputs with one queue each, 1 of queues at the outputs.
TEST(Saturation, OneSwitchAcceptsWhatTheorySays) {
  const auto share = [](const std::string& router) {
    const Results r = one_switch(router, 1);
    return static_cast<double>(r.delivered.bytes.n) / 64 / r.time.seconds() / 5e9;
  };
  EXPECT_NEAR(share(""), 2 - std::sqrt(2.0), 0.015);
  EXPECT_NEAR(share("architecture = 'cioq'\n"), 2 - std::sqrt(2.0), 0.015);
  EXPECT_GT(share("architecture = 'cioq'\nspeedup = 2\n"), 0.9);
  EXPECT_GT(share("architecture = 'output-queued'\n"), 0.97);
}

// M/D/1: a packet of S waits for ρS / (2(1 − ρ)), less the share of its own node's, which sends nothing
// there.
TEST(Saturation, AnOutputOfOneSwitchIsAnMD1Queue) {
  const double size = 2048 / 5e9, idle = 2 * 0.6e-9 + 140e-9 + size;
  for (const double load : {0.3, 0.6, 0.8}) {
    const Results r = one_switch("architecture = 'output-queued'\n", load);
    const double wait = load * size / (2 * (1 - load)) * 63 / 64;
    const double mean = r.delivered.latency.seconds() / static_cast<double>(r.delivered.packets);
    EXPECT_NEAR(mean, idle + wait, 0.02 * (idle + wait)) << "load " << load;
  }
}

TEST(Saturation, AFasterSwitchAcceptsMore) {
  for (const char* arbiter : {"round-robin", "age", "random", "islip"}) {
    const std::string line = fmt::format("arbiter = '{}'\n", arbiter);
    const double one = accepted("uniform", line);
    const double two = accepted("uniform", line + "speedup = 2\noutput_buffer = '1 KiB'\n");
    EXPECT_GT(two, 1.05 * one) << arbiter;
    EXPECT_LT(two, 1.0) << arbiter;
  }
}

}  // namespace saturation_test
}  // namespace kasuri
