// SPDX-License-Identifier: MIT
// The estimate of memory against what a process of its own was seen to need (getrusage): neither
// far too little, which would let a run fail, nor far too much, which would refuse one that fits.
#include "experiment/plan/memory_estimate.h"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "experiment/run/test_fabric.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace memory_estimate_test {

struct Memory {
  double estimate = 0, peak = 0;  // bytes
};

// Runs in a child, whose peak begins with what this process has in memory now.
Memory measure(const std::string& toml) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    Memory m;
    try {
      TestConfig c(toml);
      m.estimate = static_cast<double>(c.plan.memory_bytes);
      simulate_test(std::move(c));
      m.peak = static_cast<double>(peak_memory());
    } catch (const std::exception&) {
    }
    _exit(write(ends[1], &m, sizeof m) == sizeof m ? 0 : 1);
  }
  Memory m;
  EXPECT_EQ(read(ends[0], &m, sizeof m), static_cast<ssize_t>(sizeof m));
  waitpid(child, nullptr, 0);
  close(ends[0]);
  close(ends[1]);
  EXPECT_GT(m.peak, 0);
  return m;
}

std::string machine(std::vector<std::uint32_t> extents, std::uint32_t vcs, std::string run = "") {
  TestFabric f{.extents = std::move(extents), .vcs = vcs};
  f.run = std::move(run);
  return f.toml("[[jobs]]\npattern = { type = \"uniform\", load = 0.2, message = \"2 KiB\", "
                "duration = \"6 us\" }\n");
}

// Differences to a small machine, so that code, libraries and the test itself do not count.
TEST(MemoryEstimate, GrowsWithTheMachineAsMemoryDoes) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "AddressSanitizer needs memory of its own";
#endif
  const Memory small = measure(machine({4, 4}, 2));
  for (const auto& [extents, vcs] : {std::pair{std::vector<std::uint32_t>{32, 16, 16}, 2u},
                                     {std::vector<std::uint32_t>{24, 24, 24}, 2u},
                                     {std::vector<std::uint32_t>{64, 64}, 8u},
                                     {std::vector<std::uint32_t>{8, 8, 8, 8}, 4u}}) {
    const Memory large = measure(machine(extents, vcs));
    const double ratio = (large.estimate - small.estimate) / (large.peak - small.peak);
    const std::string what = fmt::format("{}, {} VCs: {:.3g} MB estimated, {:.3g} MB measured",
                                         fmt::join(extents, "x"), vcs,
                                         (large.estimate - small.estimate) / 1e6,
                                         (large.peak - small.peak) / 1e6);
    EXPECT_GE(ratio, 0.7) << what;
    EXPECT_LE(ratio, 3.0) << what;
    RecordProperty(fmt::format("{}", fmt::join(extents, "x")), what);
  }
}

TEST(MemoryUse, SaysWhatEachPartOfAMachineTakes) {
  for (const unsigned threads : {1u, 2u}) {
    const MemoryUse m = simulate_test(TestConfig(machine({16, 16, 8}, 2)), threads).host.memory;
    EXPECT_EQ(m.nodes, 2048u);
    EXPECT_GE(m.routers, 2048u * 7 * 64);
    EXPECT_GE(m.nics, 2048u * 64);
    EXPECT_LT(m.nics, 2048u * 200);
    EXPECT_GT(m.packets, 64u * 64);
    EXPECT_GT(m.messages, 64u * 64);
    EXPECT_GT(m.events, 64u * 32);
    EXPECT_EQ(m.patterns, 2048u * 2 * sizeof(std::uint32_t));
    EXPECT_EQ(m.tables, 2048u * (threads == 1 ? 4 : 4 + 2 + 4 + 4));
    EXPECT_LE(m.routers + m.nics + m.packets + m.messages + m.events + m.patterns + m.tables, m.all);
    EXPECT_THAT(describe(m), testing::HasSubstr("NICs "));
  }
}

// Tables by chunks of time are known where the run's length is.
TEST(MemoryEstimate, CountsTheTablesOfPower) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "AddressSanitizer needs memory of its own";
#endif
  const auto with = [](const char* chunk, const char* transient) {
    return measure(machine({16, 16}, 2, "time_limit = '8 us'\n") +
                   fmt::format("[power]\npreset = 'nsimpower-table1'\n"
                       "t_lt = '100 ns'\nt_ls = '50 ns'\nt_lw = '50 ns'\nchunk = '{}'\n"
                               "transient = '{}'\n", chunk, transient));
  };
  for (const auto& [chunk, transient] : {std::pair("1 ns", "routers"), std::pair("5 ns", "links")}) {
    const Memory few = with("8 us", transient), many = with(chunk, transient);
    const double ratio = (many.estimate - few.estimate) / (many.peak - few.peak);
    EXPECT_GT(many.peak - few.peak, 20e6) << transient;
    EXPECT_GE(ratio, 0.5) << transient << ' ' << many.peak - few.peak;
    EXPECT_LE(ratio, 3.0) << transient << ' ' << many.peak - few.peak;
  }
}

}  // namespace memory_estimate_test
}  // namespace kasuri
