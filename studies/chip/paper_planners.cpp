// SPDX-License-Identifier: MIT
// Fifth chapter of the report: what the paper leaves for later. How far the greedy plan is from
// better ones and from what no plan can reach, and what circuits set up on line cost.
#include <fmt/format.h>

#include <algorithm>

#include "studies/chip/paper.h"

namespace kasuri::chip {
namespace {

double bound_ratio(const Result& r) { return percent(r.lower_bound.value_or(0), r.mesh.energy); }
double online_energy(const Result& r) { return percent(r.online->measures.energy, r.mesh.energy); }
double online_latency(const Result& r) {
  return percent(r.online->measures.mean_latency, r.mesh.mean_latency);
}

struct Line {
  std::string name;
  Overrides overrides;
  double (*energy)(const Result&) = &energy_ratio;
  double (*latency)(const Result&) = &mean_latency_ratio;  // null: says nothing of time
};

struct Case {
  std::string name;
  Overrides overrides;
};

std::string words(const Spread& s) {
  return fmt::format("**{:.1f}** ({:.1f} to {:.1f})", s.mean, s.min, s.max);
}

std::string table(Study& study, const std::string& title, const std::vector<Line>& lines,
                  const std::vector<Case>& cases) {
  const std::uint32_t seeds = std::clamp<std::uint32_t>(study.options.seeds / 2, 1, 5);
  const auto ask = [&](const Line& l, const Case& c) {
    Overrides o = c.overrides;
    o.insert(o.end(), l.overrides.begin(), l.overrides.end());
    return study.batch.add(o, seeds);
  };
  for (const Line& l : lines) {
    for (const Case& c : cases) ask(l, c);
  }
  study.batch.run();

  std::vector<std::string> head{"energy / mean latency"};
  for (const Case& c : cases) head.push_back(c.name);
  std::string text = fmt::format("\n### {}: mean (least to most) of {} seeds\n", title, seeds);
  text += markdown_head(head);
  for (const Line& l : lines) {
    std::vector<std::string> cells{l.name};
    for (const Case& c : cases) {
      const auto results = study.batch.results(ask(l, c));
      std::string cell = words(spread(results, l.energy));
      if (l.latency) cell += " / " + words(spread(results, l.latency));
      cells.push_back(std::move(cell));
    }
    text += markdown_row(cells);
  }
  return text;
}

}  // namespace

std::string planners_chapter(Study& study) {
  const auto pairs = [](int k) {
    return Case{fmt::format("K = {}", k),
                {"link_mm=2", "servers=15x15",
                 fmt::format("demands={{type=\"pairs\", pairs={}}}", k)}};
  };
  const Overrides bound{"lower_bound=true"};
  std::string text = "\n## Beyond the paper\n";
  text += table(study, "Planners",
                {{"greedy (the paper's)", bound},
                 {"rip-up and reroute", {"planner=rip_up"}},
                 {"simulated annealing", {"planner=annealing"}},
                 {"no plan is below", bound, &bound_ratio, nullptr},
                 {"greedy, two-way circuits", {"planner={type=\"greedy\", circuits=\"two_way\"}"}},
                 {"greedy, circuits released in rounds",
                  {"planner={type=\"greedy\", release=true}"}}},
                {{"all pairs, 5x5, 2 mm", {"link_mm=2", "servers=5x5", "demands=all"}}, pairs(100),
                 pairs(500), pairs(1000)});

  const auto gap = [](int g) {
    return Case{fmt::format("a demand each {} clocks", g),
                {"link_mm=2", "servers=15x15", "demands={type=\"pairs\", pairs=500}",
                 fmt::format("delay.mean_gap_clocks={}", g)}};
  };
  const auto idle = [](const std::string& clocks) {
    return Line{fmt::format("on line, torn down after {} idle clocks", clocks),
                {"online.run=true", "online.idle_clocks=" + clocks}, &online_energy,
                &online_latency};
  };
  Case together = gap(0);
  together.name = "all at once";
  return text + table(study, "Circuits on line (500 pairs)",
                      {{"planned, circuits stay", {}}, idle("100"), idle("1000"), idle("10000")},
                      {together, gap(1), gap(10), gap(100)});
}

}  // namespace kasuri::chip
