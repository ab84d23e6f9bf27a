// SPDX-License-Identifier: MIT
// A packet on its way: one cache line, plain data, so that it can move between partitions.
#pragma once

#include <cstdint>

#include "base/core/ids.h"
#include "base/core/units.h"

namespace kasuri {

struct Packet {
  std::uint32_t next;  // behind it in the same VC queue
  MessageId message;
  Time tail;      // when its last byte reaches the router it is at, or on its way to; on the
                  // ejection link, when its first byte reaches the NIC
  Time injected;  // when its first byte left the sending NIC
  Time request;   // from when it may leave the VC queue that it is the first of
  EndpointId source;
  EndpointId destination;
  RouterId origin;         // the router of the source
  RouterId target;         // the router of the destination
  std::uint32_t bytes;     // on the wire, header included
  std::uint32_t sequence;  // per sending NIC; above kEpochShift the epoch of the packet's ways
  std::uint16_t hops;      // router-to-router channels crossed, and kDamaged
  std::uint16_t route;     // the output port chosen at the router it waits in
  std::uint32_t vc_mask;   // the output VCs allowed there; 0: not routed yet

  // Of a machine in which something fails while it runs (network/net/failures.h).
  static constexpr std::uint32_t kEpochShift = 28;
  // It was on a link that failed; its receiver must not take it.
  static constexpr std::uint16_t kDamaged = 0x8000;
};
static_assert(sizeof(Packet) == 64);

}  // namespace kasuri
