// SPDX-License-Identifier: MIT
// What the connections of an Ethernet take, and what they forget.
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "base/core/host_memory.h"
#include "experiment/run/test_ethernet.h"

namespace kasuri {
namespace ethernet_memory_test {

using ethernet_test::counts;
using ethernet_test::ethernet;

// Each rank sends one message to each other, 16 at a time, the next when one is acknowledged.
class SixteenAtATime final : public Pattern, public TransportClient {
 public:
  SixteenAtATime(const config::NoParams&, PatternContext& c)
      : c_(c), client_(c_.transport.add_client(*this)),
        begin_(c_.partition.add_handler<&SixteenAtATime::begin>(this)), sent_(c_.nodes.size()) {
    c_.set_places(begin_);
  }
  void start() override {
    for (std::uint32_t i = 0; i < c_.here.size(); ++i) {
      const std::uint32_t rank = c_.here[i];
      pending_ += static_cast<std::int64_t>(c_.nodes.size() - 1);
      const SenderId sender{c_.first_sender + c_.nodes[rank].v};
      const std::uint64_t order = order_key(Phase::node, sender, c_.sequence(rank));
      c_.partition.post({Time{0}, order, c_.place(i), rank, 0, begin_});
    }
  }
  PatternTally tally() const override { return {messages_, kSize * messages_, pending_, last_, 0}; }
  void on_sent(const Message& m) override { send(m.source.v); }
  void on_arrived(const Message&) override {
    --pending_;
    last_ = c_.partition.now();
  }

 private:
  static constexpr Bytes kSize{8172};

  bool begin(const Event& e) {
    for (int i = 0; i < 16; ++i) send(e.a);
    return true;
  }
  void send(std::uint32_t rank) {
    const auto all = static_cast<std::uint32_t>(c_.nodes.size());
    if (sent_[rank] == all - 1) return;
    ++messages_;
    c_.transport.send({.source = {rank}, .destination = {(rank + ++sent_[rank]) % all}, .size = kSize,
                       .client = client_, .wants_sent = true});
  }

  PatternContext c_;
  std::uint8_t client_;
  EventKind begin_;
  std::vector<std::uint32_t> sent_;
  std::uint64_t messages_ = 0;
  std::int64_t pending_ = 0;
  Time last_{0};
};
const config::Register<SixteenAtATime> sixteen{"sixteen-at-a-time", "for tests"};

std::string exchange(int leaves, int hosts, std::string_view more) {
  std::string toml = ethernet(
      fmt::format("type = 'xgft'\nchildren = [{0}, {1}]\nparents = [{0}]", hosts, leaves), 400, more);
  return toml.replace(toml.find("'script'"), 8, "'sixteen-at-a-time'");
}

// Counters and tables of an idle pair take at most 64 bytes at either end, a busy one at most 4 KB.
TEST(EthernetMemory, IdlePairsTakeLittle) {
  for (const char* preset : {"uec-1.0", "uec-2024"}) {
    TestMachine m(exchange(16, 16, fmt::format("preset = '{}'\nidle_connections = 0", preset)));
    m.run();
    const NetworkMemory memory = m.machine.domain(0).network().memory();
    constexpr std::uint64_t kPairs = 256 * 255, kBusy = 256 * 16;
    EXPECT_LE(memory.messages, kPairs * 2 * 64 + kBusy * 4096);
    EXPECT_GE(memory.messages, kPairs * 2 * 48);
  }
}

std::uint64_t peak(const std::string& toml) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    std::uint64_t n = 0;
    if (simulate_test(TestConfig(toml)).end == End::completed) n = peak_memory();
    _exit(write(ends[1], &n, sizeof n) == sizeof n ? 0 : 1);
  }
  std::uint64_t n = 0;
  EXPECT_EQ(read(ends[0], &n, sizeof n), static_cast<ssize_t>(sizeof n));
  waitpid(child, nullptr, 0);
  close(ends[0]), close(ends[1]);
  return n;
}

// A million pairs of 1,024 hosts: within 1 GiB.
TEST(EthernetMemory, AnAllToAllOfAThousandHostsFits) {
  if (!std::getenv("KASURI_LONG")) GTEST_SKIP() << "half a minute: KASURI_LONG=1";
  const std::uint64_t most = peak(exchange(32, 32, "preset = 'uec-1.0'"));
  EXPECT_GT(most, std::uint64_t{1024} * 1023 * 2 * 48);
  EXPECT_LT(most, std::uint64_t{1} << 30);
}

// A connection that was idle begins with a whole window again; one that is kept goes on with what it has.
TEST(EthernetMemory, PairsThatRestForgetTheirWindows) {
  const auto last = [](std::string_view connections) {
    Script::script.clear();
    for (std::uint32_t i = 0; i < 8; ++i) {
      Script::script.push_back({Time{0}, 127 - i, 0, {1'000'000}});
      Script::script.push_back({Time{1'000'000'000}, 127 - i, 0, {1'000'000}});
    }
    const std::string preset = fmt::format("preset = 'uec-1.0'\n{}", connections);
    return simulate_toml(ethernet(ethernet_test::kTwoTiers, 400, preset)).delivered.hash;
  };
  const auto trimmed = [](std::string_view connections, int rounds) {
    Script::script.clear();
    for (int r = 0; r < rounds; ++r) {
      for (std::uint32_t i = 0; i < 8; ++i) {
        Script::script.push_back({Time{r * 1'000'000'000ll}, 127 - i, 0, {1'000'000}});
      }
    }
    const std::string preset = fmt::format("preset = 'uec-1.0'\n{}", connections);
    const auto n = counts(simulate_toml(ethernet(ethernet_test::kTwoTiers, 400, preset)));
    return static_cast<double>(n.at("trimmed_packets"));
  };
  const double once = trimmed("", 1);
  for (const char* forgetful : {"idle_connections = 0", "connection = 'message'"}) {
    EXPECT_EQ(trimmed(forgetful, 1), once);
    EXPECT_NEAR(trimmed(forgetful, 2), 2 * once, 0.1 * once);
  }
  EXPECT_LT(trimmed("", 2), 1.7 * once);
  EXPECT_NE(last("idle_connections = 0"), last(""));
  EXPECT_EQ(last("idle_connections = 7"), last("idle_connections = 7"));
}

// Grants count from a pair's first message on, also if its sender has forgotten all but their sum.
TEST(EthernetMemory, GrantsGoOnAfterARest) {
  Script::script.clear();
  for (std::int64_t r = 0; r < 4; ++r) {
    for (std::uint32_t i = 0; i < 4; ++i) {
      Script::script.push_back({Time{r * 1'000'000'000}, 127 - i, 0, {1'000'000}});
    }
  }
  const Results r = simulate_toml(ethernet(ethernet_test::kTwoTiers, 400,
                                           "preset = 'uec-1.0'\nidle_connections = 0\n"
                                           "[nic]\nsend_control = { type = 'rccc' }"));
  ASSERT_EQ(r.end, End::completed);
  EXPECT_EQ(counts(r).at("timeouts"), 0u);
  EXPECT_NEAR(static_cast<double>(counts(r).at("completion_max_ps")) * 1e-6, 89.8, 0.5);
}

}  // namespace ethernet_memory_test
}  // namespace kasuri
