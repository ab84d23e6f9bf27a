// SPDX-License-Identifier: MIT
// Who is where: instances one after the other, first those that prefill. In an instance tensor parallelism
// is innermost, then the replicas of attention, then the stages. Request k goes to instance k modulo
// their number. The first rank of an instance leads it.
#pragma once

#include <cstdint>
#include <vector>

#include "workload/motifs/motif.h"
#include "workload/serving/serving_model.h"
#include "workload/serving/serving_params.h"
#include "workload/serving/serving_requests.h"

namespace kasuri {

struct ServingPlan {
  enum class Role : std::uint8_t { both, prefill, decode };
  struct Place {
    std::uint32_t instance, stage, replica, slice;
  };
  // Keys and values that one device of an instance has and one of another needs.
  struct Shard {
    std::uint32_t stage, slice, to_stage, to_slice;
    std::uint32_t heads, first, last;  // layers
  };

  explicit ServingPlan(const ServingParams&);
  ServingPlan(const ServingPlan&) = delete;  // the models refer to the parameters
  ServingPlan& operator=(const ServingPlan&) = delete;

  std::uint32_t instances() const { return p.apart() ? p.prefill + p.decode : p.instances; }
  Role role_of(std::uint32_t instance) const {
    return !p.apart() ? Role::both : instance < p.prefill ? Role::prefill : Role::decode;
  }
  const ServingModel& model_of(std::uint32_t instance) const {
    return role_of(instance) == Role::decode ? decoder : model;
  }
  std::uint32_t leader_of(std::uint32_t instance) const;
  std::uint32_t ranks() const { return leader_of(instances()); }
  Place place_of(std::uint32_t rank) const;
  std::uint32_t rank_of(const Place&) const;
  // Where a request is prefilled, and where it is decoded.
  std::uint32_t prefills(std::uint32_t request) const {
    return request % (p.apart() ? p.prefill : p.instances);
  }
  std::uint32_t decodes(std::uint32_t request) const {
    return p.apart() ? p.prefill + request % p.decode : prefills(request);
  }
  // The messages of a shard: layers of the sender in groups, which it computes one after the other.
  std::uint32_t group_layers(std::uint32_t stage) const {
    return p.kv_transfer == KvTransfer::whole ? model.layers_of(stage) : p.kv_group;
  }
  std::uint32_t groups(std::uint32_t stage) const {
    return (model.layers_of(stage) + group_layers(stage) - 1) / group_layers(stage);
  }
  Bytes bytes_of(const Shard&, std::uint32_t group, std::uint32_t tokens) const;  // 0: no message
  Bytes moved(std::uint32_t tokens) const;

  ServingParams p;
  ServingModel model, decoder;
  std::vector<ServingRequest> requests;
  std::vector<Shard> shards;
};

}  // namespace kasuri
