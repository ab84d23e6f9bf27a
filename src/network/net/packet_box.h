// SPDX-License-Identifier: MIT
// What crosses between parts of a machine whose network has packets: packets with their messages, credits,
// and what routers and their links tell each other.
#pragma once

#include <cstdint>
#include <vector>

#include "base/engine/event.h"
#include "network/net/boxes.h"
#include "network/net/message.h"
#include "network/net/packet.h"
#include "network/net/payload.h"

namespace kasuri {

// A packet that is to arrive at a router of another part. What the event says of packet and target
// is the receiver's: event.target is a local number there, event.a is filled in on arrival.
struct Crossing {
  Event event;
  Packet packet;
  Message message;
  std::uint32_t home;    // the message's record where its source is
  std::uint32_t number;  // of the message among those of its NIC
  Time posted;           // when the message was handed to the NIC
  std::uint64_t request = 0;  // what the packet asks of its receiver (network/nic/packet_requests.h)
};

// Room for `bytes` in a VC behind output `port` of a router of another part, known there from `at`.
struct CrossingCredit {
  std::uint32_t router;  // a local number there
  std::uint16_t port;
  std::uint16_t vc;
  std::int32_t bytes;
  Time at;
};

// The queue of a router's output at a time, told to its neighbours (Routing::notifications).
struct CrossingNotification {
  RouterId router;
  std::uint32_t port;
  std::int64_t queue;
  Time at;
};

// All that one part sends to another in a window.
struct PacketBox {
  std::vector<Crossing> packets;
  std::vector<CrossingCredit> credits;
  std::vector<CrossingNotification> notifications;
  std::vector<Event> signals;  // from link to link (LinkPower); targets are local numbers there

  bool empty() const {
    return packets.empty() && credits.empty() && notifications.empty() && signals.empty();
  }
  template <bool kToWrite>
  void fetch() const {
    fetch_lines<kToWrite>(packets);
    fetch_lines<kToWrite>(credits);
  }
  void clear() {
    packets.clear();
    credits.clear();
    notifications.clear();
    signals.clear();
  }
  template <class Archive>
  friend void transfer(Archive& archive, PacketBox& box) {
    archive(box.packets), archive(box.credits), archive(box.notifications), archive(box.signals);
    for (Crossing& c : box.packets) transfer_payload(archive, c.message.payload);
  }
};

}  // namespace kasuri
