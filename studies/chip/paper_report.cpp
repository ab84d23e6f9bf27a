// SPDX-License-Identifier: MIT
// The report on the paper's experiments, and its first chapter: Tables 1 to 12 and Figures 6 to 17.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "studies/chip/paper.h"
#include "base/core/text_file.h"
#include "base/stats/svg.h"

namespace kasuri::chip {
namespace {

struct Measured {
  std::string_view name;
  double (*of)(const Result&);
};
// What a delay may be: the paper's words are the makespan, its numbers are nearer to the mean.
constexpr Measured kEnergy{"energy", &energy_ratio}, kMeanLatency{"mean latency", &mean_latency_ratio},
    kMakespan{"makespan", &makespan_ratio};

std::vector<Measured> measures(const PaperTable& table) {
  if (!table.is_delay) return {kEnergy};
  return {kMeanLatency, kMakespan};
}

struct Cell {
  Spread spread;
  double ours = 0, paper = 0;
  std::vector<const Result*> runs;
};
using Rows = std::vector<std::vector<Cell>>;  // of a table

Rows measured(Study& study, const PaperTable& table) {
  Rows rows;
  for (const PaperRow& row : table.rows) {
    std::vector<Cell>& cells = rows.emplace_back();
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      Overrides all = row.overrides;
      const PaperColumn& column = table.columns[c];
      all.insert(all.end(), column.overrides.begin(), column.overrides.end());
      const auto results = study.batch.results(study.batch.add(all, study.seeds(column)));
      Cell cell;
      cell.paper = row.values[c];
      if (!results.empty()) {
        cell.runs = results;
        cell.spread = spread(results, table.is_delay ? &mean_latency_ratio : &energy_ratio);
        cell.ours = row.statistic == Statistic::min   ? cell.spread.min
                    : row.statistic == Statistic::max ? cell.spread.max
                                                      : cell.spread.mean;
      }
      cells.push_back(cell);
    }
  }
  return rows;
}

Chart figure(const PaperTable& table, const Rows& rows) {
  Chart chart;
  chart.title =
      fmt::format("Figure {} (Table {}): {}", table.number + 5, table.number, table.title);
  chart.y_label = table.is_delay ? "mean latency, % of the 2-D mesh" : "energy, % of the 2-D mesh";
  chart.x_label = table.columns[0].all_pairs ? "link length, servers"
                                             : "number of pairs (15x15 servers, 2 mm)";
  chart.reference_name = "paper";
  chart.level = 100;
  for (const PaperColumn& c : table.columns) chart.categories.push_back(c.label);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (table.rows[r].statistic != Statistic::mean) continue;
    Series& s = chart.series.emplace_back();
    s.name = table.rows[r].label;
    for (const Cell& c : rows[r]) {
      s.values.push_back(c.ours);
      s.lows.push_back(c.spread.min);
      s.highs.push_back(c.spread.max);
      s.references.push_back(c.paper);
    }
  }
  return chart;
}

// Half a unit of the last digit that the paper prints.
constexpr double kRounding = 0.05;

// The makespan of single runs beside the paper's values: a bachelor's thesis may show a single run, and
// those scatter.
std::string single_runs(const PaperTable& table, const Rows& rows) {
  std::vector<std::string> head{"makespan"};
  for (const PaperColumn& c : table.columns) head.push_back(c.label);
  std::string text = markdown_head(head);
  std::size_t within = 0, cells = 0, runs = 0;
  double squares = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::vector<std::string> ours{table.rows[r].label}, paper{"(paper)"};
    for (const Cell& c : rows[r]) {
      const Spread s = spread(c.runs, kMakespan.of);
      const bool is_within = c.paper >= s.min - kRounding && c.paper <= s.max + kRounding;
      ours.push_back(fmt::format("**{:.1f}** ({:.1f} to {:.1f})", s.mean, s.min, s.max));
      paper.push_back(fmt::format("{:.1f}{}", c.paper, is_within ? "" : " outside"));
      within += is_within;
      squares += (s.mean - c.paper) * (s.mean - c.paper);
      ++cells;
      runs = c.runs.size();
    }
    text += markdown_row(ours) + markdown_row(paper);
  }
  return text + fmt::format("\nMakespan: {} of the paper's {} values are between the least and the most of "
                            "{} single runs; their means are {:.1f} points off (rms).\n\n",
                            within, cells, runs, std::sqrt(squares / static_cast<double>(cells)));
}

