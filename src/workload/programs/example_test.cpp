// SPDX-License-Identifier: MIT
// examples/collectives: 512 ranks with several communicators, non-blocking collectives and persistent
// requests have the same result under every algorithm of every collective.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <string>

#include "base/engine/partition.h"
#include "mpi/ranks/test_transport.h"
#include "mpi/ranks/world.h"
#include "workload/programs/compile.h"
#include "workload/programs/program.h"

namespace kasuri {
namespace example_test {

constexpr int kRanks = 512;

// The digest that the program prints, from a run with these settings.
std::string digest_with(const mpi::MpiParams& params, Time jitter = {0}) {
  Partition partition;
  TestTransport transport(partition, kRanks, Time{1'000'000}, BytesPerSecond{1'000'000'000}, jitter);
  mpi::World world(partition, transport, params, SenderId{kRanks});
  mpi::JobSpec spec;
  spec.name = "blocks";
  spec.ranks = kRanks;
  spec.node_of_rank = [](int r) { return NodeId{static_cast<std::uint32_t>(r)}; };
  spec.program =
      Program::load("examples/collectives/blocks.c", find_include_dir()).entry();
  spec.arguments = {"blocks", "1"};
  spec.payload = true;
  world.add_job(spec);
  world.start();
  testing::internal::CaptureStdout();
  partition.run_until(kNever);
  std::fflush(stdout);
  const std::string output = testing::internal::GetCapturedStdout();
  EXPECT_EQ(world.failure() ? world.failure()->message : "", "");
  EXPECT_TRUE(world.finished());
  EXPECT_EQ(world.result(0).unmatched_messages, 0u);
  const auto at = output.find("digest ");
  return at == std::string::npos ? output : output.substr(at, 23);
}

const std::string& usual_digest() {
  static const std::string digest = digest_with({});
  return digest;
}

class CollectivesExample : public testing::TestWithParam<std::string> {};

TEST_P(CollectivesExample, HasTheSameResultUnderEveryAlgorithm) {
  ASSERT_EQ(usual_digest().size(), 23u) << usual_digest();
  for (const config::Component* algorithm : config::components(GetParam())) {
    if (algorithm->name == "multimem" || algorithm->name.ends_with("-shot")) continue;  // for one server
    mpi::MpiParams params;
    for (const config::Field& f : mpi::AlgorithmParams::fields()) {
      if (f.name != GetParam()) continue;
      f.set(&params.algorithms, std::vector<config::Scalar>{config::AnyChoice{
                                    algorithm, algorithm->shape().defaults()}});
    }
    EXPECT_EQ(digest_with(params), usual_digest()) << algorithm->name;
  }
}

std::vector<std::string> operations() {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < mpi::kCollectives; ++i) {
    all.emplace_back(mpi::name_of(static_cast<mpi::Collective>(i)));
  }
  return all;
}
INSTANTIATE_TEST_SUITE_P(Of, CollectivesExample, testing::ValuesIn(operations()),
                         [](const auto& of) { return of.param; });

TEST(CollectivesExample, DoesNotDependOnProtocolsAndOvertaking) {
  mpi::MpiParams params;
  params.eager_limit = Bytes{0};
  params.send_overhead = params.receive_overhead = Time{250'000};
  EXPECT_EQ(digest_with(params, Time{5'000'000}), usual_digest());
}

}  // namespace example_test
}  // namespace kasuri
