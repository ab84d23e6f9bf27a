// SPDX-License-Identifier: MIT
// [noise]: what takes processors away from programs now and then (operating systems, daemons, hardware):
// computation takes longer by the detours that fall into it (Hoefler, Schneider & Lumsdaine,
// "Characterizing the influence of system noise on large-scale applications by simulation", SC 2010). Each
// node has detours of its own; all its ranks have the same ones, each on its own core.
//
// [compute]: nodes (GPUs, on machines of GPUs) that compute faster or slower than programs, motifs and
// traces say: named ones, and all by a random spread. A node keeps its rate for the whole run. Computation
// of length t takes t / rate. Rates of a spread of deviation d, with z drawn from (seed, node):
//   normal        1 + d z, z of a standard normal distribution, at most 4 in size
//   uniform       1 + d z, z between −√3 and √3, whose standard deviation is 1, too
//   exponential   1 / (1 + d z), z exponentially distributed, at most 10: none is faster, few are slow
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/config/registry.h"
#include "base/core/ids.h"
#include "base/core/named_enum.h"
#include "base/core/units.h"

namespace kasuri::mpi {

struct NoiseContext {
  std::uint64_t seed;
};

class Noise {
 public:
  static constexpr std::string_view kKind = "noise";
  static constexpr std::string_view kKindMeaning = "operating-system noise: interruptions of computation";
  using Base = Noise;
  using Context = NoiseContext;

  virtual ~Noise() = default;

  // When computation of this length is done that begins at `start`.
  Time end_of(NodeId node, Time start, Time work) const {
    Time now = start;
    for (;;) {
      const Detour d = first_ending_after(node, now);
      if (d.from >= now + work) return now + work;
      if (d.from > now) work -= d.from - now;
      now = d.until;
    }
  }

 protected:
  struct Detour {
    Time from, until;
  };
  // Of the detours of a node that end after `t`, the one that begins first. A function of its
  // arguments: nothing is remembered.
  virtual Detour first_ending_after(NodeId, Time t) const = 0;
};

enum class RateSpread : std::uint8_t { none, normal, uniform, exponential };
constexpr auto names_of(RateSpread) { return name_table("none", "normal", "uniform", "exponential"); }

struct NodeRateParams {
  std::vector<std::uint32_t> nodes;
  double rate = 1;

  static config::Fields<NodeRateParams> fields();
};

struct ComputeParams {
  std::vector<NodeRateParams> slow;
  RateSpread spread = RateSpread::none;
  double deviation = 0;
  std::optional<std::int64_t> seed;

  static config::Fields<ComputeParams> fields();
  static void validate(const ComputeParams&, config::Section&);
  // Once the machine is known.
  void check_nodes(std::uint64_t nodes, config::Section) const;
};

class ComputeRates {
 public:
  ComputeRates(const ComputeParams&, std::uint64_t run_seed);

  double of(NodeId) const;
  // How long a node computes what takes `t` at rate 1.
  Time time(NodeId, Time t) const;

 private:
  RateSpread spread_;
  double deviation_;
  std::uint64_t seed_;
  std::unordered_map<std::uint32_t, double> named_;
};

}  // namespace kasuri::mpi
