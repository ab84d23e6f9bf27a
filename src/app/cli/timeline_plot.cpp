// SPDX-License-Identifier: MIT
// A timeline.json as a picture: a lane for each rank with what it did, and one for each link with its
// packets, of the first few of both. For a look without a browser; a viewer of the format shows more.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "app/cli/report_plots.h"
#include "base/config/json_text.h"
#include "base/core/units.h"
#include "base/stats/svg.h"
#include "base/stats/text_width.h"

namespace kasuri::cli {
namespace {

struct TimelineLane {
  std::string name;
  struct Slice {
    double from, to;
    std::size_t colour;
  };
  std::vector<Slice> slices;
};

constexpr std::size_t kMostLanes = 32;
constexpr std::array<const char*, 5> kCategories{"computing", "sending", "receiving", "waiting",
                                                 "polling"};
constexpr std::size_t kPacket = 5;  // the colour of packets

// By process and thread of the format; ranks and links apart.
using Lanes = std::map<std::pair<std::int64_t, std::int64_t>, TimelineLane>;

// Slices closer than the width of a line are one.
void draw_timeline(Svg& svg, const TimelineLane& lane, Point at, double scale, double begin,
                   double height) {
  double end = -1;
  for (const TimelineLane::Slice& s : lane.slices) {
    const double x = at.x + (s.from - begin) * scale;
    const double width = std::max(0.4, (s.to - s.from) * scale);
    if (x + width <= end) continue;
    svg.rectangle({x, at.y}, width, height, palette(s.colour));
    end = x + width;
  }
}

}  // namespace

std::optional<std::string> timeline_picture(const RunFiles& run) {
  if (!std::filesystem::exists(run.path / "timeline.json")) return std::nullopt;
  const auto json = config::sorted_json_from(run.text("timeline.json"));
  if (!json.is_object() || !json.contains("traceEvents")) return std::nullopt;
  std::set<std::int64_t> link_processes;
  for (const auto& e : json.at("traceEvents")) {
    if (e.value("name", "") == "process_name" &&
        e.at("args").at("name").get<std::string>().starts_with("links of ")) {
      link_processes.insert(e.at("pid").get<std::int64_t>());
    }
  }
  Lanes ranks, links;
  double begin = 1e300, end = 0;
  for (const auto& e : json.at("traceEvents")) {
    const std::pair id{e.at("pid").get<std::int64_t>(), e.at("tid").get<std::int64_t>()};
    Lanes& lanes = link_processes.contains(id.first) ? links : ranks;
    if (e.at("ph") == "M" && e.at("name") == "thread_name") {
      lanes[id].name = e.at("args").at("name").get<std::string>();
    }
    if (e.at("ph") != "X") continue;
    const auto known = std::ranges::find(kCategories, e.at("cat").get<std::string>());
    const bool packet = e.at("cat") == "packet";
    if (!packet && known == kCategories.end()) continue;
    const double from = e.at("ts"), to = from + e.at("dur").get<double>();
    begin = std::min(begin, from);
    end = std::max(end, to);
    lanes[id].slices.push_back(
        {from, to, packet ? kPacket : static_cast<std::size_t>(known - kCategories.begin())});
  }
  if (end <= begin) return std::nullopt;

  constexpr double kWidth = 760, kHeight = 8, kPitch = 11, kTop = 60, kName = 9;
  double left = 60;  // what the names of lanes need
  for (const Lanes* lanes : {&ranks, &links}) {
    std::size_t seen = 0;
    for (const auto& [id, lane] : *lanes) {
      if (seen++ < kMostLanes) left = std::max(left, 10 + text_width(lane.name, kName) + 6);
    }
  }
  const std::size_t rows = std::min(kMostLanes, ranks.size()) + std::min(kMostLanes, links.size());
  const double height = kTop + kPitch * static_cast<double>(rows) + 60;
  Svg svg(left + kWidth + 20, height);
  svg.rectangle({0, 0}, left + kWidth + 20, height, "white");
  const std::string title = fmt::format("{}: what ranks and links did", run.name());
  svg.text({16, 24}, fitted(title, 15, left + kWidth), 15);
  double x = 16;
  for (std::size_t c = 0; c <= kPacket; ++c) {
    const std::string name = c < kPacket ? kCategories[c] : "packet on a link";
    svg.rectangle({x, 36}, 10, 10, palette(c));
    svg.text({x + 14, 45}, name, 11);
    x += 30 + text_width(name, 11);
  }
  double y = kTop;
  const double scale = kWidth / (end - begin);
  for (const Lanes* lanes : {&ranks, &links}) {
    std::size_t shown = 0;
    for (const auto& [id, lane] : *lanes) {
      if (shown++ == kMostLanes) break;
      svg.text({left - 6, y + kHeight}, lane.name, kName, Anchor::end);
      draw_timeline(svg, lane, {left, y}, scale, begin, kHeight);
      y += kPitch;
    }
    if (lanes->size() > kMostLanes) {
      svg.text({left, y + 10}, fmt::format("and {} more", lanes->size() - kMostLanes), 10);
    }
    y += 16;
  }
  for (int k = 0; k <= 4; ++k) {
    const double at = begin + (end - begin) * k / 4;
    svg.text({left + kWidth * k / 4, y + 12}, to_string(Time{std::llround(at * 1e6)}), 11,
             k == 0 ? Anchor::start : k == 4 ? Anchor::end : Anchor::middle);
  }
  return svg.str();
}

}  // namespace kasuri::cli
