// SPDX-License-Identifier: MIT
#include "network/topology/floor_plan.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "network/topology/cables.h"
#include "network/topology/lattice.h"

namespace kasuri {

config::Fields<LayoutParams> LayoutParams::fields() {
  using P = LayoutParams;
  return {
      config::field("nodes_per_rack", &P::nodes_per_rack, "endpoints (NICs) in a rack, at most")
          .range(1, 1 << 20),
      config::field("routers_per_rack", &P::routers_per_rack, "routers in a rack, at most")
          .range(1, 1 << 20),
      config::field("routers_per_chassis", &P::routers_per_chassis,
                    "routers of a rack whose links are traces of a backplane; 1: none are")
          .range(1, 1 << 20),
      config::field("racks_per_row", &P::racks_per_row, "racks in a row; 0: a room about as wide as long")
          .range(0, 1 << 20),
      config::field("rack_width", &P::rack_width, "from rack to rack in a row, in m").range(0.01, 100.0),
      config::field("row_pitch", &P::row_pitch, "from row to row, in m").range(0.01, 100.0),
      config::field("chassis_length", &P::chassis_length, "length of a trace in a chassis, in m")
          .range(0.0, 100.0),
      config::field("rack_length", &P::rack_length, "length of a cable within a rack, in m")
          .range(0.0, 100.0),
      config::field("slack", &P::slack, "of a cable between racks, up and down at its ends, in m")
          .range(0.0, 100.0),
      config::field("copper_reach", &P::copper_reach, "longest copper cable, in m; longer ones are optical")
          .range(0.0, 1000.0),
      config::field("latency", &P::latency,
                    "cable latencies between routers follow from the mean length in their class, "
                    "where [link.CLASS] does not set cable_latency"),
      config::field("latency_per_metre", &P::latency_per_metre, "of all cables, in ns").range(0.0, 1000.0),
      config::field("power", &P::power,
                    "add the power of copper and optical cables between routers to the energy; needs a "
                    "section [power]"),
      config::field("copper_watts", &P::copper_watts, "of an end of a copper cable, in W")
          .range(0.0, 1000.0),
      config::field("optical_watts", &P::optical_watts,
                    "of an end of an optical cable: its transceiver, in W")
          .range(0.0, 1000.0)};
}

FloorPlan::FloorPlan(const LayoutParams& p, const Topology& t)
    : p_(p), rack_(t.routers()), chassis_(t.routers()) {
  struct Rack {
    std::uint64_t nodes = 0;
    std::uint32_t routers = 0;
  };
  std::vector<Rack> racks;
  const std::vector<std::uint32_t> sequence = order(t);
  const auto fits = [&](const Rack& r, std::uint64_t nodes, std::uint64_t routers) {
    return r.nodes + nodes <= p_.nodes_per_rack && r.routers + routers <= p_.routers_per_rack;
  };
  std::uint32_t before = UINT32_MAX;
  for (std::size_t i = 0; i < sequence.size();) {
    // A group, or a part of it with as many routers with endpoints or none.
    const RouterId first{sequence[i]};
    const bool has_nodes = t.endpoints_at(first) > 0;
    std::size_t end = i;
    Rack need;
    while (end < sequence.size() && t.group({sequence[end]}) == t.group(first) &&
           (t.endpoints_at({sequence[end]}) > 0) == has_nodes) {
      need.nodes += t.endpoints_at({sequence[end]});
      ++need.routers;
      ++end;
    }
    const bool together = fits(Rack{}, need.nodes, need.routers);
    const bool next_rack = racks.empty() || (together ? !fits(racks.back(), need.nodes, need.routers)
                                                      : before != UINT32_MAX);
    if (next_rack) racks.emplace_back();
    for (; i < end; ++i) {
      const std::uint32_t r = sequence[i];
      if (racks.back().routers > 0 && !fits(racks.back(), t.endpoints_at({r}), 1)) racks.emplace_back();
      rack_[r] = static_cast<std::uint32_t>(racks.size() - 1);
      chassis_[r] = racks.back().routers / p_.routers_per_chassis;
      racks.back().nodes += t.endpoints_at({r});
      ++racks.back().routers;
    }
    before = t.group(first);
  }
  racks_ = static_cast<std::uint32_t>(racks.size());
  // Those without nodes go to the middle.
  std::vector<std::uint32_t> with, without, place(racks_);
  for (std::uint32_t r = 0; r < racks_; ++r) (racks[r].nodes ? with : without).push_back(r);
  with.insert(with.begin() + static_cast<std::ptrdiff_t>(with.size() / 2), without.begin(), without.end());
  for (std::uint32_t i = 0; i < racks_; ++i) place[with[i]] = i;
  for (std::uint32_t& r : rack_) r = place[r];
  per_row_ = p_.racks_per_row;
  if (per_row_ == 0) {
    per_row_ = static_cast<std::uint32_t>(std::ceil(std::sqrt(racks_ * p_.row_pitch / p_.rack_width)));
  }
  per_row_ = std::clamp(per_row_, 1u, std::max(1u, racks_));
}

// By number; on rings folded: 0, n - 1, 1, n - 2, …
std::vector<std::uint32_t> FloorPlan::order(const Topology& t) const {
  std::vector<std::uint32_t> all(t.routers());
  for (std::uint32_t r = 0; r < t.routers(); ++r) all[r] = r;
  const auto* lattice = dynamic_cast<const Lattice*>(&t);
  if (!lattice) return all;
  const auto dimensions = lattice->dimensions();
  std::vector<std::uint64_t> key(t.routers());
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    const auto at = t.coordinates({r});
    for (std::size_t d = dimensions.size(); d-- > 0;) {
      const std::uint32_t n = dimensions[d].extent, x = at[d];
      const std::uint32_t folded = !dimensions[d].ring ? x : 2 * x < n ? 2 * x : 2 * (n - 1 - x) + 1;
      key[r] = key[r] * n + folded;
    }
  }
  std::ranges::sort(all, {}, [&](std::uint32_t r) { return key[r]; });
  return all;
}

