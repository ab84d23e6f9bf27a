// SPDX-License-Identifier: MIT
// Loads and energy of all parts of a chip and of all demands, from the paths of a plan alone. Sums
// are of integers (weights in units of 1e-9), so tables add up to the result to the last digit of a
// double.
#include "studies/chip/plan_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "studies/chip/output_file.h"
#include "studies/chip/plan_network.h"
#include "base/core/check.h"
#include "base/core/errors.h"

namespace kasuri::chip {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::string_view kFormat = "kasuri chip plan";
constexpr std::uint32_t kNoNumber = UINT32_MAX;

struct Load {
  std::uint64_t demands = 0;
  std::int64_t bits = 0;
  double energy = 0;
};

struct Circuit {
  std::uint32_t round = 0;
  Path channels;
  std::uint32_t back = kNoNumber;  // of a two-way circuit: the number of its other direction
  double mm = 0;
  Load load;  // energy of its links and circuit switches
};

struct DemandRow {
  std::uint32_t place = 0;  // in the order of planning
  std::uint32_t steps = 0, circuit_steps = 0;
  double packet_switches = 0, circuit_switches = 0, links = 0, mesh = 0;
  std::int64_t arrival = Delays::kNever;
  double energy() const { return packet_switches + circuit_switches + links; }
};

// Everything that the files say.
class Account {
 public:
  Account(const Experiment& e, const Plan& plan)
      : e_(e),
        plan_(plan),
        switches(e.structure.switches()),
        channels(e.structure.channels()),
        rows(e.demands.size()),
        static_power(static_power_by_switch(e.structure, e.config.chip.energy.static_power)) {
    find_circuits();
    const Mesh mesh(e.structure, e.config.layout.link_mm);
    const Costs mesh_costs(mesh.structure(), e.config.chip.energy);
    for (std::uint32_t place = 0; place < plan.order.size(); ++place) {
      const std::uint32_t i = plan.order[place];
      rows[i].place = place;
      rows[i].mesh = energy(e.demands[i].bits, mesh.cost(e.demands[i], mesh_costs));
      if (plan.paths[i]) count(i, *plan.paths[i]);
    }
    if (!e.config.chip.delay.run) return;
    const std::uint32_t rounds = plan.round.empty() ? 1 : 1 + *std::ranges::max_element(plan.round);
    const Delays delays = simulate_rounds(e.planned_flows(plan), plan.round, rounds,
                                          e.resources(e.structure), e.config.chip.delay);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].arrival = delays.arrival[i];
  }

  std::uint32_t round_of(std::uint32_t demand) const {
    return plan_.round.empty() ? 0 : plan_.round[demand];
  }
  // The circuit that begins with this channel in this round; kNone if none does.
  std::uint32_t circuit(std::uint32_t round, ChannelId first) const {
    const auto at = numbers_.find({round, first});
    return at == numbers_.end() ? kNoNumber : at->second;
  }

 private:
  const Experiment& e_;
  const Plan& plan_;

 public:
  std::vector<Load> switches, channels;  // of a channel: its link alone
  std::vector<Circuit> circuits;
  std::vector<DemandRow> rows;
  std::vector<double> static_power;  // by switch

 private:
  static double energy(std::int64_t bits, std::int64_t weight) {
    return static_cast<double>(bits) * static_cast<double>(weight) / Costs::kUnitsPerWeight;
  }
  std::int64_t weight(SwitchId s) const {
    const EnergyParams& p = e_.config.chip.energy;
    return Costs::units(e_.structure.is_packet(s) ? p.packet_switch : p.circuit_switch);
  }

  void find_circuits() {
    const std::uint32_t rounds =
        plan_.round.empty() ? 1 : 1 + *std::ranges::max_element(plan_.round);
    for (std::uint32_t round = 0; round < rounds; ++round) {
      const Circuits set = circuits_of_round(e_, plan_, round);
      for (const ChannelId first : set.firsts()) {
        const std::uint32_t there = add(round, set.along(first));
        if (set.direction() == Direction::one_way) continue;
        const std::uint32_t back = add(round, set.along(reverse(circuits[there].channels.back())));
        circuits[there].back = back;
        circuits[back].back = there;
      }
    }
  }

