// SPDX-License-Identifier: MIT
// The eigenvalue by the method of Lanczos ("An iteration method for the solution of the eigenvalue
// problem", 1950) with full orthogonalisation, on vectors whose sum is 0. Since an estimate from below is
// wanted and the method comes from above, its residual is taken off: there is an eigenvalue that near
// (Parlett, "The symmetric eigenvalue problem", ch. 4). That it is the second smallest one is not proven
// but, from a random start, certain in practice; degenerate eigenvalues do no harm.
//
// The cut: the half of the routers with the smallest entries of the eigenvector, refined (halves.h).

#include "network/topology/spectrum.h"

#include <algorithm>
#include <cmath>

#include "base/core/long_step.h"
#include "base/core/rng.h"
#include "network/topology/halves.h"

namespace kasuri {
namespace {

using Reals = std::vector<double>;

// The weights of a network's links, both directions of a cable together.
class Weights {
 public:
  Weights(const Topology& t, std::span<const std::uint64_t> capacity) : degree_(t.routers()) {
    first_.push_back(0);
    for (std::uint32_t r = 0; r < t.routers(); ++r) first_.push_back(first_.back() + t.degree({r}));
    for (std::uint32_t r = 0; r < t.routers(); ++r) {
      for (std::uint32_t p = 0; p < t.degree({r}); ++p) {
        const double w = static_cast<double>(capacity[t.link_class({r}, p)]) / 2;
        to_.push_back(t.neighbour({r}, p).router.v);
        weight_.push_back(w);
        degree_[r] += w;
        degree_[to_.back()] += w;
      }
    }
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(degree_.size()); }
  // y = L x.
  void apply(const Reals& x, Reals& y) const {
    for (std::uint32_t r = 0; r < size(); ++r) y[r] = degree_[r] * x[r];
    for (std::uint32_t r = 0; r < size(); ++r) {
      for (std::size_t c = first_[r]; c < first_[r + 1]; ++c) {
        y[r] -= weight_[c] * x[to_[c]];
        y[to_[c]] -= weight_[c] * x[r];
      }
    }
  }

 private:
  std::vector<std::size_t> first_;
  std::vector<std::uint32_t> to_;
  Reals weight_, degree_;
};

double dot(const Reals& a, const Reals& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}
void add_to(Reals& a, double factor, const Reals& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += factor * b[i];
}
void centre(Reals& a) {
  double sum = 0;
  for (const double x : a) sum += x;
  for (double& x : a) x -= sum / static_cast<double>(a.size());
}

// The smallest eigenvalue of a symmetric tridiagonal matrix, by bisection (Sturm sequences), and its
// vector, by inverse iteration.
struct Smallest {
  double value;
  Reals vector;
};
Smallest smallest(const Reals& diagonal, const Reals& off) {
  double high = diagonal[0], low = high;
  const std::size_t n = diagonal.size();
  for (std::size_t i = 0; i < n; ++i) {
    const double radius = (i ? std::abs(off[i - 1]) : 0) + (i + 1 < n ? std::abs(off[i]) : 0);
    low = std::min(low, diagonal[i] - radius);
    high = std::max(high, diagonal[i] + radius);
  }
  const auto any_below = [&](double x) {
    double d = 1;
    for (std::size_t i = 0; i < n; ++i) {
      d = diagonal[i] - x - (i ? off[i - 1] * off[i - 1] / d : 0);
      if (d < 0) return true;
      if (d == 0) d = 1e-300;
    }
    return false;
  };
  for (int k = 0; k < 100; ++k) {
    const double middle = (low + high) / 2;
    (any_below(middle) ? high : low) = middle;
  }
  Reals v(n, 1.0);
  const double shift = low - 1e-9 * (std::abs(low) + 1);
  for (int k = 0; k < 4; ++k) {
    Reals d = diagonal;
    for (std::size_t i = 0; i < n; ++i) {
      d[i] -= shift;
      if (i == 0) continue;
      const double f = off[i - 1] / d[i - 1];
      d[i] -= f * off[i - 1];
      v[i] -= f * v[i - 1];
    }
    for (std::size_t i = n; i-- > 0;) v[i] = (v[i] - (i + 1 < n ? off[i] * v[i + 1] : 0)) / d[i];
    const double length = std::sqrt(dot(v, v));
    for (double& x : v) x /= length;
  }
  return {low, std::move(v)};
}

struct Pair {
  double value, residual;
  Reals vector;
};

Pair second_eigenpair(const Weights& w) {
  const std::uint32_t n = w.size();
  const std::size_t most = std::min<std::size_t>({n - 1, 160, std::max<std::size_t>(20, 8'000'000 / n)});
  Reals x(n), y(n), diagonal, off;
  for (std::uint32_t i = 0; i < n; ++i) {
    x[i] = static_cast<double>(random_at(1, 0, 0, i)[0] >> 11) * 0x1p-53 - 0.5;
  }
  centre(x);
  std::vector<Reals> basis;
  double length = std::sqrt(dot(x, x)), scale = 0;
  LongStep step("bisection: second eigenvalue", most);
  while (basis.size() < most) {
    step.at(basis.size());
    for (double& v : x) v /= length;
    basis.push_back(x);
    w.apply(x, y);
    diagonal.push_back(dot(x, y));
    scale = std::max(scale, diagonal.back());
    x = y;
    for (int twice = 0; twice < 2; ++twice) {
      for (const Reals& b : basis) add_to(x, -dot(x, b), b);
      centre(x);
    }
    length = std::sqrt(dot(x, x));
    if (length < 1e-9 * scale) break;
    off.push_back(length);
  }
  off.resize(diagonal.size() - 1);
  const Smallest s = smallest(diagonal, off);
  Pair result{s.value, 0, Reals(n)};
  for (std::size_t i = 0; i < basis.size(); ++i) add_to(result.vector, s.vector[i], basis[i]);
  w.apply(result.vector, y);
  add_to(y, -s.value, result.vector);
  result.residual = std::sqrt(dot(y, y) / dot(result.vector, result.vector));
  return result;
}

}  // namespace

Spectrum spectrum(const Topology& t, std::span<const std::uint64_t> capacity) {
  constexpr std::uint32_t kMostRouters = 200'000;
  const std::uint32_t n = t.routers();
  Spectrum s;
  if (n < 2 || n > kMostRouters) return s;
  const Weights w(t, capacity);
  const Pair p = second_eigenpair(w);
  // Halves of n routers, or (n - 1) / 2 and (n + 1) / 2 of them: lambda a b / n.
  const double halves = std::floor(n / 2.0) * std::ceil(n / 2.0) / n;
  s.least_cut = std::max(0.0, p.value - p.residual) * halves * (1 - 1e-9);

  std::vector<std::uint32_t> order(n);
  for (std::uint32_t r = 0; r < n; ++r) order[r] = r;
  std::ranges::sort(order, {}, [&](std::uint32_t r) { return std::pair(p.vector[r], r); });
  std::vector<bool> first(n);
  for (std::uint32_t i = 0; i < n / 2; ++i) first[order[i]] = true;
  refine_halves(weighted_graph(t, capacity), first);
  std::vector<RouterId> here, there;
  for (std::uint32_t r = 0; r < n; ++r) (first[r] ? here : there).push_back({r});
  s.cut = max_flow(t, here, there, capacity);
  return s;
}

}  // namespace kasuri
