// SPDX-License-Identifier: MIT
#include "workload/training/training_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kasuri {

TrainingModel::TrainingModel(const TrainingParams& p) : p_(p), device_(p), loads_(p) {
  if (p.by_shape()) {
    count_kernels();
  } else {
    count_whole_blocks();
  }
}

void TrainingModel::count_whole_blocks() {
  const TrainingParams& p = p_;
  const double tokens = 1.0 * p.microbatch * p.sequence, tp = p.tp;
  const double scores = (p.causal ? 2.0 : 4.0) * tokens * p.sequence * p.hidden;
  const double moved = 8 * tokens * p.hidden;
  attention_ = passes(device_.time((2 * tokens * p_.attention_parameters() + scores) / tp,
                                   p.element * (p_.attention_parameters() + moved) / tp));
  const double held = p.experts > 0 ? 1.0 * p.experts / p.ep : 1;
  for (std::uint32_t rank = 0; rank < p.ep; ++rank) {
    double per_token = 1;
    if (p.experts > 0) {
      const std::vector<double>& own = loads_.of(rank);
      per_token = std::accumulate(own.begin(), own.end(), 0.0) / tokens;
    }
    feed_forward_.push_back(
        passes(device_.time(2 * tokens * per_token * p_.block_parameters() / tp,
                            p.element * (held * p_.block_parameters() + moved * per_token) / tp)));
  }
  const double output = 1.0 * p.hidden * p.vocabulary;
  if (p.vocabulary == 0) return;
  const Time once = device_.time(2 * tokens * output / tp, p.element * output / tp);
  output_ = {once * 2, once};
}

void TrainingModel::count_kernels() {
  const TrainingKernels kernels(p_, device_);
  for (const bool forward : {false, true}) {
    attention_[forward] = kernels.attention(forward);
    if (p_.vocabulary > 0) output_[forward] = kernels.output(forward);
  }
  for (std::uint32_t rank = 0; rank < p_.ep; ++rank) {
    BothPasses& both = feed_forward_.emplace_back();
    for (const bool forward : {false, true}) {
      both[forward] =
          p_.experts > 0 ? kernels.experts(loads_.of(rank), forward) : kernels.feed_forward(forward);
    }
  }
}

std::uint32_t TrainingModel::layers_of(std::uint32_t part) const {
  const std::uint32_t n = p_.chunks();
  const std::uint32_t fewer = p_.layers % n == 0 ? 0 : n - p_.layers % n;
  // In the order in which parts lose a layer: the last, the first, the last but one, …
  const std::uint32_t from_end = n - 1 - part;
  const std::uint32_t place = from_end <= part ? 2 * from_end : 2 * part + 1;
  return (p_.layers + n - 1) / n - (place < fewer ? 1 : 0);
}

std::vector<Bucket> TrainingModel::buckets_of(std::uint32_t part) const {
  const std::uint32_t layers = layers_of(part);
  const double dense = (p_.attention_parameters() + (p_.experts > 0 ? 0 : p_.block_parameters())) / p_.tp;
  const double expert = p_.experts > 0 ? p_.block_parameters() * p_.experts / p_.ep / p_.tp : 0;
  const double all = (dense + expert) * layers * p_.gradient_element;
  const double wanted = std::ceil(all / static_cast<double>(p_.bucket.n));
  const auto n = static_cast<std::uint32_t>(std::clamp(wanted, 1.0, static_cast<double>(layers)));
  std::vector<Bucket> buckets(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    Bucket& b = buckets[i];
    b.layers =
        static_cast<std::uint32_t>(std::uint64_t{layers} * (i + 1) / n - std::uint64_t{layers} * i / n);
    b.dense = dense * b.layers;
    b.expert = expert * b.layers;
  }
  const double words = 1.0 * p_.vocabulary * p_.hidden / p_.tp;
  if (part == 0) buckets.front().dense += words;
  if (part + 1 == p_.chunks()) buckets.back().dense += words;
  return buckets;
}

Bucket TrainingModel::parameters_on(std::uint32_t stage) const {
  Bucket sum;
  for (std::uint32_t part = stage; part < p_.chunks(); part += p_.pp) {
    for (const Bucket& b : buckets_of(part)) {
      sum.layers += b.layers, sum.dense += b.dense, sum.expert += b.expert;
    }
  }
  return sum;
}

double TrainingModel::parameters() const {
  const double blocks = p_.experts > 0 ? p_.experts : 1;
  return p_.layers * (p_.attention_parameters() + blocks * p_.block_parameters()) +
         2.0 * p_.vocabulary * p_.hidden;
}

double TrainingModel::flops_per_step() const {
  const double tokens = 1.0 * p_.microbatch * p_.sequence;
  const double scores = (p_.causal ? 2.0 : 4.0) * tokens * p_.sequence * p_.hidden;
  const double blocks = p_.experts > 0 ? p_.experts_per_token : 1;
  const double forward =
      p_.layers * (2 * tokens * (p_.attention_parameters() + blocks * p_.block_parameters()) + scores) +
      2 * tokens * p_.hidden * p_.vocabulary;
  return 3 * forward * p_.microbatches * p_.dp;
}

Bytes TrainingModel::expert_block() const {
  const double tokens = 1.0 * p_.microbatch * p_.sequence / (p_.sequence_parallel ? p_.tp : 1);
  return {whole(tokens * p_.experts_per_token * p_.hidden * p_.element / p_.ep * loads_.most())};
}

Time TrainingModel::optimizer(std::uint32_t stage) const {
  constexpr double kBytes = 30;
  const Bucket all = parameters_on(stage);
  const double mine =
      p_.zero > 0 ? all.dense / p_.dp + all.expert * p_.ep / p_.dp : all.dense + all.expert;
  return device_.time(0, kBytes * mine);
}

// A ring of n devices: n − 1 steps of S / n bytes, twice for an allreduce.
Time TrainingModel::inside(bool allreduce) const {
  const std::int64_t n = p_.tp, steps = (n - 1) * (allreduce ? 2 : 1);
  const Bytes share{(activation().n + n - 1) / n};
  return (share / p_.inside_rate.value_or(device_.scale_up_rate()) + p_.inside_latency) * steps;
}

TrainingSchedule::TrainingSchedule(const TrainingParams& p, std::uint32_t stage)
    : stages_(p.pp), parts_(p.interleave), all_(p.microbatches * p.interleave) {
  const std::uint32_t later = p.pp - 1 - stage;
  warm_up_ = std::min(all_, parts_ == 1 ? later : 2 * later + (parts_ - 1) * stages_);
}

TrainingSchedule::Slot TrainingSchedule::slot(std::uint32_t k) const {
  const std::uint32_t steady = 2 * (all_ - warm_up_);
  const bool in_steady = k >= warm_up_ && k - warm_up_ < steady;
  const bool forward = k < warm_up_ || (in_steady && (k - warm_up_) % 2 == 0);
  const std::uint32_t before = k < warm_up_ ? k : in_steady ? warm_up_ + (k - warm_up_) / 2 : all_;
  const std::uint32_t i = forward ? before : k - before - (in_steady ? 1 : 0);
  if (parts_ == 1) return {forward, 0, i};
  const std::uint32_t within = i % (stages_ * parts_), part = within / stages_;
  return {forward, forward ? part : parts_ - 1 - part,
          i / (stages_ * parts_) * stages_ + within % stages_};
}

}  // namespace kasuri
