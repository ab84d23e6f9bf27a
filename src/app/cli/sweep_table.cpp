// SPDX-License-Identifier: MIT
#include "app/cli/sweep_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/config/json_text.h"
#include "base/core/errors.h"
#include "base/core/units.h"
#include "base/core/words.h"

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

// With the unit that the column's name ends with.
std::string quantity_text(const std::string& column, double value) {
  const bool fits = std::abs(value) < 9e18;
  const auto whole = fits ? static_cast<std::int64_t>(std::llround(value)) : 0;
  if (fits && column.ends_with("_ps")) return to_string(Time{whole});
  if (fits && column.ends_with("bytes_per_s")) return to_string(BytesPerSecond{whole});
  if (fits && column.ends_with("bytes")) return to_string(Bytes{whole});
  for (const auto& [end, unit] : {std::pair{"_w", "W"}, {"_j", "J"}, {"_s", "s"}}) {
    if (column.ends_with(end)) return kasuri::quantity(value, unit);
  }
  if (fits && value == static_cast<double>(whole)) return fmt::format("{}", whole);
  return fmt::format("{:.4g}", value);
}

std::optional<double> number(const std::string& cell) {
  double x = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), x);
  if (error != std::errc{} || end != cell.data() + cell.size()) return std::nullopt;
  return x;
}

}  // namespace

SweepTable::SweepTable(const std::vector<Variation>& variations, const std::vector<SweepRow>& rows) {
  for (const Variation& v : variations) varied_.push_back(v.key);
  columns_ = varied_;
  columns_.insert(columns_.end(), {"exit_code", "status", "error"});
  std::map<std::string, std::size_t> known;
  std::vector<std::vector<std::pair<std::string, std::string>>> found;
  for (const SweepRow& row : rows) {
    const PointResult& r = *row.result;
    rows_.push_back({row.point, r.failed(), row.point->values});
    std::vector<std::string>& first = rows_.back().cells;
    first.insert(first.end(), {fmt::format("{}", r.exit_code), r.status, r.error});
    auto& cells = found.emplace_back();
    const auto summary = config::json_from(r.summary);
    if (summary.is_object()) flatten(summary, "", cells);
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
    if (r.point->baseline && !r.failed &&
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
  std::vector<std::string> shown = columns;
  const std::size_t status = index_of("status");
  if (std::ranges::any_of(rows_, [&](const Row& r) { return r.cells[status] != "done"; })) {
    shown.insert(shown.begin(), "status");
  }
  for (const std::string& column : shown) {
    const std::size_t at = index_of(column);
    if (at == columns_.size()) continue;
    lines[0].push_back(column);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      std::string cell = rows_[r].cells[at];
      if (cell == "null") cell = "-";
      const auto value = number(cell);
      const auto shown_as = [&](double v) { return quantity_text(column, v); };
      if (value) cell = shown_as(*value);
      if (at < rows_[r].ranges.size() && rows_[r].ranges[at]) {
        const Range& range = *rows_[r].ranges[at];
        if (range.low < range.high) {
          cell += fmt::format(" [{}, {}]", shown_as(range.low), shown_as(range.high));
        }
      }
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

}  // namespace kasuri::cli
