// SPDX-License-Identifier: MIT
// Experiments handed to threads one by one; results stay where they were asked for.
#include "studies/chip/batch.h"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <thread>

#include "base/config/diagnostics.h"
#include "base/core/errors.h"

namespace kasuri::chip {
namespace {

// A setting of the flit clock, which no plan knows of.
bool is_of_the_clock(const std::string& override) {
  return override.starts_with("delay.") && !override.starts_with("delay.mean_gap_clocks");
}

}  // namespace

std::size_t Batch::add(const Overrides& overrides, std::uint32_t seeds) {
  const std::string key = fmt::format("{} {}", seeds, config::join(overrides));
  const auto [it, is_new] = known_.emplace(key, configs_.size());
  if (!is_new) return it->second;
  Overrides all = base_;
  all.insert(all.end(), overrides.begin(), overrides.end());
  config::Document document = config::Document::load(file_, all);
  configs_.push_back(read_config(document));
  document.finish();
  std::erase_if(all, is_of_the_clock);
  plans_.push_back(config::join(all));
  for (std::uint32_t s = 0; s < seeds; ++s) jobs_.push_back({it->second, s, {}});
  return it->second;
}

void Batch::run_together(const std::vector<std::size_t>& jobs,
                         std::vector<std::exception_ptr>& failures) {
  std::optional<Experiment> experiment;
  std::optional<Plan> plan;
  for (const std::size_t i : jobs) {
    Job& job = jobs_[i];
    try {
      if (!plan) {
        Config config = configs_[job.asked];
        config.chip.seed += job.seed;
        experiment.emplace(config);
        plan = experiment->plan(config.chip.planner);
      }
      experiment->config.chip.delay = configs_[job.asked].chip.delay;
      job.result = measure(*experiment, *plan);
    } catch (const Error& e) {
      job.result.deadlocked = e.code() == Exit::deadlock;
      if (!job.result.deadlocked) failures[i] = std::current_exception();
    } catch (...) {
      failures[i] = std::current_exception();
    }
  }
}

void Batch::run() {
  std::vector<std::vector<std::size_t>> work;  // jobs that share a plan, in the order of asking
  std::map<std::pair<std::string, std::uint32_t>, std::size_t> known;
  for (std::size_t i = done_; i < jobs_.size(); ++i) {
    const auto [it, is_new] =
        known.emplace(std::pair(plans_[jobs_[i].asked], jobs_[i].seed), work.size());
    if (is_new) work.emplace_back();
    work[it->second].push_back(i);
  }
  std::vector<std::exception_ptr> failures(jobs_.size());
  std::atomic<std::size_t> next = 0;
  const auto labour = [&] {
    for (std::size_t w = next++; w < work.size(); w = next++) run_together(work[w], failures);
  };
  {
    std::vector<std::jthread> others;
    for (unsigned t = 1; t < threads_; ++t) others.emplace_back(labour);
    labour();
  }
  for (const std::exception_ptr& f : failures) {
    if (f) std::rethrow_exception(f);
  }
  done_ = jobs_.size();
}

std::vector<const Result*> Batch::results(std::size_t asked) const {
  std::vector<const Result*> all;
  for (const Job& j : jobs_) {
    if (j.asked == asked) all.push_back(&j.result);
  }
  return all;
}

double energy_ratio(const Result& r) { return percent(r.planned.energy, r.mesh.energy); }
double energy_over_all_ratio(const Result& r) { return percent(r.planned.energy, r.mesh_of_all); }
double mean_latency_ratio(const Result& r) {
  return percent(r.planned.mean_latency, r.mesh.mean_latency);
}
double makespan_ratio(const Result& r) {
  return percent(static_cast<double>(r.planned.makespan), static_cast<double>(r.mesh.makespan));
}
double p99_latency_ratio(const Result& r) {
  return percent(static_cast<double>(r.planned.p99_latency),
                 static_cast<double>(r.mesh.p99_latency));
}

}  // namespace kasuri::chip
