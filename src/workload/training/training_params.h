// SPDX-License-Identifier: MIT
// The settings of the motif "training": a transformer, how it is divided among ranks, and their devices.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/config/fields.h"
#include "base/core/units.h"
#include "mpi/ranks/device.h"

namespace kasuri {

struct TrainingParams : mpi::DeviceParams {
  std::uint32_t steps = 1;
  // The model.
  std::uint32_t layers = 0, hidden = 0, heads = 0;
  std::optional<std::uint32_t> kv_heads, ffn;
  bool gated = true;
  std::uint32_t vocabulary = 0;
  std::uint32_t experts = 0, experts_per_token = 2;
  // The work.
  std::uint32_t sequence = 0, microbatch = 1, microbatches = 1;
  bool causal = true, recompute = false;
  std::uint32_t element = 2, gradient_element = 2;
  // Its division among ranks.
  std::uint32_t tp = 1, pp = 1, dp = 1, ep = 1;
  std::uint32_t interleave = 1;
  std::string stages = "even";
  std::uint32_t zero = 0;
  Bytes bucket{Bytes{256} * (1 << 20)};
  bool overlap = true, sequence_parallel = false;
  // Its kernels, and which experts tokens prefer.
  std::optional<std::string> kernels;
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

  bool by_shape() const { return kernels ? *kernels == "by-shape" : experts > 0; }
  std::uint64_t ranks() const { return std::uint64_t{tp} * pp * dp; }
  std::uint32_t chunks() const { return pp * interleave; }  // of consecutive layers
  std::uint32_t kv() const { return kv_heads.value_or(heads); }
  // Three matrices with 8/3 hidden have as many parameters as two with 4 hidden. Rounded up to 256, as in
  // Llama (arXiv:2302.13971): 11,008 of 4,096.
  std::uint32_t ffn_size() const {
    return ffn.value_or(gated ? (8 * hidden / 3 + 255) / 256 * 256 : 4 * hidden);
  }

  static config::Fields<TrainingParams> fields();
  static void validate(const TrainingParams&, config::Section&);
};

}  // namespace kasuri
