// SPDX-License-Identifier: MIT
// Traces that end and traces that do not, by sizes, order and kinds of calls.
#include "workload/traces/matching.h"

#include <fmt/format.h>

#include "workload/traces/test_trace.h"

namespace kasuri::trace {
namespace matching_test {

constexpr Bytes kEager{16384};

bool ends(std::string_view actions, Bytes eager = kEager) {
  const TestFile file("matching.txt", actions);
  return Matching(*open(file.path()), eager).run();
}

// Two ranks that send to each other before they receive.
std::string exchange(int bytes) {
  return fmt::format("0 send 1 0 {0}\n0 recv 1 0 {0}\n1 send 0 0 {0}\n1 recv 0 0 {0}\n", bytes);
}

TEST(Matching, SendsWaitIfTheyAreLargerThanTheEagerLimit) {
  EXPECT_TRUE(ends(exchange(16384)));
  EXPECT_FALSE(ends(exchange(16385)));
  EXPECT_TRUE(ends(exchange(16385), Bytes{20000}));
  EXPECT_FALSE(ends(exchange(1), Bytes{0}));
}

TEST(Matching, ReceivesBeforeSendsNeverEnd) {
  const std::string_view first = "0 recv 1 0 8\n0 send 1 0 8\n1 recv 0 0 8\n1 send 0 0 8\n";
  EXPECT_FALSE(ends(first));
  EXPECT_TRUE(
      ends("0 irecv 1 0 90000\n0 send 1 0 90000\n0 waitall\n"
           "1 irecv 0 0 90000\n1 send 0 0 90000\n1 wait 0 1 0\n"));
  EXPECT_FALSE(ends(
      "0 irecv 1 0 8\n0 wait 1 0 0\n0 isend 1 0 8\n1 irecv 0 0 8\n1 wait 0 1 0\n1 isend 0 0 8\n"));
}

TEST(Matching, AMessageToOneselfNeedsAReceive) {
  EXPECT_TRUE(ends("0 send 0 0 8\n0 recv 0 0 8\n"));
  EXPECT_FALSE(ends("0 send 0 0 90000\n0 recv 0 0 90000\n"));
}

TEST(Matching, TagsKeepMessagesApartAndOrderHolds) {
  EXPECT_TRUE(ends("0 send 1 1 8\n0 send 1 2 8\n1 recv 0 2 8\n1 recv 0 1 8\n"));
  EXPECT_FALSE(ends("0 send 1 1 90000\n0 send 1 2 90000\n1 recv 0 2 90000\n1 recv 0 1 90000\n"));
}

TEST(Matching, CollectivesWaitForAll) {
  EXPECT_TRUE(ends("0 barrier\n0 send 1 0 8\n1 barrier\n1 recv 0 0 8\n"));
  EXPECT_FALSE(ends("0 barrier\n0 send 1 0 8\n1 recv 0 0 8\n1 barrier\n"));
}

TEST(Matching, WildcardsTakeTheOldest) {
  const TestFile file("matching.txt",
                      "0 send 2 1 90000\n1 send 2 2 90000\n2 recv -1 -1 90000\n"
                      "2 irecv -1 2 90000\n2 waitall\n");
  const auto trace = open(file.path());
  Matching matching(*trace, kEager);
  EXPECT_TRUE(matching.run());
  EXPECT_TRUE(matching.has_wildcards());
  // The receive from anyone takes the only message with tag 1.
  EXPECT_FALSE(ends("0 send 1 1 8\n0 recv 1 9 8\n1 recv -1 -1 8\n1 recv -1 1 8\n1 send 0 9 8\n"));
}

TEST(Matching, GoalSchedulesWaitForWhatTheyRequire) {
  const auto goal = [](std::string_view order) {
    const TestFile file(
        "matching.goal",
        fmt::format("num_ranks 2\nrank 0 {{\na: send 90000b to 1 tag 0\nb: recv 8b from 1 "
                    "tag 0\n{}}}\nrank 1 {{\na: send 8b to 0 tag 0\nb: recv 90000b from 0 "
                    "tag 0\nb requires a\n}}\n",
                    order));
    return Matching(*open(file.path()), Bytes{0}).run();
  };
  EXPECT_TRUE(goal(""));
  EXPECT_FALSE(goal("b requires a\n"));
}

// Many messages that come early, in the order that costs most.
TEST(Matching, ManyEarlyMessagesTakeNoLongerEach) {
  constexpr int kMessages = 20'000;
  std::string text;
  for (int i = 0; i < kMessages; ++i) text += fmt::format("0 isend 1 {} 8\n", i);
  for (int i = kMessages; i-- > 0;) text += fmt::format("0 wait 0 1 {}\n", i);
  for (int i = kMessages; i-- > 0;) text += fmt::format("1 irecv 0 {} 8\n", i);
  for (int i = 0; i < kMessages; ++i) text += fmt::format("1 wait 0 1 {}\n", i);
  EXPECT_TRUE(ends(text));
  EXPECT_TRUE(ends(text, Bytes{0}));
}

}  // namespace matching_test
}  // namespace kasuri::trace
