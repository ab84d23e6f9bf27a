// SPDX-License-Identifier: MIT
// A topology is a pure graph: routers, numbered ports, endpoints, coordinates. No time, no engine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/core/ids.h"
#include "base/core/units.h"

namespace kasuri {

// One end of a channel.
struct PortRef {
  RouterId router;
  std::uint16_t port = 0;

  friend constexpr auto operator<=>(PortRef, PortRef) = default;
};

class Topology;

// What a topology may need besides its own parameters.
struct TopologyContext {};

// What is known of the links of a class besides their place: topologies read from files may say it.
// Settings of the configuration for that class come first.
struct LinkFacts {
  std::optional<BytesPerSecond> rate;
  std::optional<Time> cable_latency;
};

// The lowest level of a hierarchical machine (network/topology/hierarchy.h): servers of GPUs, chips of
// cores, each with a network of its own. Endpoints are numbered server by server.
struct Servers {
  std::uint32_t count = 0;
  std::uint32_t endpoints = 1;        // of each server
  std::uint32_t nics = 1;             // of each server, for traffic to other servers
  const Topology* network = nullptr;  // of one server, whose i-th endpoint is the i-th of each; null: none
  bool multicast = false;             // its switches copy and combine messages (NVLS)
};

// Channels are directed. Router r has output ports 0 … degree(r) − 1 and as many input ports, and
// output p leads to input neighbour(r, p).port of neighbour(r, p).router; every input port is fed
// by exactly one output port. Endpoints are numbered router by router. Implementations are
// immutable and cheap to ask: tables are built by who needs them.
class Topology {
 public:
  static constexpr std::string_view kKind = "topology";
  static constexpr std::string_view kKindMeaning = "how routers and endpoints are connected";
  using Base = Topology;
  using Context = TopologyContext;

  virtual ~Topology() = default;

  virtual std::uint32_t routers() const = 0;
  virtual std::uint32_t degree(RouterId) const = 0;  // router-to-router ports, at most 4,096
  virtual PortRef neighbour(RouterId, std::uint32_t port) const = 0;

  virtual std::uint32_t endpoints() const = 0;
  virtual std::uint32_t endpoints_at(RouterId) const = 0;
  virtual EndpointId first_endpoint(RouterId) const = 0;
  virtual RouterId router_of(EndpointId) const = 0;

  // Position of a router; a point of a lattice for grids, (level, index) for trees.
  virtual std::vector<std::uint32_t> coordinates(RouterId) const = 0;
  // The neighbourhood that a router belongs to, numbered from 0: a dragonfly's group, a tree's part
  // below its top, the last dimension's plane of a grid. For placement; one for all where there are
  // none.
  virtual std::uint32_t group(RouterId) const { return 0; }
  // Length of a shortest path in channels, where a closed form is known.
  virtual std::optional<std::uint32_t> distance(RouterId, RouterId) const { return std::nullopt; }
  // Channels belong to classes ("local", "global", …), at most kMaxLinkClasses; settings can be
  // given per class.
  static constexpr std::size_t kMaxLinkClasses = 250;
  virtual std::vector<std::string> link_classes() const { return {"link"}; }
  virtual std::uint32_t link_class(RouterId, std::uint32_t /*port*/) const { return 0; }
  virtual LinkFacts link_facts(std::uint32_t /*link_class*/) const { return {}; }
  // Whether packets that came by one input of this router leave by several outputs at once, whatever the
  // architecture of the routers: it stands for a NIC, or for an endpoint with NICs of its own.
  virtual bool sends_at_once(RouterId) const { return false; }
  // Besides what [power] says, where it is known of single routers and channels: J for each bit that leaves
  // by an output (from `degree` on to NICs), and W of a router with its channels, whatever they carry.
  virtual bool has_power() const { return false; }
  virtual double bit_energy(RouterId, std::uint32_t /*output*/) const { return 0; }
  virtual double static_power(RouterId) const { return 0; }
  // Of the links between endpoints and their routers, where it is known; nic.link_rate comes first.
  virtual std::optional<BytesPerSecond> endpoint_rate() const { return std::nullopt; }
  // Machines without such a level: each endpoint is its own server.
  virtual Servers servers() const { return {.count = endpoints()}; }
  std::uint32_t server_of(EndpointId e) const { return e.v / servers().endpoints; }
  // The NIC of its server that serves an endpoint; the first if it has several. It is the endpoint's rail.
  std::uint32_t nic_of(EndpointId e) const {
    const Servers s = servers();
    return static_cast<std::uint32_t>(std::uint64_t{e.v % s.endpoints} * s.nics / s.endpoints);
  }
  // Planes between which no packet goes, each with NICs of its own; 0: this is one network.
  virtual std::uint32_t planes() const { return 0; }
  // Whether the switches of this network copy and combine messages of collectives (NVLS).
  virtual bool multicast() const { return false; }
  // Whether endpoints are GPUs: they run NCCL unless the configuration says otherwise.
  virtual bool is_of_gpus() const { return false; }
  // What every summary says of this machine: "Ethernet: lossless, no congestion control".
  virtual std::string_view caveat() const { return {}; }
  // The routing that a machine gets if none is configured: it must accept this topology.
  virtual std::string_view usual_routing() const { return "shortest-paths"; }
  // A router for people: "(1,0,0)".
  virtual std::string name(RouterId) const;
  // For people: "torus 8x8x8".
  virtual std::string describe() const = 0;
};

// Directed router-to-router channels of the whole graph.
std::uint64_t channel_count(const Topology&);

// A router for people: Topology::name().
std::string position(const Topology&, RouterId);

}  // namespace kasuri
