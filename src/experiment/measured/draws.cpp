// SPDX-License-Identifier: MIT
// Several draws of one question.
#include <algorithm>
#include <cmath>

#include "experiment/measured/question.h"

namespace kasuri::measured {

Answer middle_of(std::vector<Answer> draws) {
  const std::size_t n = draws.size();
  std::ranges::stable_sort(draws, {}, [](const Answer& a) { return a.time; });
  Answer a = draws[(n - 1) / 2];
  if (n < 2 || draws.front().time.ps <= 0) return a;
  double mean = 0, squares = 0;
  for (const Answer& d : draws) mean += std::log(static_cast<double>(d.time.ps)) / static_cast<double>(n);
  for (const Answer& d : draws) {
    squares += std::pow(std::log(static_cast<double>(d.time.ps)) - mean, 2);
  }
  // The quantile 0.9 of Student's t of n - 1 degrees of freedom (two-sided 80 %); of many about this.
  constexpr std::array kQuantiles{3.078, 1.886, 1.638, 1.533, 1.476, 1.440, 1.415, 1.397};
  const auto degrees = static_cast<double>(n - 1);
  const double t = n - 2 < kQuantiles.size() ? kQuantiles[n - 2] : 1.2816 + 0.85 / degrees;
  const double half = t * std::sqrt(squares / degrees * (1 + 1 / static_cast<double>(n)));
  a.draws = {std::exp(mean - half), std::exp(mean + half)};
  for (auto* range : {&a.packet_level, &a.machine}) {
    if ((*range)[1] <= 0) continue;
    const double low = std::log((*range)[0]), high = std::log((*range)[1]), at = (low + high) / 2;
    const double wider = std::hypot((high - low) / 2, half);  // independent of each other
    *range = {std::exp(at - wider), std::exp(at + wider)};
  }
  return a;
}

}  // namespace kasuri::measured
