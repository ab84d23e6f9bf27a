// SPDX-License-Identifier: MIT
// PolarFly (Lakhotia et al., "PolarFly: a cost-effective and flexible low-diameter topology", SC 2022): the
// polarity graphs of Erdős and Rényi. Routers are the points of the projective plane PG(2, q) over GF(q),
// q a prime power; two are joined if the dot product of their vectors is 0. There are q^2 + q + 1 of degree
// q + 1, except that the q + 1 *quadrics*, which are orthogonal to themselves, have degree q. None is
// further from another than two channels.
//
// Groups are the clusters of the paper's section V: all quadrics, and around each neighbour of one of them
// the routers that it joins to that quadric. Routers are numbered group by group.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "network/topology/family.h"
#include "network/topology/galois_field.h"
#include "network/topology/listed.h"

namespace kasuri {
namespace {

constexpr std::uint32_t kMostPolarQ = 256;

struct PolarFlyParams {
  std::uint32_t q = 0;
  std::optional<std::uint32_t> endpoints_per_router{};

  static config::Fields<PolarFlyParams> fields() {
    using P = PolarFlyParams;
    return {config::field("q", &P::q, "a prime power; there are q^2 + q + 1 routers with q + 1 links each")
                .range(2, kMostPolarQ)
                .required(),
            config::field("endpoints_per_router", &P::endpoints_per_router,
                          "terminal ports (NICs) of each router; default: half of q + 1, rounded up")
                .range(1, 4096)};
  }
  static void validate(const PolarFlyParams& p, config::Section& section) {
    if (prime_power(p.q)) return;
    section.error(&PolarFlyParams::q, fmt::format("{} is no power of a prime; the nearest: {}", p.q,
                                                  nearest_prime_powers(p.q, 2)));
  }
  std::uint32_t endpoints() const { return endpoints_per_router.value_or((q + 2) / 2); }
};

using PlanePoint = std::array<std::uint32_t, 3>;

// A point is given by its vector whose first coordinate that is not 0 is 1.
class Plane {
 public:
  explicit Plane(std::uint32_t q) : field_(q) {
    for (std::uint32_t a = 0; a < q; ++a) {
      for (std::uint32_t b = 0; b < q; ++b) points_.push_back({1, a, b});
    }
    for (std::uint32_t a = 0; a < q; ++a) points_.push_back({0, 1, a});
    points_.push_back({0, 0, 1});
    group();
  }
  const std::vector<PlanePoint>& points() const { return points_; }
  const std::vector<std::uint32_t>& groups() const { return groups_; }

  bool orthogonal(const PlanePoint& u, const PlanePoint& v) const {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum = field_.add(sum, field_.multiply(u[i], v[i]));
    return sum == 0;
  }
  // The points of the line that is orthogonal to a point, q + 1 of them.
  template <class F>
  void orthogonal_to(const PlanePoint& u, F f) const {
    const std::uint32_t q = field_.size();
    const auto minus = [&](std::uint32_t a, std::uint32_t b) {  // - a / b
      return field_.multiply(field_.negative(a), field_.inverse(b));
    };
    for (std::uint32_t a = 0; a < q; ++a) {  // (1, a, b): u0 + a u1 + b u2 = 0
      const std::uint32_t sum = field_.add(u[0], field_.multiply(a, u[1]));
      if (u[2]) {
        f(PlanePoint{1, a, minus(sum, u[2])});
      } else if (sum == 0) {
        for (std::uint32_t b = 0; b < q; ++b) f(PlanePoint{1, a, b});
      }
    }
    if (u[2]) {
      f(PlanePoint{0, 1, minus(u[1], u[2])});
    } else {
      if (u[1] == 0) {
        for (std::uint32_t a = 0; a < q; ++a) f(PlanePoint{0, 1, a});
      }
      f(PlanePoint{0, 0, 1});
    }
  }

