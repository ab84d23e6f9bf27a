// SPDX-License-Identifier: MIT
// Modes of sending, NSIM's extensions, probes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "mpi/api/test_two.h"

namespace kasuri::mpi {
namespace modes_test {

using namespace literals;
using testing::ElementsAre;
using testing::HasSubstr;

// When 100 bytes have been sent at once, and when their receive begins at 50 µs.
TEST(Modes, ASynchronousSendWaitsForItsReceive) {
  run(two(), [](int rank) {
    int data = 7;
    if (rank == 0) {
      MGEN_Send(&data, 1, MPI_INT, 1, 0, kWorld);
      EXPECT_EQ(time_now(), 0_us);
      MGEN_Ssend(&data, 1, MPI_INT, 1, 0, kWorld);
      EXPECT_EQ(time_now(), 51_us + 4_ns);  // clearance, then the data have left
      MPI_Request r;
      MGEN_Issend(&data, 1, MPI_INT, 1, 0, kWorld, &r);
      int flag = 1;
      MGEN_Test(&r, &flag, kIgnore);
      EXPECT_FALSE(flag);
      MGEN_Wait(&r, kIgnore);
    } else {
      MGEN_Comp(50e-6);
      for (int i = 0; i < 3; ++i) MGEN_Recv(&data, 1, MPI_INT, 0, 0, kWorld, kIgnore);
    }
  });
}

TEST(Modes, AReadySendNeedsItsReceive) {
  const auto body = [](int rank) {
    int data = 7;
    MPI_Request r;
    if (rank == 1) {
      MGEN_Comp(5e-6);
      MGEN_Irecv(&data, 1, MPI_INT, 0, 3, kWorld, &r);
      MGEN_Wait(&r, kIgnore);
    } else {
      MGEN_Comp(my_rank() == 0 ? 10e-6 : 0);
      MGEN_Rsend(&data, 1, MPI_INT, 1, 3, kWorld);
    }
  };
  run(two(), body);
  run(two(0_B), body);
  TestWorld w(two(), program([](int rank) {
                int data = 7;
                if (rank == 0) MGEN_Rsend(&data, 1, MPI_INT, 1, 3, kWorld);
                if (rank == 1) MGEN_Comp(5e-6);
                if (rank == 1) MGEN_Recv(&data, 1, MPI_INT, 0, 3, kWorld, kIgnore);
              }));
  w.run();
  EXPECT_EQ(w.failure(), "job 'test', rank 1, MGEN_Comp at 1.004 us: a message of 4 bytes from rank 0 "
                         "with tag 3 was sent in ready mode, but its receive had not begun");
}

TEST(Modes, BufferedSendsAreCompleteAtOnceAndTakeSpace) {
  for (const Bytes limit : {0_B, 1000_B}) {
    run(two(limit), [&](int rank) {
      if (rank == 0) {
        char room[2 * (100 + MPI_BSEND_OVERHEAD)];
        MGEN_Buffer_attach(room, sizeof room);
        for (int i = 0; i < 2; ++i) {
          std::vector<char> data(100, static_cast<char>(i));
          MGEN_Bsend(data.data(), 100, MPI_CHAR, 1, 0, kWorld);
          data.assign(100, 9);
        }
        EXPECT_EQ(time_now(), 0_us);
        void* buffer = nullptr;
        int size = 0;
        MGEN_Buffer_detach(&buffer, &size);
        EXPECT_EQ(buffer, room);
        EXPECT_EQ(size, static_cast<int>(sizeof room));
        EXPECT_GE(time_now(), limit.n ? 0_us : 20_us);  // the rendezvous took until the receive
      } else {
        MGEN_Comp(20e-6);
        for (int i = 0; i < 2; ++i) {
          std::vector<char> data(100);
          MGEN_Recv(data.data(), 100, MPI_CHAR, 0, 0, kWorld, kIgnore);
          EXPECT_EQ(data, std::vector<char>(100, static_cast<char>(i)));
        }
      }
    });
  }
  TestWorld w(two(0_B), program([](int rank) {
                char room[1000], data[100] = {};
                if (rank == 1) return;
                MGEN_Buffer_attach(room, sizeof room);
                MGEN_Bsend(data, 100, MPI_CHAR, 1, 0, kWorld);
                MGEN_Bsend(data, 100, MPI_CHAR, 1, 0, kWorld);
              }));
  w.run();
  EXPECT_THAT(w.failure(), HasSubstr("rank 0, MGEN_Bsend at 0 ps: the attached buffer of 1000 bytes has no "
                                     "space for a message of 100 bytes (with 512 of overhead); 612"));
}

TEST(Modes, SendrecvReplaceExchangesInPlace) {
  for (const Bytes limit : {0_B, 1000_B}) {
    run(two(limit), [](int rank) {
      int data[2] = {rank, 10 + rank};
      MGEN_Sendrecv_replace(data, 2, MPI_INT, 1 - rank, 0, 1 - rank, 0, kWorld, kIgnore);
      EXPECT_EQ(data[0], 1 - rank);
      EXPECT_EQ(data[1], 11 - rank);
    });
  }
}

// ---- Zero copies ----

struct Costs {
  Time sender, receiver;
};

// 10,000 bytes at 10 ps a byte of copy, 200 ns of overhead on each side. The receive begins at 0.
Costs costs_of(int how, Bytes eager_limit, double receiver_computes = 0) {
  TestWorld::Setup setup = two(eager_limit);
  setup.params.send_overhead = setup.params.receive_overhead = 200_ns;
  setup.params.eager_copy_rate = 100_GBps;
  Costs costs{};
  run(setup, [&](int rank) {
    std::vector<int> data(2500);
    if (rank == 0) {
      std::iota(data.begin(), data.end(), 5);
      MGEN_Send_by(data.data(), 2500, MPI_INT, 1, 0, kWorld, how);
      costs.sender = time_now();
    } else {
      MPI_Request r;
      if (receiver_computes > 0) MGEN_Comp(receiver_computes);
      MGEN_Irecv(data.data(), 2500, MPI_INT, 0, 0, kWorld, &r);
      MGEN_Wait(&r, kIgnore);
      costs.receiver = time_now();
      for (int i = 0; i < 2500; ++i) ASSERT_EQ(data[static_cast<std::size_t>(i)], 5 + i);
    }
  });
  return costs;
}

TEST(ZeroCopy, CostsNoCopyAndNoHandshake) {
  const Time wire = 10_us + 1_us;
  const Costs eager = costs_of(0, 20'000_B);
  EXPECT_EQ(eager.sender, 200_ns + 100_ns);  // o and a copy
  EXPECT_EQ(eager.receiver, 300_ns + wire + 300_ns);
  const Costs rendezvous = costs_of(0, 0_B);
  EXPECT_EQ(rendezvous.sender, 200_ns + 2_us + 10_us);
  EXPECT_EQ(rendezvous.receiver, 200_ns + 2_us + wire + 200_ns);
  for (const Bytes limit : {0_B, 20'000_B}) {
    const Costs zero = costs_of(MGEN_ZERO_COPY, limit);
    EXPECT_EQ(zero.sender, 200_ns + 10_us);  // until the data have left its memory
    EXPECT_EQ(zero.receiver, 200_ns + wire + 200_ns);
  }
}

TEST(ZeroCopy, IsCopiedOnceIfItsReceiveIsLate) {
  const Costs late = costs_of(MGEN_ZERO_COPY, 0_B, 100e-6);
  EXPECT_EQ(late.receiver, 100_us + 200_ns + 100_ns);
}

// ---- Several NICs ----

TEST(SeveralNics, AStripedMessageUsesAllAtOnce) {
  for (const int nics : {1, 2, 3, 4}) {
    TestWorld::Setup setup = two();
    setup.nics = static_cast<std::uint32_t>(nics);
    TestWorld w(setup, program([&](int rank) {
                  std::vector<int> data(3000);
                  int count = 0;
                  MGEN_Nics(&count);
                  EXPECT_EQ(count, nics);
                  if (rank == 0) {
                    std::iota(data.begin(), data.end(), 1);
                    MGEN_Send_by(data.data(), 3000, MPI_INT, 1, 0, kWorld, MGEN_ALL_NICS);
                  } else {
                    MPI_Status s;
                    MGEN_Recv(data.data(), 3000, MPI_INT, 0, 0, kWorld, &s);
                    MGEN_Get_count(&s, MPI_INT, &count);
                    EXPECT_EQ(count, 3000);
                    for (int i = 0; i < 3000; ++i) ASSERT_EQ(data[static_cast<std::size_t>(i)], i + 1);
                  }
                }));
    // Request, clearance, then 12 kB over so many NICs.
    EXPECT_EQ(w.run(), 3_us + Time{12'000'000 / nics});
    EXPECT_EQ(w.failure(), "");
    for (const Bytes b : w.transport.by_nic) EXPECT_EQ(b, Bytes{12'000 / nics});
  }
}

TEST(SeveralNics, ANicIsChosen) {
  TestWorld::Setup setup = two();
  setup.nics = 3;
  for (const int size : {100, 5000}) {  // at once, and by rendezvous
    TestWorld w(setup, program([&](int rank) {
                  std::vector<char> data(static_cast<std::size_t>(size));
                  MPI_Request r[3];
                  for (int k = 0; k < 3; ++k) {
                    if (rank == 0) {
                      MGEN_Isend_by(data.data(), size, MPI_CHAR, 1, k, kWorld, MGEN_NIC(k), &r[k]);
                    } else {
                      MGEN_Irecv(data.data(), size, MPI_CHAR, 0, k, kWorld, &r[k]);
                    }
                  }
                  MGEN_Waitall(3, r, MPI_STATUSES_IGNORE);
                }));
    w.run();
    EXPECT_EQ(w.failure(), "");
    EXPECT_THAT(w.transport.by_nic, ElementsAre(Bytes{size}, Bytes{size}, Bytes{size}));
  }
  TestWorld w(setup, program([](int rank) {
                if (rank == 0) MGEN_Send_by(nullptr, 0, MPI_CHAR, 1, 0, kWorld, MGEN_NIC(3));
              }));
  w.run();
  EXPECT_THAT(w.failure(), HasSubstr("MGEN_Send_by at 0 ps: NIC 3 does not exist; a node has NICs 0 to 2"));
}

// Messages of a pair over different NICs overtake each other, but not in MPI's order.
TEST(SeveralNics, OrderIsKept) {
  TestWorld::Setup setup = two();
  setup.nics = 4;
  run(setup, [](int rank) {
    for (int i = 0; i < 200; ++i) {
      std::vector<int> data(static_cast<std::size_t>(1 + (i * 37) % 400), i);
      const int n = static_cast<int>(data.size());
      const int hows[] = {MGEN_NIC(i % 4), MGEN_ALL_NICS, MGEN_ZERO_COPY | MGEN_NIC(3), 0};
      if (rank == 0) {
        MPI_Request r;
        MGEN_Isend_by(data.data(), n, MPI_INT, 1, 0, kWorld, hows[i % 4], &r);
        MGEN_Wait(&r, kIgnore);
      } else {
        MPI_Status s;
        int count = 0;
        data.assign(data.size(), -1);
        MGEN_Recv(data.data(), n, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, kWorld, &s);
        MGEN_Get_count(&s, MPI_INT, &count);
        EXPECT_EQ(count, n);
        EXPECT_EQ(data, std::vector<int>(data.size(), i));
      }
    }
  });
}

// ---- Probes ----

TEST(Probes, TellOfMessagesWithoutTakingThem) {
  for (const Bytes limit : {0_B, 1000_B}) {
    run(two(limit), [](int rank) {
      if (rank == 0) {
        MGEN_Comp(10e-6);
        int data[3] = {1, 2, 3};
        MGEN_Send(data, 3, MPI_INT, 1, 5, kWorld);
        MGEN_Send(data + 1, 1, MPI_INT, 1, 6, kWorld);
        return;
      }
      MPI_Status s;
      int flag = 1, count = 0;
      MGEN_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, kWorld, &flag, &s);
      EXPECT_FALSE(flag);
      EXPECT_EQ(time_now(), 100_ns);  // mpi.poll_time
      MGEN_Probe(MPI_ANY_SOURCE, 5, kWorld, &s);
      EXPECT_GE(time_now(), 11_us);
      EXPECT_EQ(s.MPI_SOURCE, 0);
      EXPECT_EQ(s.MPI_TAG, 5);
      MGEN_Get_count(&s, MPI_INT, &count);
      EXPECT_EQ(count, 3);
      int data[3] = {};
      MGEN_Recv(data, 3, MPI_INT, 0, 5, kWorld, kIgnore);
      EXPECT_EQ(data[2], 3);
      MGEN_Probe(0, 6, kWorld, &s);
      MGEN_Iprobe(0, MPI_ANY_TAG, kWorld, &flag, &s);
      EXPECT_TRUE(flag);
      EXPECT_EQ(s.MPI_TAG, 6);
      MGEN_Recv(data, 1, MPI_INT, 0, MPI_ANY_TAG, kWorld, kIgnore);
      EXPECT_EQ(data[0], 2);
    });
  }
}

TEST(Probes, PollingEnds) {
  run(two(), [](int rank) {
    if (rank == 0) {
      MGEN_Comp(5e-6);
      MGEN_Send(nullptr, 0, MPI_INT, 1, 0, kWorld);
      return;
    }
    int flag = 0, polls = 0;
    for (; !flag; ++polls) MGEN_Iprobe(0, 0, kWorld, &flag, kIgnore);
    EXPECT_EQ(polls, 61);
    MGEN_Recv(nullptr, 0, MPI_INT, 0, 0, kWorld, kIgnore);
  });
}

TEST(Probes, AMatchedMessageIsReceivedByItsHandleAlone) {
  for (const Bytes limit : {0_B, 1000_B}) {
    run(two(limit), [](int rank) {
      if (rank == 0) {
        for (int i = 0; i < 3; ++i) {
          MPI_Request r;
          static const int kData[3] = {10, 11, 12};
          MGEN_Isend(&kData[i], 1, MPI_INT, 1, 4, kWorld, &r);
          MGEN_Request_free(&r);
        }
        return;
      }
      MPI_Message first = MPI_MESSAGE_NULL, second = MPI_MESSAGE_NULL;
      MPI_Status s;
      int flag = 0, data = 0;
      MGEN_Mprobe(0, 4, kWorld, &first, &s);
      while (!flag) MGEN_Improbe(MPI_ANY_SOURCE, 4, kWorld, &flag, &second, &s);
      EXPECT_EQ(s.MPI_SOURCE, 0);
      MGEN_Recv(&data, 1, MPI_INT, 0, 4, kWorld, kIgnore);
      EXPECT_EQ(data, 12);
      MPI_Request r;
      MGEN_Imrecv(&data, 1, MPI_INT, &second, &r);
      MGEN_Wait(&r, kIgnore);
      EXPECT_EQ(data, 11);
      MGEN_Mrecv(&data, 1, MPI_INT, &first, &s);
      EXPECT_EQ(data, 10);
      EXPECT_EQ(s.MPI_TAG, 4);
      EXPECT_EQ(first, MPI_MESSAGE_NULL);
    });
  }
}

}  // namespace modes_test
}  // namespace kasuri::mpi
