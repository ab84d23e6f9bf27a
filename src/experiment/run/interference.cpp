// SPDX-License-Identifier: MIT
#include "experiment/run/interference.h"
#include "experiment/plan/config.h"
#include "experiment/plan/plan.h"
#include "experiment/run/simulation.h"
#include "experiment/run/run_options.h"

#include <fmt/format.h>

#include <algorithm>

namespace kasuri {
namespace {

void find_shared_links(Interference& f) {
  const std::size_t jobs = f.alone.size();
  f.links.resize(jobs);
  std::vector<std::uint64_t> of_pair(jobs * jobs, 0);
  std::uint64_t next = 0;
  for (const LinkRow row : f.together.links) {
    const std::uint64_t l = next++;
    if (row.ejection) continue;
    std::vector<std::size_t> users;
    for (std::size_t j = 0; j < jobs; ++j) {
      if (f.alone[j].links[l].packets > 0) users.push_back(j);
    }
    for (const std::size_t j : users) {
      const Bytes bytes = f.alone[j].links[l].bytes;
      ++f.links[j].used;
      f.links[j].bytes += bytes;
      if (users.size() == 1) continue;
      ++f.links[j].shared;
      f.links[j].shared_bytes += bytes;
      for (const std::size_t k : users) of_pair[j * jobs + k] += j < k;
    }
  }
  for (std::size_t a = 0; a < jobs; ++a) {
    for (std::size_t b = a + 1; b < jobs; ++b) {
      if (of_pair[a * jobs + b]) f.pairs.push_back({a, b, of_pair[a * jobs + b]});
    }
  }
}

}  // namespace

double Interference::slowdown(std::size_t job) const {
  const Time before = alone[job].jobs[0].time;
  return before.ps ? together.jobs[job].time.seconds() / before.seconds() : 1;
}

const Results* Interference::failed() const {
  const auto wrong = std::ranges::find_if(alone, [](const Results& r) { return r.exit != Exit::done; });
  if (wrong != alone.end()) return &*wrong;
  return together.exit == Exit::done ? nullptr : &together;
}

Interference interfere(const Config& config, const Plan& plan, const RunOptions& options,
                       const std::function<void(const std::string&)>& begin) {
  Interference f;
  for (std::size_t j = 0; j < config.jobs.size(); ++j) {
    Plan one = plan;
    one.keep_only(j);
    Config alone = config;
    alone.jobs = {config.jobs[j]};
    begin(fmt::format("job '{}' alone", job_name(config.jobs[j])));
    f.alone.push_back(simulate(alone, std::move(one), options));
    if (f.failed()) return f;
  }
  begin("all jobs together");
  f.together = simulate(config, Plan(plan), options);
  find_shared_links(f);
  return f;
}

}  // namespace kasuri
