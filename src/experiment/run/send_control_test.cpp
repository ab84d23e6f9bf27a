// SPDX-License-Identifier: MIT
// Send controls of whole machines (network/nic/connections.h): what rate limits let through, and what
// configurations may say.
#include <gmock/gmock.h>

#include <numeric>

#include "experiment/run/test_fabric.h"
#include "experiment/run/test_random.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace send_control_test {

std::string with_nic(std::string text, const std::string& lines) {
  const std::string nic = "[nic]\n";
  return text.insert(text.find(nic) + nic.size(), lines);
}

std::string limited(const TestFabric& f, std::int64_t rate) {
  return with_nic(f.toml(),
                  fmt::format("send_control = {{ type = 'rate-limit', rate = '{} B/s' }}\n", rate));
}

TestFabric row(std::uint32_t nodes) {
  TestFabric f;
  f.type = "mesh";
  f.extents = {nodes};
  f.header = 48;
  return f;
}

std::int64_t on_wire(const TestFabric& f, std::int64_t payload) {
  const auto all = f.packets(payload);
  return std::accumulate(all.begin(), all.end(), std::int64_t{0});
}

// From the first packet to the last one as many tokens are needed as there are bytes behind the first.
TEST(RateLimitedRun, TakesTheBytesOnTheWireOverTheRate) {
  const TestFabric f = row(3);
  for (const std::int64_t rate : {4'000'000'000L, 1'000'000'000L, 123'456'789L}) {
    for (const std::int64_t size : {2'000L, 20'000L, 200'000L}) {
      Script::script = {{.at = Time{0}, .from = 0, .to = 1, .size = Bytes{size}}};
      simulate_toml(limited(f, rate));
      const std::int64_t wire = on_wire(f, size);
      const std::int64_t latency = f.zero_load_latency(1, f.packets(size).back());
      const std::int64_t expected = f.serialisation(wire - f.packet, rate) + latency;
      EXPECT_NEAR(static_cast<double>(Script::script[0].arrived.ps), static_cast<double>(expected),
                  static_cast<double>(f.packets(size).size()))
          << rate << " " << size;
    }
  }
}

// Whatever is sent to the first destination, in order of coming, the second one gets its own rate.
TEST(RateLimitedRun, LimitsEachDestinationByItself) {
  const TestFabric f = row(4);
  constexpr std::int64_t kRate = 1'000'000'000;
  const auto time = [&](std::int64_t wire) { return static_cast<double>(f.serialisation(wire, kRate)); };
  Script::script.clear();
  for (int i = 0; i < 50; ++i) {
    Script::script.push_back({.at = Time{i}, .from = 1, .to = 0, .size = Bytes{2000}});
  }
  Script::script.push_back({.at = Time{1000}, .from = 1, .to = 2, .size = Bytes{50 * 2000}});
  Script::script.push_back({.at = Time{1000}, .from = 1, .to = 3, .size = Bytes{10 * 2000}});
  simulate_toml(limited(f, kRate));
  const double packet = time(f.packet);
  EXPECT_NEAR(static_cast<double>(Script::script[49].arrived.ps), time(50 * f.packet), packet);
  EXPECT_NEAR(static_cast<double>(Script::script[50].arrived.ps), time(50 * f.packet), packet);
  EXPECT_NEAR(static_cast<double>(Script::script[51].arrived.ps), time(10 * f.packet), packet);
  for (int i = 1; i < 50; ++i) EXPECT_GT(Script::script[i].arrived, Script::script[i - 1].arrived);
}

// Random machines under random traffic, with what NICs can be told: all arrives, whoever computes it.
TEST(SendControlRun, IsTheSameForAnyNumberOfThreads) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Random random(seed + 7000);
    const TestFabric f = random_fabric(random);
    write_script(f, random);
    std::string lines =
        random.one_in(3)
            ? fmt::format("send_control = {{ type = 'window', bytes = '{} B' }}\n",
                          f.packet * random.between(1, 4))
            : fmt::format("send_control = {{ type = 'rate-limit', rate = '{} B/s', burst = '{} B' }}\n",
                          random.between(20'000'000, 4'000'000'000), f.packet * random.between(1, 3));
    if (random.one_in(3)) lines = "send_control = 'endpoint'\n";
    else if (random.one_in(2)) lines += "receive_control = 'coalesced'\n";
    if (random.one_in(2)) lines += "scheduler = 'round-robin'\n";
    const std::string text = with_nic(f.toml(), lines);
    const auto script = Script::script;
    std::optional<std::uint64_t> hash;
    for (const unsigned threads : {1u, 2u, 3u}) {
      Script::script = script;
      const Results r = simulate_test(TestConfig(text), threads, 1);
      if (!hash) hash = r.delivered.hash;
      EXPECT_EQ(r.delivered.hash, *hash) << threads << " threads\n" << text;
      for (const Script::Message& m : Script::script) ASSERT_EQ(m.arrivals, 1) << text;
    }
  }
}

TEST(SendControlRun, IsTheWindowThatIsCalledSo) {
  const TestFabric f = row(5);
  std::optional<std::uint64_t> hash;
  for (const std::string lines :
       {"window = '6 KiB'\n", "send_control = { type = 'window', bytes = '6 KiB' }\n",
        "window = '6 KiB'\nreceive_control = 'half-window'\n"}) {
    Script::script.clear();
    for (std::uint32_t from = 1; from < 5; ++from) {
      Script::script.push_back({.at = Time{from}, .from = from, .to = 0, .size = Bytes{100'000}});
    }
    const Results r = simulate_toml(with_nic(f.toml(), lines));
    if (!hash) hash = r.delivered.hash;
    EXPECT_EQ(r.delivered.hash, *hash) << lines;
  }
}

// A window that its receiver acknowledges seldom still never ends.
TEST(SendControlRun, AsksForWhatItWaitsFor) {
  for (const std::int64_t window : {2048, 3000, 4096, 12'000}) {
    Script::script = {{.at = Time{0}, .from = 0, .to = 2, .size = Bytes{100'000}}};
    simulate_toml(with_nic(row(3).toml(),
                           fmt::format("window = '{} B'\nreceive_control = 'coalesced'\n", window)));
    EXPECT_EQ(Script::script[0].arrivals, 1);
  }
}

// A fat tree of 8 leaf and 4 spine switches: the mean time of node 3's messages to 20, beside 15 nodes that
// send to 16, which the same spine serves.
Time victim(const std::string& lines, const std::string& architecture, bool incast) {
  Script::script.clear();
  for (std::uint32_t i = 0; i < 100; ++i) {
    Script::script.push_back({.at = Time{i * 30'000'000}, .from = 3, .to = 20, .size = Bytes{50'000}});
  }
  for (std::uint32_t from = 0; incast && from < 16; ++from) {
    if (from == 3) continue;
    Script::script.push_back({.at = Time{0}, .from = from, .to = 16, .size = Bytes{1'000'000}});
  }
  const Results r = simulate_toml(fmt::format(
      "[topology]\ntype = 'fat-tree'\nradix = 8\nlevels = 2\n[link]\nrate = '5 GB/s'\n[router]\n"
      "architecture = '{}'\n[nic]\npacket = '2 KiB'\n{}[[jobs]]\npattern = {{ type = 'script' }}\n",
      architecture, lines));
  Time sum{0};
  for (int i = 0; i < 100; ++i) sum += Script::script[i].arrived - Script::script[i].at;
  // The incast is served nearly at the rate of its link.
  if (incast) EXPECT_LT(static_cast<double>(r.delivered.last.ps), 1.1 * (15 * 1'000'000 / 5e9) * 1e12);
  return {sum.ps / 100};
}

TEST(EndpointRun, SparesVictimsOfAnIncast) {
  for (const std::string architecture : {"input-queued", "cioq", "output-queued"}) {
    SCOPED_TRACE(architecture);
    const std::string endpoint = "send_control = 'endpoint'\n";
    const auto alone = static_cast<double>(victim("", architecture, false).ps);
    EXPECT_GT(static_cast<double>(victim("", architecture, true).ps), 3 * alone);
    EXPECT_LT(static_cast<double>(victim(endpoint, architecture, true).ps), 1.5 * alone);
  }
}

// Each node to another one, drawn at random, and through one switch: nobody meets.
TEST(EndpointRun, CostsAPermutationNothing) {
  TestFabric f = row(1);
  f.endpoints_per_router = 32;
  const auto time = [&](const std::string& lines) {
    Script::script.clear();
    for (std::uint32_t i = 0; i < 32; ++i) {
      const std::uint32_t to = (i * 5 + 3) % 32;
      Script::script.push_back({.at = Time{0}, .from = i, .to = to, .size = Bytes{1'000'000}});
    }
    return simulate_toml(with_nic(f.toml(), lines)).delivered.last;
  };
  EXPECT_LT(time("send_control = 'endpoint'\n").ps, time("").ps * 102 / 100);
}

std::string refusal(const std::string& nic, const std::string& first = "") {
  try {
    TestConfig planned(first + "[topology]\ntype = 'switch'\nendpoints = 2\n" + nic +
                       "[[jobs]]\npattern = 'uniform'\n");
  } catch (const Error& e) {
    return e.what();
  }
  return "none";
}

TEST(SendControlRun, IsRefusedWithItsPlace) {
  using testing::HasSubstr;
  using testing::StartsWith;
  EXPECT_THAT(refusal("[nic]\nwindow = '8 KiB'\nsend_control = 'window'\n"),
              StartsWith("test.toml:5:10: error: says the same as [nic.send_control]"));
  EXPECT_THAT(refusal("[nic.send_control]\ntype = 'window'\nbytes = '1 KiB'\n"),
              StartsWith("test.toml:4:6: error: 'bytes' must hold a whole packet"));
  EXPECT_THAT(refusal("[nic.send_control]\ntype = 'rate-limit'\nrate = '1 GB/s'\nburst = '1 KiB'\n"),
              HasSubstr("'burst' must hold a whole packet, at least 2"));
  EXPECT_THAT(refusal("[nic.send_control]\ntype = 'rate-limit'\n"), HasSubstr("rate"));
  EXPECT_THAT(refusal("[nic]\nsend_control = 'endpoint'\nreceive_control = 'each-packet'\n"),
              HasSubstr("test.toml:6:19: error: send_control 'endpoint' needs 'edge-port'"));
  EXPECT_THAT(refusal("[nic]\nsend_control = 'endpoint'\n[ethernet]\n"),
              HasSubstr("remove it, or [ethernet]"));
  EXPECT_THAT(refusal("[nic.send_control]\ntype = 'window'\nbytes = '1 MiB'\n", "fidelity = 'flow'\n"),
              HasSubstr("messages do not wait for send controls at flow level"));
}

TEST(SendControlRun, NotesWhatHasNoEffect) {
  const TestConfig c(
      "[topology]\ntype = 'switch'\nendpoints = 2\n[nic]\nreceive_control = 'coalesced'\n"
      "reliability = 'selective'\n[[jobs]]\npattern = 'uniform'\n");
  EXPECT_THAT(c.document.notes(),
              testing::HasSubstr("'receive_control' has no effect without send_control"));
  EXPECT_THAT(c.document.notes(), testing::HasSubstr("'reliability' has no effect between input-queued"));
}

}  // namespace send_control_test
}  // namespace kasuri
