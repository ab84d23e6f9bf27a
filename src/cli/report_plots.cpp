// SPDX-License-Identifier: MIT
#include "cli/report_plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/units.h"
#include "stats/svg.h"

namespace kasuri::cli {

std::string link_histogram(const RunFiles& run) {
  const auto busy = run.tables.column("links", "busy"), kind = run.tables.column("links", "class");
  const auto classes = run.tables.texts("link_classes", "name");
  const double time = std::max(1.0, run.summary["time_ps"].get<double>());
  double most = 0;
  for (const std::int64_t b : busy) most = std::max(most, static_cast<double>(b) / time);
  // Twenty bars up to the busiest link, of a round width.
  double width = 0.0005;
  for (const double w : {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05}) {
    if (width * 20 < most) width = w;
  }
  Chart chart{.title = fmt::format("{}: links by how busy they were", run.name()),
              .x_label = "share of the time that a link was busy [%]",
              .y_label = "links",
              .categories = {},
              .series = {},
              .reference_name = "",
              .level = {}};
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
                              .values = std::vector<double>(bars),
                              .lows = {}, .highs = {}, .references = {}});
    }
    const auto bar = static_cast<std::size_t>(static_cast<double>(busy[i]) / time / width);
    ++chart.series[at->second].values[std::min(bars - 1, bar)];
  }
  return bar_chart(chart);
}

std::optional<std::string> latency_distribution(const RunFiles& run) {
  if (!run.tables.has("latency_histogram", "row")) return std::nullopt;
  const auto kind = run.tables.column("latency", "kind");
  const auto names = run.tables.texts("latency_kinds", "name");
  const auto row = run.tables.column("latency_histogram", "row");
  const auto low = run.tables.column("latency_histogram", "low");
  const auto count = run.tables.column("latency_histogram", "count");
  if (row.empty()) return std::nullopt;

  // Steps of a quarter of an octave, from the shortest to the longest.
  const auto step = [](std::int64_t ps) {
    const auto time = static_cast<double>(std::max<std::int64_t>(1, ps));
    return static_cast<std::int64_t>(std::floor(4 * std::log2(time)));
  };
  std::int64_t least = INT64_MAX, most = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (low[i] == 0) continue;  // not to be drawn on an axis of octaves
    least = std::min(least, step(low[i]));
    most = std::max(most, step(low[i]));
  }
  if (least > most) return std::nullopt;
  least = std::max(least, most - 4 * 20);  // twenty octaves are enough for a picture
  const auto steps = static_cast<std::size_t>(most - least + 1);
  Chart chart{.title = fmt::format("{}: distribution of latencies", run.name()),
              .x_label = "latency, in quarters of an octave",
              .y_label = "share of all [%]",
              .categories = {},
              .series = {},
              .reference_name = "",
              .level = {}};
  const std::size_t every = std::max<std::size_t>(1, steps / 8);
  for (std::size_t i = 0; i < steps; ++i) {
    const double ps = std::exp2(static_cast<double>(least + static_cast<std::int64_t>(i)) / 4);
    chart.categories.push_back(i % every == 0 ? to_string(Time{std::llround(ps)}) : "");
  }
  std::map<std::int64_t, std::vector<double>> shares;
  std::map<std::int64_t, double> all;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::int64_t k = kind[static_cast<std::size_t>(row[i])];
    auto& values = shares.try_emplace(k, steps).first->second;
    const std::int64_t at = std::clamp<std::int64_t>(step(low[i]), least, most) - least;
    values[static_cast<std::size_t>(at)] += static_cast<double>(count[i]);
    all[k] += static_cast<double>(count[i]);
  }
  for (auto& [k, values] : shares) {
    for (double& v : values) v *= 100 / all[k];
    chart.series.push_back({.name = names[static_cast<std::size_t>(k)],
                            .values = values, .lows = {}, .highs = {}, .references = {}});
  }
  return line_chart(chart);
}

