// SPDX-License-Identifier: MIT
// Lossless Ethernets: nothing is lost, fair shares, deadlocks by pauses, what is refused. The rest is
// compared with ns-3 and htsim (benchmarks/ethernet/roce.py).
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

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

// Receivers take packets in order only: none overtakes another over the four NVSwitches of a server.
TEST(Roce, PacketsKeepTheirOrderWithinServers) {
  incast(1, 1'000'000);
  const auto n = counts(simulate_toml(ethernet(
      "type = 'hierarchy'\nservers = 2\nnics = 8\n"
      "server = { type = 'nvswitch', gpus = 8, switches = 4, gpu_rate = '400 GB/s' }\n"
      "fabric = { type = 'switch', endpoints = 16 }", 400, "preset = 'roce-v2'")));
  EXPECT_EQ(n.at("repeated_packets"), 0u);
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
  std::string sooner = text;
  const std::string resume = "resume = '3 kB'";
  sooner.replace(sooner.find(resume), resume.size(), resume + ", watchdog = '1 ms'");
  const Results s = simulate_toml(sooner);
  EXPECT_EQ(s.end, End::deadlock);
  EXPECT_LT(s.time, Time{4'000'000'000});
}

// Hosts 1 to 4 send to host 0, and host 1 to host 5, too. The incast pauses host 1, which sends it a
// quarter of the line. With a queue for both and turns by packet, so it does to host 5; in a class of its
// own that flow has the other three quarters.
TEST(Roce, AClassDoesNotWaitForThePausesOfAnother) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "kasuri_roce_classes";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "incast") << "0-4\n";
  std::ofstream(folder / "victim") << "1 5\n";
  const auto run = [&](std::string_view more) {
    const std::string text = fmt::format(
        "[topology]\ntype = 'switch'\nendpoints = 6\n[link]\nrate = '100 Gb/s'\ncable_latency = '1 us'\n"
        "[ethernet]\npreset = 'roce-v2'\nflow_control = {{ type = 'pfc', buffer = '2 MB' }}\n"
        "[nic]\nsend_control = {{ type = 'window', bytes = '100 MB' }}\n"
        "[[jobs]]\nranks = 5\nshare_nodes = true\nplacement = {{ type = 'file', file = 'incast' }}\n"
        "pattern = {{ type = 'incast', message = '10 MB' }}\n"
        "[[jobs]]\nranks = 2\nshare_nodes = true\nplacement = {{ type = 'file', file = 'victim' }}\n"
        "pattern = {{ type = 'outcast', message = '4 MB' }}\n{}", more);
    return simulate_test(TestConfig(text, folder));
  };
  const double alone = 4e6 / 1000 * 1048 / 12.5e9;
  const Results one = run("");
  EXPECT_NEAR(one.jobs[1].time.seconds(), 4 * alone, 0.05 * 4 * alone);
  const Results two = run("traffic_class = 1\n[router]\nclasses = 2\n");
  EXPECT_NEAR(two.jobs[1].time.seconds(), alone / 0.75, 0.05 * alone / 0.75);
  for (const Results* r : {&one, &two}) {
    EXPECT_EQ(counts(*r).at("dropped_packets"), 0u);
    EXPECT_GT(counts(*r).at("pauses"), 0u);
    EXPECT_NEAR(r->jobs[0].time.seconds(), 10 * alone, 0.02 * 10 * alone);
  }
  std::filesystem::remove_all(folder);
}

// Two classes share an output by turns, whatever their numbers of flows: one against seven.
TEST(Roce, ClassesTakeTurnsAtAnOutput) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "kasuri_roce_turns";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "many") << "0-7\n";
  std::ofstream(folder / "one") << "0 8\n";
  const Results r = simulate_test(TestConfig(
      "[topology]\ntype = 'switch'\nendpoints = 9\n[link]\nrate = '100 Gb/s'\ncable_latency = '1 us'\n"
      "[ethernet]\npreset = 'roce-v2'\n[router]\nclasses = 7\n"
      "[nic]\nsend_control = { type = 'window', bytes = '100 MB' }\n"
      "[[jobs]]\nranks = 8\nshare_nodes = true\nplacement = { type = 'file', file = 'many' }\n"
      "pattern = { type = 'incast', message = '2 MB' }\ntraffic_class = 6\n"
      "[[jobs]]\nranks = 2\nshare_nodes = true\nplacement = { type = 'file', file = 'one' }\n"
      "pattern = { type = 'incast', message = '2 MB' }\ntraffic_class = 3\n", folder));
  const double alone = 2e6 / 1000 * 1048 / 12.5e9;
  EXPECT_NEAR(r.jobs[1].time.seconds(), 2 * alone, 0.03 * 2 * alone);
  EXPECT_NEAR(r.jobs[0].time.seconds(), 8 * alone, 0.02 * 8 * alone);
  std::filesystem::remove_all(folder);
}

// All outputs of the ring pause for ever: what ends the run counts for each.
TEST(Roce, PausesThatAreOpenCountToTheEnd) {
  const auto at = [](int us) {
    return counts(
        simulate_toml(ring(fmt::format("[run]\ndeadlock_check = false\ntime_limit = '{} us'\n", us))));
  };
  const auto early = at(2000), late = at(3000);
  EXPECT_GE(early.at("open_pauses"), 6u);
  EXPECT_EQ(early.at("open_pauses"), late.at("open_pauses"));
  EXPECT_EQ(late.at("paused_ps") - early.at("paused_ps"), early.at("open_pauses") * 1'000'000'000);
}

TEST(Roce, RefusesWhatCannotWork) {
  const auto refused = [](std::string_view more, auto matcher) {
    const std::string text = star(3, more);
    EXPECT_THAT([&] { simulate_toml(text); }, testing::ThrowsMessage<Error>(matcher));
  };
  refused("preset = 'roce-v2'\nflow_control = { type = 'pfc', buffer = '100 kB' }",
          AllOf(HasSubstr("'buffer' is smaller than headroom"),
                HasSubstr("makes the default of the headroom")));
  // 200 kB are enough for one class.
  refused("preset = 'roce-v2'\nflow_control = { type = 'pfc', buffer = '200 kB' }\n[router]\nclasses = 4",
          AllOf(HasSubstr("of all 3 inputs of a switch in 4 priorities, "),
                HasSubstr("makes the default of the headroom")));
  refused("[nic]\nreceive_control = 'edge-port'",
          HasSubstr("counts senders for the send control 'endpoint'"));
  refused("preset = 'roce-v2'\n[router]\nclasses = 8", HasSubstr("an Ethernet has 7 at most"));
  refused("preset = 'roce-v2'\n[router]\nclasses = 2\n[[jobs]]\ntraffic_class = 2\npattern = 'script'",
          AllOf(HasSubstr("there are 2 of them"), HasSubstr("job 0 has traffic_class 2")));
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
