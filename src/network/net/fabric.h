// SPDX-License-Identifier: MIT
// What the routers and NICs of one part of the machine share where the network has packets.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include "base/core/pool.h"
#include "network/net/boxes.h"
#include "network/net/link.h"
#include "network/net/lookahead.h"
#include "network/net/machine_part.h"
#include "network/net/packet.h"
#include "network/net/packet_box.h"

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
  virtual void leave(Crossing&, std::uint32_t packet) = 0;
  // The packet has come from another part. Returns what its `message` is here.
  virtual MessageId enter(const Crossing&, std::uint32_t packet) = 0;
};

class SlowLinks;

struct FabricParams {
  std::uint32_t vcs;            // virtual channels per link
  std::int32_t receive_buffer;  // bytes of a NIC's receive buffer
  std::int32_t largest_packet = 0;  // that NICs send, in bytes
  Lookahead lookahead{};            // of all links between routers
  Time retry_time{0};               // see network/nic/recovery.h
};

struct Fabric : MachinePart, FabricParams {
  Fabric(MachinePart part, FabricParams params)
      : MachinePart(std::move(part)),
        FabricParams(std::move(params)),
        channels(decomposition.parts()) {}

  std::uint32_t smallest_packet = UINT32_MAX;  // that has been in this part

  Pool<Packet> packets{};
  Credits credits{};
  Boxes<PacketBox> channels;
  SlowLinks* slow = nullptr;  // there if power->scales_rate()

  // Set by the router model and the NICs when they are built. An arrival at a router is an event
  // of phase `arrival` at the time of the packet's request (head arrival + `request`), with a =
  // packet and b = input VC (input_vc); at a NIC it is one of phase `node` at the time of the
  // packet's tail, with a = packet.
  EventKind at_router{};
  EventKind at_nic{};
  CreditTaker* routers = nullptr;
  CreditTaker* nics = nullptr;
  MessageKeeper* messages = nullptr;

  // A packet comes into this part. The places of the partition are its routers.
  void meet_packet(std::uint32_t bytes) {
    if (bytes < smallest_packet) [[unlikely]] shorten_window(bytes);
  }
  void shorten_window(std::uint32_t smallest_packet);

  // Moves a packet to another part, where `arrival` will be its event.
  void send_across(std::uint16_t to, const Event& arrival, std::uint32_t packet);
  // Takes in what another part has sent.
  void take_in(const PacketBox&);

  // The index of an input VC of a router.
  std::uint32_t input_vc(std::uint32_t port, std::uint32_t vc) const {
    return port << std::bit_width(vcs - 1) | vc;
  }
};

}  // namespace kasuri
