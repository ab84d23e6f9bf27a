// SPDX-License-Identifier: MIT
// Clocks against closed forms: F flits over n steps of h clocks take n h + F - 1; a shared step
// serves one packet after the other.
#include "studies/chip/delay.h"

#include <gmock/gmock.h>

#include "studies/chip/test_chip.h"

namespace kasuri::chip {
namespace delay_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Flow flow(std::vector<std::uint32_t> steps, std::int64_t bits, std::uint32_t rank = 0) {
  return {.steps = std::move(steps), .bits = bits, .rank = rank};
}

TEST(Delay, OfOnePacketIsTheClosedForm) {
  for (const std::uint32_t hop : {1u, 3u}) {
    for (const std::uint32_t steps : {1u, 2u, 7u}) {
      DelayParams p;
      p.hop_clocks = hop;
      std::vector<std::uint32_t> all(steps);
      for (std::uint32_t i = 0; i < steps; ++i) all[i] = i;
      // 1000 bits are 62.5 flits of 16 bits.
      EXPECT_EQ(simulate({flow(all, 1000)}, steps, p).makespan, steps * hop + 63 - 1);
    }
  }
}

TEST(Delay, PacketsOfOneDemandFollowEachOther) {
  DelayParams p;
  p.packet_bits = 256;
  // 16 + 16 + 16 + 15 flits, back to back over three steps.
  EXPECT_EQ(simulate({flow({0, 1, 2}, 1000)}, 3, p).makespan, 63 + 2);
}

TEST(Delay, ASharedStepServesTheOnePlannedFirst) {
  const DelayParams p;
  const Delays d = simulate({flow({0, 1}, 160, 1), flow({0, 2}, 160, 0)}, 3, p);
  EXPECT_THAT(d.arrival, ElementsAre(10 + 10 + 1, 10 + 1));
}

TEST(Delay, TheHeadThatCameFirstGoesFirst) {
  const DelayParams p;
  // Flow 0 needs one step to reach the shared step 9, flow 1 none.
  const Delays d = simulate({flow({0, 9}, 160, 0), flow({9}, 320, 1)}, 10, p);
  EXPECT_THAT(d.arrival, ElementsAre(20 + 10, 20));
}

// Four demands for one server, over steps of their own: the port is held until the longest tail, which came
// first, has passed; then the others are there at once. One for another server does not wait.
TEST(Delay, APortIsHeldUntilATailHasPassed) {
  DelayParams p;
  std::vector<Flow> flows{flow({0}, 188 * 16, 0), flow({1}, 160, 1), flow({2}, 320, 2), flow({3}, 480, 3)};
  flows.push_back(flow({4}, 320, 4));
  flows[4].target = 1;
  EXPECT_THAT(simulate(flows, 5, p).arrival, ElementsAre(188, 10, 20, 30, 20));
  p.ejection = Ejection::held;
  EXPECT_THAT(simulate(flows, 5, p).arrival, ElementsAre(188, 188, 188, 188, 20));
  std::swap(flows[0].rank, flows[1].rank);  // the short one is planned first, and passes first
  EXPECT_THAT(simulate(flows, 5, p).arrival, ElementsAre(188, 10, 188, 188, 20));
}

TEST(Delay, AFullBufferHoldsPacketsBack) {
  DelayParams p;
  p.buffer_packets = 1;
  // Flows 0 and 1 go over step 0 to step 1, which flow 2 holds for 100 clocks. With room for one
  // packet behind step 0 the second leaves only when the first has left that buffer.
  const std::vector<Flow> flows{flow({0, 1}, 160, 1), flow({0, 2}, 160, 2), flow({1}, 1600, 0)};
  EXPECT_THAT(simulate(flows, 3, p).arrival, ElementsAre(110, 121, 100));
  p.buffer_packets = 2;
  EXPECT_THAT(simulate(flows, 3, p).arrival, ElementsAre(110, 21, 100));
  p.buffer_packets.reset();
  EXPECT_THAT(simulate(flows, 3, p).arrival, ElementsAre(110, 21, 100));
}

TEST(Delay, ADeadlockIsReported) {
  DelayParams p;
  p.buffer_packets = 1;
  // Three packets around a ring of three switches, each wanting the buffer that the next one holds.
  const std::vector<Flow> ring{flow({0, 1, 2}, 160), flow({1, 2, 0}, 160, 1),
                               flow({2, 0, 1}, 160, 2)};
  EXPECT_THAT(test::refusal([&] { simulate(ring, 3, p); }), HasSubstr("deadlock at clock"));
  p.buffer_packets = 2;
  EXPECT_GT(simulate(ring, 3, p).makespan, 0);
}

TEST(Delay, RoundsFollowEachOther) {
  const DelayParams p;
  const std::vector<Flow> flows{flow({0}, 160, 0), flow({0}, 160, 1)};
  EXPECT_THAT(simulate_rounds(flows, {1, 0}, 2, 1, p).arrival, ElementsAre(20, 10));
}

TEST(Delay, ARoundWaitsForTheDemandsThatStartInIt) {
  const DelayParams p;
  std::vector<Flow> flows{flow({0}, 160, 0), flow({0}, 160, 1), flow({}, 160, 2)};
  flows[1].start = 100;
  const std::vector<std::int64_t> starts{0, 100, 0};
  const Delays delays = simulate_rounds(flows, {0, 1, 1}, 2, 1, p);
  EXPECT_THAT(delays.arrival, ElementsAre(10, 110, Delays::kNever));
  Measures m;
  fill_delays(m, delays, starts);
  EXPECT_EQ(m.makespan, 110);
  EXPECT_EQ(m.mean_latency, 10);  // of the two that arrived
}

TEST(Delay, ServerWiresLimitASource) {
  // Two demands of one server over different links: together without its wire, in turn with it.
  const auto makespan = [](const std::string& links) {
    Experiment e(test::config({"servers=3x3", "wiring=mesh", "delay.server_links=" + links}));
    e.demands = {{{4}, {3}, 160}, {{4}, {5}, 160}};
    e.order = {0, 1};
    return measure(e, e.plan(e.config.chip.planner)).planned.makespan;
  };
  EXPECT_EQ(makespan("false"), 10);
  EXPECT_EQ(makespan("true"), 10 + 10 + 2);
}

}  // namespace delay_test
}  // namespace kasuri::chip
