// SPDX-License-Identifier: MIT
// Several planes of one network: each is a copy of it with its own channels, and each node has a NIC
// on all of them (rails). What packets of one plane do is nothing to the others.
//
// Router r stands for the r-th routers of all planes, which are in one place: its first ports are
// those of plane 0, then come those of plane 1, …; an endpoint of the network becomes one for each
// plane, side by side, so that `nic.per_node` of them are a node. Nothing in the model of routers is
// shared by ports but their outputs, so one router with ports of several planes does as several
// routers do, as long as no packet changes planes: routing 'rails' sees to that.

#include <fmt/format.h>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/topology/rails.h"

namespace kasuri {

config::Fields<RailsParams> RailsParams::fields() {
  using P = RailsParams;
  return {config::field("planes", &P::planes, "number of planes").range(1, 16),
          config::field("plane", &P::plane, "topology of each plane").required()};
}

Rails::Rails(const RailsParams& p, TopologyContext& c) : planes_(p.planes), plane_(p.plane.make(c)) {
  if (dynamic_cast<const Rails*>(plane_.get())) {
    throw Error(Exit::usage, "a plane of rails cannot be rails; set topology.planes");
  }
  for (std::uint32_t r = 0; r < plane_->routers(); ++r) {
    if (std::uint64_t{plane_->degree({r})} * planes_ <= 4096) continue;
    throw Error(Exit::usage, fmt::format("{} planes with {} ports at a router are more than 4,096 ports; "
                                         "use at most {}",
                                         planes_, plane_->degree({r}), 4096 / plane_->degree({r})));
  }
  if (std::uint64_t{plane_->endpoints()} * planes_ >= 1u << 30) {
    throw Error(Exit::usage, "too many endpoints; lower topology.planes");
  }
}

const config::Register<Rails, RailsParams> rails{
    "rails", "several planes of another network; each node has NICs on all of them"};

}  // namespace kasuri
