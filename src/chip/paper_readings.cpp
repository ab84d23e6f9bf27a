// SPDX-License-Identifier: MIT
// Second chapter of the report: what the paper leaves unstated is searched for the reading that
// comes nearest to its tables. Near is the root mean square of the differences, in points.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "chip/paper.h"

namespace kasuri::chip {
namespace {

using Measure = double (*)(const Result&);

struct Reading {
  std::string name;
  Overrides overrides;
  Measure measure = &energy_ratio;
};

struct Fit {
  std::string name;
  double rms = 0;
  std::vector<double> ours;
  bool deadlocked = false;
};

// The points to meet: rows of mean values of these tables, and of their columns those wanted.
struct Target {
  std::vector<int> tables;
  std::vector<std::size_t> rows;
  std::vector<std::string> skip_servers;  // sizes too large for a search
};

struct Aim {
  std::string label;
  Overrides overrides;
  double paper = 0;
};

std::vector<Aim> aims(const Target& target) {
  std::vector<Aim> all;
  for (const int n : target.tables) {
    const PaperTable& table = paper_tables()[static_cast<std::size_t>(n - 1)];
    for (const std::size_t r : target.rows) {
      const PaperRow& row = table.rows[r];
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const PaperColumn& column = table.columns[c];
        const bool skip = std::ranges::any_of(target.skip_servers, [&](const std::string& s) {
          return column.all_pairs && column.label.ends_with(s);
        });
        if (skip) continue;
        Overrides o = row.overrides;
        o.insert(o.end(), column.overrides.begin(), column.overrides.end());
        all.push_back({fmt::format("{}{}", target.rows.size() > 1 ? row.label.substr(0, 2) : "",
                                   column.label),
                       std::move(o), row.values[c]});
      }
    }
  }
  return all;
}

std::string search(Study& study, const std::string& title, const Target& target,
                   const std::vector<Reading>& readings) {
  const std::vector<Aim> points = aims(target);
  const std::uint32_t seeds = std::clamp<std::uint32_t>(study.options.seeds / 3, 1, 4);
  const auto ask = [&](const Reading& r, const Aim& a) {
    Overrides o = a.overrides;
    o.insert(o.end(), r.overrides.begin(), r.overrides.end());
    return study.batch.add(o, seeds);
  };
  for (const Reading& r : readings) {
    for (const Aim& a : points) ask(r, a);
  }
  study.batch.run();

  std::vector<Fit> fits;
  for (const Reading& r : readings) {
    Fit& fit = fits.emplace_back();
    fit.name = r.name;
    for (const Aim& a : points) {
      const auto results = study.batch.results(ask(r, a));
      for (const Result* one : results) fit.deadlocked |= one->deadlocked;
      fit.ours.push_back(spread(results, r.measure).mean);
      const double off = fit.ours.back() - a.paper;
      fit.rms += off * off / static_cast<double>(points.size());
    }
    fit.rms = std::sqrt(fit.rms);
  }
  std::ranges::stable_sort(fits, {}, [](const Fit& f) { return std::pair(f.deadlocked, f.rms); });

  std::vector<std::string> head{"reading", "rms"}, paper{"(paper)", ""};
  for (const Aim& a : points) {
    head.push_back(a.label);
    paper.push_back(fmt::format("{:.1f}", a.paper));
  }
  std::string text = fmt::format("\n### {}\n", title) + markdown_head(head) + markdown_row(paper);
  for (const Fit& f : fits) {
    std::vector<std::string> cells{f.name,
                                   f.deadlocked ? "deadlock" : fmt::format("{:.1f}", f.rms)};
    for (const double v : f.ours) cells.push_back(f.deadlocked ? "" : fmt::format("{:.1f}", v));
    text += markdown_row(cells);
  }
  return text + fmt::format("\nNearest: {}, {:.1f} points off (rms).\n", fits[0].name, fits[0].rms);
}

std::vector<Reading> delay_readings() {
  const std::vector<Reading> bases{
      {"one packet of 16-bit flits", {}, nullptr},
      {"32-bit flits", {"delay.flit_bits=32"}, nullptr},
      {"packets of 256 bits", {"delay.packet_bits=256"}, nullptr},
      {"4 clocks a step", {"delay.hop_clocks=4"}, nullptr},
      {"buffers of 1 packet", {"delay.buffer_packets=1"}, nullptr},
      {"buffers of 8 packets", {"delay.buffer_packets=8"}, nullptr},
      {"balanced mesh", {"delay.mesh_path=balanced"}, nullptr},
      {"server wires", {"delay.server_links=true"}, nullptr},
      {"server wires, balanced mesh", {"delay.server_links=true", "delay.mesh_path=balanced"},
       nullptr},
      {"server wires, packets of 256 bits", {"delay.server_links=true", "delay.packet_bits=256"},
       nullptr}};
  std::vector<Reading> all;
  for (const Reading& b : bases) {
    all.push_back({b.name + "; mean", b.overrides, &mean_latency_ratio});
    all.push_back({b.name + "; makespan", b.overrides, &makespan_ratio});
    all.push_back({b.name + "; 99 %", b.overrides, &p99_latency_ratio});
  }
  return all;
}

std::vector<Reading> dispersed_readings() {
  std::vector<Reading> all;
  for (const char wiring : {'A', 'B', 'C'}) {
    for (const int layers : {2, 3, 4, 5, 6}) {
      all.push_back({fmt::format("wiring {}, {} layers", wiring, layers),
                     {fmt::format("wiring={}", wiring), fmt::format("layers={}", layers)}});
    }
  }
  return all;
}

std::vector<Reading> mixed_readings() {
  std::vector<Reading> all;
  for (const std::string_view pattern : {"lattice", "chain"}) {
    for (const int layers : {1, 2, 4}) {
      for (const double spacing : {0.5, 0.75, 1.0}) {
        all.push_back({fmt::format("{}, {} layers, spacing {}", pattern, layers, spacing),
                       {fmt::format("mixed_pattern={}", pattern), fmt::format("layers={}", layers),
                        fmt::format("mixed_spacing={}", spacing)}});
      }
    }
  }
  return all;
}

}  // namespace

std::string readings_chapter(Study& study) {
  std::string text = "\n## What the paper leaves unstated\n";
  text += search(study, "Delay (Table 4): flits, packets, buffers, measure", {{4}, {0, 1, 2}, {}},
                 delay_readings());
  text += search(study, "Dispersed servers (Table 5): wiring and layers",
                 {{5}, {3}, {" 15x15"}}, dispersed_readings());
  text += search(study, "Dispersed servers (Table 7): wiring and layers", {{7}, {1}, {}},
                 dispersed_readings());
  text += search(study, "Mixed layers (Table 9): geometry", {{9}, {1}, {" 15x15"}},
                 mixed_readings());
  text += search(study, "Mixed layers (Table 11): geometry", {{11}, {1}, {}}, mixed_readings());
  return text;
}

}  // namespace kasuri::chip
