// SPDX-License-Identifier: MIT
#include "base/stats/range.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace kasuri {

namespace {

// The p-th quantile is at `first + p × (last - first)`, interpolated; positions count from 0.
std::optional<Range> range_between(std::vector<double> samples, double first, double last, RangeFrom from) {
  if (samples.size() < 2) return std::nullopt;
  std::ranges::sort(samples);
  const auto quantile = [&](double p) {
    const double at = std::clamp(first + p * (last - first), 0.0, static_cast<double>(samples.size() - 1));
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, samples.size() - 1);
    return samples[below] + (at - static_cast<double>(below)) * (samples[above] - samples[below]);
  };
  constexpr double kOutside = (1 - Range::kShare) / 2;
  return Range{quantile(kOutside), quantile(1 - kOutside), from};
}

}  // namespace

std::optional<Range> range_of(std::vector<double> samples, RangeFrom from) {
  const auto n = static_cast<double>(samples.size());
  return range_between(std::move(samples), 0, n - 1, from);
}

std::optional<Range> range_of_next(std::vector<double> samples, RangeFrom from) {
  const auto n = static_cast<double>(samples.size());
  return range_between(std::move(samples), -1, n, from);
}

nlohmann::ordered_json to_json(const Range& r) {
  return {{"low", r.low}, {"high", r.high}, {"share", Range::kShare}, {"from", name_of(r.from)}};
}

}  // namespace kasuri
