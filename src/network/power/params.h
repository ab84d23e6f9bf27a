// SPDX-License-Identifier: MIT
// [power]: what links, routers, NICs and hosts draw, and when links sleep. A preset gives all
// values, each of which can be overridden; without the section nothing is accounted and nothing
// sleeps. Without a preset the values follow the rate and the kind of each class of links, and links
// stay awake: energy is a measurement, which changes no time.
//
// The power of a router (NsimPower, equation 1, with the corrections of C1 to C3):
//   P = P_BASE + Σ over its links { P_ACT (1 - R_LPI) + P_LPI R_LPI }
// and of a switch (TraceRP, equation 1): P = ports × (P_base / N_port) + Σ over ports P_dynamic × the
// share of time in which the port is up. Both are one rule: a router draws `router_static`, each of
// its ports `port_static`, and the link of a port `port_active` or, asleep, `port_sleep`.
// `output_share` of that follows the direction that leaves the router, the rest the other one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/config/document.h"
#include "network/net/link.h"
#include "network/power/policy.h"
#include "network/topology/floor_plan.h"

namespace kasuri {

// [[power.classes]]: another policy for one class of links, and what bits cost on them.
struct ClassPowerParams {
  std::string link_class;
  std::optional<config::Choice<LinkPolicy>> policy;
  std::optional<Time> t_lt, t_ls, t_lw, deep_t_ls, deep_t_lw;
  double per_bit = 0;

  static config::Fields<ClassPowerParams> fields();
};

enum class Directions { independent, joint };
constexpr auto names_of(Directions) { return name_table("independent", "joint"); }
enum class Transient { none, routers, links };
constexpr auto names_of(Transient) { return name_table("none", "routers", "links"); }

// The preset that gives each class of links the values of the published preset of its kind, at its rate.
inline constexpr std::string_view kByLink = "by-link";

struct PowerParams {
  std::string preset{kByLink};
  std::optional<config::Choice<LinkPolicy>> policy;
  std::optional<Time> t_lt, t_ls, t_lw, deep_t_ls, deep_t_lw;
  bool abortable = false;
  Directions directions = Directions::independent;
  std::optional<double> router_static, port_static, port_active, port_sleep, port_deep;
  std::optional<double> output_share;
  std::optional<bool> terminal_ports;
  std::optional<std::uint32_t> radix;
  std::optional<double> router_per_bit, link_per_bit;
  std::optional<double> nic_static, nic_per_bit;
  std::optional<double> host_idle, host_busy;
  Time chunk{50'000'000};
  Transient transient = Transient::routers;
  std::vector<ClassPowerParams> classes;

  static config::Fields<PowerParams> fields();
  static void validate(const PowerParams&, config::Section&);
};

// Powers in W, energies in J/bit.
struct Watts {
  double router_static = 0;
  double port_static = 0;
  double port_active = 0;
  std::array<double, kSleepModes> port_mode{};
  double output_share = 1;
  double router_per_bit = 0, link_per_bit = 0;
  double nic_static = 0, nic_per_bit = 0;
  double host_idle = 0, host_busy = 0;
};

// How the links of one class behave, and what their ports draw, in W.
struct ClassPower {
  config::Choice<LinkPolicy> policy;
  Time threshold{0};  // T_lt
  SleepModes modes;
  std::string_view preset;
  double port_static = 0, port_active = 0;
  std::array<double, kSleepModes> port_mode{};
  double per_bit = 0;  // J, besides router_per_bit and link_per_bit
};

// A set of values from a publication.
struct PowerPreset {
  std::string_view name, source;
  Watts watts;
  Time threshold;
  SleepModes modes;
  bool terminal_ports;
  std::string_view policy = "idle-timer";
  BytesPerSecond rate{0};  // of the links that the watts are of; 0: of no certain rate
};
std::vector<PowerPreset> power_presets();

// What a configuration comes to, with the preset's values where it is silent.
struct PowerSettings {
  PowerParams params;
  Watts watts;
  ClassPower links;                          // of all classes but those in `classes`
  std::vector<ClassPower> classes;           // by class; the last one is the terminal links'
  bool terminal_ports = false;
  std::optional<CablePower> cables;          // with [layout] power
  bool by_class = false;                     // whether ports of different classes draw different powers
  bool counts_bits = false;                  // whether any bit costs anything
  bool by_output = false;                    // whether it costs more on some links than on others

  bool sleeps() const;
  // For people: the name, and with "by-link" the presets of the classes.
  std::string preset_text() const;
  // `links` are the topology's classes, then the terminal links'. Throws nothing: classes that do not exist
  // are reported at the section.
  static PowerSettings resolve(const PowerParams&, const Topology&, config::Section*,
                               const std::vector<LinkClass>& links);
};

}  // namespace kasuri
