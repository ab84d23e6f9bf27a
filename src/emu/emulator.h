// SPDX-License-Identifier: MIT
// How a machine is run: a component (`kasuri help emulator`). Those that are exact end with the
// same hash; each has a file of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "emu/machine.h"

namespace kasuri::emu {

struct EmulatorContext {
  std::int64_t clocks = std::numeric_limits<std::int64_t>::max();  // start no instruction after
  unsigned threads = 1;
};

struct Run {
  Totals totals;
  std::int64_t clocks = 0;   // until the last processing element stopped or began to wait
  std::string fallback;      // why a slower engine did the work, or ""
};

class Emulator {
 public:
  static constexpr std::string_view kKind = "emulator";
  static constexpr std::string_view kKindMeaning = "how a many-core chip is run on the host";
  using Base = Emulator;
  using Context = EmulatorContext;

  virtual ~Emulator() = default;
  virtual Run run(Machine<Core8080>&) = 0;
  virtual Run run(Machine<CoreSh2>&) = 0;
};

// The one-clock engine, to which the others fall back.
Run run_exactly(Machine<Core8080>&, const EmulatorContext&);
Run run_exactly(Machine<CoreSh2>&, const EmulatorContext&);

template <class Core>
std::int64_t last_clock(Machine<Core>& machine) {
  std::int64_t last = 0;
  for (std::uint32_t r = 0; r < machine.shape().ranks; ++r)
    last = std::max(last, machine.last_clock(r));
  return last;
}

}  // namespace kasuri::emu
