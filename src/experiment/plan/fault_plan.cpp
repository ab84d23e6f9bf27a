// SPDX-License-Identifier: MIT
#include "experiment/plan/fault_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/core/words.h"

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
                 fmt::format("at a bit_error_rate of {:g}, {:.0f} % of packets of {} would arrive damaged; "
                             "use at most {:g}",
                             f.bit_error_rate, 100 * wrong, to_string(c.nic.packet),
                             -std::expm1(std::log1p(-kMostWrong) / bits)));
    return true;
  };
  if (std::ranges::any_of(plan.degraded.by_class, check)) return;
  for (const auto& [output, fault] : plan.degraded.exceptions) {
    if (check(fault)) return;
  }
}

bool whole(const Failures::Epoch& e) { return e.channels + e.routers + e.nics == 0; }

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
  if (!f || c.faults->unreachable != Unreachable::refuse) return;
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
                        : fmt::format("router {} and router {} have no paths in both directions since {} "
                                      "failed",
                                      name(n), name(nodes[0]),
                                      per_node > 1 ? "links or NICs have" : "links have");
      sections[i].error("", fmt::format("the job's nodes cannot all reach each other: {}; place the job "
                                        "elsewhere, or set faults.unreachable = \"drop\"", why));
      break;
    }
  }
}

std::string describe(const Failures::Epoch& e) {
  if (whole(e)) return "nothing is down";
  return fmt::format("{}{} and {} down, {} of NICs unreachable", counted(e.channels, "channel"),
                     e.nics ? ", " + counted(e.nics, "NIC") : "", counted(e.routers, "router"),
                     counted(e.unreachable_pairs, "ordered pair"));
}

std::string describe_faults(const FaultPlan& p) {
  std::string s;
  const Failures* const f = p.failures.get();
  for (std::uint32_t e = 0; f && e < f->epochs(); ++e) {
    if (e == 0 && f->epochs() > 1 && whole(f->epoch(0))) continue;
    s += fmt::format("{:<9} {}{}\n", s.empty() ? "faults" : "",
                     e ? fmt::format("from {} on ", to_string(f->epoch(e).since)) : std::string(),
                     describe(f->epoch(e)));
  }
  if (p.degraded_channels) {
    s += fmt::format("{:<9} {} degraded\n", s.empty() ? "faults" : "",
                     counted(p.degraded_channels, "channel"));
  }
  return s;
}

}  // namespace kasuri
