// SPDX-License-Identifier: MIT
// Runs that end when they have measured: below saturation with the latency that long runs have, above it
// as saturated, at the same time and with the same figures however the machine is cut.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
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
  EXPECT_NEAR(*r.measured->offered, 0.4, 0.01);
  EXPECT_NEAR(*r.measured->accepted, 0.4, 0.01);
  EXPECT_LE(r.measured->latency_half_width->ps, r.measured->latency->ps / 50 + 1);

  // Ten times as long, all of it.
  const Results all = simulate_toml(
      "[topology]\ntype = 'torus'\nextents = [8, 8]\n[router]\nvcs = 4\n[run]\nseed = 7\n[[jobs]]\n"
      "pattern = { type = 'uniform', load = 0.4, duration = '3 ms' }\n");
  const double latency = static_cast<double>((all.delivered.latency + all.delivered.queueing).ps) /
                         static_cast<double>(all.delivered.packets);
  EXPECT_NEAR(static_cast<double>(r.measured->latency->ps), latency, 0.03 * latency);
}

TEST(Measure, SeesSaturation) {
  const Results r = simulate_toml(torus(1.5));
  EXPECT_EQ(r.end, End::measured);
  ASSERT_TRUE(r.measured);
  EXPECT_EQ(r.measured->state, SteadyState::State::saturated);
  EXPECT_FALSE(r.measured->latency);
  EXPECT_NEAR(*r.measured->offered, 1.5, 0.05);
  EXPECT_LT(*r.measured->accepted, 63. / 64);
  EXPECT_GT(*r.measured->accepted, 0.6);
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

std::string mesh(const std::string& pattern, const std::string& measure = "[measure]\n") {
  return "[topology]\ntype = 'mesh'\nextents = [4, 4]\n" + measure + "[[jobs]]\npattern = { " + pattern +
         " }\n";
}

// A pattern that ends before the measurement: what it did meanwhile is measured, and what is not known is
// not 0.
TEST(Measure, EndsWithThePattern) {
  const Results r = simulate_toml(mesh("type = 'uniform', load = 0.3, duration = '20 us'"));
  EXPECT_EQ(r.end, End::completed);
  EXPECT_TRUE(r.measured->pattern_ended);
  EXPECT_EQ(r.measured->state, SteadyState::State::unsettled);
  EXPECT_NEAR(r.measured->offered.value(), 0.3, 0.05);
  EXPECT_NEAR(r.measured->accepted.value(), 0.3, 0.05);
  EXPECT_TRUE(r.measured->latency);
  const auto json = summary_json(r);
  EXPECT_TRUE(json["steady_state"]["latency_ci95_ps"].is_null());
  EXPECT_TRUE(json["load"]["saturated"].is_null());
  const auto none = summary_json(simulate_toml(mesh("type = 'uniform', load = 0.3, duration = '3 us'")));
  for (const char* key : {"offered", "accepted", "latency_ps"}) {
    EXPECT_TRUE(none["load"][key].is_null()) << key;
  }
}

// Without a duration, every pattern lasts as long as the measurement, whatever its load.
TEST(Measure, LastsAsLongAsEveryPattern) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "kasuri_measure_table";
  std::ofstream(file) << "0 1 3\n0 2\n5 4\n12 15\n";
  for (const std::string& pattern :
       {std::string("type = 'uniform'"), std::string("type = 'neighbour'"), std::string("type = 'tornado'"),
        std::string("type = 'bit-complement'"), std::string("type = 'transpose'"),
        std::string("type = 'next-group', group = 4"), "type = 'table', file = '" + file.string() + "'"}) {
    const Results r = simulate_toml(mesh(pattern + ", load = 0.1"));
    EXPECT_EQ(r.end, End::measured) << pattern;
    EXPECT_EQ(r.measured->state, SteadyState::State::steady) << pattern;
    EXPECT_FALSE(r.measured->pattern_ended) << pattern;
    EXPECT_GT(r.time, Time{100'000'000}) << pattern;  // the default without [measure]
    EXPECT_NEAR(*r.measured->accepted / *r.measured->offered, 1, 0.02) << pattern;
    // A job that begins later is measured from then on.
    const Results later = simulate_toml(mesh(pattern + ", load = 0.1") + "start = '300 us'\n");
    EXPECT_EQ(later.measured->state, SteadyState::State::steady) << pattern;
    EXPECT_EQ(later.measured->from, Time{300'000'000} + later.measured->interval *
                                        static_cast<std::int64_t>(later.measured->warm_up));
    EXPECT_NEAR(*later.measured->offered, *r.measured->offered, 0.1 * *r.measured->offered) << pattern;
  }
  std::filesystem::remove(file);
}

