// SPDX-License-Identifier: MIT
#include "network/flow/expected_error.h"

#include <algorithm>
#include <cmath>

namespace kasuri {
namespace {

#include "network/flow/measured_errors.inc"

// On the same topology. Another routing says less than another pattern, which says less than another size.
double distance(const FlowCase& run, const MeasuredError& row) {
  const double octaves = std::abs(std::log2(std::max(run.message_bytes, 1.0) / row.message_bytes));
  return 8.0 * (run.routing != row.routing) + 4.0 * (run.pattern != row.pattern) + 0.5 * octaves +
         4.0 * std::abs(run.busiest_link - row.busiest_link);
}

}  // namespace

const MeasuredError* nearest_measured_error(const FlowCase& run) {
  const MeasuredError* nearest = nullptr;
  for (const MeasuredError& row : kMeasuredErrors) {
    if (row.topology != run.topology) continue;
    if (!nearest || distance(run, row) < distance(run, *nearest)) nearest = &row;
  }
  return nearest;
}

}  // namespace kasuri
