// SPDX-License-Identifier: MIT
// Layers two in a row; circuits keep to the right of the links they use.
#include "studies/chip/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/stats/svg.h"

namespace kasuri::chip {
namespace {

constexpr double kPitch = 44, kMargin = 40, kTop = 54, kLane = 3.2;
constexpr std::size_t kPerRow = 2;  // layers beside each other

class Picture {
 public:
  Picture(const Structure& s) : structure_(s) {
    for (std::uint32_t i = 0; i < s.switches(); ++i) {
      const Place at = s[SwitchId{i}].at;
      columns_ = std::max(columns_, at.x + 1);
      rows_ = std::max(rows_, at.y + 1);
      layers_ = std::max(layers_, at.z + 1);
    }
    const std::size_t across = std::min<std::size_t>(kPerRow, layers_);
    const std::size_t down = (layers_ + kPerRow - 1) / kPerRow;
    svg_ = Svg(static_cast<double>(across) * width(), static_cast<double>(down) * height() + 10);
    svg_.rectangle({0, 0}, static_cast<double>(across) * width(),
                   static_cast<double>(down) * height() + 10, "white");
  }

  std::string draw(const Circuits& circuits) {
    for (std::uint32_t z = 0; z < layers_; ++z) {
      const Point corner = at({0, 0, z});
      svg_.text({corner.x - 12, corner.y - 26}, fmt::format("layer {}", z), 14);
    }
    for (std::uint32_t c = 0; c < structure_.channels(); c += 2) draw_link({c});
    for (std::uint32_t i = 0; i < structure_.switches(); ++i) draw_switch({i});
    for (std::uint32_t i = 0; i < structure_.servers(); ++i) {
      svg_.circle(at(structure_[structure_.home({i})].at), 2.5, "#555");
    }
    std::size_t number = 0;
    for (const ChannelId first : circuits.firsts()) draw_circuit(circuits.along(first), number++);
    return svg_.str();
  }

 private:
  double width() const { return 2 * kMargin + (columns_ - 1) * kPitch; }
  double height() const { return kTop + kMargin + (rows_ - 1) * kPitch; }

  Point at(const Place& p) const {
    return {static_cast<double>(p.z % kPerRow) * width() + kMargin + p.x * kPitch,
            static_cast<double>(p.z / kPerRow) * height() + kTop + p.y * kPitch};
  }

  void draw_link(ChannelId c) {
    const Place a = structure_[structure_[c].from].at, b = structure_[structure_[c].to].at;
    if (a.z == b.z) svg_.line(at(a), at(b), "#ccc", 1);
  }

  void draw_switch(SwitchId s) {
    const auto [x, y] = at(structure_[s].at);
    const Place p = structure_[s].at;
    svg_.begin_group(fmt::format("{} switch {} at {},{},{}",
                                 structure_.is_packet(s) ? "packet" : "circuit", s.v, p.x, p.y,
                                 p.z));
    if (structure_.is_packet(s)) {
      svg_.rectangle({x - 8, y - 8}, 16, 16, "#eef3f8", "#555");
    } else {
      svg_.circle({x, y}, 8, "white", "#999");
    }
    svg_.end_group();
  }

  // In plane, a little to the right of its direction, so that the way back stays visible.
  void draw_circuit(const Path& path, std::size_t number) {
    const std::string_view colour = palette(number);
    const SwitchId from = structure_[path.front()].from, to = structure_[path.back()].to;
    svg_.begin_group(fmt::format("circuit {} from switch {} to switch {}, {} hops", number, from.v,
                                 to.v, path.size()));
    std::vector<Point> line;  // within one layer
    Point lane{};             // the offset of the hop before
    for (const ChannelId c : path) {
      const Place a = structure_[structure_[c].from].at, b = structure_[structure_[c].to].at;
      const Point p = at(a), q = at(b);
      if (a.z != b.z) {
        if (!line.empty()) svg_.polyline(std::exchange(line, {}), colour, 2.4);
        svg_.circle(p, 3, colour);
        svg_.circle(q, 3, colour);
        continue;
      }
      const Point before = std::exchange(lane, lane_of(p, q));
      if (line.empty()) {
        line.push_back({p.x + lane.x, p.y + lane.y});
      } else if (before.x != lane.x || before.y != lane.y) {
        line.back() = {p.x + before.x + lane.x, p.y + before.y + lane.y};  // a corner
      }
      line.push_back({q.x + lane.x, q.y + lane.y});
    }
    if (!line.empty()) svg_.polyline(line, colour, 2.4);
    svg_.circle(at(structure_[from].at), 5.5, "none", colour);
    svg_.circle(at(structure_[to].at), 5, colour);
    svg_.end_group();
  }

  static Point lane_of(Point from, Point to) {
    const double dx = to.x - from.x, dy = to.y - from.y;
    const double length = std::max(1.0, std::hypot(dx, dy));
    return {-dy / length * kLane, dx / length * kLane};
  }

  const Structure& structure_;
  std::uint32_t columns_ = 1, rows_ = 1, layers_ = 1;
  Svg svg_{0, 0};
};

}  // namespace

std::string picture_of(const Structure& structure, const Circuits& circuits) {
  return Picture(structure).draw(circuits);
}

}  // namespace kasuri::chip
