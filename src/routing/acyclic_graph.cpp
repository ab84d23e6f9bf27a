// SPDX-License-Identifier: MIT
#include "routing/acyclic_graph.h"

#include <algorithm>
#include <numeric>

namespace kasuri {

AcyclicGraph::AcyclicGraph(std::uint32_t nodes)
    : out_(nodes), in_(nodes), order_(nodes), seen_(nodes) {
  std::iota(order_.begin(), order_.end(), 0u);
}

bool AcyclicGraph::has(std::uint32_t from, std::uint32_t to) const {
  return std::ranges::find(out_[from], to) != out_[from].end();
}

bool AcyclicGraph::add(std::uint32_t from, std::uint32_t to) {
  if (from == to) return false;
  if (order_[from] > order_[to]) {
    const bool closes = find_ahead(to, order_[from]);
    if (!closes) {
      find_behind(from, order_[to]);
      reorder();
    }
    for (const std::uint32_t n : ahead_) seen_[n] = false;
    for (const std::uint32_t n : behind_) seen_[n] = false;
    ahead_.clear();
    behind_.clear();
    if (closes) return false;
  }
  out_[from].push_back(to);
  in_[to].push_back(from);
  return true;
}

void AcyclicGraph::remove(std::uint32_t from, std::uint32_t to) {
  std::erase(out_[from], to);
  std::erase(in_[to], from);
}

// What is reached from `start` up to place `limit` of the order; whether the node there is.
bool AcyclicGraph::find_ahead(std::uint32_t start, std::uint32_t limit) {
  ahead_.assign(1, start);
  seen_[start] = true;
  for (std::size_t i = 0; i < ahead_.size(); ++i) {
    for (const std::uint32_t n : out_[ahead_[i]]) {
      if (order_[n] == limit) return true;
      if (seen_[n] || order_[n] > limit) continue;
      seen_[n] = true;
      ahead_.push_back(n);
    }
  }
  return false;
}

void AcyclicGraph::find_behind(std::uint32_t start, std::uint32_t limit) {
  behind_.assign(1, start);
  seen_[start] = true;
  for (std::size_t i = 0; i < behind_.size(); ++i) {
    for (const std::uint32_t n : in_[behind_[i]]) {
      if (seen_[n] || order_[n] < limit) continue;
      seen_[n] = true;
      behind_.push_back(n);
    }
  }
}

// The places of both parts, in order, go first to what is behind the new edge, then to what is
// ahead.
void AcyclicGraph::reorder() {
  const auto by_order = [&](std::uint32_t a, std::uint32_t b) { return order_[a] < order_[b]; };
  std::ranges::sort(ahead_, by_order);
  std::ranges::sort(behind_, by_order);
  places_.clear();
  for (const std::uint32_t n : behind_) places_.push_back(order_[n]);
  for (const std::uint32_t n : ahead_) places_.push_back(order_[n]);
  std::ranges::sort(places_);
  std::size_t i = 0;
  for (const std::uint32_t n : behind_) order_[n] = places_[i++];
  for (const std::uint32_t n : ahead_) order_[n] = places_[i++];
}

}  // namespace kasuri
