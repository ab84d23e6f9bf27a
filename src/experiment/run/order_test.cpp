// SPDX-License-Identifier: MIT
// Within a window, routers are handled one after the other, each with its ranks: what is told of
// the whole machine must not be that of the router that happened to come last.
#include <gmock/gmock.h>

#include <fstream>

#include "base/core/test_path.h"
#include "network/net/test_print.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace order_test {

Results run(const std::string& body, unsigned threads) {
  const auto program = test_path("order.c");
  std::ofstream(program) << "#include <mgen.h>\nint MGEN_Main(int argc, char **argv) {\n"
                            "  MGEN_Init(&argc, &argv);\n  int rank;\n"
                            "  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);\n"
                         << body << "  return 0;\n}\n";
  return simulate_test(TestConfig("[topology]\ntype = \"torus\"\nextents = [4, 4, 4]\n"
                                  "[[jobs]]\nprogram = \"" +
                                  program.string() + "\"\n"),
                       threads);
}

// Rank 0, whose router comes first, ends last.
TEST(Order, AJobTakesUntilItsLastRankEnds) {
  for (const unsigned threads : {1u, 2u, 3u}) {
    const Results r = run("  MGEN_Comp(1e-9 * (64 - rank));\n", threads);
    EXPECT_EQ(r.end, End::completed);
    EXPECT_EQ(r.jobs[0].time, Time{64'000}) << threads << " threads";
  }
}

// Rank 63 fails first.
TEST(Order, TheFirstFailureIsThatOfTheEarliestTime) {
  for (const unsigned threads : {1u, 2u, 3u}) {
    const Results r =
        run("  MGEN_Comp(1e-9 * (64 - rank));\n"
            "  MGEN_Abort(MGEN_COMM_WORLD, rank);\n",
            threads);
    EXPECT_EQ(r.end, End::program_failed);
    EXPECT_EQ(r.time, Time{1000}) << threads << " threads";
    EXPECT_EQ(r.jobs[0].exit_code, 63) << threads << " threads";
  }
}

TEST(Order, TheFirstExitCodeIsThatOfTheEarliestTime) {
  for (const unsigned threads : {1u, 2u, 3u}) {
    const Results r =
        run("  MGEN_Comp(1e-9 * (64 - rank));\n  if (rank > 9) return rank;\n", threads);
    EXPECT_EQ(r.jobs[0].exit_code, 63) << threads << " threads";
  }
}

}  // namespace order_test
}  // namespace kasuri
