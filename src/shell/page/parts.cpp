// SPDX-License-Identifier: MIT
#include "shell/page/parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace kasuri::view {
namespace {

Json axis_json(const Layout::Axis& a) {
  return {{"name", a.name}, {"from", a.from}, {"to", a.to}, {"extent", a.extent}};
}

// In words of 65,535 steps between the least and the largest of each coordinate, which are returned.
std::pair<Position, Position> add_places(Pack& p, const std::string& name,
                                         const std::vector<Position>& all) {
  Position low{1e30F, 1e30F, 1e30F}, high{-1e30F, -1e30F, -1e30F};
  for (const Position& at : all) {
    for (std::size_t d = 0; d < 3; ++d) {
      low[d] = std::min(low[d], at[d]);
      high[d] = std::max(high[d], at[d]);
    }
  }
  std::vector<std::uint16_t> words(all.size() * 3);
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t d = 0; d < 3; ++d) {
      const float span = high[d] - low[d];
      words[d * all.size() + i] =
          span > 0 ? static_cast<std::uint16_t>((all[i][d] - low[d]) / span * 65535.0F + 0.5F) : 0;
    }
  }
  p.add(name, words);
  return {low, high};
}

}  // namespace

void add_fact(Pack& p, const std::string& name, const std::string& value) {
  p.header["facts"].push_back({name, value});
}

void add_missing(Pack& p, const std::string& what, const std::string& setting) {
  p.header["missing"].push_back({{"what", what}, {"setting", setting}});
}

void add_axis(Pack& p, const std::string& name, const std::vector<double>& begin,
              const std::vector<double>& end) {
  p.header["axes"][name] = {{"begin", begin}, {"end", end}};
}

void add_series(Pack& p, const std::string& group, const std::string& name, const std::string& unit,
                const std::string& axis, const std::vector<double>& values) {
  Json rounded = Json::array();
  for (const double v : values) rounded.push_back(std::stod(fmt::format("{:.5g}", v)));
  p.header["series"].push_back(
      {{"group", group}, {"name", name}, {"unit", unit}, {"axis", axis}, {"values", std::move(rounded)}});
}

void add_network(Pack& p, const Network& n, const Layout& layout) {
  const auto [low, high] = add_places(p, "positions", layout.at);
  p.add("link-from", n.from);
  p.add("link-to", n.to);
  p.add("link-class", n.link_class);
  p.add("link-stub", layout.stub);
  p.add("node-router", n.node_router);
  std::vector<std::uint32_t> coordinates(n.coordinates.size());
  for (std::size_t r = 0; r < n.routers; ++r) {
    for (std::size_t d = 0; d < n.dimensions; ++d) {
      coordinates[d * n.routers + r] = n.at(static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(d));
    }
  }
  p.add("coordinates", coordinates);
  Json axes = Json::array();
  for (const auto& a : layout.axes) axes.push_back(axis_json(a));
  p.header["network"] = {{"title", n.title},
                         {"routers", n.routers},
                         {"links", n.from.size()},
                         {"nodes", n.node_router.size()},
                         {"dimensions", n.dimensions},
                         {"classes", n.classes},
                         {"family", layout.family},
                         {"words", layout.words},
                         {"low", low},
                         {"high", high},
                         {"axes", std::move(axes)}};
  if (!layout.other) return;
  const Layout::Other& o = *layout.other;
  const auto [least, most] = add_places(p, "other-positions", o.at);
  if (!o.box.empty()) p.add("other-box", o.box);
  p.header["network"]["other"] = {{"name", o.name},     {"words", o.words}, {"low", least}, {"high", most},
                                  {"boxes", o.at.size()}, {"labels", o.labels}};
}

}  // namespace kasuri::view
