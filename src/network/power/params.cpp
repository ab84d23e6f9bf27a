// SPDX-License-Identifier: MIT
#include "network/power/params.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/config/diagnostics.h"
#include "base/config/registry.h"
#include "base/core/check.h"
#include "network/net/topology.h"

namespace kasuri {
namespace {

using namespace literals;

constexpr Time kLongest{1'000'000'000'000'000};

const config::Describe<std::optional<PowerParams>> power{
    "power", "power of the machine and sleep of its links"};

template <class P>
std::vector<config::FieldOf<P>> timing_fields() {
  const auto time = [](std::string_view name, std::optional<Time> P::* member,
                       std::string_view meaning) {
    auto f = config::field(name, member, meaning);
    f.range(0_ps, kLongest);
    return f;
  };
  return {
      time("t_lt", &P::t_lt, "T_lt: idle time after which a link may go to sleep"),
      time("t_ls", &P::t_ls, "T_ls: transition from active to asleep"),
      time("t_lw", &P::t_lw, "T_lw: transition from asleep to active"),
      time("deep_t_ls", &P::deep_t_ls, "transition from light to deep sleep"),
      time("deep_t_lw", &P::deep_t_lw, "transition from deep sleep to active"),
  };
}

const PowerPreset& preset_named(std::string_view name) {
  static const std::vector<PowerPreset> all = power_presets();
  const auto found =
      std::ranges::find_if(all, [&](const PowerPreset& p) { return p.name == name; });
  check(found != all.end(), "a preset that was read exists");
  return *found;
}

// What a section with timing says, else what `fallback` does.
template <class P>
ClassPower class_power(const P& p, const ClassPower& fallback) {
  ClassPower c = fallback;
  if (p.policy) c.policy = *p.policy;
  c.threshold = p.t_lt.value_or(c.threshold);
  c.modes[0] = {p.t_ls.value_or(c.modes[0].enter), p.t_lw.value_or(c.modes[0].leave)};
  c.modes[1] = {p.deep_t_ls.value_or(c.modes[1].enter), p.deep_t_lw.value_or(c.modes[1].leave)};
  return c;
}

bool check_sleep(config::Section& section, double active, const std::array<double, kSleepModes>& mode) {
  const char* const keys[] = {"port_sleep", "port_deep"};
  bool is_legal = true;
  for (std::size_t m = 0; m < kSleepModes; ++m) {
    if (mode[m] <= active) continue;
    is_legal = false;
    section.error(section.has(keys[m]) ? keys[m] : "port_active",
                  fmt::format("a sleeping link must not draw more power than an active one: at most "
                              "\"{:.6g} W\" (port_active), not \"{:.6g} W\"",
                              active, mode[m]));
  }
  return is_legal;
}

Watts watts_of(const PowerParams& p, const Watts& preset) {
  Watts w = preset;
  w.router_static = p.router_static.value_or(w.router_static);
  w.port_static = p.port_static.value_or(w.port_static);
  w.port_active = p.port_active.value_or(w.port_active);
  w.port_mode = {p.port_sleep.value_or(w.port_mode[0]), p.port_deep.value_or(w.port_mode[1])};
  w.output_share = p.output_share.value_or(w.output_share);
  w.router_per_bit = p.router_per_bit.value_or(w.router_per_bit);
  w.link_per_bit = p.link_per_bit.value_or(w.link_per_bit);
  w.nic_static = p.nic_static.value_or(w.nic_static);
  w.nic_per_bit = p.nic_per_bit.value_or(w.nic_per_bit);
  w.host_idle = p.host_idle.value_or(w.host_idle);
  w.host_busy = p.host_busy.value_or(w.host_busy);
  return w;
}

// Cables that are longer are optical (LayoutParams::copper_reach, 5 ns a metre).
constexpr Time kCopperLatency = 15_ns;
constexpr BytesPerSecond k400G{50'000'000'000};

// The preset of a kind of links: within servers NVLink, else copper or optics by the cable's latency.
std::string_view preset_of(const LinkClass& link, bool within_server) {
  if (within_server) return "nvlink-4";
  if (link.cable <= kCopperLatency) return "copper-400g";
  return link.rate <= k400G ? "optics-400g" : "optics-800g";
}

// What the ports of a class draw: the preset's powers, in proportion to the rate where it has one.
void set_ports(ClassPower& c, const PowerParams& p, const PowerPreset& preset, BytesPerSecond rate) {
  const bool scales = rate.n > 0 && rate < kUnlimited && preset.rate.n > 0;
  const double scale = scales ? static_cast<double>(rate.n) / static_cast<double>(preset.rate.n) : 1;
  Watts w = preset.watts;
  w.port_static *= scale, w.port_active *= scale;
  for (double& mode : w.port_mode) mode *= scale;
  w = watts_of(p, w);
  c.preset = preset.name;
  c.port_static = w.port_static, c.port_active = w.port_active, c.port_mode = w.port_mode;
}

// Preset "by-link".
void set_ports_by_link(PowerSettings& s, const Topology& t, config::Section* section,
                       const std::vector<LinkClass>& links) {
  const Topology* const server = t.servers().network;
  bool is_legal = true;
  const std::size_t of_server = server ? server->link_classes().size() : 0;  // they come first
  for (std::size_t i = 0; i < s.classes.size(); ++i) {
    ClassPower& c = s.classes[i];
    const bool within = server && (i < of_server || i + 1 == s.classes.size());
    const LinkClass& link = links[i];
    set_ports(c, s.params, preset_named(preset_of(link, within)), link.rate);
    if (section && is_legal) is_legal = check_sleep(*section, c.port_active, c.port_mode);
    s.by_class |= c.port_static != s.classes[0].port_static || c.port_active != s.classes[0].port_active ||
                  c.port_mode != s.classes[0].port_mode;
  }
}

}  // namespace

std::string PowerSettings::preset_text() const {
  if (params.preset != kByLink) return params.preset;
  std::vector<std::string> names;
  for (const ClassPower& c : classes) {
    if (std::ranges::find(names, c.preset) == names.end()) names.emplace_back(c.preset);
  }
  return fmt::format("{} ({})", kByLink, config::join(names));
}

bool PowerSettings::sleeps() const {
  return std::ranges::any_of(classes, [](const ClassPower& c) { return c.policy.name() != "always-on"; });
}

config::Fields<ClassPowerParams> ClassPowerParams::fields() {
  using P = ClassPowerParams;
  config::Fields<P> all{
      config::field("link_class", &P::link_class,
                    "link class of the topology; \"terminal\" for links to NICs")
          .required(),
      config::field("policy", &P::policy, "link power policy of this class; default: power.policy"),
  };
  for (auto& f : timing_fields<P>()) all.push_back(std::move(f));
  auto per_bit = config::field("per_bit", &P::per_bit,
                               "energy per bit that crosses a link of this class, in addition to "
                               "router_per_bit and link_per_bit");
  per_bit.unit("J/b").range(0, 1e-3);
  all.push_back(std::move(per_bit));
  return all;
}

config::Fields<PowerParams> PowerParams::fields() {
  using P = PowerParams;
  const auto watts = [](std::string_view name, std::optional<double> P::* member,
                        std::string_view meaning) {
    auto f = config::field(name, member, meaning);
    f.unit("W").range(0, 1e6);
    return f;
  };
  const auto per_bit = [](std::string_view name, std::optional<double> P::* member,
                          std::string_view meaning) {
    auto f = config::field(name, member, meaning);
    f.unit("J/b").range(0, 1e-3);
    return f;
  };
  auto preset = config::field(
      "preset", &P::preset,
      "published values that are the defaults of this section: powers, times, policy, terminal_ports; "
      "\"by-link\": values by the rate and kind of each link class, always on (docs/power.md)");
  for (const PowerPreset& p : power_presets()) {
    preset.choices.emplace_back(std::string(p.name));
  }
  config::Fields<P> all{
      preset,
      config::field("policy", &P::policy, "link power policy; default: the preset's"),
  };
  for (auto& f : timing_fields<P>()) all.push_back(std::move(f));
  const config::Fields<P> rest{
      config::field("abortable", &P::abortable,
                    "whether a request stops the transition of a link to sleep"),
      config::field("directions", &P::directions,
                    "whether the two directions of a link sleep independently or only together"),
      watts("router_static", &P::router_static, "P_BASE: static power of a router"),
      watts("port_static", &P::port_static, "P_base / N_port: static power of a port"),
      watts("port_active", &P::port_active, "P_ACT, P_dynamic: power of a port whose link is active"),
      watts("port_sleep", &P::port_sleep, "P_LPI: power of a port whose link sleeps"),
      watts("port_deep", &P::port_deep, "power of a port whose link is in deep sleep"),
      config::field("output_share", &P::output_share,
                    "share of a port's power that belongs to the outgoing direction; the rest belongs to "
                    "the incoming direction")
          .range(0, 1),
      config::field("terminal_ports", &P::terminal_ports, "whether to count the ports to NICs"),
      config::field("radix", &P::radix,
                    "ports of a router; ports without a link draw port_static and port_sleep; default: no "
                    "such ports")
          .range(1, 4096),
      per_bit("router_per_bit", &P::router_per_bit, "energy per bit that a router forwards"),
      per_bit("link_per_bit", &P::link_per_bit, "energy per bit that crosses a link"),
      watts("nic_static", &P::nic_static, "static power of a NIC"),
      per_bit("nic_per_bit", &P::nic_per_bit, "energy per bit that a NIC sends or receives"),
      watts("host_idle", &P::host_idle, "static power of a node"),
      watts("host_busy", &P::host_busy, "additional power of a node for each rank that computes"),
      config::field("chunk", &P::chunk, "interval of time for peak power and for the tables over time")
          .range(1_ns, kLongest),
      config::field("transient", &P::transient,
                    "tables of power over time: none, per router, or per router and link"),
      config::field("classes", &P::classes, "other policies for single link classes")
          .size(0, 64),
  };
  for (const config::Field& f : rest) all.push_back(f);
  return all;
}

void PowerParams::validate(const PowerParams& p, config::Section& section) {
  // Of preset "by-link", resolve() knows the watts.
  const Watts w = watts_of(p, preset_named(p.preset).watts);
  if (p.preset != kByLink) check_sleep(section, w.port_active, w.port_mode);
  if (p.policy || preset_named(p.preset).policy != "always-on" || !p.classes.empty()) return;
  // Else one would think that links sleep. Defaults are legal: a resolved configuration has all keys.
  const PowerParams defaults;
  const std::pair<const char*, bool> of_sleep[] = {{"t_lt", p.t_lt.has_value()},
                                                   {"t_ls", p.t_ls.has_value()},
                                                   {"t_lw", p.t_lw.has_value()},
                                                   {"deep_t_ls", p.deep_t_ls.has_value()},
                                                   {"deep_t_lw", p.deep_t_lw.has_value()},
                                                   {"abortable", p.abortable != defaults.abortable},
                                                   {"directions", p.directions != defaults.directions}};
  for (const auto& [key, is_set] : of_sleep) {
    if (!is_set) continue;
    section.error(
        key,
        fmt::format("links of preset '{}' never sleep; set power.policy to let them sleep{}", p.preset,
                    p.preset == kByLink ? ", or power.preset to values of a study of link sleep" : ""));
  }
}

PowerSettings PowerSettings::resolve(const PowerParams& p, const Topology& topology,
                                     config::Section* section, const std::vector<LinkClass>& links) {
  const PowerPreset& preset = preset_named(p.preset);
  PowerSettings s;
  s.params = p;
  s.watts = watts_of(p, preset.watts);
  s.links = class_power(
      p, {config::Choice<LinkPolicy>(preset.policy), preset.threshold, preset.modes, {}, 0, 0, {}});
  set_ports(s.links, p, preset, {});
  s.terminal_ports = p.terminal_ports.value_or(preset.terminal_ports);
  std::vector<std::string> names = topology.link_classes();
  names.emplace_back("terminal");
  s.classes.assign(names.size(), s.links);
  auto sections = section ? section->sections("classes") : std::vector<config::Section>{};
  for (std::size_t i = 0; i < p.classes.size(); ++i) {
    const ClassPowerParams& c = p.classes[i];
    const auto found = std::ranges::find(names, c.link_class);
    if (found != names.end()) {
      ClassPower& power = s.classes[static_cast<std::size_t>(found - names.begin())];
      power = class_power(c, s.links);
      power.per_bit = c.per_bit;
      s.by_output |= c.per_bit > 0;
    } else if (i < sections.size()) {
      sections[i].error("link_class", fmt::format("unknown link class '{}'{}; {} has: {}",
                                                  c.link_class,
                                                  config::did_you_mean(c.link_class, names),
                                                  topology.describe(), config::join(names)));
    }
  }
  if (p.preset == kByLink) set_ports_by_link(s, topology, section, links);
  s.by_output |= topology.has_power();
  s.counts_bits = s.by_output || s.watts.router_per_bit > 0 || s.watts.link_per_bit > 0;
  return s;
}

}  // namespace kasuri
