// SPDX-License-Identifier: MIT
// Offered and accepted load and latency of patterns. With [measure] the run ends when its steady state has
// been measured; else the patterns' own time is looked at, in equal intervals.
#pragma once

#include "experiment/run/results.h"

namespace kasuri {

class Cluster;
class Machine;
struct Config;

class Measurement {
 public:
  // Nothing to measure: programs, patterns without an end, networks without links. Where messages are
  // flows, packets have no latency.
  static std::optional<Measurement> of(const Config&, const Machine&);

  Time next() const { return next_; }
  // At next(), when all events before it have been handled. Whether the run is over.
  bool look(Cluster*);
  const Measured& result() const { return result_; }
  // The run ends for another reason.
  void finish();

 private:
  Measurement(const Config&, const Machine&, Time start, Time end);

  // Sums since the beginning, of the whole machine.
  struct Sums {
    std::int64_t offered = 0, accepted = 0, latency = 0, packets = 0;
  };
  Sums sums(Cluster*) const;
  void conclude(const SteadyState::Verdict&);

  const Machine& machine_;
  Time interval_;
  Time start_, end_;  // of all patterns together
  Time next_;
  bool stops_;
  double capacity_;  // bytes that all NICs can send in an interval
  SteadyState state_;
  Sums before_{};
  Measured result_;
  bool concluded_ = false;
};

}  // namespace kasuri
