// SPDX-License-Identifier: MIT
// Measured times as they are published and printed, and what is said of files that are none.
#include "experiment/measured/measurements.h"

#include <gmock/gmock.h>

#include "base/core/errors.h"

namespace kasuri::measured {
namespace measurements_test {

using testing::HasSubstr;

const std::string kHeader = "system,nodes,tasks_per_node,library,collective,algorithm,bytes,median_us\n";

std::string mistake(const std::string& text, const MeasuredDefaults& d = {}) {
  try {
    parse_measurements(text, "m.csv", d);
    return "";
  } catch (const Error& e) {
    return e.what();
  }
}

TEST(Measurements, ReadsATable) {
  const auto all = parse_measurements(kHeader +
                                          "fugaku,2x3x4,1,FJMPI,allgather,default-ring,240,19.9\r\n"
                                          "\nlumi,8,4,,alltoall,pairwise,1048576,3e2\n",
                                      "m.csv", {});
  ASSERT_EQ(all.size(), 2);
  EXPECT_EQ(all[0].nodes.count, 24);
  EXPECT_THAT(all[0].nodes.box, testing::ElementsAre(2, 3, 4));
  EXPECT_EQ(all[1].ranks_per_node, 4);
  EXPECT_TRUE(all[1].nodes.box.empty());
  EXPECT_EQ(all[1].median_us, 300);
  EXPECT_EQ(all[1].line, 4);
}

TEST(Measurements, SaysWhereATableIsWrong) {
  EXPECT_THAT(mistake("system,nodes\nlumi,3\n"),
              HasSubstr("m.csv:1:1: error: column 'collective' is missing"));
  EXPECT_THAT(mistake(kHeader + "lumi,8,1,,alltoall,ring,256\n"), HasSubstr("m.csv:2:1: error: 7 values"));
  EXPECT_THAT(mistake(kHeader + "lumi,8,1,,alltoal,ring,256,1\n"),
              HasSubstr("m.csv:2:11: error: 'alltoal': unknown operation; did you mean 'alltoall'?"));
  EXPECT_THAT(mistake(kHeader + "lumi,8x,1,,alltoall,ring,256,1\n"), HasSubstr("m.csv:2:6: error: '8x'"));
  EXPECT_THAT(mistake(kHeader + "lumi,8,1,,alltoall,ring,256,3ms\n"),
              HasSubstr("m.csv:2:29: error: '3ms': microseconds"));
  EXPECT_THAT(mistake(kHeader + "lumi,8,1,,alltoall,ring,-1,3\n"),
              HasSubstr("'-1': bytes, a number from 0"));
  EXPECT_THAT(mistake(kHeader), HasSubstr("no measured times"));
  EXPECT_THAT(mistake(""), HasSubstr("the file is empty"));
}

// Sizes of OSU and IMB are what a rank gives to each other; those of nccl-tests are whole buffers.
TEST(Measurements, ReadsWhatBenchmarksPrint) {
  const MeasuredDefaults eight{.nodes = "4", .ranks_per_node = 2, .algorithm = "ring"};
  const auto osu = parse_measurements(
      "# OSU MPI Allgather Latency Test v7.5\n# Size       Avg Latency(us)\n"
      "4          2.07\n65536      41.1\n",
      "osu", eight);
  ASSERT_EQ(osu.size(), 2);
  EXPECT_EQ(osu[1].collective, "allgather");
  EXPECT_EQ(osu[1].bytes, 8 * 65536);
  EXPECT_EQ(osu[1].median_us, 41.1);
  EXPECT_EQ(osu[1].algorithm, "ring");

  const auto imb = parse_measurements(
      "# Benchmarking Allreduce \n# #processes = 8 \n"
      "#bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n"
      "     0         1000         0.05         0.06         0.05\n"
      "  1024         1000        12.1        13.2        12.6\n",
      "imb", eight);
  ASSERT_EQ(imb.size(), 1);  // nothing is reduced by none
  EXPECT_EQ(imb[0].bytes, 1024);
  EXPECT_EQ(imb[0].median_us, 13.2);

  const auto exchange = parse_measurements(
      "# Benchmarking Sendrecv \n#bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n"
      "  1024         1000        2.1        3.2        2.6\n",
      "imb", eight);
  ASSERT_EQ(exchange.size(), 1);
  EXPECT_EQ(exchange[0].collective, "sendrecv");
  EXPECT_EQ(exchange[0].bytes, 1024);  // what each sends to the next

  const auto nccl = parse_measurements(
      "# Collective test starting: alltoall_perf\n"
      "#       size         count      type   redop    root     time   algbw   busbw\n"
      "     1048576         32768     float    none      -1    85.29   12.29   10.75\n",
      "nccl", eight);
  ASSERT_EQ(nccl.size(), 1);
  EXPECT_EQ(nccl[0].bytes, 1048576);
  EXPECT_EQ(nccl[0].median_us, 85.29);
  EXPECT_THAT(mistake("# OSU MPI Bcast Latency Test\n# Size  Avg Latency(us)\n1 2\n"),
              HasSubstr("give --nodes"));
  EXPECT_THAT(mistake("# Size  Avg Latency(us)\n1 2\n", eight), HasSubstr("give --collective"));
  MeasuredDefaults named = eight;
  named.collective = "bcast";
  EXPECT_EQ(parse_measurements("# Size  Avg Latency(us)\n1 2\n", "osu", named)[0].collective, "bcast");
  EXPECT_EQ(parse_measurements("# OSU MPI Reduce Latency Test\n# Size  Avg Latency(us)\n1 2\n", "osu",
                               named)[0].collective,
            "reduce");
}

}  // namespace measurements_test
}  // namespace kasuri::measured
