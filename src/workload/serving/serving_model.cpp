// SPDX-License-Identifier: MIT
#include "workload/serving/serving_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/core/errors.h"
#include "workload/serving/serving_requests.h"
#include "workload/training/training_kernels.h"

namespace kasuri {

ServingModel::ServingModel(const ServingParams& p, const ServingParams::Degrees& d)
    : p_(p), d_(d), device_(p) {
  if (p.experts > 0) {
    TrainingParams loads;
    loads.experts = p.experts, loads.experts_per_token = p.experts_per_token;
    loads.ep = d.ep, loads.sequence = 1, loads.expert_skew = p.expert_skew;
    skew_ = ExpertLoads(loads).most();
  }
  if (p.efficiencies) read_efficiencies();
  const double memory = static_cast<double>(p.memory.value_or(device_.memory()).n) * p.memory_share;
  double tokens = 1e18;
  for (std::uint32_t stage = 0; stage < d.pp; ++stage) {
    const double left = memory - parameters_on(stage);
    if (left <= 0) {
      throw Error(Exit::usage,
                  fmt::format("the parameters of stage {} take {:.4g} GB of each device, but "
                              "memory_share of its "
                              "memory is {:.4g} GB: raise tp, pp{} or memory",
                              stage, parameters_on(stage) / 1e9, memory / 1e9, p.experts ? ", ep" : ""));
    }
    const double token = static_cast<double>(head_bytes()) * heads() * layers_of(stage);
    tokens = std::min(tokens, left / token);
  }
  blocks_ = static_cast<std::uint64_t>(tokens) / p.block;
}

void ServingModel::read_efficiencies() {
  const NumberColumn columns[] = {{"tokens", 1, 1e9, true}, {"efficiency", 1e-6, 1, false},
                                  {"memory_efficiency", 1e-6, 1, false}};
  read_numbers(*p_.efficiencies, columns, 3,
               [&](LineFile& file, std::size_t line, std::span<const double> n) {
                 if (!efficiencies_.empty() && n[0] <= efficiencies_.back().tokens) {
                   return file.error(line, 1, "tokens must rise from line to line: sort the lines");
                 }
                 efficiencies_.push_back({n[0], n[1], n[2]});
               });
  if (efficiencies_.empty()) {
    throw Error(Exit::usage, p_.efficiencies->string() + ": there is no line of numbers in the file");
  }
}

ServingModel::Efficiency ServingModel::efficiency(double tokens) const {
  if (efficiencies_.empty()) return {tokens, p_.efficiency, p_.memory_efficiency};
  const auto above = std::ranges::lower_bound(efficiencies_, tokens, {}, &Efficiency::tokens);
  if (above == efficiencies_.begin()) return *above;
  if (above == efficiencies_.end()) return efficiencies_.back();
  const Efficiency &a = above[-1], &b = *above;
  const double share = (tokens - a.tokens) / (b.tokens - a.tokens);
  return {tokens, std::lerp(a.compute, b.compute, share), std::lerp(a.memory, b.memory, share)};
}

double ServingModel::parameters_on(std::uint32_t stage) const {
  const double held = p_.experts > 0 ? 1.0 * p_.experts / d_.ep : 1;
  double n = layers_of(stage) * (p_.attention_parameters() + held * p_.block_parameters());
  const double words = 1.0 * p_.vocabulary * p_.hidden;
  if (stage == 0) n += words;
  if (stage + 1 == d_.pp) n += words;
  return n * p_.element / d_.tp;
}

Bytes ServingModel::exchange(std::uint32_t tokens) const {
  const double goes = 1 - std::pow(1 - 1.0 / d_.ep, p_.experts_per_token);
  return {static_cast<std::int64_t>(std::ceil(tokens * goes * p_.hidden * p_.element / d_.tp * skew_))};
}

Time ServingModel::time(std::uint32_t stage, const Work& w, double tokens_of_all) const {
  const Efficiency reached = efficiency(w.tokens);
  const auto roofline = [&](double operations, double bytes) {
    return device_.time(operations / d_.tp * p_.efficiency / reached.compute,
                        bytes / d_.tp * p_.memory_efficiency / reached.memory);
  };
  const double h = p_.hidden, e = p_.element, moved = 8 * w.tokens * h;
  const double a = p_.attention_parameters(), b = p_.block_parameters();
  Time layer = roofline(2 * w.tokens * a, e * (a + moved));
  layer += roofline(4 * h * w.pairs, w.read * static_cast<double>(head_bytes()) * heads() * d_.tp);
  double per_token = 1, touched = 1;
  if (p_.experts > 0) {
    const double all = p_.experts, k = p_.experts_per_token;
    per_token = k * skew_ * tokens_of_all / d_.ep / w.tokens;
    touched = all / d_.ep * (1 - std::pow(1 - k / all, tokens_of_all));
  }
  layer += roofline(2 * w.tokens * per_token * b, e * (touched * b + moved * per_token));
  Time sum = layer * layers_of(stage);
  if (stage + 1 == d_.pp && w.outputs > 0 && p_.vocabulary > 0) {
    sum += roofline(2 * w.outputs * h * p_.vocabulary, e * h * p_.vocabulary);
  }
  return sum;
}

}  // namespace kasuri
