// SPDX-License-Identifier: MIT
// The gap table of NsimPower (section 3.1), to the picosecond, and what follows from it for two
// modes, for wake-ups of one's own accord and for transitions that can be broken off.
#include "network/power/sleep.h"

#include <gtest/gtest.h>

#include "network/net/test_print.h"

namespace kasuri {
namespace sleep_test {

// Table 1 of the paper, in ps.
constexpr std::int64_t kLt = 9'000'000, kLs = 4'480'000, kLw = 2'880'000;
constexpr SleepModes kTable1{{{Time{kLs}, Time{kLw}}, {}}};

Rest rest(std::int64_t gap, std::int64_t idle = 1'000, SleepPlan plan = {.light = {kLt}}) {
  return rest_in(plan, kTable1, false, Time{idle}, Time{idle + gap});
}
std::int64_t asleep(const Rest& r) { return r.modes[0].length().ps; }
std::int64_t delay(const Rest& r, std::int64_t gap, std::int64_t idle = 1'000) {
  return r.up.ps - idle - gap;
}

TEST(GapTable, ShortGapsCostNothing) {
  for (const std::int64_t g : {std::int64_t{-500}, std::int64_t{0}, std::int64_t{1}, kLt - 1, kLt}) {
    const Rest r = rest(g);
    EXPECT_EQ(asleep(r), 0) << g;
    EXPECT_EQ(delay(r, g), 0) << g;
    EXPECT_EQ(r.transitions, 0u) << g;
  }
}

TEST(GapTable, ARequestDuringTheTransitionWaitsForAllOfIt) {
  for (const std::int64_t g : {kLt + 1, kLt + kLs / 2, kLt + kLs - 1}) {
    const Rest r = rest(g);
    EXPECT_EQ(asleep(r), 0) << g;
    EXPECT_EQ(delay(r, g), kLt + kLs - g + kLw) << g;
    EXPECT_EQ(r.transitions, 1u) << g;
  }
}

TEST(GapTable, LongGapsAreSleptThrough) {
  for (const std::int64_t g : {kLt + kLs, kLt + kLs + 1, std::int64_t{1'000'000'000}}) {
    const Rest r = rest(g);
    EXPECT_EQ(asleep(r), g - kLt - kLs) << g;
    EXPECT_EQ(delay(r, g), kLw) << g;
    EXPECT_EQ(r.modes[0].from, Time{1'000 + kLt + kLs});
    EXPECT_EQ(r.modes[0].to, Time{1'000 + g});
  }
}

TEST(GapTable, WithoutThresholdAQueuedPacketKeepsTheLinkUp) {
  EXPECT_EQ(rest(0, 1'000, {.light = Time{0}}).transitions, 0u);
  EXPECT_EQ(delay(rest(1, 1'000, {.light = Time{0}}), 1), kLs - 1 + kLw);
}

TEST(GapTable, ALinkThatIsNeverWantedSleepsOn) {
  const Rest r = rest_in({.light = {kLt}}, kTable1, false, Time{7}, kEndless);
  EXPECT_EQ(r.modes[0], (Span{Time{7 + kLt + kLs}, kEndless}));
}

TEST(Sleep, ATransitionThatCanBeBrokenOffTurnsBackAtOnce) {
  const Rest r = rest_in({.light = {100}}, {{{Time{50}, Time{20}}, {}}}, true, Time{0}, Time{110});
  EXPECT_EQ(r.up, Time{130});
  EXPECT_EQ(r.modes[0].length(), Time{0});
}

// Light from 110 to 200, to deep until 230, deep from then on.
TEST(Sleep, DeepSleepFollowsLightSleep) {
  const SleepModes modes{{{Time{10}, Time{5}}, {Time{30}, Time{60}}}};
  const auto at = [&](std::int64_t want) {
    return rest_in({.light = {100}, .deep = {200}}, modes, false, Time{0}, Time{want});
  };
  EXPECT_EQ(at(200).modes[0].length(), Time{90});
  EXPECT_EQ(at(200).up, Time{205});
  EXPECT_EQ(at(201).up, Time{230 + 60});
  EXPECT_EQ(at(201).modes[0].length(), Time{90});
  EXPECT_EQ(at(229).modes[1].length(), Time{0});
  EXPECT_EQ(at(230).up, Time{290});
  EXPECT_EQ(at(1000).modes[1], (Span{Time{230}, Time{1000}}));
  EXPECT_EQ(at(1000).up, Time{1060});
}

TEST(Sleep, ALinkCanWakeOfItsOwnAccord) {
  const SleepModes modes{{{Time{10}, Time{50}}, {}}};
  const auto at = [&](std::int64_t want) {
    return rest_in({.light = {100}, .wake = {300}}, modes, false, Time{0}, Time{want});
  };
  EXPECT_EQ(at(299).up, Time{349});
  EXPECT_EQ(at(320).up, Time{350});  // half way up
  EXPECT_EQ(at(320).modes[0], (Span{Time{110}, Time{300}}));
  EXPECT_EQ(at(400).up, Time{400});
  EXPECT_EQ(at(400).modes[0], (Span{Time{110}, Time{300}}));
}

}  // namespace sleep_test
}  // namespace kasuri
