// SPDX-License-Identifier: MIT
#include "app/cli/sweep_points.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "base/core/errors.h"

namespace kasuri::cli {
namespace {

[[noreturn]] void refuse(std::string_view text, std::string_view why) {
  throw Error(Exit::usage, ErrorPlace("kasuri sweep"), fmt::format("--vary {}: {}", text, why));
}

// At the separators outside brackets, braces and quotes.
std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  char quote = 0;
  for (const char c : text) {
    if (quote) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (c == separator && depth == 0) {
      parts.emplace_back();
      continue;
    }
    parts.back() += c;
  }
  return parts;
}

struct Quantity {
  double value;
  std::string unit;
};

std::optional<Quantity> quantity(std::string_view text) {
  Quantity q{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), q.value);
  if (error != std::errc{} || !std::isfinite(q.value)) return std::nullopt;
  q.unit = text.substr(static_cast<std::size_t>(end - text.data()));
  return q;
}

std::vector<std::string> range(std::string_view text, const std::vector<std::string>& parts) {
  const auto from = quantity(parts[0]), to = quantity(parts[1]), step = quantity(parts[2]);
  if (!from || !to || !step) refuse(text, "a range is FROM:TO:STEP, as in 0us:20us:1us");
  if (from->unit != step->unit || to->unit != step->unit) {
    refuse(text, "the three parts of a range need one unit");
  }
  if (!(step->value > 0) || to->value < from->value) {
    refuse(text, "a range goes up, in steps above zero");
  }
  const double steps = std::floor((to->value - from->value) / step->value + 1e-9);
  if (steps > 1e6) refuse(text, "more than a million values");
  std::vector<std::string> values;
  for (int i = 0; i <= static_cast<int>(steps); ++i) {
    values.push_back(fmt::format("{:.12g}{}", from->value + i * step->value, step->unit));
  }
  return values;
}

}  // namespace

Variation parse_variation(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos || equals == 0) refuse(text, "must be KEY=VALUES");
  const std::string_view values = text.substr(equals + 1);
  Variation v{std::string(text.substr(0, equals)), split(values, ',')};
  if (v.values.size() == 1) {
    const auto parts = split(values, ':');
    if (parts.size() == 3) v.values = range(text, parts);
  }
  for (const std::string& value : v.values) {
    if (value.empty()) refuse(text, "a value is empty");
  }
  return v;
}

std::size_t drop_repeated(std::vector<std::string>& values) {
  std::set<std::string> seen;
  return std::erase_if(values, [&](const std::string& v) { return !seen.insert(v).second; });
}

std::string SweepPoint::name() const {
  return label.empty() ? fmt::format("{}", fmt::join(overrides, " ")) : label;
}

std::vector<SweepPoint> sweep_points(const std::vector<Variation>& variations,
                                     const std::vector<std::string>& baseline) {
  std::vector<SweepPoint> points{{}};
  for (std::size_t i = variations.size(); i-- > 0;) {
    const Variation& v = variations[i];
    std::vector<SweepPoint> longer;
    const auto extend = [&](const SweepPoint& rest, const std::vector<std::string>& overrides,
                            const std::string& value, bool is_baseline) {
      SweepPoint p{overrides, {value}, is_baseline};
      p.overrides.insert(p.overrides.end(), rest.overrides.begin(), rest.overrides.end());
      p.values.insert(p.values.end(), rest.values.begin(), rest.values.end());
      longer.push_back(std::move(p));
    };
    if (i == 0 && !baseline.empty()) {
      for (const SweepPoint& rest : points) extend(rest, baseline, "baseline", true);
    }
    for (const std::string& value : v.values) {
      for (const SweepPoint& rest : points) extend(rest, {v.key + "=" + value}, value, false);
    }
    points = std::move(longer);
  }
  return points;
}

}  // namespace kasuri::cli
