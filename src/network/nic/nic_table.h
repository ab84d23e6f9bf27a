// SPDX-License-Identifier: MIT
// The NICs and nodes of one part of the machine: their state, their numbers here and everywhere, and the
// events that nodes post to themselves.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/core/pool.h"
#include "network/net/fabric.h"

namespace kasuri {

class NicTable {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  // One NIC: this, then the free buffer space per VC of the router it injects into. That router ejects by
  // the port of the same number.
  struct Nic {
    Time free{0};        // when the tail of the last packet leaves
    Time wake = kNever;  // the pending wake-up; an event with another time has been superseded
    CreditQueue credits;
    std::uint32_t peer = 0;  // the router, a local number
    std::uint16_t peer_port = 0;
    AwaitedVcs awaited;
    std::uint32_t first_message = kNone;  // queue of messages to send
    std::uint32_t last_message = kNone;
    std::uint32_t sequence;  // of the next packet
    EndpointId id;
    Bytes received, sent;
    std::int32_t room[2];    // of the VCs it injects into; more follow the struct if there are more
  };
  struct Node {
    Time copied;           // when the intra-node path is free
    std::uint32_t events;  // sequence of what the node posts to itself
    std::uint32_t turn;    // NIC of the next message
  };

  NicTable(Fabric&, std::uint32_t per_node);

  // All by local numbers.
  Nic& operator[](std::uint32_t i) { return *reinterpret_cast<Nic*>(&nics_[i * stride_]); }
  const Nic& operator[](std::uint32_t i) const {
    return *reinterpret_cast<const Nic*>(&nics_[i * stride_]);
  }
  static std::int32_t* room(Nic& n) {
    return reinterpret_cast<std::int32_t*>(reinterpret_cast<std::byte*>(&n) + kRoomAt);
  }
  Node& node(std::uint32_t i) { return nodes_[i]; }
  std::uint32_t nodes() const { return node_count_; }
  std::uint32_t per_node() const { return per_node_; }
  std::uint32_t node_of(std::uint32_t nic) const { return per_node_ == 1 ? nic : nic / per_node_; }
  std::uint32_t rail_of(std::uint32_t nic) const { return nic % per_node_; }

  NodeId owner(const Nic& n) const { return {node_of(n.id.v)}; }
  RouterId router_of(NodeId n) const { return f_.topology.router_of({n.v * per_node_}); }
  bool is_here(NodeId n) const { return f_.decomposition.owner(router_of(n)) == f_.part; }
  std::uint32_t local(NodeId n) const {
    return node_of(f_.decomposition.local(EndpointId{n.v * per_node_}));
  }

  // To the node itself, in its phase.
  void post(std::uint32_t node, Time when, std::uint32_t a, EventKind kind) {
    const std::uint32_t sequence = nodes_[node].events++ & (kInjectSequence - 1);
    const NodeId id = owner((*this)[node * per_node_]);
    f_.partition.post({when, order_key(Phase::node, f_.sender_of(id), sequence), node, a, 0, kind});
  }
  // The targets of these events are nodes, or NICs.
  void place_nodes(EventKind kind) { f_.partition.set_places(kind, data(place_of_node_)); }
  void place_nics(EventKind kind) { f_.partition.set_places(kind, data(place_of_nic_)); }

  // Memory of one NIC with its share of a node, in bytes; and of all.
  static std::size_t bytes_per_nic(std::uint32_t vcs) { return stride(vcs) + sizeof(Node); }
  std::uint64_t memory_bytes() const;

 private:
  static constexpr std::size_t kRoomAt = offsetof(Nic, room);
  static std::size_t stride(std::uint32_t vcs) {
    const std::size_t bytes = kRoomAt + vcs * sizeof(std::int32_t);
    return std::max(sizeof(Nic), (bytes + alignof(Nic) - 1) / alignof(Nic) * alignof(Nic));
  }
  static const std::uint32_t* data(const std::vector<std::uint32_t>& places) {
    return places.empty() ? nullptr : places.data();
  }

  Fabric& f_;
  std::uint32_t per_node_, node_count_;
  std::size_t stride_;
  LazyArray<std::byte> nics_;
  LazyArray<Node> nodes_;
  // The routers, for the event queue; empty where each has one NIC, of its own number.
  std::vector<std::uint32_t> place_of_nic_, place_of_node_;
};

}  // namespace kasuri
