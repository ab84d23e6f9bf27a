// SPDX-License-Identifier: MIT
#include "experiment/run/measure.h"

#include <array>
#include <cmath>

#include "network/model/link_classes.h"

namespace kasuri {

Measurement::Measurement(const MeasureParams& p, const Config& c, const Machine& m)
    : machine_(m),
      interval_(p.interval),
      next_(p.interval),
      capacity_(static_cast<double>(m.topology().endpoints()) *
                static_cast<double>(endpoint_rate(c, m.topology()).n) *
                p.interval.seconds()),
      state_(p.precision, p.most) {
  result_.interval = p.interval;
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
  next_ = interval_ < kNever - next_ ? next_ + interval_ : kNever;
  const Sums now = sums(cluster);
  const auto verdict = state_.add({static_cast<double>(now.offered - before_.offered),
                                   static_cast<double>(now.accepted - before_.accepted),
                                   static_cast<double>(now.latency - before_.latency),
                                   static_cast<double>(now.packets - before_.packets)});
  before_ = now;
  if (verdict.state == SteadyState::State::measuring) return false;
  conclude(verdict);
  return true;
}

void Measurement::give_up() { conclude(state_.give_up()); }

void Measurement::conclude(const SteadyState::Verdict& v) {
  result_.state = v.state;
  result_.intervals = v.intervals;
  result_.warm_up = v.warm_up;
  result_.latency = {std::llround(v.latency.mean)};
  result_.latency_half_width = {std::llround(v.latency.half_width)};
  result_.offered = v.offered / capacity_;
  result_.accepted = v.accepted.mean / capacity_;
  result_.accepted_half_width = v.accepted.half_width / capacity_;
}

}  // namespace kasuri
