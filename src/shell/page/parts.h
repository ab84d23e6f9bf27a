// SPDX-License-Identifier: MIT
// Parts of pages: the picture of a network, facts, curves.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shell/page/network.h"
#include "shell/page/pack.h"

namespace kasuri::view {

using Position = std::array<float, 3>;

struct Layout {
  std::string family;             // "lattice", "levels", "groups", "graph"
  std::string words;              // for people: how the picture is to be read
  std::vector<Position> at;       // of routers
  std::vector<std::uint8_t> stub; // of links: drawn as two short ends, because it wraps around
  struct Axis {
    std::string name;
    Position from, to;
    std::uint32_t extent;
  };
  std::vector<Axis> axes{};
  // Another picture of a machine of which the first shows too much at once: in a plane, and perhaps with
  // boxes for several routers each.
  struct Other {
    std::string name, words;
    std::vector<Position> at;
    std::vector<std::uint32_t> box{};  // of each router; empty: each is its own
    std::vector<std::pair<std::string, Position>> labels{};
  };
  std::optional<Other> other{};
};

// Routers, links, classes, axes.
void add_network(Pack&, const Network&, const Layout&);
// A line of the page's list of facts.
void add_fact(Pack&, const std::string& name, const std::string& value);
// A quantity that this view lacks, and the setting that collects it.
void add_missing(Pack&, const std::string& what, const std::string& setting);
// A curve over time.
void add_series(Pack&, const std::string& group, const std::string& name, const std::string& unit,
                const std::string& axis, const std::vector<double>& values);
void add_axis(Pack&, const std::string& name, const std::vector<double>& begin,
              const std::vector<double>& end);

}  // namespace kasuri::view
