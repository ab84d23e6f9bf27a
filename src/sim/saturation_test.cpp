// SPDX-License-Identifier: MIT
// What arbiters and speed-up do to machines past saturation. Abts & Weisser, SC'07: with the oldest packet
// first, the far do not starve behind the near.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "sim/test_run.h"

namespace kasuri {
namespace {

// Bytes accepted per node and time as a share of its link's rate, when all is offered.
double accepted(const std::string& pattern, const std::string& router) {
  const Results r = simulate_toml(fmt::format(
      "[topology]\ntype = 'torus'\nextents = [8, 8]\n[router]\nrouting_time = '1 ns'\n"
      "vc_allocation_time = '1 ns'\nswitch_allocation_time = '1 ns'\nswitch_traversal_time = '1 ns'\n"
      "vcs = 4\nbuffer = '512 B'\n{}[link]\nrate = '16 GB/s'\ncable_latency = '1 ns'\n[nic]\n"
      "packet = '256 B'\nreceive_buffer = '1 KiB'\n[run]\ntime_limit = '20 us'\n[[jobs]]\n"
      "pattern = {{ type = '{}', load = 1, message = '256 B', duration = '1 ms' }}\n",
      router, pattern));
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
