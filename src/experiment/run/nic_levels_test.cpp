// SPDX-License-Identifier: MIT
// NICs in whole runs: the same at packet and at flow level.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "experiment/run/test_run.h"

namespace kasuri {
namespace nic_levels_test {

// What a NIC does once for each message, it does at both levels.
TEST(NicInRuns, SpendsTheSameTimeOnMessagesAtBothLevels) {
  const std::string text =
      "[topology]\ntype = 'torus'\nextents = [4, 4]\n[nic]\npeer_change_time = '2 us'\n"
      "fetch_time = '1 us'\ninline_limit = '64 B'\nsend_overhead = '300 ns'\n[mpi]\nlibrary = 'plain'\n"
      "[[jobs]]\nranks = 16\nmotif = { type = 'collective', operation = 'alltoall', steps = 2, size = '";
  const auto time = [&](std::string_view level, std::string_view size) {
    return simulate_test(TestConfig(fmt::format("{}{}{}' }}\n", level, text, size)), 1).time;
  };
  for (const char* size : {"64 B", "65 B"}) {
    EXPECT_EQ(time("", size), time("fidelity = 'flow'\n", size)) << size;
  }
  EXPECT_GT(time("", "65 B"), time("", "64 B") + Time{900'000});
}

}  // namespace nic_levels_test
}  // namespace kasuri
