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
  std::vector<std::string> left_out;
  EXPECT_EQ(parse_measurements(kHeader + "lumi,8,1,,alltoall,ring,256,3ms\nlumi,8,1,,bcast,ring,8,3\n",
                               "m.csv", {}, &left_out)[0].line, 3);
  EXPECT_THAT(left_out, testing::ElementsAre(HasSubstr("m.csv:2:29: left out: '3ms'")));
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

// Tables between two ranks, which need no number of nodes: rates are of 10^6 bytes, those of both
// directions added; mpiGraph's are of 2^20 bytes.
TEST(Measurements, ReadsTimesBetweenTwoRanks) {
  const auto latency = parse_measurements("# OSU MPI-CUDA Latency Test v7.3\n# Datatype: MPI_CHAR.\n"
                                          "# Size       Avg Latency(us)\n0   1.5\n8   1.75\n", "osu", {});
  ASSERT_EQ(latency.size(), 2);
  EXPECT_EQ(latency[0].collective, "latency");
  EXPECT_EQ(latency[1].ranks(), 2);
  EXPECT_EQ(latency[1].median_us, 1.75);
  const auto rate = [](const std::string& name) {
    return parse_measurements("# OSU MPI " + name + " Test v5.9\n# Size      Bandwidth (MB/s)\n"
                              "1000000             20000.00\n", "osu", {})[0];
  };
  EXPECT_EQ(rate("Bandwidth").collective, "bandwidth");
  EXPECT_DOUBLE_EQ(rate("Bandwidth").median_us, 50);
  EXPECT_EQ(rate("Bi-Directional Bandwidth").collective, "exchange");
  EXPECT_DOUBLE_EQ(rate("Bi-Directional Bandwidth").median_us, 100);
  const auto barrier = parse_measurements(
      "# OSU MPI Barrier Latency Test v7.3\n# Avg Latency(us)\n   3.25\n", "osu", {.nodes = "8"});
  EXPECT_EQ(barrier[0].median_us, 3.25);
  EXPECT_THAT(mistake("# OSU MPI_Put Latency Test v7\n# Size  Latency (us)\n1 2\n"),
              HasSubstr("m.csv:3:1: error: a benchmark that is not known"));

  std::vector<std::string> left_out;
  const auto graph = parse_measurements("START mpiGraph v1.5\nMsgSize\t1048576\nTimes\t10\nWindow\t50\n"
                                        "Procs\t3\n\n1 of 3 (33.3%)\n"
                                        "Send max\t900.0\n\nSend\ta:0\tb:1\tc:2\n"
                                        "a:0 to\t0.000\t400.0\t500.0\t\nb:1 to\t600.0\t0.000\t700.0\t\n"
                                        "c:2 to\t1.0\n\n"
                                        "Recv\ta:0\na:0 from\t0.000\t9.0\t9.0\nEND mpiGraph\n",
                                        "graph", {}, &left_out);
  ASSERT_EQ(graph.size(), 1);
  EXPECT_EQ(graph[0].collective, "exchange");
  EXPECT_EQ(graph[0].ranks(), 2);  // in pairs
  EXPECT_DOUBLE_EQ(graph[0].median_us, 1e6 / 600);  // the median of four, the upper one
  EXPECT_THAT(left_out, testing::ElementsAre(HasSubstr("graph:13:1: left out: 1 values for 3 ranks")));
}

}  // namespace measurements_test
}  // namespace kasuri::measured
