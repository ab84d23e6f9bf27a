// SPDX-License-Identifier: MIT
// A window of a run as JSON in the Trace Event Format, which ui.perfetto.dev and chrome://tracing
// open: a track for each rank with its calls and an arrow for each message, a track for each link
// with its packets.
#pragma once

#include <string>

#include "net/topology.h"
#include "sim/results.h"

namespace kasuri {

// Timestamps are in microseconds with six decimals, exact to the picosecond.
std::string timeline_json(const Results&, const Topology&);

}  // namespace kasuri
