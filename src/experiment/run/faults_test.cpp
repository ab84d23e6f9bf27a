// SPDX-License-Identifier: MIT
// Links that are slow, make errors or fail, against closed forms and laws of conservation.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>

#include "base/core/test_path.h"
#include "experiment/run/test_fabric.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace faults_test {

using ::testing::HasSubstr;

std::string refusal(const std::string& toml) {
  try {
    TestConfig planned(toml);
    return "";
  } catch (const Error& e) {
    return e.what();
  }
}

// One packet over h links, one of which is slow: it alone says how long the packet takes.
TEST(Faults, ASlowLinkIsTheSlowestWire) {
  TestFabric f;
  f.type = "mesh";
  f.extents = {4};
  for (const double factor : {0.5, 0.1, 1.0}) {
    Script::script = {{.at = Time{0}, .from = 0, .to = 3, .size = Bytes{2000}},
                      {.at = Time{0}, .from = 3, .to = 2, .size = Bytes{2000}}};
    simulate_toml(f.toml() +
                  fmt::format("[[faults.degraded]]\nlinks = ['1 2']\nrate_factor = {}\n", factor));
    const std::int64_t full = f.link_time(2000);
    const auto slow = static_cast<std::int64_t>(static_cast<double>(full) / factor);
    EXPECT_EQ(Script::script[0].arrived.ps, f.zero_load_latency(3, 2000) - full + slow) << factor;
    EXPECT_EQ(Script::script[1].arrived.ps, f.zero_load_latency(1, 2000)) << factor;
  }
}

