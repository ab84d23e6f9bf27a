// SPDX-License-Identifier: MIT
// The flow level against closed forms to the picosecond, and against the packet level.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <numeric>
#include <utility>

#include "experiment/run/test_fabric.h"
#include "experiment/run/test_run.h"

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

// What begins elsewhere within the same step does not matter.
TEST(FlowLevel, MessagesThatShareNoLinkTakeWhatTheyTakeAlone) {
  const TestFabric f{.type = "mesh", .extents = {4}, .endpoints_per_router = 2};
  constexpr std::int64_t kSize = 1 << 20;
  const std::vector<Script::Message> here{{Time{1}, 0, 2, {kSize}}, {Time{10'000'000}, 1, 3, {kSize}}};
  const std::vector<Script::Message> there{{Time{2}, 4, 6, {kSize}}, {Time{10'050'000}, 5, 7, {kSize}}};
  std::vector<Script::Message> all = here;
  all.insert(all.end(), there.begin(), there.end());
  std::vector<std::int64_t> alone = times(at_flow_level(f), here);
  const std::vector<std::int64_t> others = times(at_flow_level(f), there);
  alone.insert(alone.end(), others.begin(), others.end());
  EXPECT_EQ(times(at_flow_level(f), all), alone);
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
  // Each waits for a part of a packet of the long one.
  for (std::uint32_t i = 1; i < 4; ++i) {
    EXPECT_GE(all[i], latency(f, 1) + wire(128));
    EXPECT_LT(all[i], latency(f, 1) + wire(2048) + 3 * wire(128));
  }
  // Without it they arrive together over one hop, and leave the ejection link one after the other.
  script.erase(script.begin());
  std::vector<std::int64_t> shorts = times(at_flow_level(f), script);
  std::ranges::sort(shorts);
  EXPECT_THAT(shorts, testing::ElementsAre(latency(f, 1) + wire(128), latency(f, 1) + 2 * wire(128),
                                           latency(f, 1) + 3 * wire(128)));
}

TEST(FlowLevel, ShortMessagesPassALinkOneAfterTheOther) {
  const TestFabric f{.type = "mesh", .extents = {3}, .endpoints_per_router = 2};
  const std::vector<Script::Message> both{{Time{1}, 0, 2, {128}}, {Time{1}, 1, 3, {128}}};
  std::vector<std::int64_t> pair = times(at_flow_level(f), both);
  std::ranges::sort(pair);
  EXPECT_THAT(pair, testing::ElementsAre(latency(f, 1) + wire(128), latency(f, 1) + 2 * wire(128)));
  // No link carries more than it can, however short the messages are.
  std::vector<Script::Message> script;
  for (int i = 0; i < 40; ++i) {
    script.push_back({Time{1}, 0, 4, {2048}});
    script.push_back({Time{1}, 1, 5, {2048}});
  }
  const auto last = [&](const std::string& toml) { return std::ranges::max(times(toml, script)); };
  EXPECT_EQ(last(at_flow_level(f)), latency(f, 2) + 80 * wire(2048));
  EXPECT_EQ(last(f.toml()), latency(f, 2) + 80 * wire(2048));
}

