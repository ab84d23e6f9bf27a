// SPDX-License-Identifier: MIT
#include "base/stats/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kasuri {
namespace {

constexpr int kSteps = 6;        // about so many on a linear axis
constexpr int kMostDecades = 8;  // labels on a logarithmic one
constexpr double kSlack = 1e-9;  // for what was rounded
constexpr double kFiner = 1.4;   // a step may be so much finer than these would be

// Units of 1000 from `first` times the base unit.
AxisUnit among(const std::vector<std::string>& names, double first, double largest,
               double factor = 1000) {
  double scale = first;
  std::size_t i = 0;
  while (i + 1 < names.size() && largest >= scale * factor * (1 - kSlack)) {
    scale *= factor;
    ++i;
  }
  return {names[i], scale};
}

std::string digits(int n) {
  static const char* const kRaised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = n < 0 ? "⁻" : "";
  for (const char c : fmt::format("{}", std::abs(n))) text += kRaised[c - '0'];
  return text;
}

// Without noise of binary fractions, and no more digits than a step of the axis needs.
std::string label_of(double value, double step) {
  if (std::abs(value) < step * kSlack) return "0";
  const double largest = std::max(std::abs(value), step);
  if (largest >= 1e6 || largest < 1e-4) return fmt::format("{:.3g}", value);
  const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + kSlack)));
  return fmt::format("{:.{}f}", value, decimals);
}

// "1000", or "10⁶" where that would be long; `value` is a mantissa of 1, 2 or 5 times a power of
// ten.
std::string log_label(int mantissa, int exponent) {
  if (exponent >= -3 && exponent <= 4) {
    return fmt::format("{:g}", mantissa * std::pow(10.0, exponent));
  }
  return fmt::format("{}10{}", mantissa == 1 ? "" : fmt::format("{}·", mantissa), digits(exponent));
}

}  // namespace

AxisUnit unit_for(Quantity q, double largest) {
  switch (q) {
    case Quantity::number: return {"", 1};
    case Quantity::time: return among({"ps", "ns", "µs", "ms", "s"}, 1e-12, largest);
    case Quantity::bytes: return among({"B", "kB", "MB", "GB", "TB"}, 1, largest);
    case Quantity::rate: return among({"B/s", "kB/s", "MB/s", "GB/s", "TB/s"}, 1, largest);
    case Quantity::power: return among({"µW", "mW", "W", "kW", "MW"}, 1e-6, largest);
    case Quantity::energy: return among({"pJ", "nJ", "µJ", "mJ", "J", "kJ", "MJ"}, 1e-12, largest);
    case Quantity::share: return {"%", 0.01};
  }
  return {"", 1};
}

bool spans_decades(double low, double high) { return low > 0 && high >= 100 * low; }

Axis::Axis(std::string name, Quantity quantity, double low, double high, bool log, bool fit)
    : name_(std::move(name)), quantity_(quantity), low_(low), high_(high), log_(log && low > 0) {
  unit_ = unit_for(quantity, std::max(std::abs(low), std::abs(high)));
  if (high_ <= low_) {  // one value: a little around it
    high_ = log_ ? low_ * 2 : low_ + (low_ == 0 ? unit_.scale : std::abs(low_) * 0.1);
    if (log_)
      low_ /= 2;
    else if (low_ != 0)
      low_ -= std::abs(low_) * 0.1;
    fit = false;
  }
  if (log_)
    logarithmic(fit);
  else
    linear(fit);
}

void Axis::set_ticks(std::vector<Tick> ticks) {
  ticks_ = std::move(ticks);
  unit_ = {};
}

std::string Axis::title() const {
  return unit_.name.empty() ? name_ : fmt::format("{} [{}]", name_, unit_.name);
}

double Axis::place(double value) const {
  if (log_) {
    if (value <= low_) return 0;
    return std::min(1.0, std::log(value / low_) / std::log(high_ / low_));
  }
  return std::clamp((value - low_) / (high_ - low_), 0.0, 1.0);
}

void Axis::linear(bool fit) {
  const double low = low_ / unit_.scale, high = high_ / unit_.scale;
  const double raw = (high - low) / kSteps, power = std::pow(10.0, std::floor(std::log10(raw)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0}) {
    if (raw <= kFiner * factor * power) step = factor * power;
  }
  const double first = fit ? std::ceil(low / step - kSlack) : std::floor(low / step + kSlack);
  const double last = fit ? std::floor(high / step + kSlack) : std::ceil(high / step - kSlack);
  for (double i = first; i <= last; ++i) {
    ticks_.push_back({i * step * unit_.scale, label_of(i * step, step)});
  }
  if (fit) return;
  low_ = first * step * unit_.scale;
  high_ = last * step * unit_.scale;
}

// Labels at decades; at 2 and 5 of each, too, if there would be less than two.
void Axis::logarithmic(bool fit) {
  const double low = low_ / unit_.scale, high = high_ / unit_.scale;
  const int from = static_cast<int>(std::floor(std::log10(low) + kSlack));
  const int to = static_cast<int>(std::ceil(std::log10(high) - kSlack));
  // The ends at 1, 2 or 5 times a power of ten.
  double begin = std::pow(10.0, from), end = std::pow(10.0, to);
  for (const double m : {2.0, 5.0}) {
    if (m * std::pow(10.0, from) <= low * (1 + kSlack)) begin = m * std::pow(10.0, from);
  }
  for (const double m : {0.5, 0.2}) {
    if (m * std::pow(10.0, to) >= high * (1 - kSlack)) end = m * std::pow(10.0, to);
  }
  if (fit) {
    begin = low;
    end = high;
  }
  const auto inside = [&](double v) {
    return v >= begin * (1 - kSlack) && v <= end * (1 + kSlack);
  };
  int decades = 0;
  for (int e = from; e <= to; ++e) decades += inside(std::pow(10.0, e));
  const int every = (decades + kMostDecades - 1) / kMostDecades;
  for (int e = from; e <= to; ++e) {
    for (int m = 1; m < 10; ++m) {
      const double v = m * std::pow(10.0, e);
      if (!inside(v)) continue;
      const bool decade = m == 1 && (every <= 1 || e % every == 0);
      const bool between = decades < 3 && (m == 2 || m == 5);
      if (every > 1 && m > 1) continue;
      ticks_.push_back({v * unit_.scale, decade || between ? log_label(m, e) : ""});
    }
  }
  low_ = begin * unit_.scale;
  high_ = end * unit_.scale;
}

}  // namespace kasuri
