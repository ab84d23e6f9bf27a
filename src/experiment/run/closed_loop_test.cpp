// SPDX-License-Identifier: MIT
// Closed loops on a star of an Ethernet, by hand. A message of one packet takes t twice, its
// acknowledgement a twice, and all four cables: F. With a window of W messages, m of them go in ⌈m/W⌉
// rounds of F, or back to back where W t > F. An all-to-all is the same at each rank: no two send to one.
#include <gmock/gmock.h>

#include "experiment/run/test_ethernet.h"

namespace kasuri {
namespace closed_loop_test {

using ethernet_test::counts;

constexpr std::int64_t kData = 325'120, kAnswer = 5'120;  // ps, of 4064 and 64 B at 100 Gb/s
constexpr std::int64_t kAlone = 2 * kData + 2 * kAnswer + 4'000'000;

// When the last message is acknowledged.
std::int64_t last(int hosts, const std::string& pattern, unsigned threads = 1) {
  const std::string text = fmt::format(
      "[topology]\ntype = 'switch'\nendpoints = {}\n[link]\nrate = '100 Gb/s'\ncable_latency = '1 us'\n"
      "[ethernet]\n[[jobs]]\npattern = {{ {}, message = '4000 B' }}\n", hosts, pattern);
  const Results r = simulate_test(TestConfig(text), threads);
  EXPECT_EQ(r.end, End::completed);
  EXPECT_EQ(counts(r).at("completed_messages"), r.jobs[0].messages);
  return static_cast<std::int64_t>(counts(r).at("completed_at_ps"));
}

// The n-th message, from 0, begins when one W before it has ended.
std::int64_t in_windows(std::int64_t messages, std::int64_t window) {
  const std::int64_t n = messages - 1;
  return std::max(n / window * kAlone + n % window * kData, n * kData) + kAlone;
}

TEST(ClosedLoop, OutcastsKeepTheirWindow) {
  for (const int window : {1, 2, 3, 7, 100}) {
    EXPECT_EQ(last(8, fmt::format("type = 'outcast', window = {}", window)), in_windows(7, window))
        << window;
  }
  EXPECT_EQ(last(8, "type = 'outcast', rounds = 3"), in_windows(21, 1));
}

TEST(ClosedLoop, AllToAllsKeepTheirWindow) {
  for (const int window : {1, 2, 4, 7}) {
    EXPECT_EQ(last(8, fmt::format("type = 'all-to-all', window = {}", window)), in_windows(7, window))
        << window;
  }
}

// Seven senders at once: the receiver's link carries all of their packets one behind the other.
TEST(ClosedLoop, IncastsMeetAtTheirReceiver) {
  EXPECT_EQ(last(8, "type = 'incast'"), 6 * kData + kAlone);
  EXPECT_EQ(last(8, "type = 'incast', receivers = 7, window = 7"), in_windows(7, 7));
}

TEST(ClosedLoop, AreTheSameForSeveralThreads) {
  for (const char* network : {"", "[ethernet]\n"}) {
    for (const char* pattern : {"all-to-all", "outcast", "incast"}) {
      const std::string text = fmt::format(
          "[topology]\ntype = 'torus'\nextents = [4, 2]\n{}[[jobs]]\n"
          "pattern = {{ type = '{}', window = 3, rounds = 2 }}\n", network, pattern);
      const Results one = simulate_test(TestConfig(text)), two = simulate_test(TestConfig(text), 2);
      EXPECT_EQ(one.end, End::completed);
      EXPECT_EQ(one.jobs[0].messages, one.jobs[0].delivered.messages);
      EXPECT_EQ(one.jobs[0].messages, std::string_view(pattern) == "all-to-all" ? 112u : 14u);
      EXPECT_EQ(one.delivered.hash, two.delivered.hash);
      EXPECT_EQ(one.time, two.time);
    }
  }
}

TEST(ClosedLoop, RefusesToLeaveNobodyToReceive) {
  EXPECT_THAT([] { last(8, "type = 'outcast', senders = 8"); },
              testing::ThrowsMessage<Error>(testing::HasSubstr("'senders' is 8, but there are 8 ranks")));
  EXPECT_THAT([] { last(8, "type = 'incast', receivers = 9"); },
              testing::ThrowsMessage<Error>(testing::HasSubstr("'receivers' is 9")));
}

}  // namespace closed_loop_test
}  // namespace kasuri
