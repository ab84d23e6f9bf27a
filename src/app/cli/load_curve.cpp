// SPDX-License-Identifier: MIT
#include "app/cli/load_curve.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/config/json_text.h"
#include "base/config/tables.h"
#include "base/core/errors.h"
#include "base/core/units.h"
#include "base/stats/plot.h"

namespace kasuri::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kLoad = ".pattern.load";
constexpr double kShort = 0.15;  // of what is offered and not accepted, at saturation
constexpr std::size_t kAtOnce = 2;  // points of a curve, while it goes up
// Longer than any measurement; [measure] ends the run.
constexpr std::string_view kEndless = "3600 s";

[[noreturn]] void no_curve(const std::string& why) {
  throw Error(Exit::usage, ErrorPlace("kasuri sweep"), "--load-curve: " + why);
}

double load_from(const std::string& text) {
  double x = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (error != std::errc{} || end != text.data() + text.size() || !(x > 0)) {
    no_curve(fmt::format("the load {} is no number above 0", text));
  }
  return x;
}

// The only load of the configuration.
std::string only_load(const std::map<std::string, std::string>& settings) {
  std::vector<std::string> loads;
  for (const auto& [key, value] : settings) {
    if (key.starts_with("jobs.") && key.ends_with(kLoad)) loads.push_back(key);
  }
  if (loads.empty()) {
    no_curve("no job has a pattern with a load, as in pattern = { type = \"uniform\", load = 0.2 }");
  }
  if (loads.size() > 1) {
    no_curve(fmt::format("{} jobs have a load; name the one that varies: --vary {}=0.1:1:0.1", loads.size(),
                       loads[0]));
  }
  return loads[0];
}

std::optional<double> value_of(const Json& summary, const char* key) {
  const auto load = summary.find("load");
  if (load == summary.end() || !load->contains(key) || !(*load)[key].is_number()) return {};
  return (*load)[key].get<double>();
}

std::string latency_text(const std::optional<double>& ps) {
  return ps ? to_string(Time{std::llround(*ps)}) : "-";
}

std::string load_text(const std::optional<double>& share) {
  return share ? fmt::format("{:.4f}", *share) : "-";
}

Json number_or_null(const std::optional<double>& x) { return x ? Json(*x) : Json(); }

std::string without_quotes(std::string text) {
  std::erase_if(text, [](char c) { return c == '"' || c == '\''; });
  return text;
}

}  // namespace

LoadCurves::LoadCurves(const std::map<std::string, std::string>& settings, std::vector<Variation> varied)
    : others_(std::move(varied)) {
  for (double load = 1; load <= 10; ++load) loads_.push_back(load / 10);
  const auto is_load = [](const Variation& v) { return v.key.ends_with(kLoad); };
  const auto named = std::ranges::find_if(others_, is_load);
  if (named == others_.end()) {
    key_ = only_load(settings);
  } else {
    key_ = named->key;
    loads_.clear();
    for (const std::string& value : named->values) loads_.push_back(load_from(value));
    std::ranges::sort(loads_);
    others_.erase(named);
  }
  if (const auto second = std::ranges::find_if(others_, is_load); second != others_.end()) {
    no_curve("one load varies, and two are given: " + key_ + ", " + second->key);
  }
  // The flow level has no [measure]: its patterns last as long as they say.
  const auto level = settings.find("fidelity");
  if (level == settings.end() || level->second != "\"flow\"") {
    if (!settings.contains("measure.precision")) overrides_.push_back("measure.precision=0.03");
    overrides_.push_back(fmt::format("{}.duration=\"{}\"", key_.substr(0, key_.rfind('.')), kEndless));
  }
  for (SweepPoint& p : sweep_points(others_, {})) curves_.push_back({std::move(p)});
}

LoadCurves::Bounds LoadCurves::bounds(const Curve& c) {
  Bounds b;
  for (const auto& [load, point] : c.points) {
    if (point.saturated) {
      b.saturated = load;
      break;
    }
    b.stable = load;
  }
  return b;
}

