// SPDX-License-Identifier: MIT
// Lines over an axis of numbers or of categories, with measured labels: nothing is cut off, no
// label meets another, and the legend is below the data.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/stats/axis.h"
#include "base/stats/svg.h"

namespace kasuri {

struct PlotAxis {
  std::string name;
  Quantity quantity = Quantity::number;
  bool log = false;                     // values that are not above zero are left out
  bool fit = false;                     // ends where the values end, not at the next tick
  bool from_zero = false;               // a linear one begins at zero
  std::optional<double> low{}, high{};  // instead of the least and largest value
  std::vector<Tick> ticks{};            // instead of round ones, their labels with units
};

struct PlotSeries {
  std::string name;             // empty for a single one that the axis names
  std::vector<Point> points{};  // in base units; x is the category's index, if there are categories
  std::vector<double> half_widths{};  // of an interval around each y, or none
  std::vector<bool> hollow{};         // marks of points, or none
  bool marks = true;            // at the points
  bool steps = false;           // constant between points
};

struct Plot {
  std::string title;
  PlotAxis x{}, y{};
  std::vector<std::string> categories{};
  std::vector<PlotSeries> series{};
  std::optional<double> level{};  // a horizontal line to compare with
  bool named = false;             // the names of series are beside their first points, too
};

std::string draw(const Plot&);

}  // namespace kasuri
