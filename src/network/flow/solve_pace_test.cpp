// SPDX-License-Identifier: MIT
// When shares are computed again: at steps, and for how many changes together.
#include "network/flow/solve_pace.h"

#include <gtest/gtest.h>

namespace kasuri {
namespace solve_pace_test {

constexpr Time kStep{100};

TEST(SolvePace, ComputesAtTheStepAfterAChange) {
  SolvePace pace(kStep, true);
  EXPECT_EQ(pace.at(), kNever);
  pace.changed(Time{250});
  pace.changed(Time{260});
  EXPECT_EQ(pace.at(), Time{300});
  EXPECT_TRUE(pace.due());
  pace.done(0);
  EXPECT_EQ(pace.at(), kNever);
  pace.changed(Time{300});
  EXPECT_EQ(pace.at(), Time{400});
}

TEST(SolvePace, WaitsForChangesWhereOneMovesManyFlows) {
  SolvePace pace(kStep, true);
  pace.took(Time{1'000'000});
  pace.changed(Time{50});
  EXPECT_TRUE(pace.due());
  pace.done(3 * SolvePace::kFlowsPerChange);
  pace.changed(Time{150});
  EXPECT_FALSE(pace.due());
  EXPECT_EQ(pace.at(), Time{300});
  pace.changed(Time{210});
  pace.changed(Time{220});
  EXPECT_TRUE(pace.due());
}

// With 1 / 16 of each message the mean is 1,600 here, of which a share is the longest wait.
TEST(SolvePace, WaitsNoLongerThanAShareOfTheMessagesTime) {
  SolvePace pace(kStep, true);
  pace.took(Time{16 * 1600});
  pace.done(1000);
  pace.changed(Time{100});
  int steps = 0;
  while (!pace.due()) ++steps;
  EXPECT_EQ(pace.at(), Time{100 + 1600 / SolvePace::kLongest});
  EXPECT_EQ(steps, 1);
}

TEST(SolvePace, DoesNotWaitWithAGivenStep) {
  SolvePace pace(kStep, false);
  pace.took(Time{1'000'000});
  pace.done(1000);
  pace.changed(Time{150});
  EXPECT_TRUE(pace.due());
}

}  // namespace solve_pace_test
}  // namespace kasuri
