// SPDX-License-Identifier: MIT
// What a comparison has found, as one table, CSV, JSON, a Pareto plot, and a paragraph for people.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/study.h"
#include "app/cli/sweep_store.h"
#include "base/stats/range.h"

namespace kasuri::cli {

// A machine with some failures, beside the whole one.
struct Weakened {
  double connected = 1;  // of all pairs of endpoints; those of failed ones are not
  double bandwidth = 1;  // saturation with uniform traffic, of that before
  double hops = 1;       // mean distance, of that before
};

// What is known of a candidate without a run.
struct NetworkFacts {
  std::string name, described;
  std::uint64_t endpoints = 0, routers = 0, ports = 0;
  std::uint32_t radix = 0;
  std::uint64_t nodes_asked = 0;
  CableSum cables;  // between routers
  std::uint32_t racks = 0;
  double mean_hops = 0;
  double uniform = 1, worst = 1;  // saturation
  std::string worst_traffic;
  std::optional<Weakened> links, routers_failed;
  std::optional<double> price;

  double ports_per_endpoint() const {
    return static_cast<double>(ports) / static_cast<double>(endpoints);
  }
};
NetworkFacts facts_of(const StudyParams&, const Candidate&);

struct RunFacts {
  std::string status;  // "done", "failed", …; empty: not run
  std::string error;
  double time_s = 0;
  std::optional<double> energy_j;
  std::string power_preset, power_policy;
  std::optional<double> slowdown;  // of the job that suffers most
  std::string slowed;
  std::optional<Range> range;      // of time_s: over several seeds, or of the packet level
  std::size_t seeds = 1;
};
RunFacts run_facts(const std::optional<PointResult>&);
// The runs of one workload with several seeds: means, and the range of the time. A failed one is all.
RunFacts over_seeds(const std::vector<RunFacts>&);

class Comparison {
 public:
  Comparison(const StudyParams&, std::vector<NetworkFacts>, std::vector<std::vector<RunFacts>>);

  std::string table() const;
  std::string paragraph() const;
  std::string csv() const;
  nlohmann::ordered_json json() const;
  std::string pareto_plot() const;

 private:
  std::string power_of_runs() const;
  struct Rank {
    std::size_t candidate;
    double value;
  };
  // Candidates with a value, the least first.
  template <class F>
  std::vector<Rank> ranking(F value) const;
  std::optional<double> relative_time(std::size_t candidate) const;
  double cost(std::size_t candidate) const;
  std::string cost_name() const;
  // Those that no other one beats in both.
  std::vector<std::size_t> front() const;
  std::string sentence(std::size_t workload) const;
  std::string others() const;

  const StudyParams& study_;
  std::vector<NetworkFacts> networks_;
  std::vector<std::vector<RunFacts>> runs_;  // by candidate, workload
};

}  // namespace kasuri::cli
