// SPDX-License-Identifier: MIT
#include "report/training_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "mpi/step_account.h"
#include "report/power_report.h"

namespace kasuri {
namespace {

using Json = nlohmann::ordered_json;

struct TrainingPart {
  std::string name;
  Time time;  // mean over ranks
  std::int64_t bytes, calls;
};

struct TrainingStep {
  std::int64_t number = 0, ranks = 0, gflop = 0, tokens = 0;
  bool merges_inside = false;
  std::int64_t ring_merge = 1;
  Time time{0};
  std::vector<TrainingPart> parts;

  double share(Time t) const { return time.ps > 0 ? t.seconds() / time.seconds() : 0; }
  const TrainingPart& of(mpi::StepPart p) const { return parts[static_cast<std::size_t>(p)]; }
  double tokens_per_s() const { return time.ps > 0 ? static_cast<double>(tokens) / time.seconds() : 0; }
  // Of a device, counting what the model needs.
  double flops() const {
    return time.ps > 0 ? static_cast<double>(gflop) * 1e9 / time.seconds() / static_cast<double>(ranks) : 0;
  }
};

std::vector<TrainingStep> steps_of(const Results& r, std::size_t job) {
  std::vector<TrainingStep> steps;
  const Table* const t = r.table("training");
  for (std::size_t row = 0; t && row < t->rows(); ++row) {
    if (t->column("job")[row] != static_cast<std::int64_t>(job)) continue;
    const std::int64_t number = t->column("step")[row];
    if (steps.empty() || steps.back().number != number) {
      TrainingStep& s = steps.emplace_back();
      s.number = number;
      s.ranks = t->column("ranks")[row];
      s.merges_inside = t->column("merges_inside")[row] != 0;
      s.ring_merge = t->column("dp_merge")[row];
      s.time = Time{t->column("step_time")[row]};
    }
    TrainingStep& s = steps.back();
    s.gflop += t->column("gflop")[row];
    s.tokens += t->column("tokens")[row];
    s.parts.push_back({std::string(mpi::names_of(mpi::StepPart{})[s.parts.size()]),
                       Time{t->column("time")[row]}, t->column("bytes")[row], t->column("calls")[row]});
  }
  return steps;
}

// Of the links of each class, the mean share of the run for which they were busy.
std::vector<std::pair<std::string, double>> link_use(const Results& r) {
  std::vector<double> busy(r.link_classes.size()), links(busy.size());
  for (const LinkRow& l : r.links) {
    busy[l.link_class()] += l.busy().seconds();
    links[l.link_class()] += 1;
  }
  std::vector<std::pair<std::string, double>> all;
  for (std::size_t c = 0; c < busy.size(); ++c) {
    if (links[c] > 0 && r.time.ps > 0) {
      all.emplace_back(r.link_classes[c], busy[c] / links[c] / r.time.seconds());
    }
  }
  return all;
}

constexpr bool is_communication(std::size_t part) {
  return part >= static_cast<std::size_t>(mpi::StepPart::tensor) &&
         part <= static_cast<std::size_t>(mpi::StepPart::expert);
}

Json step_json(const TrainingStep& s) {
  Json exposed = Json::object(), traffic = Json::object();
  for (std::size_t i = 0; i < s.parts.size(); ++i) {
    const TrainingPart& p = s.parts[i];
    if (!is_communication(i)) continue;
    exposed[p.name + "_ps"] = p.time.ps;
    traffic[p.name] = {{"bytes", p.bytes}, {"calls", p.calls}};
  }
  return {{"step", s.number},
          {"time_ps", s.time.ps},
          {"computing_ps", s.of(mpi::StepPart::computing).time.ps},
          {"exposed", exposed},
          {"bubble_ps", s.of(mpi::StepPart::bubble).time.ps},
          {"bubble_ratio", s.share(s.of(mpi::StepPart::bubble).time)},
          {"sync_ps", s.of(mpi::StepPart::sync).time.ps},
          {"other_ps", s.of(mpi::StepPart::other).time.ps},
          {"traffic", traffic},
          {"tokens_per_s", s.tokens_per_s()},
          {"model_flops_per_device", s.flops()}};
}

std::string step_text(const TrainingStep& s) {
  std::string text = fmt::format("  step {:<15} {}: computing {:.1f} %", s.number, to_string(s.time),
                                 100 * s.share(s.of(mpi::StepPart::computing).time));
  for (std::size_t i = 1; i < s.parts.size(); ++i) {
    const double share = s.share(s.parts[i].time);
    if (share < 0.0005) continue;
    text += fmt::format(", {}{} {:.1f} %", is_communication(i) ? "exposed " : "", s.parts[i].name, 100 * share);
  }
  return text + fmt::format("\n  {:<20} {:.4g} tokens/s, {} per device\n", "", s.tokens_per_s(),
                            quantity(s.flops(), "flop/s"));
}

}  // namespace

Json training_json(const Results& r, std::size_t job) {
  const std::vector<TrainingStep> steps = steps_of(r, job);
  if (steps.empty()) return nullptr;
  Json all = Json::array(), links = Json::object();
  for (const TrainingStep& s : steps) all.push_back(step_json(s));
  for (const auto& [name, busy] : link_use(r)) links[name] = busy;
  Json json{{"steps", all},
            {"merges_inside", steps.front().merges_inside},
            {"dp_merge", steps.front().ring_merge},
            {"link_busy_ratio", links}};
  if (r.power) {
    json["energy_per_step_j"] = r.power->by_job.jobs[job].to_solution_j() / static_cast<double>(steps.size());
  }
  return json;
}

std::string training_text(const Results& r) {
  std::string text;
  for (std::size_t j = 0; j < r.jobs.size(); ++j) {
    const std::vector<TrainingStep> steps = steps_of(r, j);
    if (steps.empty()) continue;
    text += fmt::format("training of {}, means over {} ranks\n", r.jobs[j].name, steps.front().ranks);
    constexpr std::size_t kShown = 8;
    for (std::size_t i = 0; i < std::min(steps.size(), kShown); ++i) text += step_text(steps[i]);
    if (steps.size() > kShown) text += fmt::format("  and {} more steps\n", steps.size() - kShown);
    if (steps.front().merges_inside) {
      text += "  merge_inside         collectives of tensor parallelism are one event each, by formula: their "
              "links carry nothing and draw no energy for it\n";
    }
    if (steps.front().ring_merge > 1) {
      text += fmt::format("  dp_merge             {} ring steps of data parallelism are one\n",
                          steps.front().ring_merge);
    }
    std::string use;
    for (const auto& [name, busy] : link_use(r)) {
      use += fmt::format("{}{} {:.1f} %", use.empty() ? "" : ", ", name, 100 * busy);
    }
    if (!use.empty()) text += fmt::format("  {:<20} busy {} of the time\n", "links by class", use);
    if (!r.power) continue;
    const double joules = r.power->by_job.jobs[j].to_solution_j() / static_cast<double>(steps.size());
    text += fmt::format("  {:<20} {} a step, as [power] counts it\n", "energy", quantity(joules, "J"));
  }
  return text;
}

}  // namespace kasuri
