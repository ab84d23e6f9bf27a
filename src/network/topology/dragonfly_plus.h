// SPDX-License-Identifier: MIT
// Dragonfly+ (Shpiner, Haramaty, Eliad, Zdornov, Gafni & Zahavi, "Dragonfly+: Low Cost Topology for
// Scaling Datacenters", HiPINEB 2017): groups of `leaves` leaf routers with `p` endpoints each and
// `spines` spine routers with `h` global links each; every leaf is joined to every spine of its group.
// Each pair of groups is joined by spines h / (g - 1) links, which must be whole.
//
// The global ports of a group are numbered k = 0 … spines h - 1, h to a spine; the first g - 1 of them
// reach all other groups in order, as do the next: port k of group i leads to group k' if k' < i, else k'
// + 1, with k' = k mod (g - 1). So each spine reaches each group if g - 1 divides h.
//
// Routers of a group: its leaves, then its spines. Ports of a leaf: the spines in order. Ports of a spine:
// the leaves in order, then its global links.
#pragma once

#include "base/config/fields.h"
#include "network/net/topology.h"

namespace kasuri {

struct DragonflyPlusParams {
  std::uint32_t leaves = 0;
  std::uint32_t spines = 0;
  std::uint32_t global_links = 0;
  std::uint32_t endpoints_per_leaf = 0;
  std::optional<std::uint32_t> groups{};

  static config::Fields<DragonflyPlusParams> fields();
  static void validate(const DragonflyPlusParams&, config::Section&);
};

class DragonflyPlus final : public Topology {
 public:
  DragonflyPlus(const DragonflyPlusParams&, TopologyContext&);

  std::uint32_t groups() const { return groups_; }
  std::uint32_t leaves() const { return leaves_; }
  std::uint32_t spines() const { return spines_; }
  std::uint32_t links_per_pair() const { return links_; }
  std::uint32_t group(RouterId r) const override { return r.v / (leaves_ + spines_); }
  std::uint32_t member(RouterId r) const { return r.v % (leaves_ + spines_); }
  bool is_leaf(RouterId r) const { return member(r) < leaves_; }
  RouterId spine(std::uint32_t group, std::uint32_t s) const {
    return {group * (leaves_ + spines_) + leaves_ + s};
  }
  // Of the group pair's links the n-th: the spine and its port in group `from`.
  PortRef gateway(std::uint32_t from, std::uint32_t to, std::uint32_t n) const {
    const std::uint32_t k = n * (groups_ - 1) + (to < from ? to : to - 1);
    return {spine(from, k / h_), static_cast<std::uint16_t>(leaves_ + k % h_)};
  }

  std::uint32_t routers() const override { return groups_ * (leaves_ + spines_); }
  std::uint32_t degree(RouterId r) const override {
    return is_leaf(r) ? spines_ : leaves_ + (groups_ > 1 ? h_ : 0);
  }
  PortRef neighbour(RouterId, std::uint32_t port) const override;
  std::uint32_t endpoints() const override { return groups_ * leaves_ * p_; }
  std::uint32_t endpoints_at(RouterId r) const override { return is_leaf(r) ? p_ : 0; }
  EndpointId first_endpoint(RouterId r) const override {
    return {(group(r) * leaves_ + std::min(member(r), leaves_)) * p_};
  }
  RouterId router_of(EndpointId e) const override {
    const std::uint32_t leaf = e.v / p_;
    return {leaf / leaves_ * (leaves_ + spines_) + leaf % leaves_};
  }
  // (group, level: leaves 0 and spines 1, router within it).
  std::vector<std::uint32_t> coordinates(RouterId) const override;
  // Up and down within a group, up, across and down between groups.
  std::optional<std::uint32_t> distance(RouterId, RouterId) const override;
  std::vector<std::string> link_classes() const override { return {"local", "global"}; }
  std::uint32_t link_class(RouterId r, std::uint32_t port) const override {
    return !is_leaf(r) && port >= leaves_;
  }
  std::string_view usual_routing() const override { return "dragonfly-plus-minimal"; }
  std::string describe() const override;

 private:
  std::uint32_t leaves_, spines_, h_, p_, groups_, links_;
};

}  // namespace kasuri
