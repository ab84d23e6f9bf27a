// SPDX-License-Identifier: MIT
// A tree (or another network of levels), the top level above, in the boxes of the viewer; a line stands
// for all links between two boxes. Two panels then show their mean and the busiest of them. Both
// directions of a link count as one, by the busier one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/cli/link_pictures.h"
#include "base/stats/text_width.h"

namespace kasuri::cli {
namespace {

constexpr double kLevelsMargin = 16, kLevelsTop = 56, kRow = 120, kBox = 22, kWidth = 1000;
struct Bundle {
  double sum = 0, most = 0;
  std::size_t links = 0;
};

class LevelPicture {
 public:
  LevelPicture(const UsedNetwork& n, const view::Network& network)
      : n_(n),
        boxes_(network),
        levels_(static_cast<std::int64_t>(boxes_.levels.size())),
        alone_(boxes_.pods == 0),
        svg_(0, 0) {
    bundle();
    panel_ = kRow * static_cast<double>(levels_ - 1) + kBox + 56;
    height_ = kLevelsTop + (alone_ ? 1 : 2) * panel_ + 24;
    svg_ = Svg(kWidth, height_);
  }

  std::string draw() {
    svg_.rectangle({0, 0}, kWidth, height_, "white");
    svg_.text({kLevelsMargin, 20},
              fitted(n_.topology + ": utilisation of its links", 14, kWidth - 2 * kLevelsMargin), 14);
    draw_scale(svg_, {kLevelsMargin, 30}, n_.most);
    if (alone_) {
      panel(kLevelsTop, true, "");
    } else {
      panel(kLevelsTop, false, "mean of the links of a line");
      panel(kLevelsTop + panel_, true, "the busiest of the links of a line");
    }
    return svg_.str();
  }

 private:
  std::int64_t level_of(std::int64_t router) const {
    return boxes_.level[static_cast<std::size_t>(router)];
  }
  std::int64_t box_of(std::int64_t router) const { return boxes_.index[static_cast<std::size_t>(router)]; }

  void bundle() {
    for (const auto& [ends, share] : n_.links) {
      auto [a, b] = ends;
      const auto back = n_.links.find({b, a});
      if (back != n_.links.end() && a > b) continue;  // counted from the other end
      const double both = std::max(share, back == n_.links.end() ? 0 : back->second);
      if (level_of(a) > level_of(b)) std::swap(a, b);
      Bundle& l = lines_[{level_of(a), box_of(a), box_of(b)}];
      l.sum += both;
      l.most = std::max(l.most, both);
      ++l.links;
    }
  }

  double slot(std::int64_t level) const {
    return (kWidth - 2 * kLevelsMargin - kNames) /
           static_cast<double>(boxes_.levels[static_cast<std::size_t>(level)].size());
  }
  // The middle of a box.
  Point at(std::int64_t level, std::int64_t box, double top) const {
    return {kLevelsMargin + kNames + (static_cast<double>(box) + 0.5) * slot(level),
            top + kBox / 2 + kRow * static_cast<double>(levels_ - 1 - level)};
  }

  // Busier lines above the others.
  void panel(double top, bool busiest, const std::string& title) {
    top += 22;
    if (!title.empty()) svg_.text({kLevelsMargin, top - 8}, title, 12);
    const auto value = [&](const Bundle& b) {
      return busiest ? b.most : b.sum / static_cast<double>(b.links);
    };
    std::vector<std::pair<double, const std::pair<const std::array<std::int64_t, 3>, Bundle>*>>
        order;
    for (const auto& line : lines_) order.emplace_back(value(line.second), &line);
    std::ranges::stable_sort(order, {}, [](const auto& o) { return o.first; });
    for (const auto& [v, line] : order) {
      const auto& [level, low, high] = line->first;
      const Point a = at(level, low, top), b = at(level + 1, high, top);
      svg_.begin_group(fmt::format("{} links: mean {:.3g} %, busiest {:.3g} %", line->second.links,
                                   100 * line->second.sum / static_cast<double>(line->second.links),
                                   100 * line->second.most));
      // Within a pod there is one line, for many links.
      const double width = !alone_ && level + 2 < levels_ ? 6 : 1.4;
      svg_.line({a.x, a.y - kBox / 2}, {b.x, b.y + kBox / 2}, heat(n_.most > 0 ? v / n_.most : 0),
                width);
      svg_.end_group();
    }
    for (std::int64_t level = 0; level < levels_; ++level) boxes(level, top);
  }

  void boxes(std::int64_t level, double top) {
    const auto& all = boxes_.levels[static_cast<std::size_t>(level)];
    const std::int64_t routers =
        std::accumulate(all.begin(), all.end(), std::int64_t{0},
                        [](std::int64_t n, const view::LevelBoxes::Box& b) { return n + b.routers; });
    const double y = at(level, 0, top).y;
    const bool is_top = level == levels_ - 1;
    svg_.text({kLevelsMargin, y - 5}, fmt::format("level {}", level + boxes_.lowest), 11);
    svg_.text({kLevelsMargin, y + 8}, fmt::format("{} routers", routers), 10, Anchor::start, 0, "#666");
    if (!alone_ && !is_top)
      svg_.text({kLevelsMargin, y + 20}, fmt::format("in {} pods", boxes_.pods), 10, Anchor::start, 0,
                "#666");
    for (std::size_t b = 0; b < all.size(); ++b) {
      const Point p = at(level, static_cast<std::int64_t>(b), top);
      const double width = std::min(slot(level) - 4, 90.0);
      svg_.rectangle({p.x - width / 2, p.y - kBox / 2}, width, kBox, "#f4f6f8", "#555");
      const std::string range = all[b].first == all[b].last
                                    ? fmt::format("{}", all[b].first)
                                    : fmt::format("{}–{}", all[b].first, all[b].last);
      label(range, fmt::format("{}–", all[b].first), fmt::format("{}", all[b].last), p, width - 2);
    }
  }

  // In one line, or in two smaller ones.
  void label(const std::string& whole, const std::string& first, const std::string& last, Point p,
             double width) {
    for (const double size : {10.0, 9.0, 8.0}) {
      if (text_width(whole, size) > width) continue;
      return svg_.text({p.x, p.y + 4}, whole, size, Anchor::middle);
    }
    if (std::max(text_width(first, 8), text_width(last, 8)) > width) return;
    svg_.text({p.x, p.y - 1.5}, first, 8, Anchor::middle);
    svg_.text({p.x, p.y + 7.5}, last, 8, Anchor::middle);
  }

  static constexpr double kNames = 96;

  const UsedNetwork& n_;
  view::LevelBoxes boxes_;
  std::int64_t levels_;
  bool alone_;
  std::map<std::array<std::int64_t, 3>, Bundle> lines_;  // lower level, box there, box above
  Svg svg_;
  double panel_ = 0, height_ = 0;
};

}  // namespace

std::string draw_levels(const UsedNetwork& used, const view::Network& network) {
  return LevelPicture(used, network).draw();
}

}  // namespace kasuri::cli
