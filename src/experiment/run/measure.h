// SPDX-License-Identifier: MIT
// [measure]: a run under constant load that ends when it has measured its steady state.
#pragma once

#include "base/cluster/cluster.h"
#include "experiment/run/machine.h"
#include "experiment/run/results.h"

namespace kasuri {

class Measurement {
 public:
  Measurement(const MeasureParams&, const Config&, const Machine&);

  Time next() const { return next_; }
  // At next(), when all events before it have been handled. Whether the measurement is over.
  bool look(Cluster*);
  const Measured& result() const { return result_; }
  // The run ends for another reason.
  void give_up();

 private:
  // Sums since the beginning, of the whole machine.
  struct Sums {
    std::int64_t offered = 0, accepted = 0, latency = 0, packets = 0;
  };
  Sums sums(Cluster*) const;
  void conclude(const SteadyState::Verdict&);

  const Machine& machine_;
  Time interval_, next_;
  double capacity_;  // bytes that all NICs can send in an interval
  SteadyState state_;
  Sums before_{};
  Measured result_;
};

}  // namespace kasuri
