// SPDX-License-Identifier: MIT
// The keys of a chip's configuration.
#include <fmt/format.h>

#include "studies/chip/chip.h"
#include "studies/chip/refuse.h"
#include "base/config/file_kind.h"

namespace kasuri::chip {
namespace {

const config::DescribeFile<LayoutParams, ChipParams> chip_file{
    "chip", "a 3-D chip of packet and circuit switches, and its traffic"};

}  // namespace

namespace {

// What a structure has no use for, if it is set: else one would take it for granted. `because` is the
// setting that makes it so.
void refuse_idle_keys(const LayoutParams& p, config::Section& section) {
  const auto refuse = [&](std::string_view because, std::string_view why,
                          std::initializer_list<std::string_view> keys) {
    bool any = false;
    for (const std::string_view key : keys) {
      if (!section.has(key)) continue;
      any = true;
      section.error(key, section.has(because)
                             ? fmt::format("{}: '{}' and '{}' exclude each other; remove '{}'",
                                           why, key, because, key)
                             : fmt::format("{}; leave '{}' out", why, key));
    }
    if (any && section.has(because)) {
      section.error(because, fmt::format("'{}' is set here", because));
    }
  };
  if (p.structure_file) {
    return refuse("structure_file", "'structure_file' gives the sites of switches and servers",
                  {"servers", "layers", "attachment", "composition", "mixed_pattern",
                   "mixed_spacing"});
  }
  if (p.wiring == LayerWiring::mesh) {
    constexpr std::string_view kOne = "the mesh has one layer";
    if (p.layers != 1) refuse("wiring", kOne, {"layers"});
    if (p.attachment != Attachment::concentrated) refuse("wiring", kOne, {"attachment"});
    if (p.composition != Composition::homogeneous) {
      refuse("wiring", "the mesh has packet switches alone", {"composition"});
    }
    if (p.lanes != 1) refuse("wiring", "the mesh has no circuit switches", {"lanes"});
    refuse("wiring", kOne, {"vertical_mm"});
  }
  if (p.composition != Composition::mixed || p.wiring == LayerWiring::mesh) {
    refuse("composition", "only composition = \"mixed\" has such sites",
           {"mixed_pattern", "mixed_spacing"});
  }
}

}  // namespace

config::Fields<EnergyParams> EnergyParams::fields() {
  using P = EnergyParams;
  constexpr double kMost = 1000;
  return {config::field("packet_switch", &P::packet_switch, "weight of a packet switch, per bit")
              .range(0, kMost),
          config::field("circuit_switch", &P::circuit_switch, "weight of a circuit switch, per bit")
              .range(0, kMost),
          config::field("link", &P::link, "weight of any link, per bit").range(0, kMost),
          config::field("link_per_mm", &P::link_per_mm, "weight of a link per bit and millimetre")
              .range(0, kMost),
          config::field("static", &P::static_power, "static energy per clock")};
}

config::Fields<LayoutParams> LayoutParams::fields() {
  using P = LayoutParams;
  return {
      config::field("servers", &P::servers, "servers as columns x rows, such as \"15x15\""),
      config::field("layers", &P::layers, "number of layers").range(1, 64),
      config::field("wiring", &P::wiring,
                    "links between layers: neighbours (A), each packet switch with all circuit switches of "
                    "its column (B), both (C); mesh: only the 2-D mesh"),
      config::field("attachment", &P::attachment,
                    "all servers in layer 0, or the server of each column in a random layer"),
      config::field("composition", &P::composition,
                    "layers of one kind of switch, or packet switches among circuit switches"),
      config::field("mixed_pattern", &P::mixed_pattern,
                    "mixed layers: circuit switches on all sites between packet switches (lattice) "
                    "or only on the lines that join them (chain)"),
      config::field("mixed_spacing", &P::mixed_spacing,
                    "mixed layers: length of a link, in link_mm").range(0.001, 10),
      config::field("lanes", &P::lanes,
                    "circuits side by side on each link to or from a circuit switch").range(1, 16),
      config::field("link_mm", &P::link_mm, "length of a link within a layer").range(0, 1000),
      config::field("vertical_mm", &P::vertical_mm, "distance between layers").range(0, 1000),
      config::field("structure_file", &P::structure_file,
                    "a structure drawn as text, instead of servers, layers and composition")};
}

void LayoutParams::validate(const LayoutParams& p, config::Section& section) {
  if (!parse_grid(p.servers)) {
    section.error(&LayoutParams::servers,
                  "'servers' must be columns x rows, such as \"15x15\", each from 1 to 128 and at least "
                  "two servers in all");
  }
  refuse_idle_keys(p, section);
}

config::Fields<ChipParams> ChipParams::fields() {
  using P = ChipParams;
  return {config::field("seed", &P::seed, "seed of all random numbers"),
          config::field("demands", &P::demands, "traffic: pairs of servers and sizes"),
          config::field("planner", &P::planner, "selects circuits and paths"),
          config::field("energy", &P::energy, "weights per bit"),
          config::field("delay", &P::delay, "flits, packets, buffers and clocks"),
          config::field("online", &P::online, "circuits set up on first use, in addition to the plan"),
          config::field("lower_bound", &P::lower_bound,
                        "whether to compute a lower bound of the energy"),
          config::field("unroutable", &P::unroutable,
                        "demands without a path: dropped in this structure and in the mesh, left out of "
                        "this structure's sums only, or refused")};
}

void ChipParams::validate(const ChipParams& p, config::Section& root) {
  const bool times = p.delay.run || p.online.run;
  if (p.energy.static_power.any() && !p.energy.static_power.clocks && !times) {
    config::Section energy = root.section("energy"), delay = root.section("delay");
    refuse_together(energy, "static", delay, "run",
                    "static energy needs the time of the last flit, which is unknown without delays; set "
                    "energy.static.clocks, or delay.run = true");
  }
}

config::Fields<OnlineParams> OnlineParams::fields() {
  using P = OnlineParams;
  return {config::field("run", &P::run, "whether to simulate it"),
          config::field("setup_clocks", &P::setup_clocks,
                        "clocks per hop of a probe, and of its answer")
              .range(0, 10000),
          config::field("idle_clocks", &P::idle_clocks,
                        "clocks without use after which a circuit is torn down").at_least(0)};
}

Config read_config(config::Document& document) {
  Config c;
  c.layout = config::read<LayoutParams>(document.root());
  c.chip = config::read<ChipParams>(document.root());
  return c;
}

}  // namespace kasuri::chip
