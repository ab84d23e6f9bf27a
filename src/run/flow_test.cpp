// SPDX-License-Identifier: MIT
// The flow level against closed forms to the picosecond, and against the packet level.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "run/test_fabric.h"
#include "run/test_run.h"

namespace kasuri {
namespace flow_test {

constexpr std::string_view kFlow = "fidelity = 'flow'\n";

// When each message of a script arrived, from its sending on.
std::vector<std::int64_t> times(const std::string& toml, std::vector<Script::Message> script,
                                unsigned threads = 1) {
  Script::script = std::move(script);
  const Results r = simulate_test(TestConfig(toml), threads);
  EXPECT_EQ(r.exit, Exit::done);
  std::vector<std::int64_t> all;
  for (const Script::Message& m : Script::script) {
    EXPECT_EQ(m.arrivals, 1);
    all.push_back((m.arrived - m.at).ps);
  }
  return all;
}

std::string at_flow_level(const TestFabric& f, std::string_view more = "") {
  return fmt::format("{}{}{}", kFlow, f.toml(), more);
}

// 5 GB/s: 200 ps a byte.
std::int64_t wire(std::int64_t bytes) { return bytes * 200; }
// Of a path, without the message's own time.
std::int64_t latency(const TestFabric& f, std::uint32_t hops) {
  return 2 * f.nic_cable + hops * f.cable + (hops + 1) * f.pipeline();
}

TEST(FlowLevel, AMessageAloneTakesAsLongAsItsPackets) {
  for (const std::uint32_t per_router : {1u, 2u}) {
    for (const std::int64_t overhead : {0, 123'456}) {
      const TestFabric f{.extents = {4, 3}, .endpoints_per_router = per_router, .send_overhead = overhead,
                         .receive_overhead = overhead / 2};
      std::vector<Script::Message> script;
      Time at{1};
      for (std::uint32_t to = 1; to < f.nodes(); ++to) {
        for (const std::int64_t size : {0, 48, 2048, 8192, 65536, 1'000'000}) {
          script.push_back({at, 0, to, {size}});
          at += Time{1'000'000'000};
        }
      }
      EXPECT_EQ(times(at_flow_level(f), script), times(f.toml(), script));
    }
  }
}

TEST(FlowLevel, AMessageAloneTakesAsLongAsItsSlowestWire) {
  for (const std::int64_t rate : {std::int64_t{2'000'000'000}, std::int64_t{2'500'000'000}}) {
    for (int which = 0; which < 4; ++which) {
      TestFabric f{.extents = {4}};
      (which == 0 ? f.dma_read : which == 1 ? f.dma_write : which == 2 ? f.link_rate : f.nic_rate) = rate;
      const std::vector<Script::Message> script{{Time{1}, 0, 2, {100 * 2048}}};
      EXPECT_EQ(times(at_flow_level(f), script), times(f.toml(), script)) << which;
    }
  }
}

TEST(FlowLevel, TwoMessagesShareALinkEqually) {
  const TestFabric f{.type = "mesh", .extents = {2}, .endpoints_per_router = 2};
  constexpr std::int64_t kSize = 1 << 20;
  EXPECT_THAT(times(at_flow_level(f), {{Time{1}, 0, 2, {kSize}}, {Time{1}, 1, 3, {kSize}}}),
              testing::Each(2 * wire(kSize) + latency(f, 1)));
  // What ends first leaves its share to the other.
  EXPECT_THAT(times(at_flow_level(f), {{Time{1}, 0, 2, {kSize}}, {Time{1}, 1, 3, {2 * kSize}}}),
              testing::ElementsAre(2 * wire(kSize) + latency(f, 1), 3 * wire(kSize) + latency(f, 1)));
  // One that begins in the middle of another halves its rate from then on.
  EXPECT_THAT(times(at_flow_level(f), {{Time{1}, 0, 2, {2 * kSize}},
                                       {Time{1 + wire(kSize)}, 1, 3, {2 * kSize}}}),
              testing::ElementsAre(3 * wire(kSize) + latency(f, 1), 3 * wire(kSize) + latency(f, 1)));
}

TEST(FlowLevel, AChainHalvesEachLink) {
  const TestFabric f{.type = "mesh", .extents = {4}, .endpoints_per_router = 2};
  constexpr std::int64_t kSize = 1 << 20;
  EXPECT_THAT(times(at_flow_level(f), {{Time{1}, 0, 6, {kSize}},
                                       {Time{1}, 1, 3, {2 * kSize}},
                                       {Time{1}, 2, 4, {2 * kSize}},
                                       {Time{1}, 5, 7, {2 * kSize}}}),
              testing::ElementsAre(2 * wire(kSize) + latency(f, 3), 3 * wire(kSize) + latency(f, 1),
                                   3 * wire(kSize) + latency(f, 1), 3 * wire(kSize) + latency(f, 1)));
}

TEST(FlowLevel, IncastDividesTheReceiversLink) {
  const TestFabric f{.extents = {3, 3}, .endpoints_per_router = 1};
  constexpr std::int64_t kSize = 1 << 20;
  std::vector<Script::Message> script;
  for (std::uint32_t from = 1; from < 9; ++from) script.push_back({Time{1}, from, 0, {kSize}});
  const std::vector<std::int64_t> all = times(at_flow_level(f), script);
  for (std::uint32_t i = 0; i < 8; ++i) {
    EXPECT_EQ(all[i], 8 * wire(kSize) + latency(f, f.hops(i + 1, 0)));
  }
}

TEST(FlowLevel, ANicSendsOneMessageAfterTheOther) {
  const TestFabric f{.extents = {5}};
  constexpr std::int64_t kSize = 1 << 20;
  const std::vector<Script::Message> script{{Time{1}, 0, 1, {kSize}}, {Time{1}, 0, 4, {kSize}}};
  EXPECT_THAT(times(at_flow_level(f), script),
              testing::ElementsAre(wire(kSize) + latency(f, 1), 2 * wire(kSize) + latency(f, 1)));
  const std::string together = "scheduler = \"round-robin\"\n";
  std::string toml = at_flow_level(f);
  toml.insert(toml.find("[nic]\n") + 6, together);
  EXPECT_THAT(times(toml, script), testing::Each(2 * wire(kSize) + latency(f, 1)));
}

TEST(FlowLevel, ShortMessagesTakeTheirNicsTimeAndNoShare) {
  const TestFabric f{.extents = {3, 3}};
  std::vector<Script::Message> script{{Time{1}, 8, 0, {1 << 20}}};
  for (std::uint32_t from = 1; from < 4; ++from) script.push_back({Time{1}, from, 0, {128}});
  const std::vector<std::int64_t> all = times(at_flow_level(f), script);
  EXPECT_EQ(all[0], wire(1 << 20) + latency(f, f.hops(8, 0)));
  // Three arrive together over one hop, and leave the ejection link one after the other.
  std::vector<std::int64_t> shorts(all.begin() + 1, all.end());
  std::ranges::sort(shorts);
  EXPECT_THAT(shorts, testing::ElementsAre(latency(f, 1) + wire(128), latency(f, 1) + 2 * wire(128),
                                           latency(f, 1) + 3 * wire(128)));
}

Results motif(std::string_view level, std::string_view machine, std::string_view job,
              unsigned threads = 1) {
  return simulate_test(TestConfig(fmt::format("fidelity = '{}'\n{}[[jobs]]\n{}", level, machine, job)),
                       threads);
}

double error_of(std::string_view machine, std::string_view job) {
  const Results packets = motif("packet", machine, job), flows = motif("flow", machine, job);
  EXPECT_EQ(flows.exit, Exit::done);
  EXPECT_EQ(flows.delivered.messages, packets.delivered.messages);
  EXPECT_EQ(flows.delivered.bytes, packets.delivered.bytes);
  EXPECT_EQ(flows.delivered.packets, packets.delivered.packets);
  return static_cast<double>(flows.time.ps) / static_cast<double>(packets.time.ps) - 1;
}

TEST(FlowLevel, FollowsThePacketLevel) {
  constexpr std::string_view kTorus = "[topology]\ntype = 'torus'\nextents = [4, 4, 4]\n";
  constexpr std::string_view kTree = "[topology]\ntype = 'fat-tree'\nradix = 8\nlevels = 2\n";
  constexpr std::string_view kFaces =
      "motif = { type = 'stencil', grid = [4, 4, 4], size = '64 KiB', steps = 2 }\n";
  constexpr std::string_view kSum =
      "motif = { type = 'collective', operation = 'allreduce', size = '4 MiB', steps = 2 }\nranks = 32\n";
  EXPECT_NEAR(error_of(kTorus, kFaces), 0, 0.05);
  EXPECT_NEAR(error_of(kTree, kSum), 0, 0.05);
}

TEST(FlowLevel, IsTheSameForAnyNumberOfThreads) {
  constexpr std::string_view kMachine = "[topology]\ntype = 'torus'\nextents = [4, 4]\n";
  constexpr std::string_view kJob = "motif = { type = 'stencil', grid = [4, 4], size = '64 KiB' }\n";
  const Results one = motif("flow", kMachine, kJob), many = motif("flow", kMachine, kJob, 4);
  EXPECT_EQ(one.delivered.hash, many.delivered.hash);
  EXPECT_EQ(one.time, many.time);
  EXPECT_EQ(one.events, many.events);
}

TEST(FlowLevel, RefusesWhatItCannotDo) {
  const auto refusal = [](const std::string& toml) -> std::string {
    try {
      TestConfig c(toml + "[topology]\ntype = 'torus'\nextents = [4]\n[[jobs]]\n"
                          "pattern.type = 'uniform'\n");
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  const auto has = [](const char* text) { return testing::HasSubstr(text); };
  EXPECT_THAT(refusal("fidelity = 'flow'\n[network]\ntype = 'loggp'\n"), has("test.toml:2:2: error"));
  EXPECT_THAT(refusal("fidelity = 'flow'\n[nic]\nwindow = '4 KiB'\n"), has("messages have no windows"));
  EXPECT_THAT(refusal("[flow]\nstep = '1 us'\n"), has("only fidelity = \"flow\" has flows"));
  EXPECT_THAT(refusal("fidelity = 'message'\n[power]\n"), has("has no links that draw power"));
  EXPECT_THAT(refusal("fidelity = 'fluid'\n"), has("\"flow\""));
  EXPECT_EQ(refusal("fidelity = 'message'\n"), "");
}

}  // namespace flow_test
}  // namespace kasuri