  std::uint32_t add(std::uint32_t round, Path channels_of_it) {
    const auto number = static_cast<std::uint32_t>(circuits.size());
    numbers_[{round, channels_of_it.front()}] = number;
    Circuit c{.round = round, .channels = std::move(channels_of_it), .load = {}};
    for (const ChannelId channel : c.channels) c.mm += e_.structure[channel].mm;
    circuits.push_back(std::move(c));
    return number;
  }

  void count(std::uint32_t i, const Path& path) {
    const Structure& s = e_.structure;
    const std::int64_t bits = e_.demands[i].bits;
    DemandRow& row = rows[i];
    const auto pass = [&](SwitchId at) {
      const double used = energy(bits, weight(at));
      add(switches[at.v], bits, used);
      (s.is_packet(at) ? row.packet_switches : row.circuit_switches) += used;
      return used;
    };
    pass(s.home(e_.demands[i].source));
    std::uint32_t within = kNoNumber;  // the circuit that the path is in
    for (const ChannelId c : path) {
      if (s.is_packet(s[c].from)) {
        ++row.steps;
        within = circuit(round_of(i), c);
        const bool in_circuit = !s.is_packet(s[c].to);
        row.circuit_steps += in_circuit;
        check(in_circuit == (within != kNoNumber), "a path enters circuits of its plan alone");
        if (in_circuit) add(circuits[within].load, bits, 0);
      }
      const double link = energy(bits, e_.costs.step(c) - weight(s[c].to));
      add(channels[c.v], bits, link);
      row.links += link;
      const double at = pass(s[c].to);
      if (within != kNoNumber) circuits[within].load.energy += link + (s.is_packet(s[c].to) ? 0 : at);
    }
  }

  static void add(Load& load, std::int64_t bits, double used) {
    ++load.demands;
    load.bits += bits;
    load.energy += used;
  }

  std::map<std::pair<std::uint32_t, ChannelId>, std::uint32_t> numbers_;
};

std::string_view kind_of(const Structure& s, SwitchId i) {
  return s.is_packet(i) ? "packet" : "circuit";
}

std::string number_or(std::uint32_t n, std::string_view otherwise) {
  return n == kNoNumber ? std::string(otherwise) : fmt::format("{}", n);
}

struct Writer {
  const Experiment& e;
  const Plan& plan;
  const Result& result;
  const Account& account;
  const fs::path& folder;
  std::vector<std::uint32_t> server_at;  // by switch, kNone without

  const Structure& s() const { return e.structure; }
  std::int64_t static_clocks() const {
    return e.config.chip.energy.static_power.clocks.value_or(result.planned.makespan);
  }
  double static_energy(std::uint32_t i) const {
    return account.static_power[i] * static_cast<double>(static_clocks());
  }

  void switches() const {
    OutputFile out(folder / "switches.csv");
    out.print("switch,kind,x,y,z,server,ports,demands,bits,energy,static_energy\n");
    for (std::uint32_t i = 0; i < s().switches(); ++i) {
      const Place& at = s()[SwitchId{i}].at;
      const Load& l = account.switches[i];
      out.print("{},{},{},{},{},{},{},{},{},{},{}\n", i, kind_of(s(), {i}), at.x, at.y, at.z,
                number_or(server_at[i], ""), s().out({i}).size(), l.demands, l.bits, l.energy,
                static_energy(i));
    }
    out.close();
  }

  void channels() const {
    OutputFile out(folder / "channels.csv");
    out.print("channel,from,to,mm,demands,bits,energy\n");
    for (std::uint32_t i = 0; i < s().channels(); ++i) {
      const Channel& c = s()[ChannelId{i}];
      const Load& l = account.channels[i];
      out.print("{},{},{},{},{},{},{}\n", i, c.from.v, c.to.v, c.mm, l.demands, l.bits, l.energy);
    }
    out.close();
  }

  void circuits() const {
    OutputFile out(folder / "circuits.csv");
    out.print("circuit,round,from,to,back,channels,mm,demands,bits,energy\n");
    for (std::uint32_t i = 0; i < account.circuits.size(); ++i) {
      const Circuit& c = account.circuits[i];
      out.print("{},{},{},{},{},", i, c.round, s()[c.channels.front()].from.v,
                s()[c.channels.back()].to.v, number_or(c.back, ""));
      for (std::size_t k = 0; k < c.channels.size(); ++k) {
        out.print("{}{}", k ? " " : "", c.channels[k].v);
      }
      out.print(",{},{},{},{}\n", c.mm, c.load.demands, c.load.bits, c.load.energy);
    }
    out.close();
  }