// A stream over one link: it is held once more, and for the replay, for each error, and errors are as
// frequent as they should be.
TEST(Faults, ErrorsHoldTheLinkUntilThePacketIsThrough) {
  TestFabric f;
  f.type = "mesh";
  f.extents = {2};
  constexpr std::int64_t kPackets = 4000;
  const auto time_of = [&](const std::string& more, Results& r) {
    Script::script = {{.at = Time{0}, .from = 0, .to = 1, .size = Bytes{f.packet * kPackets}}};
    r = simulate_toml(f.toml() + more);
    EXPECT_EQ(Script::script[0].arrivals, 1);
    return Script::script[0].arrived;
  };
  Results plain, wrong;
  const Time without = time_of("", plain);
  // 2,048 bytes: 1 - (1 - 1e-5)^16384 = 15.1 % of the transmissions fail.
  const Time with = time_of("[[faults.degraded]]\nlinks = ['0 1']\nbit_error_rate = 1e-5\n"
                            "replay_time = '300 ns'\n", wrong);
  ASSERT_TRUE(wrong.faults);
  const LinkErrors e = wrong.faults->all_errors();
  // Failures before a success: a mean of p / (1 - p) = 0.178 for each packet, 712 in all, with a standard
  // deviation of sqrt(4000 p) / (1 - p) = 29.
  EXPECT_NEAR(static_cast<double>(e.errors), 712, 4 * 29);
  EXPECT_EQ(e.repeating.ps, static_cast<std::int64_t>(e.errors) * (300'000 + f.link_time(f.packet)));
  // Credits of two buffers hide some of it at the ends.
  EXPECT_NEAR(static_cast<double>((with - without).ps), static_cast<double>(e.repeating.ps),
              2e6);
  EXPECT_EQ(wrong.faults->errors.size(), 1u);
  EXPECT_EQ(wrong.delivered.packets, plain.delivered.packets);
}

const std::string kRing =
    "[topology]\ntype = 'torus'\nextents = [4, 4]\n[router]\nvcs = 8\n"
    "[link]\ncable_latency = '50 ns'\n";
const std::string kUniform =
    "[[jobs]]\npattern = { type = 'uniform', load = 0.5, message = '6 KiB', duration = '60 us' }\n";

// Links and a router's links fail under traffic: what was on them is sent again, and all arrives.
TEST(Faults, WhatWasOnFailingLinksIsSentAgain) {
  for (const char* routing : {"'detour'", "'shortest-paths'", "'detour'\ninner = 'minimal-adaptive'"}) {
    for (const char* reroute : {"0 ns", "3 us"}) {
      SCOPED_TRACE(std::string(routing) + " " + reroute);
      const std::string toml =
          kRing + "[routing]\ntype = " + routing + "\n[faults]\nreroute_time = '" + reroute +
          "'\n[[faults.failures]]\nat = '20 us'\nrandom_links = 4\n"
          "[[faults.failures]]\nat = '30 us'\nrandom_links = 3\n" + kUniform;
      TestMachine m(toml);
      m.run();
      m.expect_at_rest();
      const DeliveryStatistics d = m.machine.delivered();
      EXPECT_EQ(m.machine.unfinished(), 0);
      EXPECT_EQ(m.machine.tally(0).pending, 0);
      EXPECT_GT(d.damaged_packets, 0u);
      EXPECT_GT(d.repeated_messages, 0u);
      EXPECT_EQ(d.dropped_messages, 0u);
      // Each message of a pair, and two more for each that was asked for again.
      EXPECT_EQ(d.messages, m.machine.tally(0).messages + 2 * d.repeated_messages);
      const Results r = simulate_toml(toml);
      EXPECT_EQ(r.end, End::completed);
      EXPECT_TRUE(r.jobs[0].finished);
      EXPECT_EQ(r.faults->epochs.size(), 3u);
    }
  }
}

// A router dies, and with it its node: what goes to and from it is dropped and counted, the rest goes on.
TEST(Faults, WhatHasNoWayIsDroppedAndCounted) {
  const std::string toml = kRing + "[routing]\ntype = 'detour'\n[faults]\nreroute_time = '2 us'\n"
                                   "[[faults.failures]]\nat = '25 us'\nrouters = ['(1,2)']\n" + kUniform;
  TestMachine m(toml);
  m.run();
  m.expect_at_rest();
  const DeliveryStatistics d = m.machine.delivered();
  EXPECT_EQ(m.machine.unfinished(), 0);
  EXPECT_GT(d.dropped_messages, 10u);
  EXPECT_EQ(m.machine.tally(0).pending, static_cast<std::int64_t>(d.dropped_messages));
  const Results r = simulate_toml(toml);
  EXPECT_EQ(r.end, End::completed);
  EXPECT_TRUE(r.jobs[0].finished);
  EXPECT_EQ(r.faults->epochs[1].unreachable_pairs, 30u);
  EXPECT_EQ(r.faults->epochs[1].routers, 1u);
}

// With windows: acknowledgements that have no way are control messages, not lost messages of users,
// and who sends to what is gone does not wait for them for ever. For each seed another machine
// fails at other times.
TEST(Faults, WindowsToWhatIsGoneDoNotStayShut) {
  const std::string nine =
      "[[jobs]]\npattern = { type = 'uniform', load = 0.4, message = '9 KiB', duration = '60 us' }\n";
  std::uint64_t controls = 0;
  for (const char* window : {"2 KiB", "5 KiB", "16 KiB"}) {
    for (const char* failing :
         {"routers = ['(1,2)']", "routers = ['(1,2)']\nuntil = '45 us'", "random_routers = 3",
          "nics = [3, 9]", "random_links = 14", "random_links = 20\none_way = true",
          "random_links = 14\nuntil = '50 us'",
          "random_routers = 2\n[[faults.failures]]\nat = '38 us'\nrouters = ['(0,0)']"}) {
      for (const char* inner : {"dimension-order", "minimal-adaptive"}) {
        SCOPED_TRACE(fmt::format("{}, {}, {}", window, failing, inner));
        const std::string toml = fmt::format(
            "{}[nic]\nwindow = '{}'\n[routing]\ntype = 'detour'\ninner = '{}'\n[faults]\nreroute_time = "
            "'2 us'\nunreachable = 'drop'\n[[faults.failures]]\nat = '30 us'\n{}\n[[faults.degraded]]\n"
            "bit_error_rate = 1e-6\n{}", kRing, window, inner, failing, nine);
        TestMachine m(toml);
        m.run();
        m.expect_at_rest();
        EXPECT_EQ(m.machine.unfinished(), 0);
        const DeliveryStatistics d = m.machine.delivered();
        EXPECT_EQ(m.machine.tally(0).pending, static_cast<std::int64_t>(d.dropped_messages));
        EXPECT_LE(d.dropped_bytes.n, static_cast<std::int64_t>(d.dropped_messages) * 9216);
        controls += d.dropped_controls;
      }
    }
  }
  EXPECT_GT(controls, 0u);
  const Results r = simulate_toml(kRing +
                                  "[nic]\nwindow = '4 KiB'\n[routing]\ntype = 'detour'\n[faults]\n"
                                  "[[faults.failures]]\nat = '30 us'\nrouters = ['(2,1)']\n" +
                                  nine);
  EXPECT_EQ(r.end, End::completed);
  EXPECT_TRUE(r.jobs[0].finished);
  EXPECT_GT(r.delivered.dropped_messages, 0u);
}

// What is down comes back: messages without a way wait for it, and none is lost.
TEST(Faults, WhatComesBackLosesNothing) {
  for (const char* failing : {"routers = ['(1,2)', '(3,3)']", "nics = [2, 5, 11]",
                              "random_links = 6\none_way = true", "random_links = 12"}) {
    SCOPED_TRACE(failing);
    const std::string toml = kRing + "[routing]\ntype = 'detour'\n[faults]\nreroute_time = '2 us'\n"
                                     "[[faults.failures]]\nat = '20 us'\nuntil = '40 us'\n" +
                             std::string(failing) + "\n" + kUniform;
    TestMachine m(toml);
    m.run();
    m.expect_at_rest();
    const DeliveryStatistics d = m.machine.delivered();
    EXPECT_EQ(m.machine.unfinished(), 0);
    EXPECT_EQ(m.machine.tally(0).pending, 0);
    EXPECT_GT(d.damaged_packets, 0u);
    EXPECT_EQ(d.dropped_messages, 0u);
    EXPECT_EQ(d.messages, m.machine.tally(0).messages + 2 * d.repeated_messages);
    const Results r = simulate_toml(toml);
    EXPECT_EQ(r.end, End::completed);
    EXPECT_EQ(r.faults->epochs.size(), 3u);
    EXPECT_EQ(r.faults->epochs[2].unreachable_pairs, 0u);
  }
}

// After a repair packets go by the link again, and by no detour.
TEST(Faults, ALinkThatIsBackIsUsed) {
  const Results r = simulate_toml(
      kRing + "[routing]\ntype = 'detour'\n[[faults.failures]]\nuntil = '20 us'\n"
              "links = ['(0,0) (1,0)']\n" +
      kUniform);
  EXPECT_EQ(r.end, End::completed);
  EXPECT_EQ(r.delivered.damaged_packets, 0u);
  std::uint64_t over = 0;
  for (const LinkRow& l : r.links) {
    if (l.from == 0 && l.to() == 1 && !l.ejection) over += l.packets;
  }
  EXPECT_GT(over, 20u);
}

// Of a node with two NICs one fails, and its messages take the other, to the other one of their receiver.
TEST(Faults, ANodeUsesItsOtherNic) {
  for (const char* topology : {"type = 'switch'\nendpoints = 8\n",
                               "type = 'rails'\nplanes = 2\n"
                               "plane = { type = 'mesh', extents = [2, 2] }\n"}) {
    SCOPED_TRACE(topology);
    for (const char* when : {"", "at = '20 us'\n", "at = '20 us'\nuntil = '30 us'\n"}) {
      const std::string toml = "[topology]\n" + std::string(topology) +
                               "[nic]\nper_node = 2\n[faults]\nreroute_time = '3 us'\n"
                               "[[faults.failures]]\nnics = [3]\n" + when + kUniform;
      TestMachine m(toml);
      m.run();
      m.expect_at_rest();
      const DeliveryStatistics d = m.machine.delivered();
      EXPECT_EQ(m.machine.tally(0).pending, 0);
      EXPECT_EQ(d.dropped_messages, 0u);
      EXPECT_EQ(d.damaged_packets > 0, *when != 0) << when;
      const Results r = simulate_toml(toml);
      for (const LinkRow& l : r.links) {
        if (*when == 0 && l.ejection && l.to() == 3) {
          EXPECT_EQ(l.packets, 0u);
        }
      }
    }
  }
  EXPECT_THAT(refusal("[topology]\ntype = 'rails'\nplanes = 2\n"
                      "plane = { type = 'mesh', extents = [2, 2] }\n"
                      "[nic]\nper_node = 2\n[[faults.failures]]\nlinks = ['0 1']\n" + kUniform),
              HasSubstr("links and routers of several planes cannot fail"));
}

// A program loses messages for good: it does not hang without a word.
TEST(Faults, AProgramThatLosesMessagesIsTold) {
  const Results r = simulate_toml(
      kRing + "[routing]\ntype = 'detour'\n[[faults.failures]]\nat = '2 us'\nrouters = ['(1,2)']\n"
              "[[jobs]]\nprogram = 'tests/specimens/program/mixed.c'\npayload = true\n");
  EXPECT_EQ(r.end, End::deadlock);
  EXPECT_EQ(r.exit, Exit::deadlock);
  EXPECT_THAT(r.report, ::testing::Contains(HasSubstr("had no path to their destinations")));
}

// A program on a machine where links fail computes what it does on a whole one, later.
TEST(Faults, AProgramGetsAllItsMessages) {
  for (const char* program : {"mixed.c", "one_sided.c", "communicators.c"}) {
    const std::string job = fmt::format(
        "[[jobs]]\nprogram = 'tests/specimens/program/{}'\npayload = true\n", program);
    const Results whole = simulate_toml(kRing + job);
    const Results r = simulate_toml(
        kRing + "[routing]\ntype = 'detour'\n[faults]\nreroute_time = '1 us'\n[[faults.failures]]\n"
                "at = '3 us'\nrandom_links = 6\n" + job);
    EXPECT_EQ(r.end, End::completed) << program;
    EXPECT_EQ(r.exit, whole.exit) << program;
    EXPECT_EQ(r.delivered.dropped_messages, 0u);
    EXPECT_GE(r.time, whole.time) << program;
  }
}

TEST(Faults, AtTheStartNothingIsLost) {
  const std::string failed = "[[faults.failures]]\nlinks = ['(0,0) (1,0)', '(2,2):1']\nrandom_links = 2\n";
  const Results r = simulate_toml(kRing + "[routing]\ntype = 'detour'\n" + failed + kUniform);
  EXPECT_EQ(r.end, End::completed);
  EXPECT_EQ(r.delivered.damaged_packets, 0u);
  for (const LinkRow l : r.links) {
    if (l.from == 0 && l.to() == 1 && !l.ejection) {
      EXPECT_EQ(l.packets, 0u);
    }
  }
  EXPECT_THAT(refusal(kRing + failed + kUniform), HasSubstr("use 'detour'"));
  EXPECT_THAT(refusal(kRing + "[routing]\ntype = 'detour'\n[[faults.failures]]\nrouters = ['3']\n" +
                      kUniform),
              HasSubstr("cannot all reach each other"));
  EXPECT_EQ(refusal(kRing + "[routing]\ntype = 'detour'\n[faults]\nunreachable = 'drop'\n"
                            "[[faults.failures]]\nrouters = ['3']\n" + kUniform), "");
  EXPECT_THAT(refusal(kRing + "[[faults.degraded]]\nbit_error_rate = 1e-4\n[nic]\npacket = '8 KiB'\n" +
                      kUniform),
              HasSubstr("would arrive damaged"));
}

// All ranks compute for so long, and noise takes what it takes.
TEST(Faults, NoiseTakesTimeFromComputation) {
  const std::string job = "[topology]\ntype = 'switch'\nendpoints = 4\n[[jobs]]\ntrace = '" +
                          [] {
                            const auto file = test_path("compute.goal");
                            std::ofstream(file) << "num_ranks 4\nrank 0 {\ncalc 1000000\n}\nrank 1 {\ncalc "
                                                   "1000000\n}\nrank 2 {\n}\nrank 3 {\ncalc 500000\n}\n";
                            return file.string();
                          }() + "'\n";
  const Results plain = simulate_toml(job);
  const Results noisy = simulate_toml(
      job + "[noise]\ntype = 'periodic'\nperiod = '10 us'\nduration = '1 us'\ntogether = true\n");
  EXPECT_EQ(plain.time, Time{1'000'000'000});
  // 9 us of each 10 us are left: 1 ms takes 111 spans and 1 us, which begins with a detour.
  EXPECT_EQ(noisy.time, Time{1'112'000'000});
  EXPECT_EQ(noisy.jobs[0].spent.noise.ps, 2 * 112'000'000 + 56'000'000);
  EXPECT_EQ(noisy.jobs[0].spent.computing - noisy.jobs[0].spent.noise, plain.jobs[0].spent.computing);
}

}  // namespace faults_test
}  // namespace kasuri
