// SPDX-License-Identifier: MIT
#include "workload/serving/serving_batches.h"

#include <algorithm>

namespace kasuri {

using Role = ServingPlan::Role;

ServingBatches::ServingBatches(const ServingPlan& plan, std::uint32_t instance)
    : plan_(plan),
      role_(plan.role_of(instance)),
      stride_(role_ == Role::both ? plan.p.instances : role_ == Role::prefill ? plan.p.prefill
              : plan.p.decode),
      model_(plan.model_of(instance)),
      states_(plan.requests.size() / stride_ + 1),
      free_(model_.degrees().ep, model_.blocks()) {}

std::uint64_t ServingBatches::blocks_for(std::uint32_t request) const {
  const ServingRequest& r = plan_.requests[request];
  const std::uint64_t tokens = r.prompt + (role_ == Role::prefill ? 0 : r.output);
  return (tokens + plan_.p.block - 1) / plan_.p.block;
}

std::optional<std::uint32_t> ServingBatches::admit() {
  if (waiting_.empty()) return std::nullopt;
  const std::uint32_t request = waiting_.front();
  const auto most = std::ranges::max_element(free_);
  const std::uint64_t blocks = blocks_for(request);
  if (*most < blocks) return std::nullopt;
  *most -= blocks;
  waiting_.pop_front();
  State& s = state_of(request);
  s.replica = static_cast<std::uint32_t>(most - free_.begin());
  s.done = plan_.requests[request].cached;
  if (role_ != Role::decode) prefilling_.push_back(request);
  return request;
}

void ServingBatches::ready(std::uint32_t request) {
  State& s = state_of(request);
  s.done = plan_.requests[request].prompt, s.produced = 1;
  decoding_.push_back(request);
}

void ServingBatches::release(std::uint32_t request) {
  free_[state_of(request).replica] += blocks_for(request);
}

std::optional<ServingBatches::Batch> ServingBatches::next() {
  struct Share {
    ServingModel::Work work;
    std::uint32_t tokens = 0, requests = 0;
  };
  const ServingParams& p = plan_.p;
  std::vector<Share> shares(free_.size());
  Batch b;
  // With a pipeline each of its batches has a part of the requests.
  const std::size_t stages = model_.degrees().pp;
  std::size_t decoded = (decoding_.size() + stages - 1) / stages;
  for (const std::uint32_t request : decoding_) {
    State& s = state_of(request);
    Share& mine = shares[s.replica];
    if (s.under_way || mine.requests == p.sequences) continue;
    if (decoded-- == 0) break;
    const double context = s.done + s.produced;
    ++mine.tokens, ++mine.requests, ++mine.work.outputs;
    mine.work.pairs += context, mine.work.read += context;
    s.under_way = true;
    b.pieces.push_back({request, 0, false, false});
  }
  for (const std::uint32_t request : prefilling_) {
    State& s = state_of(request);
    Share& mine = shares[s.replica];
    const ServingRequest& r = plan_.requests[request];
    const std::uint32_t tokens = std::min(r.prompt - s.done, p.chunk - mine.tokens);
    if (s.under_way || tokens == 0 || mine.requests == p.sequences) continue;
    const bool last = s.done + tokens == r.prompt;
    mine.tokens += tokens, ++mine.requests, mine.work.outputs += last;
    mine.work.pairs += 1.0 * tokens * s.done + 0.5 * tokens * (tokens + 1.0);
    mine.work.read += s.done + tokens;
    s.under_way = true;
    b.pieces.push_back({request, tokens, s.done == r.cached, last});
  }
  if (b.pieces.empty()) return std::nullopt;
  for (const Share& s : shares) {
    b.most = std::max(b.most, s.tokens);
    b.tokens += s.tokens;
    b.work.tokens = b.most;
    b.work.outputs = std::max(b.work.outputs, s.work.outputs);
    b.work.pairs = std::max(b.work.pairs, s.work.pairs);
    b.work.read = std::max(b.work.read, s.work.read);
  }
  b.number = batches_++;
  return b;
}

void ServingBatches::finish(const Batch& b, const Tell& first, const Tell& ended) {
  bool leaves = false;
  for (const Piece& piece : b.pieces) {
    State& s = state_of(piece.request);
    s.under_way = false;
    if (piece.tokens > 0) {
      s.done += piece.tokens;
      if (!piece.last) continue;
      s.produced = 1;
      first(piece.request);
      leaves = true;
      if (role_ == Role::prefill) continue;
      if (plan_.requests[piece.request].output > 1) decoding_.push_back(piece.request);
    } else {
      ++s.produced;
    }
    if (s.produced < plan_.requests[piece.request].output) continue;
    leaves = true;
    release(piece.request);
    ended(piece.request);
  }
  if (!leaves) return;
  std::erase_if(prefilling_, [&](std::uint32_t r) { return state_of(r).done == plan_.requests[r].prompt; });
  std::erase_if(decoding_, [&](std::uint32_t r) { return state_of(r).produced == plan_.requests[r].output;
                                                 });
}

}  // namespace kasuri