std::string table_text(const PaperTable& table, const Rows& rows) {
  std::vector<std::string> head{""};
  for (const PaperColumn& c : table.columns) head.push_back(c.label);
  std::string text = markdown_head(head);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const bool mean = table.rows[r].statistic == Statistic::mean;
    std::vector<std::string> ours{table.rows[r].label}, paper{"(paper)"};
    for (const Cell& c : rows[r]) {
      ours.push_back(mean ? fmt::format("**{:.1f}** ({:.1f} to {:.1f})", c.ours, c.spread.min,
                                        c.spread.max)
                          : fmt::format("**{:.1f}**", c.ours));
      paper.push_back(fmt::format("{:.1f}", c.paper));
    }
    text += markdown_row(ours) + markdown_row(paper);
  }
  text += "\n";
  if (table.is_delay) text += single_runs(table, rows);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (table.rows[r].statistic != Statistic::mean) continue;
    double worst = 0;
    std::size_t at = 0;
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      const double off = rows[r][c].ours - rows[r][c].paper;
      if (std::abs(off) > std::abs(worst)) worst = off, at = c;
    }
    text += fmt::format("{}: furthest from the paper {:+.1f} ({}). ", table.rows[r].label, worst,
                        table.columns[at].label);
  }
  return text + "\n";
}

// Tables 5 and 6 print the least and the most of the paper's trials: how far apart they are.
std::string spreads(const std::vector<Rows>& all) {
  std::string text = "\n## Least and most\n\nMost less least, ours / the paper's, in points:\n";
  std::map<std::string, std::pair<double, double>> concentrated;  // by size: sums of ours, theirs
  std::size_t runs = 0;
  for (const int number : {5, 6}) {
    const PaperTable& table = paper_tables()[static_cast<std::size_t>(number - 1)];
    const Rows& rows = all[static_cast<std::size_t>(number - 1)];
    std::vector<std::string> head{fmt::format("Table {}", number)};
    for (const PaperColumn& c : table.columns) head.push_back(c.label);
    text += markdown_head(head);
    for (std::size_t mean = 0; mean + 2 < rows.size(); mean += 3) {
      std::vector<std::string> cells{table.rows[mean].label};
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const double ours = rows[mean][c].spread.max - rows[mean][c].spread.min;
        const double theirs = rows[mean + 2][c].paper - rows[mean + 1][c].paper;
        cells.push_back(fmt::format("{:.1f} / {:.1f}", ours, theirs));
        runs = rows[mean][c].runs.size();
        if (mean > 0) continue;
        const std::string& label = table.columns[c].label;
        auto& sums = concentrated[label.substr(label.rfind(' ') + 1)];
        sums.first += ours;
        sums.second += theirs;
      }
      text += markdown_row(cells);
    }
  }
  text += "\nConcentrated servers, mean over both tables and all lengths of links:";
  for (const std::string size : {"5x5", "10x10", "15x15"}) {
    const auto [ours, theirs] = concentrated[size];
    text += fmt::format("{} {} {:.2f} / {:.2f}", size == "5x5" ? "" : ",", size, ours / 6, theirs / 6);
  }
  return text + fmt::format(
      " ({} trials of ours; the paper does not give its number). With all servers in one layer only the "
      "sizes of demands and their order are random. Sums over more demands do not scatter more, so "
      "something else differed between the paper's trials; the paper does not describe it.\n",
      runs);
}

// All that the tables are made of, for other programs: one line for each value of the paper and each
// measure, with the single runs.
std::string tables_csv(const std::vector<Rows>& all) {
  std::string text = "table,row,statistic,column,measure,paper,ours,mean,least,most,runs\n";
  for (std::size_t t = 0; t < all.size(); ++t) {
    const PaperTable& table = paper_tables()[t];
    for (std::size_t r = 0; r < all[t].size(); ++r) {
      const Statistic statistic = table.rows[r].statistic;
      for (std::size_t c = 0; c < all[t][r].size(); ++c) {
        for (const Measured& m : measures(table)) {
          const Cell& cell = all[t][r][c];
          const Spread s = spread(cell.runs, m.of);
          std::vector<std::string> runs;
          for (const Result* one : cell.runs) runs.push_back(fmt::format("{:.3f}", m.of(*one)));
          text += fmt::format("{},\"{}\",{},{},{},{:.1f},{:.3f},{:.3f},{:.3f},{:.3f},{}\n", table.number,
                              table.rows[r].label,
                              statistic == Statistic::mean  ? "mean"
                              : statistic == Statistic::min ? "least"
                                                            : "most",
                              table.columns[c].label, m.name, cell.paper,
                              statistic == Statistic::mean  ? s.mean
                              : statistic == Statistic::min ? s.min
                                                            : s.max,
                              s.mean, s.min, s.max, fmt::join(runs, " "));
        }
      }
    }
  }
  return text;
}

