// SPDX-License-Identifier: MIT
// Axes of pictures: units by magnitude, round ticks, linear and logarithmic.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kasuri {

// What an axis shows, in its base unit: a number, s, B, B/s, W, J, or a share of 1.
enum class Quantity { number, time, bytes, rate, power, energy, share };

struct AxisUnit {
  std::string name;  // "ns"; empty for numbers
  double scale = 1;  // of it in base units
};
// The unit in which the largest value shown is at least 1 and, but for the largest unit, below
// 1000.
AxisUnit unit_for(Quantity, double largest);

struct Tick {
  double value;       // in base units
  std::string label;  // empty for a minor one
};

class Axis {
 public:
  // Over these values, rounded outwards to ticks; `fit`: not rounded. A logarithmic axis is for
  // values above zero.
  Axis(std::string name, Quantity, double low, double high, bool log, bool fit = false);

  // Labels of the caller's, each with its unit, in place of those of the unit.
  void set_ticks(std::vector<Tick> ticks);

  // "mean latency [ns]".
  std::string title() const;
  const std::vector<Tick>& ticks() const { return ticks_; }
  // Where a value is: 0 at the low end, 1 at the high end. What is beyond an end is at the end.
  double place(double value) const;
  double low() const { return low_; }
  double high() const { return high_; }
  bool log() const { return log_; }
  const AxisUnit& unit() const { return unit_; }

 private:
  void linear(bool fit);
  void logarithmic(bool fit);

  std::string name_;
  Quantity quantity_;
  double low_, high_;
  bool log_;
  AxisUnit unit_;
  std::vector<Tick> ticks_;
};

// Whether an axis over these values should be logarithmic: all above zero, over two decades or
// more.
bool spans_decades(double low, double high);

}  // namespace kasuri
