// SPDX-License-Identifier: MIT
#include "mpi/ranks/shared_lists.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kasuri::mpi {
namespace {

bool is_same_list(const std::vector<int>& a, std::span<const int> b) {
  return a.size() == b.size() && std::equal(a.data(), a.data() + a.size(), b.data());
}

}  // namespace

std::shared_ptr<const Graph> SharedGraphs::find(std::span<const int> index,
                                                std::span<const int> edges) const {
  for (const auto& known : known_) {
    const std::shared_ptr<const Graph> g = known.lock();
    if (g && is_same_list(g->index, index) && is_same_list(g->edges, edges)) return g;
  }
  return nullptr;
}

void SharedGraphs::keep(std::shared_ptr<const Graph> graph) {
  std::erase_if(known_, [](const auto& g) { return g.expired(); });
  known_.push_back(std::move(graph));
}

SharedPlaces::List SharedPlaces::of(Numbers counts, int ranks) {
  const auto n = static_cast<std::size_t>(ranks);
  const auto is_last = [&] {
    for (int r = 0; r < ranks; ++r) {
      if (counts[r] != counts_[static_cast<std::size_t>(r)]) return false;
    }
    return true;
  };
  if (last_ && counts_.size() == n && is_last()) return last_;
  counts_.resize(n);
  for (int r = 0; r < ranks; ++r) counts_[static_cast<std::size_t>(r)] = counts[r];
  std::vector<std::int64_t> places(n);
  std::exclusive_scan(counts_.begin(), counts_.end(), places.begin(), std::int64_t{0});
  return last_ = std::make_shared<const std::vector<std::int64_t>>(std::move(places));
}

}  // namespace kasuri::mpi
