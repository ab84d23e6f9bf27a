// SPDX-License-Identifier: MIT
// A topology of others, asked once for everything and checked (network/net/topology.h says what must hold):
// a run reads tables, and what is wrong is told before it.
#include <fmt/format.h>

#include <algorithm>

#include "base/core/errors.h"
#include "experiment/plugin/kinds.h"

namespace kasuri::plugin {
namespace {

using MakeTopology = v1::Registry::Make<v1::Topology>;

class OwnTopology final : public Topology {
 public:
  OwnTopology(const Declared& d, const v1::Topology& t) : declared_(d), description_(t.describe()) {
    read_routers(t);
    classes_ = t.link_classes();
    if (classes_.empty() || classes_.size() > kMaxLinkClasses) {
      refuse(fmt::format("it has {} link classes; 1 to {} are possible", classes_.size(), kMaxLinkClasses));
    }
    read_channels(t);
    check_connected(false);
    check_connected(true);
  }

  std::uint32_t routers() const override { return static_cast<std::uint32_t>(first_port_.size() - 1); }
  std::uint32_t degree(RouterId r) const override { return first_port_[r.v + 1] - first_port_[r.v]; }
  PortRef neighbour(RouterId r, std::uint32_t port) const override {
    return outputs_[first_port_[r.v] + port];
  }
  std::uint32_t endpoints() const override { return first_endpoint_.back(); }
  std::uint32_t endpoints_at(RouterId r) const override {
    return first_endpoint_[r.v + 1] - first_endpoint_[r.v];
  }
  EndpointId first_endpoint(RouterId r) const override { return {first_endpoint_[r.v]}; }
  RouterId router_of(EndpointId e) const override { return router_of_[e.v]; }
  std::vector<std::uint32_t> coordinates(RouterId r) const override { return coordinates_[r.v]; }
  std::uint32_t group(RouterId r) const override { return groups_[r.v]; }
  std::vector<std::string> link_classes() const override { return classes_; }
  std::uint32_t link_class(RouterId r, std::uint32_t port) const override {
    return class_of_[first_port_[r.v] + port];
  }
  std::string describe() const override { return description_; }

 private:
  static constexpr std::uint32_t kMostRouters = 1u << 24, kMostPorts = 1u << 28, kMostEndpoints = 1u << 28;

  [[noreturn]] void refuse(const std::string& why) const {
    throw Error(Exit::usage, fmt::format("topology '{}': {}", declared_.name, why));
  }

  void read_routers(const v1::Topology& t) {
    const std::uint32_t n = t.routers();
    if (n == 0 || n > kMostRouters) {
      refuse(fmt::format("it has {} routers; 1 to {} are possible", n, kMostRouters));
    }
    std::uint64_t ports = 0, endpoints = 0;
    first_port_.push_back(0);
    first_endpoint_.push_back(0);
    for (std::uint32_t r = 0; r < n; ++r) {
      const std::uint32_t degree = t.degree(r), here = t.endpoints_at(r);
      if (degree > 4096)
        refuse(fmt::format("router {} has {} ports; at most 4096 are possible", r, degree));
      ports += degree, endpoints += here;
      if (ports > kMostPorts) refuse(fmt::format("it has more than {} ports", kMostPorts));
      if (endpoints > kMostEndpoints) refuse(fmt::format("it has more than {} endpoints", kMostEndpoints));
      first_port_.push_back(static_cast<std::uint32_t>(ports));
      first_endpoint_.push_back(static_cast<std::uint32_t>(endpoints));
      router_of_.resize(endpoints, {r});
      coordinates_.push_back(t.coordinates(r));
      if (coordinates_.back().size() != coordinates_.front().size()) {
        refuse(fmt::format("router {} has {} coordinates, router 0 has {}", r, coordinates_.back().size(),
                           coordinates_.front().size()));
      }
      groups_.push_back(t.group(r));
    }
    if (endpoints == 0) refuse("it has no endpoint");
  }

  void read_channels(const v1::Topology& t) {
    outputs_.resize(first_port_.back());
    class_of_.resize(first_port_.back());
    std::vector<bool> fed(first_port_.back());
    for (std::uint32_t r = 0; r < routers(); ++r) {
      for (std::uint32_t p = 0; p < degree({r}); ++p) {
        const v1::Port to = t.neighbour(r, p);
        const std::string channel = fmt::format("output {} of router {}", p, r);
        if (to.router >= routers() || to.port >= degree({to.router})) {
          refuse(fmt::format("{} leads to port {} of router {}, which does not exist", channel, to.port,
                             to.router));
        }
        if (to.router == r) refuse(channel + " leads back to its own router");
        const std::uint32_t input = first_port_[to.router] + to.port;
        if (fed[input]) {
          refuse(fmt::format("{} leads to port {} of router {}, as another output does", channel, to.port,
                             to.router));
        }
        fed[input] = true;
        outputs_[first_port_[r] + p] = {{to.router}, static_cast<std::uint16_t>(to.port)};
        const std::uint32_t c = t.link_class(r, p);
        if (c >= classes_.size()) refuse(fmt::format("{} has the unknown link class {}", channel, c));
        class_of_[first_port_[r] + p] = static_cast<std::uint8_t>(c);
      }
    }
  }

  // From the router of endpoint 0 to all with endpoints, and back.
  void check_connected(bool back) const {
    std::vector<std::vector<std::uint32_t>> next(routers());
    for (std::uint32_t r = 0; r < routers(); ++r) {
      for (std::uint32_t p = 0; p < degree({r}); ++p) {
        const std::uint32_t to = neighbour({r}, p).router.v;
        next[back ? to : r].push_back(back ? r : to);
      }
    }
    std::vector<bool> seen(routers());
    std::vector<std::uint32_t> open{router_of_[0].v};
    seen[open[0]] = true;
    while (!open.empty()) {
      const std::uint32_t r = open.back();
      open.pop_back();
      for (const std::uint32_t to : next[r]) {
        if (!seen[to]) open.push_back(to);
        seen[to] = true;
      }
    }
    for (const RouterId r : router_of_) {
      if (seen[r.v]) continue;
      refuse(fmt::format("no path leads from router {} to router {}", back ? r.v : router_of_[0].v,
                         back ? router_of_[0].v : r.v));
    }
  }

  const Declared& declared_;
  std::string description_;
  std::vector<std::uint32_t> first_port_, first_endpoint_, groups_;
  std::vector<RouterId> router_of_;
  std::vector<std::vector<std::uint32_t>> coordinates_;
  std::vector<PortRef> outputs_;
  std::vector<std::uint8_t> class_of_;
  std::vector<std::string> classes_;
};

std::unique_ptr<Topology> make_own_topology(const std::any& params, TopologyContext&) {
  const auto& p = std::any_cast<const Loose&>(params);
  const auto t = call<MakeTopology>(p);
  try {
    return std::make_unique<OwnTopology>(*p.declared, *t);
  } catch (const std::exception&) {
    rethrow(*p.declared);
  }
}

}  // namespace

void declare_topology(Declared d) {
  declare(std::move(d), Topology::kKindMeaning, std::any(&make_own_topology));
}

}  // namespace kasuri::plugin
