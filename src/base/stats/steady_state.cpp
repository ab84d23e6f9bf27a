// SPDX-License-Identifier: MIT
#include "base/stats/steady_state.h"

#include <algorithm>
#include <cmath>

#include "base/core/check.h"

namespace kasuri {
namespace {

// Of Student's distribution with kBatches − 1 degrees of freedom, the quantile of 97.5 %.
constexpr double kStudent = 2.262;
constexpr std::size_t kLeast = 2 * SteadyState::kBatches;  // intervals before anything is said

double latency(const LoadSample& s) { return s.packets > 0 ? s.latency / s.packets : 0; }
double accepted(const LoadSample& s) { return s.accepted; }
double left(const LoadSample& s) { return s.offered - s.accepted; }

}  // namespace

std::string_view to_string(SteadyState::State s) {
  switch (s) {
    case SteadyState::State::measuring: return "measuring";
    case SteadyState::State::steady: return "steady";
    case SteadyState::State::saturated: return "saturated";
    case SteadyState::State::unsettled: return "unsettled";
  }
  fail("every state has a name");
}

// The mean over the intervals from `from` on, and its confidence interval by means of batches. The
// first few are left out if they do not fill one.
SteadyState::Estimate SteadyState::estimate(std::size_t from,
                                            double (*value)(const LoadSample&)) const {
  const std::size_t size = (samples_.size() - from) / kBatches;
  const std::size_t first = samples_.size() - size * kBatches;
  double means[kBatches], mean = 0, squares = 0;
  for (std::size_t b = 0; b < kBatches; ++b) {
    double sum = 0;
    for (std::size_t i = 0; i < size; ++i) sum += value(samples_[first + b * size + i]);
    means[b] = sum / static_cast<double>(size);
    mean += means[b] / kBatches;
  }
  for (const double m : means) squares += (m - mean) * (m - mean);
  return {mean, kStudent * std::sqrt(squares / (kBatches - 1) / kBatches)};
}

// The d that minimises Σ_{i >= d} (y_i − mean)² / (n − d)², over the first half.
std::size_t SteadyState::warm_up() const {
  const std::size_t n = samples_.size();
  double sum = 0, squares = 0, best = INFINITY;
  std::size_t result = 0;
  for (std::size_t d = n; d-- > 0;) {
    const double y = latency(samples_[d]);
    sum += y;
    squares += y * y;
    const auto m = static_cast<double>(n - d);
    if (d > n / 2) continue;
    const double error = std::max(0.0, squares - sum * sum / m) / (m * m);
    if (error <= best) {
      best = error;
      result = d;
    }
  }
  return result;
}

SteadyState::Verdict SteadyState::look(std::size_t from) const {
  Verdict v;
  v.warm_up = from;
  v.intervals = samples_.size();
  v.latency = estimate(from, latency);
  v.accepted = estimate(from, accepted);
  for (std::size_t i = from; i < samples_.size(); ++i) v.offered += samples_[i].offered;
  v.offered /= static_cast<double>(samples_.size() - from);
  return v;
}

SteadyState::Verdict SteadyState::add(const LoadSample& sample) {
  samples_.push_back(sample);
  const std::size_t n = samples_.size();
  if (n < kLeast || n % kBatches) return {};
  Verdict v = look(n / 2);
  const Estimate unserved = estimate(n / 2, left);
  if (unserved.mean - unserved.half_width > kLeftShare * v.offered) {
    v.state = State::saturated;
    return v;
  }
  const std::size_t d = warm_up();
  if (d < n / 2) {
    v = look(d);
    if (v.latency.half_width <= precision_ * v.latency.mean) {
      v.state = State::steady;
      return v;
    }
  }
  if (n < most_) return {};
  v.state = State::unsettled;
  return v;
}

SteadyState::Verdict SteadyState::give_up() const {
  Verdict v;
  if (samples_.size() >= kLeast) v = look(samples_.size() / 2);
  v.intervals = samples_.size();
  v.state = State::unsettled;
  return v;
}

}  // namespace kasuri
