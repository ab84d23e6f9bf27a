// SPDX-License-Identifier: MIT
// An operation stream and a program that do the same take the same simulated time, with overheads
// and both protocols.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "mpi/api/test_world.h"

namespace kasuri::mpi {
namespace stream_test {

using namespace literals;
using Kind = Operation::Kind;

class List final : public OpStream {
 public:
  explicit List(std::vector<Operation> all) : all_(std::move(all)) {}
  bool next(Time, Operation& op) override {
    if (i_ == all_.size()) return false;
    op = all_[i_++];
    return true;
  }

 private:
  std::vector<Operation> all_;
  std::size_t i_ = 0;
};

constexpr int kRanks = 5;

// Neighbours exchange small and large messages, everyone reduces and spreads, rank 0 collects.
std::vector<Operation> operations(int rank, int ranks) {
  const int right = (rank + 1) % ranks;
  const int left = (rank + ranks - 1) % ranks;
  std::vector<Operation> all;
  for (const Bytes size : {100_B, 5000_B}) {
    all.push_back({.kind = Kind::compute, .time = 1_us * (rank + 1)});
    all.push_back({.kind = Kind::ireceive, .peer = left, .tag = 1, .bytes = size, .request = 0});
    all.push_back({.kind = Kind::isend, .peer = right, .tag = 1, .bytes = size, .request = 1});
    all.push_back({.kind = Kind::wait, .request = 0});
    all.push_back({.kind = Kind::wait_all});
    all.push_back({.kind = Kind::collective, .bytes = size, .collective = Collective::alltoall});
    all.push_back({.kind = Kind::collective, .bytes = size, .collective = Collective::bcast, .root = 2});
    all.push_back({.kind = Kind::collective, .collective = Collective::barrier});
    if (rank != 0) all.push_back({.kind = Kind::send, .peer = 0, .tag = 9, .bytes = size});
    for (int i = 1; rank == 0 && i < ranks; ++i) {
      all.push_back({.kind = Kind::receive, .peer = kAnySource, .tag = kAnyTag, .bytes = size});
    }
  }
  return all;
}

void same_as_a_program(int rank) {
  const int right = (rank + 1) % kRanks;
  const int left = (rank + kRanks - 1) % kRanks;
  for (const int size : {100, 5000}) {
    MGEN_Comp(1e-6 * (rank + 1));
    MPI_Request r[2];
    MGEN_Irecv(nullptr, size, MPI_BYTE, left, 1, MPI_COMM_WORLD, &r[0]);
    MGEN_Isend(nullptr, size, MPI_BYTE, right, 1, MPI_COMM_WORLD, &r[1]);
    MGEN_Wait(&r[0], MPI_STATUS_IGNORE);
    MGEN_Waitall(2, r, MPI_STATUSES_IGNORE);
    MGEN_Alltoall(nullptr, size, MPI_BYTE, nullptr, size, MPI_BYTE, MPI_COMM_WORLD);
    MGEN_Bcast(nullptr, size, MPI_BYTE, 2, MPI_COMM_WORLD);
    MGEN_Barrier(MPI_COMM_WORLD);
    if (rank != 0) MGEN_Send(nullptr, size, MPI_BYTE, 0, 9, MPI_COMM_WORLD);
    for (int i = 1; rank == 0 && i < kRanks; ++i) {
      MGEN_Recv(nullptr, size, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                MPI_STATUS_IGNORE);
    }
  }
}

TEST(OpStream, TakesTheTimeOfTheSameProgram) {
  MpiParams params;
  params.eager_limit = 1000_B;
  for (const Time overhead : {0_ns, 300_ns}) {
    params.send_overhead = overhead;
    params.receive_overhead = overhead * 2;
    const TestWorld::Setup setup{.ranks = kRanks, .params = params};
    TestWorld::Setup streams = setup;
    streams.streams = [](int rank, int ranks) {
      return std::make_unique<List>(operations(rank, ranks));
    };
    TestWorld a(setup, program(same_as_a_program));
    TestWorld b(streams);
    const Time time = a.run();
    EXPECT_GT(time, 0_ps);
    EXPECT_EQ(b.run(), time);
    EXPECT_TRUE(b.world.finished());
    EXPECT_EQ(a.partition.events(), b.partition.events());
    for (std::uint32_t r = 0; r < kRanks; ++r) {
      EXPECT_EQ(a.world.ranks()[r].statistics.waiting, b.world.ranks()[r].statistics.waiting);
      EXPECT_EQ(a.world.ranks()[r].statistics.computing, b.world.ranks()[r].statistics.computing);
      EXPECT_EQ(a.world.ranks()[r].statistics.bytes, b.world.ranks()[r].statistics.bytes);
    }
  }
}

// As in traces that know of each rank what it got, and of the root the sum alone.
TEST(OpStream, ScatteredBlocksNeedNotBeKnown) {
  TestWorld w({.ranks = 3, .streams = [](int rank, int) {
    const Bytes mine{rank == 0 ? 100 : 10 * rank};
    return std::make_unique<List>(std::vector<Operation>{
        {.kind = Kind::collective, .bytes = mine, .collective = Collective::scatterv}});
  }});
  w.run();
  EXPECT_EQ(w.failure(), "");
  EXPECT_TRUE(w.world.finished());
}

TEST(OpStream, ManyTrivialCollectivesNeedNoStack) {
  TestWorld w({.ranks = 1, .streams = [](int, int) {
    return std::make_unique<List>(std::vector<Operation>(100'000, {.kind = Kind::collective}));
  }});
  w.run();
  EXPECT_TRUE(w.world.finished());
}

TEST(OpStream, MistakesAndDeadlocksAreNamed) {
  TestWorld mistake({.streams = [](int rank, int) {
    return std::make_unique<List>(std::vector<Operation>(rank, {.kind = Kind::send, .peer = 7}));
  }});
  mistake.run();
  EXPECT_EQ(mistake.failure(), "job 'test', rank 1, send at 0 ps: the peer is not a rank of the job");

  TestWorld stuck({.streams = [](int rank, int) {
    return std::make_unique<List>(std::vector<Operation>(rank, {.kind = Kind::receive, .peer = 0}));
  }});
  stuck.run();
  ASSERT_EQ(stuck.world.blocked().size(), 1u);
  EXPECT_EQ(stuck.world.blocked()[0].call, "receive");
}

}  // namespace stream_test
}  // namespace kasuri::mpi
