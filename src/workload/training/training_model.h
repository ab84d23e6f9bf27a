// SPDX-License-Identifier: MIT
// What a rank computes, stores and sends for its layers. b sequences of s tokens with h values each; a
// value has e bytes. Of a layer and microbatch, the forward pass (Narayanan et al., SC21,
// arXiv:2104.04473):
//
//   attention     h² (2 + 2 · kv_heads / heads) parameters, 2 b s of operations for each, and
//                 4 b s² h for scores and values, half of it if causal
//   feed-forward  3 h f parameters if gated, else 2 h f; with experts of this size, each token goes to k
//   output        h · vocabulary parameters
//
// all divided by tp. The backward pass takes twice as many, with recomputation three times. Memory
// traffic is the parameters and 8 b s h values for each block (assumed). Norms, dropout and the router of
// experts are left out. The optimizer (Adam, mixed precision) moves 30 bytes for each of its parameters.
//
// Layers are in parts (pp × interleave), part k on stage k mod pp. If not all have equally many, parts
// with one layer less are the last, the first, the last but one, the second, …: Llama 3
// (arXiv:2407.21783, section 3.3.2) takes a layer from the first stage, which has the embedding, and the
// last, which has the output.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "workload/training/training_kernels.h"
#include "workload/training/training_params.h"

namespace kasuri {

struct Bucket {
  std::uint32_t layers = 0;
  double dense = 0, expert = 0;  // parameters of this rank
};

class TrainingModel {
 public:
  explicit TrainingModel(const TrainingParams&);

  std::uint32_t layers_of(std::uint32_t part) const;
  // Of a part of the model, in the order of its layers.
  std::vector<Bucket> buckets_of(std::uint32_t part) const;
  Bucket parameters_on(std::uint32_t stage) const;  // of one rank, all its layers
  double parameters() const;                        // of the whole model
  double flops_per_step() const;                    // of the model, without recomputation

  // Bytes.
  Bytes activation() const { return {whole(1.0 * p_.microbatch * p_.sequence * p_.hidden * p_.element)}; }
  Bytes between_stages() const { return {activation().n / (p_.sequence_parallel ? p_.tp : 1)}; }
  // Of an all-to-all, what a rank has for each of ep ranks.
  Bytes expert_block() const;

  Time attention(bool forward) const { return attention_[forward]; }
  // Of a rank of a group of expert parallelism: ranks get different numbers of tokens.
  Time feed_forward(bool forward, std::uint32_t expert_rank) const {
    return feed_forward_[expert_rank][forward];
  }
  Time output(bool forward) const { return output_[forward]; }
  const ExpertLoads& expert_loads() const { return loads_; }
  Time optimizer(std::uint32_t stage) const;
  // Of one collective of tensor parallelism, by the formula of a ring.
  Time inside(bool allreduce) const;

  const mpi::Device& device() const { return device_; }
  static std::int64_t whole(double n) { return static_cast<std::int64_t>(std::min(n, 4e18) + 0.5); }

 private:
  using BothPasses = std::array<Time, 2>;  // backward, forward
  BothPasses passes(Time once) const { return {once * (p_.recompute ? 3 : 2), once}; }
  void count_whole_blocks();
  void count_kernels();

  const TrainingParams& p_;
  mpi::Device device_;
  ExpertLoads loads_;
  BothPasses attention_{}, output_{};
  std::vector<BothPasses> feed_forward_;  // by rank of expert parallelism
};

// What a stage does, one after the other: 1F1B, and interleaved 1F1B (Narayanan et al., section 2.2).
class TrainingSchedule {
 public:
  struct Slot {
    bool forward;
    std::uint32_t part;  // of the stage, from 0 to interleave − 1
    std::uint32_t microbatch;
  };
  TrainingSchedule(const TrainingParams&, std::uint32_t stage);

  std::uint32_t slots() const { return 2 * all_; }
  Slot slot(std::uint32_t k) const;

 private:
  std::uint32_t stages_, parts_, all_, warm_up_;
};

}  // namespace kasuri
