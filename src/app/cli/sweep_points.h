// SPDX-License-Identifier: MIT
// The points of a sweep: settings that vary, each over a list or a range, and their product.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kasuri::cli {

// A setting and the values it takes, as --set would take them.
struct Variation {
  std::string key;
  std::vector<std::string> values;
};

// "power.t_lt=0us:20us:1us" (from, to, step, with one unit), "router.vcs=2,4,8",
// "jobs.0.args=[\"ring\", \"2KiB\"],[\"pairwise\", \"2KiB\"]": commas within brackets, braces and
// quotes do not separate. Throws Error(Exit::usage).
Variation parse_variation(std::string_view);

// Keeps the first of equal values; how many were dropped.
std::size_t drop_repeated(std::vector<std::string>& values);

// Overrides "key=value" in the order of the variations; names and runs of points are made of them.
struct SweepPoint {
  std::vector<std::string> overrides;
  std::vector<std::string> values;  // of each variation; "baseline" for the first of a baseline
  bool baseline = false;
  // Of a comparison: a configuration of its own, and what it is called; whether each of its jobs runs
  // alone, too (`kasuri interference`).
  std::string file{}, label{};
  bool interference = false;

  std::string name() const;  // unique within the sweep
};

// All points, the last variation fastest. With a baseline ("power.policy=always-on") one point more
// for each combination of all variations but the first one, with these settings in its place.
std::vector<SweepPoint> sweep_points(const std::vector<Variation>&,
                                     const std::vector<std::string>& baseline);

}  // namespace kasuri::cli
