// SPDX-License-Identifier: MIT
// Second and third chapter of the report: what the paper leaves unstated is searched for the reading that
// comes nearest to its tables. A reading takes one option of each dimension. All of them are tried
// on a few columns that are soon done, the nearest of those on all columns and with more seeds. Near
// is the root mean square of the differences, in points; a reading that deadlocks is out.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "studies/chip/paper.h"

namespace kasuri::chip {
namespace {

using Measure = double (*)(const Result&);

constexpr std::uint32_t kSiftingSeeds = 2;

struct Option {
  std::string name;  // empty: as usual
  Overrides overrides;
  Measure measure = nullptr;  // null: not what this dimension is about
};
using Dimension = std::vector<Option>;
using Reading = Option;

// All combinations, the first dimension slowest.
std::vector<Reading> combinations(const std::vector<Dimension>& dimensions) {
  std::vector<Reading> all{{}};
  for (const Dimension& d : dimensions) {
    std::vector<Reading> longer;
    for (const Reading& r : all) {
      for (const Option& o : d) {
        Reading both = r;
        if (!o.name.empty()) both.name += (both.name.empty() ? "" : ", ") + o.name;
        both.overrides.insert(both.overrides.end(), o.overrides.begin(), o.overrides.end());
        if (o.measure) both.measure = o.measure;
        longer.push_back(std::move(both));
      }
    }
    all = std::move(longer);
  }
  return all;
}

template <class Value>
Dimension numbers(const std::string& words, const std::string& key,
                  std::initializer_list<Value> values) {
  Dimension all;
  for (const Value& v : values) {
    all.push_back({fmt::format(fmt::runtime(words), v), {fmt::format("{}={}", key, v)}});
  }
  return all;
}

// A published mean that is to be met.
struct Aim {
  int table;
  std::string label;
  Overrides overrides;
  double paper = 0;
};

std::vector<Aim> aims(std::initializer_list<int> tables, std::initializer_list<std::size_t> rows) {
  std::vector<Aim> all;
  for (const int n : tables) {
    const PaperTable& table = paper_tables()[static_cast<std::size_t>(n - 1)];
    for (const std::size_t r : rows) {
      const PaperRow& row = table.rows[r];
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const PaperColumn& column = table.columns[c];
        Overrides o = row.overrides;
        o.insert(o.end(), column.overrides.begin(), column.overrides.end());
        if (!table.is_delay && !column.all_pairs) o.push_back("delay.run=false");
        std::string label = column.label;
        if (rows.size() > 1) label.insert(0, row.label.substr(0, 2));
        all.push_back({n, std::move(label), std::move(o), row.values[c]});
      }
    }
  }
  return all;
}

std::vector<Aim> only(const std::vector<Aim>& all, std::initializer_list<std::string_view> labels) {
  std::vector<Aim> some;
  for (const Aim& a : all) {
    const bool wanted = std::ranges::any_of(labels, [&](auto l) { return a.label.ends_with(l); });
    if (wanted) some.push_back(a);
  }
  return some;
}

struct Fit {
  Reading reading;
  std::vector<double> ours;  // by aim
  bool deadlocked = false;
  double off = 0;  // rms over all aims
};

double distance(const std::vector<Aim>& aims, const std::vector<double>& ours, int table = 0) {
  double sum = 0, n = 0;
  for (std::size_t i = 0; i < aims.size(); ++i) {
    if (table != 0 && aims[i].table != table) continue;
    sum += (ours[i] - aims[i].paper) * (ours[i] - aims[i].paper);
    ++n;
  }
  return std::sqrt(sum / n);
}

// Nearest first.
std::vector<Fit> fits(Study& study, const std::vector<Reading>& readings,
                      const std::vector<Aim>& aims, std::uint32_t seeds) {
  const auto ask = [&](const Reading& r, const Aim& a) {
    Overrides o = a.overrides;
    o.insert(o.end(), r.overrides.begin(), r.overrides.end());
    return study.batch.add(o, seeds);
  };
  for (const Reading& r : readings) {
    for (const Aim& a : aims) ask(r, a);
  }
  study.batch.run();
  std::vector<Fit> all;
  for (const Reading& r : readings) {
    Fit& fit = all.emplace_back(Fit{r, {}});
    for (const Aim& a : aims) {
      const auto results = study.batch.results(ask(r, a));
      for (const Result* one : results) fit.deadlocked |= one->deadlocked;
      fit.ours.push_back(spread(results, r.measure ? r.measure : &energy_ratio).mean);
    }
    fit.off = distance(aims, fit.ours);
  }
  std::ranges::stable_sort(all, {}, [](const Fit& f) { return std::pair(f.deadlocked, f.off); });
  return all;
}

struct Quest {
  std::string title;
  std::vector<Aim> aims, quick;  // what counts, and by what readings are sifted
  std::vector<Dimension> dimensions;
  std::size_t finalists = 8;
};

std::string nearest_words(const Quest& quest, const Fit& fit) {
  std::string text = fmt::format("\nNearest: **{}**; ", fit.reading.name);
  std::vector<int> tables;
  for (const Aim& a : quest.aims) {
    if (tables.empty() || tables.back() != a.table) tables.push_back(a.table);
  }
  std::vector<std::string> parts;
  for (const int t : tables) {
    double worst = 0;
    std::string at;
    for (std::size_t i = 0; i < quest.aims.size(); ++i) {
      const double off = fit.ours[i] - quest.aims[i].paper;
      if (quest.aims[i].table == t && std::abs(off) > std::abs(worst)) {
        worst = off;
        at = quest.aims[i].label;
      }
    }
    parts.push_back(fmt::format("Table {}: {:.1f} points off (rms), at most {:+.1f} ({})", t,
                                distance(quest.aims, fit.ours, t), worst, at));
  }
  return text + fmt::format("{}.\n", fmt::join(parts, "; "));
}

// Writes what was tried and how near it came; returns the finalists, nearest first.
std::vector<Fit> search(Study& study, const Quest& quest, std::string& text) {
  const std::vector<Reading> readings = combinations(quest.dimensions);
  const std::vector<Fit> sifted = fits(study, readings, quest.quick, kSiftingSeeds);
  std::vector<Reading> finalists;
  for (std::size_t i = 0; i < sifted.size() && finalists.size() < quest.finalists; ++i) {
    // Readings may come to the same: with two layers all wirings do.
    const bool is_twin = i > 0 && sifted[i].ours == sifted[i - 1].ours;
    if (!sifted[i].deadlocked && !is_twin) finalists.push_back(sifted[i].reading);
  }
  const std::uint32_t seeds = std::clamp<std::uint32_t>(study.options.seeds / 3, 1, 4);
  std::vector<Fit> best = fits(study, finalists, quest.aims, seeds);

  std::vector<std::string> head{"reading", "rms"}, paper{"(paper)", ""};
  for (const Aim& a : quest.aims) {
    head.push_back(fmt::format("T{} {}", a.table, a.label));
    paper.push_back(fmt::format("{:.1f}", a.paper));
  }
  text += fmt::format("\n### {}\n\n{} readings tried, {} of them on all columns with {} seeds.\n",
                      quest.title, readings.size(), best.size(), seeds);
  text += markdown_head(head) + markdown_row(paper);
  for (const Fit& f : best) {
    std::vector<std::string> cells{f.reading.name,
                                   f.deadlocked ? "deadlock" : fmt::format("{:.1f}", f.off)};
    for (const double v : f.ours) cells.push_back(f.deadlocked ? "" : fmt::format("{:.1f}", v));
    text += markdown_row(cells);
  }
  text += nearest_words(quest, best[0]);
  return best;
}

// Flits, packets, buffers, the mesh's paths, the servers' wires, and what "delay" means.
std::vector<Dimension> clock_dimensions() {
  Dimension buffers = numbers("buffers of {}", "delay.buffer_packets", {8, 2});
  buffers.insert(buffers.begin(), Option{});
  Dimension packets = numbers("packets of {} bits", "delay.packet_bits", {256});
  packets.insert(packets.begin(), Option{});
  return {numbers("flits of {} bits", "delay.flit_bits", {16, 32, 64, 128, 250, 500, 1000}),
          packets, buffers,
          {{}, {"balanced mesh", {"delay.mesh_path=balanced"}}},
          {{}, {"server wires", {"delay.server_links=true"}}},
          {{"mean", {}, &mean_latency_ratio},
           {"makespan", {}, &makespan_ratio},
           {"99 %", {}, &p99_latency_ratio}}};
}

// The least of these, to be tried with many structures.
std::vector<Dimension> few_clock_dimensions() {
  const std::vector<Dimension> all = clock_dimensions();
  return {numbers("flits of {} bits", "delay.flit_bits", {16, 125, 1000}), all[3], all[4], all[5]};
}

Dimension directions() {
  return {{"one-way", {}}, {"two-way", {"planner={type=\"greedy\", circuits=\"two_way\"}"}}};
}

Dimension sums() {
  return {{"", {}, &energy_ratio},
          {"unroutable demands cost the mesh alone", {}, &energy_over_all_ratio}};
}

std::vector<Dimension> dispersed_dimensions() {
  return {numbers("wiring {}", "wiring", {"A", "B", "C"}),
          numbers("layers {}", "layers", {2, 3, 4, 5, 6}),
          numbers("lanes {}", "lanes", {1, 2, 3, 4}), directions()};
}

std::vector<Dimension> mixed_dimensions() {
  return {{{"lattice", {}}, {"chain", {"mixed_pattern=chain"}}},
          numbers("spacing {}", "mixed_spacing", {0.5, 0.75, 1.0}),
          numbers("wiring {}", "wiring", {"A", "B"}), numbers("layers {}", "layers", {1, 2, 3, 4}),
          numbers("lanes {}", "lanes", {1, 2}), directions()};
}

// What a thesis's program may have done with circuits: search, outputs, direction.
Dimension circuit_rules() {
  const auto greedy = [](const std::string& what) {
    return Overrides{"planner={type=\"greedy\", " + what + "}"};
  };
  return {{"search per port", {}},
          {"search per switch", greedy("search=\"per-switch\"")},
          {"search per port, shared outputs", greedy("shared_outputs=true")},
          {"search per switch, shared outputs",
           greedy("search=\"per-switch\", shared_outputs=true")},
          {"two-way, search per port", greedy("circuits=\"two_way\"")},
          {"two-way, search per switch", greedy("circuits=\"two_way\", search=\"per-switch\"")}};
}

template <class Value>
std::vector<Value> joined(std::vector<Value> a, const std::vector<Value>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// The delay of a table, with any structure and with the one that is nearest in energy.
void search_delay(Study& study, const std::string& what, int table,
                  const std::vector<Dimension>& structures, const Fit& nearest, std::string& text) {
  const std::vector<Aim> delay = aims({table}, {1});
  const std::vector<Aim> quick = only(delay, {"K = 100", "K = 1000"});
  search(study, {"Delay, " + what + ": any structure", delay, quick,
                 joined(structures, few_clock_dimensions())}, text);
  const Dimension as_energy{{nearest.reading.name, nearest.reading.overrides}};
  search(study, {"Delay, " + what + ": the structure nearest in energy", delay, quick,
                 joined({as_energy}, clock_dimensions()), 4}, text);
}

}  // namespace

std::string wirings_chapter(Study& study) {
  std::string text = "\n## Readings of Tables 1, 3 and 4\n";
  const std::vector<Aim> energies =
      only(joined(aims({1}, {0, 1, 2}), aims({3}, {0, 1, 2})),
           {"1 mm 5x5", "1 mm 10x10", "1 mm 15x15", "K = 10", "K = 100", "K = 500", "K = 1000"});
  search(study, {"Energy by wiring: layers, search, outputs, direction", energies,
                 only(energies, {"1 mm 5x5", "1 mm 10x10", "K = 100", "K = 500"}),
                 {numbers("layers {}", "layers", {3, 4, 5, 6}), circuit_rules()}, 8}, text);

  const std::vector<Aim> delays = aims({4}, {0, 1, 2});
  std::vector<Dimension> clock = clock_dimensions();
  clock[3] = {{"Dijkstra's mesh", {"delay.mesh_path=dijkstra"}}};
  search(study, {"Delay by wiring, the mesh routed by Dijkstra's algorithm", delays,
                 only(delays, {"K = 100", "K = 1000"}), clock, 12}, text);
  return text;
}

std::string readings_chapter(Study& study) {
  std::string text = "\n## What the paper leaves unstated\n";
  const std::vector<Aim> wirings = aims({4}, {0, 1, 2});
  search(study, {"Delay by wiring: flits, packets, buffers, paths of the mesh, wires, measure",
                 wirings, only(wirings, {"K = 100", "K = 1000"}), clock_dimensions(), 12}, text);

  const std::vector<Aim> dispersed = joined(aims({5}, {3}), aims({7}, {1}));
  const auto apart = search(
      study, {"Dispersed servers: wiring, layers, lanes, direction", dispersed,
              only(dispersed, {"1 mm 5x5", "3 mm 5x5", "1 mm 10x10", "3 mm 10x10", "K = 100",
                               "K = 500"}),
              joined(dispersed_dimensions(), {sums()})}, text);
  search_delay(study, "dispersed servers", 8, dispersed_dimensions(), apart[0], text);

  // The two tables of mixed layers have no reading in common that is near.
  const std::string title = "Mixed layers: pattern, spacing, wiring, layers, lanes, direction";
  const std::vector<Dimension> structures = joined(mixed_dimensions(), {sums()});
  const std::vector<Aim> all_pairs = aims({9}, {1}), few_pairs = aims({11}, {1});
  search(study, {title + ", all pairs", all_pairs,
                 only(all_pairs, {"1 mm 5x5", "3 mm 5x5", "1 mm 10x10"}), structures, 6}, text);
  const auto mixture = search(study, {title + ", K pairs", few_pairs,
                                      only(few_pairs, {"K = 100", "K = 500"}), structures}, text);
  search_delay(study, "mixed layers", 12, mixed_dimensions(), mixture[0], text);
  return text;
}

}  // namespace kasuri::chip
