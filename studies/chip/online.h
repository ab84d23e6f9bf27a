// SPDX-License-Identifier: MIT
// Circuits without a plan, which the paper leaves for later (its ch. 6): nobody knows the demands.
// When one starts, its switch sends a probe along the cheapest path that the circuits of the moment
// allow; the answer sets what was free, circuits in place are shared, and a circuit that nobody has
// used or claimed for a while is torn down. The probe is taken to find that path however it is done
// (a flood bounded by cost would); what it costs is the time of the way and back.
#pragma once

#include <cstddef>

#include "studies/chip/experiment.h"

namespace kasuri::chip {

struct OnlineResult {
  Measures measures;
  std::size_t set = 0, released = 0;  // circuits over the whole time
  std::size_t unroutable = 0;
};

OnlineResult run_online(const Experiment&);

}  // namespace kasuri::chip
