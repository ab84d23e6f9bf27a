// SPDX-License-Identifier: MIT
// Many ranks: memory per rank, and no allocation once everything has been used once.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <new>
#include <vector>

#include "mpi/api/test_world.h"

namespace {
std::atomic<std::uint64_t> allocations{0};
}

// Counts what the tests of this program allocate with new.
void* operator new(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return std::malloc(size);
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace kasuri::mpi {
namespace {

using namespace literals;

std::size_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t total = 0, resident = 0;
  statm >> total >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

TEST(Scale, RingOf32768Ranks) {
  constexpr int kRanks = 32768;
  constexpr int kSteps = 8;
  const std::size_t before = resident_bytes();
  TestWorld w({.ranks = kRanks, .latency = 1_us, .rate = 1_GBps}, program([](int rank) {
                const int p = world_size();
                for (int i = 0; i < kSteps; ++i) {
                  MGEN_Sendrecv(nullptr, 2048, MPI_BYTE, (rank + 1) % p, i, nullptr, 2048, MPI_BYTE,
                                (rank + p - 1) % p, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                }
              }));
  EXPECT_EQ(w.run(), (2048_ns + 1_us) * kSteps);
  EXPECT_TRUE(w.world.finished());
  EXPECT_EQ(w.transport.messages, std::uint64_t{kRanks} * kSteps);
  const std::size_t per_rank = (resident_bytes() - before) / kRanks;
  RecordProperty("bytes_per_rank", static_cast<int>(per_rank));
#ifndef __SANITIZE_ADDRESS__
  EXPECT_LE(per_rank, 12u << 10);
#endif
}

TEST(Scale, NothingIsAllocatedInSteadyState) {
  std::uint64_t at_start = 0, at_end = 0;
  MpiParams params;
  params.eager_limit = 1000_B;
  TestWorld w({.ranks = 64, .params = params, .payload = true}, [&] {
    MGEN_Init(nullptr, nullptr);
    const int rank = my_rank();
    static thread_local char out[64 * 2000], in[64 * 2000];
    for (int i = 0; i < 6; ++i) {
      MGEN_Barrier(MPI_COMM_WORLD);
      if (rank == 0 && i == 3) at_start = allocations;
      for (const int size : {100, 2000}) {
        MGEN_Alltoall(out, size, MPI_BYTE, in, size, MPI_BYTE, MPI_COMM_WORLD);
        MPI_Request r;
        MGEN_Irecv(in, size, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r);
        MGEN_Send(out, size, MPI_BYTE, (rank + 1) % 64, rank, MPI_COMM_WORLD);
        MGEN_Wait(&r, MPI_STATUS_IGNORE);
      }
    }
    MGEN_Barrier(MPI_COMM_WORLD);
    if (rank == 0) at_end = allocations;
    MGEN_Finalize();
    return 0;
  });
  w.run();
  ASSERT_TRUE(w.world.finished()) << w.failure();
  EXPECT_GT(at_start, 0u);
  EXPECT_EQ(at_end - at_start, 0u);
}

}  // namespace
}  // namespace kasuri::mpi
