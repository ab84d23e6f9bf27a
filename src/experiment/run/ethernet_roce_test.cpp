// SPDX-License-Identifier: MIT
// Lossless Ethernets: nothing is lost, fair shares, deadlocks by pauses, what is refused. The rest is
// compared with ns-3 and htsim (benchmarks/ethernet/roce.py).
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "experiment/run/test_ethernet.h"
#include "experiment/run/test_random.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace ethernet_roce_test {

using namespace ethernet_test;
using testing::AllOf;
using testing::HasSubstr;

std::string star(int hosts, std::string_view more) {
  return ethernet(fmt::format("type = 'switch'\nendpoints = {}", hosts), 100, more);
}

void incast(int senders, std::int64_t bytes) {
  Script::script.clear();
  for (std::uint32_t i = 1; i <= static_cast<std::uint32_t>(senders); ++i) {
    Script::script.push_back({Time{0}, i, 0, {bytes}});
  }
}

// By hand (spec of the ns-3 code): 100 packets of 83 ns (83.84, cut down), two cables, one switch, and an
// acknowledgement of 60 B, 4 ns, back.
TEST(Roce, AFlowAloneTakesWholeNanoseconds) {
  incast(1, 100'000);
  const Results r = simulate_toml(star(2, "preset = 'roce-ns3'"));
  EXPECT_EQ(counts(r).at("completion_max_ps"), (100u * 83 + 2000 + 83 + 2000 + 2 * 4) * 1000);
}

// Without congestion control, 8 senders fill a buffer that drops without pauses. With them nothing is lost,
// and the receiver's link is busy to the end.
TEST(Roce, PausesKeepAllPackets) {
  const std::string window = "[nic]\nsend_control = { type = 'window', bytes = '100 MB' }";
  incast(8, 1'000'000);
  const auto lossy = counts(simulate_toml(star(9, "queue = '1 MB'\n" + window)));
  EXPECT_GT(lossy.at("dropped_packets"), 0u);
  const std::string pfc = "preset = 'roce-v2'\nflow_control = { type = 'pfc', buffer = '1 MB' }\n";
  const auto lossless = counts(simulate_toml(star(9, pfc + window)));
  EXPECT_EQ(lossless.at("dropped_packets"), 0u);
  EXPECT_EQ(lossless.at("repeated_packets"), 0u);
  EXPECT_GT(lossless.at("pauses"), 0u);
  EXPECT_EQ(lossless.at("pauses_at_hosts"), lossless.at("pauses"));
  EXPECT_EQ(lossless.at("victim_packets"), 0u);
  const double bytes = 8 * 1000 * 1048;
  const double seconds = static_cast<double>(lossless.at("completion_max_ps")) * 1e-12;
  EXPECT_NEAR(seconds, bytes / 12.5e9, 0.02 * bytes / 12.5e9);
}

// Too little headroom: what comes during the pause's way is lost, and sent again.
TEST(Roce, GoesBackToWhatIsLost) {
  incast(8, 1'000'000);
  for (const char* reliability : {"go-back-n", "selective-repeat"}) {
    const auto n = counts(simulate_toml(star(9, fmt::format(
        "preset = 'roce-v2'\nflow_control = {{ type = 'pfc', buffer = '300 kB', headroom = '2 kB' }}\n"
        "[nic]\nreliability = {{ type = '{}', timeout = '1 ms' }}", reliability))));
    EXPECT_GT(n.at("dropped_packets"), 0u);
    EXPECT_GE(n.at("repeated_packets"), n.at("dropped_packets"));
    EXPECT_EQ(n.at("completed_messages"), 8u);
  }
}

// Flows that are pairs of a host with another one get their link, and those to one host equal shares of it.
TEST(Roce, TransportsShareALinkEqually) {
  for (const char* control : {"dcqcn", "hpcc", "timely", "dctcp", "swift"}) {
    SCOPED_TRACE(control);
    incast(4, 2'000'000);
    const auto n = counts(simulate_toml(star(5, fmt::format(
        "preset = 'roce-ns3'\n[nic]\nsend_control = {{ type = '{}' }}", control))));
    const double mean = static_cast<double>(n.at("completion_ps")) / 4;
    EXPECT_NEAR(mean, static_cast<double>(n.at("completion_max_ps")), 0.1 * mean);
    EXPECT_EQ(n.at("dropped_packets"), 0u);
  }
}

// Each of 6 nodes in a ring sends to the second next one: all links wait for each other.
std::string ring(std::string_view more) {
  Script::script.clear();
  for (std::uint32_t i = 0; i < 6; ++i) Script::script.push_back({Time{0}, i, (i + 2) % 6, {1'000'000}});
  return ethernet(
      "type = 'torus'\nextents = [6]", 100,
      "preset = 'roce-v2'\nflow_control = { type = 'pfc-fixed', pause = '6 kB', resume = '3 kB' }\n"
      "[nic]\nsend_control = { type = 'window', bytes = '1 MB' }\n"
      "[routing]\ntype = 'dimension-order'\n" +
          std::string(more));
}

TEST(Roce, PausesInACycleAreADeadlock) {
  EXPECT_THAT([] { simulate_toml(ring("")); },
              testing::ThrowsMessage<Error>(HasSubstr("packets can wait for each other in a cycle")));
  const Results r = simulate_toml(ring("[run]\ndeadlock_check = false\n"));
  EXPECT_EQ(r.end, End::deadlock);
  ASSERT_EQ(r.cycle.size(), 6u);
}

// The same where other nodes go on for ever, so that events do.
TEST(Roce, TheAgeOfPausesShowsADeadlockBesideOthers) {
  const std::string text = ring("[run]\ndeadlock_check = false\ntime_limit = '100 ms'\n");
  for (std::int64_t i = 0; i < 4000; ++i) {
    // From node to node within one switch, which the torus does not pause.
    Script::script.push_back({Time{i * 20'000'000}, 0, 0, {64}});
  }
  const Results r = simulate_toml(text);
  EXPECT_EQ(r.end, End::deadlock);
  EXPECT_LT(r.time, Time{40'000'000'000});
  EXPECT_THAT(r.report.front(), HasSubstr("outputs of switches have paused for more than 10 ms"));
}

TEST(Roce, RefusesWhatCannotWork) {
  const auto refused = [](std::string_view more, auto matcher) {
    const std::string text = star(3, more);
    EXPECT_THAT([&] { simulate_toml(text); }, testing::ThrowsMessage<Error>(matcher));
  };
  refused("preset = 'roce-v2'\nflow_control = { type = 'pfc', buffer = '100 kB' }",
          AllOf(HasSubstr("'buffer' is smaller than headroom"),
                HasSubstr("makes the default of the headroom")));
  refused("preset = 'roce-v2'\ntelemetry = false\n[nic]\nsend_control = { type = 'hpcc' }",
          AllOf(HasSubstr("'hpcc' needs telemetry"), HasSubstr("must be true for send_control")));
  refused(
      "preset = 'roce-v2'\nacknowledgements = 'data'\nflow_control = { type = 'pfc', priorities = 'all' }",
      AllOf(HasSubstr("none have a queue of their own"), HasSubstr("without a queue")));
  refused("preset = 'uec-1.0'\ntrimming = true\nflow_control = { type = 'pfc' }",
          AllOf(HasSubstr("pauses so that nothing is lost"), HasSubstr("trimming")));
}

}  // namespace ethernet_roce_test
}  // namespace kasuri
