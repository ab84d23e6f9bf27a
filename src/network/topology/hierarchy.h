// SPDX-License-Identifier: MIT
// Machines of two levels: servers, each a network of its own, and a fabric between them. GPUs with their
// NVLinks and NICs under a fat tree are one; many-core chips under a torus another. Both networks are
// ordinary topologies; this is the graph that joins them.
//
// Each server has NICs, which are routers: links of class "nic" lead to the routers of the endpoints that a
// NIC serves, links of class "uplink" to the fabric. A port of a NIC takes the place of an endpoint of the
// fabric. With several planes there are as many fabrics, and port p of a NIC is on plane p modulo planes.
//
// Wiring, with m endpoints at a leaf (a router of the fabric with endpoints) and q ports of a NIC on a
// plane:
//   packed: NICs fill leaves one after the other. With q > 1 port p of m NICs is on leaf p of q (dual ToR).
//   rails:  NIC k is on rail k modulo R, and NICs of one rail share leaves (rail-optimised). R · q leaves
//           and as many servers as their endpoints suffice for are a segment; port p of a NIC of rail k is
//           on leaf k · q + p of its segment. Commonly each NIC is a rail.
//
// Routers are numbered server by server, its own routers before its NICs, then plane by plane. Ports to
// routers of the same network come first, so they have the same numbers as there.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/core/named_enum.h"
#include "network/net/topology.h"

namespace kasuri {

enum class Wiring : std::uint8_t { packed, rails };
constexpr auto names_of(Wiring) { return name_table("packed", "rails"); }

// The routers that a NIC has links to: of each endpoint that it serves, or of the first of them.
enum class NicLinks : std::uint8_t { each, first };
constexpr auto names_of(NicLinks) { return name_table("each", "first"); }

struct HierarchyShape {
  std::uint32_t nics = 1;     // of each server
  std::uint32_t ports = 1;    // of each NIC
  std::uint32_t planes = 1;   // divides ports
  Wiring wiring = Wiring::packed;
  std::optional<std::uint32_t> rails{};  // divides nics; default: each NIC is a rail
  NicLinks nic_links = NicLinks::each;
  std::optional<std::uint32_t> servers{};  // default: as many as the fabric has endpoints for
};

class Hierarchy : public Topology {
 public:
  static constexpr std::uint32_t kMaxNics = 1024;
  static constexpr std::uint32_t kMaxPorts = 16;

  enum class Level : std::uint8_t { server, nic, fabric };
  // A router: of which server or plane, and its number there (of a NIC, its own).
  struct Place {
    Level level;
    std::uint32_t unit;
    std::uint32_t local;
  };
  // A port of a NIC.
  struct NicPort {
    std::uint32_t server, nic, port;
  };
  // A link of a NIC to a router of its server: the router, and which of its links to NICs it is.
  struct NicLink {
    std::uint32_t router, index;
  };

  // Throws Error if they do not fit.
  Hierarchy(std::unique_ptr<Topology> server, std::unique_ptr<Topology> fabric, const HierarchyShape&);

  const Topology& server() const { return *server_; }
  const Topology& fabric() const { return *fabric_; }
  const HierarchyShape& shape() const { return shape_; }
  std::uint32_t ports_per_plane() const { return ports_per_plane_; }

  Place place(RouterId r) const {
    if (r.v >= first_of_fabric_) {
      const std::uint32_t i = r.v - first_of_fabric_;
      return {Level::fabric, i / fabric_routers_, i % fabric_routers_};
    }
    const std::uint32_t local = r.v % per_server_;
    if (local < server_routers_) return {Level::server, r.v / per_server_, local};
    return {Level::nic, r.v / per_server_, local - server_routers_};
  }
  RouterId router(const Place& p) const {
    if (p.level == Level::fabric) return {first_of_fabric_ + p.unit * fabric_routers_ + p.local};
    return {p.unit * per_server_ + (p.level == Level::nic ? server_routers_ : 0) + p.local};
  }
  // The endpoint of its plane's fabric that a port of a NIC takes the place of, and back.
  EndpointId fabric_endpoint(const NicPort&) const;
  NicPort nic_port(std::uint32_t plane, EndpointId) const;
  // The port of the fabric's router that leads to a NIC.
  std::uint32_t port_to(EndpointId fabric_endpoint) const;

