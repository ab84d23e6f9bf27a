// SPDX-License-Identifier: MIT
// What messages within a node cost the CPUs ([mpi.shared_memory]), and by which NIC ranks of a node send.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "mpi/api/test_two.h"

namespace kasuri::mpi {
namespace shared_memory_test {

// Between nodes a message costs 3 us and is copied at 100 MB/s; within a node 0.2 + 0.3 us, at 1 GB/s.
TestWorld::Setup pair(int per_node) {
  TestWorld::Setup setup = two();
  setup.per_node = per_node;
  setup.rate = kUnlimited;
  MpiParams& p = setup.params;
  p.send_overhead = 1_us;
  p.receive_overhead = 2_us;
  p.eager_copy_rate = BytesPerSecond{100'000'000};
  p.rendezvous_overhead = 5_us;
  p.shared_memory = {.copy_rate = 1_GBps,
                     .send_overhead = 200_ns,
                     .receive_overhead = 300_ns,
                     .rendezvous_overhead = 4_us,
                     .eager_limit = 2000_B};
  return setup;
}

Time time_of_message(const TestWorld::Setup& setup, int bytes) {
  Time end{0};
  run(setup, [&](int rank) {
    if (rank == 0) MGEN_Send(nullptr, bytes, MPI_BYTE, 1, 0, kWorld);
    if (rank == 0) return;
    MGEN_Recv(nullptr, bytes, MPI_BYTE, 0, 0, kWorld, kIgnore);
    end = time_now();
  });
  return end;
}

TEST(SharedMemory, ShortMessagesAreCopiedByBothSides) {
  // Between nodes: overheads, two copies, 1 us of latency.
  EXPECT_EQ(time_of_message(pair(1), 500), 1_us + 5_us + 1_us + 2_us + 5_us);
  EXPECT_EQ(time_of_message(pair(2), 500), 200_ns + 500_ns + 1_us + 300_ns + 500_ns);
}

TEST(SharedMemory, LongOnesAreCopiedOnceByTheReceiver) {
  EXPECT_EQ(time_of_message(pair(1), 4000), 1_us + 5_us + 3_us + 2_us + 5_us);
  EXPECT_EQ(time_of_message(pair(2), 4000), 200_ns + 4_us + 3_us + 300_ns + 4_us + 4_us);
  // The eager limits differ.
  EXPECT_EQ(time_of_message(pair(1), 2000), 1_us + 5_us + 3_us + 2_us + 5_us);
  EXPECT_EQ(time_of_message(pair(2), 2000), 200_ns + 2_us + 1_us + 300_ns + 2_us);
}

TEST(SharedMemory, WithoutARateMessagesCostAsBetweenNodes) {
  TestWorld::Setup setup = pair(2);
  setup.params.shared_memory = {};
  EXPECT_EQ(time_of_message(setup, 500), time_of_message(pair(1), 500));
}

TEST(SharedMemory, PairsOfOneNodeCopyAtTheSameTime) {
  TestWorld::Setup setup = pair(8);
  setup.ranks = 8;
  run(setup, [&](int rank) {
    if (rank < 4) return void(MGEN_Send(nullptr, 2000, MPI_BYTE, rank + 4, 0, kWorld));
    MGEN_Recv(nullptr, 2000, MPI_BYTE, rank - 4, 0, kWorld, kIgnore);
    EXPECT_EQ(time_now(), 200_ns + 2_us + 1_us + 300_ns + 2_us);
  });
}

TEST(SharedMemory, BufferedSendsWaitForNoReceiveWhateverTheirSize) {
  TestWorld::Setup setup = pair(2);
  setup.params.eager_limit = 5000_B;  // more than within a node
  run(setup, [&](int rank) {
    std::vector<char> buffer(20'000);
    MGEN_Buffer_attach(buffer.data(), 20'000);
    std::vector<char> data(4000, static_cast<char>(rank + 1));
    MGEN_Bsend(data.data(), 4000, MPI_BYTE, 1 - rank, 0, kWorld);
    MGEN_Recv(data.data(), 4000, MPI_BYTE, 1 - rank, 0, kWorld, kIgnore);
    EXPECT_EQ(data[3999], 2 - rank);
    void* old = nullptr;
    int size = 0;
    MGEN_Buffer_detach(&old, &size);
  });
}

// The NICs by which six ranks on two nodes of two NICs send a byte to a rank of the other node.
std::vector<Bytes> bytes_by_nic(MessageNic choice) {
  TestWorld::Setup setup = two();
  setup.ranks = 6;
  setup.per_node = 3;
  setup.nics = 2;
  setup.params.nic_choice = choice;
  TestWorld w(setup, program([](int rank) {
                if (rank == 0 || rank == 3) MGEN_Send(nullptr, 1, MPI_BYTE, 5 - rank, 0, kWorld);
                if (rank == 2 || rank == 5) MGEN_Recv(nullptr, 1, MPI_BYTE, 5 - rank, 0, kWorld, kIgnore);
              }));
  w.run();
  EXPECT_EQ(w.failure(), "");
  return w.transport.by_nic;
}

TEST(SharedMemory, NicsByTheNumberOnTheNode) {
  EXPECT_EQ(bytes_by_nic(MessageNic::by_local_rank), (std::vector<Bytes>{2_B, 0_B}));  // both are first
  EXPECT_EQ(bytes_by_nic(MessageNic::by_rank), (std::vector<Bytes>{1_B, 1_B}));        // ranks 0 and 3
}

// Of four nodes with three ranks each: bytes between nodes, and until when an allreduce takes.
struct Levels {
  Bytes between{0};
  Time time{0};
};
Levels allreduce_of(const char* algorithm, int per_node) {
  TestWorld::Setup setup = two();
  setup.ranks = 12;
  setup.per_node = per_node;
  setup.params.algorithms.allreduce = config::Choice<Allreduce>(algorithm);
  Levels l;
  TestWorld w(setup, program([&](int) {
                int in = 1, out = 0;
                MGEN_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, kWorld);
                EXPECT_EQ(out, 12);
                l.time = std::max(l.time, time_now());
              }));
  w.run();
  EXPECT_EQ(w.failure(), "");
  l.between = w.transport.between_nodes;
  return l;
}

TEST(NodeAware, OnlyLeadersSendBetweenNodes) {
  // Two rounds of four leaders, in a node one in which two ranks send to the leader, and one back; messages
  // of a node leave one after the other, each after 4 ns.
  const Levels two_levels = allreduce_of("node-aware", 3);
  EXPECT_EQ(two_levels.between, 4_B * (4 * 2));
  EXPECT_GT(two_levels.time, 4_us);
  EXPECT_LE(two_levels.time, 4_us + 4_ns * 6);
  EXPECT_GT(allreduce_of("recursive-doubling", 3).between, two_levels.between);
  // With one rank a node it is the algorithm of the leaders.
  EXPECT_EQ(allreduce_of("node-aware", 1).time, allreduce_of("recursive-doubling", 1).time);
}

}  // namespace shared_memory_test
}  // namespace kasuri::mpi
