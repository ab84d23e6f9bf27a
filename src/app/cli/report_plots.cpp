// SPDX-License-Identifier: MIT
#include "app/cli/report_plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/core/units.h"
#include "base/stats/plot.h"
#include "base/stats/text_width.h"

namespace kasuri::cli {

std::string link_histogram(const RunFiles& run) {
  const auto busy = run.tables.column("links", "busy"), kind = run.tables.column("links", "class");
  const auto classes = run.tables.texts("link_classes", "name");
  const double time = std::max(1.0, run.summary.at("time_ps").get<double>());
  const auto share = [&](std::int64_t b) { return std::clamp(static_cast<double>(b) / time, 0., 1.); };
  double most = 0;
  for (const std::int64_t b : busy) most = std::max(most, share(b));
  // Twenty bars up to the busiest link, of a round width.
  double width = 0.0005;
  for (const double w : {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05}) {
    if (width * 20 < most) width = w;
  }
  Chart chart{.title = fmt::format("{}: links by utilisation", run.name()),
              .x_label = "share of the time that a link was busy [%]",
              .y_label = "links",
              .categories = {},
              .series = {}};
  const auto bars = static_cast<std::size_t>(std::max(1.0, std::ceil(most / width - 1e-9)));
  for (std::size_t i = 0; i < bars; ++i) {
    chart.categories.push_back(fmt::format("{:.4g}", 100 * width * static_cast<double>(i)));
  }
  std::map<std::int64_t, std::size_t> series;
  for (std::size_t i = 0; i < busy.size(); ++i) {
    const auto [at, is_new] = series.try_emplace(kind[i], chart.series.size());
    if (is_new) {
      const auto c = static_cast<std::size_t>(kind[i]);
      chart.series.push_back({.name = c < classes.size() ? classes[c] : std::to_string(c),
                              .values = std::vector<double>(bars)});
    }
    const auto bar = static_cast<std::size_t>(share(busy[i]) / width);
    ++chart.series[at->second].values[std::min(bars - 1, bar)];
  }
  return bar_chart(chart);
}

namespace {

// The axis of latencies begins where this share of a kind is over: a few short ones would leave it empty.
constexpr double kFirst = 0.001;

}  // namespace

std::optional<std::string> latency_distribution(const RunFiles& run) {
  if (!run.tables.has("latency_histogram", "row")) return std::nullopt;
  const auto names = run.tables.texts("latency_kinds", "name");
  const auto kind = run.tables.rows_of("latency", "kind", names.size());
  const auto row = run.tables.rows_of("latency_histogram", "row", kind.size());
  const auto count = run.tables.column("latency_histogram", "count");
  if (row.empty()) return std::nullopt;

  // By kind: how many latencies there are up to the end of each bucket.
  const auto high = run.tables.column("latency_histogram", "high");
  std::map<std::int64_t, std::map<std::int64_t, double>> buckets;
  for (std::size_t i = 0; i < row.size(); ++i) {
    buckets[kind[static_cast<std::size_t>(row[i])]][high[i]] += static_cast<double>(count[i]);
  }
  Plot plot;
  plot.title = fmt::format("{}: latencies", run.name());
  plot.x = {.name = "latency", .quantity = Quantity::time, .fit = true};
  plot.y = {.name = "share that takes longer", .quantity = Quantity::share, .log = true};
  double first = 1e300, last = 0, least = 1;
  for (const auto& [k, ends] : buckets) {
    double all = 0, until = 0;
    for (const auto& [end, n] : ends) all += n;
    PlotSeries s{.name = names[static_cast<std::size_t>(k)], .marks = false, .steps = true};
    s.points.push_back({0, 1});
    for (const auto& [end, n] : ends) {
      const double before = until / all;
      until += n;
      const double time = static_cast<double>(end) * 1e-12, longer = 1 - until / all;
      const bool begins = before <= kFirst && until / all > kFirst;
      if (begins && names[static_cast<std::size_t>(k)] != "queueing") first = std::min(first, time);
      // The last one down to what a single latency is.
      s.points.push_back({time, until < all ? longer : 0.5 / all});
      last = std::max(last, time);
      if (until < all) least = std::min(least, longer);
    }
    plot.series.push_back(std::move(s));
  }
  if (last <= 0) return std::nullopt;
  plot.y.low = std::max(least, 1e-6);
  plot.y.high = 1;
  plot.x.high = last;
  // Queueing begins at nothing: it does not say how far the axis goes.
  plot.x.log = first < last && spans_decades(std::max(first, 1e-12), last);
  plot.x.low = plot.x.log ? std::max(first, last * 1e-6) : 0;
  for (PlotSeries& s : plot.series) s.points.front().x = *plot.x.low;
  return draw(plot);
}

std::optional<std::string> over_time(const RunFiles& run) {
  const Hdf5Reader& f = run.tables;
  if (!f.has("chunks", "begin")) return std::nullopt;
  const auto begin = f.column("chunks", "begin"), end = f.column("chunks", "end");
  const double links = std::max(1.0, run.summary.at("links").get<double>());
  // What the links could carry, from the mean over the run.
  const double mean = run.summary.at("mean_link_bytes_per_s").get<double>();
  const double efficiency = run.summary.at("link_efficiency").get<double>();
  const double rate = efficiency > 0 ? mean / efficiency : 0;
  double ranks = 0;
  for (const auto& j : run.summary.at("jobs")) {
    if (j.at("kind") == "program") ranks += j.at("ranks").get<double>();
  }
  Plot plot;
  plot.title = fmt::format("{}: links and ranks over time", run.name());
  plot.x = {.name = "time", .quantity = Quantity::time, .fit = true, .low = 0};
  plot.y = {.name = "share", .quantity = Quantity::share, .from_zero = true};
  const auto add = [&](const char* name, const char* column, double whole_per_ps) {
    const auto values = f.column("chunks", column);
    if (whole_per_ps <= 0) return;
    PlotSeries s{.name = name, .marks = false, .steps = true};
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double whole = whole_per_ps * static_cast<double>(std::max<std::int64_t>(1, end[i] - begin[i]));
      s.points.push_back({static_cast<double>(begin[i]) * 1e-12, static_cast<double>(values[i]) / whole});
    }
    if (!s.points.empty()) s.points.push_back({static_cast<double>(end.back()) * 1e-12, s.points.back().y});
    plot.series.push_back(std::move(s));
  };
  add("links between routers, share of their bandwidth", "to_routers", links * rate * 1e-12);
  add("ranks computing", "computing", ranks);
  add("ranks waiting", "waiting", ranks);
  add("ranks in collectives", "collectives", ranks);
  return draw(plot);
}

