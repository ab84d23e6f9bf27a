// SPDX-License-Identifier: MIT
// How far a machine file was off on measured times of collective operations that decided none of its
// constants ([accuracy]). They say within which range a new time is to be expected.
//
// A table (CSV) with the columns nodes, ranks_per_node, collective, algorithm, bytes, measured_us and
// simulated_us: what `kasuri calibrate` writes beside a machine file. `bytes` is the whole vector, or the
// whole send or receive buffer of a rank.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/stats/range.h"

namespace kasuri {

struct MeasuredPoint {
  std::uint32_t nodes = 0, ranks_per_node = 1;
  std::string collective, algorithm;
  std::int64_t bytes = 0;
  double measured_us = 0, simulated_us = 0;

  double factor() const { return measured_us / simulated_us; }
};

class MachineErrors {
 public:
  static constexpr std::size_t kLike = 40;  // points of each number of nodes

  // Throws Error with line and column of what is wrong.
  static MachineErrors read(const std::filesystem::path&);
  static MachineErrors parse(std::string_view text, const std::string& name);
  explicit MachineErrors(std::vector<MeasuredPoint>);

  const std::vector<MeasuredPoint>& points() const { return points_; }

  // Measured over simulated time, where the next point is in Range::kShare of cases. Numbers of nodes were
  // measured on different days, on other parts of the machine: each counts the same.
  Range factors() const;
  // As of the points that are most like this one, of the same operation and algorithm and about as long.
  Range factors(const MeasuredPoint& like) const;

  // What of such a point none of these has: its operation (if it has one), as many ranks a node, about as
  // many nodes (if it has any). Their range says little then.
  std::vector<std::string> caveats(const MeasuredPoint& of) const;

 private:
  std::vector<MeasuredPoint> points_;  // by nodes
};

// As text of such a file.
std::string errors_text(const std::vector<MeasuredPoint>&);

}  // namespace kasuri
