// SPDX-License-Identifier: MIT
// Fourth chapter of the report: one thing varied at a time around 15x15 servers, 2 mm and 500 pairs,
// to see where the order of structures changes.
#include <fmt/format.h>

#include <algorithm>

#include "studies/chip/paper.h"
#include "base/stats/svg.h"

namespace kasuri::chip {
namespace {

struct Sweep {
  std::string name, title, x_label;
  std::vector<std::string> values;
  std::string key;  // what the values are given to
  Overrides others;
};

std::string run(Study& study, const Sweep& sweep) {
  const std::uint32_t seeds = std::clamp<std::uint32_t>(study.options.seeds / 2, 1, 5);
  const auto ask = [&](const Contender& who, const std::string& value) {
    Overrides o = who.overrides;
    o.insert(o.end(), sweep.others.begin(), sweep.others.end());
    o.push_back(sweep.key + '=' + value);
    o.push_back("delay.run=false");
    return study.batch.add(o, seeds);
  };
  for (const Contender& c : contenders()) {
    for (const std::string& v : sweep.values) ask(c, v);
  }
  study.batch.run();

  Chart chart;
  chart.title = sweep.title;
  chart.x_label = sweep.x_label;
  chart.y_label = "energy, % of the 2-D mesh";
  chart.categories = sweep.values;
  chart.level = 100;
  std::vector<std::string> head{sweep.x_label};
  for (const Contender& c : contenders()) {
    head.push_back(c.name);
    Series& s = chart.series.emplace_back();
    s.name = c.name;
    for (const std::string& v : sweep.values) {
      s.values.push_back(spread(study.batch.results(ask(c, v)), &energy_ratio).mean);
    }
  }
  head.push_back("least");
  std::string text = fmt::format("\n### {}\n", sweep.title) + markdown_head(head);
  for (std::size_t i = 0; i < sweep.values.size(); ++i) {
    std::vector<std::string> cells{sweep.values[i]};
    std::size_t best = 0;
    for (std::size_t c = 0; c < chart.series.size(); ++c) {
      cells.push_back(fmt::format("{:.1f}", chart.series[c].values[i]));
      if (chart.series[c].values[i] < chart.series[best].values[i]) best = c;
    }
    cells.push_back(chart.series[best].values[i] < 100 ? contenders()[best].name : "2-D mesh");
    text += markdown_row(cells);
  }
  return text + picture(study, "sweep-" + sweep.name + ".svg", line_chart(chart), sweep.title);
}

}  // namespace

std::string sweeps_chapter(Study& study) {
  const Overrides pairs{"servers=15x15", "link_mm=2", "demands={type=\"pairs\", pairs=500}"};
  const std::vector<Sweep> sweeps{
      {"circuit-energy", "Energy of a circuit switch (a packet switch takes 0.98)",
       "weight of a circuit switch", {"0.05", "0.1", "0.2", "0.37", "0.5", "0.7", "0.98"},
       "energy.circuit_switch", pairs},
      {"layers", "Number of layers", "layers", {"2", "3", "4", "5", "6", "8"}, "layers", pairs},
      {"lanes", "Circuits side by side on each link", "lanes", {"1", "2", "3", "4", "8"}, "lanes",
       pairs},
      {"link-length", "Length of links", "mm", {"0.5", "1", "1.5", "2", "3", "5", "8"}, "link_mm",
       {pairs[0], pairs[2]}},
      {"pairs", "Number of pairs", "pairs", {"10", "50", "100", "250", "500", "1000", "2000"},
       "demands.pairs", pairs},
      {"chip-size", "Size of the chip, all pairs, 1 mm", "servers",
       {"4x4", "5x5", "8x8", "10x10", "12x12", "15x15", "20x20"}, "servers",
       {"link_mm=1", "demands=all"}}};
  std::string text = "\n## Where the conclusions change\n";
  for (const Sweep& s : sweeps) text += run(study, s);
  return text;
}

}  // namespace kasuri::chip