std::vector<double> LoadCurves::next_loads(const Curve& c) const {
  if (c.failed) return {};
  const Bounds b = bounds(c);
  std::vector<double> next;
  if (!b.saturated) {
    for (const double load : loads_) {
      if (!c.points.contains(load) && next.size() < kAtOnce) next.push_back(load);
    }
    return next;
  }
  const double low = b.stable.value_or(0);
  if (*b.saturated - low > kResolution * 1.000001) next.push_back((low + *b.saturated) / 2);
  return next;
}

std::vector<SweepPoint> LoadCurves::next() const {
  std::vector<SweepPoint> points;
  for (const Curve& c : curves_) {
    for (const double load : next_loads(c)) {
      SweepPoint p = c.settings;
      const std::string value = fmt::format("{}", load);
      p.values.push_back(value);
      p.overrides.push_back(fmt::format("{}={}", key_, value));
      p.overrides.insert(p.overrides.end(), overrides_.begin(), overrides_.end());
      points.push_back(std::move(p));
    }
  }
  return points;
}

void LoadCurves::add(const SweepPoint& point, const PointResult& result) {
  const auto curve = std::ranges::find_if(curves_, [&](const Curve& c) {
    return std::ranges::equal(c.settings.values, std::span(point.values).first(point.values.size() - 1));
  });
  const auto summary = config::json_from(result.summary);
  const auto load = summary.is_object() ? summary.find("load") : summary.end();
  if (result.failed() || load == summary.end()) {
    curve->failed = true;
    return;
  }
  LoadPoint p{load_from(point.values.back())};
  p.offered = value_of(summary, "offered");
  p.accepted = value_of(summary, "accepted");
  p.latency_ps = value_of(summary, "latency_ps");
  p.half_width_ps = value_of(summary, "latency_ci95_ps");
  // Long messages make the verdict of a short run a matter of chance.
  const auto verdict = load->find("saturated");
  if (!p.accepted || verdict == load->end() || !verdict->is_boolean()) {
    curve->failed = true;
    return;
  }
  p.saturated = verdict->get<bool>() || *p.accepted < (1 - kShort) * p.offered.value_or(0);
  if (p.saturated) p.latency_ps = p.half_width_ps = {};
  curve->points[p.load] = p;
}

std::vector<Variation> LoadCurves::varied() const {
  std::vector<Variation> all = others_;
  all.push_back({key_, {}});
  return all;
}

// "minimal-adaptive", "2, minimal-adaptive".
std::string LoadCurves::name(const Curve& c) const {
  return without_quotes(fmt::format("{}", fmt::join(c.settings.values, ", ")));
}

std::string LoadCurves::saturation_text() const {
  std::vector<std::string> ends, open;
  double widest = 0;
  for (const Curve& c : curves_) {
    const Bounds b = bounds(c);
    const std::string of = curves_.size() > 1 ? fmt::format(" ({})", name(c)) : "";
    if (b.saturated) {
      ends.push_back(fmt::format("{:.2f}{}", (b.stable.value_or(0) + *b.saturated) / 2, of));
      widest = std::max(widest, (*b.saturated - b.stable.value_or(0)) / 2);
    } else if (b.stable) {
      open.push_back(fmt::format("{:.2f}{}", *b.stable, of));
    }
  }
  std::string text;
  if (!ends.empty()) {
    text += fmt::format("saturates at {} of the NICs' rate, each within {:.2f}\n", fmt::join(ends, ", "),
                        widest);
  }
  if (!open.empty()) text += fmt::format("does not saturate up to {}\n", fmt::join(open, ", "));
  if (!next().empty() || std::ranges::any_of(curves_, &Curve::failed)) {
    text += "not finished: points are missing, which the same command runs\n";
  }
  return text;
}

