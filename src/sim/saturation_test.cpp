// SPDX-License-Identifier: MIT
// What arbiters and speed-up do to machines past saturation. Abts & Weisser, SC'07: with the oldest packet
// first, the far do not starve behind the near.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "sim/test_fabric.h"
#include "sim/test_run.h"

namespace kasuri {
namespace {

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

// Nobody waits for those before: uniform traffic gets close to what links carry, and a switch twice as fast with
// queues of virtual channels at its outputs close to that.
TEST(Saturation, QueuesAtOutputsAcceptMore) {
  for (const char* arbiter : {"round-robin", "age", "random"}) {
    const std::string line = fmt::format("arbiter = '{}'\n", arbiter);
    const double inputs = accepted("uniform", line);
    const double outputs = accepted("uniform", line + "architecture = 'output-queued'\noutput_buffer = '512 B'\n");
    const double both = accepted("uniform", line + "architecture = 'cioq'\noutput_buffer = '512 B'\nspeedup = 2\n");
    EXPECT_GT(outputs, 1.1 * inputs) << arbiter;
    EXPECT_GT(both, 1.05 * inputs) << arbiter;
    EXPECT_LT(outputs, 1.0) << arbiter;
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

}  // namespace
}  // namespace kasuri
