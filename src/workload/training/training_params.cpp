// SPDX-License-Identifier: MIT
#include "workload/training/training_params.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/config/document.h"
#include "base/core/words.h"

namespace kasuri {

using namespace literals;

namespace {

// How long the work of a block takes, and how unevenly experts share it.
void add_kernel_fields(config::Fields<TrainingParams>& all) {
  using P = TrainingParams;
  config::Fields<P> own{
      config::field("kernels", &P::kernels,
                    "whole: a block takes its operations at `efficiency`; by-shape: each kernel by its "
                    "shape; default: by-shape for models with experts, else whole"),
      config::field("gemm_efficiency", &P::gemm_efficiency,
                    "share of the peak rate that full tiles of matrix products reach, by-shape (assumed)")
          .range(1e-6, 1),
      config::field("attention_efficiency", &P::attention_efficiency,
                    "the same of attention (assumed)")
          .range(1e-6, 1),
      config::field("kernel_time", &P::kernel_time, "from a kernel to the next, by-shape (assumed)")
          .range(0_ps, 1_ms),
      config::field("expert_skew", &P::expert_skew,
                    "tokens prefer experts by Zipf's law: expert k gets a share in proportion to "
                    "k^-skew; 0: all get the same")
          .range(0, 10),
      config::field("expert_loads", &P::expert_loads,
                    "what each expert gets instead, in proportion to these numbers")
          .range(0, 1e9),
      config::field("capacity_factor", &P::capacity_factor,
                    "tokens that an expert takes at most, by their mean; those beyond are dropped; "
                    "default: no limit")
          .range(0.01, 1e6),
  };
  for (auto& field : own) all.push_back(std::move(field));
}

}  // namespace

config::Fields<TrainingParams> TrainingParams::fields() {
  using P = TrainingParams;
  constexpr std::uint32_t kMost = 1u << 20;
  config::Fields<P> all;
  add_model_fields<P>(all);
  config::Fields<P> own{
      config::field("sequence", &P::sequence, "tokens of a sequence").range(1, 1u << 26).required(),
      config::field("microbatch", &P::microbatch, "sequences of a microbatch").range(1, 1u << 16),
      config::field("microbatches", &P::microbatches, "microbatches of each pipeline in a step")
          .range(1, 1u << 20),
      config::field("causal", &P::causal,
                    "tokens attend to earlier ones only: half of the attention's work"),
      config::field("recompute", &P::recompute,
                    "the backward pass repeats the forward pass of its layers"),
      config::field("gradient_element", &P::gradient_element, "bytes of a gradient when it is reduced")
          .range(1, 8),
      config::field("tp", &P::tp, "degree of tensor parallelism: consecutive ranks").range(1, kMost),
      config::field("pp", &P::pp, "stages of the pipeline: the outermost division of the ranks")
          .range(1, kMost),
      config::field("dp", &P::dp, "degree of data parallelism: between both").range(1, kMost),
      config::field("ep", &P::ep, "degree of expert parallelism: a part of the data parallelism")
          .range(1, kMost),
      config::field("interleave", &P::interleave, "parts of the model on each stage (interleaved 1F1B)")
          .range(1, 1u << 16),
      config::field("stages", &P::stages,
                    "even: all have equally many layers; uneven: some have one less, the last and the "
                    "first before others"),
      config::field(
          "zero", &P::zero,
          "what data parallelism divides: 0 nothing, 1 optimizer state, 2 gradients, 3 parameters")
          .range(0, 3),
      config::field(
          "bucket", &P::bucket,
          "gradients and parameters are exchanged in groups of whole layers of at most this size")
          .range(1_B, Bytes{std::int64_t{1} << 40}),
      config::field("overlap", &P::overlap, "data parallelism communicates while computation goes on"),
      config::field("sequence_parallel", &P::sequence_parallel,
                    "tensor parallelism divides activations: all-gather and reduce-scatter"),
      config::field(
          "merge_inside", &P::merge_inside,
          "a collective of tensor parallelism is one event, by formula: its links carry nothing"),
      config::field("inside_rate", &P::inside_rate,
                    "rate of a device in these, in each direction; default: by type"),
      config::field("inside_latency", &P::inside_latency, "of each step in these (assumed)")
          .range(0_ps, 1_ms),
      config::field("dp_merge", &P::dp_merge,
                    "1: data parallelism calls collectives; more: it sends rings of its own, in which this "
                    "number of steps is one, with any algorithms of the job")
          .range(1, 1u << 20),
      config::field("dp_step_latency", &P::dp_step_latency,
                    "latency of each ring step that dp_merge leaves out")
          .range(0_ps, 1_ms),
      config::field("steps", &P::steps, "training steps").range(1, 1u << 20),
  };
  for (auto& field : own) all.push_back(std::move(field));
  add_kernel_fields(all);
  add_fields<P>(all);
  return all;
}

void TrainingParams::validate(const TrainingParams& p, config::Section& section) {
  using P = TrainingParams;
  const auto divides = [&](auto member, std::uint64_t whole, const char* of, std::uint64_t by) {
    if (whole % by == 0) return;
    section.error(member, fmt::format("must divide {}: {} is not a multiple of {}", of, whole, by));
  };
  divides("heads", p.hidden, "hidden", p.heads);
  divides("kv_heads", p.heads, "heads", p.kv());
  divides(&P::tp, p.heads, "heads", p.tp);
  divides(&P::tp, p.ffn_size(), "the feed-forward size", p.tp);
  if (p.sequence_parallel) divides(&P::tp, p.sequence, "sequence", p.tp);
  divides(&P::ep, p.dp, "dp", p.ep);
  if (p.ep > 1 && p.experts == 0)
    section.error(&P::ep, "only a model with 'experts' has expert parallelism");
  if (p.experts > 0) divides(&P::ep, p.experts, "experts", p.ep);
  if (p.experts > 0 && p.experts_per_token > p.experts) {
    section.error("experts_per_token", fmt::format("the model has {} experts only", p.experts));
  }
  if (p.experts == 0 && (p.expert_skew > 0 || !p.expert_loads.empty() || p.capacity_factor)) {
    section.error(p.expert_skew > 0           ? "expert_skew"
                  : !p.expert_loads.empty() ? "expert_loads"
                                            : "capacity_factor",
                  "the model has no experts: set 'experts'");
  }
  if (!p.expert_loads.empty() && p.expert_skew > 0) {
    section.error(&P::expert_loads, "say the same as expert_skew: remove one of them");
  }
  if (p.experts > 0 && !p.expert_loads.empty() &&
      (p.expert_loads.size() != p.experts ||
       std::ranges::all_of(p.expert_loads, [](double l) { return l == 0; }))) {
    section.error(&P::expert_loads, fmt::format("must have a number for each of {}, not all 0; {} given",
                                                counted(p.experts, "expert"), p.expert_loads.size()));
  }
  if (p.ranks() > 1u << 30) {
    section.error(&P::dp,
                  fmt::format("tp × pp × dp are {} ranks; at most {} are possible", p.ranks(), 1u << 30));
  }
  const std::uint64_t chunks = std::uint64_t{p.pp} * p.interleave;
  if (chunks > p.layers) {
    section.error(&P::pp,
                  fmt::format("{} layers are fewer than {} parts (pp × interleave)", p.layers, chunks));
  } else if (p.stages == StageSizes::even && p.layers % chunks != 0) {
    section.error("layers",
                  fmt::format("{} layers are not divisible by {} parts (pp × interleave): use a "
                              "multiple, or set stages = \"uneven\", which gives {} one layer less",
                              p.layers, chunks, counted(chunks - p.layers % chunks, "part")));
  }
  if (p.interleave > 1 && p.pp == 1) section.error(&P::interleave, "needs a pipeline: set pp > 1");
  if (p.interleave > 1 && p.microbatches % p.pp != 0) {
    section.error(&P::microbatches,
                  fmt::format("must be a multiple of pp = {} with interleave > 1", p.pp));
  }
  if (p.zero == 3 && p.dp == 1) section.error(&P::zero, "there is nothing to divide with dp = 1");
  constexpr double kLargest = 5e11;  // of a message
  const double held = p.experts > 0 ? 1.0 * p.experts / p.ep : 1;
  const double layer = (1.0 * p.hidden * p.hidden * (2 + 2.0 * p.kv() / p.heads) +
                        held * (p.gated ? 3 : 2) * p.hidden * p.ffn_size()) / p.tp;
  const double words = 1.0 * p.vocabulary * p.hidden / p.tp;
  if (const double largest = (layer + 2 * words) * std::max(p.element, p.gradient_element);
      p.dp > 1 && largest > kLargest) {
    section.error("hidden",
                  fmt::format("a layer has {:.3g} bytes of parameters on each rank, too many for a "
                              "message: divide it by a larger tp",
                              largest));
  }
  const double activation = 1.0 * p.microbatch * p.sequence * p.hidden * p.element;
  if (activation * p.experts_per_token > kLargest) {
    section.error(
        &P::microbatch,
        fmt::format("the activations of a microbatch, {:.3g} bytes, are too large for a message",
                    activation));
  }
}

}  // namespace kasuri
