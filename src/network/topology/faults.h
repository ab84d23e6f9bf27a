// SPDX-License-Identifier: MIT
// [faults]: links and routers that fail, and links that are slow or make errors; what that comes to on
// a topology. Links are named by the two routers at their ends, "(0,0) (1,0)" (all parallel ones), or by
// a router and one of its ports, "(0,0):3"; both directions are meant, unless `one_way` is set. Routers are
// named as `kasuri topo` does, or by number. NICs are the endpoints' ports, by number router by router; in
// a hierarchy also the NICs of servers, by their names there, "server0/nic3".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/config/document.h"
#include "network/net/capabilities.h"
#include "network/net/failures.h"
#include "network/net/link_fault_table.h"

namespace kasuri {

// Some links: those that are named, and so many more drawn from the others.
struct LinkSelection {
  std::vector<std::string> links;
  std::uint32_t random_links = 0;
  double random_link_share = 0;
  bool one_way = false;  // only from the first router to the second, or out of the port
};

// [[faults.failures]]
struct FailureParams : LinkSelection {
  Time at{0};
  std::optional<Time> until;
  std::vector<std::string> routers;
  std::uint32_t random_routers = 0;
  double random_router_share = 0;
  std::vector<std::string> nics;
  std::uint32_t random_nics = 0;

  static config::Fields<FailureParams> fields();
  static void validate(const FailureParams&, config::Section&);
};

// [[faults.degraded]]: what is not set stays as it is.
struct DegradedParams : LinkSelection {
  std::vector<std::string> classes;
  std::optional<double> rate_factor;
  std::optional<double> bit_error_rate;
  std::optional<Time> replay_time;

  static config::Fields<DegradedParams> fields();
  static void validate(const DegradedParams&, config::Section&);
};

// A job whose nodes cannot all reach each other.
enum class Unreachable { refuse, drop };
constexpr auto names_of(Unreachable) { return name_table("refuse", "drop"); }

struct FaultParams {
  std::vector<FailureParams> failures;
  std::vector<DegradedParams> degraded;
  Time reroute_time{0};
  Time retry_time{1'000'000};
  Unreachable unreachable = Unreachable::refuse;
  std::optional<std::uint64_t> seed;

  static config::Fields<FaultParams> fields();
};

struct FaultPlan {
  std::shared_ptr<const Failures> failures;  // null if nothing fails
  LinkFaultTable degraded;
  std::uint64_t degraded_channels = 0;
};

// `seed`: the run's, if the section has none. Mistakes become diagnostics of the section.
FaultPlan resolve_faults(const FaultParams&, const Topology&, std::uint64_t seed, config::Section);

// What they need of the network.
std::vector<Need> needs_of(const FaultPlan&);

}  // namespace kasuri
