// SPDX-License-Identifier: MIT
// Who watches packets on their way, for statistics that are too expensive to be kept always. Without an
// observer a hook costs one test of a pointer.
//
// Routers and NICs are named by their index within the partition that the caller belongs to.
#pragma once

#include <cstdint>

#include "base/core/units.h"
#include "network/net/message.h"

namespace kasuri {

// A packet is forwarded by a router.
struct Grant {
  std::uint32_t router;
  std::uint32_t port;    // output
  std::uint32_t packet;
  Time requested;  // it was the first of its VC queue, and routed
  Time possible;   // the output could be granted from then on, as far as its link is concerned
  Time granted;
  Time head, tail;  // leave by the output
  Time freed;       // of its input buffer
};

// The link from a NIC to its router takes a packet.
struct Injection {
  std::uint32_t nic;
  std::uint32_t packet;
  Time head, tail;
};

// Why a packet that may be forwarded is not forwarded now.
enum class Hold : std::uint8_t {
  credit,  // no VC of the link has free buffer space for it downstream
  input,   // its input port is forwarding another packet
  asleep,  // the link has to wake up
};

class PacketObserver {
 public:
  virtual ~PacketObserver() = default;
  // The head of a packet came to an input VC (Fabric::input_vc) of a router at `head`; told when its
  // request is handled. Only to Fabric::arrival_observer.
  virtual void entered(std::uint32_t /*router*/, std::uint32_t /*input_vc*/, std::uint32_t /*packet*/,
                       Time /*head*/) {}
  // An output looked at this packet and did not forward it.
  virtual void held(std::uint32_t /*packet*/, Hold, Time /*now*/) {}
  virtual void granted(const Grant&) {}
  virtual void injected(const Injection&) {}
  // The receiver has all of a message that was handed to the NIC at `posted`.
  virtual void arrived(const Message&, Time /*posted*/) {}
};

}  // namespace kasuri