// A flow over all ways of a pair has a share of each: three go where one way would hold one.
TEST(FlowLevel, RandomWaysSplitAFlow) {
  constexpr std::int64_t kSize = 1 << 20;
  const auto longest = [&](const char* routing) {
    std::vector<Script::Message> script;
    for (std::uint32_t i = 0; i < 3; ++i) script.push_back({Time{1}, i, 4 * i + 4, {kSize}});
    const auto all = times(fmt::format("{}[topology]\ntype = 'k-ary-n-tree'\narity = 4\nlevels = 2\n"
                                       "[routing]\ntype = '{}'\n[nic]\nheader = '0 B'\n"
                                       "[[jobs]]\npattern.type = 'script'\n", kFlow, routing),
                           script);
    return *std::ranges::max_element(all);
  };
  // Destinations 4, 8 and 12 have one root in common.
  EXPECT_GT(longest("d-mod-k"), 3 * wire(kSize));
  EXPECT_LT(longest("random-up-down"), wire(kSize) + 2'000'000);
  // Adaptive flows choose roots that others do not use.
  EXPECT_LT(longest("adaptive-up-down"), 2 * wire(kSize));
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

// Requests and clearances wait for what messages have in buffers, not for all that buffers could hold.
TEST(FlowLevel, LargeBuffersDelayNobody) {
  constexpr std::string_view kJob =
      "ranks = 32\nplacement = 'random-nodes'\n"
      "motif = { type = 'collective', operation = 'alltoall', size = '30 KiB' }\n";
  for (const std::string_view topology :
       {"type = 'k-ary-n-tree'\narity = 4\nlevels = 3\n", "type = 'torus'\nextents = [4, 4, 4]\n"}) {
    std::vector<double> all;
    for (const int kib : {8, 64, 256}) {
      const std::string machine =
          fmt::format("[router]\nvcs = 2\nbuffer = '{} KiB'\n[topology]\n{}", kib, topology);
      EXPECT_NEAR(error_of(machine, kJob), 0, 0.15) << machine;
      all.push_back(motif("flow", machine, kJob).time.seconds());
    }
    EXPECT_NEAR(all[1] / all[0], 1, 0.06);
    EXPECT_EQ(all[2], all[1]);  // more than messages have
  }
}

// Without router.buffer a NIC has sent a message when the buffer that packets would have can hold the rest.
TEST(FlowLevel, HasTheDefaultBuffersOfThePacketLevel) {
  const auto hash_with = [](std::string_view buffer) {
    return motif("flow", fmt::format("[router]\n{}[link]\nrate = '25 GB/s'\ncable_latency = '600 ns'\n"
                                     "[topology]\ntype = 'torus'\nextents = [8]\n", buffer),
                 "pattern = { type = 'uniform', load = 0.9, message = '256 KiB', duration = '100 us' }\n")
        .delivered.hash;
  };
  // Packets of 2 KiB for T = 2 × 600 ns and what routers take (network/model/credit_loop.h): 1 + 15.
  EXPECT_EQ(hash_with(""), hash_with("buffer = '32 KiB'\n"));
  EXPECT_NE(hash_with(""), hash_with("buffer = '30 KiB'\n"));
}

// Where messages begin and end each at a time of its own, shares are computed again for several changes
// together. Steps of two packets, as they are given here, are close to computing each; what is in step
// takes them anyway.
TEST(FlowLevel, WaitsForSeveralChangesWhereMessagesAreNotInStep) {
  constexpr std::string_view kMachine = "[topology]\ntype = 'torus'\nextents = [6, 6, 6]\n";
  constexpr std::string_view kSteps = "[flow]\nstep = '819.2 ns'\n[link]\nrate = '5 GB/s'\n";
  const auto run = [&](std::string_view before, std::string_view job) {
    return motif("flow", std::string(before) + std::string(kMachine), job);
  };
  for (const char* load : {"0.25", "0.6"}) {
    const std::string uniform = fmt::format(
        "pattern = {{ type = 'uniform', load = {}, message = '256 KiB', duration = '500 us' }}\n", load);
    const Results each = run(kSteps, uniform), together = run("[link]\nrate = '5 GB/s'\n", uniform);
    EXPECT_NE(together.delivered.hash, each.delivered.hash);
    EXPECT_NEAR(together.time.seconds() / each.time.seconds(), 1, 0.03) << load;
    EXPECT_NEAR(together.delivered.message_latency.seconds() / each.delivered.message_latency.seconds(), 1,
                0.03) << load;
  }
  const char* const faces = "motif = { type = 'stencil', grid = [6, 6, 6], size = '64 KiB', steps = 2 }\n";
  EXPECT_EQ(run(kSteps, faces).delivered.hash, run("[link]\nrate = '5 GB/s'\n", faces).delivered.hash);
}

// A link is up or asleep at the same times, but for what packets do before they wait for it.
TEST(FlowLevel, DrawsThePowerOfThePacketLevel) {
  constexpr std::string_view kFaces =
      "motif = { type = 'stencil', grid = [4, 4], size = '256 KiB', steps = 2, compute = '300 us' }\n";
  for (const auto& [policy, tolerance] :
       {std::pair("always-on", 0.001), std::pair("oracle", 0.001), std::pair("idle-timer", 0.02)}) {
    const std::string machine =
        fmt::format("[topology]\ntype = 'torus'\nextents = [4, 4]\n[power]\npreset = 'nsimpower-table1'\n"
                    "policy = '{}'\nt_lt = '10 us'\nchunk = '100 us'\n", policy);
    const Results packets = motif("packet", machine, kFaces), flows = motif("flow", machine, kFaces);
    const double expected = packets.power->energy.energy_j;
    EXPECT_NEAR(flows.power->energy.energy_j / expected, 1, tolerance) << policy;
  }
}

TEST(FlowLevel, SplitsWhatLinksCarryByTime) {
  constexpr std::string_view kMachine =
      "[topology]\ntype = 'torus'\nextents = [4, 4]\n[statistics.chunks]\nchunk = '20 us'\n";
  constexpr std::string_view kFaces =
      "motif = { type = 'stencil', grid = [4, 4], size = '64 KiB', steps = 4 }\n";
  const Results packets = motif("packet", kMachine, kFaces), flows = motif("flow", kMachine, kFaces);
  for (const char* column : {"to_routers", "to_nics", "from_nics"}) {
    const auto& by_packets = packets.table("chunks")->column(column);
    const auto& by_flows = flows.table("chunks")->column(column);
    ASSERT_EQ(by_flows.size(), by_packets.size());
    for (std::size_t i = 0; i < by_flows.size(); ++i) {
      EXPECT_NEAR(static_cast<double>(by_flows[i]), static_cast<double>(by_packets[i]), 16 * 2080.0);
    }
    EXPECT_EQ(std::accumulate(by_flows.begin(), by_flows.end(), std::int64_t{0}),
              std::accumulate(by_packets.begin(), by_packets.end(), std::int64_t{0}));
  }
}

// A message that wants a sleeping link waits until that is up, as its packets do.
TEST(FlowLevel, SleepingLinksWakeOneAfterTheOther) {
  const TestFabric f{.extents = {5}};
  constexpr std::string_view kPower =
      "[power]\npreset = \"tracerp-table2-torus\"\npolicy = \"idle-timer\"\nt_lt = \"5 us\"\n"
      "t_ls = \"0 ps\"\nt_lw = \"5 us\"\n";
  for (const std::int64_t size : {128, 2048, 1 << 20}) {
    const std::vector<Script::Message> script{{Time{50'000'000}, 0, 2, {size}}};
    const auto packets = times(f.toml() + std::string(kPower), script);
    const auto flows = times(at_flow_level(f, kPower), script);
    EXPECT_EQ(flows[0], packets[0]) << size;
    EXPECT_GT(flows[0], 10'000'000);
  }
}

// All cells, and other policies: benchmarks/flow-sleep. Exchanges of ranks, with rendezvous and without.
TEST(FlowLevel, ProgramsWaitForSleepingLinksAsAtPacketLevel) {
  constexpr std::string_view kTree = "[topology]\ntype = 'k-ary-n-tree'\narity = 4\nlevels = 3\n";
  constexpr std::string_view kTorus = "[topology]\ntype = 'torus'\nextents = [4, 4, 4]\n";
  const auto error = [](std::string_view topology, std::string_view policy, std::string_view eager,
                        std::string_view motif) {
    return error_of(fmt::format("[link]\nrate = '5 GB/s'\n[router]\nvcs = 2\n[power]\n"
                                "preset = 'nsimpower-table1'\npolicy = '{}'\n[mpi]\neager_limit = '{}'\n{}",
                                policy, eager, topology),
                    fmt::format("ranks = 64\nmotif = {{ {}, compute = '100 us' }}\n", motif));
  };
  constexpr std::string_view kSum =
      "type = 'collective', operation = 'allreduce', size = '64 KiB', steps = 2";
  constexpr std::string_view kAll =
      "type = 'collective', operation = 'alltoall', size = '128 KiB', steps = 1";
  constexpr std::string_view kFaces = "type = 'stencil', grid = [4, 4, 4], size = '128 KiB', steps = 2";
  for (const char* policy : {"idle-timer", "dual-mode", "oracle"}) {
    for (const char* eager : {"1 GiB", "16 KiB"}) {
      EXPECT_NEAR(error(kTree, policy, eager, kSum), 0, 0.002) << policy << eager;
      EXPECT_NEAR(error(kTorus, policy, eager, kAll), 0, 0.002) << policy << eager;
      EXPECT_NEAR(error(kTorus, policy, eager, kFaces), 0, 0.02) << policy << eager;
    }
  }
  // Neighbours at several distances, whose clearances wait behind messages that end at that moment.
  EXPECT_NEAR(error(kTree, "always-on", "16 KiB", kFaces), 0, 0.002);
}

// Two pairs share a link that wakes up; a clearance behind a request must not come before it.
TEST(FlowLevel, MessagesThatWaitForALinkKeepTheirOrder) {
  for (const char* policy : {"always-on", "idle-timer"}) {
    EXPECT_NEAR(error_of(fmt::format("[topology]\ntype = 'xgft'\nchildren = [2, 2]\nparents = [1]\n"
                                     "[link]\nrate = '25 GB/s'\n[power]\npolicy = '{}'\n", policy),
                         "ranks = 4\nmotif = { type = 'collective', operation = 'allreduce', "
                         "size = '2 MiB', steps = 3 }\n"),
                0, 0.002) << policy;
  }
}

TEST(FlowLevel, ASlowLinkHasLessToShare) {
  const TestFabric f{.type = "mesh", .extents = {2}, .endpoints_per_router = 2};
  constexpr std::int64_t kSize = 1 << 20;
  const std::string slow = "[[faults.degraded]]\nlinks = ['0 1']\nrate_factor = 0.5\n";
  EXPECT_THAT(times(at_flow_level(f, slow), {{Time{1}, 0, 2, {kSize}}, {Time{1}, 1, 3, {kSize}}}),
              testing::Each(4 * wire(kSize) + latency(f, 1)));
}

TEST(FlowLevel, GoesAroundWhatHasFailed) {
  const TestFabric f{.extents = {4, 4}};
  std::string toml = f.toml() + "[routing]\ntype = 'shortest-paths'\n"
                                "[[faults.failures]]\nlinks = ['0 1']\nrouters = ['10']\n";
  toml.replace(toml.find("[[faults"), 0, "[faults]\nunreachable = 'drop'\n");
  std::vector<Script::Message> script{{Time{1}, 0, 1, {1 << 20}}, {Time{1'000'000'000}, 9, 11, {128}}};
  EXPECT_EQ(times(kFlow.data() + toml, script), times(toml, script));
  EXPECT_GT(times(kFlow.data() + toml, script)[0], wire(1 << 20) + latency(f, 1));
  // To a router that is down.
  Script::script = {{Time{1}, 0, 10, {4096}}, {Time{1}, 0, 5, {4096}}};
  const Results r = simulate_test(TestConfig(kFlow.data() + toml));
  EXPECT_EQ(r.delivered.dropped_messages, 1u);
  EXPECT_EQ(r.delivered.dropped_bytes, Bytes{4096});
  EXPECT_EQ(r.delivered.messages, 1u);
}

TEST(FlowLevel, SaysWhatIsIgnored) {
  const TestConfig c("fidelity = 'flow'\n[router]\nspeedup = 1\narbiter = 'age'\n[topology]\n"
                     "type = 'torus'\nextents = [4]\n[link]\ncredit_time = '1 ns'\n[link.x]\n"
                     "buffer = '8 KiB'\n[[jobs]]\npattern.type = 'uniform'\n");
  EXPECT_EQ(c.document.notes(),
            "test.toml:4:1: note: 'arbiter' has no effect at flow level\n"
            "test.toml:3:1: note: 'speedup' has no effect at flow level\n"
            "test.toml:9:1: note: 'credit_time' has no effect at flow level\n"
            "test.toml:11:1: note: 'buffer' has no effect at flow level\n");
}

TEST(FlowLevel, SaysWhereThePacketLevelWouldBe) {
  constexpr std::string_view kTorus = "[topology]\ntype = 'torus'\nextents = [4, 4]\n";
  constexpr std::string_view kStencil = "motif = { type = 'stencil', grid = [4, 4], size = '64 KiB' }\n";
  const Results r = motif("flow", kTorus, kStencil);
  ASSERT_TRUE(r.fidelity);
  EXPECT_EQ(r.fidelity->run.topology, "torus");
  EXPECT_EQ(r.fidelity->run.routing, "dimension-order");
  EXPECT_EQ(r.fidelity->run.pattern, "messages");
  EXPECT_EQ(r.fidelity->run.endpoints, 16u);
  EXPECT_FALSE(r.fidelity->run.sleeps);
  EXPECT_FALSE(r.fidelity->run.several_jobs);
  EXPECT_GE(r.fidelity->run.stretch, 1);
  ASSERT_TRUE(r.fidelity->expected.nearest);
  const Range packets = r.fidelity->packet_level();
  EXPECT_LE(packets.low, packets.high);
  EXPECT_GT(packets.low, 0.5 * static_cast<double>(r.time.ps));
  EXPECT_LT(packets.high, 2 * static_cast<double>(r.time.ps));
  // Two messages on one link to a receiver take twice the time of one.
  const Results shared = motif("flow", "[topology]\ntype = 'switch'\nendpoints = 3\n[mpi]\n"
                                       "eager_limit = '1 GiB'\nalgorithms.gather = 'linear'\n",
                               "ranks = 3\nmotif = { type = 'collective', operation = 'gather', "
                               "size = '64 MiB', steps = 1 }\n");
  EXPECT_NEAR(shared.fidelity->run.stretch, 2, 0.01);
}

TEST(FlowLevel, HasNoExpectedErrorOnTopologiesThatWereNotMeasured) {
  const Results r = motif("flow",
                          "[topology]\ntype = 'jellyfish'\nrouters = 16\nlinks_per_router = 4\n",
                          "motif = { type = 'stencil', grid = [4, 4], size = '64 KiB' }\n");
  ASSERT_TRUE(r.fidelity);
  EXPECT_EQ(r.fidelity->run.topology, "jellyfish");
  EXPECT_FALSE(r.fidelity->expected.nearest);
  EXPECT_THAT(r.fidelity->expected.why_not,
              testing::HasSubstr("not measured for this topology (jellyfish)"));
}

// A job on random nodes beside an incast, which fills the buffers before the links that both use: without
// those the victim takes less than half of its time.
TEST(FlowLevel, CongestionSpreadsToOtherJobs) {
  constexpr std::string_view kMachine =
      "[topology]\ntype = 'fat-tree'\nradix = 8\nlevels = 3\n[routing]\ntype = 'd-mod-k'\n"
      "[router]\nvcs = 2\n[nic]\nsend_overhead = '200 ns'\n[link]\ncable_latency = '50 ns'\n"
      "[mpi.algorithms]\nalltoall = 'pairwise'\ngather = 'linear'\n"
      "[[jobs]]\nname = 'victim'\nranks = 64\nplacement = 'random-nodes'\n"
      "motif = { type = 'collective', operation = 'alltoall', size = '30 KiB', steps = 1 }\n"
      "[[jobs]]\nname = 'incast'\nranks = 60\nplacement = 'random-nodes'\n"
      "motif = { type = 'collective', operation = 'gather', size = '200 KiB', steps = 1 }\n";
  const auto ends = [&](std::string_view level) {
    const Results r = simulate_test(TestConfig(fmt::format("fidelity = '{}'\n{}", level, kMachine)));
    return std::pair(static_cast<double>(r.jobs[0].time.ps), static_cast<double>(r.jobs[1].time.ps));
  };
  const auto [victim, incast] = ends("packet");
  const auto [victim_flow, incast_flow] = ends("flow");
  EXPECT_NEAR(victim_flow / victim, 1, 0.1);
  EXPECT_NEAR(incast_flow / incast, 1, 0.02);
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
  EXPECT_THAT(refusal("fidelity = 'flow'\nrouting.type = 'detour'\n"
                      "[[faults.failures]]\nat = '1 us'\nlinks = ['0 1']\n"),
              has("nothing fails or comes back during a run"));
  EXPECT_THAT(refusal("fidelity = 'flow'\n[[faults.degraded]]\nbit_error_rate = 1e-9\n"),
              has("links make no errors"));
  EXPECT_THAT(refusal("fidelity = 'flow'\n[power]\npreset = 'nsimpower-table1'\npolicy = 'rate-scaling'\n"),
              has("no policy changes the rates of links at flow level"));
  for (const char* policy : {"immediate-sleep", "predictor", "coalescing", "adaptive-timer"}) {
    EXPECT_THAT(refusal(fmt::format("fidelity = 'flow'\n[power]\npreset = 'nsimpower-table1'\n"
                                    "policy = '{}'\n", policy)),
                testing::AllOf(has("test.toml:4:"), has("no link sleeps between the packets of")));
  }
  EXPECT_THAT(refusal("fidelity = 'flow'\n[power]\npreset = 'nsimpower-table1'\nt_lt = '4 us'\n"),
              has("4.096 us here"));
  EXPECT_EQ(refusal("fidelity = 'flow'\n[power]\npreset = 'nsimpower-table1'\nt_lt = '5 us'\n"), "");
  EXPECT_THAT(refusal("[flow]\nstep = '1 us'\n"), has("this section is for fidelity = \"flow\""));
  EXPECT_THAT(refusal("fidelity = 'message'\n[power]\n"), has("links do not sleep with network 'loggp'"));
  EXPECT_THAT(refusal("fidelity = 'fluid'\n"), has("\"flow\""));
  EXPECT_EQ(refusal("fidelity = 'message'\n"), "");
}

}  // namespace flow_test
}  // namespace kasuri
