// SPDX-License-Identifier: MIT
// A grid of up to three dimensions, plane by plane. Both directions of a link are one line in the
// colour of the busier one; what leads to the next planes colours the router's square; links that
// wrap around are stubs at the edges. A long row is folded like lines of text. Of a very large grid
// blocks of routers are drawn as one, with the busiest link of each.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/cli/link_pictures.h"
#include "base/stats/text_width.h"

namespace kasuri::cli {
namespace {

constexpr double kMargin = 16, kTop = 50, kMostWidth = 3000;
constexpr std::int64_t kFold = 32;            // routers in a line, if there is only one row
constexpr std::size_t kMostRouters = 20'000;  // squares in a picture

struct Grid {
  using At = UsedNetwork::At;
  At extent{1, 1, 1};
  std::int64_t block = 1;                     // routers along each side of what is drawn as one
  std::map<At, double> across;                // links to other planes, or within the block
  std::map<std::pair<At, At>, double> links;  // in a plane, the lower end first
};

Grid coarse(const UsedNetwork& n) {
  Grid g;
  const auto drawn = [&] {
    std::size_t all = 1;
    for (const std::int64_t e : n.extent)
      all *= static_cast<std::size_t>((e + g.block - 1) / g.block);
    return all;
  };
  while (drawn() > kMostRouters) ++g.block;
  const auto at = [&](std::int64_t router) {
    Grid::At x = n.routers[static_cast<std::size_t>(router)];
    for (std::int64_t& c : x) c /= g.block;
    return x;
  };
  for (std::size_t d = 0; d < 3; ++d) g.extent[d] = (n.extent[d] + g.block - 1) / g.block;
  for (std::size_t r = 0; r < n.routers.size(); ++r)
    g.across.try_emplace(at(static_cast<std::int64_t>(r)), -1);
  for (const auto& [ends, share] : n.links) {
    const Grid::At a = at(ends.first), b = at(ends.second);
    if (a[2] == b[2] && a != b) {
      double& most = g.links[std::minmax(a, b)];
      most = std::max(most, share);
      continue;
    }
    for (const Grid::At& x : {a, b}) g.across[x] = std::max(g.across[x], share);
  }
  return g;
}

class GridPicture {
 public:
  explicit GridPicture(const UsedNetwork& n) : n_(n), g_(coarse(n)), svg_(0, 0) {
    folded_ = g_.extent[1] == 1 && g_.extent[2] == 1 && g_.extent[0] > kFold;
    across_ = folded_ ? kFold : g_.extent[0];
    const std::int64_t down = folded_ ? (g_.extent[0] + kFold - 1) / kFold : g_.extent[1];
    columns_ = view::plane_columns(across_, down, g_.extent[2]);
    pitch_ = std::min(20.0, kMostWidth / static_cast<double>(columns_ * (across_ + 1)));
    plane_width_ = static_cast<double>(across_ + 1) * pitch_;
    plane_height_ = static_cast<double>(down + 1) * pitch_ + (g_.extent[2] > 1 ? 16 : 0);
    const auto rows = static_cast<double>((g_.extent[2] + columns_ - 1) / columns_);
    width_ = std::max(2 * kMargin + static_cast<double>(columns_) * plane_width_, 620.0);
    height_ = kTop + kMargin + rows * plane_height_;
    svg_ = Svg(width_, height_);
  }

  std::string draw() {
    svg_.rectangle({0, 0}, width_, height_, "white");
    head();
    for (const auto& [ends, share] : g_.links) link(ends.first, ends.second, share);
    const double square = 0.3 * pitch_;
    for (const auto& [x, share] : g_.across) {
      const Point p = at(x);
      svg_.rectangle({p.x - square / 2, p.y - square / 2}, square, square,
                     share < 0 ? "#8a949e" : heat(relative(share)));
    }
    return svg_.str();
  }

 private:
  double relative(double share) const { return n_.most > 0 ? share / n_.most : 0; }

  Point at(const Grid::At& x) const {
    const auto column = static_cast<double>(x[2] % columns_);
    const auto row = static_cast<double>(x[2] / columns_);
    const auto along = static_cast<double>(folded_ ? x[0] % kFold : x[0]);
    const auto down = static_cast<double>(folded_ ? x[0] / kFold : x[1]);
    const double title = g_.extent[2] > 1 ? 16 : 0;
    return {kMargin + column * plane_width_ + (along + 1) * pitch_,
            kTop + row * plane_height_ + title + (down + 0.75) * pitch_};
  }

  // Between neighbours a line; else a stub at each end, as of a line that is broken.
  void link(const Grid::At& a, const Grid::At& b, double share) {
    const std::string c = heat(relative(share));
    const Point from = at(a), to = at(b);
    const std::size_t d = a[0] != b[0] ? 0 : 1;
    const double width = std::max(0.8, 0.15 * pitch_), stub = pitch_ * 0.45;
    const bool next = std::abs(a[d] - b[d]) == 1;
    if (next && (d == 1 || from.y == to.y)) return svg_.line(from, to, c, width);
    Point low = from, high = to;
    if (next)
      std::swap(low, high);  // folded: on from the end of one line to the beginning of the next
    const Point back = d == 0 ? Point{low.x - stub, low.y} : Point{low.x, low.y - stub};
    const Point on = d == 0 ? Point{high.x + stub, high.y} : Point{high.x, high.y + stub};
    svg_.line(back, low, c, width);
    svg_.line(high, on, c, width);
  }

  void head() {
    std::string title = n_.topology + ": utilisation of its links";
    if (g_.block > 1)
      title += fmt::format(" (blocks of {0}×{0}×{0} routers, their busiest links)", g_.block);
    svg_.text({kMargin, 20}, fitted(title, 14, width_ - 2 * kMargin), 14);
    draw_scale(svg_, {kMargin, 30}, n_.most);
    if (g_.extent[2] == 1) return;
    svg_.text({kMargin + 330, 39}, "squares: links to the next planes", 11);
    for (std::int64_t z = 0; z < g_.extent[2]; ++z) {
      const Point p = at({0, 0, z});
      svg_.text({p.x - 0.15 * pitch_, p.y - pitch_ * 0.5 - 2},
                fitted(fmt::format("z = {}", z * g_.block), 10, plane_width_ - pitch_), 10);
    }
  }

  const UsedNetwork& n_;
  Grid g_;
  Svg svg_;
  bool folded_ = false;
  std::int64_t across_ = 1, columns_ = 1;
  double pitch_ = 20, plane_width_ = 0, plane_height_ = 0, width_ = 0, height_ = 0;
};

}  // namespace

std::string draw_grid(const UsedNetwork& network) { return GridPicture(network).draw(); }

}  // namespace kasuri::cli
