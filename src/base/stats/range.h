// SPDX-License-Identifier: MIT
// A range of a value, and what it comes from: the same in all results.
//   "range": {"low": 1.2, "high": 1.5, "share": 0.8, "from": "seeds"}
// `share` of all values are within: of the seeds, or of the runs or machines that were measured. The 95 %
// interval of [measure] is no such range: it is of a mean.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "base/core/named_enum.h"

namespace kasuri {

enum class RangeFrom : std::uint8_t {
  seeds,    // repetitions with other random numbers
  level,    // what the level of fidelity is known to be off by
  machine,  // what a machine's model is known to be off by
};
constexpr auto names_of(RangeFrom) { return name_table("seeds", "level", "machine"); }

struct Range {
  static constexpr double kShare = 0.8;

  double low = 0, high = 0;
  RangeFrom from = RangeFrom::seeds;
};

// From the 10th to the 90th percentile, interpolated between neighbours (Hyndman & Fan, "Sample quantiles
// in statistical packages", The American Statistician 50(4), 1996, definition 7). Nothing of less than two.
std::optional<Range> range_of(std::vector<double> samples, RangeFrom);

// Where one more sample of the same kind is with that probability (definition 6 there): wider, the fewer
// there are.
std::optional<Range> range_of_next(std::vector<double> samples, RangeFrom);

nlohmann::ordered_json to_json(const Range&);

}  // namespace kasuri