  void demands() const {
    OutputFile out(folder / "demands.csv");
    out.print(
        "demand,place,source,target,bits,routed,round,hops,steps,circuit_steps,"
        "packet_switch_energy,circuit_switch_energy,link_energy,energy,mesh_energy,"
        "start_clock,arrival_clock\n");
    for (std::uint32_t i = 0; i < e.demands.size(); ++i) {
      const Demand& d = e.demands[i];
      const DemandRow& r = account.rows[i];
      const bool routed = plan.paths[i].has_value();
      out.print("{},{},{},{},{},{},", i, r.place, d.source.v, d.target.v, d.bits, routed ? 1 : 0);
      if (routed) {
        out.print("{},{},{},{},{},{},{},{}", account.round_of(i), plan.paths[i]->size(), r.steps,
                  r.circuit_steps, r.packet_switches, r.circuit_switches, r.links, r.energy());
      } else {
        out.print(",,,,,,,");
      }
      out.print(",{},{},{}\n", r.mesh, e.starts[i],
                r.arrival == Delays::kNever ? "" : fmt::format("{}", r.arrival));
    }
    out.close();
  }

  void paths() const {
    OutputFile out(folder / "paths.csv");
    out.print("demand,hop,channel,from,to,circuit\n");
    for (std::uint32_t i = 0; i < e.demands.size(); ++i) {
      if (!plan.paths[i]) continue;
      std::uint32_t hop = 0, within = kNoNumber;
      for (const ChannelId c : *plan.paths[i]) {
        if (s().is_packet(s()[c].from)) within = account.circuit(account.round_of(i), c);
        out.print("{},{},{},{},{},{}\n", i, hop++, c.v, s()[c].from.v, s()[c].to.v,
                  number_or(within, ""));
      }
    }
    out.close();
  }

  // Of moving bits by kind of part, and static by what draws it; of all `energy` is the sum.
  Json by_part() const {
    double packet = 0, circuit = 0, plane = 0, vertical = 0;
    for (std::uint32_t i = 0; i < s().switches(); ++i) {
      (s().is_packet({i}) ? packet : circuit) += account.switches[i].energy;
    }
    for (std::uint32_t i = 0; i < s().channels(); ++i) {
      const Channel& c = s()[ChannelId{i}];
      (s()[c.from].at.z == s()[c.to].at.z ? plane : vertical) += account.channels[i].energy;
    }
    const StaticPower power = chip::static_power(s(), e.config.chip.energy.static_power);
    const auto clocks = static_cast<double>(static_clocks());
    return {{"packet_switches", packet},
            {"circuit_switches", circuit},
            {"links_in_plane", plane},
            {"links_between_layers", vertical},
            {"static_packet_switches", power.packet_switches * clocks},
            {"static_circuit_switches", power.circuit_switches * clocks},
            {"static_ports", power.ports * clocks},
            {"static_layers", power.layers * clocks}};
  }

  // Line by line, so that large plans take no more memory than they must.
  void json() const {
    OutputFile out(folder / "plan.json");
    out.print("{{\"format\": \"{}\",\n\"result\": {},\n\"energy_by_part\": {}", kFormat,
              to_json(result, e.config).dump(), by_part().dump());
    list(out, "switches", s().switches(), [&](std::uint32_t i) {
      const Place& at = s()[SwitchId{i}].at;
      const Load& l = account.switches[i];
      return Json{{"kind", kind_of(s(), {i})},
                  {"at", {at.x, at.y, at.z}},
                  {"server", server_at[i] == kNoNumber ? Json() : Json(server_at[i])},
                  {"demands", l.demands},
                  {"bits", l.bits},
                  {"energy", l.energy},
                  {"static_energy", static_energy(i)}};
    });
    list(out, "channels", s().channels(), [&](std::uint32_t i) {
      const Channel& c = s()[ChannelId{i}];
      const Load& l = account.channels[i];
      return Json{{"from", c.from.v},     {"to", c.to.v},   {"mm", c.mm},
                  {"demands", l.demands}, {"bits", l.bits}, {"energy", l.energy}};
    });
    list(out, "circuits", static_cast<std::uint32_t>(account.circuits.size()),
         [&](std::uint32_t i) {
           const Circuit& c = account.circuits[i];
           return Json{{"round", c.round},
                       {"from", s()[c.channels.front()].from.v},
                       {"to", s()[c.channels.back()].to.v},
                       {"back", c.back == kNoNumber ? Json() : Json(c.back)},
                       {"channels", numbers(c.channels)},
                       {"mm", c.mm},
                       {"demands", c.load.demands},
                       {"bits", c.load.bits},
                       {"energy", c.load.energy}};
         });
    list(out, "demands", static_cast<std::uint32_t>(e.demands.size()), [&](std::uint32_t i) {
      const Demand& d = e.demands[i];
      const DemandRow& r = account.rows[i];
      Json j{{"source", d.source.v}, {"target", d.target.v},       {"bits", d.bits},
             {"place", r.place},     {"start_clock", e.starts[i]}, {"mesh_energy", r.mesh}};
      if (!plan.paths[i]) {
        j["path"] = nullptr;
        return j;
      }
      j["round"] = account.round_of(i);
      j["path"] = numbers(*plan.paths[i]);
      j["steps"] = r.steps;
      j["circuit_steps"] = r.circuit_steps;
      j["packet_switch_energy"] = r.packet_switches;
      j["circuit_switch_energy"] = r.circuit_switches;
      j["link_energy"] = r.links;
      j["energy"] = r.energy();
      j["arrival_clock"] = r.arrival == Delays::kNever ? Json() : Json(r.arrival);
      return j;
    });
    out.print("}}\n");
    out.close();
  }

