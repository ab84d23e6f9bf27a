// SPDX-License-Identifier: MIT
// Rates of nodes, see noise.h.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "base/core/rng.h"
#include "mpi/ranks/noise.h"

namespace kasuri::mpi {
namespace {

constexpr std::uint32_t kRateStream = 0x4e200000;
constexpr double kLeastRate = 0.01, kMostRate = 100;

const config::Describe<ComputeParams> compute{"compute", "nodes that compute faster or slower than others"};
const config::Describe<std::vector<NodeRateParams>> slow{"compute.slow", "nodes with a rate of their own"};

double rate_drawn(RateSpread spread, double deviation, std::array<std::uint64_t, 2> bits) {
  const double u = unit_interval(bits[0]), v = unit_interval(bits[1]);
  switch (spread) {
    case RateSpread::none: return 1;
    case RateSpread::normal: {  // Box and Muller, 1958
      const double z = std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v);
      return 1 + deviation * std::clamp(z, -4.0, 4.0);
    }
    case RateSpread::uniform: return 1 + deviation * std::numbers::sqrt3 * (2 * u - 1);
    case RateSpread::exponential: return 1 / (1 + deviation * std::min(10.0, -std::log(u)));
  }
  return 1;
}

}  // namespace

config::Fields<NodeRateParams> NodeRateParams::fields() {
  using P = NodeRateParams;
  return {config::field("nodes", &P::nodes, "numbers of nodes; on machines of GPUs each GPU is one")
              .size(1, 1 << 20)
              .required(),
          config::field("rate", &P::rate, "how fast they compute: 0.8 takes 1.25 times as long")
              .range(kLeastRate, kMostRate)
              .required()};
}

config::Fields<ComputeParams> ComputeParams::fields() {
  using P = ComputeParams;
  return {config::field("slow", &P::slow, "nodes with a rate of their own, which no spread changes"),
          config::field("spread", &P::spread,
                        "how rates of nodes are distributed: normal or uniform around 1, exponential "
                        "(times of 1 and more), or all equal"),
          config::field("deviation", &P::deviation,
                        "standard deviation of the rates; exponential: mean of what times are longer")
              .range(0, 0.24),
          config::field("seed", &P::seed, "seed of the rates that are drawn; default: run.seed")
              .range(0, INT64_MAX)};
}

void ComputeParams::validate(const ComputeParams& p, config::Section& section) {
  if (p.spread == RateSpread::none && p.deviation > 0) {
    section.error(&ComputeParams::deviation,
                  "has no effect without a spread; set spread = \"normal\", \"uniform\" or "
                  "\"exponential\"");
  }
  if (p.spread != RateSpread::none && p.deviation <= 0) {
    section.error(&ComputeParams::spread, fmt::format("spread \"{}\" needs a deviation above 0, as in "
                                                      "deviation = 0.02",
                                                      kasuri::name_of(p.spread)));
  }
}

void ComputeParams::check_nodes(std::uint64_t count, config::Section section) const {
  auto lists = section.sections("slow");
  for (std::size_t i = 0; i < slow.size() && i < lists.size(); ++i) {
    for (const std::uint32_t node : slow[i].nodes) {
      if (node < count) continue;
      lists[i].error("nodes", fmt::format("there is no node {}; the machine has nodes 0 to {}", node,
                                          count - 1));
      break;
    }
  }
}

ComputeRates::ComputeRates(const ComputeParams& p, std::uint64_t run_seed)
    : spread_(p.spread),
      deviation_(p.deviation),
      seed_(p.seed ? static_cast<std::uint64_t>(*p.seed) : run_seed) {
  for (const NodeRateParams& list : p.slow) {
    for (const std::uint32_t node : list.nodes) named_[node] = list.rate;
  }
}

double ComputeRates::of(NodeId node) const {
  if (const auto named = named_.find(node.v); named != named_.end()) return named->second;
  if (spread_ == RateSpread::none) return 1;
  return rate_drawn(spread_, deviation_, random_at(seed_, node.v, kRateStream, 0));
}

Time ComputeRates::time(NodeId node, Time t) const {
  const double rate = of(node);
  if (rate == 1) return t;
  return {static_cast<std::int64_t>(std::min(static_cast<double>(t.ps) / rate, 4e18) + 0.5)};
}

}  // namespace kasuri::mpi
