// SPDX-License-Identifier: MIT
// What probes measure, against what is known otherwise: closed forms, sums that must agree.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include <cmath>
#include <fstream>

#include "experiment/report/summary.h"
#include "experiment/run/test_run.h"

#include <nlohmann/json.hpp>

namespace kasuri {
namespace probes_test {

using ::testing::DoubleNear;
using ::testing::HasSubstr;

double value(const Table& t, std::string_view column, std::size_t row) {
  const auto found = std::ranges::find(t.columns, column, &TableColumn::name);
  EXPECT_NE(found, t.columns.end()) << column;
  if (const auto* numbers = std::get_if<std::vector<double>>(&found->values)) return (*numbers)[row];
  return static_cast<double>(found->whole()[row]);
}

double sum(const Table& t, std::string_view column) {
  double all = 0;
  for (std::size_t row = 0; row < t.rows(); ++row) all += value(t, column, row) * value(t, "hops", row);
  return all;
}

// Of the terminal links, which come last.
double at_the_end(const Table& t, std::string_view column) {
  return value(t, column, t.rows() - 1) * value(t, "hops", t.rows() - 1);
}

constexpr const char* kMesh =
    "[topology]\ntype = 'mesh'\nextents = [4, 4]\n[link]\ncable_latency = '30 ns'\n"
    "[statistics]\nhop-latency = true\n[run]\ndeadlock_check = false\n";

// From each of these nodes so many messages of 4 KiB to node 0, all at once.
void send_to_first(std::initializer_list<std::uint32_t> from, int messages) {
  Script::script.clear();
  for (int i = 0; i < messages; ++i) {
    for (const std::uint32_t f : from) Script::script.push_back({Time{1}, f, 0, Bytes{4096}});
  }
}

// On an idle machine nothing waits.
TEST(HopLatency, OfOnePacketIsPipelineAndSerialisation) {
  Script::script = {{Time{1}, 0, 3, Bytes{1000}}};
  const Results r = simulate_toml(
      "[topology]\ntype = 'mesh'\nextents = [4]\n[statistics]\nhop-latency = true\n"
      "[router]\nrouting_time = '10 ns'\nvc_allocation_time = '7 ns'\nswitch_allocation_time = '5 ns'\n"
      "switch_traversal_time = '3 ns'\n[link]\nrate = '1 GB/s'\n[nic]\nheader = '24 B'\n"
      "[[jobs]]\npattern = 'script'\n");
  const Table& t = *r.table("hop_latency");
  ASSERT_EQ(t.rows(), 2u);
  EXPECT_EQ(value(t, "hops", 0), 3);
  EXPECT_EQ(value(t, "hops", 1), 1);
  for (std::size_t row = 0; row < t.rows(); ++row) {
    EXPECT_EQ(value(t, "pipeline", row), 25'000);
    EXPECT_EQ(value(t, "serialisation", row), 1'024'000);
    for (const char* wait : {"vc_wait", "credit_wait", "switch_wait", "wake_wait"}) {
      EXPECT_EQ(value(t, wait, row), 0) << wait;
    }
  }
}

// The stages of all hops, the cables and the last serialisation are the packets' latency, with every kind
// of router.
TEST(HopLatency, StagesAddUpToTheLatency) {
  for (const char* router :
       {"", "speedup = 2", "architecture = 'output-queued'", "architecture = 'cioq'\nspeedup = 2",
        "arbiter = 'islip'", "arbiter = 'age'"}) {
    for (const char* power : {"", "[power]\npreset = 'nsimpower-table1'\n"
        "policy = 'idle-timer'\nt_lt = '100 ns'\nt_lw = '500 ns'\n"}) {
      const Results r = simulate_toml(
          fmt::format("{}{}[router]\nvcs = 2\nbuffer = '4 KiB'\noutput_buffer = '4 KiB'\n{}\n"
                      "[[jobs]]\npattern = {{ type = 'uniform', load = 0.5, duration = '40 us' }}\n",
                      kMesh, power, router));
      const Table& t = *r.table("hop_latency");
      double stages = 0;
      for (const char* stage : {"vc_wait", "pipeline", "credit_wait", "switch_wait", "wake_wait"}) {
        EXPECT_GE(sum(t, stage), 0) << stage << " " << router;
        stages += sum(t, stage);
      }
      const auto hops = static_cast<double>(r.packet_hops());
      const double cables = 30'000 * (hops + static_cast<double>(r.delivered.packets));
      EXPECT_NEAR(stages + cables + at_the_end(t, "serialisation"),
                  static_cast<double>(r.delivered.latency.ps),
                  1e-9 * static_cast<double>(r.delivered.latency.ps))
          << router << power;
      EXPECT_EQ(sum(t, "wake_wait") > 0, *power != 0) << router;
      EXPECT_GT(sum(t, "switch_wait"), 0) << router;
    }
  }
}

// A NIC that takes a tenth of what links carry: its router waits for it, those before wait for its buffers.
TEST(HopLatency, ASlowReceiverIsWaitedForByCredit) {
  send_to_first({5}, 50);
  const Results r = simulate_toml(
      "[topology]\ntype = 'mesh'\nextents = [6]\n[statistics]\nhop-latency = true\n"
      "[router]\nbuffer = '8 KiB'\nvcs = 1\n[link]\nrate = '10 GB/s'\n[nic]\ndma_write_rate = '1 GB/s'\n"
      "receive_buffer = '8 KiB'\n[[jobs]]\npattern = 'script'\n");
  const Table& t = *r.table("hop_latency");
  EXPECT_GT(sum(t, "credit_wait"), 5 * sum(t, "switch_wait"));
}

TEST(HopLatency, IsInTheSummary) {
  TestConfig c(std::string(kMesh) +
               "[[jobs]]\npattern = { type = 'uniform', load = 0.2, duration = '10 us' }\n");
  const std::shared_ptr<const Topology> topology = c.plan.topology;
  const Results r = simulate_test(std::move(c));
  const auto json = summary_json(r)["probes"]["hop_latency"];
  std::uint64_t hops = 0;
  for (const auto& [name, row] : json.items()) hops += row["hops"].get<std::uint64_t>();
  EXPECT_EQ(hops, r.packet_hops());
  EXPECT_GT(json["x"]["switch_wait_ps"], 0);
  EXPECT_EQ(json["terminal"]["wake_wait_ps"], 0);
  EXPECT_THAT(summary_text(r, *topology), HasSubstr("hop latency\n"));
}

// ---- Fairness ----

// One source has everything there is; of two, one sends a third of what the other does: (1 + 3)² / 2 (1 +
// 9).
TEST(Fairness, OfOneSourceAndOfTwo) {
  const std::string machine =
      "[topology]\ntype = 'mesh'\nextents = [4]\n[statistics]\nfairness = true\n[[jobs]]\npattern = "
      "'script'\n";
  send_to_first({2}, 5);
  auto json = summary_json(simulate_toml(machine))["probes"]["fairness"];
  EXPECT_EQ(json["sources"], 1);
  EXPECT_EQ(json["jain"], 1.0);
  send_to_first({1, 3, 3, 3}, 5);
  json = summary_json(simulate_toml(machine))["probes"]["fairness"];
  EXPECT_EQ(json["sources"], 2);
  EXPECT_DOUBLE_EQ(json["jain"], 0.8);
  EXPECT_DOUBLE_EQ(json["mean_bytes_per_s"].get<double>(), 2 * json["min_bytes_per_s"].get<double>());
}

// What sources had is what their NICs sent; chunks add up to the whole.
TEST(Fairness, AgreesWithTheNics) {
  for (const char* chunk : {"", "chunk = '3 us'\n"}) {
    const Results r = simulate_toml(
        fmt::format("[topology]\ntype = 'torus'\nextents = [4, 4]\n[statistics.fairness]\n{}"
                    "[[jobs]]\npattern = {{ type = 'uniform', load = 0.4, duration = '50 us' }}\n",
                    chunk));
    const Table &total = *r.table("fairness"), &sources = *r.table("fairness_by_source");
    const Table& chunks = *r.table("fairness_by_chunk");
    ASSERT_EQ(sources.rows(), 16u);
    double sent = 0, squares = 0, least = 1e300;
    for (const NicRow& n : r.nics) {
      const double rate = static_cast<double>(n.use.sent.n) / r.time.seconds();
      EXPECT_THAT(value(sources, "throughput", n.endpoint), DoubleNear(rate, 1e-6 * rate));
      sent += rate, squares += rate * rate, least = std::min(least, rate);
    }
    EXPECT_THAT(value(total, "mean", 0), DoubleNear(sent / 16, 1e-6 * sent));
    EXPECT_THAT(value(total, "min", 0), DoubleNear(least, 1e-6 * least));
    EXPECT_THAT(value(total, "jain", 0), DoubleNear(sent * sent / 16 / squares, 1e-9));
    double in_chunks = 0;
    for (std::size_t c = 0; c < chunks.rows(); ++c) {
      EXPECT_LE(value(chunks, "jain", c), 1 + 1e-12);
      in_chunks +=
          value(chunks, "mean", c) * 16 * (value(chunks, "end", c) - value(chunks, "begin", c)) * 1e-12;
    }
    EXPECT_THAT(in_chunks, DoubleNear(sent * r.time.seconds(), 1e-6 * sent * r.time.seconds()));
    if (*chunk) EXPECT_EQ(value(chunks, "end", 0), 3'000'000);
  }
}

// All send to the end of a line: an arbiter that takes turns between ports gives each router's own NIC as
// much as all that are behind it together, one by age gives them nearly the same.
TEST(Fairness, SeesWhatArbitersDo) {
  const auto jain = [](const char* arbiter) {
    send_to_first({1, 2, 3, 4, 5}, 1500);
    const Results r = simulate_toml(fmt::format(
        "[topology]\ntype = 'mesh'\nextents = [6]\n[router]\nvcs = 1\narbiter = '{}'\n[statistics]\n"
        "fairness = true\n[run]\ntime_limit = '1 ms'\n[[jobs]]\npattern = 'script'\n",
        arbiter));
    return value(*r.table("fairness"), "jain", 0);
  };
  double squares = 0;
  for (const double share : {1. / 2, 1. / 4, 1. / 8, 1. / 16, 1. / 16}) squares += share * share;
  EXPECT_NEAR(jain("by-port"), 1 / (5 * squares), 0.03);
  EXPECT_GT(jain("age"), 0.75);
}

// ---- All of them ----

TEST(Probes, OfRoutersAreRefusedWithoutRouters) {
  for (const char* probe : {"hop-latency", "fairness"}) {
    try {
      TestConfig c(
          fmt::format("[topology]\ntype = 'torus'\nextents = [4]\n[network]\ntype = 'loggp'\n"
                      "[statistics]\n{} = true\n[[jobs]]\npattern = {{ type = 'uniform', load = 0.1, "
                      "duration = '1 us' }}\n",
                      probe));
      FAIL() << probe;
    } catch (const Error& e) {
      EXPECT_THAT(e.what(), HasSubstr("with network 'loggp': remove it, or leave out [network]"));
    }
  }
}

TEST(Probes, AreInTheEstimateOfMemory) {
  const auto estimate = [](const char* statistics) {
    return TestConfig(
               fmt::format("[topology]\ntype = 'torus'\nextents = [64, 64, 16]\n[statistics]\n{}\n"
                           "[[jobs]]\npattern = {{ type = 'uniform', load = 0.1, duration = '1 us' }}\n",
                           statistics))
        .plan.memory_bytes;
  };
  const std::uint64_t nics = 65536;
  EXPECT_GT(estimate("fairness = true"), estimate("") + 8 * nics);
}

// `statistics.NAME` is either the probe of that name or a setting, not both.
TEST(Probes, HaveNamesThatNoSettingHas) {
  for (const config::Field& f : StatisticsParams::fields()) {
    EXPECT_EQ(config::find_component("probe", f.name), nullptr) << f.name;
  }
}

constexpr const char* kSwitch =
    "[topology]\ntype = 'switch'\nendpoints = 16\n[link]\nrate = '1 GB/s'\ncable_latency = '100 ns'\n"
    "[router]\nrouting_time = '99 ns'\nvc_allocation_time = '0 ns'\nswitch_allocation_time = '0 ns'\n"
    "switch_traversal_time = '1 ns'\n";

// Alone a message takes two cables, the router and its bytes on the link: 300 ns + 100 us. Two to one node
// take turns, packet by packet, and both are done after 200 us, but for a packet.
TEST(Slowdown, IsOneAloneAndTwoWhereTwoMeet) {
  Script::script = {{Time{1}, 0, 1, Bytes{100'000}}, {Time{1}, 2, 3, Bytes{100'001}},
                    {Time{1}, 4, 3, Bytes{100'001}}};
  const Results r = simulate_toml(fmt::format(
      "{}[statistics.slowdown]\nbase = '300 ns'\nsizes = ['100 kB']\n[[jobs]]\npattern = 'script'\n",
      kSwitch));
  const Table& t = *r.table("slowdown");
  ASSERT_EQ(t.rows(), 2u);
  EXPECT_EQ(value(t, "above", 0), 0);
  EXPECT_NEAR(value(t, "max", 0), 1, 0.001);
  EXPECT_EQ(value(t, "above", 1), 100'000);
  EXPECT_EQ(value(t, "count", 1), 2);
  EXPECT_NEAR(value(t, "mean", 1), 2, 0.03);
}

// Shares of the published distributions, and of one that a file gives; five standard deviations.
TEST(Flows, HaveTheSizesOfTheirDistribution) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "kasuri_flow_sizes";
  std::ofstream(file) << "1000 25  # a quarter has 1000 B\n5000 100\n";
  const auto share_below = [](const std::string& sizes, const std::string& bytes) {
    const Results r = simulate_toml(fmt::format(
        "{}[statistics.slowdown]\nsizes = ['{}']\n[[jobs]]\npattern = {{ type = 'flows', load = 0.4, {}, "
        "duration = '100 ms' }}\n", kSwitch, bytes, sizes));
    const Table& t = *r.table("slowdown");
    const double below = value(t, "count", 0), all = below + value(t, "count", 1);
    return std::pair(below / all, 5 * std::sqrt(0.25 / all));
  };
  const auto expect = [&](const std::string& sizes, const std::string& bytes, double share) {
    const auto [found, within] = share_below(sizes, bytes);
    EXPECT_NEAR(found, share, within) << sizes;
    EXPECT_LT(within, 0.15);
  };
  expect("sizes = 'websearch'", "30 kB", 0.3);
  expect("sizes = 'hadoop'", "1 kB", 0.6);
  expect(fmt::format("file = '{}'", file.string()), "1 kB", 0.25);
  expect(fmt::format("file = '{}'", file.string()), "3 kB", 0.625);
  std::ofstream(file) << "1 2 3\nx 10\n100 20\n50 30\n200 10\n";
  using ::testing::AllOf;
  EXPECT_THAT([&] { share_below(fmt::format("file = '{}'", file.string()), "1 kB"); },
              ::testing::ThrowsMessage<Error>(AllOf(
                  HasSubstr(":1:1: error: expected `BYTES PERCENT`"), HasSubstr(":2:1: error: sizes are 0"),
                  HasSubstr(":4:1: error: sizes"), HasSubstr(":5:5: error: shares"),
                  HasSubstr("the last line must have 100 %"))));
  std::filesystem::remove(file);
}

}  // namespace probes_test
}  // namespace kasuri
