// SPDX-License-Identifier: MIT
// The table of benchmarks/fidelity: what the runs most like another say of its error.
#include "network/flow/expected_error.h"

#include <gmock/gmock.h>

#include <utility>

namespace kasuri {
namespace expected_error_test {

using testing::HasSubstr;

FlowCase like(const MeasuredError& m) {
  FlowCase run;
  run.topology = m.topology;
  run.routing = m.routing;
  run.pattern = m.pattern;
  run.message_bytes = m.message_bytes;
  run.busiest_link = m.busiest_link;
  run.stretch = m.stretch;
  run.endpoints = m.endpoints;
  run.sleeps = m.sleeps;
  run.several_jobs = m.several_jobs;
  return run;
}

FlowCase on(std::string topology) {
  return {.topology = std::move(topology), .routing = "dimension-order", .pattern = "alltoall",
          .message_bytes = 65536, .busiest_link = 0.3, .stretch = 1, .endpoints = 128};
}

TEST(ExpectedError, ARunOfTheTableIsNearestToItself) {
  for (const MeasuredError* m : measured_errors()) {
    const MeasuredError* const nearest = expected_error(like(*m)).nearest;
    EXPECT_EQ(nearest->routing, m->routing);
    EXPECT_EQ(nearest->message_bytes, m->message_bytes);
    EXPECT_EQ(nearest->stretch, m->stretch);
  }
}

// Each run by all others. Of 600 runs whose chance is 0.8, 0.75 to 0.85 are 3 standard deviations.
TEST(ExpectedError, FourOfFiveRunsAreWithinTheirRange) {
  std::size_t within = 0, narrow = 0;
  for (const MeasuredError* m : measured_errors()) {
    const ExpectedError e = expected_error(like(*m), m);
    within += e.time_range.low <= m->time && m->time <= e.time_range.high;
    narrow += e.time_range.high - e.time_range.low < 0.1;
    EXPECT_LE(e.time_range.low, e.time);
    EXPECT_LE(e.time, e.time_range.high);
  }
  const auto n = static_cast<double>(measured_errors().size());
  EXPECT_GT(n, 400);
  EXPECT_GT(static_cast<double>(within) / n, 0.75);
  EXPECT_LT(static_cast<double>(within) / n, 0.85);
  // A range that is the same for all would be wider.
  EXPECT_GT(static_cast<double>(narrow) / n, 0.25);
}

TEST(ExpectedError, IsWiderWhereMessagesAreInEachOthersWay) {
  FlowCase run = on("torus");
  const Range calm = expected_error(run).time_range;
  run.stretch = 3;
  run.busiest_link = 0.95;
  const Range full = expected_error(run).time_range;
  EXPECT_LT(2 * (calm.high - calm.low), full.high - full.low);
}

TEST(ExpectedError, SaysNothingOfWhatWasNotMeasured) {
  FlowCase run = on("jellyfish");
  EXPECT_THAT(expected_error(run).why_not,
              HasSubstr("not measured for this topology (jellyfish), only for dragonfly"));
  run.topology = "torus";
  EXPECT_TRUE(expected_error(run).nearest);
  run.endpoints = 100'000;
  EXPECT_THAT(expected_error(run).why_not,
              HasSubstr("not measured at this size: 100000 endpoints; runs on torus"));
  EXPECT_FALSE(expected_error(run).nearest);
}

}  // namespace expected_error_test
}  // namespace kasuri
