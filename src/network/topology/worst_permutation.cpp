// SPDX-License-Identifier: MIT
#include "network/topology/worst_permutation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

#include "base/core/long_step.h"

namespace kasuri {
namespace {

constexpr std::uint32_t kMostRouters = 2500;
constexpr double kMostSteps = 5e8;  // of all matchings together: a second or two

// Lengths and numbers of shortest paths between all routers.
class AllPaths {
 public:
  explicit AllPaths(const ChannelGraph& g) : n_(g.routers()), distance_(n_ * n_, kFar), paths_(n_ * n_, 0) {
    std::vector<std::uint32_t> order;
    LongStep step("worst permutation: shortest paths", n_);
    for (std::uint32_t s = 0; s < n_; ++s, step.at(s)) {
      std::uint16_t* const distance = &distance_[s * n_];
      double* const paths = &paths_[s * n_];
      order.assign(1, s);
      distance[s] = 0;
      paths[s] = 1;
      for (std::size_t i = 0; i < order.size(); ++i) {
        const std::uint32_t r = order[i];
        if (order.size() == n_ && distance[r] == distance[order.back()]) break;  // none is further
        for (std::size_t c = g.first(r); c < g.first(r + 1); ++c) {
          if (g.rate(c) == 0) continue;
          const std::uint32_t to = g.to(c);
          if (distance[to] == kFar) {
            distance[to] = static_cast<std::uint16_t>(distance[r] + 1);
            order.push_back(to);
          }
          if (distance[to] == distance[r] + 1) paths[to] += paths[r];
        }
      }
    }
  }
  // The share of the packets from s to d that crosses a channel from a to b.
  double share(std::uint32_t s, std::uint32_t d, std::uint32_t a, std::uint32_t b) const {
    const std::uint32_t before = distance_[s * n_ + a], after = distance_[b * n_ + d],
                        all = distance_[s * n_ + d];
    if (before + 1 + after != all) return 0;
    return paths_[s * n_ + a] * paths_[b * n_ + d] / paths_[s * n_ + d];
  }

 private:
  static constexpr std::uint16_t kFar = 30'000;
  std::size_t n_;
  std::vector<std::uint16_t> distance_;
  std::vector<double> paths_;
};

// The assignment of rows to columns of the largest sum, no more rows than columns (Kuhn 1955, Munkres 1957;
// with shortest augmenting paths, Jonker & Volgenant 1987). By row, its column.
std::vector<std::uint32_t> best_assignment(std::size_t rows, std::size_t columns,
                                           const std::vector<double>& value) {
  std::vector<double> of_row(rows + 1), of_column(columns + 1), least(columns + 1);
  std::vector<std::size_t> row_of(columns + 1), before(columns + 1);
  std::vector<bool> used(columns + 1);
  for (std::size_t i = 1; i <= rows; ++i) {
    row_of[0] = i;
    std::size_t at = 0;
    least.assign(columns + 1, HUGE_VAL);
    used.assign(columns + 1, false);
    do {
      used[at] = true;
      const std::size_t row = row_of[at];
      double step = HUGE_VAL;
      std::size_t next = 0;
      for (std::size_t j = 1; j <= columns; ++j) {
        if (used[j]) continue;
        const double slack = -value[(row - 1) * columns + j - 1] - of_row[row] - of_column[j];
        if (slack < least[j]) {
          least[j] = slack;
          before[j] = at;
        }
        if (least[j] < step) {
          step = least[j];
          next = j;
        }
      }
      for (std::size_t j = 0; j <= columns; ++j) {
        if (used[j]) {
          of_row[row_of[j]] += step;
          of_column[j] -= step;
        } else {
          least[j] -= step;
        }
      }
      at = next;
    } while (row_of[at] != 0);
    for (; at != 0; at = before[at]) row_of[at] = row_of[before[at]];
  }
  std::vector<std::uint32_t> column(rows);
  for (std::size_t j = 1; j <= columns; ++j) {
    if (row_of[j]) column[row_of[j] - 1] = static_cast<std::uint32_t>(j - 1);
  }
  return column;
}

// What pairs of routers put on one channel; only those that put something there.
struct PairLoads {
  std::vector<std::uint32_t> sources, destinations;
  std::vector<double> load;  // by source, then destination; from an endpoint at rate 1
  double bound = 0;          // of any matching

