// SPDX-License-Identifier: MIT
// Uniform open-loop traffic is a Poisson process with uniform destinations: counts, intervals and
// destinations against their distributions, with bounds at five standard deviations.
#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "base/core/errors.h"
#include "mpi/ranks/test_transport.h"
#include "workload/patterns/open_loop.h"

namespace kasuri {
namespace uniform_test {

// A transport that writes down what is sent, before the network of one formula carries it.
class Recorder final : public Transport {
 public:
  struct Sent {
    Time at;
    std::uint32_t from, to;

    friend bool operator==(const Sent&, const Sent&) = default;
  };

  Recorder(Partition& p, std::uint32_t nodes)
      : partition_(p), network_(p, nodes, Time{1'000'000}, BytesPerSecond{100'000'000'000}) {}
  std::uint8_t add_client(TransportClient& c) override { return network_.add_client(c); }
  void send(const Message& m) override {
    sent.push_back({partition_.now(), m.source.v, m.destination.v});
    network_.send(m);
  }
  Bytes on_wire(Bytes payload) const override { return payload + Bytes{48}; }

  std::vector<Sent> sent;

 private:
  Partition& partition_;
  TestTransport network_;
};

struct Traffic {
  std::uint32_t ranks = 16;
  double load = 0.25;
  std::uint64_t seed = 1;
  std::uint32_t job = 0;
  std::int64_t duration_us = 2000;
  std::string pattern = "type = \"uniform\"";
  mutable std::map<std::pair<std::uint32_t, std::uint32_t>, double> demand{};  // of the last sent()

  std::vector<Recorder::Sent> sent() const {
    Partition partition;
    Recorder transport(partition, ranks);
    auto document = config::Document::parse(
        pattern + "\nload = " + std::to_string(load) +
            "\nmessage = \"952 B\"\nduration = \"" + std::to_string(duration_us) + " us\"\n",
        "test");
    const auto choice = config::read<config::Choice<Pattern>>(document.root());
    document.finish();
    std::vector<NodeId> nodes;
    std::vector<std::uint32_t> here;
    for (std::uint32_t r = 0; r < ranks; ++r) {
      nodes.push_back({r});
      here.push_back(r);
    }
    PatternContext context{.partition = partition, .transport = transport, .nodes = nodes,
                           .here = here, .places = here, .first_sender = 0, .job = job, .seed = seed,
                           .injection_rate = BytesPerSecond{1'000'000'000}};
    const auto pattern = choice.make(context);
    for (std::uint32_t r = 0; r < ranks && dynamic_cast<OpenLoop*>(pattern.get()); ++r) {
      dynamic_cast<OpenLoop&>(*pattern).demand(r, [&](std::uint32_t to, double share) {
        demand[{r, to}] += share;
      });
    }
    EXPECT_EQ(pattern->planned_end(), Time{duration_us * 1'000'000});
    pattern->start();
    partition.run_until(kNever);
    EXPECT_EQ(pattern->tally().pending, 0);
    EXPECT_EQ(pattern->tally().messages, transport.sent.size());
    EXPECT_EQ(pattern->tally().bytes, Bytes{952} * static_cast<std::int64_t>(transport.sent.size()));
    return transport.sent;
  }
  // 952 bytes and a header of 48 at 1 GB/s, times 1 / load.
  double mean_interval_ps() const { return 1e6 / load; }
};

// In each slot with probability p: messages at multiples of the slot, intervals of k slots with probability
// p (1 - p)^(k - 1).
TEST(Uniform, SendsInSlotsByBernoulli) {
  constexpr std::int64_t kSlot = 250'000;  // a quarter of a message
  for (const double load : {0.01, 0.4, 4.0}) {
    const Traffic traffic{.load = load,
                          .pattern = "type = \"uniform\"\nprocess = \"bernoulli\"\nslot = \"250 ns\""};
    const double p = load / 4;
    const double slots = traffic.ranks * static_cast<double>(traffic.duration_us) * 1e6 / kSlot;
    const auto sent = traffic.sent();
    EXPECT_NEAR(static_cast<double>(sent.size()), slots * p, 5 * std::sqrt(slots * p * (1 - p)) + 1e-9);
    std::map<std::uint32_t, Time> last;
    std::map<std::int64_t, double> intervals;
    for (const auto& s : sent) {
      ASSERT_EQ(s.at.ps % kSlot, 0);
      if (last.contains(s.from)) intervals[(s.at - last[s.from]).ps / kSlot] += 1;
      last[s.from] = s.at;
    }
    EXPECT_FALSE(intervals.contains(0));
    const auto n = static_cast<double>(sent.size() - traffic.ranks);
    for (const std::int64_t k : {1, 2, 3}) {
      const double share = p * std::pow(1 - p, static_cast<double>(k - 1));
      EXPECT_NEAR(intervals[k] / n, share, 5 * std::sqrt(share * (1 - share) / n) + 0.01) << k;
    }
  }
}

TEST(Uniform, RefusesMoreThanAMessageInASlot) {
  const Traffic traffic{.load = 2, .pattern = "type = \"uniform\"\nprocess = \"bernoulli\""};
  EXPECT_THROW(traffic.sent(), Error);
}

TEST(Uniform, IncludesTheSenderIfAsked) {
  const Traffic traffic{.pattern = "type = \"uniform\"\nself = true"};
  const auto sent = traffic.sent();
  double own = 0;
  for (const auto& s : sent) own += s.from == s.to;
  const auto n = static_cast<double>(sent.size());
  EXPECT_NEAR(own / n, 1.0 / 16, 5 * std::sqrt(15.0 / 256 / n));
}

TEST(Uniform, SendsAPoissonNumberOfMessages) {
  for (const double load : {0.05, 0.25, 1.0}) {
    const Traffic traffic{.load = load};
    const double mean = traffic.ranks * static_cast<double>(traffic.duration_us) * 1e6 /
                        traffic.mean_interval_ps();
    EXPECT_NEAR(static_cast<double>(traffic.sent().size()), mean, 5 * std::sqrt(mean)) << load;
  }
}

// Gaps of an exponential distribution: mean and standard deviation are the same, and e^-1 of them
// are longer than the mean.
TEST(Uniform, LeavesExponentialIntervals) {
  const Traffic traffic{.ranks = 8, .load = 0.5, .duration_us = 20'000};
  std::map<std::uint32_t, Time> last;
  double n = 0, sum = 0, squares = 0, longer = 0;
  for (const auto& s : traffic.sent()) {
    const double gap = static_cast<double>((s.at - last[s.from]).ps) / traffic.mean_interval_ps();
    last[s.from] = s.at;
    n += 1;
    sum += gap;
    squares += gap * gap;
    longer += gap > 1;
  }
  const double mean = sum / n;
  EXPECT_NEAR(mean, 1, 5 / std::sqrt(n));
  EXPECT_NEAR(squares / n - mean * mean, 1, 5 * std::sqrt(8 / n));  // Var of the variance: 8/n
  EXPECT_NEAR(longer / n, std::exp(-1), 5 * std::sqrt(0.2325 / n));
}

TEST(Uniform, DrawsDestinationsUniformlyAmongTheOthers) {
  const Traffic traffic{.ranks = 10, .load = 1.0, .duration_us = 5000};
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> count;
  double n = 0;
  for (const auto& s : traffic.sent()) {
    ASSERT_NE(s.from, s.to);
    ASSERT_LT(s.to, traffic.ranks);
    count[{s.from, s.to}] += 1;
    n += 1;
  }
  ASSERT_EQ(count.size(), 90u);
  double chi_square = 0;
  for (const auto& [pair, c] : count) chi_square += (c - n / 90) * (c - n / 90) / (n / 90);
  // Chi-square of 89 degrees of freedom has mean 89 and variance 178; the Poisson senders add
  // nothing but their own 9 degrees.
  EXPECT_LT(chi_square, 89 + 5 * std::sqrt(178));
  EXPECT_GT(chi_square, 89 - 5 * std::sqrt(178));
}

TEST(Uniform, IsAFunctionOfSeedAndJob) {
  EXPECT_EQ(Traffic{}.sent(), Traffic{}.sent());
  EXPECT_NE(Traffic{.seed = 1}.sent(), Traffic{.seed = 2}.sent());
  EXPECT_NE(Traffic{.job = 0}.sent(), Traffic{.job = 1}.sent());
}

TEST(Uniform, SendsNothingAfterItsDuration) {
  const Traffic traffic{.duration_us = 100};
  for (const auto& s : traffic.sent()) EXPECT_LT(s.at, Time{100'000'000});
}

// A matrix of 3 columns and 5 rows, and its transpose of 5 columns and 3 rows.
TEST(Transpose, TurnsAGivenGrid) {
  const auto sent =
      Traffic{.ranks = 15, .duration_us = 200, .pattern = "type = \"transpose\"\ngrid = [3, 5]"}.sent();
  std::map<std::uint32_t, std::uint32_t> to;
  for (const auto& s : sent) to[s.from] = s.to;
  EXPECT_EQ(to.size(), 12u);  // the first, the last and the middle element stay
  for (const auto& [from, there] : to) EXPECT_EQ(there, from / 3 + 5 * (from % 3)) << from;
}

// What a pattern says of its destinations is what it does, in every pair, within five standard deviations.
TEST(Demand, IsWhatIsSent) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "kasuri_demand_table";
  std::ofstream(file) << "0 1 3\n0 2\n5 4\n";
  for (const std::string& pattern :
       {std::string("type = 'uniform'"), std::string("type = 'uniform'\nself = true"),
        std::string("type = 'neighbour'\ngrid = [4, 4]"), std::string("type = 'tornado'\ngrid = [4, 4]"),
        std::string("type = 'bit-complement'"), std::string("type = 'transpose'"),
        std::string("type = 'next-group'\ngroup = 4"), "type = 'table'\nfile = '" + file.string() + "'"}) {
    Traffic t;
    t.pattern = pattern;
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> count;
    for (const auto& s : t.sent()) ++count[{s.from, s.to}];
    const double each = static_cast<double>(t.duration_us) * 1e6 / t.mean_interval_ps();
    for (const auto& [pair, n] : count) {
      if (pair.first != pair.second) EXPECT_TRUE(t.demand.contains(pair)) << pattern;
    }
    for (const auto& [pair, share] : t.demand) {
      EXPECT_NEAR(count[pair], share * each, 5 * std::sqrt(share * each)) << pattern;
    }
  }
  std::filesystem::remove(file);
}

TEST(Flows, RefuseSizesBesideAFile) {
  auto document = config::Document::parse("type = 'flows'\nsizes = 'hadoop'\nfile = 'none'\n", "test");
  config::read<config::Choice<Pattern>>(document.root());
  EXPECT_THAT([&] { document.finish(); },
              testing::ThrowsMessage<Error>(testing::AllOf(
                  testing::HasSubstr("test:2:9: error: 'file' has the distribution: remove one"),
                  testing::HasSubstr("test:3:8: error: 'sizes' is 'hadoop': remove one"))));
}

TEST(Uniform, HasNobodyToSendToAlone) { EXPECT_TRUE(Traffic{.ranks = 1}.sent().empty()); }

// Destinations in the proportion of their weights; ranks without a row send nothing.
TEST(TrafficTable, SendsByWeight) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "kasuri_traffic_table";
  std::ofstream(file) << "0 1 3\n0 2\n5 4\n";
  Traffic t;
  t.pattern = "type = \"table\"\nfile = \"" + file.string() + "\"";
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> count;
  for (const auto& s : t.sent()) ++count[{s.from, s.to}];
  EXPECT_EQ(count.size(), 3u);
  const double most = count[{0, 1}], all = most + count[{0, 2}];
  EXPECT_NEAR(most / all, 0.75, 5 * std::sqrt(0.75 * 0.25 / all));
  EXPECT_GT((count[{5, 4}]), 100);
  std::ofstream(file) << "0 1 0\n0 16\n3 3\n1\n";
  try {
    t.sent();
    ADD_FAILURE();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), testing::AllOf(testing::HasSubstr(":1:5: error: a weight is an integer from 1"),
                                         testing::HasSubstr(":2:3: error: ranks are 0 to 15, not '16'"),
                                         testing::HasSubstr(":3:3: error: rank 3 sends to itself"),
                                         testing::HasSubstr(":4:1: error: expected `SOURCE DESTINATION`")));
  }
  std::filesystem::remove(file);
}

}  // namespace uniform_test
}  // namespace kasuri
