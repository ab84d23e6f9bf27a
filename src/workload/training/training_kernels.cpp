// SPDX-License-Identifier: MIT
#include "workload/training/training_kernels.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kasuri {
namespace {

constexpr double kTileRows = 128, kTileColumns = 256;

Time whole_time(double seconds) {
  return {static_cast<std::int64_t>(std::min(seconds * 1e12, 4e18) + 0.5)};
}

}  // namespace

double TrainingKernels::grouped(const std::vector<double>& m, double n, double k) const {
  double tiles = 0, bytes = 0;
  for (const double rows : m) {
    if (rows <= 0) continue;
    tiles += std::ceil(rows / kTileRows) * std::ceil(n / kTileColumns);
    bytes += p_.element * (rows * k + k * n + rows * n);
  }
  if (tiles == 0) return 0;
  const double units = device_.multiprocessors();
  const double operations = 2 * kTileRows * kTileColumns * k * std::ceil(tiles / units) * units;
  return std::max(operations / (device_.peak_flops() * p_.gemm_efficiency),
                  bytes / device_.memory_rate()) + p_.kernel_time.seconds();
}

// Gradients of the parameters: of each group k × n results, of which each sums over the group's rows. The
// tiles of groups differ in length: long ones begin first, so that the multiprocessors end together.
double TrainingKernels::weights(const std::vector<double>& m, double n, double k) const {
  const double tiles = std::ceil(k / kTileRows) * std::ceil(n / kTileColumns);
  double work = 0, longest = 0, bytes = 0;
  for (const double rows : m) {
    const double depth = std::ceil(rows);
    work += tiles * depth;
    longest = std::max(longest, depth);
    bytes += p_.element * (rows * k + rows * n) + p_.gradient_element * k * n;
  }
  const double units = device_.multiprocessors();
  const double operations = 2 * kTileRows * kTileColumns * std::max(work, longest * units);
  return std::max(operations / (device_.peak_flops() * p_.gemm_efficiency),
                  bytes / device_.memory_rate()) + p_.kernel_time.seconds();
}

double TrainingKernels::both_ways(const std::vector<double>& m, double n, double k, bool forward) const {
  return forward ? grouped(m, n, k) : grouped(m, k, n) + weights(m, n, k);
}

double TrainingKernels::moved(double values) const {
  return values * p_.element / device_.memory_rate() + p_.kernel_time.seconds();
}

Time TrainingKernels::attention(bool forward) const {
  const double h = p_.hidden, tp = p_.tp, t = tokens(), passes = forward ? 1 : 2;
  const double heads = h * (1 + 2.0 * p_.kv() / p_.heads) / tp;  // queries, keys and values
  const double scores = (p_.causal ? 2.0 : 4.0) * t * p_.sequence * h / tp * (forward ? 1 : 2.5);
  double s = both_ways({t}, heads, h, forward) + both_ways({t}, h, h / tp, forward);
  s += scores / (device_.peak_flops() * p_.attention_efficiency) + p_.kernel_time.seconds();
  s += passes * (moved(2 * own_tokens() * h) + moved(2 * t * heads) + moved(3 * own_tokens() * h));
  if (!forward && p_.recompute) return whole_time(s) + attention(true);
  return whole_time(s);
}

Time TrainingKernels::feed_forward(bool forward) const {
  return experts({tokens()}, forward);
}

// Of a dense model one "expert" gets all tokens, which nobody sorts.
Time TrainingKernels::experts(const std::vector<double>& tokens_of, bool forward) const {
  const double h = p_.hidden, f = 1.0 * p_.ffn_size() / p_.tp, passes = forward ? 1 : 2;
  const double into = (p_.gated ? 2 : 1) * f;
  const double rows = std::accumulate(tokens_of.begin(), tokens_of.end(), 0.0);
  double s = both_ways(tokens_of, into, h, forward) + both_ways(tokens_of, h, f, forward);
  double values = passes * (moved(2 * own_tokens() * h) + moved(rows * (into + f)) +
                            moved(3 * own_tokens() * h));
  if (p_.experts > 0) {
    s += both_ways({own_tokens()}, p_.experts, h, forward);  // the router
    const double k = p_.experts_per_token;
    values += passes * (moved(2 * k * own_tokens() * h) + moved((k + 1) * own_tokens() * h));
    // What has come from other ranks is sorted by expert, and back.
    if (p_.ep > 1) values += passes * 2 * moved(2 * rows * h);
  }
  s += values;
  if (!forward && p_.recompute) return whole_time(s) + experts(tokens_of, true);
  return whole_time(s);
}

Time TrainingKernels::output(bool forward) const {
  const double words = 1.0 * p_.vocabulary / p_.tp;
  // The loss reads the logits and writes their gradients.
  return whole_time(both_ways({tokens()}, words, p_.hidden, forward) +
                    moved((forward ? 2 : 1) * tokens() * words));
}

ExpertLoads::ExpertLoads(const TrainingParams& p) : by_rank_(p.ep) {
  std::vector<double> load = p.expert_loads;
  for (std::uint32_t e = static_cast<std::uint32_t>(load.size()); e < p.experts; ++e) {
    load.push_back(std::pow(1.0 + e, -p.expert_skew));
  }
  const double sum = std::accumulate(load.begin(), load.end(), 0.0);
  const double all = 1.0 * p.ep * p.microbatch * p.sequence * p.experts_per_token;
  double kept = 0, busiest = 0;
  std::vector<double> of_rank(p.ep);
  for (std::uint32_t e = 0; e < p.experts; ++e) {
    double tokens = all * load[e] / sum;
    if (p.capacity_factor) tokens = std::min(tokens, *p.capacity_factor * all / p.experts);
    by_rank_[e % p.ep].push_back(tokens);
    of_rank[e % p.ep] += tokens;
    kept += tokens;
  }
  for (const double tokens : of_rank) busiest = std::max(busiest, tokens);
  if (p.experts == 0) return;
  most_ = busiest * p.ep / all;
  dropped_ = std::max(0.0, 1 - kept / all);
}

}  // namespace kasuri
