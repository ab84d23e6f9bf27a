// SPDX-License-Identifier: MIT
// Motifs do what the programs do that they stand for: the same messages at the same picoseconds.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "experiment/run/test_run.h"
#include "workload/motifs/motif.h"

namespace kasuri {
namespace motif_test {

constexpr std::string_view kMachine =
    "[topology]\ntype = 'torus'\nextents = [4, 4]\n[mpi]\nsend_overhead = '200 ns'\n"
    "receive_overhead = '100 ns'\n";

Results run(const std::string& job) {
  return simulate_toml(fmt::format("{}[[jobs]]\nranks = 64\nranks_per_node = 4\n{}", kMachine, job));
}

std::string program(const char* name, const char* arguments) {
  return fmt::format("program = 'examples/tracerp/programs/{}.c'\nargs = [{}]\n", name, arguments);
}

struct Pair {
  const char* motif;
  const char* program;
  const char* arguments;
};

TEST(Motif, DoesWhatItsProgramDoes) {
  for (const Pair& p :
       {Pair{"type = 'stencil', grid = [4, 4, 2, 2], size = '3 kB', compute = '5 us', steps = 3",
             "stencil4d", "'4', '4', '2', '2', '3000', '5', '3'"},
        Pair{"type = 'stencil', grid = [4, 4, 2, 2], size = '90 kB', steps = 2", "stencil4d",
             "'4', '4', '2', '2', '90000', '0', '2'"},
        Pair{"type = 'near-neighbor', grid = [4, 4, 4], least = 6, most = 19, reach = 2, size = '2 kB', "
             "compute = '2 us', steps = 3",
             "near_neighbor", "'4', '4', '4', '6', '20', '3', '2000', '2', '3'"},
        Pair{"type = 'pairs', size = '20 kB', shuffle = 7, compute = '3 us', steps = 4", "permutation",
             "'20000', '7', '3', '4'"}}) {
    const Results motif = run(fmt::format("motif = {{ {} }}\n", p.motif));
    const Results ran = run(program(p.program, p.arguments));
    EXPECT_EQ(motif.exit, Exit::done) << p.motif;
    EXPECT_EQ(motif.time, ran.time) << p.motif;
    EXPECT_EQ(motif.delivered.hash, ran.delivered.hash) << p.motif;
    EXPECT_EQ(motif.jobs[0].messages, ran.jobs[0].messages) << p.motif;
  }
}

// Programs make their communicators first, which motifs do not: what a step adds is the same.
TEST(Motif, StepsOfCollectivesSendWhatTheProgramSends) {
  const auto step = [](auto job) {
    const Results one = run(job(1)), two = run(job(2));
    return std::pair(two.jobs[0].messages - one.jobs[0].messages,
                     two.jobs[0].bytes.n - one.jobs[0].bytes.n);
  };
  EXPECT_EQ(step([](int n) {
              return fmt::format("motif = {{ type = 'lines-alltoall', grid = [4, 8, 2], size = '1 kB', "
                                 "steps = {} }}\n", n);
            }),
            step([](int n) {
              return program("a2a", fmt::format("'4', '8', '2', '1000', '1000', '1000', '0', '{}'", n)
                                        .c_str());
            }));
  EXPECT_EQ(step([](int n) {
              return fmt::format("motif = {{ type = 'rows-columns', grid = [8, 8], alltoall = '1 kB', "
                                 "allreduce = '16 kB', bcast = '9 kB', steps = {} }}\n", n);
            }),
            step([](int n) {
              return program("qbox", fmt::format("'8', '8', '1000', '16000', '9000', '0', '{}'", n)
                                         .c_str());
            }));
}

Results collective(std::string_view motif) {
  return simulate_toml(fmt::format("{}eager_limit = '1 GiB'\n[mpi.algorithms]\nalltoall = 'ring'\n"
                                   "allreduce = 'ring'\n[[jobs]]\nranks = 14\nmotif = {{ {} }}\n",
                                   kMachine, motif));
}

// The same messages at the same times if each step is one; else the same bytes in fewer messages.
TEST(Motif, MergedStepsSendAllBytes) {
  for (const auto& [operation, size, steps] :
       {std::tuple("alltoall", 48'000, 13u), std::tuple("allreduce", 14 * 48'000, 26u)}) {
    const Results whole = collective(fmt::format(
        "type = 'collective', operation = '{}', size = '{} B', steps = 2", operation, size));
    for (const std::uint32_t merge : {1u, 4u, 5u, 1000u}) {
      const Results merged = collective(fmt::format(
          "type = 'merged-collective', operation = '{}', size = '{} B', merge = {}, steps = 2, "
          "step_latency = '1 us'", operation, size, merge));
      EXPECT_EQ(merged.exit, Exit::done);
      EXPECT_EQ(merged.jobs[0].bytes, whole.jobs[0].bytes) << operation << " " << merge;
      if (merge == 1) EXPECT_EQ(merged.delivered.hash, whole.delivered.hash) << operation;
      else EXPECT_LT(merged.delivered.messages, whole.delivered.messages) << operation;
      const std::uint32_t left_out = steps - (steps + merge - 1) / merge;
      EXPECT_GE(merged.time, Time{1'000'000} * left_out * 2) << operation << " " << merge;
    }
  }
}

TEST(Motif, RefusesGridsThatDoNotFit) {
  const auto refusal = [](const std::string& job) -> std::string {
    try {
      TestConfig c(fmt::format("{}[[jobs]]\n{}", kMachine, job));
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_THAT(refusal("ranks = 10\nmotif = { type = 'stencil', grid = [4, 3] }\n"),
              testing::HasSubstr("the grid has 12 ranks, but the job has 10"));
  EXPECT_THAT(refusal("motif = { type = 'pairs' }\n"), testing::HasSubstr("an even number of ranks"));
  EXPECT_THAT(refusal("motif = { type = 'near-neighbor', grid = [4, 3, 1], least = 5, most = 4 }\n"),
              testing::HasSubstr("must not exceed 'most' (4)"));
  // Before lists of ranks are made.
  for (const char* motif : {"type = 'lines-alltoall', grid = [32768, 16384]",
                            "type = 'rows-columns', grid = [32768, 16384]",
                            "type = 'near-neighbor', grid = [32768, 16384, 1]",
                            "type = 'training', layers = 512, hidden = 512, heads = 512, sequence = 512, "
                            "tp = 512, pp = 512, microbatches = 512, dp = 2048"}) {
    const std::string job = fmt::format("motif = {{ {} }}\n", motif);
    for (const char* more : {"", "[run]\nmemory_limit = 'unlimited'\n"}) {
      EXPECT_THAT(refusal(job + more),
                  testing::HasSubstr("536870912 ranks, but the available memory is enough for at most"));
    }
  }
  EXPECT_THAT(refusal("motif = { type = 'stencil', grid = [1073741824, 1024] }\n"),
              testing::HasSubstr("more than 1073741823 ranks"));
}

}  // namespace motif_test
}  // namespace kasuri
