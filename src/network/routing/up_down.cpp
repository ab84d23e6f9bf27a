// SPDX-License-Identifier: MIT
#include "network/routing/up_down.h"

#include <fmt/format.h>

#include "base/core/errors.h"

namespace kasuri {
namespace {

const Xgft& tree_of(std::string_view name, const Topology& topology) {
  if (const auto* tree = dynamic_cast<const Xgft*>(&topology)) return *tree;
  throw Error(Exit::usage, fmt::format("routing '{}' needs a tree (xgft, fat-tree, k-ary-n-tree, "
                                       "pruned-tree), not {}",
                                       name, topology.describe()));
}

}  // namespace

UpDown::UpDown(std::string_view name, const RoutingContext& c, Divisors divisors)
    : tree_(tree_of(name, c.topology)),
      any_(static_cast<std::uint32_t>((std::uint64_t{1} << c.vcs) - 1)) {
  std::uint64_t divisor = 1;
  std::uint32_t below = 1;
  for (std::uint32_t l = 1; l <= tree_.levels(); ++l) {
    if (l > 1) below *= tree_.children(l);
    levels_[l].below = below;
    levels_[l].down_ports = tree_.down_ports(l);
    if (l == tree_.levels()) break;
    levels_[l].parents = tree_.parents(l + 1);
    levels_[l].parallel = tree_.parallel(l + 1);
    levels_[l].links = tree_.up_ports(l);
    levels_[l].divisor = divisor;
    divisor *= divisors == Divisors::of_parents ? tree_.parents(l + 1) : tree_.up_ports(l);
  }
  places_.reserve(tree_.routers());
  for (std::uint32_t l = 1; l <= tree_.levels(); ++l) {
    const std::uint32_t subtrees = tree_.routers_at(1) / levels_[l].below;
    const std::uint32_t roots = tree_.routers_at(l) / subtrees;  // of one subtree
    for (std::uint32_t i = 0; i < tree_.routers_at(l); ++i) places_.push_back({l, i / roots});
  }
}

UpDown::Links UpDown::links_to(RouterId at, RouterId target, std::uint64_t number) const {
  const Place& here = places_[at.v];
  const Level& level = levels_[here.level];
  if (target.v / level.below != here.subtree) {
    const auto link = static_cast<std::uint32_t>(number / level.divisor % level.links);
    return {level.down_ports, level.links, link, level.parents, level.parallel};
  }
  const Level& under = levels_[here.level - 1];
  const std::uint32_t child = target.v / under.below % (level.below / under.below);
  const auto link = static_cast<std::uint32_t>(number / under.divisor % under.links);
  return {child * under.parallel, under.parallel, link / under.parents, 1, 1};
}

Route UpDown::step(RouterId at, RouterId target, std::uint64_t number) const {
  return {links_to(at, target, number).port(0), any_};
}

std::optional<DeadlockArgument> UpDown::deadlock_argument() const {
  return DeadlockArgument{true, "packets go up, then down, and not up again"};
}

}  // namespace kasuri
