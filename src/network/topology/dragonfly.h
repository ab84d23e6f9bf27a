// SPDX-License-Identifier: MIT
// Dragonfly (Kim, Dally, Scott & Abts, ISCA 2008): groups of `a` routers, fully joined within, each
// router with `p` endpoints and `h` global links. With g = a h + 1 groups one global link joins each
// pair; with fewer, L = a h / (g − 1) do, which must be whole, or as many as links_per_pair says, and the
// other global ports are unused; or each pair has a number of its own (dragonfly_links.h).
//
// The K global ports of a group that are used are numbered k = 0 … K − 1, spread evenly over the
// routers: port k is
// at router k a/K, rounded down; with K = a h, h are at each. The first g − 1 of them reach all
// other groups, as do the next. The arrangement says which (Camarero, Vallejo & Beivide,
// "Topological characterization of Hamming and dragonfly networks", TACO 2014; Hastings et al.,
// "Comparing global link arrangements for dragonfly networks", CLUSTER 2015). Port k of group i,
// its k counted within a round of g − 1, leads to
//   absolute:  group k if k < i, else k + 1 (also called consecutive)
//   relative:  group i + k + 1 (mod g)
//   circulant: group i + k/2 + 1 for even k, i − k/2 − 1 for odd k (mod g), which needs an odd g.
//
// Ports of router x of a group: the other routers of the group in order, then its global ports.
#pragma once

#include "base/config/fields.h"
#include <filesystem>
#include <memory>

#include "network/net/topology.h"
#include "network/topology/dragonfly_links.h"

namespace kasuri {

enum class Arrangement { absolute, relative, circulant };
constexpr auto names_of(Arrangement) { return name_table("absolute", "relative", "circulant"); }

struct DragonflyParams {
  std::uint32_t routers_per_group = 0;
  std::uint32_t global_links = 0;
  std::uint32_t endpoints_per_router = 0;
  std::optional<std::uint32_t> groups{};
  Arrangement arrangement = Arrangement::absolute;
  std::optional<std::uint32_t> links_per_pair{};
  std::optional<std::filesystem::path> link_map{};

  static config::Fields<DragonflyParams> fields();
  static void validate(const DragonflyParams&, config::Section&);
};

class Dragonfly final : public Topology {
 public:
  Dragonfly(const DragonflyParams&, TopologyContext&);

  std::uint32_t groups() const { return groups_; }
  std::uint32_t group_size() const { return a_; }
  // Of the pair that has most.
  std::uint32_t links_per_pair() const { return map_ ? map_->most() : links_; }
  std::uint32_t links_between(std::uint32_t a, std::uint32_t b) const {
    return map_ ? map_->between(a, b) : links_;
  }
  std::uint32_t group(RouterId r) const override { return r.v / a_; }
  std::uint32_t member(RouterId r) const { return r.v % a_; }
  // The port of a router to another of its group.
  std::uint32_t local_port(RouterId from, RouterId to) const {
    const std::uint32_t x = member(from), y = member(to);
    return y < x ? y : y - 1;
  }
  // Of the group pair's links the n-th, modulo their number: the router and the port in group `from` that
  // it leaves by.
  PortRef gateway(std::uint32_t from, std::uint32_t to, std::uint32_t n) const {
    if (map_) return place_of(from, map_->port(from, to, n % map_->between(from, to)));
    const std::uint32_t k = n * (groups_ - 1) + port_between(from, to);
    if (!full_) return place_of(from, k);
    return {{from * a_ + k / h_}, static_cast<std::uint16_t>(a_ - 1 + k % h_)};
  }

  std::uint32_t routers() const override { return groups_ * a_; }
  std::uint32_t degree(RouterId r) const override {
    if (full_) return a_ - 1 + (groups_ > 1 ? h_ : 0);
    const std::uint32_t used = used_ports(group(r)), x = member(r);
    return a_ - 1 + first_global(x + 1, used) - first_global(x, used);
  }
  PortRef neighbour(RouterId, std::uint32_t port) const override;
  std::uint32_t endpoints() const override { return routers() * p_; }
  std::uint32_t endpoints_at(RouterId) const override { return p_; }
  EndpointId first_endpoint(RouterId r) const override { return {r.v * p_}; }
  RouterId router_of(EndpointId e) const override { return {e.v / p_}; }
  // (group, router within it).
  std::vector<std::uint32_t> coordinates(RouterId) const override;
  std::optional<std::uint32_t> distance(RouterId, RouterId) const override;
  std::vector<std::string> link_classes() const override { return {"local", "global"}; }
  std::uint32_t link_class(RouterId, std::uint32_t port) const override { return port >= a_ - 1; }
  std::string_view usual_routing() const override { return "dragonfly-minimal"; }
  std::string describe() const override;

 private:
  std::uint32_t used_ports(std::uint32_t group) const {
    return map_ ? map_->of(group) : links_ * (groups_ - 1);
  }
  // Of the `used` global ports of a group, the first that is at router x.
  std::uint32_t first_global(std::uint32_t x, std::uint32_t used) const {
    return static_cast<std::uint32_t>((std::uint64_t{x} * used + a_ - 1) / a_);
  }
  PortRef place_of(std::uint32_t group, std::uint32_t k) const;
  std::uint32_t port_between(std::uint32_t from, std::uint32_t to) const;  // within a round
  std::uint32_t group_behind(std::uint32_t from, std::uint32_t k) const;

  std::uint32_t a_, h_, p_, groups_, links_;
  Arrangement arrangement_;
  bool full_ = true;  // all global ports are used
  std::unique_ptr<const DragonflyLinks> map_;
};

}  // namespace kasuri
