// SPDX-License-Identifier: MIT
// When a simulation under constant load has settled, and what it then measures.
//
// A run is divided into equal intervals of simulated time. It is looked at a few times: a look that finds
// the confidence interval too wide computes how long the run must be, and the next one is there.
// - Its warm-up is the number of intervals d that, left out, makes the standard error of the mean latency
//   of the others smallest (the marginal standard error rule, MSER: White, "An effective truncation
//   heuristic for bias reduction in simulation output", Simulation 69(6), 1997).
// - Means are ratios of sums (latencies over packets), and their confidence intervals come from kBatches
//   batches of the rest (Law & Kelton, "Simulation Modeling and Analysis", 3rd ed., section 9.5.3; ratios:
//   9.5.4). Batches grow with the run until they are uncorrelated, which is tested with more, shorter parts
//   (as by Law & Carson, "A sequential procedure for determining the length of a steady-state simulation",
//   Operations Research 27(5), 1979): as little correlated as in a run of kMemories times an exponential
//   memory. What correlation of batches is left widens the interval (as in ASAP3: Steiger et al., ACM
//   TOMACS 15(1), 2005), and so does kStopping, since runs stop rather where it is too narrow.
// - It is steady when its batches are uncorrelated and the 95 % confidence interval of the mean latency is
//   narrow enough. It is saturated when of what was offered in the later half a share is not accepted whose
//   99 % confidence interval lies above kLeftShare: queues grow, and there is no steady latency.
#pragma once

#include <cstdint>
#include <optional>
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
  static constexpr std::size_t kBatches = 20;
  static constexpr double kMemories = 500;       // that a run is long, at least
  static constexpr std::size_t kFirstLook = 40;  // intervals
  static constexpr double kLeftShare = 0.005;
  static constexpr std::size_t kWarmUp = 6;      // at most one of so many intervals
  static constexpr double kStopping = 1.08;      // steady_state_test: then 95 % of intervals cover

  struct Estimate {
    double mean = 0;
    std::optional<double> half_width;  // of the 95 % confidence interval; none: it is not known
  };
  struct Verdict {
    State state = State::measuring;
    std::size_t warm_up = 0;          // intervals left out
    std::size_t intervals = 0;        // in all
    std::optional<Estimate> latency;  // per packet; none of a saturated run
    std::optional<Estimate> accepted; // per interval
    std::optional<double> offered;    // per interval
  };

  // `precision`: the half-width of latency's confidence interval over its mean that will do;
  // `most`: intervals after which a run that is neither counts as unsettled.
  SteadyState(double precision, std::size_t most) : precision_(precision), most_(most) {}

  Verdict add(const LoadSample&);
  // The same without a look, of a run that does not end by what it measures.
  void keep(const LoadSample& s) { samples_.push_back(s); }
  // Of what there is, if it ends here.
  Verdict finish() const;

 private:
  struct Batches;
  bool grows() const;
  std::size_t warm_up(std::size_t most) const;
  bool correlated(std::size_t from) const;
  Batches batches(std::size_t from, std::size_t count) const;
  Verdict judge(std::size_t warm_up) const;
  std::size_t next_look(const Verdict&) const;

  double precision_;
  std::size_t most_;
  std::size_t look_ = kFirstLook, load_look_ = kFirstLook;
  std::vector<LoadSample> samples_;
};

std::string_view to_string(SteadyState::State);

}  // namespace kasuri
