// SPDX-License-Identifier: MIT
#include "mpi/ranks/wait_table.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kasuri::mpi {

void WaitTable::take_in() {
  constexpr std::size_t kAhead = 16;
  make_room();
  const auto fetch = [this](const One& w) {
    __builtin_prefetch(&slots_[hash(w.rank, w.peer) & (slots_.size() - 1)], 1);
  };
  for (std::size_t i = 0; i < std::min(kAhead, batch_.size()); ++i) fetch(batch_[i]);
  for (std::size_t i = 0; i < batch_.size(); ++i) {
    if (i + kAhead < batch_.size()) fetch(batch_[i + kAhead]);
    const One& w = batch_[i];
    Sum& s = slot(w.rank, w.peer);
    if (s.times == 0) {
      s.rank = w.rank;
      s.peer = w.peer;
      ++used_;
    }
    s.waited += w.waited;
    ++s.times;
  }
  batch_.clear();
}

// Were all of the batch new, the table would still not be more than two thirds full.
void WaitTable::make_room() {
  std::size_t size = slots_.size();
  while (3 * (used_ + batch_.size()) > 2 * size) size *= 2;
  if (size == slots_.size()) return;
  const std::vector<Sum> before = std::exchange(slots_, std::vector<Sum>(size));
  for (const Sum& s : before) {
    if (s.times) slot(s.rank, s.peer) = s;
  }
}

namespace {

// In the order of a key, and else as before: a list for each key.
template <class Key>
void sort_by(std::vector<Wait>& all, Key key) {
  std::vector<std::size_t> place;
  for (const Wait& w : all) {
    const auto k = static_cast<std::size_t>(key(w));
    if (k + 2 > place.size()) place.resize(k + 2);
    ++place[k + 1];
  }
  std::partial_sum(place.begin(), place.end(), place.begin());
  std::vector<Wait> sorted(all.size());
  for (const Wait& w : all) sorted[place[static_cast<std::size_t>(key(w))]++] = w;
  all = std::move(sorted);
}

}  // namespace

std::vector<Wait> WaitTable::sorted() {
  take_in();
  std::vector<Wait> all;
  all.reserve(used_);
  for (const Sum& s : slots_) {
    if (s.times) all.push_back({s.rank, std::int64_t{s.peer} - 1, s.waited, s.times});
  }
  sort_by(all, [](const Wait& w) { return w.peer + 1; });
  sort_by(all, [](const Wait& w) { return w.rank; });
  return all;
}

}  // namespace kasuri::mpi
