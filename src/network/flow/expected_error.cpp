// SPDX-License-Identifier: MIT
#include "network/flow/expected_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace kasuri {
namespace {

#include "network/flow/measured_errors.inc"

double octaves(double a, double b) { return std::abs(std::log2(std::max(a, 1.0) / std::max(b, 1.0))); }

// The weights were chosen on other draws than those of the table: what counts most is how far messages are
// in each other's way.
double distance(const FlowCase& run, const MeasuredError& row) {
  return 2.0 * (run.topology != row.topology) + 1.0 * (run.routing != row.routing) +
         1.0 * (run.pattern != row.pattern) + 1.0 * (run.sleeps != row.sleeps) +
         0.5 * (run.several_jobs != row.several_jobs) +
         1.0 * octaves(run.message_bytes, row.message_bytes) +
         0.25 * octaves(run.endpoints, row.endpoints) + 5.0 * octaves(run.stretch, row.stretch) +
         8.0 * std::abs(run.busiest_link - row.busiest_link);
}

std::string names() {
  std::set<std::string_view> all;
  for (const MeasuredError& row : kMeasuredErrors) all.insert(row.topology);
  return fmt::format("{}", fmt::join(all, ", "));
}

double median(std::vector<double> of) {
  std::ranges::sort(of);
  return (of[(of.size() - 1) / 2] + of[of.size() / 2]) / 2;
}

}  // namespace

const std::vector<const MeasuredError*>& measured_errors() {
  static const std::vector<const MeasuredError*> all = [] {
    std::vector<const MeasuredError*> rows;
    for (const MeasuredError& row : kMeasuredErrors) rows.push_back(&row);
    return rows;
  }();
  return all;
}

ExpectedError expected_error(const FlowCase& run) { return expected_error(run, nullptr); }

ExpectedError expected_error(const FlowCase& run, const MeasuredError* without) {
  ExpectedError e;
  std::uint32_t largest = 0;
  std::vector<const MeasuredError*> rows = measured_errors();
  std::erase(rows, without);
  for (const MeasuredError* row : rows) {
    if (row->topology == run.topology) largest = std::max(largest, row->endpoints);
  }
  if (largest == 0) {
    e.why_not = fmt::format("not measured for this topology ({}), only for {}", run.topology, names());
    return e;
  }
  if (run.endpoints > ExpectedError::kLargestGrowth * largest) {
    e.why_not = fmt::format("not measured at this size: {} endpoints; runs on {} had at most {}",
                            run.endpoints, run.topology, largest);
    return e;
  }
  const std::size_t n = std::min(rows.size(), ExpectedError::kRuns);
  std::ranges::partial_sort(rows, rows.begin() + static_cast<std::ptrdiff_t>(n), {},
                            [&](const MeasuredError* row) { return std::pair(distance(run, *row), row); });
  rows.resize(n);
  std::vector<double> times, slow;
  for (const MeasuredError* row : rows) times.push_back(row->time), slow.push_back(row->slow_messages);
  e.nearest = rows.front();
  e.time = median(times);
  e.slow_messages = median(slow);
  e.time_range = *range_of_next(times, RangeFrom::level);
  e.slow_range = *range_of_next(slow, RangeFrom::level);
  return e;
}

}  // namespace kasuri