double FloorPlan::metres(RouterId a, RouterId b) const {
  const std::uint32_t x = rack_[a.v], y = rack_[b.v];
  if (x == y) {
    const bool traced = p_.routers_per_chassis > 1 && chassis_[a.v] == chassis_[b.v];
    return traced ? p_.chassis_length : p_.rack_length;
  }
  const auto apart = [](std::uint32_t i, std::uint32_t j) { return i < j ? j - i : i - j; };
  return apart(x % per_row_, y % per_row_) * p_.rack_width +
         apart(x / per_row_, y / per_row_) * p_.row_pitch + p_.slack;
}

CableKind FloorPlan::kind(double metres) const {
  if (p_.routers_per_chassis > 1 && metres <= p_.chassis_length) return CableKind::backplane;
  return metres <= p_.copper_reach ? CableKind::copper : CableKind::optical;
}

std::vector<CableSum> cable_sums(const FloorPlan& plan, const Topology& t) {
  std::vector<CableSum> sums(t.link_classes().size());
  for (const Cable& c : cables(t)) {
    const double metres = plan.metres(c.from.router, c.to.router);
    const auto kind = static_cast<std::size_t>(plan.kind(metres));
    CableSum& s = sums[c.link_class];
    ++s.count[kind];
    s.metres[kind] += metres;
    s.longest = std::max(s.longest, metres);
  }
  return sums;
}

double CablePower::total() const {
  return std::accumulate(router.begin(), router.end(), 0.0);
}

CablePower cable_power(const LayoutParams& p, const Topology& t) {
  const FloorPlan plan(p, t);
  const std::size_t classes = t.link_classes().size();
  CablePower power{std::vector<double>(t.routers()), std::vector<double>(classes),
                   std::vector<double>(classes)};
  for (const Cable& c : cables(t)) {
    const CableKind kind = plan.kind(plan.metres(c.from.router, c.to.router));
    if (kind == CableKind::backplane) continue;
    const bool optical = kind == CableKind::optical;
    const double watts = optical ? p.optical_watts : p.copper_watts;
    power.router[c.from.router.v] += watts;
    power.router[c.to.router.v] += watts;
    (optical ? power.optical : power.copper)[c.link_class] += 2 * watts;
  }
  return power;
}

}  // namespace kasuri