// How often the first named row is below the second, in the tables of this range.
std::string below(const std::vector<Rows>& all, int first, int last, bool delay, std::size_t a,
                  std::size_t b, std::string_view claim) {
  int holds = 0, near = 0, columns = 0;
  for (int n = first; n <= last; ++n) {
    const PaperTable& table = paper_tables()[static_cast<std::size_t>(n - 1)];
    if (table.is_delay != delay) continue;
    const Rows& rows = all[static_cast<std::size_t>(n - 1)];
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const double gap = rows[a][c].ours - rows[b][c].ours;
      ++columns;
      holds += gap < 0;
      near += gap >= 0 && gap <= 0.5;
    }
  }
  return fmt::format("- {}: in {} of {} columns, equal within half a point in {} more.\n", claim,
                     holds, columns, near);
}

std::string conclusions(const std::vector<Rows>& all) {
  const std::size_t dispersed_5 = 3, other = 1;
  std::string text = "\n## The paper's three conclusions\n\n"
                     "**1. Wire packet switches to the circuit switches of all layers (B).**\n\n";
  text += below(all, 1, 3, false, 1, 0, "B takes less energy than A");
  text += below(all, 1, 3, false, 1, 2, "B takes less energy than C");
  text += below(all, 4, 4, true, 1, 0, "B has less delay than A");
  text += below(all, 4, 4, true, 1, 2, "B has less delay than C");
  text += "\n**2. Attach all servers to one layer.**\n\n";
  text += below(all, 5, 6, false, 0, dispersed_5, "all pairs: concentrated takes less energy");
  text += below(all, 7, 7, false, 0, other, "K pairs: concentrated takes less energy");
  text += below(all, 8, 8, true, 0, other, "K pairs: concentrated has less delay");
  text += "\n**3. Keep layers of one kind of switch.**\n\n";
  text += below(all, 9, 11, false, 0, other, "homogeneous takes less energy");
  text += below(all, 12, 12, true, 0, other, "homogeneous has less delay");
  return text;
}

struct Chapter {
  std::string_view name;
  std::string (*write)(Study&);
};
constexpr Chapter kChapters[]{{"tables", &tables_chapter},
                              {"wirings", &wirings_chapter},
                              {"readings", &readings_chapter},
                              {"sweeps", &sweeps_chapter},
                              {"planners", &planners_chapter}};

}  // namespace

std::string markdown_row(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string markdown_head(const std::vector<std::string>& cells) {
  std::string rule;
  for (std::size_t i = 1; i < cells.size(); ++i) rule += "--:|";
  return fmt::format("\n{}|---|{}\n", markdown_row(cells), rule);
}

std::string picture(const Study& study, const std::string& name, const std::string& svg,
                    const std::string& caption) {
  write_text(study.options.folder / name, svg);
  return fmt::format("\n![{}]({})\n", caption, name);
}

const std::vector<Contender>& contenders() {
  static const std::vector<Contender> all{
      {"A", {"wiring=A"}},
      {"B", {"wiring=B"}},
      {"C", {"wiring=C"}},
      {"B, dispersed", {"wiring=B", "attachment=dispersed"}},
      {"B, mixed", {"wiring=B", "composition=mixed"}}};
  return all;
}

std::string tables_chapter(Study& study) {
  for (const PaperTable& table : paper_tables()) measured(study, table);  // asks
  study.batch.run();
  std::vector<Rows> all;
  std::string text = "\n## Tables 1 to 12\n";
  for (const PaperTable& table : paper_tables()) {
    all.push_back(measured(study, table));
    text += fmt::format("\n### Table {}: {}\n", table.number, table.title);
    text += table_text(table, all.back());
    const int number = table.number + 5;
    text += picture(study, fmt::format("figure-{:02}.svg", number),
                    bar_chart(figure(table, all.back())), fmt::format("Figure {}", number));
  }
  write_text(study.options.folder / "tables.csv", tables_csv(all));
  return text + spreads(all) + conclusions(all);
}

std::string reproduce_paper(const std::string& file, const Overrides& base,
                            const PaperOptions& options) {
  Study study{Batch(file, base, options.threads), options};
  std::string text = fmt::format(
      "# The paper's experiments, run again\n\nAll numbers are percent of the 2-D mesh of packet "
      "switches on the same demands: mean (least to most) over {} seeds for all pairs and {} for K "
      "pairs; delay is mean latency. Diamonds in the figures are the paper's values.\n",
      options.seeds, 4 * options.seeds);
  // Each chapter takes a while: what is done can be read.
  for (const Chapter& chapter : kChapters) {
    const bool wanted = options.chapters.empty() ||
                        std::ranges::count(options.chapters, chapter.name) > 0;
    if (!wanted) continue;
    text += chapter.write(study);
    write_text(options.folder / "report.md", text);
  }
  return text;
}

const std::vector<std::string>& paper_chapters() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Chapter& chapter : kChapters) all.emplace_back(chapter.name);
    return all;
  }();
  return names;
}

}  // namespace kasuri::chip
