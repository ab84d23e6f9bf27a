// SPDX-License-Identifier: MIT
// The settings of the motif "serving": a transformer, its instances, the requests that come, and how they
// are put into batches.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/config/fields.h"
#include "workload/training/transformer.h"

namespace kasuri {

enum class Arrivals { bursts, poisson, trace };
constexpr auto names_of(Arrivals) { return name_table("bursts", "poisson", "trace"); }
enum class KvTransfer { by_layer, whole };
constexpr auto names_of(KvTransfer) { return name_table("by-layer", "whole"); }

struct ServingParams : TransformerParams {
  // Instances, and the division of each.
  std::uint32_t instances = 0, prefill = 0, decode = 0;
  std::uint32_t tp = 1, ep = 1, pp = 1;
  std::optional<std::uint32_t> decode_tp, decode_ep, decode_pp;
  double expert_skew = 0;
  // Requests.
  Arrivals arrivals = Arrivals::poisson;
  std::uint32_t requests = 0;
  double rate = 0;  // in a second
  std::uint32_t burst = 8;
  std::uint32_t prompt = 0, output = 0;
  double cached = 0;
  std::optional<std::filesystem::path> trace;
  std::uint64_t seed = 1;
  // Batches and memory.
  std::uint32_t chunk = 2048, sequences = 256;
  std::optional<Bytes> memory;
  double memory_share = 0.9;
  std::uint32_t block = 16;
  std::optional<std::uint32_t> kv_element;
  KvTransfer kv_transfer = KvTransfer::whole;
  std::uint32_t kv_group = 1;
  std::optional<std::filesystem::path> efficiencies;
  Time slo_ttft{0}, slo_tpot{0};

  // How an instance is divided: tensor parallelism innermost, then replicas of attention, among which the
  // experts are divided, then stages.
  struct Degrees {
    std::uint32_t tp, ep, pp;
    std::uint32_t ranks() const { return tp * ep * pp; }
  };
  Degrees degrees(bool decodes) const {
    if (!decodes) return {tp, ep, pp};
    return {decode_tp.value_or(tp), decode_ep.value_or(ep), decode_pp.value_or(pp)};
  }
  bool apart() const { return prefill > 0; }
  std::uint32_t kv_bytes() const { return kv_element.value_or(element); }

  static config::Fields<ServingParams> fields();
  static void validate(const ServingParams&, config::Section&);
};

}  // namespace kasuri
