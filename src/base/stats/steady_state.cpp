// SPDX-License-Identifier: MIT
#include "base/stats/steady_state.h"

#include <algorithm>
#include <cmath>

#include "base/core/check.h"

namespace kasuri {
namespace {

// Of Student's distribution with kBatches − 1 degrees of freedom, the quantile of 97.5 %.
constexpr double kStudent = 2.093;
// More intervals than the last look asks for, so that most runs stop where they planned to.
constexpr double kMargin = 1.5;

double latency(const LoadSample& s) { return s.packets > 0 ? s.latency / s.packets : 0; }

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

// Sums of latencies and packets, and of what was offered and accepted, of equally many intervals each. The
// first intervals are left out if they do not fill one.
struct SteadyState::Batches {
  std::vector<LoadSample> all;
  std::size_t size;  // intervals

  // The mean of value / weight, as a ratio of sums, and its interval: that of the deviations of batches.
  template <class V, class W>
  Estimate ratio(V value, W weight) const {
    double values = 0, weights = 0, squares = 0;
    for (const LoadSample& b : all) values += value(b), weights += weight(b);
    if (weights <= 0) return {};
    const double mean = values / weights, n = static_cast<double>(all.size());
    for (const LoadSample& b : all) {
      const double e = value(b) - mean * weight(b);
      squares += e * e;
    }
    return {mean, kStudent * std::sqrt(squares * n / (n - 1)) / weights};
  }
  // Of neighbours' deviations of latency from the mean.
  double correlation() const {
    double values = 0, weights = 0, products = 0, squares = 0, before = 0;
    for (const LoadSample& b : all) values += b.latency, weights += b.packets;
    const double mean = weights > 0 ? values / weights : 0;
    for (const LoadSample& b : all) {
      const double e = b.latency - mean * b.packets;
      products += e * before;
      squares += e * e;
      before = e;
    }
    return squares > 0 ? products / squares : 0;
  }
};

SteadyState::Batches SteadyState::batches(std::size_t from, std::size_t count) const {
  Batches b{std::vector<LoadSample>(count), (samples_.size() - from) / count};
  std::size_t next = samples_.size() - b.size * count;
  for (LoadSample& sum : b.all) {
    for (std::size_t i = 0; i < b.size; ++i, ++next) {
      sum.offered += samples_[next].offered;
      sum.accepted += samples_[next].accepted;
      sum.latency += samples_[next].latency;
      sum.packets += samples_[next].packets;
    }
  }
  return b;
}

// Whether queues grow in the later half.
bool SteadyState::grows() const {
  const Batches b = batches(samples_.size() / 2, kBatches);
  const Estimate left = b.ratio([](const LoadSample& s) { return s.offered - s.accepted; },
                                [](const LoadSample&) { return 1; });
  double offered = 0;
  for (const LoadSample& s : b.all) offered += s.offered / kBatches;
  // Once in 200 looks by chance: there are several.
  return left.half_width && left.mean - 2.861 / kStudent * *left.half_width > kLeftShare * offered;
}

// The d that minimises Σ_{i >= d} (y_i − mean)² / (n − d)². A run that would leave out many intervals is
// better made longer: an early stretch of long queues that is left out is missing in the mean.
std::size_t SteadyState::warm_up(std::size_t most) const {
  const std::size_t n = samples_.size();
  double sum = 0, squares = 0, best = INFINITY;
  std::size_t result = 0;
  for (std::size_t d = n; d-- > 0;) {
    const double y = latency(samples_[d]);
    sum += y;
    squares += y * y;
    const auto m = static_cast<double>(n - d);
    if (d > most) continue;
    const double error = std::max(0.0, squares - sum * sum / m) / (m * m);
    if (error <= best) {
      best = error;
      result = d;
    }
  }
  return result;
}

// Few parts show slow memories, many parts fast ones. Means of neighbouring parts of x times an exponential
// memory have the correlation (1 − e^−x)² / 2 (x − 1 + e^−x).
bool SteadyState::correlated(std::size_t from) const {
  for (const std::size_t wanted : {80, 320}) {
    const std::size_t parts = std::min(wanted, samples_.size() - from);
    const double x = kMemories / static_cast<double>(parts), e = 1 - std::exp(-x);
    if (batches(from, parts).correlation() > e * e / (2 * (x - e))) return true;
  }
  return false;
}

SteadyState::Verdict SteadyState::judge(std::size_t from) const {
  Verdict v;
  v.warm_up = from;
  v.intervals = samples_.size();
  const Batches b = batches(from, kBatches);
  v.accepted = b.ratio([&](const LoadSample& s) { return s.accepted / static_cast<double>(b.size); },
                       [](const LoadSample&) { return 1; });
  v.offered = b.ratio([&](const LoadSample& s) { return s.offered / static_cast<double>(b.size); },
                      [](const LoadSample&) { return 1; }).mean;
  v.latency = b.ratio([](const LoadSample& s) { return s.latency; },
                      [](const LoadSample& s) { return s.packets; });
  if (!v.latency->half_width || from >= samples_.size() / kWarmUp || correlated(from)) {
    v.latency->half_width.reset();
    return v;
  }
  const double r = std::max(0.0, b.correlation());
  *v.latency->half_width *= kStopping * std::sqrt((1 + r) / (1 - r));
  return v;
}

// Where the interval should be narrow enough; half as long again while batches are correlated.
std::size_t SteadyState::next_look(const Verdict& v) const {
  const auto n = static_cast<double>(samples_.size());
  double factor = 1.5;
  if (v.latency && v.latency->half_width) {
    const double wide = *v.latency->half_width / (precision_ * v.latency->mean);
    factor = std::clamp(kMargin * wide * wide, 1.2, 4.0);
  }
  return static_cast<std::size_t>(std::min(n * factor, 1e18));
}

SteadyState::Verdict SteadyState::add(const LoadSample& sample) {
  samples_.push_back(sample);
  const std::size_t n = samples_.size();
  const bool last = n >= most_;
  if (n >= kFirstLook && (n >= load_look_ || last)) {
    load_look_ = n + n / 4;
    if (grows()) return finish();
  }
  if (n >= kFirstLook && n >= look_) {
    Verdict v = judge(warm_up(n / kWarmUp));
    if (v.latency->half_width && *v.latency->half_width <= precision_ * v.latency->mean) {
      v.state = State::steady;
      return v;
    }
    look_ = next_look(v);
  }
  if (!last) return {};
  // A run whose next look is later is not steady because its interval is narrow by chance.
  Verdict v = finish();
  if (v.state == State::steady && *v.latency->half_width > precision_ / kMargin * v.latency->mean) {
    v.state = State::unsettled;
  }
  return v;
}

// Less than kFirstLook intervals have means, but no interval.
SteadyState::Verdict SteadyState::finish() const {
  const std::size_t n = samples_.size();
  Verdict v;
  if (n >= kFirstLook) {
    const bool growing = grows();
    v = judge(growing ? n / 2 : warm_up(n / 2));
    if (growing) v.latency.reset();
    v.state = growing ? State::saturated : State::unsettled;
    if (!growing && v.latency->half_width && *v.latency->half_width <= precision_ * v.latency->mean) {
      v.state = State::steady;
    }
    return v;
  }
  v.state = State::unsettled;
  v.intervals = n;
  v.warm_up = n / 2;
  if (n == 0) return v;
  LoadSample sum;
  for (std::size_t i = n / 2; i < n; ++i) {
    sum.offered += samples_[i].offered;
    sum.accepted += samples_[i].accepted;
    sum.latency += samples_[i].latency;
    sum.packets += samples_[i].packets;
  }
  const auto m = static_cast<double>(n - n / 2);
  v.offered = sum.offered / m;
  v.accepted = Estimate{sum.accepted / m, {}};
  if (sum.packets > 0) v.latency = Estimate{sum.latency / sum.packets, {}};
  return v;
}

}  // namespace kasuri