  std::span<const NicLink> links_of(std::uint32_t nic) const { return links_of_[nic]; }
  // The NICs that serve endpoints of a router of the server, ascending.
  std::span<const std::uint32_t> serving(std::uint32_t router) const { return serving_[router]; }
  // The NICs that serve an endpoint of the server: the first and how many.
  std::uint32_t first_nic(std::uint32_t endpoint) const;
  std::uint32_t nics_of(std::uint32_t endpoint) const;
  // Of the links of a NIC, the one that traffic of a router takes: its own, if there is one.
  std::uint32_t link_for(std::uint32_t nic, std::uint32_t router) const {
    return link_for_[std::size_t{nic} * server_routers_ + router];
  }
  bool is_direct(std::uint32_t nic, std::uint32_t router) const {
    return links_of_[nic][link_for(nic, router)].router == router;
  }

  std::uint32_t routers() const override { return first_of_fabric_ + shape_.planes * fabric_routers_; }
  std::uint32_t degree(RouterId) const override;
  PortRef neighbour(RouterId, std::uint32_t port) const override;
  std::uint32_t endpoints() const override { return servers_ * per_server_endpoints_; }
  std::uint32_t endpoints_at(RouterId) const override;
  EndpointId first_endpoint(RouterId) const override;
  RouterId router_of(EndpointId e) const override {
    const std::uint32_t local = server_->router_of({e.v % per_server_endpoints_}).v;
    return {e.v / per_server_endpoints_ * per_server_ + local};
  }
  // (level, index): the network of servers below, levels of a tree of switches upside down, then NICs, then
  // the fabric, level by level if it is a tree. name() has the coordinates in each network.
  std::vector<std::uint32_t> coordinates(RouterId) const override;
  // "server3/1.0", "server3/nic2", "fabric/2.5", "plane1/2.5".
  std::string name(RouterId) const override;
  // The server.
  std::uint32_t group(RouterId) const override;
  // "server-…" of the server's network, "nic", "uplink", "fabric-…".
  std::vector<std::string> link_classes() const override;
  std::uint32_t link_class(RouterId, std::uint32_t port) const override;
  LinkFacts link_facts(std::uint32_t link_class) const override;
  // NICs with several ports, and routers of endpoints with several NICs each.
  bool sends_at_once(RouterId) const override;
  // As in each network by itself; NICs, and links to and from them, have what [power] says.
  bool has_power() const override { return server_->has_power() || fabric_->has_power(); }
  double bit_energy(RouterId, std::uint32_t output) const override;
  double static_power(RouterId) const override;
  Servers servers() const override {
    return {servers_, per_server_endpoints_, shape_.nics, server_.get(), server_->multicast()};
  }
  bool is_of_gpus() const override { return server_->is_of_gpus(); }
  std::string_view caveat() const override { return fabric_->caveat(); }
  std::string_view usual_routing() const override { return "hierarchy"; }
  std::string describe() const override;

 protected:
  std::uint32_t nic_class() const { return server_classes_; }
  std::uint32_t uplink_class() const { return server_classes_ + 1; }

 private:
  void check_parts() const;
  void count_servers();
  void link_nics();
  void check_degrees() const;
  // Of a router of the fabric.
  std::uint32_t uplinks_at(std::uint32_t router) const;

  std::unique_ptr<Topology> server_, fabric_;
  HierarchyShape shape_;
  std::uint32_t per_server_endpoints_, server_routers_, per_server_, fabric_routers_;
  std::uint32_t ports_per_plane_;   // q
  std::uint32_t rails_;             // R
  std::uint32_t segment_servers_ = 0;
  std::uint32_t leaf_endpoints_ = 0;  // m, if all leaves have as many; else 0
  std::uint32_t leaves_ = 0;
  std::uint32_t servers_ = 0;
  std::uint32_t first_of_fabric_ = 0;
  std::uint32_t server_classes_ = 0;
  std::vector<std::vector<NicLink>> links_of_;            // of each NIC
  std::vector<std::vector<std::uint32_t>> serving_;       // of each router of a server
  // A link to a NIC: which, and which of its links.
  std::vector<std::vector<NicLink>> nic_links_of_;        // of each router of a server; `router` is the NIC
  std::vector<std::uint16_t> link_for_;
};

}  // namespace kasuri
