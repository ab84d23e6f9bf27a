// SPDX-License-Identifier: MIT
#include "network/topology/hierarchy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "base/core/errors.h"
#include "base/core/words.h"
#include "network/topology/rails.h"
#include "network/topology/xgft.h"

namespace kasuri {
namespace {

constexpr std::uint64_t kMostIds = (1u << 30) - 1;
constexpr std::uint64_t kMostLinkChoices = 1u << 20;
constexpr std::uint32_t kMostFabricRouters = 1u << 26;
constexpr std::uint32_t kMostDegree = 4096;

template <class... T>
[[noreturn]] void refuse(fmt::format_string<T...> text, T&&... values) {
  throw Error(Exit::usage, fmt::format(text, std::forward<T>(values)...));
}

}  // namespace

Hierarchy::Hierarchy(std::unique_ptr<Topology> server, std::unique_ptr<Topology> fabric,
                     const HierarchyShape& shape)
    : server_(std::move(server)),
      fabric_(std::move(fabric)),
      shape_(shape),
      per_server_endpoints_(server_->endpoints()),
      server_routers_(server_->routers()),
      per_server_(server_routers_ + shape.nics),
      fabric_routers_(fabric_->routers()),
      ports_per_plane_(shape.ports / shape.planes),
      rails_(shape.rails.value_or(shape.nics)),
      server_classes_(static_cast<std::uint32_t>(server_->link_classes().size())) {
  check_parts();
  count_servers();
  first_of_fabric_ = servers_ * per_server_;
  link_nics();
  check_degrees();
}

void Hierarchy::check_parts() const {
  for (const Topology* const part : {server_.get(), fabric_.get()}) {
    if (dynamic_cast<const Hierarchy*>(part)) {
      refuse("a server or fabric of a hierarchy cannot be a hierarchy itself: a machine has two levels");
    }
    if (dynamic_cast<const Rails*>(part)) {
      refuse("a server or fabric of a hierarchy cannot be 'rails'; set topology.planes of the hierarchy");
    }
  }
  if (per_server_endpoints_ == 0) refuse("a server without endpoints: {}", server_->describe());
  if (fabric_routers_ > kMostFabricRouters) {
    refuse("a fabric of {} routers; at most {} are possible in a hierarchy", fabric_routers_,
           kMostFabricRouters);
  }
  if (shape_.ports % shape_.planes) {
    refuse("the {} of a NIC cannot be spread evenly over {} planes; set topology.nic_ports to a multiple",
           counted(shape_.ports, "port"), shape_.planes);
  }
  if (shape_.rails && shape_.wiring != Wiring::rails) {
    refuse("rails = {} has no effect with wiring = \"packed\"; set wiring = \"rails\"", rails_);
  }
  if (shape_.nics % rails_) {
    refuse("the {} of a server cannot be spread evenly over {}; set topology.rails to a divisor",
           counted(shape_.nics, "NIC"), counted(rails_, "rail"));
  }
  if (server_classes_ + 2 + fabric_->link_classes().size() > kMaxLinkClasses) {
    refuse("server and fabric have more than {} link classes", kMaxLinkClasses - 2);
  }
  if (std::uint64_t{shape_.nics} * server_routers_ > kMostLinkChoices) {
    refuse("{} NICs of a server with {} routers are too many; at most {}", shape_.nics, server_routers_,
           kMostLinkChoices / server_routers_);
  }
}

void Hierarchy::count_servers() {
  bool even = true;
  for (std::uint32_t r = 0; r < fabric_routers_; ++r) {
    const std::uint32_t here = fabric_->endpoints_at({r});
    if (!here) continue;
    ++leaves_;
    even &= leaf_endpoints_ == 0 || leaf_endpoints_ == here;
    leaf_endpoints_ = here;
  }
  const bool plain = shape_.wiring == Wiring::packed && ports_per_plane_ == 1;
  if (!even && !plain) {
    refuse("routers of the fabric have unequal numbers of endpoints: only wiring = \"packed\" with one "
           "port of each NIC on a plane is possible");
  }
  std::uint64_t most = 0;
  if (shape_.wiring == Wiring::rails) {
    const std::uint64_t per_segment = std::uint64_t{rails_} * ports_per_plane_;
    const std::uint32_t of_rail = shape_.nics / rails_;
    segment_servers_ = leaf_endpoints_ / of_rail;
    if (leaves_ < per_segment || segment_servers_ == 0) {
      refuse("wiring = \"rails\" needs {} with {} or more each, a leaf for each rail and port of a NIC on "
             "a plane; the fabric has {}: {}",
             counted(per_segment, "leaf router"), counted(of_rail, "endpoint"),
             counted(leaves_, "leaf router"), fabric_->describe());
    }
    most = leaves_ / per_segment * segment_servers_;
  } else {
    const std::uint64_t nics =
        plain ? fabric_->endpoints() : std::uint64_t{leaves_ / ports_per_plane_} * leaf_endpoints_;
    most = nics / shape_.nics;
  }
  if (most == 0 || shape_.servers.value_or(1) > most) {
    refuse("the fabric has endpoints for {} with {} of {} each, not for {}: {}", counted(most, "server"),
           counted(shape_.nics, "NIC"), counted(shape_.ports, "port"), shape_.servers.value_or(1),
           fabric_->describe());
  }
  const std::uint64_t servers = shape_.servers.value_or(static_cast<std::uint32_t>(most));
  const std::uint64_t ids = servers * std::max(per_server_, per_server_endpoints_) +
                            std::uint64_t{shape_.planes} * fabric_routers_;
  if (ids > kMostIds) refuse("a hierarchy of more than {} routers or endpoints", kMostIds);
  servers_ = static_cast<std::uint32_t>(servers);
}

std::uint32_t Hierarchy::first_nic(std::uint32_t endpoint) const {
  const std::uint64_t n = per_server_endpoints_, k = shape_.nics;
  return static_cast<std::uint32_t>(k <= n ? endpoint * k / n : (endpoint * k + n - 1) / n);
}

// Of k > n NICs, those whose number times n / k rounds down to the endpoint.
std::uint32_t Hierarchy::nics_of(std::uint32_t endpoint) const {
  if (shape_.nics <= per_server_endpoints_) return 1;
  return first_nic(endpoint + 1) - first_nic(endpoint);
}

void Hierarchy::link_nics() {
  links_of_.resize(shape_.nics);
  serving_.resize(server_routers_);
  nic_links_of_.resize(server_routers_);
  for (std::uint32_t e = 0; e < per_server_endpoints_; ++e) {
    const std::uint32_t router = server_->router_of({e}).v;
    for (std::uint32_t nic = first_nic(e), end = nic + nics_of(e); nic < end; ++nic) {
      auto& serving = serving_[router];
      if (std::ranges::find(serving, nic) == serving.end()) serving.push_back(nic);
      auto& links = links_of_[nic];
      const bool linked = std::ranges::find(links, router, &NicLink::router) != links.end();
      if (linked || (shape_.nic_links == NicLinks::first && !links.empty())) continue;
      auto& back = nic_links_of_[router];
      back.push_back({nic, static_cast<std::uint32_t>(links.size())});
      links.push_back({router, static_cast<std::uint32_t>(back.size() - 1)});
    }
  }
  link_for_.resize(std::size_t{shape_.nics} * server_routers_);
  for (std::uint32_t nic = 0; nic < shape_.nics; ++nic) {
    const auto& links = links_of_[nic];
    if (links.size() + shape_.ports > kMostDegree) {
      refuse("a NIC has links to {} routers of its server; at most {} ports are possible: use more NICs, "
             "or nic_links = \"first\"",
             links.size(), kMostDegree);
    }
    for (std::uint32_t r = 0; r < server_routers_; ++r) {
      const auto own = std::ranges::find(links, r, &NicLink::router);
      link_for_[std::size_t{nic} * server_routers_ + r] = static_cast<std::uint16_t>(
          own != links.end() ? own - links.begin() : static_cast<long>(r % links.size()));
    }
  }
}

void Hierarchy::check_degrees() const {
  for (std::uint32_t r = 0; r < fabric_routers_; ++r) {
    if (fabric_->degree({r}) + uplinks_at(r) <= kMostDegree) continue;
    refuse("a router of the fabric has {} ports; at most {} are possible",
           fabric_->degree({r}) + uplinks_at(r), kMostDegree);
  }
  for (std::uint32_t r = 0; r < server_routers_; ++r) {
    if (server_->degree({r}) + nic_links_of_[r].size() <= kMostDegree) continue;
    refuse("a router of a server has {} ports; at most {} are possible",
           server_->degree({r}) + nic_links_of_[r].size(), kMostDegree);
  }
}

// The endpoints in use are the first ones of each leaf.
std::uint32_t Hierarchy::uplinks_at(std::uint32_t router) const {
  const std::uint32_t here = fabric_->endpoints_at({router});
  if (!here) return 0;
  const std::uint32_t first = fabric_->first_endpoint({router}).v, q = ports_per_plane_;
  const auto left = [](std::uint32_t all, std::uint32_t before) { return all > before ? all - before : 0; };
  if (shape_.wiring == Wiring::rails) {
    const std::uint32_t segment = first / leaf_endpoints_ / (rails_ * q);
    return std::min(segment_servers_, left(servers_, segment * segment_servers_)) * (shape_.nics / rails_);
  }
  const std::uint32_t before = q == 1 ? first : first / leaf_endpoints_ / q * leaf_endpoints_;
  return std::min(here, left(servers_ * shape_.nics, before));
}

EndpointId Hierarchy::fabric_endpoint(const NicPort& p) const {
  const std::uint32_t m = leaf_endpoints_, q = ports_per_plane_, lane = p.port / shape_.planes;
  if (shape_.wiring == Wiring::rails) {
    const std::uint32_t segment = p.server / segment_servers_, of_rail = shape_.nics / rails_;
    const std::uint32_t leaf = (segment * rails_ + p.nic % rails_) * q + lane;
    return {leaf * m + p.server % segment_servers_ * of_rail + p.nic / rails_};
  }
  const std::uint32_t nic = p.server * shape_.nics + p.nic;
  if (q == 1) return {nic};
  return {(nic / m * q + lane) * m + nic % m};
}

Hierarchy::NicPort Hierarchy::nic_port(std::uint32_t plane, EndpointId e) const {
  const std::uint32_t m = leaf_endpoints_, q = ports_per_plane_;
  const auto port = [&](std::uint32_t lane) { return lane * shape_.planes + plane; };
  if (shape_.wiring == Wiring::rails) {
    const std::uint32_t leaf = e.v / m, slot = e.v % m, of_rail = shape_.nics / rails_;
    const std::uint32_t segment = leaf / (rails_ * q), rail = leaf / q % rails_;
    return {segment * segment_servers_ + slot / of_rail, slot % of_rail * rails_ + rail, port(leaf % q)};
  }
  const std::uint32_t nic = q == 1 ? e.v : e.v / m / q * m + e.v % m;
  return {nic / shape_.nics, nic % shape_.nics, port(q == 1 ? 0 : e.v / m % q)};
}

std::uint32_t Hierarchy::port_to(EndpointId e) const {
  const RouterId r = fabric_->router_of(e);
  return fabric_->degree(r) + (e.v - fabric_->first_endpoint(r).v);
}

std::uint32_t Hierarchy::degree(RouterId r) const {
  const Place p = place(r);
  if (p.level == Level::nic) return static_cast<std::uint32_t>(links_of_[p.local].size()) + shape_.ports;
  if (p.level == Level::fabric) return fabric_->degree({p.local}) + uplinks_at(p.local);
  return server_->degree({p.local}) + static_cast<std::uint32_t>(nic_links_of_[p.local].size());
}

PortRef Hierarchy::neighbour(RouterId r, std::uint32_t port) const {
  const Place p = place(r);
  const auto at = [&](Level level, std::uint32_t unit, std::uint32_t local, std::size_t to) {
    return PortRef{router({level, unit, local}), static_cast<std::uint16_t>(to)};
  };
  if (p.level == Level::nic) {
    const auto& links = links_of_[p.local];
    if (port < links.size()) {
      const NicLink& l = links[port];
      return at(Level::server, p.unit, l.router, server_->degree({l.router}) + l.index);
    }
    const NicPort own{p.unit, p.local, port - static_cast<std::uint32_t>(links.size())};
    const EndpointId e = fabric_endpoint(own);
    return at(Level::fabric, own.port % shape_.planes, fabric_->router_of(e).v, port_to(e));
  }
  const Topology& network = p.level == Level::server ? *server_ : *fabric_;
  const std::uint32_t inside = network.degree({p.local});
  if (port < inside) {
    const PortRef to = network.neighbour({p.local}, port);
    return at(p.level, p.unit, to.router.v, to.port);
  }
  if (p.level == Level::server) {
    const NicLink& l = nic_links_of_[p.local][port - inside];
    return at(Level::nic, p.unit, l.router, l.index);
  }
  const NicPort nic = nic_port(p.unit, {fabric_->first_endpoint({p.local}).v + port - inside});
  return at(Level::nic, nic.server, nic.nic, links_of_[nic.nic].size() + nic.port);
}

std::uint32_t Hierarchy::endpoints_at(RouterId r) const {
  const Place p = place(r);
  return p.level == Level::server ? server_->endpoints_at({p.local}) : 0;
}

EndpointId Hierarchy::first_endpoint(RouterId r) const {
  const Place p = place(r);
  if (p.level == Level::fabric) return {endpoints()};
  if (p.level == Level::nic) return {(p.unit + 1) * per_server_endpoints_};
  return {p.unit * per_server_endpoints_ + server_->first_endpoint({p.local}).v};
}

std::vector<std::uint32_t> Hierarchy::coordinates(RouterId r) const {
  const Place p = place(r);
  const auto* const below = dynamic_cast<const Xgft*>(server_.get());
  const std::uint32_t nic_level = below ? below->levels() : 1;
  if (p.level == Level::nic) return {nic_level, p.unit * shape_.nics + p.local};
  const bool in_server = p.level == Level::server;
  const Topology& network = in_server ? *server_ : *fabric_;
  std::uint32_t level = 1, index = p.local, width = network.routers();
  if (const auto* const tree = dynamic_cast<const Xgft*>(&network)) {
    const auto own = tree->coordinates({p.local});
    level = own[0], index = own[1], width = tree->routers_at(level);
  }
  return {in_server ? nic_level - level : nic_level + level, p.unit * width + index};
}

std::string Hierarchy::name(RouterId r) const {
  const Place p = place(r);
  if (p.level == Level::nic) return fmt::format("server{}/nic{}", p.unit, p.local);
  const auto at = (p.level == Level::server ? *server_ : *fabric_).coordinates({p.local});
  if (p.level == Level::server) return fmt::format("server{}/{}", p.unit, fmt::join(at, "."));
  if (shape_.planes == 1) return fmt::format("fabric/{}", fmt::join(at, "."));
  return fmt::format("plane{}/{}", p.unit, fmt::join(at, "."));
}

std::uint32_t Hierarchy::group(RouterId r) const {
  const Place p = place(r);
  return p.level == Level::fabric ? 0 : p.unit;
}

std::vector<std::string> Hierarchy::link_classes() const {
  std::vector<std::string> all;
  for (const std::string& c : server_->link_classes()) all.push_back("server-" + c);
  all.emplace_back("nic");
  all.emplace_back("uplink");
  for (const std::string& c : fabric_->link_classes()) all.push_back("fabric-" + c);
  return all;
}

std::uint32_t Hierarchy::link_class(RouterId r, std::uint32_t port) const {
  const Place p = place(r);
  if (p.level == Level::nic) return port < links_of_[p.local].size() ? nic_class() : uplink_class();
  if (p.level == Level::server) {
    return port < server_->degree({p.local}) ? server_->link_class({p.local}, port) : nic_class();
  }
  if (port >= fabric_->degree({p.local})) return uplink_class();
  return server_classes_ + 2 + fabric_->link_class({p.local}, port);
}

LinkFacts Hierarchy::link_facts(std::uint32_t c) const {
  if (c < server_classes_) return server_->link_facts(c);
  if (c < server_classes_ + 2) return {};
  return fabric_->link_facts(c - server_classes_ - 2);
}

bool Hierarchy::sends_at_once(RouterId r) const {
  const Level level = place(r).level;
  if (level == Level::nic) return shape_.ports > 1;
  if (level != Level::server || endpoints_at(r) == 0) return false;
  return shape_.nics > per_server_endpoints_ || server_->degree({place(r).local}) > 1 ||
         (server_->is_of_gpus() && degree(r) > 1);
}

// A link to a NIC takes the place of one to an endpoint.
double Hierarchy::bit_energy(RouterId r, std::uint32_t output) const {
  const Place p = place(r);
  if (p.level == Level::nic) return 0;
  const Topology& network = p.level == Level::server ? *server_ : *fabric_;
  return network.bit_energy({p.local}, std::min(output, network.degree({p.local})));
}

double Hierarchy::static_power(RouterId r) const {
  const Place p = place(r);
  if (p.level == Level::nic) return 0;
  return (p.level == Level::server ? *server_ : *fabric_).static_power({p.local});
}

std::string Hierarchy::describe() const {
  std::string wiring = shape_.wiring == Wiring::rails ? "rail-optimised" : "packed";
  if (ports_per_plane_ > 1) wiring += fmt::format(", {} leaves per NIC", ports_per_plane_);
  return fmt::format("hierarchy: {} of {} ({}), {} each, {} over {}{}", counted(servers_, "server"),
                     counted(per_server_endpoints_, "endpoint"), server_->describe(),
                     counted(shape_.nics, "NIC"), wiring,
                     shape_.planes > 1 ? fmt::format("{} planes of ", shape_.planes) : "",
                     fabric_->describe());
}

namespace {

struct HierarchyParams {
  std::uint32_t nics = 1;
  std::uint32_t nic_ports = 1;
  std::uint32_t planes = 1;
  Wiring wiring = Wiring::packed;
  NicLinks nic_links = NicLinks::each;
  std::optional<std::uint32_t> rails, servers;
  std::string caveat;
  config::Choice<Topology> server, fabric;

