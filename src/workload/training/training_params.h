// SPDX-License-Identifier: MIT
// The settings of the motif "training": a transformer, how it is divided among ranks, and their devices.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/config/fields.h"
#include "base/core/units.h"
#include "workload/training/transformer.h"

namespace kasuri {

enum class StageSizes { even, uneven };
constexpr auto names_of(StageSizes) { return name_table("even", "uneven"); }
enum class KernelTimes { by_shape, whole };
constexpr auto names_of(KernelTimes) { return name_table("by-shape", "whole"); }

struct TrainingParams : TransformerParams {
  std::uint32_t steps = 1;
  // The work.
  std::uint32_t sequence = 0, microbatch = 1, microbatches = 1;
  bool causal = true, recompute = false;
  std::uint32_t gradient_element = 2;
  // Its division among ranks.
  std::uint32_t tp = 1, pp = 1, dp = 1, ep = 1;
  std::uint32_t interleave = 1;
  StageSizes stages = StageSizes::even;
  std::uint32_t zero = 0;
  Bytes bucket{Bytes{256} * (1 << 20)};
  bool overlap = true, sequence_parallel = false;
  // Its kernels, and which experts tokens prefer.
  std::optional<KernelTimes> kernels;
  double gemm_efficiency = 0.75, attention_efficiency = 0.5;
  Time kernel_time{4'000'000};
  double expert_skew = 0;
  std::vector<double> expert_loads;
  std::optional<double> capacity_factor;
  // What is simulated as one event.
  bool merge_inside = false;
  std::optional<BytesPerSecond> inside_rate;
  Time inside_latency{1'000'000};
  std::uint32_t dp_merge = 1;
  Time dp_step_latency{0};

  bool by_shape() const { return kernels ? *kernels == KernelTimes::by_shape : experts > 0; }
  std::uint64_t ranks() const { return std::uint64_t{tp} * pp * dp; }
  std::uint32_t chunks() const { return pp * interleave; }  // of consecutive layers

  static config::Fields<TrainingParams> fields();
  static void validate(const TrainingParams&, config::Section&);
};

}  // namespace kasuri
