// SPDX-License-Identifier: MIT
#include "experiment/measured/skew.h"

#include <algorithm>
#include <cmath>

#include "base/core/rng.h"

namespace kasuri::measured {

Time skew_of(Time mean, std::uint32_t ranks, Mode mode, Draw draw) {
  constexpr std::uint32_t kComponent = 0x736b6577;  // "skew"
  if (mode == Mode::pipelined || ranks < 2) return Time{0};
  const double u = draw.number == 0
                       ? 0.5
                       : unit_interval(random_at(draw.seed, kComponent, ranks, draw.number)[0]);
  const double last = -std::log(-std::expm1(std::log(u) / ranks));
  const double own = mode == Mode::mean_rank ? 1 : 0;
  // Half of the largest double's digits are enough for the latest of 2^32 ranks.
  return {std::llround(static_cast<double>(mean.ps) * std::clamp(last - own, 0.0, 64.0))};
}

}  // namespace kasuri::measured
