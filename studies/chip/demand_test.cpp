// SPDX-License-Identifier: MIT
// Demands have the numbers and sizes that the paper's ch. 5 asks for; bad files are refused.
#include "studies/chip/demand.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "studies/chip/test_chip.h"
#include "base/core/rng.h"
#include "base/core/test_path.h"
#include "base/core/text_file.h"

namespace kasuri::chip {
namespace demand_test {

using ::testing::HasSubstr;
using ::testing::SizeIs;

std::vector<Demand> demands(const std::string& what, std::uint32_t servers,
                            std::uint64_t seed = 1) {
  DemandContext context{servers, seed};
  return test::config({"demands=" + what}).chip.demands.make(context)->demands();
}

TEST(Demands, AllPairsAreNormal) {
  for (const double sigma : {20.0, 100.0}) {
    const auto all = demands(fmt::format("{{type=\"all\",sigma_bits={}}}", sigma), 225);
    ASSERT_THAT(all, SizeIs(225 * 224));
    double mean = 0, variance = 0;
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (const Demand& d : all) {
      EXPECT_NE(d.source, d.target);
      pairs.emplace(d.source.v, d.target.v);
      mean += static_cast<double>(d.bits) / static_cast<double>(all.size());
    }
    for (const Demand& d : all) {
      variance += std::pow(static_cast<double>(d.bits) - mean, 2) / static_cast<double>(all.size());
    }
    EXPECT_THAT(pairs, SizeIs(all.size()));
    EXPECT_NEAR(mean, 500, 5 * sigma / std::sqrt(all.size()));
    EXPECT_NEAR(std::sqrt(variance), sigma, 0.03 * sigma);
  }
}

TEST(Demands, RandomPairsDifferBySeedAndNotByNumber) {
  const auto few = demands("{type=\"pairs\",pairs=10}", 100);
  const auto many = demands("{type=\"pairs\",pairs=20}", 100);
  const auto other = demands("{type=\"pairs\",pairs=10}", 100, 2);
  const auto same = [](const Demand& a, const Demand& b) {
    return a.source == b.source && a.target == b.target && a.bits == b.bits;
  };
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin(), same));
  EXPECT_FALSE(std::equal(few.begin(), few.end(), other.begin(), same));
}

TEST(Demands, PatternsOfDataCentres) {
  EXPECT_THAT(demands("{type=\"incast\",sinks=3,sources=10}", 50), SizeIs(30));
  EXPECT_THAT(demands("{type=\"shuffle\",mappers=8,reducers=6}", 50), SizeIs(48));
  std::map<std::uint32_t, int> received;
  for (const Demand& d : demands("{type=\"hot_spots\",pairs=1000,spots=2,share=0.8}", 50)) {
    EXPECT_NE(d.source, d.target);
    ++received[d.target.v];
  }
  std::vector<int> counts;
  for (const auto& [server, n] : received) counts.push_back(n);
  std::ranges::sort(counts, std::greater<>());
  EXPECT_NEAR(counts[0] + counts[1], 800, 60);
}

TEST(Demands, ArePlannedInDescendingSize) {
  const auto all = demands("all", 20);
  const auto order = planning_order(all, 1);
  for (std::size_t i = 1; i < order.size(); ++i) {
    EXPECT_GE(all[order[i - 1]].bits, all[order[i]].bits);
  }
  const auto equal = demands("{type=\"pairs\",pairs=50}", 20);
  EXPECT_NE(planning_order(equal, 1), planning_order(equal, 2));
}

class DemandFiles : public ::testing::Test {
 protected:
  std::string says(const std::string& text, const std::string& format = "list") {
    const auto file = test_path("demands.csv");
    write_text(file, text);
    return test::refusal([&] {
      size_ = demands(fmt::format("{{type=\"file\",path=\"{}\",format=\"{}\"}}", file.string(),
                                  format), 4).size();
    });
  }
  std::size_t size_ = 0;
};

TEST_F(DemandFiles, AreRead) {
  EXPECT_EQ(says("source,target,bits\n# a comment\n0,1,100\n 2 , 3 , 50\r\n\n"), "");
  EXPECT_EQ(size_, 2u);
  EXPECT_EQ(says("0,1,0,2\n3,0,0,0\n0,0,0,0\n1,1,1,0\n", "matrix"), "");
  EXPECT_EQ(size_, 6u);
}

TEST_F(DemandFiles, AreRefusedWithPosition) {
  EXPECT_THAT(says("0,1,5\n0,4,5\n"), HasSubstr(".csv:2:3: error: there is no server 4"));
  EXPECT_THAT(says(""), HasSubstr(".csv:1:1: error: no demands"));
  EXPECT_THAT(says("# none\n\n"), HasSubstr(".csv:2:1: error: no demands"));
  EXPECT_THAT(says("0,0,5\n"), HasSubstr(":1:3: error: a server sends nothing to itself"));
  EXPECT_THAT(says("0,1\n"), HasSubstr(":1:1: error: 2 values; a row has three"));
  EXPECT_THAT(says("0,1,-5\n"), HasSubstr(":1:5: error: -5 is negative"));
  EXPECT_THAT(says("0,one,5\n"), HasSubstr(":1:3: error: 'one' is not an integer"));
  EXPECT_THAT(says("0,1,\n"), HasSubstr(":1:5: error: '' is not an integer"));
  EXPECT_THAT(says("0,1,0,0\n", "matrix"), HasSubstr("1 rows for 4 servers"));
  EXPECT_THAT(says("5,1,0,0\n", "matrix"), HasSubstr(":1:1: error: a server sends nothing"));
}

// Whatever a file holds, it is read or refused with its position.
TEST_F(DemandFiles, AreReadOrRefusedWhenBroken) {
  const std::string letters = std::string("0123456789,-# \n\r\t") + '\0' + "e.";
  const auto file = test_path("broken.csv");
  for (std::uint32_t i = 0; i < 1000; ++i) {
    std::string text = "source,target,bits\n# x\n0,1,100\n2,3,5000\n";
    for (std::uint32_t k = 0; k < 1 + i % 5; ++k) {
      const auto random = random_at(1, i, 99, k);
      const char letter = letters[below(random[1], letters.size())];
      text.insert(below(random[0], text.size()), 1, letter);
    }
    write_text(file, text);
    std::vector<Demand> read;
    const std::string why = test::refusal([&] {
      read = demands(fmt::format("{{type=\"file\",path=\"{}\"}}", file.string()), 4);
    });
    if (!why.empty()) {
      EXPECT_THAT(why, ::testing::ContainsRegex(":[0-9]+:[0-9]+: error: ")) << i;
    }
    for (const Demand& d : read) EXPECT_TRUE(d.source.v < 4 && d.target.v < 4 && d.bits >= 0);
  }
}

}  // namespace demand_test
}  // namespace kasuri::chip
