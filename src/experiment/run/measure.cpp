// SPDX-License-Identifier: MIT
#include "experiment/run/measure.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "network/model/link_classes.h"
#include "experiment/plan/config.h"
#include "experiment/run/machine.h"
#include "workload/patterns/pattern.h"
#include "base/cluster/cluster.h"
#include "experiment/plan/plan.h"

namespace kasuri {

namespace {

// Of patterns whose time is looked at without [measure].
constexpr std::int64_t kIntervals = SteadyState::kFirstLook;

}  // namespace

std::optional<Measurement> Measurement::of(const Config& c, const Machine& m) {
  Time start{0}, end = kNever;
  bool only_patterns = m.plan().can.steady_state || m.plan().can.estimates;
  for (std::size_t j = 0; j < m.jobs().size(); ++j) {
    const Pattern* const pattern = m.domains().front()->pattern(j);
    only_patterns = only_patterns && pattern;
    if (!only_patterns) break;
    start = later(start, m.jobs()[j].params->start);
    end = std::min(end, pattern->planned_end());
  }
  if (!only_patterns) return {};
  if (!c.measure) end = std::min(end, c.run.time_limit);
  if (!c.measure && (end == kNever || end <= start)) return {};
  return Measurement(c, m, start, end);
}

Measurement::Measurement(const Config& c, const Machine& m, Time start, Time end)
    : machine_(m),
      interval_(c.measure ? c.measure->interval
                          : Time{std::max<std::int64_t>(1, (end - start).ps / kIntervals)}),
      start_(start),
      end_(end),
      next_(start > Time{0} ? start : start + interval_),
      stops_(c.measure.has_value()),
      capacity_(static_cast<double>(m.topology().endpoints()) *
                static_cast<double>(endpoint_rate(c, m.topology()).n) *
                interval_.seconds()),
      state_(c.measure.value_or(MeasureParams{}).precision, c.measure ? c.measure->most : SIZE_MAX) {
  result_.interval = interval_;
  result_.stops = stops_;
}

Measurement::Sums Measurement::sums(Cluster* cluster) const {
  const DeliveryStatistics d = machine_.delivered();
  std::array<std::int64_t, 4> all{0, d.bytes.n, d.latency.ps + d.queueing.ps,
                                  static_cast<std::int64_t>(d.packets)};
  for (std::size_t j = 0; j < machine_.jobs().size(); ++j) {
    if (!machine_.jobs()[j].program) all[0] += machine_.tally(j).wire.n;
  }
  if (cluster) cluster->sum(all);
  return {all[0], all[1], all[2], all[3]};
}

bool Measurement::look(Cluster* cluster) {
  const Time at = next_;
  next_ = interval_ < kNever - at ? at + interval_ : kNever;
  const Sums now = sums(cluster);
  const LoadSample sample{static_cast<double>(now.offered - before_.offered),
                          static_cast<double>(now.accepted - before_.accepted),
                          static_cast<double>(now.latency - before_.latency),
                          static_cast<double>(now.packets - before_.packets)};
  before_ = now;
  if (at <= start_) return false;
  auto verdict = SteadyState::Verdict{};
  if (stops_) {
    verdict = state_.add(sample);
  } else {
    state_.keep(sample);
  }
  if (verdict.state == SteadyState::State::measuring) {
    if (next_ > end_) finish();
    return false;
  }
  conclude(verdict);
  return true;
}

void Measurement::finish() {
  if (concluded_) return;
  conclude(state_.finish());
  result_.pattern_ended = stops_ && next_ > end_;
  next_ = kNever;
}

void Measurement::conclude(const SteadyState::Verdict& v) {
  concluded_ = true;
  result_.state = v.state;
  result_.intervals = v.intervals;
  result_.warm_up = v.warm_up;
  result_.from = start_ + interval_ * static_cast<std::int64_t>(v.warm_up);
  result_.until = start_ + interval_ * static_cast<std::int64_t>(v.intervals);
  if (v.latency && machine_.plan().can.steady_state) {
    result_.latency = Time{std::llround(v.latency->mean)};
    if (const auto half = v.latency->half_width) result_.latency_half_width = Time{std::llround(*half)};
  }
  if (v.offered) result_.offered = *v.offered / capacity_;
  if (!v.accepted) return;
  result_.accepted = v.accepted->mean / capacity_;
  if (v.accepted->half_width) result_.accepted_half_width = *v.accepted->half_width / capacity_;
}

}  // namespace kasuri
