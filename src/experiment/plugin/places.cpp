// SPDX-License-Identifier: MIT
// Placements and mappings of others.
#include <fmt/format.h>

#include <algorithm>

#include "base/core/errors.h"
#include "network/placement/mapping.h"
#include "network/placement/placement.h"
#include "experiment/plugin/kinds.h"
#include "experiment/plugin/view.h"

namespace kasuri::plugin {
namespace {

using Numbers = v1::Registry::Numbers;
using Choose = std::function<Numbers(const v1::Settings&, const v1::Machine&, const v1::NodesWanted&)>;
using Arrange = std::function<Numbers(const v1::Settings&, const v1::Machine&, const v1::Job&)>;

std::vector<std::uint32_t> numbers_of(std::span<const NodeId> nodes) {
  std::vector<std::uint32_t> all;
  all.reserve(nodes.size());
  for (const NodeId n : nodes) all.push_back(n.v);
  return all;
}

[[noreturn]] void refuse_places(const Declared& d, const std::string& why) {
  throw Error(Exit::usage, fmt::format("{} '{}': {}", d.kind, d.name, why));
}

class OwnPlacement final : public Placement {
 public:
  OwnPlacement(const Loose& p, PlacementContext& c) : p_(p), c_(c) {}

  std::vector<NodeId> choose() const override {
    const View view(c_.topology, c_.nics_per_node, 0);
    const std::vector<std::uint32_t> free = numbers_of(c_.free);
    const Numbers chosen = call<Choose>(p_, static_cast<const v1::Machine&>(view),
                                        v1::NodesWanted{free, c_.count, c_.seed});
    if (chosen.size() != c_.count) {
      refuse_places(*p_.declared,
                    fmt::format("it has chosen {} nodes, the job needs {}", chosen.size(), c_.count));
    }
    std::vector<bool> taken(c_.topology.endpoints() / c_.nics_per_node);
    std::vector<NodeId> all;
    for (const std::uint32_t n : chosen) {
      if (!std::ranges::binary_search(free, n)) {
        const std::string why = n < taken.size() ? c_.why_not({n}) : "it does not exist";
        refuse_places(*p_.declared, fmt::format("it has chosen node {}: {}", n, why));
      }
      if (taken[n]) refuse_places(*p_.declared, fmt::format("it has chosen node {} twice", n));
      taken[n] = true;
      all.push_back({n});
    }
    return all;
  }

 private:
  Loose p_;
  const PlacementContext& c_;
};

class OwnMapping final : public Mapping {
 public:
  OwnMapping(const Loose& p, MappingContext& c) : p_(p), c_(c) {}

  std::vector<std::uint32_t> arrange() const override {
    const View view(c_.topology, c_.nics_per_node, 0);
    const std::vector<std::uint32_t> slots = numbers_of(c_.slots);
    Numbers order = call<Arrange>(p_, static_cast<const v1::Machine&>(view), v1::Job{slots, c_.seed});
    if (order.size() != slots.size()) {
      refuse_places(*p_.declared,
                    fmt::format("it gives {} places, the job has {}", order.size(), slots.size()));
    }
    std::vector<bool> taken(slots.size());
    for (const std::uint32_t place : order) {
      if (place >= taken.size() || taken[place]) {
        refuse_places(*p_.declared,
                      fmt::format("place {} {}", place,
                                  place < taken.size() ? "is given twice" : "does not exist"));
      }
      taken[place] = true;
    }
    return order;
  }

 private:
  Loose p_;
  const MappingContext& c_;
};

std::unique_ptr<Placement> make_own_placement(const std::any& params, PlacementContext& c) {
  return std::make_unique<OwnPlacement>(std::any_cast<const Loose&>(params), c);
}
std::unique_ptr<Mapping> make_own_mapping(const std::any& params, MappingContext& c) {
  return std::make_unique<OwnMapping>(std::any_cast<const Loose&>(params), c);
}

}  // namespace

void declare_placement(Declared d) {
  declare(std::move(d), Placement::kKindMeaning, std::any(&make_own_placement));
}
void declare_mapping(Declared d) {
  declare(std::move(d), Mapping::kKindMeaning, std::any(&make_own_mapping));
}

}  // namespace kasuri::plugin
