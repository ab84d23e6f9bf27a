// SPDX-License-Identifier: MIT
// One-sided communication as programs see it: MGEN_acp_*, acp.h; data, handles, order, polling, and what
// is said of mistakes. Times on whole machines are in experiment/run/rdma_test.cpp.
#define KASURI_KEEP_MAIN
#include "mpi/ranks/one_sided.h"

#include <gmock/gmock.h>

#include <array>
#include <cstring>
#include <numeric>
#include <vector>

#include "acp.h"
#include "mpi/api/test_two.h"

namespace kasuri::mpi {
namespace one_sided_test {

using testing::HasSubstr;

// 1 GB/s, 1 µs; messages may overtake each other by up to 3 µs.
TestWorld::Setup several(int ranks, Time jitter = Time{0}) {
  TestWorld::Setup setup{.ranks = ranks, .latency = 1_us, .rate = 1_GBps, .payload = true};
  setup.jitter = jitter;
  return setup;
}

// A rank's body between acp_init and acp_finalize.
TestWorld::Body acp(std::function<void(int rank)> body) {
  return [body = std::move(body)] {
    acp_init(nullptr, nullptr);
    body(acp_rank());
    acp_finalize();
    return 0;
  };
}

void run_acp(TestWorld::Setup setup, std::function<void(int)> body) {
  TestWorld w(setup, acp(std::move(body)));
  w.run();
  EXPECT_EQ(w.failure(), "");
  EXPECT_TRUE(w.world.finished());
}

std::string failure_of(TestWorld::Body body, int ranks = 2) {
  TestWorld w(several(ranks), std::move(body));
  w.run();
  return w.failure();
}

// The address of a rank's starter memory, and of one's own as numbers.
acp_ga_t at(int rank, std::size_t offset = 0) { return acp_query_starter_ga(rank) + offset; }
template <class T>
T* mine(std::size_t offset = 0) {
  return static_cast<T*>(acp_query_address(at(acp_rank(), offset)));
}

// ---- MGEN ----

TEST(OneSidedMgen, PutsAndGetsTakeTheTimeOfTheirMessages) {
  run(two(), [](int rank) {
    if (rank != 0) return;
    MGEN_acp_complete(MGEN_acp_copy(0, 1, 1000));
    EXPECT_EQ(time_now(), 3_us + 64_ns);  // 1,000 B and 64 B at 1 GB/s, twice 1 µs
    MGEN_acp_complete(MGEN_acp_copy(1, 0, 1000));
    EXPECT_EQ(time_now(), (3_us + 64_ns) * 2);
  });
}

TEST(OneSidedMgen, APutIsPolledForBeforeAndAfterItComes) {
  run(two(), [](int rank) {
    if (rank == 0) {
      const MGEN_acp_handle h[] = {MGEN_acp_copy(0, 1, 1000), MGEN_acp_copy(0, 1, 500)};
      MGEN_acp_complete(h[1]);
      MGEN_acp_complete(h[0]);
      return;
    }
    MPI_Status status;
    MGEN_Recv(nullptr, 1000, MPI_BYTE, 0, ACP_PUT_TAG, kWorld, &status);
    EXPECT_EQ(time_now(), 2_us);
    EXPECT_EQ(status.MPI_TAG, ACP_PUT_TAG);
    int bytes = 0;
    MGEN_Get_count(&status, MPI_BYTE, &bytes);
    EXPECT_EQ(bytes, 1000);
    MGEN_Comp(10e-6);
    int flag = 0;
    MGEN_Iprobe(0, ACP_PUT_TAG, kWorld, &flag, &status);
    EXPECT_TRUE(flag);
    MGEN_Recv(nullptr, 1000, MPI_BYTE, MPI_ANY_SOURCE, ACP_PUT_TAG, kWorld, &status);
    EXPECT_EQ(time_now(), 12_us);
    EXPECT_EQ(status.MPI_SOURCE, 0);
  });
}

// It is a put like any other, whoever acknowledges it.
TEST(OneSidedMgen, APutToOneselfIsPolledForAndEnds) {
  for (const PutAck ack : {PutAck::nic, PutAck::program}) {
    TestWorld::Setup setup = two();
    setup.rdma.put_ack = ack;
    run(setup, [](int rank) {
      const MGEN_acp_handle h = MGEN_acp_copy(rank, rank, 1000);
      MPI_Status status;
      MGEN_Recv(nullptr, 1000, MPI_BYTE, MPI_ANY_SOURCE, ACP_PUT_TAG, kWorld, &status);
      EXPECT_EQ(status.MPI_SOURCE, rank);
      MPI_Request control;
      LMGEN_Isend_acp_put_ctrl(rank, kWorld, &control, 0, nullptr);
      LMGEN_Wait_ctrl(&control, kIgnore);
      MGEN_acp_complete(h);
    });
  }
}

TEST(OneSidedMgen, PutsAndMessagesDoNotMix) {
  run(two(), [](int rank) {
    if (rank == 0) {
      MGEN_acp_complete(MGEN_acp_copy(0, 1, 8));
      const int value = 7;
      MGEN_Send(&value, 1, MPI_INT, 1, 3, kWorld);
      return;
    }
    int value = 0;
    MPI_Status status;
    MGEN_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, kWorld, &status);
    EXPECT_EQ(value, 7);  // and the put need not be polled for
  });
}

TEST(OneSidedMgen, MayCopyBetweenTwoOthers) {
  run(several(3), [](int rank) {
    if (rank == 0) {
      MGEN_acp_complete(MGEN_acp_copy(1, 2, 1000));
      EXPECT_EQ(time_now(), 4_us + 128_ns);
    }
    if (rank == 2) MGEN_Recv(nullptr, 1000, MPI_BYTE, 1, ACP_PUT_TAG, kWorld, kIgnore);
  });
}

TEST(OneSidedMgen, HandlesAreCompletedOnceAndInAnyOrder) {
  EXPECT_EQ(failure_of(program([](int rank) {
              if (rank != 1) return;
              const MGEN_acp_handle h = MGEN_acp_copy(1, 0, 8);
              MGEN_acp_copy(1, 0, 8);
              MGEN_acp_complete(h);
              MGEN_acp_complete(h);
            })),
            "job 'test', rank 1, MGEN_acp_complete at 2.072 us: the transfer of handle 1 was completed "
            "before");
  EXPECT_THAT(failure_of(program([](int) { MGEN_acp_complete(1); })),
              HasSubstr("rank 0, MGEN_acp_complete at 0 ps: 1 is no handle of this rank"));
  EXPECT_THAT(failure_of(program([](int) { MGEN_acp_copy(0, 2, 8); })),
              HasSubstr("MGEN_acp_copy at 0 ps: rank 2 does not exist; there are ranks 0 to 1"));
  EXPECT_THAT(failure_of(program([](int) { MGEN_acp_copy(0, 1, -1); })),
              HasSubstr("size -1 is negative"));
  EXPECT_THAT(failure_of(program([](int) { MGEN_acp_copy(0, 1, 100); })),
              HasSubstr("MGEN_Finalize at 0 ps: a put of 100 bytes to rank 1 is not complete"));
}

TEST(OneSidedMgen, APollIsNamedInADeadlock) {
  TestWorld w(two(), program([](int rank) {
    if (rank == 0) MGEN_Recv(nullptr, 8, MPI_BYTE, 1, ACP_PUT_TAG, kWorld, kIgnore);
  }));
  w.run();
  ASSERT_EQ(w.world.blocked().size(), 1u);
  EXPECT_EQ(describe(w.world.blocked()[0]),
            "rank 0 of job 'test' waits in MGEN_Recv for a put by rank 1, since 0 ps");
}

// ---- ACP: data ----

TEST(Acp, CopiesBetweenAnyTwoMemories) {
  run_acp(several(3), [](int rank) {
    std::array<int, 100> buffer{};
    std::iota(buffer.begin(), buffer.end(), 1000 * rank);
    const acp_atkey_t key = acp_register_memory(buffer.data(), sizeof buffer, 0);
    mine<acp_ga_t>()[0] = acp_query_ga(key, buffer.data());
    acp_sync();
    std::array<acp_ga_t, 3> address{};
    for (int i = 0; i < 3; ++i) {
      acp_complete(acp_copy(at(rank, 8), at(i), sizeof(acp_ga_t), ACP_HANDLE_NULL));
      address[static_cast<std::size_t>(i)] = *mine<acp_ga_t>(8);
      EXPECT_EQ(acp_query_rank(address[static_cast<std::size_t>(i)]), i);
    }
    acp_sync();
    if (rank == 0) {
      acp_copy(address[1] + 40, address[0], 20, ACP_HANDLE_NULL);            // put
      acp_copy(address[0] + 80, address[2] + 4, 8, ACP_HANDLE_NULL);         // get
      acp_copy(address[2] + 200, address[1] + 100, 40, ACP_HANDLE_NULL);     // between others
      acp_copy(address[0] + 396, address[0] + 12, 4, ACP_HANDLE_NULL);       // local
      acp_complete(ACP_HANDLE_ALL);
      EXPECT_EQ(buffer[20], 2001);
      EXPECT_EQ(buffer[21], 2002);
      EXPECT_EQ(buffer[22], 22);
      EXPECT_EQ(buffer[99], 3);
    }
    acp_sync();
    if (rank == 1) {
      EXPECT_EQ(buffer[9], 1009);
      EXPECT_EQ(buffer[10], 0);
      EXPECT_EQ(buffer[14], 4);
      EXPECT_EQ(buffer[15], 1015);
    }
    if (rank == 2) {
      EXPECT_EQ(buffer[49], 2049);
      EXPECT_EQ(buffer[50], 1025);
      EXPECT_EQ(buffer[59], 1034);
      EXPECT_EQ(buffer[60], 2060);
    }
    EXPECT_EQ(acp_query_address(address[static_cast<std::size_t>(rank)] + 8), &buffer[2]);
    EXPECT_EQ(acp_query_address(address[static_cast<std::size_t>((rank + 1) % 3)]), nullptr);
    acp_sync();
    acp_unregister_memory(key);
  });
}

// The NIC of the owner executes them one by one: all ranks add to one word and get different old
// values, whose sum is known.
TEST(Acp, AtomicsAreExecutedOneByOneAtTheOwner) {
  constexpr int kRanks = 9;
  static std::vector<std::uint64_t> old_values;
  old_values.clear();
  run_acp(several(kRanks, 3_us), [](int rank) {
    for (int i = 0; i < 5; ++i) {
      acp_complete(acp_add8(at(rank, 16), at(4), 1, ACP_HANDLE_NULL));
      old_values.push_back(*mine<std::uint64_t>(16));
    }
    acp_sync();
    if (rank == 4) EXPECT_EQ(*mine<std::uint64_t>(), 5u * kRanks);
  });
  std::ranges::sort(old_values);
  for (std::size_t i = 0; i < old_values.size(); ++i) EXPECT_EQ(old_values[i], i);
}

TEST(Acp, AtomicsDoWhatTheirNamesSay) {
  run_acp(several(2), [](int rank) {
    if (rank == 1) {
      auto* words = mine<std::uint32_t>();
      for (int i = 0; i < 8; ++i) words[i] = 0xc;
      mine<std::uint64_t>(64)[0] = 0xffff'ffff'0000'0000;
    }
    acp_sync();
    if (rank == 0) {
      const auto to = [](int i) { return at(0, 256 + 4 * static_cast<std::size_t>(i)); };
      const auto of = [](int i) { return at(1, 4 * static_cast<std::size_t>(i)); };
      acp_add4(to(0), of(0), 5, ACP_HANDLE_NULL);
      acp_xor4(to(1), of(1), 6, ACP_HANDLE_NULL);
      acp_or4(to(2), of(2), 3, ACP_HANDLE_NULL);
      acp_and4(to(3), of(3), 6, ACP_HANDLE_NULL);
      acp_swap4(to(4), of(4), 99, ACP_HANDLE_NULL);
      acp_cas4(to(5), of(5), 0xc, 77, ACP_HANDLE_NULL);
      acp_cas4(to(6), of(6), 0xd, 77, ACP_HANDLE_NULL);
      acp_add8(at(0, 320), at(1, 64), 0x1'0000'0001, ACP_HANDLE_NULL);
      acp_complete(ACP_HANDLE_ALL);
      for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(mine<std::uint32_t>(256)[i], 0xcu);
      EXPECT_EQ(*mine<std::uint64_t>(320), 0xffff'ffff'0000'0000);
    }
    acp_sync();
    if (rank == 1) {
      const std::uint32_t expected[] = {17, 10, 15, 4, 99, 77, 0xc, 0xc};
      for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(mine<std::uint32_t>()[i], expected[i]);
      EXPECT_EQ(*mine<std::uint64_t>(64), 1u);
    }
  });
}

// ---- ACP: order and completion ----

// The network lets messages overtake; memory does not see it.
TEST(Acp, PutsToOneRankAreWrittenInTheirOrder) {
  run_acp(several(2, 9_us), [](int rank) {
    if (rank == 0) {
      std::array<std::uint64_t, 200> values{};
      std::iota(values.begin(), values.end(), 1);
      const acp_atkey_t key = acp_register_memory(values.data(), sizeof values, 0);
      for (std::uint64_t& v : values) {
        acp_copy(at(1), acp_query_ga(key, &v), sizeof v, ACP_HANDLE_CONT);
      }
      acp_complete(ACP_HANDLE_ALL);
      acp_unregister_memory(key);
      return;
    }
    std::uint64_t last = 0;
    while (last < 200) {
      kasuri_acp_wait();
      EXPECT_GT(*mine<std::uint64_t>(), last);
      last = *mine<std::uint64_t>();
    }
  });
}

TEST(Acp, AWaitForAWriteEndsByAPutToOneselfAndByAtomics) {
  run_acp(several(2), [](int rank) {
    *mine<std::uint64_t>(64) = 7;
    acp_copy(at(rank), at(rank, 64), 8, ACP_HANDLE_NULL);
    while (*mine<std::uint64_t>() != 7) kasuri_acp_wait();
    acp_add8(at(rank, 72), at(rank), 1, ACP_HANDLE_NULL);
    while (*mine<std::uint64_t>() != 8) kasuri_acp_wait();
    acp_sync();
    acp_add8(at(rank, 72), at(1 - rank), 1, ACP_HANDLE_NULL);
    while (*mine<std::uint64_t>() != 9) kasuri_acp_wait();
    acp_complete(ACP_HANDLE_ALL);
  });
}

TEST(Acp, ContDoesNotWaitButAnOrderDoes) {
  const auto time_of = [](acp_handle_t order) {
    Time took{};
    run_acp(several(2), [&](int rank) {
      if (rank != 0) return;
      const Time start = time_now();
      acp_copy(at(1), at(0), 1000, ACP_HANDLE_NULL);
      acp_complete(acp_copy(at(1), at(0), 1000, order));
      took = time_now() - start;
    });
    return took;
  };
  EXPECT_EQ(time_of(ACP_HANDLE_NULL), 4_us + 64_ns);
  EXPECT_EQ(time_of(ACP_HANDLE_CONT), 4_us + 64_ns);
  EXPECT_EQ(time_of(ACP_HANDLE_ALL), (3_us + 64_ns) * 2);
  EXPECT_EQ(time_of(1), (3_us + 64_ns) * 2);  // the first handle
}

// A get that may not start before a put is complete finds what it has written, also through a chain.
TEST(Acp, OrderedOperationsSeeWhatWasDoneBefore) {
  run_acp(several(3, 5_us), [](int rank) {
    if (rank != 0) return;
    auto* word = mine<std::uint64_t>();
    word[0] = 42;
    const acp_handle_t put = acp_copy(at(1), at(0), 8, ACP_HANDLE_NULL);
    acp_copy(at(2, 64), at(1), 8, put);
    acp_copy(at(2, 72), at(2, 64), 8, ACP_HANDLE_ALL);
    const acp_handle_t back = acp_copy(at(0, 8), at(2, 72), 8, ACP_HANDLE_CONT);
    EXPECT_EQ(acp_inquire(back), 1);
    while (acp_inquire(back)) {}
    EXPECT_EQ(word[1], 42u);
    acp_complete(put);  // was complete before: nothing to wait for
    EXPECT_EQ(acp_inquire(ACP_HANDLE_ALL), 0);
  });
}

TEST(Acp, CompletionIsInTheOrderOfTheirBeginning) {
  run_acp(several(3), [](int rank) {
    if (rank != 0) return;
    const Time start = time_now();
    acp_copy(at(0, 64), at(1), 4000, ACP_HANDLE_NULL);
    const acp_handle_t atomic = acp_add8(at(0, 8), at(2), 1, ACP_HANDLE_NULL);
    acp_complete(atomic);
    EXPECT_EQ(time_now() - start, 6_us + 64_ns);  // the get's time; the atomic's is a third of it
  });
}

TEST(Acp, RegistrationCostsTheCpu) {
  TestWorld::Setup setup = several(1);
  RdmaParams rdma;
  rdma.registration_time = 2_us;
  rdma.registration_rate = 1_GBps;
  rdma.overhead = 300_ns;
  setup.rdma = rdma;
  run_acp(setup, [](int) {
    static char memory[5000];
    acp_register_memory(memory, sizeof memory, 0);
    EXPECT_EQ(time_now(), 7_us);
    acp_copy(at(0), at(0, 8), 8, ACP_HANDLE_NULL);
    EXPECT_EQ(time_now(), 7_us + 300_ns);
  });
}

// With nics = "by-colour" addresses say which NIC carries their data (times: experiment/run/rdma_test.cpp).
TEST(Acp, ColoursAreNics) {
  TestWorld::Setup setup = several(2);
  setup.nics = 4;
  run_acp(setup, [](int) { EXPECT_EQ(acp_colors(), 1); });
  setup.rdma.nics = kasuri::NicChoice::by_colour;
  run_acp(setup, [](int rank) {
    static std::array<std::array<std::uint64_t, 8>, 2> memory;
    EXPECT_EQ(acp_colors(), 4);
    EXPECT_EQ(acp_query_color(at(1)), 0);
    std::array<std::uint64_t, 8>& here = memory[static_cast<std::size_t>(rank)];
    here.fill(100 + static_cast<std::uint64_t>(rank));
    const acp_atkey_t keys[] = {acp_register_memory(here.data(), sizeof here, 3),
                                acp_register_memory(here.data(), sizeof here, 1)};
    const acp_ga_t ga = acp_query_ga(keys[0], &here[5]);
    EXPECT_EQ(acp_query_color(ga), 3);
    EXPECT_EQ(acp_query_rank(ga), rank);
    EXPECT_EQ(acp_query_address(ga), &here[5]);
    EXPECT_EQ(acp_query_color(acp_query_ga(keys[1], here.data())), 1);
    *mine<acp_ga_t>() = ga;
    acp_sync();
    if (rank == 0) {
      acp_complete(acp_copy(at(0, 8), at(1), 8, ACP_HANDLE_NULL));
      const acp_ga_t there = mine<acp_ga_t>()[1];
      EXPECT_EQ(acp_query_color(there), 3);
      acp_complete(acp_copy(there, acp_query_ga(keys[1], here.data()), 8, ACP_HANDLE_NULL));
      acp_complete(acp_add8(at(0, 16), there, 5, ACP_HANDLE_NULL));
      EXPECT_EQ(mine<std::uint64_t>()[2], 100u);
    }
    acp_sync();
    if (rank == 1) EXPECT_EQ(here[5], 105u);
  });
}

// acp_reset gives ranks other numbers; memory of before is gone, and starter memory is zero.
TEST(Acp, ResetGivesRanksOtherNumbers) {
  for (const bool payload : {true, false}) {
    TestWorld::Setup setup = several(5, 3_us);
    setup.payload = payload;
    run_acp(setup, [payload](int rank) {
      *mine<int>() = 7;
      const int number = (2 * rank + 1) % 5;
      EXPECT_EQ(acp_reset(number), 0);
      EXPECT_EQ(acp_rank(), number);
      EXPECT_EQ(*mine<int>(), 0);
      acp_sync();
      EXPECT_EQ(acp_query_rank(at(number)), number);
      EXPECT_EQ(acp_query_address(at((number + 1) % 5)), nullptr);
      mine<int>()[1] = 10 + number;
      acp_complete(acp_copy(at((number + 1) % 5), at(number, 4), 4, ACP_HANDLE_NULL));
      acp_sync();
      if (payload) EXPECT_EQ(*mine<int>(), 10 + (number + 4) % 5);
      acp_reset(number);  // and keeps them
      EXPECT_EQ(acp_rank(), number);
      acp_finalize();  // forgets them
      acp_init(nullptr, nullptr);
      EXPECT_EQ(acp_rank(), rank);
      acp_reset(number);
      acp_reset(rank);
      EXPECT_EQ(acp_rank(), rank);
    });
  }
  EXPECT_THAT(failure_of(acp([](int rank) { acp_reset(rank / 2); }), 3),
              AllOf(HasSubstr("acp_reset at "), HasSubstr("ranks 0 and 1 both ask for number 0")));
  EXPECT_THAT(failure_of(acp([](int rank) { acp_reset(rank + 1); })),
              AllOf(HasSubstr("rank 1, acp_reset at "), HasSubstr("rank 2")));
}

// ---- ACP: mistakes ----

TEST(Acp, NamesMistakesByRankAndCall) {
  static char memory[100];
  EXPECT_THAT(failure_of([] { return acp_rank(); }),
              HasSubstr("rank 0, acp_rank at 0 ps: called before acp_init or after acp_finalize"));
  EXPECT_THAT(failure_of(acp([](int rank) {
                if (rank == 1) acp_copy(at(0), ACP_GA_NULL, 8, ACP_HANDLE_NULL);
              })),
              AllOf(HasSubstr("rank 1, acp_copy at "), HasSubstr("the source is ACP_GA_NULL")));
  EXPECT_THAT(failure_of(acp([](int rank) {
                if (rank == 1) acp_copy(at(0), at(1) + 4090, 8, ACP_HANDLE_NULL);
              })),
              AllOf(HasSubstr("rank 1, acp_copy at "),
                    HasSubstr("the source, 8 bytes at offset 4090 of memory 0 of rank 1, exceeds the "
                              "registered memory")));
  // Found by another rank's NIC: told of the one who asked, though it is elsewhere meanwhile.
  EXPECT_THAT(failure_of(acp([](int rank) {
                if (rank == 1) acp_copy(at(0) + 4096, at(1), 8, ACP_HANDLE_NULL);
                acp_sync();
              })),
              AllOf(HasSubstr("rank 1, acp_copy at "),
                    HasSubstr("the destination, 8 bytes at offset 4096 of memory 0 of rank 0,")));
  EXPECT_THAT(failure_of(acp([](int rank) {
                const acp_atkey_t key = acp_register_memory(memory, sizeof memory, 0);
                const acp_ga_t ga = acp_query_ga(key, memory);
                acp_unregister_memory(key);
                acp_sync();
                const acp_ga_t other = ga + (std::uint64_t{1} << 43);  // of rank 1
                if (rank == 0) acp_complete(acp_swap8(at(0), other, 1, ACP_HANDLE_NULL));
              })),
              AllOf(HasSubstr("rank 0, acp_swap8 at "),
                    HasSubstr("memory 1 of rank 1, is not registered")));
  EXPECT_THAT(failure_of(acp([](int rank) {
                if (rank == 0) acp_complete(acp_add8(at(0), at(1, 4), 1, ACP_HANDLE_NULL));
              })),
              AllOf(HasSubstr("acp_add8"), HasSubstr("is not at a multiple of 8 bytes")));
  EXPECT_THAT(failure_of(acp([](int) { acp_copy(at(0), at(1), 8, 17); })),
              HasSubstr("order 17 is no handle of this rank"));
  EXPECT_THAT(failure_of(acp([](int) { acp_complete(3); })),
              HasSubstr("acp_complete at 1 us: 3 is no handle of this rank"));
  EXPECT_THAT(failure_of(acp([](int) {
                const acp_atkey_t key = acp_register_memory(memory, sizeof memory, 0);
                acp_unregister_memory(key);
                acp_unregister_memory(key);
              })),
              HasSubstr("acp_unregister_memory"));
  EXPECT_THAT(failure_of(acp([](int) {
                acp_query_ga(acp_register_memory(memory, sizeof memory, 0), memory + 100);
              })),
              HasSubstr("the address is outside the 100 registered bytes"));
  EXPECT_THAT(failure_of(acp([](int) { acp_register_memory(memory, 0, 0); })),
              HasSubstr("a registration has 1 to 17179869184 bytes"));
  EXPECT_THAT(failure_of(acp([](int) { acp_register_memory(memory, 1, 1); })),
              HasSubstr("colour 1; there is only 0"));
  EXPECT_THAT(failure_of(acp([](int) { acp_abort("enough"); })), HasSubstr("acp_abort"));
}

}  // namespace one_sided_test
}  // namespace kasuri::mpi
