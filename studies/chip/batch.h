// SPDX-License-Identifier: MIT
// Many experiments that vary one configuration, run in parallel. What comes out does not depend on
// the number of threads: each experiment is one thread's, results stand in the order of asking.
// Experiments that differ in how delays are counted alone share one plan.
#pragma once

#include <algorithm>
#include <exception>
#include <map>
#include <string>
#include <vector>

#include "studies/chip/chip.h"

namespace kasuri::chip {

// "wiring=A", "demands={type=\"pairs\", pairs=10}": changes to a configuration.
using Overrides = std::vector<std::string>;

class Batch {
 public:
  Batch(std::string file, Overrides base, unsigned threads)
      : file_(std::move(file)), base_(std::move(base)), threads_(threads) {}

  // Asks for the experiment with these changes, once for each of the seeds `base seed + 0 ...`.
  // The same question twice is run once.
  std::size_t add(const Overrides&, std::uint32_t seeds);

  // Runs what was added since the last run; throws the first failure in the order of asking, except
  // that deadlocks are results.
  void run();

  // By seed.
  std::vector<const Result*> results(std::size_t asked) const;
  const Config& config(std::size_t asked) const { return configs_[asked]; }

 private:
  struct Job {
    std::size_t asked;
    std::uint32_t seed;
    Result result;
  };

  std::string file_;
  Overrides base_;
  unsigned threads_;
  // Does all experiments that share a plan.
  void run_together(const std::vector<std::size_t>& jobs, std::vector<std::exception_ptr>&);

  std::map<std::string, std::size_t> known_;
  std::vector<Config> configs_;
  std::vector<std::string> plans_;  // what decides the plan, by what was asked
  std::vector<Job> jobs_;
  std::size_t done_ = 0;
};

// Mean and extremes of some numbers.
struct Spread {
  double mean = 0, min = 0, max = 0;
};

template <class Measure>
Spread spread(const std::vector<const Result*>& results, Measure measure) {
  Spread s{0, 1e300, -1e300};
  for (const Result* r : results) {
    const double v = measure(*r);
    s.mean += v / static_cast<double>(results.size());
    s.min = std::min(s.min, v);
    s.max = std::max(s.max, v);
  }
  return s;
}

// In percent of the mesh.
double energy_ratio(const Result&);
double mean_latency_ratio(const Result&);
double makespan_ratio(const Result&);
double p99_latency_ratio(const Result&);
// As if the mesh carried the demands, too, that found no way: of what is left unrouted, the energy
// is saved.
double energy_over_all_ratio(const Result&);

}  // namespace kasuri::chip
