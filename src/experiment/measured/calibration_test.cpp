// SPDX-License-Identifier: MIT
// Predictions against closed forms, and calibrations that find constants which are known.
#include "experiment/measured/calibration.h"

#include <gmock/gmock.h>

#include <cmath>

#include "base/core/errors.h"
#include "base/core/test_path.h"
#include "base/core/text_file.h"
#include "experiment/measured/least_squares.h"
#include "experiment/measured/question.h"

namespace kasuri::measured {
namespace calibration_test {

using testing::HasSubstr;

// A switch without latency but for overheads: everything can be calculated.
std::string machine_with(const std::string& mpi) {
  const std::string path = test_path("machine.toml");
  write_text(path,
             "[topology]\ntype = \"switch\"\nendpoints = 8\n[link]\nrate = \"1 GB/s\"\n"
             "[nic]\npacket = \"1 KiB\"\n[mpi]\neager_limit = \"1 MiB\"\n" +
                 mpi);
  return path;
}

Question question(const std::string& machine) {
  return {.machine = machine,
          .overrides = {},
          .nodes = Nodes::parse("8"),
          .collective = "allreduce",
          .algorithm = "recursive-doubling",
          .bytes = 1024};
}

TEST(Prediction, IsAClosedForm) {
  Question q = question(machine_with("send_overhead = \"1 us\"\n"));
  const Time with = ask(q).time;
  q.overrides = {"mpi.send_overhead=0 s"};
  const Time without = ask(q).time;
  EXPECT_EQ(with - without, Time{3'000'000});  // three rounds of a message each
  EXPECT_GT(without, Time{3 * 1'024'000});     // three times a kibibyte at 1 GB/s
}

TEST(Prediction, TakesTheNamesOfMeasurements) {
  Question q = question(machine_with(""));
  const Time own = ask(q).time;
  q.algorithm = "recursive_doubling_over";
  EXPECT_EQ(ask(q).time, own);
  q.algorithm = "default-ring";
  EXPECT_NE(ask(q).time, own);
  for (const char* libraries_choice : {"default_ompi", "default-mpich", "default", ""}) {
    q.algorithm = libraries_choice;
    EXPECT_EQ(algorithm_of(q).library, "open-mpi-4.1");
  }
  q.algorithm = "recursive-dubling";
  EXPECT_THAT([&] { ask(q); },
              testing::ThrowsMessage<Error>(HasSubstr("did you mean 'recursive-doubling'?")));
  q = question(q.machine);
  q.collective = "alltoall";
  q.algorithm = "";
  q.bytes = 1001;
  EXPECT_THAT([&] { ask(q); },
              testing::ThrowsMessage<Error>(HasSubstr("the nearest sizes are 1000 and 1008")));
}

TEST(Prediction, HasBusBandwidth) {
  EXPECT_DOUBLE_EQ(bus_factor(mpi::Collective::allreduce, 4), 1.5);
  EXPECT_DOUBLE_EQ(bus_factor(mpi::Collective::alltoall, 4), 0.75);
  EXPECT_DOUBLE_EQ(bus_factor(mpi::Collective::bcast, 4), 1);
}

// Larger packets, where they are many, change the answer by little.
TEST(Prediction, MayBeCoarser) {
  Question q = question(machine_with(""));
  q.bytes = 8 << 20;
  for (const char* algorithm : {"ring", "recursive-doubling", "rabenseifner"}) {
    q.algorithm = algorithm;
    q.packets = 0;
    const Answer fine = ask(q);
    q.packets = 10'000;
    const Answer coarse = ask(q);
    EXPECT_GT(coarse.coarser, 1) << algorithm;
    EXPECT_LT(coarse.packet_hops, fine.packet_hops / 2) << algorithm;
    EXPECT_NEAR(std::log(static_cast<double>(coarse.time.ps) / static_cast<double>(fine.time.ps)), 0, 0.03)
        << algorithm;
  }
}

// Times of a machine with other constants than the one that the fit starts from.
TEST(Calibration, FindsConstantsThatAreKnown) {
  const std::string truth = machine_with("send_overhead = \"700 ns\"\nreduce_rate = \"3 GB/s\"\n");
  std::vector<Measurement> points;
  for (const std::int64_t bytes : {16, 256, 4096, 65536, 524288}) {
    for (const char* algorithm : {"recursive-doubling", "ring"}) {
      Question q = question(truth);
      q.algorithm = algorithm;
      q.bytes = bytes;
      points.push_back({.nodes_text = "8",
                        .nodes = q.nodes,
                        .collective = q.collective,
                        .algorithm = algorithm,
                        .bytes = bytes,
                        .median_us = static_cast<double>(ask(q).time.ps) * 1e-6});
    }
  }
  CalibrationTask task{.machine = machine_with("send_overhead = \"200 ns\"\nreduce_rate = \"10 GB/s\"\n"),
                       .points = points,
                       .keys = {"mpi.send_overhead", "mpi.reduce_rate", "mpi.reduce_rate_in_memory"}};
  const Calibration c = calibrate(task);
  ASSERT_EQ(c.constants.size(), 3);
  EXPECT_EQ(c.constants[0].after, "700 ns");
  EXPECT_EQ(c.constants[1].after, "3 GB/s");
  // No vector is larger than the cache.
  EXPECT_EQ(c.constants[2].after, "none");
  EXPECT_GT(c.constants[2].error_factor, 1e9);
  for (const Compared& p : c.points) EXPECT_NEAR(p.log_error(), 0, 0.01);
}

TEST(Calibration, LeavesOutWhatCannotBeSimulated) {
  const Measurement odd{.nodes_text = "8",
                        .nodes = Nodes::parse("8"),
                        .collective = "alltoall",
                        .algorithm = "pairwise",
                        .bytes = 1001,
                        .median_us = 30};
  Measurement even = odd;
  even.bytes = 1000;
  const Calibration c = calibrate({.machine = machine_with(""), .points = {odd, even}});
  EXPECT_THAT(c.points[0].error, HasSubstr("the nearest sizes are 1000 and 1008"));
  EXPECT_EQ(c.points[1].error, "");
  EXPECT_GT(c.points[1].simulated_us, 0);
}

TEST(Calibration, SaysWhatTheDataDoNotDetermine) {
  const std::string machine = machine_with("");
  CalibrationTask task{.machine = machine, .keys = {"mpi.send_overhead", "mpi.receive_overhead"}};
  Question q = question(machine);
  for (const std::int64_t bytes : {16, 256, 1024}) {
    task.points.push_back({.nodes_text = "8",
                           .nodes = q.nodes,
                           .collective = "allreduce",
                           .algorithm = "ring",
                           .bytes = bytes,
                           .median_us = 30});
  }
  EXPECT_THAT([&] { calibrate(task); },
              testing::ThrowsMessage<Error>(HasSubstr("3 measured points cannot determine 2 constants")));
  for (const std::int64_t bytes : {32, 64, 128}) {
    task.points.push_back({.nodes_text = "8",
                           .nodes = q.nodes,
                           .collective = "allreduce",
                           .algorithm = "ring",
                           .bytes = bytes,
                           .median_us = 31});
  }
  const Calibration c = calibrate(task);
  ASSERT_EQ(c.inseparable.size(), 1);  // each message has both
  EXPECT_EQ(c.inseparable[0].first, "mpi.send_overhead");
}

TEST(LeastSquares, FollowsMostOfThePoints) {
  FitOptions options{.least = {-10, -10}, .most = {10, 10}};
  const auto residuals = [](const std::vector<Vector>& at) {
    std::vector<Vector> all;
    for (const Vector& x : at) {
      Vector r;
      for (int i = 0; i < 20; ++i) r.push_back(x[0] + x[1] * i * 0.1 - (1 + 0.2 * i) + (i == 7 ? 9 : 0));
      all.push_back(r);
    }
    return all;
  };
  options.iterations = 30;
  const Fit fit = least_squares(residuals, {0, 0}, options);
  EXPECT_NEAR(fit.x[0], 1, 0.15);
  EXPECT_NEAR(fit.x[1], 2, 0.15);
}

TEST(Constants, AreWrittenIntoTheirSections) {
  const std::string text = with_settings(
      "# m\n[nic]\npacket = \"1 KiB\"\n[mpi]\nsend_overhead = \"1 us\"  # assumed\n"
      "[router]\nvcs = 2\n",
      {{"mpi.send_overhead", "412 ns"}, {"nic.dma_read_rate", "20 GB/s"}, {"link.rate", "3 GB/s"}},
      "fitted", "m.toml");
  EXPECT_EQ(
      text,
      "# m\n[nic]\ndma_read_rate = \"20 GB/s\"  # fitted\npacket = \"1 KiB\"\n[mpi]\n"
      "send_overhead = \"412 ns\"  # fitted\n[router]\nvcs = 2\n\n[link]\nrate = \"3 GB/s\"  # fitted\n");
  EXPECT_EQ(constant("mpi.send_overhead").text(1'284'567), "1.28 us");
  EXPECT_EQ(constant("link.rate").text(9.996e9), "10 GB/s");
  EXPECT_THAT([] { constant("mpi.sendoverhead"); },
              testing::ThrowsMessage<Error>(HasSubstr("did you mean")));
}

TEST(Constants, AreRefusedWhereTheyCannotBeReplaced) {
  for (const char* machine : {"mpi.send_overhead = \"1 us\"\n", "mpi = { send_overhead = \"1 us\" }\n",
                              "[ mpi ]\nsend_overhead = \"1 us\"\n", "[mpi]\n  send_overhead = \"1 us\"\n",
                              "[mpi]\nsend_overhead = \"\"\"\n1 us\"\"\"\n",
                              "[x]\ncaveat = '''\n[mpi]\n'''\n"}) {
    EXPECT_THAT([&] { with_settings(machine, {{"mpi.send_overhead", "412 ns"}}, "fitted", "m.toml"); },
                testing::ThrowsMessage<Error>(
                    testing::StartsWith("m.toml: error: mpi.send_overhead cannot be replaced")))
        << machine;
  }
}

}  // namespace calibration_test
}  // namespace kasuri::measured
