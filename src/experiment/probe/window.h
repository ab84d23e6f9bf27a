// SPDX-License-Identifier: MIT
// A window of simulated time in which a probe records.
#pragma once

#include "base/config/document.h"
#include "base/core/units.h"

namespace kasuri {

struct Window {
  Time from{0}, until{-1};
  bool meets(Time a, Time b) const { return a < until && from <= b; }
};

// Adds a diagnostic for an empty one.
inline void check_window(const Window& w, config::Section& section) {
  if (w.from < w.until) return;
  section.error("until", "the interval ends before it begins: must be later than 'from' (" +
                             to_string(w.from) + ")");
}

}  // namespace kasuri
