// SPDX-License-Identifier: MIT
// How far machine files were off, and the ranges that follow.
#include "experiment/plan/accuracy.h"

#include <gmock/gmock.h>

#include "base/core/errors.h"

namespace kasuri {
namespace accuracy_test {

using testing::HasSubstr;

const std::string kHead = "nodes,ranks_per_node,collective,algorithm,bytes,measured_us,simulated_us\n";

std::string mistake(const std::string& text) {
  try {
    MachineErrors::parse(text, "m.csv");
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

MeasuredPoint point(std::uint32_t nodes, const char* algorithm, double factor) {
  return {.nodes = nodes,
          .collective = "allreduce",
          .algorithm = algorithm,
          .bytes = 1024,
          .measured_us = 10 * factor,
          .simulated_us = 10};
}

TEST(Accuracy, WritesWhatItReads) {
  const std::vector<MeasuredPoint> points{point(8, "ring", 1.25), point(16, "ring", 0.5)};
  const MachineErrors again = MachineErrors::parse(errors_text(points), "m.csv");
  ASSERT_EQ(again.points().size(), 2);
  EXPECT_EQ(again.points()[0].nodes, 8);
  EXPECT_EQ(again.points()[0].bytes, 1024);
  EXPECT_DOUBLE_EQ(again.points()[1].factor(), 0.5);
}

TEST(Accuracy, SaysWhereATableIsWrong) {
  EXPECT_THAT(mistake("nodes,bytes\n"), HasSubstr("m.csv:1:1: error: the first line must be 'nodes,"));
  EXPECT_THAT(mistake(kHead), HasSubstr("no measured times"));
  EXPECT_THAT(mistake(""), HasSubstr("no measured times"));
  EXPECT_THAT(mistake(kHead + "8,1,allreduce,ring,1024,5\n"), HasSubstr("m.csv:2:1: error: 6 values"));
  EXPECT_THAT(mistake(kHead + "8,1,allreduce,ring,1 KiB,5,6\n"), HasSubstr("m.csv:2:20: error: '1 KiB'"));
  EXPECT_THAT(mistake(kHead + "8,1,allreduce,ring,1024,0,6\n"),
              HasSubstr("m.csv:2:25: error: '0': measured_us"));
  EXPECT_THAT(mistake(kHead + "8,1,allreduce,ring,1024,nan,6\n"), HasSubstr("'nan'"));
}

// A number of nodes with many points counts no more than one with few.
TEST(Accuracy, CountsEachNumberOfNodesTheSame) {
  std::vector<MeasuredPoint> points;
  for (int i = 0; i < 900; ++i) points.push_back(point(8, "ring", 1));
  for (int i = 0; i < 10; ++i) points.push_back(point(16, "ring", 3));
  const Range all = MachineErrors(points).factors();
  EXPECT_NEAR(all.low, 1, 1e-9);
  EXPECT_NEAR(all.high, 3, 1e-9);
  EXPECT_EQ(all.from, RangeFrom::machine);
}

TEST(Accuracy, TakesTheMostSimilarPoints) {
  std::vector<MeasuredPoint> points;
  for (std::size_t i = 0; i < MachineErrors::kLike; ++i) {
    points.push_back(point(8, "ring", 2));
    points.push_back(point(8, "rabenseifner", 0.5));
  }
  const MachineErrors errors(points);
  EXPECT_NEAR(errors.factors(point(64, "ring", 1)).low, 2, 1e-9);
  EXPECT_NEAR(errors.factors(point(64, "rabenseifner", 1)).high, 0.5, 1e-9);
  EXPECT_NEAR(errors.factors().low, 0.5, 1e-9);
  EXPECT_NEAR(errors.factors().high, 2, 1e-9);
}

TEST(Accuracy, SaysWhatNoPointIsLike) {
  const MachineErrors errors({point(8, "ring", 1), point(16, "ring", 1)});
  const auto caveats = [&](std::uint32_t nodes, std::uint32_t per_node, const char* collective) {
    return errors.caveats({.nodes = nodes, .ranks_per_node = per_node, .collective = collective});
  };
  EXPECT_THAT(caveats(32, 1, "allreduce"), testing::IsEmpty());
  EXPECT_THAT(caveats(0, 1, ""), testing::IsEmpty());  // a run says neither
  EXPECT_THAT(caveats(2, 1, "latency"),
              testing::ElementsAre("no measured time of the machine is of latency; they are of allreduce"));
  EXPECT_THAT(caveats(8, 4, "allreduce"),
              testing::ElementsAre("the machine was measured with 1 rank a node, not with 4"));
  EXPECT_THAT(caveats(65, 1, "allreduce"),
              testing::ElementsAre("the machine was measured with 8 to 16 nodes"));
  EXPECT_THAT(caveats(1, 2, "scan"), testing::SizeIs(3));
}

}  // namespace accuracy_test
}  // namespace kasuri
