// SPDX-License-Identifier: MIT
// Experiments handed to threads one by one; results stay where they were asked for.
#include "chip/batch.h"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <thread>

#include "config/diagnostics.h"
#include "core/errors.h"

namespace kasuri::chip {

std::size_t Batch::add(const Overrides& overrides, std::uint32_t seeds) {
  const std::string key = fmt::format("{} {}", seeds, config::join(overrides));
  const auto [it, is_new] = known_.emplace(key, configs_.size());
  if (!is_new) return it->second;
  Overrides all = base_;
  all.insert(all.end(), overrides.begin(), overrides.end());
  config::Document document = config::Document::load(file_, all);
  configs_.push_back(read_config(document));
  document.finish();
  for (std::uint32_t s = 0; s < seeds; ++s) jobs_.push_back({it->second, s, {}});
  return it->second;
}

void Batch::run() {
  std::vector<std::exception_ptr> failures(jobs_.size());
  std::atomic<std::size_t> next = done_;
  const auto work = [&] {
    for (std::size_t i = next++; i < jobs_.size(); i = next++) {
      try {
        Config config = configs_[jobs_[i].asked];
        config.chip.seed += jobs_[i].seed;
        jobs_[i].result = chip::run(config);
      } catch (const Error& e) {
        jobs_[i].result.deadlocked = e.code() == Exit::deadlock;
        if (!jobs_[i].result.deadlocked) failures[i] = std::current_exception();
      } catch (...) {
        failures[i] = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> others;
    for (unsigned t = 1; t < threads_; ++t) others.emplace_back(work);
    work();
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
