// SPDX-License-Identifier: MIT
#include "network/topology/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "network/topology/hyperx.h"
#include "network/topology/lattice.h"
#include "network/topology/spectrum.h"
#include "network/topology/xgft.h"

namespace kasuri {
namespace {

// Between two halves of a grid, cut across one of its dimensions; the formula holds where that dimension is
// even and none costs less to cut.
std::optional<double> of_lattice(const Lattice& l, std::span<const double> rates) {
  std::optional<double> least;
  std::uint32_t longest = 0;
  bool even = true;
  for (const Lattice::Dimension& d : l.dimensions()) longest = std::max(longest, d.extent);
  for (std::size_t i = 0; i < l.dimensions().size(); ++i) {
    const Lattice::Dimension& d = l.dimensions()[i];
    if (d.extent < 2) continue;
    const double lines = static_cast<double>(l.routers()) / d.extent;
    const double cut = lines * d.width * (d.ring && d.extent > 2 ? 2 : 1) * rates[l.link_class({0}, 0)];
    if (!least || cut < *least) {
      least = cut;
      even = d.extent % 2 == 0;
    }
  }
  return even ? least : std::nullopt;
}

// Halves of the rows of a dimension: S / 2 times S / 2 links for each row (Ahn et al. 2009, section 3.2).
std::optional<double> of_hyperx(const HyperX& h, std::span<const double> rates) {
  std::optional<double> least;
  for (std::uint32_t d = 0; d < h.dimensions(); ++d) {
    const HyperX::Dimension& dim = h.dimension(d);
    if (dim.extent < 2) continue;
    if (dim.extent % 2) return std::nullopt;
    const double cut = static_cast<double>(h.routers()) / dim.extent * (dim.extent / 2) * (dim.extent / 2) *
                       dim.width * rates[d];
    least = std::min(least.value_or(cut), cut);
  }
  return least;
}

// Half of what the links of the weakest level carry, if pods can be halved.
std::optional<double> of_tree(const Xgft& t, std::span<const double> rates) {
  if (t.levels() < 2 || t.children(t.levels()) % 2) return std::nullopt;
  std::optional<double> least;
  for (std::uint32_t level = 1; level < t.levels(); ++level) {
    const double links = static_cast<double>(t.routers_at(level)) * t.up_ports(level);
    const double cut = links / 2 * rates[level - 1];
    least = std::min(least.value_or(cut), cut);
  }
  return least;
}

bool alike(std::span<const double> rates) {
  return std::ranges::all_of(rates, [&](double r) { return r == rates[0]; });
}

std::optional<double> formula(const Topology& t, std::span<const double> rates) {
  if (const auto* l = dynamic_cast<const Lattice*>(&t)) {
    return alike(rates) ? of_lattice(*l, rates) : std::nullopt;
  }
  if (const auto* h = dynamic_cast<const HyperX*>(&t)) return of_hyperx(*h, rates);
  if (const auto* x = dynamic_cast<const Xgft*>(&t)) return of_tree(*x, rates);
  return std::nullopt;
}

bool equal_routers(const Topology& t) {
  for (std::uint32_t r = 1; r < t.routers(); ++r) {
    if (t.endpoints_at({r}) != t.endpoints_at({0})) return false;
  }
  return t.routers() > 1 && t.endpoints_at({0}) > 0;
}

}  // namespace

GraphAnalysis analyse_graph(const Topology& t, std::span<const double> rates, const LayoutParams& layout,
                            std::optional<MinimumCut>& cut, std::span<const TrafficDemand> patterns) {
  constexpr std::uint64_t kMostChannels = 10'000'000;
  GraphAnalysis a;
  a.classes = t.link_classes();
  std::uint64_t ports = 0;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    a.degree = std::max(a.degree, t.degree({r}));
    ports += t.degree({r}) + t.endpoints_at({r});
  }
  const auto endpoints = static_cast<double>(std::max(1u, t.endpoints()));
  a.ports_per_endpoint = static_cast<double>(ports) / endpoints;
  a.routers_per_endpoint = t.routers() / endpoints;
  const auto between = rates.first(rates.size() - 1);
  if (channel_count(t) <= kMostChannels) {
    a.exact_bisection = formula(t, between);
    std::vector<std::uint64_t> capacity;
    for (const double r : between) capacity.push_back(static_cast<std::uint64_t>(r));
    const auto take = [&](MinimumCut other) {
      if (cut && other.capacity < cut->capacity) cut = std::move(other);
    };
    constexpr std::uint32_t kMostToConfirm = 10'000;  // what a formula says
    if (equal_routers(t) && (!a.exact_bisection || t.routers() <= kMostToConfirm)) {
      Spectrum s = spectrum(t, capacity);
      a.least_bisection = s.least_cut;
      if (s.cut.capacity > 0) take(std::move(s.cut));
    }
    if (!a.exact_bisection) {
      if (auto other = multilevel_bisection(t, capacity)) take(std::move(*other));
      // Both bounds may agree, as on full meshes.
      const double found = cut ? static_cast<double>(cut->capacity) : 0;
      if (a.least_bisection && found * (1 - 1e-6) <= *a.least_bisection) {
        a.exact_bisection = found;
        a.bounds_agree = true;
      }
    }
    const ChannelGraph g(t, between);
    a.paths = path_diversity(g);
    const std::vector<LoadSummary> loads = channel_loads(g, patterns, rates.back(), t);
    for (std::size_t k = 0; k < loads.size(); ++k) a.traffic.emplace_back(patterns[k].pattern, loads[k]);
    a.worst = worst_permutation(g, rates.back());
    const FloorPlan plan(layout, t);
    a.racks = plan.racks();
    a.rows = plan.rows();
    a.cables = cable_sums(plan, t);
  }
  return a;
}