  static Json numbers(const Path& path) {
    Json all = Json::array();
    for (const ChannelId c : path) all.push_back(c.v);
    return all;
  }

  template <class F>
  static void list(OutputFile& out, std::string_view name, std::uint32_t size, F f) {
    out.print(",\n\"{}\": [", name);
    for (std::uint32_t i = 0; i < size; ++i) out.print("{}\n{}", i ? "," : "", f(i).dump());
    out.print("]");
  }
};

bool is_round_folder(const std::string& name) {
  constexpr std::string_view kRound = "round-";
  return name.starts_with(kRound) && name.size() > kRound.size() &&
         name.find_first_not_of("0123456789", kRound.size()) == std::string::npos;
}

// An export that is there goes; anything else stays, and is refused.
void make_free(const fs::path& folder) {
  const std::set<std::string> ours{"plan.json",    "switches.csv", "channels.csv", "circuits.csv",
                                   "demands.csv",  "paths.csv",    "topology.net", "paths.txt",
                                   "demands.goal", "machine.toml", "config.toml"};
  std::error_code failure;
  if (!fs::exists(folder, failure)) return;
  const auto refuse = [&](std::string_view why) {
    throw Error(Exit::usage, ErrorPlace(folder.string()),
                fmt::format("{}; give --export a new folder", why));
  };
  if (!fs::is_directory(folder, failure)) refuse("not a folder");
  if (fs::is_empty(folder, failure)) return;
  const fs::path plan = folder / "plan.json";
  if (!fs::is_regular_file(plan, failure)) refuse("holds files, but no exported plan");
  std::ifstream in(plan);
  std::string first;
  std::getline(in, first);
  if (first.find(kFormat) == std::string::npos) refuse("its plan.json is not an exported plan");
  std::vector<fs::path> old;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool round = is_round_folder(name) && entry.is_directory();
    if (!ours.contains(name) && !round) {
      refuse(fmt::format("also holds '{}', which is no part of an exported plan", name));
    }
    old.push_back(entry.path());
  }
  for (const fs::path& p : old) {
    if (!is_round_folder(p.filename().string())) {
      fs::remove(p, failure);
      continue;
    }
    for (const std::string& name : ours) fs::remove(p / name, failure);
    fs::remove(p, failure);  // stays if something else is in it
  }
}

}  // namespace

void export_plan(const Experiment& e, const Plan& plan, const Result& result,
                 const fs::path& folder) {
  make_free(folder);
  const Account account(e, plan);
  Writer w{e, plan, result, account, folder, {}};
  w.server_at.assign(e.structure.switches(), kNoNumber);
  for (std::uint32_t i = 0; i < e.structure.servers(); ++i)
    w.server_at[e.structure.home({i}).v] = i;
  w.json();
  w.switches();
  w.channels();
  w.circuits();
  w.demands();
  w.paths();
  if (plan.round.empty()) return write_network(e, plan, 0, folder);
  for (std::uint32_t round = 0; round < result.rounds; ++round) {
    write_network(e, plan, round, folder / fmt::format("round-{:04}", round));
  }
}

}  // namespace kasuri::chip
