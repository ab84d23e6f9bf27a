// SPDX-License-Identifier: MIT
// [noise]: what takes processors away from programs now and then (operating systems, daemons, hardware):
// computation takes longer by the detours that fall into it (Hoefler, Schneider & Lumsdaine,
// "Characterizing the influence of system noise on large-scale applications by simulation", SC 2010). Each
// node has detours of its own; all its ranks have the same ones, each on its own core.
#pragma once

#include <string_view>

#include "base/config/registry.h"
#include "base/core/ids.h"
#include "base/core/units.h"

namespace kasuri::mpi {

struct NoiseContext {
  std::uint64_t seed;
};

class Noise {
 public:
  static constexpr std::string_view kKind = "noise";
  static constexpr std::string_view kKindMeaning = "operating-system noise: interruptions of computation";
  using Base = Noise;
  using Context = NoiseContext;

  virtual ~Noise() = default;

  // When computation of this length is done that begins at `start`.
  Time end_of(NodeId node, Time start, Time work) const {
    Time now = start;
    for (;;) {
      const Detour d = first_ending_after(node, now);
      if (d.from >= now + work) return now + work;
      if (d.from > now) work -= d.from - now;
      now = d.until;
    }
  }

 protected:
  struct Detour {
    Time from, until;
  };
  // Of the detours of a node that end after `t`, the one that begins first. A function of its
  // arguments: nothing is remembered.
  virtual Detour first_ending_after(NodeId, Time t) const = 0;
};

}  // namespace kasuri::mpi