 private:
  // Sorts the points by their groups.
  void group() {
    const auto start =
        *std::ranges::find_if(points_, [&](const PlanePoint& v) { return orthogonal(v, v); });
    std::vector<PlanePoint> centres;
    orthogonal_to(start, [&](const PlanePoint& v) {
      if (!orthogonal(v, v)) centres.push_back(v);
    });
    std::vector<std::pair<std::uint32_t, PlanePoint>> sorted;
    for (const PlanePoint& v : points_) {
      std::uint32_t g = 0;
      if (!orthogonal(v, v)) {
        for (std::uint32_t i = 0; i < centres.size(); ++i) {
          if (v == centres[i] || orthogonal(v, centres[i])) g = i + 1;
          if (v == centres[i]) break;
        }
      }
      sorted.emplace_back(g, v);
    }
    std::ranges::stable_sort(sorted, {}, [](const auto& s) { return s.first; });
    for (std::size_t i = 0; i < sorted.size(); ++i) points_[i] = sorted[i].second;
    for (const auto& s : sorted) groups_.push_back(s.first);
  }

  GaloisField field_;
  std::vector<PlanePoint> points_;
  std::vector<std::uint32_t> groups_;
};

class PolarFly final : public Listed {
 public:
  PolarFly(const PolarFlyParams& p, TopologyContext&) : PolarFly(p, Plane(p.q)) {}

  std::vector<std::uint32_t> coordinates(RouterId r) const override {
    return {points_[r.v][0], points_[r.v][1], points_[r.v][2]};
  }
  std::uint32_t group(RouterId r) const override { return groups_[r.v]; }
  std::vector<std::string> link_classes() const override { return {"local", "global"}; }
  std::uint32_t link_class(RouterId r, std::uint32_t port) const override {
    return group(neighbour(r, port).router) != group(r);
  }
  std::string_view usual_routing() const override { return "minimal"; }
  std::string describe() const override {
    return fmt::format("polarfly, q = {}: {} routers of degree {} with {} endpoints each", q_, routers(),
                       q_ + 1, endpoints_per_router());
  }

 private:
  PolarFly(const PolarFlyParams& p, const Plane& plane)
      : Listed(static_cast<std::uint32_t>(plane.points().size()), p.endpoints(), edges(plane, p.q)),
        q_(p.q),
        points_(plane.points()),
        groups_(plane.groups()) {}

  static std::vector<Edge> edges(const Plane& plane, std::uint32_t q) {
    std::vector<std::uint32_t> index(std::size_t{2} * q * q);
    const auto place = [q](const PlanePoint& v) -> std::size_t {
      return v[0] ? std::size_t{v[1]} * q + v[2] : std::size_t{q} * q + (v[1] ? v[2] : q);
    };
    for (std::uint32_t i = 0; i < plane.points().size(); ++i) index[place(plane.points()[i])] = i;
    std::vector<Edge> all;
    for (std::uint32_t i = 0; i < plane.points().size(); ++i) {
      plane.orthogonal_to(plane.points()[i], [&](const PlanePoint& v) {
        const std::uint32_t j = index[place(v)];
        if (i < j) all.emplace_back(i, j);
      });
    }
    return all;
  }

  std::uint32_t q_;
  std::vector<PlanePoint> points_;
  std::vector<std::uint32_t> groups_;
};

const config::Register<PolarFly, PolarFlyParams> polarfly{
    "polarfly", "q^2 + q + 1 routers no further apart than two links (Erdos-Renyi polarity graphs)"};

const Family polarfly_sizes{"polarfly", [](std::uint64_t endpoints) {
                     std::vector<Instance> all;
                     for (std::uint32_t q = 2; q <= kMostPolarQ; ++q) {
                       if (!prime_power(q)) continue;
                       const std::size_t before = all.size();
                       add_with_endpoints(all, endpoints, std::uint64_t{q} * q + q + 1, q + 1, (q + 2) / 2,
                                          fmt::format("q = {}", q));
                       for (std::size_t i = before; i < all.size(); ++i) all[i].ports -= q + 1;  // quadrics
                     }
                     return all;
                   }};

}  // namespace
}  // namespace kasuri