std::optional<std::string> over_time(const RunFiles& run) {
  const Hdf5Reader& f = run.tables;
  if (!f.has("chunks", "begin")) return std::nullopt;
  const auto begin = f.column("chunks", "begin"), end = f.column("chunks", "end");
  const double links = std::max(1.0, run.summary["links"].get<double>());
  // What the links could carry, from the mean over the run.
  const double mean = run.summary["mean_link_bytes_per_s"].get<double>();
  const double efficiency = run.summary["link_efficiency"].get<double>();
  const double rate = efficiency > 0 ? mean / efficiency : 0;
  double ranks = 0;
  for (const auto& j : run.summary["jobs"]) {
    if (j["kind"] == "program") ranks += j["ranks"].get<double>();
  }
  Chart chart{.title = fmt::format("{}: links and ranks over time", run.name()),
              .x_label = "time",
              .y_label = "share [%]",
              .categories = {},
              .series = {},
              .reference_name = "",
              .level = {}};
  const auto add = [&](const char* name, const char* column, double whole_per_ps) {
    const auto values = f.column("chunks", column);
    if (whole_per_ps <= 0) return;
    Series s{.name = name, .values = {}, .lows = {}, .highs = {}, .references = {}};
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double whole = whole_per_ps * static_cast<double>(std::max<std::int64_t>(1, end[i] - begin[i]));
      s.values.push_back(100 * static_cast<double>(values[i]) / whole);
    }
    chart.series.push_back(std::move(s));
  };
  add("links between routers, of what they can carry", "to_routers", links * rate * 1e-12);
  add("ranks computing", "computing", ranks);
  add("ranks waiting", "waiting", ranks);
  add("ranks in collectives", "collectives", ranks);
  const std::size_t every = std::max<std::size_t>(1, (begin.size() + 7) / 8);
  for (std::size_t i = 0; i < begin.size(); ++i) {
    chart.categories.push_back(i % every == 0 ? to_string(Time{begin[i]}) : "");
  }
  return line_chart(chart);
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
  const auto end = run.summary["time_ps"].get<std::int64_t>();
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
  constexpr double kLeft = 190, kWidth = 620, kHeight = 24, kPitch = 30, kTop = 56;
  Svg svg(kLeft + kWidth + 130, kTop + kPitch * static_cast<double>(shown) + 40);
  svg.rectangle({0, 0}, kLeft + kWidth + 130, kTop + kPitch * static_cast<double>(shown) + 40, "white");
  svg.text({16, 24}, fmt::format("{}: what input buffers held", run.name()), 15);
  svg.text({16, 42}, fmt::format("full height: {}{}", to_string(Bytes{most}),
                                 shown < lanes.size()
                                     ? fmt::format("; {} of {} buffers", shown, lanes.size())
                                     : ""), 11);
  const RouterNames name(f);
  const auto begin = static_cast<double>(first);
  const double span = std::max(1.0, static_cast<double>(last - first));
  for (std::size_t i = 0; i < shown; ++i) {
    const Lane& lane = lanes[i];
    const Point at{kLeft, kTop + kPitch * static_cast<double>(i)};
    svg.text({kLeft - 8, at.y + kHeight - 6},
             fmt::format("{} input {} VC {}", name(lane.router), lane.port, lane.vc), 11, Anchor::end);
    svg.line({kLeft, at.y + kHeight}, {kLeft + kWidth, at.y + kHeight}, "#ccc");
    draw_lane(svg, lane, at, kWidth, kHeight, begin, span, static_cast<double>(most),
              palette(static_cast<std::size_t>(lane.port)));
    svg.text({kLeft + kWidth + 8, at.y + kHeight - 6},
             fmt::format("{} packets, ≤ {}", lane.packets, to_string(Bytes{lane.most})), 11);
  }
  const double foot = kTop + kPitch * static_cast<double>(shown) + 16;
  for (int k = 0; k <= 4; ++k) {
    const double share = k / 4.0;
    svg.text({kLeft + kWidth * share, foot}, to_string(Time{first + std::llround(share * span)}), 11,
             k == 0 ? Anchor::start : k == 4 ? Anchor::end : Anchor::middle);
  }
  return svg.str();
}

}  // namespace kasuri::cli
