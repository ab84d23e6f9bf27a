// SPDX-License-Identifier: MIT
#include "workload/serving/serving_plan.h"

#include <algorithm>

namespace kasuri {

ServingPlan::ServingPlan(const ServingParams& params)
    : p(params), model(p, p.degrees(false)), decoder(p, p.degrees(true)) {
  requests = serving_requests(p, {model.blocks() * p.block, decoder.blocks() * p.block});
  if (!p.apart()) return;
  const ServingParams::Degrees &from = model.degrees(), &to = decoder.degrees();
  const std::uint32_t kv = p.kv();
  // A device that needs a head gets it from one that has it; of several, from that at its own place.
  const auto holder = [&](std::uint32_t head, std::uint32_t slice) {
    if (from.tp <= kv) return head / (kv / from.tp);
    const std::uint32_t copies = from.tp / kv;
    return head * copies + slice % copies;
  };
  for (std::uint32_t to_stage = 0; to_stage < to.pp; ++to_stage) {
    for (std::uint32_t to_slice = 0; to_slice < to.tp; ++to_slice) {
      const std::uint32_t first_head =
          static_cast<std::uint32_t>(std::uint64_t{to_slice} * kv / to.tp);
      for (std::uint32_t stage = 0; stage < from.pp; ++stage) {
        const std::uint32_t first = std::max(model.first_layer(stage), decoder.first_layer(to_stage));
        const std::uint32_t last = std::min(model.first_layer(stage + 1), decoder.first_layer(to_stage
            + 1));
        if (first >= last) continue;
        for (std::uint32_t head = first_head; head < first_head + decoder.heads(); ++head) {
          const std::uint32_t slice = holder(head, to_slice);
          const bool known = head > first_head && shards.back().slice == slice;
          if (known) ++shards.back().heads;
          else shards.push_back({stage, slice, to_stage, to_slice, 1, first, last});
        }
      }
    }
  }
}

std::uint32_t ServingPlan::leader_of(std::uint32_t instance) const {
  const std::uint32_t before = std::min(instance, p.apart() ? p.prefill : p.instances);
  return before * model.degrees().ranks() + (instance - before) * decoder.degrees().ranks();
}

ServingPlan::Place ServingPlan::place_of(std::uint32_t rank) const {
  const std::uint32_t size = model.degrees().ranks(), all = p.apart() ? p.prefill : p.instances;
  const std::uint32_t instance =
      rank < all * size ? rank / size : all + (rank - all * size) / decoder.degrees().ranks();
  const ServingParams::Degrees& d = model_of(instance).degrees();
  const std::uint32_t within = rank - leader_of(instance);
  return {instance, within / (d.tp * d.ep), within / d.tp % d.ep, within % d.tp};
}

std::uint32_t ServingPlan::rank_of(const Place& at) const {
  const ServingParams::Degrees& d = model_of(at.instance).degrees();
  return leader_of(at.instance) + at.slice + d.tp * (at.replica + d.ep * at.stage);
}

Bytes ServingPlan::bytes_of(const Shard& s, std::uint32_t group, std::uint32_t tokens) const {
  const std::uint32_t begin = model.first_layer(s.stage) + group * group_layers(s.stage);
  const std::uint32_t first = std::max(s.first, begin);
  const std::uint32_t last = std::min(s.last, begin + group_layers(s.stage));
  if (first >= last) return {0};
  return {std::int64_t{tokens} * (last - first) * s.heads * model.head_bytes()};
}

Bytes ServingPlan::moved(std::uint32_t tokens) const {
  Bytes all{0};
  for (const Shard& s : shards) {
    all += Bytes{std::int64_t{tokens} * (s.last - s.first) * s.heads * model.head_bytes()};
  }
  return all;
}

}  // namespace kasuri
