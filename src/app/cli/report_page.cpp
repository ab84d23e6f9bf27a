// SPDX-License-Identifier: MIT
// kasuri report --html: the plots of the viewer as SVG, and a page of text and pictures that needs no
// script: the machine with its links as busy as they were, and each group of curves over time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/cli/link_pictures.h"
#include "app/cli/report_plots.h"
#include "base/core/units.h"
#include "base/stats/plot.h"
#include "app/view/views.h"

namespace kasuri::cli {
namespace {

constexpr std::size_t kMostDrawn = 100'000;  // links

// From the right, from above and in front, without perspective.
Point projected(const view::Position& p, bool flat) {
  if (flat) return {p[0], -p[1]};
  return {0.8 * p[0] - 0.6 * p[2], -0.9 * p[1] + 0.26 * p[0] + 0.35 * p[2]};
}

std::string machine_svg(const RunFiles& run) {
  const view::Network n = view::Network::of(run.tables);
  const view::Layout layout = view::place(n);
  const bool flat =
      std::ranges::all_of(layout.at, [&](const auto& p) { return p[2] == layout.at[0][2]; });
  std::vector<Point> at;
  Point low{1e30, 1e30}, high{-1e30, -1e30};
  for (const view::Position& p : layout.at) {
    at.push_back(projected(p, flat));
    low = {std::min(low.x, at.back().x), std::min(low.y, at.back().y)};
    high = {std::max(high.x, at.back().x), std::max(high.y, at.back().y)};
  }
  constexpr double kWidth = 900, kEdge = 40, kTop = 70;
  const double scale = std::min((kWidth - 2 * kEdge) / std::max(1e-9, high.x - low.x),
                                700 / std::max(1e-9, high.y - low.y));
  const double height = kTop + (high.y - low.y) * scale + kEdge;
  for (Point& p : at) p = {kEdge + (p.x - low.x) * scale, kTop + (p.y - low.y) * scale};
  const auto busy = run.tables.column("links", "busy");
  const double time = std::max(1.0, run.summary.at("time_ps").get<double>());
  double most = 0;
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < n.from.size(); ++i) {
    order.emplace_back(static_cast<double>(busy[n.row[i]]) / time, i);
    most = std::max(most, order.back().first);
  }
  std::ranges::sort(order);  // the busiest on top
  Svg svg(kWidth, height);
  svg.rectangle({0, 0}, kWidth, height, "white");
  svg.text({16, 24}, fmt::format("{}: how busy links were", n.title), 15);
  draw_scale(svg, {16, 36}, most);
  for (const auto& [share, i] : order) {
    const Point a = at[n.from[i]], b = at[n.to[i]];
    const double part = layout.stub[i] ? -12 / std::max(1.0, std::hypot(b.x - a.x, b.y - a.y)) : 0.5;
    svg.line(a, {a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)}, heat(most > 0 ? share / most : 0),
             1.4);
  }
  for (const Point& p : at) svg.circle(p, 1.6, "#556");
  return svg.str();
}

Quantity quantity_of(const std::string& unit) {
  return unit == "B/s" ? Quantity::rate
         : unit == "W" ? Quantity::power
         : unit == "%" ? Quantity::share
                       : Quantity::number;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> view_plots(const RunFiles& run) {
  std::vector<std::pair<std::string, std::string>> plots;
  if (run.tables.column("links", "from").size() > kMostDrawn) return plots;
  plots.emplace_back("machine.svg", machine_svg(run));
  const view::Pack pack =
      view::run_view({run.name(), run.summary, run.tables, "", nullptr}, view::ViewOptions{});
  std::map<std::string, Plot> groups;
  if (!pack.header.contains("series")) return plots;
  for (const auto& s : pack.header["series"]) {
    const std::string group = s["group"].get<std::string>(), unit = s["unit"].get<std::string>();
    Plot& plot = groups[group];
    plot.title = fmt::format("{}: {}", run.name(), group);
    plot.x = {.name = "time", .quantity = Quantity::time, .fit = true, .from_zero = true};
    plot.y = {.name = group, .quantity = quantity_of(unit), .from_zero = true};
    PlotSeries line{.name = s["name"].get<std::string>(), .points = {}, .marks = false};
    const auto& axis = pack.header["axes"][s["axis"].get<std::string>()];
    for (std::size_t i = 0; i < s["values"].size(); ++i) {
      const double t = (axis["begin"][i].get<double>() + axis["end"][i].get<double>()) / 2;
      line.points.push_back({t * 1e-12, s["values"][i].get<double>() / (unit == "%" ? 100 : 1)});
    }
    plot.series.push_back(std::move(line));
  }
  for (auto& [group, plot] : groups) {
    std::string name = group;
    std::ranges::replace(name, ' ', '-');
    plots.emplace_back("over-time-" + name + ".svg", draw(plot));
  }
  return plots;
}

std::string report_page(const RunFiles& run, const std::vector<std::string>& svgs) {
  const auto escaped = [](const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
    return out;
  };
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0} – Kasuri</title>\n"
      "<style>body{{font:15px/1.5 sans-serif;max-width:960px;margin:2em auto;padding:0 1em;color:#1b222b;"
      "background:#fff}}pre{{white-space:pre-wrap}}svg{{max-width:100%;height:auto}}</style></"
      "head><body>\n"
      "<h1>{0}</h1>\n<pre>{1}</pre>\n",
      escaped(run.name()), escaped(run.text("summary.txt")));
  for (const std::string& svg : svgs) html += "<p>" + svg + "</p>\n";
  return html + "</body></html>\n";
}

}  // namespace kasuri::cli
