// SPDX-License-Identifier: MIT
// What a sweep found, as a tidy CSV file, a table for people and line charts.
#pragma once

#include <string>
#include <vector>

#include "cli/sweep_points.h"
#include "cli/sweep_store.h"

namespace kasuri::cli {

class SweepTable {
 public:
  // One row for each point that is finished, in the order of the points. Columns are the settings
  // that vary, `exit_code`, and all that a summary says but for `host` and `report`: nested keys
  // joined by dots ("power.mean_w", "jobs.0.time_ps").
  SweepTable(const std::vector<Variation>&, const std::vector<SweepPoint>&, const SweepStore&);

  std::string csv() const;
  // These columns; where there is a baseline, numbers are also shown as multiples of its.
  std::string text(const std::vector<std::string>& columns) const;
  // `column` over the first variation, a line for each combination of the others; as a multiple of
  // the baseline where there is one.
  std::string chart(const std::string& column) const;
  bool has(const std::string& column) const;

 private:
  struct Row {
    const SweepPoint* point;
    std::vector<std::string> cells;
  };
  const Row* baseline_of(const Row&) const;
  std::size_t index_of(const std::string& column) const;

  std::vector<std::string> varied_;
  std::vector<std::string> columns_;  // the varied ones first
  std::vector<Row> rows_;
};

}  // namespace kasuri::cli
