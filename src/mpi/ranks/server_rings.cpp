// SPDX-License-Identifier: MIT
#include "mpi/ranks/server_rings.h"

#include <algorithm>

namespace kasuri::mpi {
namespace {

using Ring = std::vector<std::uint16_t>;

constexpr std::int64_t kSearchSteps = 200'000;   // of the search in all
constexpr std::int64_t kStepsOfRing = 2'000;
constexpr std::size_t kMostGpus = 64;      // more are not searched

// Links that are left between GPUs, numbered from 0.
class Search {
 public:
  Search(std::size_t n, std::vector<int> links) : n_(n), links_(std::move(links)) {}

  // Rings of which at most `uses` share each link.
  std::vector<Ring> rings(int uses) {
    const std::size_t most = bound(uses);
    std::vector<Ring> best;
    steps_ = kSearchSteps;
    while (best.size() < most && steps_ > 0) {
      left_ = links_;
      for (int& l : left_) l *= uses;
      std::vector<Ring> found;
      while (next_ring()) {
        for (std::size_t i = 0; i < n_; ++i) --left_[path_[i] * n_ + path_[(i + 1) % n_]];
        found.push_back(path_);
      }
      if (found.empty()) break;
      if (found.size() > best.size()) best = std::move(found);
    }
    return best;
  }

  std::size_t bound(int uses) const {
    int least = links_.empty() ? 0 : INT32_MAX;
    for (std::size_t i = 0; i < n_; ++i) {
      int out = 0, in = 0;
      for (std::size_t j = 0; j < n_; ++j) {
        out += links_[i * n_ + j];
        in += links_[j * n_ + i];
      }
      least = std::min({least, out, in});
    }
    return static_cast<std::size_t>(least * uses);
  }

 private:
  bool next_ring() {
    path_.assign(1, 0);
    passed_.assign(n_, false);
    passed_[0] = true;
    left_steps_ = std::min(steps_, kStepsOfRing);
    const std::int64_t before = left_steps_;
    const bool found = extend();
    steps_ -= std::max<std::int64_t>(1, before - std::max<std::int64_t>(0, left_steps_));
    return found;
  }

  bool extend() {
    if (--left_steps_ < 0) return false;
    const std::size_t at = path_.back();
    if (path_.size() == n_) return left_[at * n_] > 0;
    for (const std::uint16_t next : neighbours(at)) {
      passed_[next] = true;
      path_.push_back(next);
      if (extend()) return true;
      path_.pop_back();
      passed_[next] = false;
    }
    return false;
  }

  // Those with most links left first, of equal ones in an arbitrary order.
  Ring neighbours(std::size_t at) {
    std::vector<std::pair<std::int64_t, std::uint16_t>> all;
    for (std::size_t j = 0; j < n_; ++j) {
      if (passed_[j] || left_[at * n_ + j] == 0) continue;
      state_ = state_ * 6364136223846793005u + 1442695040888963407u;
      const auto arbitrary = static_cast<std::int64_t>(state_ >> 33);
      all.emplace_back(arbitrary - (std::int64_t{left_[at * n_ + j]} << 32), static_cast<std::uint16_t>(j));
    }
    std::ranges::sort(all);
    Ring order;
    for (const auto& [key, j] : all) order.push_back(j);
    return order;
  }

  std::size_t n_;
  std::vector<int> links_, left_;
  Ring path_;
  std::vector<bool> passed_;
  std::uint64_t state_ = 1;
  std::int64_t steps_ = 0, left_steps_ = 0;
};

// Rings of channels that pass several servers.
class Assignment {
 public:
  Assignment(const std::vector<Ring>& orders, int gpus, int nics)
      : orders_(orders), gpus_(gpus), nics_(std::clamp(nics, 1, gpus)), uses_(orders.size()) {}

  std::vector<std::uint16_t> all() {
    while (ring_.size() < ServerRings::kMostChannels) {
      leaves_.assign(static_cast<std::size_t>(nics_), false);
      steps_ = kStepsOfRing;
      if (!one_for_each_nic(0)) one_for_each_nic_at_will();
    }
    return ring_;
  }

 private:
  // The NIC by which a channel leaves.
  std::size_t exit_of(std::size_t ring) const {
    const int head = head_of(static_cast<int>(ring_.size()), nics_, gpus_);
    const Ring& order = orders_[ring];
    const auto at = std::ranges::find(order, static_cast<std::uint16_t>(head)) - order.begin();
    return static_cast<std::size_t>(
        nic_serving(order[static_cast<std::size_t>((at + gpus_ - 1) % gpus_)], nics_, gpus_));
  }
  // Those that fewest channels have first.
  std::vector<std::size_t> candidates() const {
    std::vector<std::size_t> rings(orders_.size());
    for (std::size_t i = 0; i < rings.size(); ++i) rings[i] = (ring_.size() + i) % rings.size();
    std::ranges::stable_sort(rings, {}, [&](std::size_t r) { return uses_[r]; });
    return rings;
  }
  void add(std::size_t ring) {
    ++uses_[ring];
    ring_.push_back(static_cast<std::uint16_t>(ring));
  }

