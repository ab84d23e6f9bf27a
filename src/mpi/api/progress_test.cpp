// SPDX-License-Identifier: MIT
// When the CPU takes in messages (mpi.progress): closed forms of two ranks, for programs and streams.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "mpi/api/test_two.h"

namespace kasuri::mpi {
namespace progress_test {

using namespace literals;

// Both ranks post n receives, send n messages and wait for all. Sending takes s, receiving o; a message
// arrives L after the CPU has sent it, L < s. Message k of n is sent at
//
//   in-waits     k s                    nothing is received before the wait, at n s
//   in-calls     k s + max(0, k − 2) o  when a send begins, all but the one before have arrived
//   on-arrival   k s + (k − 1) o        it arrives while the next one is being sent
//
// and the end is that of the last one: not before all others have been taken in.
Time exchange_ends(Progress p, Time s, Time o, Time l, std::int64_t n) {
  switch (p) {
    case Progress::in_waits: return s * n + std::max(l, o * (n - 1)) + o;
    case Progress::in_calls: return s * n + o * (n - 2) + std::max(l, o) + o;
    case Progress::on_arrival: return s * n + o * (n - 1) + l + o;
  }
  return {0};
}

constexpr Time kSend = 700_ns, kReceive = 300_ns;

TestWorld::Setup exchange_of(Progress p) {
  TestWorld::Setup setup = two();
  setup.latency = 400_ns;
  setup.params.progress = p;
  setup.params.send_overhead = kSend;
  setup.params.receive_overhead = kReceive;
  return setup;
}

constexpr Progress kAll[] = {Progress::in_waits, Progress::in_calls, Progress::on_arrival};

TEST(Progress, AnExchangeOfTwoRanksTakesItsClosedForm) {
  for (const Progress p : kAll) {
    for (const int n : {2, 3, 10}) {
      run(exchange_of(p), [&](int rank) {
        std::vector<MPI_Request> r(2 * static_cast<std::size_t>(n));
        MPI_Request* next = r.data();
        for (int k = 0; k < n; ++k) MGEN_Irecv(nullptr, 0, MPI_BYTE, 1 - rank, k, kWorld, next++);
        for (int k = 0; k < n; ++k) MGEN_Isend(nullptr, 0, MPI_BYTE, 1 - rank, k, kWorld, next++);
        MGEN_Waitall(2 * n, r.data(), MPI_STATUSES_IGNORE);
        EXPECT_EQ(time_now(), exchange_ends(p, kSend, kReceive, 400_ns, n)) << static_cast<int>(p);
      });
    }
  }
}

// The same operations as a stream take the same time, and each is booked once.
class ExchangeStream final : public OpStream {
 public:
  ExchangeStream(int rank, std::uint32_t n) : rank_(rank), n_(n) {}
  bool next(Time, Operation& op) override {
    using K = Operation::Kind;
    op.peer = 1 - rank_;
    op.request = at_;
    op.kind = at_ < n_ ? K::ireceive : at_ < 2 * n_ ? K::isend : K::wait_all;
    op.tag = static_cast<std::int32_t>(at_ % n_);
    return at_++ <= 2 * n_;
  }

