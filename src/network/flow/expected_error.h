// SPDX-License-Identifier: MIT
// How far runs at flow level are from the same runs at packet level. benchmarks/fidelity measures it and
// writes measured_errors.inc; a run at flow level is compared with the measured run that is nearest to it.
#pragma once

#include <string>
#include <string_view>

namespace kasuri {

// What tells runs apart, as a run at flow level shows it.
struct FlowCase {
  std::string topology, routing;  // names of components
  std::string pattern;            // an open-loop pattern, a collective operation, or "messages"
  double message_bytes = 0;       // on the wire, the mean of all messages
  double busiest_link = 0;        // share of the time that the busiest link between routers was busy
};

struct MeasuredError {
  std::string_view topology, routing, pattern;
  double message_bytes, busiest_link;
  // (flow - packet) / packet, of the simulated time and of the 99th percentile of messages' times.
  double time, slow_messages;
};

// Null if no run on its topology was measured.
const MeasuredError* nearest_measured_error(const FlowCase&);

}  // namespace kasuri
