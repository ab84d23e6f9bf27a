// SPDX-License-Identifier: MIT
// MPI's rules for messages: order, wildcards, protocols and what they cost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "mpi/api/test_world.h"

namespace kasuri::mpi {
namespace point_to_point_test {

using namespace literals;
using testing::ElementsAre;

Time time_now() { return Time{static_cast<std::int64_t>(MGEN_Wtime() * 1e12 + 0.5)}; }

void send_int(int value, int to, int tag) {
  MGEN_Send(&value, 1, MPI_INT, to, tag, MPI_COMM_WORLD);
}

// Both for messages that wait for receives and for receives that wait for messages.
class Order : public testing::TestWithParam<bool> {};

TEST_P(Order, MessagesOfOnePairAndTagDoNotOvertake) {
  const bool messages_first = GetParam();
  std::vector<int> got;
  TestWorld w({.payload = true}, program([&](int rank) {
                if (rank == 0) {
                  if (!messages_first) MGEN_Comp(1e-3);
                  for (int i = 0; i < 99; ++i) send_int(i, 1, i % 3);
                } else {
                  if (messages_first) MGEN_Comp(1e-3);
                  std::vector<int> values(99, -1);
                  std::vector<MPI_Request> requests(99);
                  for (int i = 0; i < 99; ++i) {
                    MGEN_Irecv(&values[i], 1, MPI_INT, 0, 2 - i % 3, MPI_COMM_WORLD, &requests[i]);
                  }
                  MGEN_Waitall(99, requests.data(), MPI_STATUSES_IGNORE);
                  got = values;
                }
              }));
  w.run();
  ASSERT_EQ(got.size(), 99u);
  // The k-th receive of a tag gets the k-th message of that tag.
  for (int i = 0; i < 99; ++i) {
    const int tag = 2 - i % 3;
    const int expected = tag + i / 3 * 3;
    EXPECT_EQ(got[static_cast<std::size_t>(i)], expected) << i;
  }
}

TEST_P(Order, WildcardsTakeWhatArrivedFirstAndReceivesMatchInPostingOrder) {
  const bool messages_first = GetParam();
  std::vector<int> got;
  TestWorld w({.ranks = 4, .payload = true}, program([&](int rank) {
                if (rank > 0) {
                  if (!messages_first) MGEN_Comp(1e-3);
                  MGEN_Comp((4 - rank) * 1e-6);  // rank 3 first
                  send_int(rank * 10, 0, rank);
                  send_int(rank * 10 + 1, 0, 7);
                } else {
                  if (messages_first) MGEN_Comp(1e-3);
                  int v[6];
                  MPI_Request r[6];
                  MGEN_Irecv(&v[0], 1, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &r[0]);
                  MGEN_Irecv(&v[1], 1, MPI_INT, 3, 3, MPI_COMM_WORLD, &r[1]);
                  MGEN_Irecv(&v[2], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r[2]);
                  MGEN_Irecv(&v[3], 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &r[3]);
                  MGEN_Irecv(&v[4], 1, MPI_INT, 2, MPI_ANY_TAG, MPI_COMM_WORLD, &r[4]);
                  MGEN_Irecv(&v[5], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r[5]);
                  MPI_Status s[6];
                  MGEN_Waitall(6, r, s);
                  got.assign(v, v + 6);
                  EXPECT_EQ(s[0].MPI_SOURCE, 3);
                  EXPECT_EQ(s[0].MPI_TAG, 7);
                  EXPECT_EQ(s[2].MPI_SOURCE, 2);
                  EXPECT_EQ(s[5].MPI_SOURCE, 1);
                  EXPECT_EQ(s[5].MPI_TAG, 1);
                }
              }));
  w.run();
  // Arrivals: 30 (tag 3), 31 (7), 20 (2), 21 (7), 10 (1), 11 (7).
  EXPECT_THAT(got, ElementsAre(31, 30, 20, 11, 21, 10));
  EXPECT_EQ(w.failure(), "");
}

INSTANTIATE_TEST_SUITE_P(EarlyAndLate, Order, testing::Bool());

// A network that delivers in any order: messages of a pair still match in the order of their sends,
// eager ones and rendezvous among each other, more of them than their numbers can tell apart.
TEST(Matching, WhatTheNetworkReordersIsPutInOrder) {
  constexpr int kMessages = 70'000;
  MpiParams params;
  params.eager_limit = 6_B;
  int wrong = 0;
  TestWorld w({.ranks = 3, .params = params, .rate = 1_GBps, .payload = true, .jitter = 3_us},
              program([&](int rank) {
                int value[2] = {0, 0};
                for (int i = 0; i < kMessages; ++i) {
                  const int size = i % 5 == 0 ? 2 : 1;  // a receive for the other would be too small
                  if (rank > 0) {
                    const int own[2] = {i, 0};
                    MPI_Request r;
                    MGEN_Isend(own, size, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
                    MGEN_Wait(&r, MPI_STATUS_IGNORE);
                  } else {
                    for (const int from : {1, 2}) {
                      MGEN_Recv(value, size, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                      wrong += value[0] != i;
                    }
                  }
                }
              }));
  w.run();
  EXPECT_EQ(w.failure(), "");
  EXPECT_TRUE(w.world.finished());
  EXPECT_EQ(wrong, 0);
}

// An exact receive that is older than a matching wildcard comes first, and the other way round.
TEST(Matching, TheOldestPostedReceiveWins) {
  std::vector<int> got;
  TestWorld w({.payload = true}, program([&](int rank) {
                if (rank == 0) {
                  MGEN_Comp(1e-6);
                  for (int i = 0; i < 4; ++i) send_int(i, 1, 0);
                } else {
                  int v[4];
                  MPI_Request r[4];
                  for (int i = 0; i < 4; ++i) {
                    MGEN_Irecv(&v[i], 1, MPI_INT, i % 2 ? MPI_ANY_SOURCE : 0, 0, MPI_COMM_WORLD, &r[i]);
                  }
                  MGEN_Waitall(4, r, nullptr);
                  got.assign(v, v + 4);
                }
              }));
  w.run();
  EXPECT_THAT(got, ElementsAre(0, 1, 2, 3));
}

// One way takes o_s + L + n/B + o_r; nothing else (LogGP).
TEST(Timing, EagerPingPongIsTheClosedForm) {
  MpiParams params;
  params.send_overhead = 700_ns;
  params.receive_overhead = 900_ns;
  params.eager_limit = 4096_B;
  constexpr int kTurns = 10;
  constexpr int kSize = 2000;
  TestWorld w({.params = params, .latency = 1234567_ps, .rate = 3_GBps}, program([&](int rank) {
                for (int i = 0; i < kTurns; ++i) {
                  const int peer = 1 - rank;
                  if (rank == 0) MGEN_Send(nullptr, kSize, MPI_BYTE, peer, 0, MPI_COMM_WORLD);
                  MGEN_Recv(nullptr, kSize, MPI_BYTE, peer, 0, MPI_COMM_WORLD, nullptr);
                  if (rank == 1) MGEN_Send(nullptr, kSize, MPI_BYTE, peer, 0, MPI_COMM_WORLD);
                }
              }));
  const Time one_way = 700_ns + Bytes{kSize} / 3_GBps + 1234567_ps + 900_ns;
  EXPECT_EQ(w.run(), one_way * (2 * kTurns));
  EXPECT_EQ(w.transport.messages, 2u * kTurns);
}

TEST(Timing, EagerCopiesTakeTheCpuOnBothSides) {
  MpiParams params;
  params.eager_copy_rate = 2_GBps;
  TestWorld w({.params = params, .latency = 1_us, .rate = 1_GBps}, program([&](int rank) {
                if (rank == 0) MGEN_Send(nullptr, 1000, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
                if (rank == 1) MGEN_Recv(nullptr, 1000, MPI_BYTE, 0, 0, MPI_COMM_WORLD, nullptr);
              }));
  EXPECT_EQ(w.run(), 500_ns + 1000_ns + 1_us + 500_ns);
}

// Request and clearance are control messages of c bytes: o_s + 2 (c/B + L) + n/B + L + o_r; the
// sender is free when its data has left.
TEST(Timing, RendezvousIsTheClosedForm) {
  MpiParams params;
  params.send_overhead = 700_ns;
  params.receive_overhead = 900_ns;
  params.eager_limit = 999_B;
  params.control_size = 100_B;
  Time sender_free{0};
  TestWorld w({.params = params, .latency = 5_us, .rate = 1_GBps}, program([&](int rank) {
                if (rank == 0) {
                  MGEN_Send(nullptr, 1000, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
                  sender_free = time_now();
                } else {
                  MGEN_Recv(nullptr, 1000, MPI_BYTE, 0, 0, MPI_COMM_WORLD, nullptr);
                }
              }));
  const Time control = 100_ns + 5_us;
  EXPECT_EQ(w.run(), 700_ns + control * 2 + 1_us + 5_us + 900_ns);
  EXPECT_EQ(sender_free, 700_ns + control * 2 + 1_us);
}

TEST(Timing, RendezvousWaitsForTheReceiver) {
  MpiParams params;
  params.eager_limit = 0_B;
  params.control_size = 0_B;
  TestWorld w({.params = params, .latency = 1_us, .rate = 1_GBps}, program([&](int rank) {
                if (rank == 1) MGEN_Comp(1e-3);
                if (rank == 0) MGEN_Send(nullptr, 1000, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
                if (rank == 1) MGEN_Recv(nullptr, 1000, MPI_BYTE, 0, 0, MPI_COMM_WORLD, nullptr);
              }));
  EXPECT_EQ(w.run(), 1_ms + 1_us + 1_us + 1_us);  // clearance, data, latency
}

// n messages that arrived during computation still cost the CPU o_r each; those that arrive while
// it waits overlap with waiting.
TEST(Timing, ReceiveOverheadOverlapsWithWaiting) {
  MpiParams params;
  params.receive_overhead = 300_ns;
  for (const bool computes : {false, true}) {
    TestWorld w({.params = params, .latency = 1_us, .rate = 1_GBps}, program([&](int rank) {
                  if (rank == 0) {
                    for (int i = 0; i < 5; ++i) MGEN_Send(nullptr, 1000, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
                  } else {
                    MPI_Request r[5];
                    for (auto& one : r) MGEN_Irecv(nullptr, 1000, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &one);
                    if (computes) MGEN_Comp(100e-6);
                    MGEN_Waitall(5, r, nullptr);
                  }
                }));
    EXPECT_EQ(w.run(), computes ? 100_us + 1500_ns : 6_us + 300_ns);
  }
}

TEST(Timing, CallsWithoutOverheadCostNoEvents) {
  TestWorld w({}, [] {
    MGEN_Init(nullptr, nullptr);
    for (int i = 0; my_rank() == 0 && i < 100; ++i) {
      MGEN_Send(nullptr, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    }
    return 0;
  });
  w.run();
  EXPECT_EQ(w.partition.events(), 2u + 100u);  // two starts, 100 arrivals
}

TEST(Timing, PollingEndsAndTakesPollTime) {
  int polls = 0;
  TestWorld w({.latency = 1_us, .rate = kUnlimited}, program([&](int rank) {
                if (rank == 1) {
                  MPI_Request r;
                  MGEN_Irecv(nullptr, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &r);
                  int flag = 0;
                  for (; !flag; ++polls) MGEN_Test(&r, &flag, MPI_STATUS_IGNORE);
                  EXPECT_EQ(r, MPI_REQUEST_NULL);
                } else {
                  MGEN_Comp(5e-6);
                  MGEN_Send(nullptr, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
                }
              }));
  EXPECT_EQ(w.run(), 6_us);
  EXPECT_EQ(polls, 61);
}

class Payload : public testing::TestWithParam<std::int64_t> {};

TEST_P(Payload, ArrivesWhole) {
  MpiParams params;
  params.eager_limit = {GetParam()};
  constexpr int kCount = 1000;
  std::vector<int> got(kCount);
  int count = 0;
  TestWorld w({.params = params, .payload = true}, program([&](int rank) {
                if (rank == 0) {
                  std::vector<int> data(kCount);
                  std::iota(data.begin(), data.end(), 42);
                  MGEN_Send(data.data(), kCount, MPI_INT, 1, 0, MPI_COMM_WORLD);
                  data.assign(kCount, -1);  // it is the program's again
                  MGEN_Comp(1);
                } else {
                  MPI_Status s;
                  MGEN_Recv(got.data(), kCount, MPI_INT, 0, 0, MPI_COMM_WORLD, &s);
                  MGEN_Get_count(&s, MPI_INT, &count);
                }
              }));
  w.run();
  EXPECT_EQ(count, kCount);
  for (int i = 0; i < kCount; ++i) ASSERT_EQ(got[static_cast<std::size_t>(i)], 42 + i);
}

INSTANTIATE_TEST_SUITE_P(EagerAndRendezvous, Payload, testing::Values(1 << 20, 0));

TEST(PointToPoint, NullProcessesAndSelf) {
  TestWorld w({.ranks = 1, .payload = true}, program([&](int) {
                MPI_Status s;
                MGEN_Send(nullptr, 8, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
                MGEN_Recv(nullptr, 8, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &s);
                EXPECT_EQ(s.MPI_SOURCE, MPI_PROC_NULL);
                int out = 5, in = 0;
                MGEN_Sendrecv(&out, 1, MPI_INT, 0, 3, &in, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &s);
                EXPECT_EQ(in, 5);
                EXPECT_EQ(s.MPI_TAG, 3);
              }));
  w.run();
  EXPECT_EQ(w.failure(), "");
  EXPECT_TRUE(w.world.finished());
}

TEST(PointToPoint, LeftoversAreCounted) {
  TestWorld w({}, [] {  // without MGEN_Finalize, which would complain
    MGEN_Init(nullptr, nullptr);
    MPI_Request r;
    if (my_rank() == 0) MGEN_Send(nullptr, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    if (my_rank() == 1) MGEN_Irecv(nullptr, 8, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &r);
    return 0;
  });
  w.run();
  EXPECT_EQ(w.world.result(0).unmatched_messages, 1u);
  EXPECT_EQ(w.world.result(0).unmatched_receives, 1u);
  EXPECT_EQ(w.world.result(0).total.messages, 1u);
  EXPECT_EQ(w.world.result(0).total.bytes, 8_B);
}

TEST(PointToPoint, RanksKnowHowLongTheyComputeAndWait) {
  TestWorld w({.latency = 1_us, .rate = kUnlimited}, program([&](int rank) {
                if (rank == 0) MGEN_Comp(3e-6);
                if (rank == 0) MGEN_Send(nullptr, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
                if (rank == 1) MGEN_Recv(nullptr, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD, nullptr);
              }));
  w.run();
  EXPECT_EQ(w.world.ranks()[0].statistics.computing, 3_us);
  EXPECT_EQ(w.world.ranks()[1].statistics.waiting, 4_us);
}

}  // namespace point_to_point_test
}  // namespace kasuri::mpi
