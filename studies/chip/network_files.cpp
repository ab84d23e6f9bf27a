// SPDX-License-Identifier: MIT
// A plan's network as files that `kasuri run` reads: topology `graph`, routing `paths`, the demands
// as a trace in GOAL (Hoefler, Siebert & Lumsdaine 2009), and a configuration whose router stands
// for the flit clock of delay.h: a step takes hop_clocks for the head, packets wait for their
// output alone.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "studies/chip/output_file.h"
#include "studies/chip/plan_network.h"
#include "base/core/errors.h"

namespace kasuri::chip {
namespace {

constexpr std::int64_t kMostRate = 100'000'000'000'000;  // B/s, of a link
constexpr std::int64_t kMostPacket = std::int64_t{8} << 20;

// How the flit clock is said in bytes and picoseconds.
struct Scale {
  explicit Scale(const DelayParams& d) : delay(d) {}

  std::int64_t flits(std::int64_t bits) const {
    return (bits + delay.flit_bits - 1) / delay.flit_bits;
  }
  std::int64_t bytes_of_flits(std::int64_t n) const { return (n * delay.flit_bits + 7) / 8; }
  // Whole flits, packet by packet.
  std::int64_t bytes(std::int64_t bits) const {
    if (!delay.packet_bits || bits <= *delay.packet_bits) return bytes_of_flits(flits(bits));
    return bits / *delay.packet_bits * bytes_of_flits(flits(*delay.packet_bits)) +
           bytes_of_flits(flits(bits % *delay.packet_bits));
  }
  BytesPerSecond rate() const {
    const double per_clock = static_cast<double>(delay.flit_bits) / 8;
    const double rate = per_clock * 1e12 / static_cast<double>(delay.clock.ps);
    if (!(rate >= 1000 && rate <= static_cast<double>(kMostRate))) {
      throw Error(Exit::usage, ErrorPlace(),
                  fmt::format("flits of {} bits each {} make links of {:.3g} B/s; `kasuri run` has links "
                              "of 1 kB/s to 100 TB/s; change delay.clock",
                              delay.flit_bits, to_string(delay.clock), rate));
    }
    return {static_cast<std::int64_t>(rate)};
  }

  const DelayParams& delay;
};

std::string_view class_name(PlanNetwork::Class c) {
  switch (c) {
    case PlanNetwork::Class::link: return "link";
    case PlanNetwork::Class::circuit: return "circuit";
    case PlanNetwork::Class::branch: return "branch";
    case PlanNetwork::Class::back: return "return";
    case PlanNetwork::Class::bridge: return "bridge";
  }
  return "";
}

// A weight of a bit is 1 pJ; a static weight, 1 pJ in each clock.
class Energies {
 public:
  explicit Energies(const Experiment& e)
      : e_(e.config.chip.energy),
        watts_per_weight_(1e-12 / e.config.chip.delay.clock.seconds()),
        by_switch_(static_power_by_switch(e.structure, e_.static_power)),
        rest_(kasuri::chip::static_power(e.structure, e_.static_power).sum()) {
    for (std::uint32_t s = 0; s < e.structure.switches(); ++s) {
      if (!e.structure.is_packet({s})) continue;
      rest_ -= by_switch_[s];
      ++packet_switches_;
    }
  }

  // What its own packet switch draws, and an equal part of what circuit switches and layers do.
  std::string of_switch(SwitchId s) const {
    const double weight = by_switch_[s.v] + std::max(rest_, 0.0) / packet_switches_;
    std::string text = fmt::format(" energy=\"{} pJ/b\"", e_.packet_switch);
    if (e_.static_power.any()) text += fmt::format(" power=\"{} W\"", weight * watts_per_weight_);
    return text;
  }
  std::string of_channel(const PlanNetwork::Parts& p) const {
    const double links = p.links * e_.link + p.mm * e_.link_per_mm;
    return fmt::format("energy=\"{} pJ/b\"", links + p.circuit_switches * e_.circuit_switch);
  }

