// SPDX-License-Identifier: MIT
// A configured network as a plan: what is known of it before anything big is built.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "network/model/settings.h"
#include "network/net/capabilities.h"
#include "network/net/routing.h"
#include "network/net/topology.h"
#include "network/power/params.h"
#include "network/routing/deadlock_check.h"
#include "network/topology/faults.h"

namespace kasuri {

struct NetworkPlan {
  std::shared_ptr<const Topology> topology;
  FaultPlan faults;
  std::shared_ptr<const Routing> routing;
  const NetworkModel* model = nullptr;
  Capabilities can;
  std::uint32_t nodes = 0;
  std::optional<PowerSettings> power;
  std::optional<DeadlockReport> deadlock;
};

// Of the configuration, else the topology's usual one.
std::string routing_name(const NetworkSettings&, const Topology&);
// Of the algorithm that has the paths: that, or its routing.inner.
std::string routing_of_paths(const NetworkSettings&, const NetworkPlan&);

}  // namespace kasuri