namespace {

// What one buffer held, as steps in time.
struct Lane {
  std::int64_t router, port, vc;
  std::map<std::int64_t, std::int64_t> changes;
  std::size_t packets = 0;
  std::int64_t most = 0;
};

void draw_lane(Svg& svg, const Lane& lane, Point at, double width, double height, double begin,
               double span, double most, std::string_view colour) {
  const auto x = [&](std::int64_t t) {
    return at.x + (static_cast<double>(t) - begin) / span * width;
  };
  const auto y = [&](std::int64_t held) {
    return at.y + height - static_cast<double>(held) / most * height;
  };
  // Steps closer than half a pixel become the highest of them.
  std::vector<Point> area{{at.x, at.y + height}};
  std::int64_t held = 0, highest = 0;
  double last = at.x;
  for (const auto& [t, change] : lane.changes) {
    if (x(t) - last > 0.5) {
      area.push_back({last, y(highest)});
      area.push_back({x(t), y(highest)});
      last = x(t);
      highest = 0;
    }
    area.push_back({x(t), y(held)});
    held += change;
    highest = std::max(highest, held);
    area.push_back({x(t), y(held)});
  }
  area.push_back({area.back().x, at.y + height});
  svg.polygon(area, colour, "none");
}

}  // namespace

std::optional<std::string> buffer_history(const RunFiles& run, std::size_t most_lanes) {
  const Hdf5Reader& f = run.tables;
  if (!f.has("buffer_use", "router")) return std::nullopt;
  const auto router = f.column("buffer_use", "router"), port = f.column("buffer_use", "port");
  const auto vc = f.column("buffer_use", "vc"), bytes = f.column("buffer_use", "bytes");
  const auto entered = f.column("buffer_use", "entered"), left = f.column("buffer_use", "left");
  const auto end = run.summary.at("time_ps").get<std::int64_t>();
  std::vector<Lane> lanes;  // the table is sorted by router, port and VC
  std::int64_t first = INT64_MAX, last = 0;
  for (std::size_t i = 0; i < router.size(); ++i) {
    if (lanes.empty() || lanes.back().router != router[i] || lanes.back().port != port[i] ||
        lanes.back().vc != vc[i]) {
      lanes.push_back({router[i], port[i], vc[i], {}});
    }
    const std::int64_t gone = left[i] < 0 ? end : left[i];
    lanes.back().changes[entered[i]] += bytes[i];
    lanes.back().changes[gone] -= bytes[i];
    ++lanes.back().packets;
    first = std::min(first, entered[i]);
    last = std::max(last, gone);
  }
  std::int64_t most = 1;
  for (Lane& lane : lanes) {
    std::int64_t held = 0;
    for (const auto& [t, change] : lane.changes) lane.most = std::max(lane.most, held += change);
    most = std::max(most, lane.most);
  }
  const std::size_t shown = std::min(most_lanes, lanes.size());
  const RouterNames name(f);
  std::vector<std::string> before, behind;
  double left_edge = 0, right = 0;
  for (std::size_t i = 0; i < shown; ++i) {
    const Lane& lane = lanes[i];
    before.push_back(fmt::format("{} input {} VC {}", name(lane.router), lane.port, lane.vc));
    behind.push_back(fmt::format("{} packets, ≤ {}", lane.packets, to_string(Bytes{lane.most})));
    left_edge = std::max(left_edge, 16 + text_width(before.back(), 11) + 8);
    right = std::max(right, 8 + text_width(behind.back(), 11) + 16);
  }
  constexpr double kWidth = 620, kHeight = 24, kPitch = 30, kTop = 56;
  const double whole = left_edge + kWidth + std::max(right, 40.0);
  const double bottom = kTop + kPitch * static_cast<double>(shown) + 40;
  Svg svg(whole, bottom);
  svg.rectangle({0, 0}, whole, bottom, "white");
  svg.text({16, 24}, fitted(fmt::format("{}: contents of input buffers", run.name()), 15, whole - 32), 15);
  svg.text({16, 42}, fmt::format("full height: {}{}", to_string(Bytes{most}),
                                 shown < lanes.size()
                                     ? fmt::format("; {} of {} buffers", shown, lanes.size())
                                     : ""), 11);
  const auto begin = static_cast<double>(first);
  const double span = std::max(1.0, static_cast<double>(last - first));
  for (std::size_t i = 0; i < shown; ++i) {
    const Lane& lane = lanes[i];
    const Point at{left_edge, kTop + kPitch * static_cast<double>(i)};
    svg.text({left_edge - 8, at.y + kHeight - 6}, before[i], 11, Anchor::end);
    svg.line({left_edge, at.y + kHeight}, {left_edge + kWidth, at.y + kHeight}, "#ccc");
    draw_lane(svg, lane, at, kWidth, kHeight, begin, span, static_cast<double>(most),
              palette(static_cast<std::size_t>(lane.port)));
    svg.text({left_edge + kWidth + 8, at.y + kHeight - 6}, behind[i], 11);
  }
  const double foot = kTop + kPitch * static_cast<double>(shown) + 16;
  for (int k = 0; k <= 4; ++k) {
    const double share = k / 4.0;
    svg.text({left_edge + kWidth * share, foot}, to_string(Time{first + std::llround(share * span)}), 11,
             k == 0 ? Anchor::start : k == 4 ? Anchor::end : Anchor::middle);
  }
  return svg.str();
}

}  // namespace kasuri::cli
