// SPDX-License-Identifier: MIT
// Tables 1 to 12 of the paper (Ikeda 2013, ch. 5): what was varied and what was published.
#pragma once

#include <string>
#include <vector>

namespace kasuri::chip {

enum class Statistic { mean, min, max };

struct PaperRow {
  std::string label;
  std::vector<std::string> overrides;  // the structure
  Statistic statistic = Statistic::mean;
  std::vector<double> values;          // percent of the 2-D mesh
};

struct PaperColumn {
  std::string label;
  std::vector<std::string> overrides;  // the traffic and the sizes
  bool all_pairs = false;
};

struct PaperTable {
  int number;  // its figure is number + 5
  std::string title;
  bool is_delay = false;
  std::vector<PaperColumn> columns;
  std::vector<PaperRow> rows;
};

const std::vector<PaperTable>& paper_tables();

}  // namespace kasuri::chip