  static config::Fields<HierarchyParams> fields() {
    using P = HierarchyParams;
    return {config::field("nics", &P::nics, "NICs of each server, shared evenly by its endpoints")
                .range(1, Hierarchy::kMaxNics),
            config::field("nic_ports", &P::nic_ports, "ports of each NIC to the fabric; 2 for dual ToR or "
                                                      "dual plane")
                .range(1, Hierarchy::kMaxPorts),
            config::field("planes", &P::planes, "separate copies of the fabric, over which the ports of a "
                                                "NIC are spread")
                .range(1, Hierarchy::kMaxPorts),
            config::field("wiring", &P::wiring,
                          "NICs fill the fabric's endpoints in order (packed), or NICs of one number share "
                          "leaves (rails)"),
            config::field("rails", &P::rails,
                          "with wiring = \"rails\": number of rails; NICs whose numbers are equal modulo "
                          "this share leaves; default: each NIC of a server is a rail")
                .range(1, Hierarchy::kMaxNics),
            config::field("nic_links", &P::nic_links,
                          "whether a NIC has links to the routers of each endpoint that it serves, or of "
                          "the first"),
            config::field("servers", &P::servers, "number of servers; default: as many as fit the fabric")
                .range(1, 1u << 28),
            config::field("caveat", &P::caveat, "a statement that every summary of a run repeats, such as "
                                                "what the model of this machine leaves out"),
            config::field("server", &P::server, "topology of the network in each server; its endpoints are "
                                                "the endpoints of the machine").required(),
            config::field("fabric", &P::fabric, "topology between servers; its endpoints are ports of NICs")
                .required()};
  }
};

class Configured final : public Hierarchy {
 public:
  Configured(const HierarchyParams& p, TopologyContext& c)
      : Hierarchy(p.server.make(c), p.fabric.make(c),
                  {p.nics, p.nic_ports, p.planes, p.wiring, p.rails, p.nic_links, p.servers}),
        caveat_(p.caveat) {}
  std::string_view caveat() const override { return caveat_.empty() ? Hierarchy::caveat() : caveat_; }

 private:
  std::string caveat_;
};

const config::Register<Configured, HierarchyParams> hierarchy{
    "hierarchy", "servers (or chips) with networks of their own, joined by a fabric over NICs"};

}  // namespace
}  // namespace kasuri
