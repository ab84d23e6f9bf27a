// SPDX-License-Identifier: MIT
// How a network is simulated, as a component: packets through routers, messages that share links, whole
// messages. A model registers itself; its file has its section of the configuration, its checks, its
// estimate of memory and what it builds for each part of a machine. Others ask what it can() do, never
// which one it is.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/config/document.h"
#include "network/model/network_part.h"
#include "network/model/plan.h"
#include "network/model/settings.h"
#include "network/net/capabilities.h"
#include "network/net/lookahead.h"

namespace kasuri {

// With less, handling events place by place would not pay.
inline constexpr Time kShortestSweep{1000};

// One part of a machine, to be built; what is referred to outlives it.
struct PartContext {
  const NetworkSettings& settings;
  const NetworkPlan& plan;
  Partition& partition;
  const Decomposition& decomposition;
  std::uint16_t part;
  Lookahead links;             // of all links between routers
  std::size_t jobs;            // messages have 0 … jobs − 1
  std::vector<std::uint32_t> traffic_classes;  // by job
  std::uint64_t seed;
  bool watches_packets;  // there will be an observer
  bool splits_links;     // MachinePart::split will be set

  MachinePart machine() const;
};

class NetworkModel {
 public:
  // Of this level of fidelity. `section`: of the configuration, "" for none; it chooses the model if
  // `by_section`, and so does the level if `by_level`.
  NetworkModel(Fidelity level, std::string_view section, bool by_level, bool by_section);
  NetworkModel(const NetworkModel&) = delete;
  NetworkModel& operator=(const NetworkModel&) = delete;
  virtual ~NetworkModel() = default;

  const Fidelity level;
  const std::string_view section;
  const bool by_level, by_section;

  // Of ModelSections.
  virtual std::optional<config::Field> field() const { return std::nullopt; }

  virtual Capabilities can(const NetworkSettings&) const = 0;
  // For error messages: "at flow level"; "set fidelity = \"packet\"".
  virtual std::string where(const NetworkSettings&) const = 0;
  virtual std::string instead(const NetworkSettings&) const = 0;
  // Whether a key of [router], [link], [link.CLASS], [nic] or [run] has an effect; key "": the section.
  virtual bool reads(std::string_view /*section*/, std::string_view /*key*/) const { return true; }
  // Add diagnostics for what it does not allow: in the settings alone, and on the planned machine.
  virtual void check_settings(const NetworkSettings&, config::Section /*root*/) const {}
  virtual void check_plan(const NetworkSettings&, const NetworkPlan&, config::Section /*root*/) const {}
  // The same for packets that could wait forever at NICs; skipped with run.deadlock_check = false.
  virtual void check_waiting(const NetworkSettings&, config::Section /*root*/) const {}
  // The routing of machines that have none configured.
  virtual std::string_view usual_routing(const NetworkSettings&, const Topology& t) const {
    return t.usual_routing();
  }
  // RoutingContext::fabric.
  virtual std::string_view usual_fabric_routing(const NetworkSettings&) const { return {}; }
  // What every summary says of such a network on this machine.
  virtual std::string_view caveat(const Topology& t) const { return t.caveat(); }
  // Its switches for people; empty for the routers of [router].
  virtual std::string describe_switches(const NetworkSettings&, const NetworkPlan&) const { return {}; }
  // Sets what the plan has chosen where the settings are silent.
  virtual void resolve(NetworkSettings&, const NetworkPlan&) const {}

  // In bytes: of routers, NICs, and packets or messages in flight. `programs`: all jobs are programs, which
  // send less than patterns.
  virtual std::uint64_t memory_bytes(const NetworkSettings&, const NetworkPlan&, bool programs) const = 0;
  // The least memory of each NIC, in bytes.
  virtual std::uint64_t bytes_per_nic(const NetworkSettings&) const = 0;
  // Of a NIC that exchanges messages with so many others, beside these.
  virtual std::uint64_t bytes_of_pairs(const NetworkSettings&, std::uint64_t /*partners*/) const {
    return 0;
  }
  // Why routing cannot deadlock; for models without Capabilities::waits_for_buffers.
  virtual std::string no_deadlock(const NetworkSettings&) const { return {}; }

  // Why a machine cannot be divided; "" if it can.
  virtual std::string undivided() const { return {}; }
  // The least time from sending something over links of these classes to its arrival; `crossing`: by class.
  virtual Lookahead lookahead(const NetworkSettings&, const NetworkPlan&,
                              const std::vector<bool>& crossing) const = 0;
  // Shorter windows make several threads slower than one.
  virtual Time shortest_window() const { return Time{100}; }
  // What arrives after that time: "a message".
  virtual std::string_view first_to_cross() const { return "a head or a credit between two routers"; }
  virtual std::unique_ptr<NetworkPart> build(const PartContext&) const = 0;

  // Keys for what NetworkPart::counts() has, and a line for people.
  virtual std::span<const std::string_view> counted() const { return {}; }
  virtual std::string describe_counts(std::span<const NetworkCount>) const { return {}; }
  // Completes them, of the whole machine, by when the run ended.
  virtual void conclude(std::span<NetworkCount>, Time /*end*/) const {}
};

// In the order of their sections' names.
std::span<const NetworkModel* const> network_models();

// The lines of the table of ModelSections.
std::vector<config::Field> model_sections();
// Adds them to the table of who has them, behind `fidelity`.
template <class P, class Owner>
void add_model_sections(config::Fields<P>& all, ModelSections Owner::*models) {
  const auto lines = config::within(models, model_sections());
  const auto fidelity = std::ranges::find(all, "fidelity", &config::Field::name);
  all.insert(fidelity + 1, lines.begin(), lines.end());
}

// Adds diagnostics for sections of models that are not chosen and for settings that the chosen one does not
// allow, and notes for keys without effect.
void check_model(const NetworkSettings&, config::Section root);

// Adds diagnostics for needs that the model does not meet.
void check_needs(const NetworkSettings&, const std::vector<Need>&, config::Section root);

}  // namespace kasuri