 private:
  std::int32_t rank_;
  std::uint32_t n_, at_ = 0;
};

TEST(Progress, StreamsTakeTheSameTime) {
  for (const Progress p : kAll) {
    TestWorld::Setup setup = exchange_of(p);
    setup.streams = [](int rank, int) { return std::make_unique<ExchangeStream>(rank, 10); };
    TestWorld w(setup);
    EXPECT_EQ(w.run(), exchange_ends(p, kSend, kReceive, 400_ns, 10)) << static_cast<int>(p);
    const RankStatistics s = w.world.ranks()[0].statistics;
    EXPECT_EQ(s.sending, kSend * 10);
    EXPECT_EQ(s.receiving, kReceive * 10);
    EXPECT_EQ(s.sending + s.receiving + s.waiting, s.finish);
  }
}

// Rank 0 sends two messages. Rank 1 posts a receive for each, then does what `receiver` says.
template <class Receiver>
void send_two(Progress p, Receiver receiver) {
  run(exchange_of(p), [&](int rank) {
    if (rank == 0) {
      for (const int tag : {0, 1}) MGEN_Send(nullptr, 0, MPI_BYTE, 1, tag, kWorld);
      return;
    }
    MPI_Request r[2];
    for (const int tag : {0, 1}) MGEN_Irecv(nullptr, 0, MPI_BYTE, 0, tag, kWorld, &r[tag]);
    receiver(r);
  });
}

// It computes 5 µs, then waits for the second, and for the first.
void receive_in_turn(Progress p, Time computed, Time second, Time first) {
  send_two(p, [&](MPI_Request* r) {
    MGEN_Comp(5e-6);
    EXPECT_EQ(time_now(), computed) << static_cast<int>(p);
    MGEN_Wait(&r[1], kIgnore);
    EXPECT_EQ(time_now(), second) << static_cast<int>(p);
    MGEN_Wait(&r[0], kIgnore);
    EXPECT_EQ(time_now(), first) << static_cast<int>(p);
  });
}

TEST(Progress, ComputationIsInterruptedOnArrivalAlone) {
  receive_in_turn(Progress::in_waits, 5_us, 5_us + kReceive, 5_us + kReceive * 2);
  receive_in_turn(Progress::in_calls, 5_us, 5_us + kReceive * 2, 5_us + kReceive * 2);
  receive_in_turn(Progress::on_arrival, 5_us + kReceive * 2, 5_us + kReceive * 2, 5_us + kReceive * 2);
}

// A wait takes in what else arrives meanwhile; one that only the program asks for later is then free.
TEST(Progress, AWaitTakesInOtherMessages) {
  for (const Progress p : kAll) {
    send_two(p, [&](MPI_Request* r) {
      MGEN_Wait(&r[1], kIgnore);  // sent at 1.4, there at 1.8 µs; the other one at 1.1
      EXPECT_EQ(time_now(), 2100_ns);
      MGEN_Wait(&r[0], kIgnore);
      EXPECT_EQ(time_now(), p == Progress::in_waits ? 2400_ns : 2100_ns) << static_cast<int>(p);
      int index = 0;
      MGEN_Waitany(2, r, &index, kIgnore);
      EXPECT_EQ(index, MPI_UNDEFINED);
    });
  }
}

// A test that finds nothing is a call, too: 0.1 µs of polling, and what has come.
TEST(Progress, ATestTakesInWhatHasCome) {
  for (const Progress p : kAll) {
    run(exchange_of(p), [&](int rank) {
      if (rank == 0) return void(MGEN_Send(nullptr, 0, MPI_BYTE, 1, 0, kWorld));
      MPI_Request r, never;
      MGEN_Irecv(nullptr, 0, MPI_BYTE, 0, 0, kWorld, &r);
      MGEN_Irecv(nullptr, 0, MPI_BYTE, 0, 1, kWorld, &never);
      MGEN_Comp(5e-6);
      int flag = 1;
      MGEN_Test(&never, &flag, kIgnore);
      EXPECT_EQ(flag, 0);
      const Time taken = p == Progress::in_waits ? 0_ns : kReceive;
      EXPECT_EQ(time_now(), 5100_ns + taken) << static_cast<int>(p);
      MGEN_Test(&r, &flag, kIgnore);
      EXPECT_EQ(flag, 1);
      EXPECT_EQ(time_now(), 5100_ns + kReceive);
      MGEN_Cancel(&never);
      MGEN_Request_free(&never);
    });
  }
}

// A non-blocking collective has a CPU of its own: the rank computes on, and ends at the same time.
TEST(Progress, NonBlockingCollectivesPayForThemselves) {
  Time ended{0};
  for (const Progress p : kAll) {
    run(exchange_of(p), [&](int rank) {
      MPI_Request r;
      MGEN_Ibarrier(kWorld, &r);
      MGEN_Comp(0.5e-6);
      EXPECT_EQ(time_now(), 500_ns) << static_cast<int>(p);
      MGEN_Wait(&r, kIgnore);
      if (rank != 0) return;
      if (ended == Time{0}) ended = time_now();
      EXPECT_EQ(time_now(), ended) << static_cast<int>(p);
      EXPECT_GE(ended, 1400_ns);
    });
  }
}

}  // namespace progress_test
}  // namespace kasuri::mpi
