// SPDX-License-Identifier: MIT
// For tests: machines from TOML text, and traffic from a script: a pattern "script" that sends the
// messages it is given at their times and remembers when they arrived.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/config/registry.h"
#include "network/net/test_print.h"
#include "experiment/plan/planning.h"
#include "experiment/run/machine.h"
#include "experiment/run/simulation.h"
#include "network/model/network_part.h"
#include "workload/patterns/pattern.h"
#include "workload/programs/compile.h"

namespace kasuri {

// A configuration as read and planned.
struct TestConfig {
  explicit TestConfig(std::string_view text, const std::filesystem::path& directory = ".")
      : TestConfig(config::Document::parse(text, "test.toml", directory)) {}
  explicit TestConfig(config::Document d)
      : document(std::move(d)), config(config::read<Config>(document.root())) {
    document.finish();
    plan = make_plan(config, document);
  }

  config::Document document;
  Config config;
  Plan plan;
};

// Simulates as `kasuri run` does.
inline Results simulate_test(TestConfig c, unsigned threads = 1, unsigned cores = 0,
                             bool alternates = false) {
  return simulate(c.config, std::move(c.plan),
                  {.include_dir = find_include_dir(),
                   .progress = {},
                   .threads = threads,
                   .cores = cores,
                   .alternates = alternates,
                   .cluster = nullptr,
                   .tell = {},
                   .record = {}});
}
inline Results simulate_toml(std::string_view text) { return simulate_test(TestConfig(text)); }

// A machine that a test can look into.
struct TestMachine {
  explicit TestMachine(std::string_view text)
      : config(text), machine(config.config, std::move(config.plan), find_include_dir()) {}

  void run() {
    machine.start();
    machine.windows().run_until(kNever, {});
  }
  // Nothing is left anywhere: packets, messages, credits that are missing.
  void expect_at_rest() {
    std::string why;
    EXPECT_TRUE(machine.domain(0).network().at_rest(why)) << why;
    EXPECT_TRUE(machine.domain(0).partition().idle());
  }

  TestConfig config;
  Machine machine;
};

class Script final : public Pattern, public TransportClient {
 public:
  struct Message {
    Time at;
    std::uint32_t from, to;  // nodes
    Bytes size;
    Time arrived = kNever;
    int arrivals = 0;
  };
  // What the next machine with this pattern sends, and what came of it.
  inline static std::vector<Message> script;

  Script(const config::NoParams&, PatternContext& context)
      : c_(context), client_(c_.transport.add_client(*this)),
        kind_(c_.partition.add_handler<&Script::send>(this)) {}

  void start() override {
    places_.resize(script.size());
    c_.partition.set_places(kind_, places_.data());
    for (std::uint32_t i = 0; i < script.size(); ++i) {
      const auto rank = std::ranges::find(c_.here, script[i].from);
      if (rank == c_.here.end()) continue;
      places_[i] = c_.place(static_cast<std::size_t>(rank - c_.here.begin()));
      ++planned_;
      c_.partition.post({script[i].at,
                         order_key(Phase::node, {c_.first_sender + script[i].from},
                                   kRankSequence + i),
                         i, 0, 0, kind_});
    }
  }
  PatternTally tally() const override {
    return {sent_, bytes_, planned_ - arrived_, last_, 0};
  }

  void on_sent(const kasuri::Message&) override {}
  void on_arrived(const kasuri::Message& m) override {
    Message& mine = script[m.user[0]];
    EXPECT_EQ(m.source.v, mine.from);
    EXPECT_EQ(m.destination.v, mine.to);
    EXPECT_EQ(m.size, mine.size);
    mine.arrived = c_.partition.now();
    last_ = std::max(last_, mine.arrived);
    ++mine.arrivals;
    ++arrived_;
  }

 private:
  bool send(const Event& e) {
    const Message& m = script[e.target];
    ++sent_;
    bytes_ += m.size;
    c_.transport.send({.source = {m.from}, .destination = {m.to}, .size = m.size,
                       .client = client_, .user = {e.target}});
    return true;
  }

  PatternContext c_;
  std::uint8_t client_;
  EventKind kind_;
  std::vector<std::uint32_t> places_;  // of the messages' senders
  std::uint64_t sent_ = 0;
  std::int64_t planned_ = 0, arrived_ = 0;
  Bytes bytes_{0};
  Time last_{0};
};

inline const config::Register<Script> script_pattern{"script", "for tests: messages of a script"};

}  // namespace kasuri