// Every run of patterns says what was offered and accepted, and whether that can go on.
TEST(Load, IsInEverySummary) {
  const auto run = [](double load, const char* level = "packet") {
    return simulate_toml(fmt::format(
        "fidelity = '{}'\n[topology]\ntype = 'torus'\nextents = [8, 8]\n[router]\nvcs = 4\n[[jobs]]\n"
        "pattern = {{ type = 'uniform', load = {}, duration = '100 us' }}\n", level, load));
  };
  const Results calm = run(0.3);
  EXPECT_EQ(calm.end, End::completed);
  EXPECT_NEAR(calm.measured->offered.value(), 0.3, 0.02);
  EXPECT_NEAR(calm.measured->accepted.value(), 0.3, 0.02);
  EXPECT_FALSE(calm.measured->saturated());
  const double latency = static_cast<double>((calm.delivered.latency + calm.delivered.queueing).ps) /
                         static_cast<double>(calm.delivered.packets);
  EXPECT_NEAR(static_cast<double>(calm.measured->latency.value().ps), latency, 0.05 * latency);
  EXPECT_FALSE(summary_json(calm).contains("steady_state"));

  const Results full = run(0.95);  // it carries 0.65 (docs/validation)
  EXPECT_TRUE(full.measured->saturated());
  EXPECT_NEAR(full.measured->offered.value(), 0.95, 0.05);
  EXPECT_LT(full.measured->accepted.value(), 0.9);
  EXPECT_FALSE(full.measured->latency);
  EXPECT_EQ(summary_json(full)["load"]["saturated"], true);

  // At flow level, too, where packets have no latency.
  const Results flows = run(0.3, "flow"), full_flows = run(0.95, "flow");
  EXPECT_NEAR(flows.measured->accepted.value(), 0.3, 0.02);
  EXPECT_FALSE(flows.measured->saturated());
  EXPECT_FALSE(flows.measured->latency);
  EXPECT_TRUE(full_flows.measured->saturated());
}

TEST(Load, IsTheSameForAnyNumberOfThreads) {
  const std::string text = mesh("type = 'uniform', load = 0.4, duration = '50 us'", "");
  const auto alone = summary_json(simulate_test(TestConfig(text), 1))["load"];
  for (const unsigned threads : {2u, 3u}) {
    EXPECT_EQ(summary_json(simulate_test(TestConfig(text), threads))["load"], alone) << threads;
  }
}

// Of networks below saturation, 92 to 98 % of 400 intervals hold the mean of all.
TEST(MeasureCoverage, OfNetworksBelowSaturation) {
  if (!std::getenv("KASURI_LONG")) GTEST_SKIP() << "some minutes: KASURI_LONG=1";
  for (const char* network :
       {"type = 'mesh'\nextents = [8, 8]\n[router]\nvcs = 4\n[measure]\ninterval = '2 us'\n[[jobs]]\n"
        "pattern = { type = 'uniform', load = 0.3, message = '256 B' }\n",
        "type = 'torus'\nextents = [8, 8]\n[router]\nvcs = 4\n[measure]\nmost = 2000\n[[jobs]]\n"
        "pattern = { type = 'uniform', load = 0.5 }\n"}) {
    std::vector<Measured> steady;
    double sum = 0, intervals = 0, covered = 0;
    for (int seed = 1; seed <= 400; ++seed) {
      const Results r = simulate_toml(fmt::format("[run]\nseed = {}\n[topology]\n{}", seed, network));
      if (r.measured->state != SteadyState::State::steady) continue;
      steady.push_back(*r.measured);
      sum += static_cast<double>(r.measured->latency->ps) * static_cast<double>(r.measured->intervals);
      intervals += static_cast<double>(r.measured->intervals);
    }
    const double mean = sum / intervals, n = static_cast<double>(steady.size());
    for (const Measured& m : steady) {
      covered += std::abs(static_cast<double>(m.latency->ps) - mean) <=
                 static_cast<double>(m.latency_half_width->ps);
    }
    EXPECT_GE(n, 380) << network;
    EXPECT_GE(covered / n, 0.92) << network;
    EXPECT_LE(covered / n, 0.98) << network;
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
