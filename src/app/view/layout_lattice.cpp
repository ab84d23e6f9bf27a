// SPDX-License-Identifier: MIT
// A lattice is drawn at its coordinates. Dimensions beyond the third are folded into the first three, as
// small blocks: Tofu's a, b, c within each x, y, z. A single ring is drawn as one.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "app/view/layout.h"

namespace kasuri::view {
namespace {

constexpr std::uint32_t kMany = 100;  // routers of a cube that hide each other
constexpr float kInner = 0.24F;  // pitch of folded dimensions; that of the first three is 1

std::uint32_t difference_of(std::uint32_t a, std::uint32_t b) { return a < b ? b - a : a - b; }

// Links join routers that differ by one in one coordinate, or from end to end of it.
bool is_lattice(const Network& n, const std::vector<std::uint32_t>& extent,
                std::vector<std::uint8_t>& wraps) {
  for (std::size_t i = 0; i < n.from.size(); ++i) {
    std::uint32_t changed = 0;
    for (std::uint32_t d = 0; d < n.dimensions; ++d) {
      const std::uint32_t step = difference_of(n.at(n.from[i], d), n.at(n.to[i], d));
      if (step == 0) continue;
      if (step != 1 && step != extent[d] - 1) return false;
      wraps[i] = step != 1;
      ++changed;
    }
    if (changed != 1) return false;
  }
  return true;
}

Layout ring_of(const Network& n) {
  Layout layout{.family = "lattice", .words = "a ring", .at = {}, .stub = {}};
  const auto count = static_cast<float>(n.extent(0));
  const float radius = count / (2 * std::numbers::pi_v<float>);
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(n.at(r, 0)) / count;
    layout.at.push_back({radius * std::sin(angle), radius * std::cos(angle), 0});
  }
  return layout;
}

// As `kasuri picture` draws it; links to other planes are short strokes.
Layout::Other in_planes(const Network& n, const std::vector<std::uint32_t>& extent) {
  Layout::Other other{.name = "plane by plane",
                      .words = "planes side by side; slanted strokes are links between planes",
                      .at = {}};
  const std::int64_t columns = plane_columns(extent[0], extent[1], extent[2]);
  const auto place = [&](std::uint32_t x, float y, std::uint32_t z) {
    const auto column = static_cast<float>(z % columns), row = static_cast<float>(z / columns);
    return Position{column * (static_cast<float>(extent[0]) + 1) + static_cast<float>(x),
                    y - row * (static_cast<float>(extent[1]) + 2), 0};
  };
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    other.at.push_back(place(n.at(r, 0), static_cast<float>(n.at(r, 1)), n.at(r, 2)));
  }
  for (std::uint32_t z = 0; z < extent[2]; ++z) {
    other.labels.emplace_back(fmt::format("z = {}", z), place(1, static_cast<float>(extent[1]), z));
  }
  return other;
}

}  // namespace

std::int64_t plane_columns(std::int64_t across, std::int64_t down, std::int64_t planes) {
  const double ratio = static_cast<double>(down + 2) / static_cast<double>(across + 1);
  return std::clamp<std::int64_t>(std::llround(std::sqrt(1.4 * static_cast<double>(planes) * ratio)), 1,
                                  planes);
}

std::optional<Layout> lattice_layout(const Network& n) {
  if (n.from.empty()) return std::nullopt;
  std::vector<std::uint32_t> extent;
  for (std::uint32_t d = 0; d < n.dimensions; ++d) extent.push_back(n.extent(d));
  std::vector<std::uint8_t> wraps(n.from.size(), 0);
  if (!is_lattice(n, extent, wraps)) return std::nullopt;
  const bool any = std::ranges::any_of(wraps, [](auto w) { return w != 0; });
  const auto wide = std::ranges::count_if(extent, [](auto e) { return e > 1; });
  if (any && wide == 1 && extent[0] > 2 && n.dimensions == 1) return ring_of(n);

  Layout layout{.family = "lattice", .words = "routers at their coordinates", .at = {}, .stub = wraps};
  if (n.dimensions > 3) layout.words += "; dimensions beyond the third are small blocks";
  if (any) layout.words += "; links that wrap around are stubs at both ends";
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    Position p{0, 0, 0};
    for (std::uint32_t d = 0; d < n.dimensions; ++d) {
      float pitch = 1;
      for (std::uint32_t k = 3; k <= d; k += 3) pitch *= kInner;
      const float middle = d < 3 ? 0 : (static_cast<float>(extent[d]) - 1) / 2;
      p[d % 3] += pitch * (static_cast<float>(n.at(r, d)) - middle);
    }
    layout.at.push_back(p);
  }
  const std::string_view names = "xyzabcde";
  for (std::uint32_t d = 0; d < std::min(3u, n.dimensions); ++d) {
    if (extent[d] < 2) continue;
    Position from{-1, -1, -1}, to = from;
    const bool is_flat = n.dimensions < 3 || extent[2] < 2;
    if (is_flat) from[2] = to[2] = 0;
    // Along the edges that face the reader.
    else if (d != 2)
      from[2] = to[2] = static_cast<float>(extent[2]);
    else
      from[0] = to[0] = static_cast<float>(extent[0]);
    from[d] = 0;
    to[d] = static_cast<float>(extent[d]) - 1;
    layout.axes.push_back({std::string(1, names[d]), from, to, extent[d]});
  }
  if (n.dimensions == 3 && wide == 3 && n.routers > kMany) layout.other = in_planes(n, extent);
  return layout;
}

}  // namespace kasuri::view
