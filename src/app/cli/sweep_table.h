// SPDX-License-Identifier: MIT
// What a sweep found, as a tidy CSV file, a table for people and line charts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/sweep_points.h"
#include "app/cli/sweep_store.h"
#include "base/stats/range.h"

namespace kasuri::cli {

struct SweepRow {
  const SweepPoint* point;
  const PointResult* result;
};

class SweepTable {
 public:
  // Columns are the settings that vary, `exit_code`, `status` and `error` (PointResult), and all that a
  // summary says but for `host` and `report`: nested keys joined by dots ("power.mean_w",
  // "jobs.0.time_ps"). A run that failed may have left a part of them.
  SweepTable(const std::vector<Variation>&, const std::vector<SweepRow>&);

  std::string csv() const;
  // The runs of one point with several seeds as one row: means of numbers, with the ranges of 80 % of the
  // seeds. What is no number, or missing in a run, is kept where it is the same in all. Without the runs
  // that failed.
  SweepTable over_seeds() const;
  // Of such a table: {"points": [{"settings": …, "seeds": 5, "values": {COLUMN: {"mean": …, "range": …}}}]}
  std::string json() const;
  // These columns, and `status` if not all is done; where there is a baseline, numbers are also shown as
  // multiples of its.
  std::string text(const std::vector<std::string>& columns) const;
  // `column` over the first variation, a line for each combination of the others; as a multiple of
  // the baseline where there is one. Points that failed are left out. `log`: "x", "y", "xy", "none" or ""
  // for what suits the values.
  std::string chart(const std::string& column, const std::string& log = "") const;
  bool has(const std::string& column) const;
  const std::vector<std::string>& columns() const { return columns_; }

 private:
  struct Row {
    const SweepPoint* point;
    bool failed;
    std::vector<std::string> cells;
    std::vector<std::optional<Range>> ranges{};  // by column, of a table over seeds
    std::size_t seeds = 1;
  };
  SweepTable() = default;
  const Row* baseline_of(const Row&) const;
  std::size_t index_of(const std::string& column) const;

  std::vector<std::string> varied_;
  std::vector<std::string> columns_;  // the varied ones first
  std::vector<Row> rows_;
};

}  // namespace kasuri::cli