  PairLoads(const ChannelGraph& g, const AllPaths& paths, const std::vector<std::uint32_t>& ends,
            std::uint32_t a, std::uint32_t b) {
    std::vector<std::uint32_t> column(ends.size(), UINT32_MAX);
    std::vector<std::array<double, 3>> found;  // source's and destination's index, load
    for (const std::uint32_t s : ends) {
      bool any = false;
      for (std::uint32_t j = 0; j < ends.size(); ++j) {
        const double share = paths.share(s, ends[j], a, b);
        if (share == 0) continue;
        if (!any) sources.push_back(s);
        any = true;
        if (column[j] == UINT32_MAX) {
          column[j] = static_cast<std::uint32_t>(destinations.size());
          destinations.push_back(ends[j]);
        }
        const double endpoints = std::min(g.endpoints()[s], g.endpoints()[ends[j]]);
        found.push_back({static_cast<double>(sources.size() - 1), static_cast<double>(column[j]),
                         share * endpoints});
      }
    }
    load.assign(sources.size() * destinations.size(), 0);
    std::vector<double> of_source(sources.size()), of_destination(destinations.size());
    for (const auto& [i, j, value] : found) {
      const auto row = static_cast<std::size_t>(i), col = static_cast<std::size_t>(j);
      load[row * destinations.size() + col] = value;
      of_source[row] = std::max(of_source[row], value);
      of_destination[col] = std::max(of_destination[col], value);
    }
    bound = std::min(std::accumulate(of_source.begin(), of_source.end(), 0.0),
                     std::accumulate(of_destination.begin(), of_destination.end(), 0.0));
  }

  double steps() const {
    const auto rows = static_cast<double>(sources.size());
    const auto columns = static_cast<double>(destinations.size());
    return rows * columns * std::min(rows, columns);
  }
  // Pairs of routers; their sum.
  double match(std::vector<std::uint32_t>& to) const {
    const std::size_t rows = sources.size(), columns = destinations.size();
    const bool turned = rows > columns;
    std::vector<double> value = load;
    for (std::size_t i = 0; turned && i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) value[j * rows + i] = load[i * columns + j];
    }
    const auto other = turned ? best_assignment(columns, rows, value)
                              : best_assignment(rows, columns, value);
    double sum = 0;
    for (std::size_t k = 0; k < other.size(); ++k) {
      const std::size_t i = turned ? other[k] : k, j = turned ? k : other[k];
      if (load[i * columns + j] == 0) continue;
      to[sources[i]] = destinations[j];
      sum += load[i * columns + j];
    }
    return sum;
  }
};

// Routers that no one has been matched with get each other, in the order of their numbers.
void complete(std::vector<std::uint32_t>& to, const std::vector<std::uint32_t>& ends) {
  std::vector<bool> taken(to.size());
  for (const std::uint32_t r : to) {
    if (r != UINT32_MAX) taken[r] = true;
  }
  std::vector<std::uint32_t> free;
  for (const std::uint32_t r : ends) {
    if (!taken[r]) free.push_back(r);
  }
  std::size_t next = free.size() / 2;
  for (const std::uint32_t r : ends) {
    if (to[r] == UINT32_MAX) to[r] = free[next++ % free.size()];
  }
  for (std::uint32_t r = 0; r < to.size(); ++r) {
    if (to[r] == UINT32_MAX) to[r] = r;
  }
}

}  // namespace

std::optional<WorstPermutation> worst_permutation(const ChannelGraph& g, double nic_rate) {
  std::vector<std::uint32_t> ends;
  for (std::uint32_t r = 0; r < g.routers(); ++r) {
    if (g.endpoints()[r]) ends.push_back(r);
  }
  if (g.routers() > kMostRouters || ends.size() < 2) return std::nullopt;
  const AllPaths paths(g);
  struct Bound {
    double load;  // for its rate
    std::size_t channel;
    std::uint32_t from;
  };
  std::vector<Bound> bounds;
  const double pairs = static_cast<double>(ends.size()) * static_cast<double>(ends.size());
  // All channels, or one of several.
  const auto each = static_cast<std::size_t>(
      std::max(1.0, pairs * static_cast<double>(g.channels()) / kMostSteps));
  LongStep step("worst permutation: bounds of channels", g.channels());
  for (std::uint32_t r = 0; r < g.routers(); ++r) {
    for (std::size_t c = g.first(r); c < g.first(r + 1); ++c) {
      if (g.rate(c) == 0 || c % each) continue;
      step.at(c);
      bounds.push_back({PairLoads(g, paths, ends, r, g.to(c)).bound / g.rate(c), c, r});
    }
  }
  bool exact = each == 1;
  std::ranges::stable_sort(bounds, std::greater{}, &Bound::load);
  WorstPermutation worst;
  double most = 0, steps = 0;
  LongStep matching("worst permutation: matchings", static_cast<std::uint64_t>(kMostSteps));
  for (const Bound& b : bounds) {
    matching.at(static_cast<std::uint64_t>(steps));
    if (b.load <= most * (1 + 1e-9)) break;
    const PairLoads loads(g, paths, ends, b.from, g.to(b.channel));
    steps += loads.steps() + pairs;
    if (most > 0 && steps > kMostSteps) {
      exact = false;
      break;
    }
    std::vector<std::uint32_t> to(g.routers(), UINT32_MAX);
    const double load = loads.match(to) / g.rate(b.channel);
    if (load <= most) continue;
    most = load;
    worst.channel = b.channel;
    worst.to = std::move(to);
  }
  if (worst.to.empty()) return std::nullopt;
  complete(worst.to, ends);
  worst.exact = exact;
  worst.saturation = std::min(1.0, 1 / (most * nic_rate));
  return worst;
}

}  // namespace kasuri
