// SPDX-License-Identifier: MIT
// Any other network, placed so that distances in the picture are close to distances in the graph: pivot
// multidimensional scaling (Brandes & Pich, Eigensolver Methods for Progressive Multidimensional Scaling
// of Large Data, GD 2006), and for small networks stress majorization from there (Gansner, Koren & North,
// GD 2004). No random numbers: the pivots are the routers that are farthest from those before.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/view/layout.h"

namespace kasuri::view {
namespace {

using Distances = std::vector<float>;

Distances breadth_first(const Network::Adjacency& a, std::uint32_t from) {
  const auto n = static_cast<std::uint32_t>(a.first.size() - 1);
  Distances far(n, -1);
  std::vector<std::uint32_t> queue{from};
  far[from] = 0;
  float most = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (std::uint32_t k = a.first[queue[i]]; k < a.first[queue[i] + 1]; ++k) {
      const std::uint32_t to = a.neighbours[k];
      if (far[to] >= 0) continue;
      most = far[to] = far[queue[i]] + 1;
      queue.push_back(to);
    }
  }
  for (float& d : far) d = d < 0 ? most + 2 : d;  // what is not connected stands apart
  return far;
}

Layout circle_of(const Network& n) {
  Layout layout{.family = "graph", .words = "all routers on a ring", .at = {}, .stub = {}};
  constexpr float kTurn = 2 * std::numbers::pi_v<float>;
  const auto count = static_cast<float>(n.routers);
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    const float angle = kTurn * static_cast<float>(r) / count;
    layout.at.push_back({count / kTurn * std::sin(angle), count / kTurn * std::cos(angle), 0});
  }
  return layout;
}

// The strongest directions of the columns, which are squared distances to pivots, centred both ways.
std::vector<Position> scaled(const std::vector<Distances>& pivots, std::uint32_t n) {
  const std::size_t k = pivots.size();
  std::vector<std::vector<double>> c(k, std::vector<double>(n));
  std::vector<double> row(n, 0);
  double all = 0;
  for (std::size_t j = 0; j < k; ++j) {
    double mean = 0;
    for (std::uint32_t i = 0; i < n; ++i) mean += c[j][i] = double{pivots[j][i]} * pivots[j][i];
    mean /= n;
    for (std::uint32_t i = 0; i < n; ++i) row[i] += c[j][i] / static_cast<double>(k);
    all += mean / static_cast<double>(k);
    for (std::uint32_t i = 0; i < n; ++i) c[j][i] -= mean;
  }
  for (auto& column : c) {
    for (std::uint32_t i = 0; i < n; ++i) column[i] = -0.5 * (column[i] - row[i] + all);
  }
  std::vector<std::vector<double>> square(k, std::vector<double>(k));
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = 0;
      for (std::uint32_t r = 0; r < n; ++r) sum += c[i][r] * c[j][r];
      square[i][j] = square[j][i] = sum;
    }
  }
  std::vector<Position> at(n, {0, 0, 0});
  std::vector<std::vector<double>> found;
  for (std::size_t d = 0; d < std::min<std::size_t>(3, k); ++d) {
    std::vector<double> v(k);
    for (std::size_t i = 0; i < k; ++i) v[i] = std::cos(static_cast<double>((i + 1) * (d + 1)));
    for (int step = 0; step < 200; ++step) {
      std::vector<double> w(k, 0);
      for (std::size_t i = 0; i < k; ++i) {
        for (std::size_t j = 0; j < k; ++j) w[i] += square[i][j] * v[j];
      }
      for (const auto& f : found) {
        double dot = 0;
        for (std::size_t i = 0; i < k; ++i) dot += f[i] * w[i];
        for (std::size_t i = 0; i < k; ++i) w[i] -= dot * f[i];
      }
      double length = 0;
      for (const double x : w) length += x * x;
      length = std::sqrt(length);
      if (length < 1e-9) break;
      for (std::size_t i = 0; i < k; ++i) v[i] = w[i] / length;
    }
    for (std::uint32_t r = 0; r < n; ++r) {
      double x = 0;
      for (std::size_t j = 0; j < k; ++j) x += c[j][r] * v[j];
      at[r][d] = static_cast<float>(x);
    }
    found.push_back(std::move(v));
  }
  return at;
}

// To a mean square distance of as many pitches as a cube of them has.
void normalise(std::vector<Position>& at) {
  double sum = 0;
  for (const Position& p : at) sum += p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
  const auto n = static_cast<double>(at.size());
  const double wanted = 0.8 * std::max(1.0, std::cbrt(n)), is = std::sqrt(sum / n);
  for (std::size_t i = 0; i < at.size(); ++i) {
    for (std::size_t d = 0; d < 3; ++d) {
      // Routers with the same distances from all pivots are parted by a hair.
      const double hair = 0.05 * std::sin(static_cast<double>((i + 1) * (d + 2)));
      at[i][d] = static_cast<float>(is > 0 ? at[i][d] * wanted / is + hair : hair);
    }
  }
}

// Each router moves to the mean of where the others would have it.
void majorize(const std::vector<Distances>& far, std::vector<Position>& at) {
  const std::size_t n = at.size();
  constexpr int kSteps = 60;
  for (int step = 0; step < kSteps; ++step) {
    std::vector<Position> next(n);
    for (std::size_t i = 0; i < n; ++i) {
      double sum[3]{0, 0, 0}, weight = 0;
      for (std::size_t j = 0; j < n; ++j) {
        if (i == j) continue;
        const double d = far[i][j], w = 1 / (d * d);
        double is = 0;
        for (std::size_t k = 0; k < 3; ++k) is += (at[i][k] - at[j][k]) * (at[i][k] - at[j][k]);
        is = std::sqrt(is) + 1e-9;
        for (std::size_t k = 0; k < 3; ++k) sum[k] += w * (at[j][k] + d * (at[i][k] - at[j][k]) / is);
        weight += w;
      }
      for (std::size_t k = 0; k < 3; ++k) next[i][k] = static_cast<float>(sum[k] / weight);
    }
    at = std::move(next);
  }
}

}  // namespace

Layout graph_layout(const Network& n) {
  const bool full =
      n.routers > 2 && n.routers <= 512 && n.from.size() >= std::size_t{n.routers} * (n.routers - 1);
  if (n.routers < 3 || full) return circle_of(n);
  constexpr std::uint32_t kPivots = 40, kSmall = 600;
  const Network::Adjacency graph = n.adjacency();
  const bool small = n.routers <= kSmall;
  const std::uint32_t pivots = small ? n.routers : kPivots;
  std::vector<Distances> far;
  Distances nearest(n.routers, 1e30F);
  std::uint32_t next = 0;
  for (std::uint32_t k = 0; k < pivots; ++k) {
    far.push_back(breadth_first(graph, small ? k : next));
    for (std::uint32_t r = 0; r < n.routers; ++r) nearest[r] = std::min(nearest[r], far.back()[r]);
    next = static_cast<std::uint32_t>(std::ranges::max_element(nearest) - nearest.begin());
  }
  std::vector<Distances> chosen;
  for (std::uint32_t k = 0; k < std::min(pivots, kPivots); ++k) {
    chosen.push_back(far[small ? std::uint64_t{k} * n.routers / std::min(pivots, kPivots) : k]);
  }
  Layout layout{.family = "graph",
                .words = "placed by distances in the graph",
                .at = scaled(chosen, n.routers),
                .stub = {}};
  normalise(layout.at);
  if (small) majorize(far, layout.at);
  return layout;
}

}  // namespace kasuri::view
