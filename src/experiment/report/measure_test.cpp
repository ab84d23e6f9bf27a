// SPDX-License-Identifier: MIT
// Runs that end when they have measured: below saturation with the latency that long runs have, above it
// as saturated, at the same time and with the same figures however the machine is cut.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "experiment/report/summary.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace measure_test {

std::string torus(double load, const std::string& measure = "") {
  return fmt::format("[topology]\ntype = 'torus'\nextents = [8, 8]\n[router]\nvcs = 4\n[measure]\n{}\n"
                     "[[jobs]]\npattern = {{ type = 'uniform', load = {}, duration = '1 s' }}\n",
                     measure, load);
}

TEST(Measure, FindsTheSteadyStateOfAModerateLoad) {
  const Results r = simulate_toml(torus(0.4, "precision = 0.02"));
  EXPECT_EQ(r.end, End::measured);
  EXPECT_EQ(r.exit, Exit::done);
  ASSERT_TRUE(r.measured);
  EXPECT_EQ(r.measured->state, SteadyState::State::steady);
  EXPECT_NEAR(r.measured->offered, 0.4, 0.01);
  EXPECT_NEAR(r.measured->accepted, 0.4, 0.01);
  EXPECT_LE(r.measured->latency_half_width.ps, r.measured->latency.ps / 50 + 1);

  // Ten times as long, all of it.
  const Results all = simulate_toml(
      "[topology]\ntype = 'torus'\nextents = [8, 8]\n[router]\nvcs = 4\n[run]\nseed = 7\n[[jobs]]\n"
      "pattern = { type = 'uniform', load = 0.4, duration = '3 ms' }\n");
  const double latency = static_cast<double>((all.delivered.latency + all.delivered.queueing).ps) /
                         static_cast<double>(all.delivered.packets);
  EXPECT_NEAR(static_cast<double>(r.measured->latency.ps), latency, 0.03 * latency);
}

TEST(Measure, SeesSaturation) {
  const Results r = simulate_toml(torus(1.5));
  EXPECT_EQ(r.end, End::measured);
  ASSERT_TRUE(r.measured);
  EXPECT_EQ(r.measured->state, SteadyState::State::saturated);
  EXPECT_NEAR(r.measured->offered, 1.5, 0.05);
  EXPECT_LT(r.measured->accepted, 63. / 64);
  EXPECT_GT(r.measured->accepted, 0.6);
}

TEST(Measure, EndsUnsettledWhereItMust) {
  const Results limit = simulate_toml(torus(0.4) + "[run]\ntime_limit = '40 us'\n");
  EXPECT_EQ(limit.end, End::time_limit);
  EXPECT_EQ(limit.measured->state, SteadyState::State::unsettled);
  const Results most = simulate_toml(torus(0.4, "precision = 1e-6\nmost = 20"));
  EXPECT_EQ(most.end, End::measured);
  EXPECT_EQ(most.measured->state, SteadyState::State::unsettled);
  EXPECT_EQ(most.measured->intervals, 20u);
}

TEST(Measure, IsTheSameForAnyNumberOfThreads) {
  for (const double load : {0.3, 1.2}) {
    const auto run = [&](unsigned threads) {
      auto json = summary_json(simulate_test(TestConfig(torus(load)), threads));
      json.erase("host");
      return json;
    };
    const auto alone = run(1);
    EXPECT_TRUE(alone.contains("steady_state"));
    for (const unsigned threads : {2u, 3u}) EXPECT_EQ(run(threads), alone) << threads;
  }
}

TEST(Measure, IsRefusedForPrograms) {
  try {
    TestConfig c("[topology]\ntype = 'torus'\nextents = [4]\n[measure]\n[[jobs]]\nprogram = 'a.c'\n");
    ADD_FAILURE() << "not refused";
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("programs have no constant load"));
  }
}

}  // namespace measure_test
}  // namespace kasuri
