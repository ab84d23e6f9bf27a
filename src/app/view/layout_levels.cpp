// SPDX-License-Identifier: MIT
// Trees and multistage networks: coordinates are (level, index). All levels are as wide as the widest, so
// that a switch is above those that it connects. Wide machines stand in several rows, pods side by side.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "app/view/layout.h"

namespace kasuri::view {
namespace {

constexpr std::uint32_t kMostAlone = 32;  // routers of a level that are drawn one by one
constexpr std::size_t kMostLines = 700;   // and lines between them
constexpr std::int64_t kMostPods = 24, kMostTops = 12;

// Sets of routers that hang together.
class Sets {
 public:
  explicit Sets(std::size_t n) : up_(n) { std::iota(up_.begin(), up_.end(), std::size_t{0}); }
  std::size_t find(std::size_t i) {
    while (up_[i] != i) i = up_[i] = up_[up_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) { up_[find(a)] = find(b); }

 private:
  std::vector<std::size_t> up_;
};

// As `kasuri picture` draws it.
Layout::Other in_boxes(const LevelBoxes& boxes) {
  Layout::Other other{.name = "pods and groups of top routers",
                      .words = "a box is a pod, at the top several routers",
                      .at = {}};
  std::vector<std::uint32_t> first;
  float most = 1;
  for (const auto& level : boxes.levels) most = std::max(most, static_cast<float>(level.size()));
  const auto gaps = static_cast<float>(std::max<std::size_t>(1, boxes.levels.size() - 1));
  for (std::size_t l = 0; l < boxes.levels.size(); ++l) {
    first.push_back(static_cast<std::uint32_t>(other.at.size()));
    const float y = static_cast<float>(l) * std::max(2.0F, 0.36F * most / gaps);
    for (std::size_t b = 0; b < boxes.levels[l].size(); ++b) {
      const LevelBoxes::Box& box = boxes.levels[l][b];
      const float share = (static_cast<float>(b) + 0.5F) / static_cast<float>(boxes.levels[l].size());
      other.at.push_back({share * most, y, 0});
      other.labels.emplace_back(
          box.first == box.last ? fmt::format("{}", box.first) : fmt::format("{}–{}", box.first, box.last),
          other.at.back());
    }
    other.labels.emplace_back(fmt::format("level {}", l + boxes.lowest), Position{-0.8F, y, 0});
  }
  for (std::size_t r = 0; r < boxes.level.size(); ++r) {
    other.box.push_back(first[boxes.level[r]] + boxes.index[r]);
  }
  return other;
}

}  // namespace

LevelBoxes::LevelBoxes(const Network& n) : level(n.routers), index(n.routers) {
  lowest = UINT32_MAX;
  for (std::uint32_t r = 0; r < n.routers; ++r) lowest = std::min(lowest, n.at(r, 0));
  levels.resize(n.extent(0) - lowest);
  std::vector<std::uint32_t> routers(levels.size());
  for (std::uint32_t r = 0; r < n.routers; ++r) ++routers[level[r] = n.at(r, 0) - lowest];
  std::set<std::pair<std::uint32_t, std::uint32_t>> lines;
  for (std::size_t i = 0; i < n.from.size(); ++i) lines.insert(std::minmax(n.from[i], n.to[i]));
  const auto put = [&](std::uint32_t router, std::int64_t box, std::int64_t number) {
    auto& all = levels[level[router]];
    index[router] = static_cast<std::uint32_t>(box);
    if (index[router] >= all.size()) all.resize(index[router] + 1);
    Box& b = all[index[router]];
    ++b.routers;
    b.first = std::min(b.first, number);
    b.last = std::max(b.last, number);
  };
  if (std::ranges::max(routers) <= kMostAlone && lines.size() <= kMostLines) {
    for (std::uint32_t r = 0; r < n.routers; ++r) put(r, n.at(r, 1), n.at(r, 1));
    return;
  }
  // Pods are numbered by their first router: neighbours share a box.
  const auto is_top = [&](std::uint32_t r) { return level[r] + 1 == levels.size(); };
  Sets sets(n.routers);
  for (const auto& [a, b] : lines) {
    if (!is_top(a) && !is_top(b)) sets.join(a, b);
  }
  std::map<std::size_t, std::int64_t> numbers;
  std::vector<std::int64_t> pod(n.routers);
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    if (is_top(r)) continue;
    pod[r] = numbers.try_emplace(sets.find(r), static_cast<std::int64_t>(numbers.size())).first->second;
  }
  pods = static_cast<std::int64_t>(numbers.size());
  const std::int64_t pods_each = (pods + kMostPods - 1) / kMostPods;
  const std::int64_t tops_each = (routers.back() + kMostTops - 1) / kMostTops;
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    if (is_top(r))
      put(r, n.at(r, 1) / tops_each, n.at(r, 1));
    else
      put(r, pod[r] / pods_each, pod[r]);
  }
}

std::optional<Layout> levels_layout(const Network& n) {
  if (n.dimensions != 2 || n.from.empty()) return std::nullopt;
  const std::uint32_t levels = n.extent(0);
  if (levels < 2) return std::nullopt;
  Layout layout{.family = "levels", .words = "levels above each other", .at = {},
                .stub = std::vector<std::uint8_t>(n.from.size(), 0)};
  for (std::size_t i = 0; i < n.from.size(); ++i) {
    const std::uint32_t a = n.at(n.from[i], 0), b = n.at(n.to[i], 0), step = a < b ? b - a : a - b;
    if (step == levels - 1 && step > 1) layout.stub[i] = 1;  // around a multistage network
    else if (step != 1) return std::nullopt;
  }
  std::vector<std::uint32_t> width(levels, 0);
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    width[n.at(r, 0)] = std::max(width[n.at(r, 0)], n.at(r, 1) + 1);
  }
  const auto most = static_cast<float>(*std::ranges::max_element(width));
  const float rows = std::max(1.0F, std::round(std::sqrt(most / 48)));
  const float across = std::ceil(most / rows), height = std::max(2.0F, across / 6);
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    const std::uint32_t level = n.at(r, 0);
    const float place = (static_cast<float>(n.at(r, 1)) + 0.5F) / static_cast<float>(width[level]) * rows;
    const float row = std::min(std::floor(place), rows - 1);
    layout.at.push_back({(place - row) * across, height * static_cast<float>(level),
                         row * std::max(2.0F, across / 8)});
  }
  for (std::uint32_t l = 0; l < levels; ++l) {
    if (width[l] == 0) continue;
    const float y = height * static_cast<float>(l);
    layout.axes.push_back({fmt::format("level {}", l), {-1, y, 0}, {-1, y, 0}, width[l]});
  }
  const bool around = std::ranges::any_of(layout.stub, [](auto stub) { return stub != 0; });
  if (const LevelBoxes boxes(n); boxes.pods && !around) layout.other = in_boxes(boxes);
  return layout;
}

}  // namespace kasuri::view
