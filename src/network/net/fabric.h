// SPDX-License-Identifier: MIT
// What the routers and NICs of one part of the machine share.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "base/core/pool.h"
#include "base/engine/partition.h"
#include "network/net/partition_channels.h"
#include "network/net/decomposition.h"
#include "network/net/link.h"
#include "network/net/link_jobs.h"
#include "network/net/link_power.h"
#include "network/net/link_split.h"
#include "network/net/lookahead.h"
#include "network/net/observer.h"
#include "network/net/packet.h"
#include "network/net/routing.h"
#include "network/net/topology.h"

namespace kasuri {

// Who sends on channels and therefore gets credits back.
class CreditTaker {
 public:
  virtual ~CreditTaker() = default;
  // Room for `bytes` in this VC at the far end of the channel that `component` sends on by `port`;
  // known there from `at` on. Credits of one channel are returned in the order of their times.
  virtual void take_credit(std::uint32_t component, std::uint32_t port, std::uint16_t vc,
                           std::int32_t bytes, Time at) = 0;
  // What a router of another part has told of its queues.
  virtual void take_notification(const CrossingNotification&) {}
};

// Who keeps the messages that packets belong to.
class MessageKeeper {
 public:
  virtual ~MessageKeeper() = default;
  // The packet leaves this part: writes what its message is, and forgets what is not needed here.
  virtual void leave(Crossing&) = 0;
  // The packet has come from another part. Returns what its `message` is here.
  virtual MessageId enter(const Crossing&) = 0;
};

class SlowLinks;

// Who delivers whole messages, where the network does not cut them into packets.
class MessageTaker {
 public:
  virtual ~MessageTaker() = default;
  virtual void take_message(const CrossingMessage&) = 0;
};

// A node's events of one instant are ordered by their sequence: what its NICs post to themselves,
// then their injections, then its ranks and patterns.
inline constexpr std::uint32_t kInjectSequence = 1u << 31;
inline constexpr std::uint32_t kRankSequence = 3u << 30;

// Routers, endpoints and nodes go by their local numbers (decomposition.h) wherever they index state
// of this part: in events, CreditTaker calls and senders' peers. What outlives the part, such as
// packets, order keys and messages, has global ids.
struct Fabric {
  Partition& partition;
  const Topology& topology;
  const Routing& routing;
  const Decomposition& decomposition;
  std::uint16_t part = 0;
  std::uint32_t vcs;             // virtual channels per link
  std::int32_t vc_buffer;        // bytes per VC of a router's input buffer
  std::int32_t receive_buffer;   // bytes of a NIC's receive buffer
  Time request;                  // T_RC + T_VA + T_SA: from head arrival to request
  Time traversal;                // T_ST: from grant to head departure
  std::vector<LinkClass> link_classes;  // the topology's, then the terminal links'

  std::int32_t largest_packet = 0;      // that NICs send, in bytes
  std::uint64_t seed = 0;               // of the ways that packets go (Routing::ways)
  Lookahead lookahead{};  // of all links between routers
  std::uint32_t smallest_packet = UINT32_MAX;  // that has been in this part

  Pool<Packet> packets{};
  Credits credits{};
  PartitionChannels channels{};
  LinkPower* power = nullptr;
  LinkSplit* split = nullptr;
  LinkJobs* jobs = nullptr;
  SlowLinks* slow = nullptr;  // there if power->scales_rate()
  const Failures* failures = nullptr;  // null if nothing fails
  Time retry_time{0};                  // see network/nic/recovery.h
  PacketObserver* observer = nullptr;
  PacketObserver* arrival_observer = nullptr;  // of what comes to routers, too

  // Set by the router model and the NICs when they are built. An arrival at a router is an event
  // of phase `arrival` at the time of the packet's request (head arrival + `request`), with a =
  // packet and b = input VC (input_vc); at a NIC it is one of phase `node` at the time of the
  // packet's tail, with a = packet.
  EventKind at_router{};
  EventKind at_nic{};
  CreditTaker* routers = nullptr;
  CreditTaker* nics = nullptr;
  MessageKeeper* messages = nullptr;
  MessageTaker* whole_messages = nullptr;

  std::uint32_t router_count() const { return decomposition.routers(part); }
  std::uint32_t endpoint_count() const { return decomposition.endpoints(part); }
  RouterId router(std::uint32_t local) const { return decomposition.router(part, local); }

  // A packet comes into this part. The places of the partition are its routers.
  void meet_packet(std::uint32_t bytes) {
    if (bytes < smallest_packet) [[unlikely]] shorten_window(bytes);
  }
  void shorten_window(std::uint32_t smallest_packet);

  // Moves a packet to another part, where `arrival` will be its event.
  void send_across(std::uint16_t to, const Event& arrival, std::uint32_t packet);
  // Takes in what another part has sent.
  void take_in(const MessageBatch&);

  // The index of an input VC of a router.
  std::uint32_t input_vc(std::uint32_t port, std::uint32_t vc) const {
    return port << std::bit_width(vcs - 1) | vc;
  }
  std::uint8_t terminal_class() const {
    return static_cast<std::uint8_t>(link_classes.size() - 1);
  }
  // Sender ids: routers, then nodes.
  SenderId sender_of(RouterId r) const { return {r.v}; }
  SenderId sender_of(NodeId n) const { return {topology.routers() + n.v}; }
};

}  // namespace kasuri