static std::string load_text(const std::string& pattern, const LoadSummary& load, bool routed) {
  const char* const about = load.exact ? "" : routed || pattern == "uniform" ? "about " : "at most ";
  return fmt::format("{} {}{:.3g}", pattern, about, load.saturation);
}

static std::string saturation_text(const GraphAnalysis& a) {
  std::string s = "saturation share of the NICs' rate at which the first channel between routers is full\n";
  if (a.routed) {
    const std::string& reason = a.routed->reason;
    s += fmt::format("           routing {}:{}", a.routed->described, reason.empty() ? "" : " " + reason);
    for (std::size_t k = 0; k < a.routed->loads.size(); ++k) {
      const std::string& pattern = a.traffic[k].first;
      const auto& load = a.routed->loads[k];
      s += fmt::format("{}{}", k == 0 ? "\n             " : ", ",
                       load ? load_text(pattern, *load, true) : pattern + " not counted (too many pairs)");
    }
    s += '\n';
  }
  s += "           all shortest paths in equal shares:\n";
  for (std::size_t k = 0; k < a.traffic.size(); ++k) {
    s += fmt::format("{}{}", k == 0 ? "             " : ", ",
                     load_text(a.traffic[k].first, a.traffic[k].second, false));
  }
  return s + '\n';
}

std::string to_text(const GraphAnalysis& a) {
  std::string s = fmt::format("           {:.3g} router ports and {:.3g} routers per endpoint\n",
                              a.ports_per_endpoint, a.routers_per_endpoint);
  const auto rate = [](double r) { return to_string(BytesPerSecond{static_cast<std::int64_t>(r)}); };
  if (a.exact_bisection) {
    s += fmt::format("           the bisection is {} each way, {}\n", rate(*a.exact_bisection),
                     a.bounds_agree ? "since the second eigenvalue allows no smaller one" : "by formula");
  } else if (a.least_bisection) {
    s += fmt::format("           the bisection is {} each way at least (second eigenvalue)\n",
                     rate(*a.least_bisection));
  }
  if (a.cables.empty()) return s;
  s += fmt::format("paths      {}{:.4g} shortest ones between two routers on average, at least {:.4g}\n",
                   a.paths.exact ? "" : "about ", a.paths.mean, a.paths.least);
  s += saturation_text(a);
  if (a.worst) {
    s += fmt::format("             {}{:.3g} with the worst permutation of routers\n",
                     a.worst->exact ? "" : "at most ", a.worst->saturation);
  }
  s += fmt::format("cables     in {} rack{} in {} row{}\n", a.racks, a.racks == 1 ? "" : "s", a.rows,
                   a.rows == 1 ? "" : "s");
  s += "           class        backplane  copper  optical       mean    longest      total\n";
  for (std::size_t c = 0; c < a.cables.size(); ++c) {
    const CableSum& sum = a.cables[c];
    if (!sum.cables()) continue;
    s += fmt::format("           {:<12} {:>9} {:>7} {:>8} {:>8.1f} m {:>8.1f} m {:>8.0f} m\n", a.classes[c],
                     sum.count[0], sum.count[1], sum.count[2], sum.mean(), sum.longest, sum.all_metres());
  }
  return s;
}

void add_to_json(const GraphAnalysis& a, nlohmann::ordered_json& j) {
  using Json = nlohmann::ordered_json;
  j["per_endpoint"] = {{"router_ports", a.ports_per_endpoint}, {"routers", a.routers_per_endpoint}};
  if (a.cables.empty()) return;
  j["paths"] = {{"least", a.paths.least}, {"mean", a.paths.mean}, {"exact", a.paths.exact}};
  Json saturation = Json::object();
  const auto load_json = [](const LoadSummary& load) {
    return Json{{"share", load.saturation}, {"mean_hops", load.mean_hops}, {"exact", load.exact}};
  };
  for (const auto& [pattern, load] : a.traffic) saturation[pattern] = load_json(load);
  if (a.worst) {
    saturation["worst-permutation"] = {{"share", a.worst->saturation}, {"exact", a.worst->exact}};
  }
  j["saturation"] = std::move(saturation);
  if (a.routed) {
    Json patterns = Json::object();
    for (std::size_t k = 0; k < a.traffic.size(); ++k) {
      const bool known = k < a.routed->loads.size() && a.routed->loads[k];
      patterns[a.traffic[k].first] = known ? load_json(*a.routed->loads[k]) : Json();
    }
    j["routed_saturation"] = {{"routing", a.routed->routing},
                              {"described", a.routed->described},
                              {"adaptive", a.routed->adaptive},
                              {"patterns", std::move(patterns)}};
    if (!a.routed->reason.empty()) j["routed_saturation"]["reason"] = a.routed->reason;
  }
  Json cables = Json::array();
  for (std::size_t c = 0; c < a.cables.size(); ++c) {
    const CableSum& s = a.cables[c];
    cables.push_back({{"class", a.classes[c]},
                      {"backplane", s.count[0]},
                      {"copper", s.count[1]},
                      {"optical", s.count[2]},
                      {"metres", s.all_metres()},
                      {"mean_m", s.mean()},
                      {"longest_m", s.longest}});
  }
  j["layout"] = {{"racks", a.racks}, {"rows", a.rows}, {"cables", std::move(cables)}};
}

}  // namespace kasuri
