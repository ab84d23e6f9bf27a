// SPDX-License-Identifier: MIT
// As much sleep as a stated slow-down allows (after PerfBound, Saravanan et al. 2014): a link keeps
// a histogram of its idle gaps and takes the smallest threshold t for which
//   (number of gaps longer than t) × T_lw <= bound × (time since the start)
// held so far: each such gap would have delayed its packet by one wake-up. Thresholds are the
// borders of the histogram's bins; the first gaps are slept through after T_lt.
//
// The bound is on each link's own delays; on a path of many links they add up, and where packets
// wait for one another anyway they matter less.
#include <algorithm>
#include <array>
#include <bit>

#include "network/power/policy.h"

namespace kasuri {
namespace {

using namespace literals;

struct PerfBoundParams {
  double bound = 0.01;
  std::uint32_t learn = 16;

  static config::Fields<PerfBoundParams> fields() {
    using P = PerfBoundParams;
    return {config::field("bound", &P::bound, "largest delay by wake-ups of a link, as a share of the time")
                .range(0, 10),
            config::field("learn", &P::learn, "idle gaps that a link observes before it uses its histogram")
                .range(1, 1'000'000)};
  }
};

class PerfBound final : public LinkPolicy {
 public:
  PerfBound(const PerfBoundParams& p, PolicyContext& c) : LinkPolicy(c), p_(p), links_(c.links) {}

  Rest rest(std::uint32_t link, Time idle, Time want) override {
    Histogram& h = links_[link];
    const Time threshold = h.gaps < p_.learn ? c_.threshold : threshold_of(h, idle);
    const Rest rest = rest_with({.light = threshold}, idle, want);
    if (want > idle && want != kEndless) {
      const std::size_t bin = bin_of(want - idle);
      ++h.bins[bin];
      ++h.gaps;
      if (bin >= h.first) ++h.longer;
    }
    return rest;
  }

 private:
  // Four bins an octave, from 4 ns on: bin 4 o + k begins at 2^o (4 + k) ns. The first one holds all
  // shorter gaps, the last one all longer ones (from 3.6 ms on).
  static constexpr std::size_t kBins = 80;
  struct Histogram {
    std::uint32_t gaps = 0;
    std::uint32_t first = kBins;  // bin at which the threshold begins; `longer` gaps are in it and above
    std::uint64_t longer = 0;
    std::array<std::uint32_t, kBins> bins{};
  };

  static std::size_t bin_of(Time gap) {
    const auto ns = static_cast<std::uint64_t>(gap.ps) / 1000;
    if (ns < 4) return 0;
    const auto octave = static_cast<std::size_t>(std::bit_width(ns)) - 3;
    return std::min(kBins - 1, octave * 4 + (ns >> octave) - 4);
  }
  static Time begin_of(std::size_t bin) {
    return Time{static_cast<std::int64_t>(4 + bin % 4) * 1000 << bin / 4};
  }

  // A threshold at the lower border of bin `first` sends the link to sleep in all gaps from there on.
  // One gap more or less moves it by few bins, so the search begins where the last one ended.
  Time threshold_of(Histogram& h, Time now) const {
    const double allowed = p_.bound * static_cast<double>(now.ps);
    const auto wake = static_cast<double>(c_.modes[0].leave.ps);
    const auto too_many = [&](std::uint64_t gaps) { return static_cast<double>(gaps) * wake > allowed; };
    while (h.first < kBins && too_many(h.longer)) h.longer -= h.bins[h.first++];
    while (h.first > 0 && !too_many(h.longer + h.bins[h.first - 1])) h.longer += h.bins[--h.first];
    if (h.first == 0) return Time{0};
    return h.first == kBins ? kEndless : begin_of(h.first);
  }

  PerfBoundParams p_;
  std::vector<Histogram> links_;
};

const config::Register<PerfBound, PerfBoundParams> perf_bound{
    "perf-bound", "as much sleep as a given slow-down allows, from a histogram of idle gaps"};

}  // namespace
}  // namespace kasuri