  bool one_for_each_nic(int channels) {
    if (channels == nics_) return true;
    if (--steps_ < 0) return false;
    for (const std::size_t ring : candidates()) {
      const std::size_t exit = exit_of(ring);
      if (leaves_[exit]) continue;
      leaves_[exit] = true;
      add(ring);
      if (one_for_each_nic(channels + 1)) return true;
      ring_.pop_back();
      --uses_[ring];
      leaves_[exit] = false;
    }
    return false;
  }
  void one_for_each_nic_at_will() {
    for (int i = 0; i < nics_; ++i) add(candidates()[0]);
  }

  const std::vector<Ring>& orders_;
  int gpus_, nics_;
  std::vector<int> uses_;  // of each ring
  std::vector<std::uint16_t> ring_;
  std::vector<bool> leaves_;
  std::int64_t steps_ = 0;
};

// Channels that the busiest link serves where the first so many use it, of parallel links each its share.
// Several servers have no link from the last GPU of a channel to its first.
std::vector<double> busiest_of(const ServerRings& all, const ServerRings::Use& use, int nics,
                               const std::vector<int>& links) {
  const std::size_t n = all.orders[0].size();
  std::vector<int> uses(n * n, 0);
  std::vector<double> busiest{0};
  const bool between = &use == &all.between;
  for (int c = 0; c < ServerRings::kMostChannels; ++c) {
    const Ring& order = all.orders[use.ring[static_cast<std::size_t>(c)]];
    const auto head = static_cast<std::uint16_t>(head_of(c, nics, static_cast<int>(n)));
    double most = busiest.back();
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint16_t from = order[i], to = order[(i + 1) % n];
      if (between && to == head) continue;
      const std::size_t link = from * n + to;
      most = std::max(most, ++uses[link] / std::max(1.0, static_cast<double>(links[link])));
    }
    busiest.push_back(most);
  }
  return busiest;
}

void assign(ServerRings& rings, int nics, const std::vector<int>& links) {
  const auto gpus = static_cast<int>(rings.orders[0].size());
  for (int c = 0; c < ServerRings::kMostChannels; ++c) {
    rings.within.ring.push_back(static_cast<std::uint16_t>(c % rings.count()));
  }
  rings.between.ring = Assignment(rings.orders, gpus, nics).all();
  if (links.empty()) return;
  rings.within.busiest = busiest_of(rings, rings.within, nics, links);
  rings.between.busiest = busiest_of(rings, rings.between, nics, links);
}

bool is_ascending(const Ring& order) { return std::ranges::is_sorted(order); }

// The order of the walk, and its reverse.
std::shared_ptr<const ServerRings> along_walk(const ServerLinks& all, std::span<const std::uint16_t> gpus,
                                              int nics) {
  Ring order;
  for (const std::uint16_t gpu : all.walk) {
    const auto at = std::ranges::find(gpus, gpu);
    if (at != gpus.end()) order.push_back(static_cast<std::uint16_t>(at - gpus.begin()));
  }
  if (order.size() != gpus.size() || is_ascending(order)) return nullptr;
  ServerRings rings;
  rings.orders = {order, Ring(order.rbegin(), order.rend())};
  assign(rings, nics, {});
  return std::make_shared<const ServerRings>(std::move(rings));
}

}  // namespace

int head_of(int channel, int nics, int gpus) {
  const int n = std::clamp(nics, 1, gpus);
  return channel % n * gpus / n;
}

int nic_serving(int gpu, int nics, int gpus) { return gpu * std::clamp(nics, 1, gpus) / gpus; }

std::shared_ptr<const ServerRings> ServerLinks::rings(const std::vector<std::uint16_t>& gpus_of,
                                                      int nics) const {
  const auto [at, is_new] = found.try_emplace(gpus_of);  // how many NICs follows from the GPUs
  if (is_new) at->second = ServerRings::of(*this, gpus_of, nics);
  return at->second;
}

std::uint32_t ServerLinks::degree() const {
  std::uint32_t most = 0;
  for (std::size_t a = 0; !links.empty() && a < gpus; ++a) {
    std::uint32_t of = 0;
    for (std::size_t b = 0; b < gpus; ++b) of += between(a, b);
    most = std::max(most, of);
  }
  return most;
}

std::shared_ptr<const ServerRings> ServerRings::of(const ServerLinks& all,
                                                   std::span<const std::uint16_t> gpus, int nics) {
  const std::size_t n = gpus.size();
  if (n < 2) return nullptr;
  if (all.links.empty() || n > kMostGpus) return along_walk(all, gpus, nics);
  std::vector<int> links(n * n);
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) links[a * n + b] = all.between(gpus[a], gpus[b]);
  }
  Search search(n, links);
  ServerRings rings;
  rings.orders = search.rings(1);
  if (rings.orders.size() < search.bound(1)) {
    std::vector<Ring> twice = search.rings(2);
    if (twice.size() > 2 * rings.orders.size()) rings.orders = std::move(twice);
  }
  if (rings.orders.empty()) return along_walk(all, gpus, nics);
  rings.degree = all.degree();
  assign(rings, nics, links);
  return std::make_shared<const ServerRings>(std::move(rings));
}

}  // namespace kasuri::mpi
