// SPDX-License-Identifier: MIT
// The table of benchmarks/fidelity: what is nearest to a run.
#include "network/flow/expected_error.h"

#include <gtest/gtest.h>

namespace kasuri {
namespace expected_error_test {

FlowCase like(const MeasuredError& m) {
  return {std::string(m.topology), std::string(m.routing), std::string(m.pattern), m.message_bytes,
          m.busiest_link};
}

TEST(ExpectedError, ARunOfTheTableIsNearestToItself) {
  const MeasuredError& some = *nearest_measured_error({"torus", "dimension-order", "alltoall", 65536, 0.5});
  EXPECT_EQ(nearest_measured_error(like(some)), &some);
}

TEST(ExpectedError, TheRoutingMattersMostThenPatternAndSize) {
  const MeasuredError& a = *nearest_measured_error({"torus", "valiant", "allreduce", 65536, 0.9});
  EXPECT_EQ(a.topology, "torus");
  EXPECT_EQ(a.routing, "valiant");
  EXPECT_EQ(a.pattern, "allreduce");
  const MeasuredError& small = *nearest_measured_error({"torus", "valiant", "allreduce", 1000, 0.9});
  EXPECT_LE(small.message_bytes, a.message_bytes);
  EXPECT_EQ(nearest_measured_error({"mesh", "unknown", "unknown", 0, 0})->topology, "mesh");
}

TEST(ExpectedError, SaysNothingOfOtherTopologies) {
  EXPECT_FALSE(nearest_measured_error({"gpu-pod", "hierarchy", "allreduce", 65536, 0.5}));
}

}  // namespace expected_error_test
}  // namespace kasuri
