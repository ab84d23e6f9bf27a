// SPDX-License-Identifier: MIT
#include "experiment/probe/training_views.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/core/words.h"

namespace kasuri {
namespace {

using mpi::StepPart;

constexpr bool is_communication(std::size_t part) {
  return part >= static_cast<std::size_t>(StepPart::tensor) &&
         part <= static_cast<std::size_t>(StepPart::expert);
}
std::string name_of_part(std::size_t part) { return std::string(name_of(static_cast<StepPart>(part))); }

using Steps = std::span<const TrainingStep>;

template <class T, class Value>
TableColumn column_of(const Steps& steps, std::string name, std::string unit, Value value) {
  std::vector<T> all;
  for (const TrainingStep& s : steps) all.push_back(static_cast<T>(value(s)));
  TableColumn c;
  c.name = std::move(name), c.unit = std::move(unit), c.values = std::move(all);
  return c;
}

// Columns of an object within: `exposed.tensor`.
Table steps_of(const Steps& steps) {
  Table t;
  const auto whole = [&](std::string name, std::string unit, auto value) {
    t.columns.push_back(column_of<std::int64_t>(steps, std::move(name), std::move(unit), value));
  };
  const auto real = [&](std::string name, auto value) {
    t.columns.push_back(column_of<double>(steps, std::move(name), "", value));
  };
  const auto time = [&](const std::string& name, std::size_t part) {
    whole(name, "ps", [part](const TrainingStep& s) { return s.mean(part).ps; });
  };
  const auto at = [](StepPart p) { return static_cast<std::size_t>(p); };
  whole("step", "", [](const TrainingStep& s) { return s.step; });
  whole("time", "ps", [](const TrainingStep& s) { return s.time.ps; });
  time("computing", at(StepPart::computing));
  for (std::size_t p = 0; p < mpi::kStepParts; ++p) {
    if (is_communication(p)) time("exposed." + name_of_part(p), p);
  }
  time("bubble", at(StepPart::bubble));
  real("bubble_ratio", [&](const TrainingStep& s) { return s.share(at(StepPart::bubble)); });
  time("sync", at(StepPart::sync));
  time("other", at(StepPart::other));
  for (std::size_t p = 0; p < mpi::kStepParts; ++p) {
    if (!is_communication(p)) continue;
    const std::string name = "traffic." + name_of_part(p);
    whole(name + ".bytes", "", [p](const TrainingStep& s) { return s.parts[p].bytes.n; });
    whole(name + ".calls", "", [p](const TrainingStep& s) { return s.parts[p].calls; });
  }
  real("tokens_per_s", [](const TrainingStep& s) { return s.tokens_per_s(); });
  real("model_flops_per_device", [](const TrainingStep& s) { return s.flops(); });
  return t;
}

std::string text_of(const Steps& steps, const std::string& job) {
  std::string text = fmt::format("training of {}, shares of the time of {}\n", job,
                                 grouped(steps.front().ranks, "rank"));
  constexpr std::size_t kShown = 8;
  for (const TrainingStep& s : steps.first(std::min(steps.size(), kShown))) {
    text += fmt::format("  step {:<15} {}", s.step, to_string(s.time));
    const char* before = ": ";
    for (std::size_t p = 0; p < mpi::kStepParts; ++p) {
      if (p > 0 && s.share(p) < 0.0005) continue;
      text += fmt::format("{}{}{} {:.1f} %", before, is_communication(p) ? "exposed " : "",
                          name_of_part(p), 100 * s.share(p));
      before = ", ";
    }
    text += fmt::format("\n  {:<20} {:.4g} tokens/s, {} per device\n", "", s.tokens_per_s(),
                        quantity(s.flops(), "flop/s"));
  }
  if (steps.size() > kShown) text += fmt::format("  and {} more steps\n", steps.size() - kShown);
  if (steps.front().inside) {
    text +=
        "  merge_inside         collectives of tensor parallelism are one event each, by formula: their "
        "links carry nothing and draw no energy for it\n";
  }
  if (steps.front().merge > 1) {
    text += fmt::format("  dp_merge             {} ring steps of data parallelism are one\n",
                        steps.front().merge);
  }
  return text;
}

}  // namespace

double TrainingStep::share(std::size_t part) const {
  std::int64_t all = 0;
  for (const Part& p : parts) all += p.time.ps;
  return all > 0 ? static_cast<double>(parts[part].time.ps) / static_cast<double>(all) : 0;
}
double TrainingStep::tokens_per_s() const {
  return time.ps > 0 ? static_cast<double>(tokens) / time.seconds() : 0;
}
double TrainingStep::flops() const {
  return time.ps > 0 ? static_cast<double>(flop) / time.seconds() : 0;
}

std::vector<JobView> views_of(const std::vector<TrainingStep>& all,
                              const std::vector<std::string>& jobs) {
  std::vector<JobView> views;
  for (Steps rest = all; !rest.empty();) {
    const std::uint32_t job = rest.front().job;
    const auto end = std::ranges::find_if(rest, [&](const TrainingStep& s) { return s.job != job; });
    const Steps mine = rest.first(static_cast<std::size_t>(end - rest.begin()));
    rest = rest.subspan(mine.size());
    JobView v{.job = job,
              .name = "training",
              .facts = {},
              .rows = {{"steps", steps_of(mine)}},
              .text = text_of(mine, jobs[job])};
    const Steps one = mine.first(1);
    v.facts.columns = {
        column_of<std::int64_t>(one, "merges_inside", "bool",
                                [](const TrainingStep& s) { return s.inside; }),
        column_of<std::int64_t>(one, "dp_merge", "", [](const TrainingStep& s) { return s.merge; })};
    views.push_back(std::move(v));
  }
  return views;
}

}  // namespace kasuri
