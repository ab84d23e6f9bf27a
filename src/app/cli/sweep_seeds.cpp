// SPDX-License-Identifier: MIT
// A sweep's runs with several seeds as one row each.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "app/cli/sweep_table.h"

namespace kasuri::cli {
namespace {

constexpr std::string_view kSeed = "run.seed";

// Of all cells, or nothing if one is no number.
std::optional<std::vector<double>> as_numbers(const std::vector<std::string>& cells) {
  std::vector<double> all;
  for (const std::string& cell : cells) {
    double x = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), x);
    if (error != std::errc{} || end != cell.data() + cell.size()) return std::nullopt;
    all.push_back(x);
  }
  return all;
}

double mean_of(const std::vector<double>& samples) {
  double sum = 0;
  for (const double x : samples) sum += x / static_cast<double>(samples.size());
  return sum;
}

}  // namespace

SweepTable SweepTable::over_seeds() const {
  SweepTable all;
  all.columns_ = columns_;
  for (const std::string& key : varied_) {
    if (key != kSeed) all.varied_.push_back(key);
  }
  const std::size_t seed = index_of(std::string(kSeed)), last = columns_.size();
  if (seed < last) all.columns_.erase(all.columns_.begin() + static_cast<std::ptrdiff_t>(seed));
  std::vector<std::vector<const Row*>> groups;
  for (const Row& row : rows_) {
    const auto same = [&](const std::vector<const Row*>& g) {
      for (std::size_t i = 0; i < varied_.size(); ++i) {
        if (i != seed && g[0]->cells[i] != row.cells[i]) return false;
      }
      return true;
    };
    const auto found = std::ranges::find_if(groups, same);
    if (found == groups.end()) groups.push_back({&row});
    // The first stands for all if all have failed.
    else if (found->front()->failed && !row.failed) *found = {&row};
    else if (found->front()->failed == row.failed) found->push_back(&row);
  }
  for (const auto& group : groups) {
    Row merged{group[0]->point, group[0]->failed, {}};
    merged.seeds = merged.failed ? 0 : group.size();
    for (std::size_t c = 0; c < last; ++c) {
      if (c == seed) continue;
      std::vector<std::string> cells;
      for (const Row* row : group) cells.push_back(row->cells[c]);
      const bool same = std::ranges::all_of(cells, [&](const auto& cell) { return cell == cells[0]; });
      const auto samples = c < varied_.size() ? std::nullopt : as_numbers(cells);
      merged.cells.push_back(same ? cells[0] : samples ? fmt::format("{:.9g}", mean_of(*samples)) : "");
      merged.ranges.push_back(samples ? range_of(*samples, RangeFrom::seeds) : std::nullopt);
    }
    all.rows_.push_back(std::move(merged));
  }
  return all;
}

std::string SweepTable::json() const {
  using Json = nlohmann::ordered_json;
  Json points = Json::array();
  for (const Row& row : rows_) {
    Json settings = Json::object(), values = Json::object();
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (c < varied_.size()) settings[columns_[c]] = row.cells[c];
      if (!row.ranges[c] || columns_[c] == "exit_code" || columns_[c] == "seed") continue;
      values[columns_[c]] = {{"mean", as_numbers({row.cells[c]})->front()},
                             {"range", to_json(*row.ranges[c])}};
    }
    points.push_back({{"settings", std::move(settings)},
                      {"seeds", row.seeds},
                      {"values", std::move(values)}});
  }
  return Json{{"points", std::move(points)}}.dump(1) + "\n";
}

}  // namespace kasuri::cli
