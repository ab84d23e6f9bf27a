// SPDX-License-Identifier: MIT
// Who watches packets on their way, for statistics that are too dear to be kept always. Absent when
// nobody does: then it costs one test of a pointer.
//
// Routers and NICs are named by their index within the partition that the caller belongs to.
#pragma once

#include <cstdint>

#include "core/units.h"
#include "net/message.h"

namespace kasuri {

class PacketObserver {
 public:
  virtual ~PacketObserver() = default;
  // A packet may leave an input VC (Fabric::input_vc) of a router from now on; its head came to that
  // buffer at `head`. Only to Fabric::arrival_observer.
  virtual void entered(std::uint32_t router, std::uint32_t input_vc, std::uint32_t packet,
                       Time head) = 0;
  // It was granted: its head leaves by output `port` at `head`, its tail at `tail`; its input buffer is
  // free again at `freed`.
  virtual void left(std::uint32_t router, std::uint32_t port, std::uint32_t packet, Time head, Time tail,
                    Time freed) = 0;
  // The link from a NIC to its router takes it.
  virtual void injected(std::uint32_t /*nic*/, std::uint32_t /*packet*/, Time /*head*/, Time /*tail*/) {}
  // The receiver has all of a message that was handed to the NIC at `posted`.
  virtual void arrived(const Message&, Time posted) = 0;
};

}  // namespace kasuri
