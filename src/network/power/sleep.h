// SPDX-License-Identifier: MIT
// What a link does in one idle gap, as arithmetic: nothing is scheduled, everything follows from
// when the gap began and when the link was wanted again.
//
// NsimPower (section 3.1): a link that was idle for T_lt takes T_ls to fall asleep; wanted, it takes
// T_lw to wake up. Falling asleep cannot be broken off, and both transitions cost active power. With
// g from the end of the last transmission to the next request:
//
//   g                         asleep              delay of the request
//   g <= T_lt                 0                   0
//   T_lt < g < T_lt + T_ls    0                   T_lt + T_ls - g + T_lw
//   g >= T_lt + T_ls          g - T_lt - T_ls     T_lw
//
// A second, deeper mode with transitions of its own follows 802.3bj (fast wake, then deep sleep); a
// link may also wake up of its own accord.
#pragma once

#include <array>
#include <cstdint>

#include "base/core/units.h"

namespace kasuri {

// Later than anything happens, and still far from overflow.
inline constexpr Time kEndless{INT64_MAX / 4};

inline constexpr std::size_t kSleepModes = 2;  // light, deep

// The transitions of a sleep mode.
struct SleepMode {
  Time enter{0};  // T_ls
  Time leave{0};  // T_lw
};
using SleepModes = std::array<SleepMode, kSleepModes>;

struct Span {
  Time from{0}, to{0};

  Time length() const { return to > from ? to - from : Time{0}; }
  friend bool operator==(const Span&, const Span&) = default;
};

// When a link goes to sleep if nobody wants it, counted from the beginning of the gap.
struct SleepPlan {
  Time light = kEndless;
  Time deep = kEndless;
  Time wake = kEndless;  // of its own accord
};

// What became of it.
struct Rest {
  Time up;                              // the first time at which the link can take a head
  std::array<Span, kSleepModes> modes;  // asleep
  std::uint32_t transitions = 0;        // into the first sleep mode

  friend bool operator==(const Rest&, const Rest&) = default;
};

// The gap from `idle` to `want`; kEndless for a link that is never wanted again. With `abortable`, a
// request during the transition to sleep turns it back at once, in T_lw.
inline Rest rest_in(const SleepPlan& plan, const SleepModes& modes, bool abortable, Time idle,
                    Time want) {
  Rest rest{.up = want, .modes = {}, .transitions = 0};
  const Time tired = idle + plan.light;
  if (want <= tired) return rest;
  rest.transitions = 1;
  const auto& [light, deep] = modes;
  const Time asleep = tired + light.enter;
  const Time call = earlier(want, later(idle + plan.wake, asleep));
  if (call < asleep) {
    rest.up = (abortable ? call : asleep) + light.leave;
    return rest;
  }
  const Time deeper = later(idle + plan.deep, asleep);
  if (call <= deeper) {
    rest.modes[0] = {asleep, call};
    rest.up = later(want, call + light.leave);
    return rest;
  }
  rest.modes[0] = {asleep, deeper};
  const Time bottom = deeper + deep.enter;
  if (call >= bottom) rest.modes[1] = {bottom, call};
  rest.up = later(want, later(call, bottom) + deep.leave);
  return rest;
}

}  // namespace kasuri
