// SPDX-License-Identifier: MIT
// The kernels of a layer, one by one (`kernels = "by-shape"`): how long a GPU takes for matrix products of
// a shape, for attention, and for what only moves memory.
//
// A matrix product of m × k by k × n is divided into tiles of 128 × 256 results, as in CUTLASS. Tiles that
// are not full take as long as others; multiprocessors take one tile after the other, and all wait for the
// last ones (tile and wave quantisation, NVIDIA, "Matrix Multiplication Background User's Guide"). It takes
//
//   max(2 · 128 · 256 · k · ⌈tiles / multiprocessors⌉ · multiprocessors / (peak · gemm_efficiency),
//       bytes of the three matrices / memory) + kernel_time
//
// The experts of a GPU are one grouped product: the tiles of each are rounded up, all share the
// multiprocessors. With few tokens for each expert most of a tile is empty, or the bytes take longer.
// Attention does its operations at attention_efficiency · peak (FlashAttention: its backward pass has five
// products for two). Norms, residuals, activations and the sorting of tokens by experts move memory.
#pragma once

#include <vector>

#include "mpi/ranks/device.h"
#include "workload/training/training_params.h"

namespace kasuri {

class TrainingKernels {
 public:
  TrainingKernels(const TrainingParams& p, const mpi::Device& d) : p_(p), device_(d) {}

  // Of a layer and microbatch.
  Time attention(bool forward) const;
  Time feed_forward(bool forward) const;
  // Of the experts of a rank, which get so many tokens each.
  Time experts(const std::vector<double>& tokens, bool forward) const;
  Time output(bool forward) const;

  // For tests: seconds.
  double product(double m, double n, double k) const { return grouped({m}, n, k); }
  double grouped(const std::vector<double>& m, double n, double k) const;

 private:
  double both_ways(const std::vector<double>& m, double n, double k, bool forward) const;
  double weights(const std::vector<double>& m, double n, double k) const;
  double moved(double values) const;
  double tokens() const { return 1.0 * p_.microbatch * p_.sequence; }
  double own_tokens() const { return tokens() / (p_.sequence_parallel ? p_.tp : 1); }

  const TrainingParams& p_;
  const mpi::Device& device_;
};

// What the experts of each rank of a group get, if tokens prefer some experts.
class ExpertLoads {
 public:
  explicit ExpertLoads(const TrainingParams&);

  // Tokens of a microbatch of the whole group, by expert, that a rank of it (0 to ep − 1) computes.
  const std::vector<double>& of(std::uint32_t rank) const { return by_rank_[rank]; }
  // Of the busiest rank, by the mean.
  double most() const { return most_; }
  // Of all tokens, those beyond the capacity of their experts.
  double dropped() const { return dropped_; }

 private:
  std::vector<std::vector<double>> by_rank_;
  double most_ = 1, dropped_ = 0;
};

}  // namespace kasuri
