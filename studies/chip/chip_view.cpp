// SPDX-License-Identifier: MIT
// A plan of `kasuri chip`: switches at their places, layer above layer, links with the bits and the
// energy that the plan's paths give them, and the circuits. A plan in rounds has a round for each step of
// time.
#include "studies/chip/chip_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "studies/chip/chip.h"
#include "studies/chip/plan_network.h"
#include "shell/page/parts.h"
#include "shell/page/quantity.h"

namespace kasuri::view {
namespace {

constexpr double kLayerPitch = 2.5;  // of what columns and rows are apart

Network network_of(const chip::Structure& s, const std::vector<std::uint8_t>& link_class) {
  Network n;
  n.title = s.describe();
  n.type = "chip";
  n.routers = s.switches();
  n.dimensions = 3;
  n.classes = {"in a layer", "between layers", "circuit"};
  for (std::uint32_t i = 0; i < s.switches(); ++i) {
    const chip::Place at = s[chip::SwitchId{i}].at;
    for (const std::uint32_t x : {at.x, at.y, at.z}) n.coordinates.push_back(x);
  }
  for (std::uint32_t c = 0; c < s.channels(); ++c) {
    n.from.push_back(s[chip::ChannelId{c}].from.v);
    n.to.push_back(s[chip::ChannelId{c}].to.v);
    n.row.push_back(c);
  }
  n.link_class = link_class;
  for (std::uint32_t v = 0; v < s.servers(); ++v) n.node_router.push_back(s.home({v}).v);
  return n;
}

// The circuits of all rounds; their channels become links of that kind.
Json circuits_of(const chip::Experiment& e, const chip::Plan& plan, std::uint32_t rounds,
                 std::vector<std::uint8_t>& kind) {
  Json circuits = Json::array();
  for (std::uint32_t round = 0; round < rounds; ++round) {
    const chip::Circuits set = chip::circuits_of_round(e, plan, round);
    for (const chip::ChannelId first : set.firsts()) {
      Json channels = Json::array();
      double mm = 0;
      for (const chip::ChannelId c : set.along(first)) {
        channels.push_back(c.v);
        kind[c.v] = 2;
        mm += e.structure[c].mm;
      }
      circuits.push_back({{"round", round}, {"links", std::move(channels)}, {"mm", mm}});
    }
  }
  return circuits;
}

Layout layout_of(const Network& n) {
  Layout layout{.family = "lattice",
                .words = "switches at their places, layer above layer",
                .at = {},
                .stub = std::vector<std::uint8_t>(n.from.size(), 0)};
  for (std::uint32_t i = 0; i < n.routers; ++i) {
    layout.at.push_back({static_cast<float>(n.at(i, 0)), static_cast<float>(kLayerPitch * n.at(i, 2)),
                         static_cast<float>(n.at(i, 1))});
  }
  for (std::uint32_t z = 0; z < n.extent(2); ++z) {
    const auto y = static_cast<float>(kLayerPitch * z);
    layout.axes.push_back({fmt::format("layer {}", z), {-1, y, -1}, {-1, y, -1}, n.extent(0)});
  }
  return layout;
}

// What the plan's paths give to links and switches.
void add_load(Pack& p, const chip::Experiment& e, const chip::Plan& plan, std::uint32_t rounds) {
  const chip::Structure& s = e.structure;
  Quantity bits{.id = "bits", .name = "load", .unit = "bit", .of = "links"};
  Quantity energy{.id = "energy",
                  .name = "energy",
                  .unit = "",
                  .of = "links",
                  .about = "of moving bits, in weights times bits"};
  Quantity switched{.id = "energy", .name = "energy", .unit = "", .of = "routers", .about = energy.about};
  bits.total.assign(s.channels(), 0);
  energy.total.assign(s.channels(), 0);
  switched.total.assign(s.switches(), 0);
  const auto weight = [&](chip::SwitchId at) {
    const chip::EnergyParams& w = e.config.chip.energy;
    return static_cast<double>(chip::Costs::units(s.is_packet(at) ? w.packet_switch : w.circuit_switch));
  };
  for (std::size_t d = 0; d < e.demands.size(); ++d) {
    if (!plan.paths[d]) continue;
    const auto amount = static_cast<double>(e.demands[d].bits);
    const auto round = static_cast<std::int64_t>(plan.round.empty() ? 0 : plan.round[d]);
    const auto unit = static_cast<double>(chip::Costs::kUnitsPerWeight);
    const chip::SwitchId home = s.home(e.demands[d].source);
    switched.total[home.v] += amount * weight(home) / unit;
    for (const chip::ChannelId c : *plan.paths[d]) {
      bits.total[c.v] += amount;
      bits.samples.chunk.push_back(round);
      bits.samples.item.push_back(c.v);
      bits.samples.value.push_back(amount);
      energy.total[c.v] += amount * (static_cast<double>(e.costs.step(c)) - weight(s[c].to)) / unit;
      switched.total[s[c].to.v] += amount * weight(s[c].to) / unit;
    }
  }
  if (rounds > 1) {
    std::vector<double> begin, end;
    for (std::uint32_t r = 0; r < rounds; ++r) begin.push_back(r), end.push_back(r + 1);
    add_axis(p, "rounds", begin, end);
    bits.axis = "rounds";
    p.header["time_ps"] = rounds;
    p.header["time_unit"] = "round";
  }
  add_quantity(p, bits, s.channels(), rounds, nullptr);
  add_quantity(p, energy, s.channels(), 0, nullptr);
  add_quantity(p, switched, s.switches(), 0, nullptr);
}

}  // namespace

Pack chip_view(const std::string& name, const chip::Experiment& e) {
  const chip::Plan plan = e.plan(e.config.chip.planner);
  const chip::Result result = chip::measure(e, plan);
  const chip::Structure& s = e.structure;
  const std::uint32_t rounds = plan.round.empty() ? 1 : 1 + *std::ranges::max_element(plan.round);
  std::vector<std::uint8_t> kind(s.channels());
  for (std::uint32_t c = 0; c < s.channels(); ++c) {
    kind[c] = s[s[chip::ChannelId{c}].from].at.z != s[s[chip::ChannelId{c}].to].at.z;
  }
  Pack p;
  p.header["kind"] = "chip";
  p.header["title"] = name;
  Json circuits = circuits_of(e, plan, rounds, kind);
  const Network n = network_of(s, kind);
  add_network(p, n, layout_of(n));
  p.header["circuits"] = std::move(circuits);
  add_load(p, e, plan, rounds);

  add_fact(p, "chip", s.describe());
  add_fact(p, "demands", fmt::format("{}, {} without a path", result.demands, result.unroutable.size()));
  add_fact(p, "circuits", fmt::format("{}", result.circuits));
  add_fact(p, "energy",
           fmt::format("{:.6g}, {:.1f} % of the mesh's", result.planned.energy,
                       chip::percent(result.planned.energy, result.mesh.energy)));
  if (result.has_delays) {
    add_fact(p, "clocks until the last arrival",
             fmt::format("{}, on the mesh {}", result.planned.makespan, result.mesh.makespan));
  }
  return p;
}

}  // namespace kasuri::view
