// SPDX-License-Identifier: MIT
// How far runs at flow level are from the same runs at packet level. benchmarks/fidelity measures it on
// machines and jobs that are drawn at random and writes measured_errors.inc. Of a run at flow level, the
// measured runs that are most like it say what error to expect, and within which range.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/core/units.h"
#include "base/stats/range.h"

namespace kasuri {

// What tells runs apart, as a run at flow level shows it.
template <class Text>
struct FlowTraits {
  Text topology, routing;   // names of components
  Text pattern;             // an open-loop pattern, a collective operation, or "messages"
  double message_bytes = 0;  // on the wire, the mean of all messages
  double busiest_link = 0;   // share of the time that the busiest link between routers was busy
  double stretch = 1;        // time that messages were under way, over that of each alone
  std::uint32_t endpoints = 0;
  bool sleeps = false;       // links do
  bool several_jobs = false;
};
using FlowCase = FlowTraits<std::string>;

struct MeasuredError : FlowTraits<std::string_view> {
  // (flow − packet) / packet, of the simulated time and of the 99th percentile of messages' times.
  double time = 0, slow_messages = 0;
};

struct ExpectedError {
  static constexpr std::size_t kRuns = 20;       // the most similar ones
  static constexpr double kLargestGrowth = 4;    // over the endpoints of the largest run on the topology

  const MeasuredError* nearest = nullptr;  // null: not measured, with the reason
  std::string why_not;
  double time = 0, slow_messages = 0;  // medians
  Range time_range{}, slow_range{};    // of the next run like these
};

// Of a run at flow level.
struct FlowFidelity {
  FlowCase run;
  ExpectedError expected;
  Time time;
  // Where the run would end at packet level, in picoseconds, as far as the expected error says.
  Range packet_level() const {
    const Range& error = expected.time_range;
    const auto ps = static_cast<double>(time.ps);
    return {ps / (1 + error.high), ps / (1 + error.low), RangeFrom::level};
  }
};

ExpectedError expected_error(const FlowCase&);
// For tests: the table, and what its other runs say.
const std::vector<const MeasuredError*>& measured_errors();
ExpectedError expected_error(const FlowCase&, const MeasuredError* without);

}  // namespace kasuri
