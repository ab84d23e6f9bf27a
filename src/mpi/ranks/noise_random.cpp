// SPDX-License-Identifier: MIT
// Detours at random times, independent of one another (a Poisson process), of equal or exponentially
// distributed lengths. Time is divided into spans of the mean interval: how many detours begin in one is
// Poisson distributed with mean 1, and they begin anywhere in it, which is the same process, but each
// span is a function of (seed, node, its number).

#include <algorithm>
#include <array>
#include <cmath>

#include "base/config/document.h"
#include "base/core/rng.h"
#include "mpi/ranks/noise.h"

namespace kasuri::mpi {
namespace {

enum class NoiseLengths { equal, exponential };
constexpr auto names_of(NoiseLengths) { return name_table("equal", "exponential"); }

struct RandomParams {
  Time interval{1'000'000'000};
  Time duration{10'000'000};
  NoiseLengths lengths = NoiseLengths::exponential;

  static config::Fields<RandomParams> fields() {
    using P = RandomParams;
    using namespace literals;
    return {config::field("interval", &P::interval, "mean time between the beginnings of interruptions")
                .range(1_ns, 1'000'000_ms),
            config::field("duration", &P::duration,
                          "mean length of an interruption").range(1_ps, 1'000'000_ms),
            config::field("lengths", &P::lengths,
                          "all interruptions equally long, or exponentially distributed lengths of at most "
                          "ten times the mean")};
  }
  static void validate(const RandomParams& p, config::Section& section) {
    if (p.duration.ps > p.interval.ps / 2) {
      section.error(&RandomParams::duration,
                    "must be at most half of the interval (" + to_string(p.interval) +
                        "), or no time is left to compute");
    }
  }
};

class Random final : public Noise {
 public:
  Random(const RandomParams& p, NoiseContext& c)
      : p_(p),
        seed_(c.seed),
        longest_(p.duration * (p.lengths == NoiseLengths::equal ? 1 : kLongest)) {}

 private:
  static constexpr std::uint32_t kStream = 0x4e100000;
  static constexpr std::int64_t kLongest = 10;
  static constexpr std::size_t kMostInSpan = 16;  // more have a probability of 1e-14

  Detour first_ending_after(NodeId node, Time t) const override {
    const std::int64_t earliest = t.ps - longest_.ps;
    for (std::int64_t span = std::max<std::int64_t>(0, earliest / p_.interval.ps);; ++span) {
      Detour first{kNever, kNever};
      const std::uint32_t n = how_many(node, span);
      for (std::uint32_t i = 0; i < n; ++i) {
        const Detour d = detour(node, span, i);
        if (d.until > t && d.from < first.from) first = d;
      }
      if (first.from < kNever) return first;
    }
  }

  std::array<std::uint64_t, 2> draw(NodeId node, std::int64_t span, std::uint32_t i) const {
    return random_at(seed_, node.v, kStream + i, static_cast<std::uint64_t>(span));
  }
  std::uint32_t how_many(NodeId node, std::int64_t span) const {
    double left = unit_interval(draw(node, span, kMostInSpan)[0]);
    double share = std::exp(-1.0);
    std::uint32_t n = 0;
    while (left > share && n < kMostInSpan) {
      left -= share;
      share /= ++n;
    }
    return n;
  }
  Detour detour(NodeId node, std::int64_t span, std::uint32_t i) const {
    const auto [where, length] = draw(node, span, i);
    const Time from{span * p_.interval.ps +
                    static_cast<std::int64_t>(
                        below(where, static_cast<std::uint64_t>(p_.interval.ps)))};
    if (p_.lengths == NoiseLengths::equal) return {from, from + p_.duration};
    const double times = std::min<double>(kLongest, -std::log(unit_interval(length)));
    const auto ps = static_cast<std::int64_t>(times * static_cast<double>(p_.duration.ps));
    return {from, from + Time{std::max<std::int64_t>(1, ps)}};
  }

  RandomParams p_;
  std::uint64_t seed_;
  Time longest_;
};

const config::Register<Random, RandomParams> random_noise{
    "random", "interruptions at random times, with equal or exponentially distributed lengths"};

}  // namespace
}  // namespace kasuri::mpi
