// SPDX-License-Identifier: MIT
// When a simulation under constant load has settled, and what it then measures.
//
// A run is looked at at the ends of equal intervals of simulated time. Its warm-up is the number of
// intervals d that, left out, makes the standard error of the mean latency of the others smallest (the
// marginal standard error rule, MSER: White, "An effective truncation heuristic for bias reduction in
// simulation output", Simulation 69(6), 1997). It is steady when the rest is at least as long as the
// warm-up, and the 95 % confidence interval of the mean latency, from kBatches means of batches of
// intervals, is narrow enough.
// It is saturated when of what was offered in the later half a share is not accepted whose 95 %
// confidence interval lies above kLeftShare: queues grow, and there is no steady latency.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace kasuri {

// What happened in one interval, in the whole machine.
struct LoadSample {
  double offered = 0;   // bytes on the wire of messages handed to NICs
  double accepted = 0;  // bytes on the wire that arrived
  double latency = 0;   // Σ over packets that arrived, from creation to memory
  double packets = 0;
};

class SteadyState {
 public:
  enum class State { measuring, steady, saturated, unsettled };
  static constexpr std::size_t kBatches = 10;
  static constexpr double kLeftShare = 0.01;

  struct Estimate {
    double mean = 0;
    double half_width = 0;  // of the 95 % confidence interval
  };
  struct Verdict {
    State state = State::measuring;
    std::size_t warm_up = 0;    // intervals left out
    std::size_t intervals = 0;  // in all
    Estimate latency;           // per packet; of a saturated run without meaning
    Estimate accepted;          // per interval
    double offered = 0;         // per interval
  };

  // `precision`: the half-width of latency's confidence interval over its mean that will do;
  // `most`: intervals after which a run that is neither counts as unsettled.
  SteadyState(double precision, std::size_t most) : precision_(precision), most_(most) {}

  Verdict add(const LoadSample&);
  // Of what there is, if it ends here.
  Verdict give_up() const;

 private:
  Verdict look(std::size_t warm_up) const;
  Estimate estimate(std::size_t from, double (*value)(const LoadSample&)) const;
  std::size_t warm_up() const;

  double precision_;
  std::size_t most_;
  std::vector<LoadSample> samples_;
};

std::string_view to_string(SteadyState::State);

}  // namespace kasuri
