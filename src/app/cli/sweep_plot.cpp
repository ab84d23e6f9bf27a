// SPDX-License-Identifier: MIT
// SweepTable::chart(): a column over the first setting that varies. Settings that are numbers of
// one kind make an axis of numbers, others an axis of categories.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "app/cli/sweep_table.h"
#include "base/core/parse_units.h"
#include "base/stats/plot.h"

namespace kasuri::cli {
namespace {

// What a column holds, by the end of its name, and how many base units it counts in.
struct Meaning {
  std::string_view suffix;
  Quantity quantity;
  double factor;
  bool named;  // the suffix is a unit, which the axis names instead
};
constexpr Meaning kMeanings[] = {
    {"bytes_per_s", Quantity::rate, 1, true}, {"_ps", Quantity::time, 1e-12, true},
    {"_s", Quantity::time, 1, true},          {"_w", Quantity::power, 1, true},
    {"_j", Quantity::energy, 1, true},        {"bytes", Quantity::bytes, 1, false},
    {"_ratio", Quantity::share, 1, false},    {"efficiency", Quantity::share, 1, false},
    {".offered", Quantity::share, 1, false},  {"accepted", Quantity::share, 1, false},
    {"_ci95", Quantity::share, 1, false},
};

Meaning meaning_of(std::string_view column) {
  for (const Meaning& m : kMeanings) {
    if (column.ends_with(m.suffix)) return m;
  }
  return {"", Quantity::number, 1, false};
}

std::optional<double> plain_number(std::string_view text) {
  double x = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return x;
}

struct Measured {
  Quantity quantity;
  double value;  // in base units
};

std::optional<Measured> measured(std::string text) {
  std::erase_if(text, [](char c) { return c == '"' || c == '\''; });
  if (const auto x = plain_number(text)) return Measured{Quantity::number, *x};
  if (const auto t = parse_time(text); t && t.value != kNever) {
    return Measured{Quantity::time, static_cast<double>(t.value.ps) * 1e-12};
  }
  if (const auto b = parse_bytes(text); b && b.value.n != INT64_MAX) {
    return Measured{Quantity::bytes, static_cast<double>(b.value.n)};
  }
  if (const auto r = parse_rate(text); r && r.value != kUnlimited) {
    return Measured{Quantity::rate, static_cast<double>(r.value.n)};
  }
  return std::nullopt;
}

// The places of all values on an axis of numbers; nothing if they make none.
std::optional<std::map<std::string, double>> numbers(const std::vector<std::string>& values,
                                                     Quantity& quantity) {
  std::map<std::string, double> all;
  for (const std::string& text : values) {
    const auto m = measured(text);
    if (!m || (!all.empty() && m->quantity != quantity)) return std::nullopt;
    quantity = m->quantity;
    all[text] = m->value;
  }
  if (all.size() < 2) return std::nullopt;
  return all;
}

std::string without_brackets(std::string text) {
  std::erase_if(text, [](char c) { return c == '[' || c == ']' || c == '"'; });
  return text;
}

void set_log(PlotAxis& axis, char name, const std::string& log, bool suits) {
  axis.log = log.empty() ? suits : log != "none" && log.find(name) != log.npos;
}

}  // namespace

std::string SweepTable::chart(const std::string& column, const std::string& log) const {
  const std::size_t at = index_of(column);
  const Meaning meaning = meaning_of(column);
  Plot plot;
  std::string name = column;
  if (meaning.named) name.resize(name.size() - meaning.suffix.size());
  while (name.ends_with('_') || name.ends_with('.')) name.pop_back();
  plot.x.name = varied_[0];
  plot.y = {.name = name, .quantity = meaning.quantity};

  std::vector<std::string> values;
  for (const Row& row : rows_) {
    if (row.point->baseline || std::ranges::find(values, row.point->values[0]) != values.end())
      continue;
    values.push_back(row.point->values[0]);
  }
  const auto places = numbers(values, plot.x.quantity);
  if (!places) {
    plot.x.quantity = Quantity::number;
    for (const std::string& v : values) plot.categories.push_back(without_brackets(v));
  }
  // "router.vcs = 2, run.seed = 1": the settings that make a line.
  const auto rest_of = [&](const std::vector<std::string>& all) {
    std::vector<std::string> words;
    for (std::size_t i = 1; i < all.size(); ++i) {
      words.push_back(fmt::format("{} = {}", varied_[i], without_brackets(all[i])));
    }
    return fmt::format("{}", fmt::join(words, ", "));
  };
  std::map<std::string, std::size_t> series;
  double low = 1e300, high = -1e300;
  for (const Row& row : rows_) {
    if (row.point->baseline || row.failed) continue;
    const std::string rest = rest_of(row.point->values);
    const auto [found, is_new] = series.try_emplace(rest, plot.series.size());
    if (is_new) plot.series.push_back({.name = rest});
    auto value = plain_number(row.cells[at]);
    if (!value) continue;
    *value *= meaning.factor;
    if (const Row* base = baseline_of(row)) {
      const double reference = plain_number(base->cells[at]).value_or(0) * meaning.factor;
      if (reference == 0) continue;
      *value /= reference;
      plot.y = {.name = name + " / baseline"};
      plot.level = 1;
    }
    low = std::min(low, *value);
    high = std::max(high, *value);
    const auto place = std::ranges::find(values, row.point->values[0]) - values.begin();
    plot.series[found->second].points.push_back(
        {places ? places->at(row.point->values[0]) : static_cast<double>(place), *value});
  }
  set_log(plot.y, 'y', log, spans_decades(low, high));
  if (places) {
    const auto by_value = [](const auto& a, const auto& b) { return a.second < b.second; };
    const double first = std::ranges::min_element(*places, by_value)->second;
    const double last = std::ranges::max_element(*places, by_value)->second;
    set_log(plot.x, 'x', log, spans_decades(first, last));
    for (PlotSeries& s : plot.series) std::ranges::stable_sort(s.points, {}, &Point::x);
    // Sizes are powers of two more often than of ten: as they were given.
    constexpr std::size_t kMostNamed = 12;
    if (plot.x.log && plot.x.quantity == Quantity::bytes && places->size() <= kMostNamed) {
      for (const auto& [text, value] : *places)
        plot.x.ticks.push_back({value, without_brackets(text)});
      std::ranges::sort(plot.x.ticks, {}, &Tick::value);
    }
  }
  plot.title = fmt::format("{} over {}", name, varied_[0]);
  return draw(plot);
}

}  // namespace kasuri::cli
