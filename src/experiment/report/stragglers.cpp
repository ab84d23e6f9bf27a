// SPDX-License-Identifier: MIT
#include "experiment/report/stragglers.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/core/words.h"
#include "experiment/run/results.h"

namespace kasuri {
namespace {

// What it computed, by what it would have at rate 1.
double rate_of(const mpi::RankStatistics& s) {
  const Time computing = s.computing - s.noise;
  return computing.ps > 0 ? static_cast<double>((computing - s.slowness).ps) /
                                static_cast<double>(computing.ps)
                          : 1;
}

}  // namespace

std::optional<Straggler> straggler_of(const Results& r, std::size_t job) {
  const RankRow* worst = nullptr;
  std::vector<Time> computed;
  Time waited{0};
  Straggler s;
  for (const RankRow& row : r.ranks) {
    if (row.job != job) continue;
    computed.push_back(row.spent.computing);
    waited += row.spent.waiting;
    s.slower += row.spent.slowness > Time{0};
    if (!worst || row.spent.slowness > worst->spent.slowness) worst = &row;
  }
  if (!worst || worst->spent.slowness <= Time{0}) return std::nullopt;
  const auto middle = computed.begin() + static_cast<std::ptrdiff_t>((computed.size() - 1) / 2);
  std::ranges::nth_element(computed, middle);
  s.rank = worst->rank, s.node = worst->node, s.rate = rate_of(worst->spent);
  s.longer = later(worst->spent.computing - *middle, Time{0});
  s.waited = worst->spent.waiting;
  if (const auto others = static_cast<std::int64_t>(computed.size()) - 1; others > 0) {
    s.others_waited = Time{(waited - s.waited).ps / others};
  }
  const Time time = r.jobs[job].time;
  s.share = time.ps > 0 ? static_cast<double>(s.longer.ps) / static_cast<double>(time.ps) : 0;
  return s;
}

std::string straggler_text(const Straggler& s) {
  return fmt::format(
      "  {:<20} rank {} (node {}) computes at {:.3g} of the usual rate, {} longer than the median rank\n"
      "  {:<20} ({:.1f} % of the job's time); it waited {}, other ranks {} (mean); {} slow\n",
      "", s.rank, s.node, s.rate, to_string(s.longer), "", 100 * s.share, to_string(s.waited),
      to_string(s.others_waited), counted(s.slower, "rank"));
}

nlohmann::ordered_json straggler_json(const Straggler& s) {
  return {{"rank", s.rank},
          {"node", s.node},
          {"rate", s.rate},
          {"longer_ps", s.longer.ps},
          {"share_of_time", s.share},
          {"waited_ps", s.waited.ps},
          {"others_waited_ps", s.others_waited.ps},
          {"slow_ranks", s.slower}};
}

}  // namespace kasuri