 private:
  const EnergyParams& e_;
  double watts_per_weight_;
  std::vector<double> by_switch_;
  double rest_;
  std::uint32_t packet_switches_ = 0;
};

constexpr Time kTraversal{1};  // of the switch, besides the cable; and of the cable to a NIC

void write_topology(const PlanNetwork& network, const Scale& scale, const Energies& energies,
                    const std::filesystem::path& file) {
  OutputFile out(file);
  out.print(
      "# The network that a plan of `kasuri chip` makes of a chip. Routers are packet switches,\n"
      "# pCOLUMN.ROW.LAYER. Links of class \"link\" are plain, channels of class \"circuit\" pass\n"
      "# circuit switches. Not on the chip: \"return\", the opposite of a one-way circuit, "
      "since\n"
      "# a router has as many inputs as outputs, and \"bridge\", which joins what nothing else "
      "does.\n"
      "# No planned demand takes these. \"branch\" leads to where circuits meet (jCHANNEL).\n"
      "# energy: of a bit in a packet switch, and on a channel, its links and circuit switches.\n");
  for (const PlanNetwork::Node& n : network.nodes()) {
    out.print("router {} endpoints={}{}\n", n.name, n.has_server ? 1 : 0,
              n.is_join ? "" : energies.of_switch(n.at));
  }
  const std::string rate = exact(scale.rate());
  const Time hop{scale.delay.clock.ps * scale.delay.hop_clocks - 2 * kTraversal.ps};
  const auto facts = [&](PlanNetwork::Class c, const PlanNetwork::Parts& parts) {
    const Time latency = c == PlanNetwork::Class::branch ? Time{0} : hop;
    return fmt::format("class={} rate=\"{}\" latency=\"{}\" {}", class_name(c), rate, exact(latency),
                       energies.of_channel(parts));
  };
  for (const PlanNetwork::Cable& c : network.cables()) {
    const std::string a = fmt::format("{}:{}", network.nodes()[c.a].name, c.port_a);
    const std::string b = fmt::format("{}:{}", network.nodes()[c.b].name, c.port_b);
    const std::string there = facts(c.there, c.parts_there), back = facts(c.back, c.parts_back);
    if (there == back) {
      out.print("link {} {} {}\n", a, b, there);
    } else {
      out.print("channel {} {} {}\n", a, b, there);
      out.print("channel {} {} {}\n", b, a, back);
    }
  }
  out.close();
}

// Demands of this round that send something, in the order of planning.
std::vector<std::uint32_t> demands_of(const Experiment& e, const Plan& plan, std::uint32_t round) {
  std::vector<std::uint32_t> all;
  for (const std::uint32_t i : plan.order) {
    const bool now = plan.round.empty() || plan.round[i] == round;
    if (now && plan.paths[i] && e.demands[i].bits > 0) all.push_back(i);
  }
  return all;
}

void write_paths(const Experiment& e, const Plan& plan, const std::vector<std::uint32_t>& demands,
                 const PlanNetwork& network, const std::filesystem::path& file) {
  OutputFile out(file);
  out.print("# source target port port ...: of each pair the path of its largest demand\n");
  std::set<std::pair<ServerId, ServerId>> known;
  for (const std::uint32_t i : demands) {
    const Demand& d = e.demands[i];
    if (!known.emplace(d.source, d.target).second) continue;
    out.print("{} {}", network.nodes()[d.source.v].name, network.nodes()[d.target.v].name);
    for (const std::uint32_t p : network.ports(*plan.paths[i])) out.print(" {}", p);
    out.print("\n");
  }
  out.close();
}

// Each server's sends, largest first, after the clocks until they start, and its receives.
void write_goal(const Experiment& e, const std::vector<std::uint32_t>& demands, const Scale& scale,
                const std::filesystem::path& file) {
  std::vector<std::vector<std::uint32_t>> sends(e.structure.servers()), receives(sends.size());
  for (const std::uint32_t i : demands) {
    sends[e.demands[i].source.v].push_back(i);
    receives[e.demands[i].target.v].push_back(i);
  }
  OutputFile out(file);
  out.print("num_ranks {}\n", e.structure.servers());
  for (std::uint32_t s = 0; s < sends.size(); ++s) {
    out.print("\nrank {} {{\n", s);
    std::uint32_t label = 0;
    for (const std::uint32_t i : receives[s]) {
      const Demand& d = e.demands[i];
      out.print("l{}: recv {}b from {} tag {}\n", ++label, scale.bytes(d.bits), d.source.v, i);
    }
    std::ranges::stable_sort(sends[s], {}, [&](std::uint32_t i) { return e.starts[i]; });
    std::uint32_t waited = 0;  // label of the last wait
    std::int64_t now = 0;      // ns
    for (const std::uint32_t i : sends[s]) {
      const Demand& d = e.demands[i];
      const std::int64_t start = e.starts[i] * scale.delay.clock.ps / 1000;
      if (start > now) {
        out.print("l{}: calc {}\n", ++label, start - now);
        if (waited) out.print("l{} requires l{}\n", label, waited);
        waited = label;
        now = start;
      }
      out.print("l{}: send {}b to {} tag {}\n", ++label, scale.bytes(d.bits), d.target.v, i);
      if (waited) out.print("l{} requires l{}\n", label, waited);
    }
    out.print("}}\n");
  }
  out.close();
}

// Pairs without a demand keep to plain links if those lead everywhere.
std::vector<std::string> avoided(const PlanNetwork& network) {
  using Class = PlanNetwork::Class;
  std::vector<std::string> all;
  const bool plain = network.is_plainly_connected();
  for (const Class c : {Class::back, Class::circuit, Class::branch}) {
    const bool usable = !plain && c != Class::back;
    if (network.has(c) && !usable) all.emplace_back(class_name(c));
  }
  return all;
}

// machine.toml, the machine of any jobs, and config.toml, the same with the demands.
void write_machine(const Experiment& e, const std::vector<std::uint32_t>& demands,
                   const PlanNetwork& network, const Scale& scale, OutputFile& out,
                   std::string_view what) {
  const DelayParams& delay = e.config.chip.delay;
  std::int64_t most = 32;
  for (const std::uint32_t i : demands) most = std::max(most, scale.bytes(e.demands[i].bits));
  if (delay.packet_bits) {
    most = std::min(most, scale.bytes_of_flits(scale.flits(*delay.packet_bits)));
  }
  most = std::min(most, kMostPacket);
  const std::int64_t buffer = delay.buffer_packets
                                  ? std::min<std::int64_t>(most * *delay.buffer_packets, 1 << 30)
                                  : 1 << 30;
  const std::string rate = exact(scale.rate());
  const Time hop{delay.clock.ps * delay.hop_clocks - 2 * kTraversal.ps};
  out.print(
      "# Written by `kasuri chip --export`: the plan's network with {}, timed as the plan's flit\n"
      "# clock: {} bits each {}, {} clock{} a step.\n"
      "[topology]\ntype = \"graph\"\nfile = \"topology.net\"\n\n"
      "[routing]\ntype = \"paths\"\nfile = \"paths.txt\"\n",
      what, delay.flit_bits, to_string(delay.clock), delay.hop_clocks, delay.hop_clocks == 1 ? "" : "s");
  const std::vector<std::string> avoid = avoided(network);
  if (!avoid.empty())
    out.print("avoid = [\"{}\"]  # by what nobody has planned\n", fmt::join(avoid, "\", \""));
  out.print("balanced = false\n");
  out.print(
      "\n# Packets wait for their output alone, first come first served.\n[router]\n"
      "routing_time = \"0 s\"\nvc_allocation_time = \"0 s\"\n"
      "switch_allocation_time = \"1 ps\"\nswitch_traversal_time = \"1 ps\"\n"
      "vcs = 32\nspeedup = 64\nbuffer = \"{}\"\noutput_buffer = \"1 GiB\"\n\n"
      "[link]\nrate = \"{}\"\ncable_latency = \"{}\"\n\n",
      exact(Bytes{buffer}), rate, exact(hop));
  const bool wires = delay.server_links;
  out.print(
      "# Between server and switch: {}.\n[nic]\npacket = \"{}\"\nsmallest_packet = \"1 B\"\n"
      "link_rate = \"{}\"\ncable_latency = \"{}\"\nreceive_buffer = \"1 GiB\"\n\n",
      wires ? "a wire that carries a flit per clock" : "no time, as in the plan",
      exact(Bytes{most}), wires ? rate : exact(BytesPerSecond{kMostRate}),
      wires ? exact(hop) : "0 s");
  out.print(
      "# What bits and switches take is in topology.net; nothing else draws power.\n[power]\n"
      "policy = \"always-on\"\nport_static = \"0 W\"\nport_active = \"0 W\"\n"
      "port_sleep = \"0 W\"\nport_deep = \"0 W\"\nrouter_static = \"0 W\"\n"
      "router_per_bit = \"0 J/b\"\nlink_per_bit = \"0 J/b\"\n\n"
      "[mpi]\neager_limit = \"1 GiB\"\nnonblocking_collectives = 1\n");
}

}  // namespace

void write_network(const Experiment& e, const Plan& plan, std::uint32_t round,
                   const std::filesystem::path& folder) {
  const Scale scale(e.config.chip.delay);
  const PlanNetwork network(e.structure, circuits_of_round(e, plan, round));
  const std::vector<std::uint32_t> demands = demands_of(e, plan, round);
  write_topology(network, scale, Energies(e), folder / "topology.net");
  write_paths(e, plan, demands, network, folder / "paths.txt");
  write_goal(e, demands, scale, folder / "demands.goal");
  OutputFile machine(folder / "machine.toml"), config(folder / "config.toml");
  write_machine(e, demands, network, scale, machine, "its paths");
  machine.close();
  write_machine(e, demands, network, scale, config, "its paths and its demands");
  config.print("\n[[jobs]]\nname = \"demands\"\ntrace = \"demands.goal\"\n");
  config.close();
}

}  // namespace kasuri::chip
