// SPDX-License-Identifier: MIT
// What each policy promises, on one link with a script of gaps.
#include "network/power/policy.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/config/document.h"
#include "base/core/rng.h"
#include "network/power/test_links.h"

namespace kasuri {
namespace policy_test {

// What a run of gaps comes to.
struct Outcome {
  Time asleep{0}, stall{0}, end{0};
  std::uint64_t transitions = 0;
};

Outcome run(TestLinks& t, const std::vector<std::int64_t>& gaps, std::int64_t length = 10) {
  Time idle{0};
  for (const std::int64_t gap : gaps) {
    const Time want = idle + Time{gap};
    idle = want + t.send(want, Time{length}) + Time{length};
  }
  const PowerResults& r = t.finish(idle);
  return {r.outputs[0].asleep[0] + r.outputs[0].asleep[1], r.outputs[0].stall, idle,
          r.outputs[0].transitions};
}
Outcome run(const TestLinks::Shape& s, const std::vector<std::int64_t>& gaps) {
  TestLinks t(s);
  return run(t, gaps);
}

std::vector<std::int64_t> random_gaps(std::uint64_t most) {
  std::vector<std::int64_t> gaps;
  for (std::uint64_t i = 0; i < 500; ++i) {
    gaps.push_back(static_cast<std::int64_t>(random_at(3, 0, 0, i)[0] % most));
  }
  return gaps;
}

TEST(Policies, AlwaysOnNeverSleeps) {
  const Outcome o = run({.policy = "always-on"}, random_gaps(10'000));
  EXPECT_EQ(o.asleep, Time{0});
  EXPECT_EQ(o.stall, Time{0});
}

TEST(Policies, ImmediateSleepIsATimerOfZero) {
  const auto gaps = random_gaps(300);
  const Outcome a = run({.policy = "immediate-sleep"}, gaps);
  const Outcome b = run({.policy = "idle-timer", .t_lt = 0}, gaps);
  EXPECT_EQ(a.asleep, b.asleep);
  EXPECT_EQ(a.stall, b.stall);
  EXPECT_EQ(a.transitions, static_cast<std::uint64_t>(
                               std::ranges::count_if(gaps, [](auto g) { return g > 0; })));
}

// A table of one row is an idle timer; of two, the previous gap says whether a link sleeps at once or
// never.
TEST(Policies, ATableIsWhatItsRowsSay) {
  const auto gaps = random_gaps(1000);
  const auto with = [&](const std::string& toml) {
    auto document = config::Document::parse("policy = { type = \"table\", " + toml + " }\n", "t");
    PowerParams params;
    params.policy = config::read<config::Choice<LinkPolicy>>(document.root().section("policy"));
    return run({.policy = "table", .params = params}, gaps);
  };
  const Outcome timer = run({.policy = "idle-timer", .t_lt = 120}, gaps);
  const Outcome one = with("sleep_after = [\"120 ps\"]");
  EXPECT_EQ(one.asleep, timer.asleep);
  EXPECT_EQ(one.stall, timer.stall);
  EXPECT_EQ(one.transitions, timer.transitions);

  const Outcome two = with("previous = [\"0 ps\", \"500 ps\"], sleep_after = [\"unlimited\", \"0 ps\"]");
  std::uint64_t after_long = gaps.back() >= 500;  // in the gap at whose begin the run ends
  for (std::size_t i = 1; i < gaps.size(); ++i) after_long += gaps[i - 1] >= 500 && gaps[i] > 0;
  EXPECT_EQ(two.transitions, after_long);
}

// The strict timer differs from the idle timer in gaps that are just T_lt, and where T_lt is 0 it wakes
// the link for each packet, however closely they follow.
TEST(Policies, TheStrictTimerSleepsAtTheVeryInstant) {
  auto gaps = random_gaps(300);
  gaps.insert(gaps.begin() + 7, {100, 100, 100});
  const Outcome a = run({.policy = "strict-timer"}, gaps);
  const Outcome b = run({.policy = "idle-timer"}, gaps);
  const auto ties = static_cast<std::uint64_t>(std::ranges::count(gaps, 100));
  EXPECT_GT(ties, 0u);
  EXPECT_EQ(a.asleep, b.asleep);
  EXPECT_EQ(a.transitions, b.transitions + ties);
  EXPECT_EQ(a.stall, b.stall + Time{70} * static_cast<std::int64_t>(ties));
  for (const char* policy : {"strict-timer", "idle-timer"}) {
    const Outcome o = run({.policy = policy, .t_lt = 0, .t_ls = 0}, std::vector<std::int64_t>(50, 0));
    const std::int64_t wakes = policy == std::string("strict-timer") ? 50 : 0;
    EXPECT_EQ(o.end, Time{50 * 10 + wakes * 20});
    EXPECT_EQ(o.asleep, Time{0});
  }
}

// For the same gaps nothing that delays nothing sleeps more than the oracle, which sleeps through
// what lies above the break-even gap of T_ls + T_lw.
TEST(Policies, TheOracleSleepsThroughAllThatIsWorthIt) {
  const auto gaps = random_gaps(300);
  std::int64_t best = 0;
  for (const std::int64_t g : gaps) best += std::max<std::int64_t>(0, g - 70);
  const Outcome o = run({.policy = "oracle"}, gaps);
  EXPECT_EQ(o.asleep, Time{best});
  EXPECT_EQ(o.stall, Time{0});
}

// Net of the wake-ups that it delays packets by, no policy saves more than the oracle: asleep minus
// stalled is what it saves against the same packets on a link that is always on.
TEST(Policies, NoneBeatsTheOracle) {
  for (const std::uint64_t most : {100ull, 300ull, 3'000ull, 100'000ull}) {
    const auto gaps = random_gaps(most);
    const Outcome best = run({.policy = "oracle"}, gaps);
    for (const char* policy : {"immediate-sleep", "idle-timer", "adaptive-timer", "predictor",
                               "perf-bound", "early-wake"}) {
      const Outcome o = run({.policy = policy}, gaps);
      EXPECT_LE(o.asleep - o.stall, best.asleep) << policy << " " << most;
    }
  }
}

TEST(Policies, TheAdaptiveTimerGivesUpOnUselessSleep) {
  // Gaps that end soon after the threshold: each one doubles it, until none is long enough.
  TestLinks::Shape s{.policy = "adaptive-timer", .t_lt = 100'000};
  EXPECT_EQ(run(s, std::vector<std::int64_t>(100, 100'100)).transitions, 1u);
  // Gaps that are worth it halve it, down to the least of 100 ns.
  const Outcome o = run({.policy = "adaptive-timer", .t_lt = 800'000},
                        std::vector<std::int64_t>(10, 10'000'000));
  const std::int64_t thresholds = 800'000 + 400'000 + 200'000 + 7 * 100'000;
  EXPECT_EQ(o.asleep.ps, 10 * (10'000'000 - 50) - thresholds);
}

TEST(Policies, ThePredictorIsUpInTimeForRegularTraffic) {
  const Outcome o = run({.policy = "predictor", .t_lt = 100'000'000},
                        std::vector<std::int64_t>(60, 5'000'000));
  // Half the way to 5 us with each gap: soon it sleeps at once, and wakes up just in time.
  EXPECT_LT(o.stall, Time{200});
  EXPECT_GT(o.asleep, Time{58 * 4'900'000ll});
}

TEST(Policies, PerfBoundKeepsItsBound) {
  std::vector<Time> asleep;
  for (const double bound : {0.0, 0.01, 0.1}) {
    auto document = config::Document::parse(
        "policy = { type = \"perf-bound\", learn = 1, bound = " + std::to_string(bound) + " }",
        "test.toml");
    TestLinks::Shape s{.t_lt = 1'000'000'000, .t_ls = 1000, .t_lw = 5000};
    s.params = config::read<PowerParams>(document.root());
    TestLinks t(s);
    const Outcome o = run(t, random_gaps(200'000));
    // It knows only what has been: the first gap of each of thirty bins may surprise it.
    EXPECT_LE(static_cast<double>(o.stall.ps), bound * static_cast<double>(o.end.ps) + 30 * 6000);
    asleep.push_back(o.asleep);
  }
  EXPECT_LT(asleep[0] * 2, asleep[1]);
  EXPECT_LT(asleep[1] * 2, asleep[2]);
}

TEST(Policies, CoalescingWaitsForTimeOrForPackets) {
  auto document = config::Document::parse(
      "policy = { type = \"coalescing\", delay = '1 ns', bytes = '300 B', packet = '100 B' }", "t");
  TestLinks::Shape s;
  s.params = config::read<PowerParams>(document.root());
  TestLinks t(s);
  // Asleep from 150. The first packet waits for 1 ns, then 20 ps for the wake-up.
  EXPECT_EQ(t.wanted(RouterId{0}, 0, Time{500}), Time{1520});
  EXPECT_EQ(t.wanted(RouterId{0}, 0, Time{700}), Time{1520});
  EXPECT_EQ(t.wanted(RouterId{0}, 0, Time{800}), Time{820});  // the third is enough
  t.used(RouterId{0}, 0, Time{820}, Time{830}, Bytes{100});
  // The other link is wanted once and still asleep when the run is over.
  EXPECT_EQ(t.wanted(RouterId{0}, 1, Time{600}), Time{1620});
  const PowerResults& r = t.finish(Time{900});
  EXPECT_EQ(r.outputs[0].asleep[0], Time{800 - 150});
  EXPECT_EQ(r.outputs[0].stall, Time{320});
  EXPECT_EQ(r.outputs[1].asleep[0], Time{900 - 150});
  EXPECT_EQ(r.chunks[0].asleep[0][0], 650 + 750);
}

TEST(Policies, DualModeSleepsDeeperLater) {
  auto document =
      config::Document::parse("policy = { type = \"dual-mode\", deep_after = '1 ns' }", "t");
  TestLinks::Shape s{.deep_t_ls = 200, .deep_t_lw = 300};
  s.params = config::read<PowerParams>(document.root());
  TestLinks t(s);
  EXPECT_EQ(t.send(Time{900}, Time{100}), Time{20});
  EXPECT_EQ(t.send(Time{1020 + 5000}, Time{100}), Time{300});
  const PowerResults& r = t.finish(Time{6420});
  EXPECT_EQ(r.outputs[0].asleep[0], Time{900 - 150 + 1000 - 150});
  EXPECT_EQ(r.outputs[0].asleep[1], Time{5000 - 1200});
}

TEST(Policies, RateScalingFollowsTheLoad) {
  for (const char* policy : {"rate-scaling", "voltage-scaling"}) {
    TestLinks t({.policy = policy});
    Time now{0};
    const auto send = [&](std::int64_t gap) {
      const Time up = t.wanted(RouterId{0}, 0, now + Time{gap});
      const Time took = t.model->slowed(RouterId{0}, 0, Time{1'000'000});
      t.used(RouterId{0}, 0, up, up + took, Bytes{1});
      now = up + took;
      return took;
    };
    EXPECT_EQ(send(0), Time{1'000'000});
    for (int i = 0; i < 20; ++i) send(30'000'000);
    EXPECT_EQ(send(30'000'000), Time{4'000'000});  // idle: a quarter of the rate
    for (int i = 0; i < 40; ++i) send(0);
    EXPECT_EQ(send(0), Time{1'000'000});           // busy: the full rate
    const PowerResults& r = t.finish(now);
    EXPECT_GT(r.outputs[0].asleep[0], Time{0});
    EXPECT_GT(r.outputs[0].asleep[1], Time{100'000'000});
    EXPECT_LT(r.outputs[0].asleep[0] + r.outputs[0].asleep[1], now);
    const EnergyReport e = t.energy();
    EXPECT_LT(e.energy_j, e.always_on_energy_j);
  }
}

TEST(Policies, VoltageScalingSavesMoreThanRateScaling) {
  PolicyContext c;
  const auto watts = [&](const char* name, std::size_t mode) {
    return config::Choice<LinkPolicy>(name).make(c)->power(mode, 1.0, 0.0);
  };
  EXPECT_DOUBLE_EQ(watts("rate-scaling", 0), 0.5);
  EXPECT_DOUBLE_EQ(watts("rate-scaling", 1), 0.25);
  EXPECT_DOUBLE_EQ(watts("voltage-scaling", 0), 0.125);
  EXPECT_DOUBLE_EQ(watts("voltage-scaling", 1), 0.25 * 0.16);
}

}  // namespace policy_test
}  // namespace kasuri
