// SPDX-License-Identifier: MIT
#include "network/routing/acyclic_graph.h"

#include <algorithm>

#include "base/core/hash.h"

namespace kasuri {
namespace {

constexpr std::uint8_t kAhead = 1, kBehind = 2;

constexpr std::uint64_t edge_of(std::uint32_t from, std::uint32_t to) {
  return std::uint64_t{from} << 32 | to;
}

}  // namespace

std::size_t AcyclicGraph::Edges::slot(std::uint64_t edge) const {
  std::size_t i = mix(edge) & (keys_.size() - 1);
  while (keys_[i] != kFree && keys_[i] != edge) i = (i + 1) & (keys_.size() - 1);
  return i;
}

AcyclicGraph::State AcyclicGraph::Edges::state(std::uint32_t from, std::uint32_t to) const {
  return states_[slot(edge_of(from, to))];
}

void AcyclicGraph::Edges::set(std::uint32_t from, std::uint32_t to, State state) {
  if (2 * (used_ + 1) > keys_.size()) {
    Edges larger;
    larger.keys_.assign(2 * keys_.size(), kFree);
    larger.states_.assign(2 * keys_.size(), kOut);
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      if (states_[i] == kOut) continue;
      const std::size_t to_slot = larger.slot(keys_[i]);
      larger.keys_[to_slot] = keys_[i];
      larger.states_[to_slot] = states_[i];
      ++larger.used_;
    }
    *this = std::move(larger);
  }
  const std::size_t i = slot(edge_of(from, to));
  used_ += keys_[i] == kFree;
  keys_[i] = edge_of(from, to);
  states_[i] = state;
}

void AcyclicGraph::grow(std::uint32_t nodes) {
  for (auto n = static_cast<std::uint32_t>(order_.size()); n < nodes; ++n) order_.push_back(n);
  out_.resize(order_.size());
  in_.resize(order_.size());
  seen_.resize(order_.size());
}

bool AcyclicGraph::add(std::uint32_t from, std::uint32_t to) {
  if (from == to) return false;
  if (order_[from] > order_[to]) {
    const bool closes = closes_cycle(from, to);
    if (!closes) reorder();
    for (const std::uint32_t n : ahead_.found) seen_[n] = 0;
    for (const std::uint32_t n : behind_.found) seen_[n] = 0;
    if (closes) return false;
  }
  out_[from].push_back(to);
  in_[to].push_back(from);
  edges_.set(from, to, kIn);
  return true;
}

void AcyclicGraph::remove(std::uint32_t from, std::uint32_t to) {
  std::erase(out_[from], to);
  std::erase(in_[to], from);
  edges_.set(from, to, kOut);
}

// What is ahead of `to`, and what is behind `from`, as far as it is between them in the order. If they do
// not meet, both are complete.
bool AcyclicGraph::closes_cycle(std::uint32_t from, std::uint32_t to) {
  const std::uint32_t lowest = order_[to], highest = order_[from];
  ahead_.found.assign(1, to);
  behind_.found.assign(1, from);
  ahead_.next = behind_.next = 0;
  seen_[to] = kAhead;
  seen_[from] = kBehind;
  while (ahead_.next < ahead_.found.size() || behind_.next < behind_.found.size()) {
    if (follow(ahead_, out_, kAhead, lowest, highest)) return true;
    if (follow(behind_, in_, kBehind, lowest, highest)) return true;
  }
  return false;
}

// One node further; true if the searches meet.
bool AcyclicGraph::follow(Search& s, const std::vector<std::vector<std::uint32_t>>& edges,
                          std::uint8_t mine, std::uint32_t lowest, std::uint32_t highest) {
  if (s.next == s.found.size()) return false;
  const std::vector<std::uint32_t>& near = edges[s.found[s.next++]];
  steps_ += near.size() + 1;
  for (const std::uint32_t n : near) {
    if (seen_[n] == mine || order_[n] < lowest || order_[n] > highest) continue;
    if (seen_[n]) return true;
    seen_[n] = mine;
    s.found.push_back(n);
  }
  return false;
}

// The places of both parts, in order, go first to what is behind the new edge, then to what is
// ahead.
void AcyclicGraph::reorder() {
  const auto by_order = [&](std::uint32_t a, std::uint32_t b) { return order_[a] < order_[b]; };
  std::ranges::sort(ahead_.found, by_order);
  std::ranges::sort(behind_.found, by_order);
  places_.clear();
  for (const std::uint32_t n : behind_.found) places_.push_back(order_[n]);
  for (const std::uint32_t n : ahead_.found) places_.push_back(order_[n]);
  std::ranges::sort(places_);
  std::size_t i = 0;
  for (const std::uint32_t n : behind_.found) order_[n] = places_[i++];
  for (const std::uint32_t n : ahead_.found) order_[n] = places_[i++];
}

}  // namespace kasuri
