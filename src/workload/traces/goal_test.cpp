// SPDX-License-Identifier: MIT
// GOAL schedules: what they say, in which order operations start, and what is refused where.
#include <fmt/format.h>

#include <algorithm>

#include "workload/traces/test_trace.h"

namespace kasuri::trace {
namespace goal_test {

using testing::ElementsAre;

TEST(Goal, CountsWhatItHolds) {
  const TestFile file("a.goal", R"(// a comment
num_ranks 2
rank 0 {
  l1: calc 100 /* ns
     and so on */
  l2: send 10b to 1 tag 3 cpu 0 nic 1
  l2 requires l1
  send 20b to 1
}
rank 1 { // nothing else
recv 20b from 0
l7: recv 10b from 0 tag 3
}
)");
  const auto trace = open(file.path());
  const Summary& s = trace->summary();
  EXPECT_EQ(s.format, "goal");
  EXPECT_EQ(s.ranks, 2);
  EXPECT_EQ(s.events, 5u);
  EXPECT_EQ(s.sends, 2u);
  EXPECT_EQ(s.receives, 2u);
  EXPECT_EQ(s.bytes.n, 30);
  EXPECT_EQ(s.computing.ps, 100'000);
  EXPECT_EQ(s.calls.at("calc"), 1u);
}

// Ready ones in the order of the file; what requires another starts after its end.
TEST(Goal, OperationsStartWhenTheirRequirementsHaveEnded) {
  const TestFile file("a.goal", R"(num_ranks 1
rank 0 {
a: calc 3
b: send 1b to 0 tag 1
b requires a
c: recv 1b from 0 tag 1
d: calc 5
d requires c
d requires b
e: calc 7
e irequires b
}
)");
  EXPECT_THAT(operations(*open(file.path()), 0),
              ElementsAre("compute 3000", "ireceive 0 1", "isend 0 1", "compute 7000", "wait for 2",
                          "compute 5000"));
}

// What one operation enables starts in the order of the file, wherever the dependences stand.
TEST(Goal, OperationsThatBecomeReadyTogetherStartInTheOrderOfTheFile) {
  const TestFile after("a.goal", R"(num_ranks 4
rank 0 {
r: recv 1b from 1 tag 0
s1: send 1b to 1 tag 0
s2: send 2b to 2 tag 0
s3: send 3b to 3 tag 0
s3 requires r
s1 requires r
s2 requires r
}
rank 1 {
r: recv 1b from 0 tag 0
s: send 1b to 0 tag 0
}
rank 2 {
recv 2b from 0 tag 0
}
rank 3 {
recv 3b from 0 tag 0
}
)");
  EXPECT_THAT(operations(*open(after.path()), 0),
              ElementsAre("ireceive 1 1", "wait 0", "isend 1 1", "isend 2 2", "isend 3 3", "wait for 3"));
  const TestFile started("a.goal", R"(num_ranks 1
rank 0 {
c: calc 1
d: calc 2
d irequires c
e: calc 3
e irequires c
f: calc 4
f requires c
}
)");
  EXPECT_THAT(operations(*open(started.path()), 0),
              ElementsAre("compute 1000", "compute 2000", "compute 3000", "compute 4000"));
}

// What stands far behind was ready before what its predecessors enable.
TEST(Goal, OperationsFarBehindBecomeReadyInTime) {
  std::string text = "num_ranks 1\nrank 0 {\nc: calc 1\na: calc 2\na requires c\nb: calc 3\nb requires a\n"
                     "l0: calc 9\nl0 requires b\n";
  for (int i = 1; i < 1000; ++i) text += fmt::format("l{0}: calc 9\nl{0} requires l{1}\n", i, i - 1);
  const TestFile file("a.goal", text + "far: calc 4\nfar requires c\n}\n");
  const auto all = operations(*open(file.path()), 0);
  ASSERT_EQ(all.size(), 1004u);
  EXPECT_THAT(std::vector(all.begin(), all.begin() + 5),
              ElementsAre("compute 1000", "compute 2000", "compute 4000", "compute 3000", "compute 9000"));
}

// Each after the start or the end of the one before it: the order of the file, with a wait for what an
// operation requires.
TEST(Goal, OperationsOfAChainComeInTheOrderOfTheFile) {
  const TestFile file("a.goal", R"(num_ranks 1
rank 0 {
l1: recv 1b from 0 tag 1
l2: send 1b to 0 tag 1
l2 irequires l1
l3: calc 5
l3 requires l1
l3 requires l2
l3 requires l1
l4: recv 2b from 0 tag 2
l4 requires l3
l5: send 2b to 0 tag 2
l5 irequires l4
l6: calc 6
l6 requires l4
l6 irequires l5
}
)");
  EXPECT_THAT(operations(*open(file.path()), 0),
              ElementsAre("ireceive 0 1", "isend 0 1", "wait for 2", "compute 5000", "ireceive 0 2",
                          "isend 0 2", "wait 1", "compute 6000", "wait 0"));
}

// A receive that is waited for after more messages than are kept by their numbers, and sends that
// nobody waits for, which end now and then.
TEST(Goal, LongChainsForgetNothing) {
  constexpr int kTimes = 20'000;
  std::string text = "num_ranks 1\nrank 0 {\nl0: recv 7b from 0 tag 9\n";
  for (int k = 0; k < kTimes; ++k) {
    const int n = 3 * k + 1;
    text += fmt::format("l{0}: recv 1b from 0 tag 1\nl{0} irequires l{3}\n"
                        "l{1}: send 1b to 0 tag 1\nl{1} irequires l{0}\n"
                        "l{2}: calc 1\nl{2} irequires l{1}\nl{2} requires l{0}\n",
                        n, n + 1, n + 2, n - 1);
  }
  text += fmt::format("l{0}: send 7b to 0 tag 9\nl{0} requires l0\nl{0} irequires l{1}\n}}\n",
                      3 * kTimes + 1, 3 * kTimes);
  const TestFile file("a.goal", text);
  const auto all = operations(*open(file.path()), 0);
  EXPECT_THAT(std::vector(all.begin(), all.begin() + 6),
              ElementsAre("ireceive 0 7", "ireceive 0 1", "isend 0 1", "wait 1", "compute 1000",
                          "ireceive 0 1"));
  EXPECT_GT(std::ranges::count(all, "other"), 3);
  const auto last = std::ranges::find(all, "isend 0 7");
  ASSERT_NE(last, all.end());
  EXPECT_EQ(*(last - 1), "wait 0");
  EXPECT_EQ(std::ranges::count(all, "compute 1000"), kTimes);
}

TEST(Goal, DependencesMayStandAtTheEnd) {
  const TestFile file("a.goal", R"(num_ranks 1
rank 0 {
l1: calc 1
l2: calc 2
l3: calc 3
l1 requires l2
l2 requires l3
}
)");
  EXPECT_THAT(operations(*open(file.path()), 0),
              ElementsAre("compute 3000", "compute 2000", "compute 1000"));
}

TEST(Goal, SizesAndTimesAreReplaced) {
  const TestFile file("a.goal", "num_ranks 1\nrank 0 {\nl1: calc 4\nl2: calc 400\nl2 requires l1\n"
                                "l3: send 8b to 0 tag 0\nl3 requires l2\nl4: recv 8b from 0 tag 0\n"
                                "l4 requires l3\n}\n");
  ReplayParams params;
  params.compute_scale = 0.5;
  params.computations = {{.longer_than = Time{100'000}, .time = Time{7}}};
  params.messages = {{.of = Bytes{8}, .larger_than = {}, .size = Bytes{80}}};
  EXPECT_THAT(operations(*open(file.path(), params), 0),
              ElementsAre("compute 2000", "compute 7", "isend 0 80", "wait 0", "ireceive 0 80",
                          "wait 0"));
}

TEST(Goal, FindsWhatRequiresNothingFurtherOn) {
  std::string text = "num_ranks 1\nrank 0 {\nl1: recv 1b from 0 tag 0\n";
  for (int i = 2; i <= 100'000; ++i) {
    text += "l" + std::to_string(i) + ": calc 1\nl" + std::to_string(i) + " requires l" +
            std::to_string(i - 1) + "\n";
  }
  text += "send 1b to 0 tag 0\n}\n";
  // The send at the end requires nothing: it is the second to start.
  const TestFile file("a.goal", text);
  const auto trace = open(file.path());
  const auto stream = trace->stream(0);
  mpi::Operation op;
  ASSERT_TRUE(stream->next(Time{0}, op));
  EXPECT_EQ(op.kind, mpi::Operation::Kind::ireceive);
  op = {};
  ASSERT_TRUE(stream->next(Time{0}, op));
  EXPECT_EQ(op.kind, mpi::Operation::Kind::isend);
}

TEST(Goal, MistakesAreRefusedWithTheirPlace) {
  const auto refused = [](std::string_view text) {
    const TestFile file("a.goal", text);
    return refusal(file.path());
  };
  EXPECT_EQ(refused("num_ranks 2\nrank 0 {\nl1: send 1b to 2 tag 0\n}\n"),
            ":3:1: error: rank 0: rank 2 does not exist; ranks are 0 to 1");
  EXPECT_EQ(refused("num_ranks 2\nrank 0 {\nl1: send 1b to 1 tag 0\n"),
            ":3:1: error: rank 0: the trace is truncated: the schedule of this rank has no end '}'");
  EXPECT_EQ(refused("num_ranks 1\nrank 0 {\nl1: send x\n}\n"),
            ":3:10: error: rank 0: expected the size, a number");
  EXPECT_EQ(refused("num_ranks 1\nrank 0 {\nl1: calc 1\nl1 requires l2\n}\n"),
            ":4:1: error: rank 0: label 'l2' is not defined");
  EXPECT_EQ(refused("num_ranks 1\nrank 0 {\nl1: calc 1\nl1: calc 1\n}\n"),
            ":4:1: error: rank 0: label 'l1' is defined twice");
  EXPECT_EQ(refused("num_ranks 1\nrank 0 {\n}\nrank 0 {\n}\n"),
            ":4:1: error: rank 0 has a schedule already");
  EXPECT_EQ(refused("num_ranks 2\nrank 1 {\n}\nrank 0 {\nsend 1b to 1 tag 4\nsend 1b to 1 tag 4\n}\n"),
            ":5:1: error: rank 0: 2 messages from rank 0 to rank 1 with tag 4 are never received");
  EXPECT_EQ(refused("num_ranks 2\nrank 1 {\nrecv 9b from 0 tag 4\n}\n"),
            ":3:1: error: rank 1: 1 message from rank 0 to rank 1 with tag 4 is never sent");
  EXPECT_EQ(refused("num_ranks 99999999999999999999\n"), ":1:11: error: this number is too large");
  EXPECT_EQ(refused("/* no end\n"), ":1:1: error: this comment has no end");
  EXPECT_EQ(refused(""), ":1:1: error: the trace has no 'num_ranks'");
}

TEST(Goal, CirclesAreRefusedWithTheirPlace) {
  const auto refused = [](std::string_view operations) {
    const TestFile file("a.goal", fmt::format("num_ranks 1\nrank 0 {{\n{}}}\n", operations));
    return refusal(file.path());
  };
  EXPECT_EQ(refused("l1: calc 1\nl2: calc 1\nl1 requires l2\nl2 requires l1\n"),
            ":3:1: error: rank 0: 2 operations wait for each other: their dependences form a cycle "
            "(lines 3, 4)");
  // Those before it and behind it are in none.
  EXPECT_EQ(refused("calc 1\na: calc 1\nb: calc 1\nc: calc 1\nd: calc 1\ne: calc 1\nb requires a\n"
                    "c irequires b\nb requires d\nd irequires c\ne requires d\n"),
            ":5:1: error: rank 0: 3 operations wait for each other: their dependences form a cycle "
            "(lines 5, 6, 7)");
  // Requiring what stands behind is no cycle by itself.
  EXPECT_EQ(refused("a: calc 1\nb: calc 1\nc: calc 1\na requires b\nb requires c\na requires c\n"), "");
}

}  // namespace goal_test
}  // namespace kasuri::trace
