// SPDX-License-Identifier: MIT
#include "cli/sweep_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/errors.h"
#include "stats/svg.h"

namespace kasuri::cli {
namespace {

void flatten(const nlohmann::ordered_json& json, const std::string& key,
             std::vector<std::pair<std::string, std::string>>& all) {
  if (json.is_object() || json.is_array()) {
    for (const auto& [name, value] : json.items()) {
      if (key.empty() && (name == "host" || name == "report")) continue;
      flatten(value, key.empty() ? name : key + "." + name, all);
    }
  } else {
    all.emplace_back(key, json.is_string() ? json.get<std::string>() : json.dump());
  }
}

std::string quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\n") == cell.npos) return cell;
  std::string out = "\"";
  for (const char c : cell) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::optional<double> number(const std::string& cell) {
  double x = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), x);
  if (error != std::errc{} || end != cell.data() + cell.size()) return std::nullopt;
  return x;
}

}  // namespace

SweepTable::SweepTable(const std::vector<Variation>& variations,
                       const std::vector<SweepPoint>& points, const SweepStore& store) {
  for (const Variation& v : variations) varied_.push_back(v.key);
  columns_ = varied_;
  columns_.emplace_back("exit_code");
  std::map<std::string, std::size_t> known;
  std::vector<std::vector<std::pair<std::string, std::string>>> found;
  for (const SweepPoint& p : points) {
    const auto done = store.finished().find(p.name());
    if (done == store.finished().end()) continue;
    rows_.push_back({&p, p.values});
    rows_.back().cells.push_back(fmt::format("{}", done->second.exit_code));
    auto& cells = found.emplace_back();
    flatten(nlohmann::ordered_json::parse(done->second.summary, nullptr, false), "", cells);
    std::erase_if(cells, [](const auto& c) { return c.first == "exit_code"; });
    for (const auto& [key, value] : cells) {
      if (known.try_emplace(key, columns_.size()).second) columns_.push_back(key);
    }
  }
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    rows_[r].cells.resize(columns_.size());
    for (const auto& [key, value] : found[r]) rows_[r].cells[known.at(key)] = value;
  }
}

std::size_t SweepTable::index_of(const std::string& column) const {
  return static_cast<std::size_t>(std::ranges::find(columns_, column) - columns_.begin());
}

bool SweepTable::has(const std::string& column) const {
  return index_of(column) < columns_.size();
}

const SweepTable::Row* SweepTable::baseline_of(const Row& row) const {
  for (const Row& r : rows_) {
    if (r.point->baseline &&
        std::equal(r.point->values.begin() + 1, r.point->values.end(),
                   row.point->values.begin() + 1)) {
      return &r;
    }
  }
  return nullptr;
}

std::string SweepTable::csv() const {
  std::string s;
  const auto line = [&](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) s += fmt::format("{}{}", i ? "," : "", quoted(cells[i]));
    s += "\n";
  };
  line(columns_);
  for (const Row& r : rows_) line(r.cells);
  return s;
}

std::string SweepTable::text(const std::vector<std::string>& columns) const {
  std::vector<std::vector<std::string>> lines(1 + rows_.size());
  for (std::size_t i = 0; i < varied_.size(); ++i) {
    lines[0].push_back(varied_[i]);
    for (std::size_t r = 0; r < rows_.size(); ++r) lines[r + 1].push_back(rows_[r].cells[i]);
  }
  for (const std::string& column : columns) {
    const std::size_t at = index_of(column);
    if (at == columns_.size()) continue;
    lines[0].push_back(column);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      std::string cell = rows_[r].cells[at];
      const auto value = number(cell);
      if (value) cell = fmt::format("{:.6g}", *value);
      const Row* base = baseline_of(rows_[r]);
      const auto reference = base ? number(base->cells[at]) : std::nullopt;
      if (value && reference && *reference != 0) cell += fmt::format(" ({:.4f})", *value / *reference);
      lines[r + 1].push_back(cell);
    }
  }
  std::string s;
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      std::size_t width = 0;
      for (const auto& other : lines) width = std::max(width, other[i].size());
      s += i + 1 < line.size() ? fmt::format("{:<{}}  ", line[i], width) : line[i];
    }
    s += "\n";
  }
  return s;
}

std::string SweepTable::chart(const std::string& column) const {
  const std::size_t at = index_of(column);
  Chart chart;
  chart.title = column + " over " + varied_[0];
  chart.x_label = varied_[0];
  chart.y_label = column;
  std::map<std::string, std::size_t> series;
  for (const Row& row : rows_) {
    if (row.point->baseline) continue;
    const std::vector<std::string> rest(row.point->values.begin() + 1, row.point->values.end());
    std::string name = rest.empty() ? column : fmt::format("{}", fmt::join(rest, " "));
    std::erase_if(name, [](char c) { return c == '[' || c == ']' || c == '"'; });
    const auto [found, is_new] = series.try_emplace(name, chart.series.size());
    if (is_new) {
      chart.series.emplace_back();
      chart.series.back().name = name;
    }
    if (std::ranges::find(chart.categories, row.point->values[0]) == chart.categories.end()) {
      chart.categories.push_back(row.point->values[0]);
    }
    double value = number(row.cells[at]).value_or(0);
    if (const Row* base = baseline_of(row)) {
      const double reference = number(base->cells[at]).value_or(0);
      value = reference != 0 ? value / reference : 0;
      chart.y_label = column + " / baseline";
      chart.level = 1;
    }
    chart.series[found->second].values.push_back(value);
  }
  return line_chart(chart);
}

}  // namespace kasuri::cli
