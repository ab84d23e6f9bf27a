// SPDX-License-Identifier: MIT
// Latency over offered load, and where it saturates: `kasuri sweep --load-curve`. Each point is a run in
// steady state ([measure]). A curve goes up through its loads to the first one that saturates; then the
// middle between that and the largest one that does not is tried, until they are kResolution apart. Which
// points are run depends on results alone, not on how many run at the same time.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/sweep_points.h"
#include "app/cli/sweep_store.h"

namespace kasuri::cli {

// A share of the NICs' rate. None where the summary has none.
struct LoadPoint {
  double load = 0;  // as set
  std::optional<double> offered{}, accepted{};
  std::optional<double> latency_ps{}, half_width_ps{};  // mean from creation, its 95 % interval
  bool saturated = false;
};

class LoadCurves {
 public:
  static constexpr double kResolution = 0.02;  // of the NICs' rate

  // The settings as they are written (sweep_keys.h), and those that vary; one of these may be a load, and
  // its values then take the place of 0.1 to 1. Throws Error(Exit::usage) if no pattern has a load, or
  // several have one and none is named.
  LoadCurves(const std::map<std::string, std::string>& settings, std::vector<Variation> varied);

  // Of all curves, those to run next; none: they are finished.
  std::vector<SweepPoint> next() const;
  // What came out; a run that failed ends its curve.
  void add(const SweepPoint&, const PointResult&);

  // The load is the last.
  std::vector<Variation> varied() const;
  std::string text() const;
  std::string json() const;
  // Latency and what is accepted, over what is offered.
  std::string latency_chart() const;
  std::string accepted_chart() const;

 private:
  struct Curve {
    SweepPoint settings{};  // all but the load
    std::map<double, LoadPoint> points{};
    bool failed = false;
  };
  // Between which loads it saturates.
  struct Bounds {
    std::optional<double> stable, saturated;
  };
  static Bounds bounds(const Curve&);
  std::vector<double> next_loads(const Curve&) const;
  std::string name(const Curve&) const;
  std::string saturation_text() const;

  std::vector<Variation> others_;
  std::string key_;            // of the load
  std::vector<double> loads_;  // ascending
  std::vector<std::string> overrides_;  // that make runs end in steady state
  std::vector<Curve> curves_;
};

}  // namespace kasuri::cli
