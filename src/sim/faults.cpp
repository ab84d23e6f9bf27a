// SPDX-License-Identifier: MIT
#include "sim/faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace kasuri {
namespace {

// A link on which more than this share of the largest packets arrives wrong would hardly get on.
constexpr double kMostWrong = 0.9;

void check_error_rates(const Config& c, const FaultPlan& plan, config::Section faults) {
  const double bits = 8 * static_cast<double>(c.nic.packet.n);
  const auto check = [&](const LinkFault& f) {
    const double wrong = -std::expm1(bits * std::log1p(-f.bit_error_rate));
    if (wrong <= kMostWrong) return false;
    faults.error("degraded",
                 fmt::format("at a bit_error_rate of {:g}, {:.0f} % of packets of {} would arrive wrong; "
                             "at most {:g} leaves a link that gets on",
                             f.bit_error_rate, 100 * wrong, to_string(c.nic.packet),
                             -std::expm1(std::log1p(-kMostWrong) / bits)));
    return true;
  };
  if (std::ranges::any_of(plan.degraded.by_class, check)) return;
  for (const auto& [output, fault] : plan.degraded.exceptions) {
    if (check(fault)) return;
  }
}

std::string counted(std::uint64_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

bool whole(const Failures::Epoch& e) { return e.channels + e.routers + e.nics == 0; }

std::string describe(const Failures::Epoch& e) {
  if (whole(e)) return "nothing is down";
  return fmt::format("{}{} and {} down, {} of NICs unreachable", counted(e.channels, "channel"),
                     e.nics ? ", " + counted(e.nics, "NIC") : "", counted(e.routers, "router"),
                     counted(e.unreachable_pairs, "ordered pair"));
}

}  // namespace

FaultPlan plan_faults(const Config& c, const Topology& t, config::Document& document) {
  if (!c.faults) return {};
  config::Section faults = document.root().section("faults");
  FaultPlan plan = resolve_faults(*c.faults, t, c.run.seed, faults);
  document.finish();
  check_error_rates(c, plan, faults);
  document.finish();
  return plan;
}

void check_reachable(const Config& c, const Plan& plan, config::Section root) {
  const Failures* const f = plan.faults.failures.get();
  if (!f || c.faults->unreachable != "refuse") return;
  const auto per_node = static_cast<std::uint32_t>(c.nic.per_node);
  auto sections = root.sections("jobs");
  for (std::size_t i = 0; i < plan.placement.size(); ++i) {
    // By any of their NICs of one number.
    const auto connected = [&](NodeId a, NodeId b) {
      for (std::uint32_t k = 0; k < per_node; ++k) {
        if (f->connected(0, EndpointId{a.v * per_node + k}, EndpointId{b.v * per_node + k})) return true;
      }
      return false;
    };
    const auto& nodes = plan.placement[i];
    for (const NodeId n : nodes) {
      if (connected(nodes[0], n)) continue;
      const auto failed = [&](NodeId node) { return !connected(node, node); };
      const auto name = [&](NodeId node) {
        return position(*plan.topology, plan.topology->router_of({node.v * per_node}));
      };
      const NodeId shown = failed(nodes[0]) ? nodes[0] : n;
      const std::string why =
          failed(shown) ? fmt::format("node {} at router {} has failed", shown.v, name(shown))
                        : fmt::format("router {} and router {} have no way to and fro since {} failed",
                                      name(n), name(nodes[0]),
                                      per_node > 1 ? "links or NICs have" : "links have");
      sections[i].error("", fmt::format("its nodes cannot all reach each other: {}; place it elsewhere, or "
                                        "set faults.unreachable = \"drop\"", why));
      break;
    }
  }
}

std::string describe_faults(const Plan& p) {
  std::string s;
  const Failures* const f = p.faults.failures.get();
  for (std::uint32_t e = 0; f && e < f->epochs(); ++e) {
    if (e == 0 && f->epochs() > 1 && whole(f->epoch(0))) continue;
    s += fmt::format("{:<9} {}{}\n", s.empty() ? "faults" : "", 
                     e ? fmt::format("from {} on ", to_string(f->epoch(e).since)) : std::string(),
                     describe(f->epoch(e)));
  }
  if (p.faults.degraded_channels) {
    s += fmt::format("{:<9} {} degraded\n", s.empty() ? "faults" : "",
                     counted(p.faults.degraded_channels, "channel"));
  }
  return s;
}

LinkErrors FaultResults::all_errors() const {
  LinkErrors sum;
  for (const LinkErrorRow& r : errors) sum += r.counted;
  return sum;
}

nlohmann::ordered_json faults_json(const FaultResults& r, const DeliveryStatistics& d) {
  nlohmann::ordered_json epochs = nlohmann::ordered_json::array();
  for (const Failures::Epoch& e : r.epochs) {
    epochs.push_back({{"since_ps", e.since.ps},
                      {"known_ps", e.known.ps},
                      {"channels_down", e.channels},
                      {"routers_down", e.routers},
                      {"nics_down", e.nics},
                      {"unreachable_pairs", e.unreachable_pairs}});
  }
  const LinkErrors errors = r.all_errors();
  return {{"epochs", epochs},
          {"degraded_channels", r.degraded_channels},
          {"damaged_packets", d.damaged_packets},
          {"repeated_messages", d.repeated_messages},
          {"dropped_messages", d.dropped_messages},
          {"dropped_bytes", d.dropped_bytes.n},
          {"dropped_control_messages", d.dropped_controls},
          {"recovery_ps", d.recovering.ps},
          {"waiting_for_repair_ps", d.without_way.ps},
          {"link_errors", errors.errors},
          {"link_repeating_ps", errors.repeating.ps},
          {"links_with_errors", r.errors.size()}};
}

std::string faults_text(const FaultResults& r, const DeliveryStatistics& d) {
  std::string s = "faults\n";
  for (const Failures::Epoch& e : r.epochs) {
    s += fmt::format("  from {:<14} {}\n", to_string(e.since) + " on", describe(e));
  }
  if (r.epochs.size() > 1) {
    s += fmt::format("  on failing links     {} damaged, {} sent again in part\n",
                     counted(d.damaged_packets, "packet"), counted(d.repeated_messages, "message"));
  }
  if (!r.epochs.empty()) {
    s += fmt::format("  dropped              {}, {}\n", describe_dropped(d), to_string(d.dropped_bytes));
  }
  if (r.degraded_channels) {
    const LinkErrors errors = r.all_errors();
    s += fmt::format("  degraded             {}; {}, which held them for {}\n",
                     counted(r.degraded_channels, "channel"), counted(errors.errors, "error"),
                     to_string(errors.repeating));
  }
  return s;
}

std::string describe_dropped(const DeliveryStatistics& d) {
  std::string s = counted(d.dropped_messages, "message");
  if (d.dropped_controls) s += " and " + counted(d.dropped_controls, "control message");
  return s;
}

std::string link_errors_csv(const FaultResults& r, const Topology& t) {
  std::string s = "router,port,injection,name,errors,repeating_ps\n";
  for (const LinkErrorRow& e : r.errors) {
    s += fmt::format("{},{},{},\"{}\",{},{}\n", e.router, e.port, e.injection ? 1 : 0,
                     position(t, {e.router}), e.counted.errors, e.counted.repeating.ps);
  }
  return s;
}

}  // namespace kasuri
