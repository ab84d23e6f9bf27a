// SPDX-License-Identifier: MIT
// Which requests an instance computes next: continuous batching with chunked prefill (Yu et al., "Orca",
// OSDI 2022; Agrawal et al., "Sarathi-Serve", OSDI 2024). A batch has one token of each request that is
// decoded, then tokens of prompts, first come, first served, until each replica has `chunk` tokens or
// `sequences` requests.
//
// A request is admitted when its replica has blocks of memory for its prompt and for all of its answer, so
// none is preempted; others wait behind it, in order. The replica with most free memory takes it.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "workload/serving/serving_plan.h"

namespace kasuri {

class ServingBatches {
 public:
  struct Piece {
    std::uint32_t request;
    std::uint32_t tokens;  // of its prompt; 0: it is decoded
    bool first, last;      // of its prompt
  };
  struct Batch {
    std::uint32_t number = 0;
    std::vector<Piece> pieces;
    ServingModel::Work work;    // each of the replica that has most
    std::uint32_t most = 0;     // tokens of a replica
    std::uint32_t tokens = 0;   // of all
  };
  using Tell = std::function<void(std::uint32_t request)>;

  ServingBatches(const ServingPlan&, std::uint32_t instance);

  void enqueue(std::uint32_t request) { waiting_.push_back(request); }
  // The next that there is memory for.
  std::optional<std::uint32_t> admit();
  void ready(std::uint32_t request);  // to be decoded: its keys and values are here
  void release(std::uint32_t request);
  std::uint32_t replica_of(std::uint32_t request) const { return state_of(request).replica; }

  std::optional<Batch> next();
  // Its tokens are there: requests have their first one, or have all.
  void finish(const Batch&, const Tell& first, const Tell& ended);

 private:
  struct State {
    std::uint32_t replica = 0, done = 0, produced = 0;
    bool under_way = false;
  };
  State& state_of(std::uint32_t request) { return states_[request / stride_]; }
  const State& state_of(std::uint32_t request) const { return states_[request / stride_]; }
  std::uint64_t blocks_for(std::uint32_t request) const;

  const ServingPlan& plan_;
  ServingPlan::Role role_;
  std::uint32_t stride_;
  const ServingModel& model_;
  std::vector<State> states_;
  std::vector<std::uint64_t> free_;  // blocks, by replica
  std::deque<std::uint32_t> waiting_;
  std::vector<std::uint32_t> prefilling_, decoding_;
  std::uint32_t batches_ = 0;
};

}  // namespace kasuri