std::string LoadCurves::text() const {
  std::vector<std::vector<std::string>> rows(1);
  for (const Variation& v : others_) rows[0].push_back(v.key);
  for (const char* head : {"load", "offered", "accepted", "latency", "±", "saturated"}) {
    rows[0].emplace_back(head);
  }
  for (const Curve& c : curves_) {
    for (const auto& [load, p] : c.points) {
      auto& row = rows.emplace_back(c.settings.values);
      for (std::string& value : row) value = without_quotes(value);
      row.insert(row.end(), {fmt::format("{:.4g}", load), load_text(p.offered), load_text(p.accepted),
                             latency_text(p.latency_ps), latency_text(p.half_width_ps),
                             p.saturated ? "yes" : "no"});
    }
  }
  const bool open = std::ranges::any_of(curves_, [](const Curve& c) {
    return std::ranges::any_of(c.points, [](const auto& entry) {
      return !entry.second.saturated && !entry.second.half_width_ps;
    });
  });
  return config::aligned(rows) +
         (open && !overrides_.empty() ? "±: half of the 95 % interval of the mean; \"-\": its mean still "
                                        "moves, which a larger measure.most mends\n" : "") +
         saturation_text();
}

std::string LoadCurves::json() const {
  Json curves = Json::array();
  for (const Curve& c : curves_) {
    Json settings = Json::object(), points = Json::array();
    for (std::size_t i = 0; i < others_.size(); ++i) settings[others_[i].key] = c.settings.values[i];
    for (const auto& [load, p] : c.points) {
      points.push_back({{"load", load},
                        {"offered", number_or_null(p.offered)},
                        {"accepted", number_or_null(p.accepted)},
                        {"latency_ps", number_or_null(p.latency_ps)},
                        {"latency_ci95_ps", number_or_null(p.half_width_ps)},
                        {"saturated", p.saturated}});
    }
    const Bounds b = bounds(c);
    curves.push_back({{"settings", std::move(settings)},
                      {"stable_load", number_or_null(b.stable)},
                      {"saturated_load", number_or_null(b.saturated)},
                      {"points", std::move(points)}});
  }
  return Json{{"finished", next().empty() && std::ranges::none_of(curves_, &Curve::failed)},
              {"curves", std::move(curves)}}.dump(1) + "\n";
}

// A saturated point has no latency: its mark is at the upper edge.
std::string LoadCurves::latency_chart() const {
  double most = 0;
  for (const Curve& c : curves_) {
    for (const auto& [load, p] : c.points) {
      most = std::max(most, (p.latency_ps.value_or(0) + p.half_width_ps.value_or(0)) * 1e-12);
    }
  }
  const double edge = 1.1 * most;
  Plot plot{.title = "latency over offered load (hollow: saturated, it grows without end)",
            .x = {.name = "offered load", .quantity = Quantity::share, .from_zero = true},
            .y = {.name = "latency", .quantity = Quantity::time, .from_zero = true}};
  for (const Curve& c : curves_) {
    PlotSeries s{.name = curves_.size() > 1 ? name(c) : ""};
    for (const auto& [load, p] : c.points) {
      if (!p.latency_ps && !p.saturated) continue;
      s.points.push_back({p.offered.value_or(load), p.saturated ? edge : *p.latency_ps * 1e-12});
      s.half_widths.push_back(p.half_width_ps.value_or(0) * 1e-12);
      s.hollow.push_back(p.saturated);
    }
    plot.series.push_back(std::move(s));
  }
  return draw(plot);
}

std::string LoadCurves::accepted_chart() const {
  Plot plot{.title = "accepted over offered load (hollow: saturated)",
            .x = {.name = "offered load", .quantity = Quantity::share, .from_zero = true},
            .y = {.name = "accepted load", .quantity = Quantity::share, .from_zero = true}};
  for (const Curve& c : curves_) {
    PlotSeries s{.name = curves_.size() > 1 ? name(c) : ""};
    for (const auto& [load, p] : c.points) {
      if (!p.accepted) continue;
      s.points.push_back({p.offered.value_or(load), *p.accepted});
      s.hollow.push_back(p.saturated);
    }
    plot.series.push_back(std::move(s));
  }
  return draw(plot);
}

}  // namespace kasuri::cli
