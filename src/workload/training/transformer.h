// SPDX-License-Identifier: MIT
// A transformer, dense or with experts, and the device that computes it: settings that training and
// serving have in common.
#pragma once

#include <cstdint>
#include <optional>

#include "base/config/fields.h"
#include "mpi/ranks/device.h"

namespace kasuri {

struct TransformerParams : mpi::DeviceParams {
  std::uint32_t layers = 0, hidden = 0, heads = 0;
  std::optional<std::uint32_t> kv_heads, ffn;
  bool gated = true;
  std::uint32_t vocabulary = 0;
  std::uint32_t experts = 0, experts_per_token = 2;
  std::uint32_t element = 2;

  std::uint32_t kv() const { return kv_heads.value_or(heads); }
  // Three matrices with 8/3 hidden have as many parameters as two with 4 hidden. Rounded up to 256, as in
  // Llama (arXiv:2302.13971): 11,008 of 4,096.
  std::uint32_t ffn_size() const {
    return ffn.value_or(gated ? (8 * hidden / 3 + 255) / 256 * 256 : 4 * hidden);
  }
  // Of a layer: of attention, and of a feed-forward block or an expert.
  double attention_parameters() const { return 1.0 * hidden * hidden * (2 + 2.0 * kv() / heads); }
  double block_parameters() const { return (gated ? 3.0 : 2.0) * hidden * ffn_size(); }

  template <class P>
  static void add_model_fields(config::Fields<P>& fields);
};

template <class P>
void TransformerParams::add_model_fields(config::Fields<P>& fields) {
  using T = TransformerParams;
  constexpr std::uint32_t kMost = 1u << 20;
  using Number = std::uint32_t P::*;
  using Maybe = std::optional<std::uint32_t> P::*;
  config::Fields<P> own{
      config::field("layers", static_cast<Number>(&T::layers), "transformer layers")
          .range(1, 1u << 16)
          .required(),
      config::field("hidden", static_cast<Number>(&T::hidden), "size of a token's vector")
          .range(1, kMost)
          .required(),
      config::field("heads", static_cast<Number>(&T::heads), "attention heads").range(1, kMost).required(),
      config::field("kv_heads", static_cast<Maybe>(&T::kv_heads),
                    "heads of keys and values; default: as many as heads")
          .range(1, kMost),
      config::field("ffn", static_cast<Maybe>(&T::ffn),
                    "inner size of the feed-forward block, or of an expert; default: 4 × hidden, if gated "
                    "8/3 × hidden, rounded up to a multiple of 256")
          .range(1, 1u << 24),
      config::field("gated", static_cast<bool P::*>(&T::gated),
                    "the feed-forward block has three matrices (SwiGLU), not two"),
      config::field("vocabulary", static_cast<Number>(&T::vocabulary),
                    "tokens: embedding on the first stage, output on the last; 0: without both")
          .range(0, 1u << 24),
      config::field("experts", static_cast<Number>(&T::experts), "experts of each layer; 0: a dense model")
          .range(0, 1u << 16),
      config::field("experts_per_token", static_cast<Number>(&T::experts_per_token),
                    "experts that a token goes to")
          .range(1, 1u << 16),
      config::field("element", static_cast<Number>(&T::element),
                    "bytes of a parameter and of an activation")
          .range(1, 8)};
  for (auto& field : own) fields.push_back(std::move(field));
}

}  // namespace kasuri
