// SPDX-License-Identifier: MIT
// Flow control by credits: what takes space in the buffer behind a link, for how long, and how large the
// buffer must be so that the link can carry its rate.
//
// A packet of S bytes takes space in the next buffer from its grant until the credit for it is back, which
// takes T + S/B if nobody waits there, with the rate B and
//   between routers  T = T_ST + T_cable + (T_RC + T_VA + T_SA) + T_cable + T_credit
//   NIC to router    the same without T_ST
//   router to NIC    T = T_ST + T_cable + max(0, S/B_DMA - S/B) + T_cable + T_credit
// (network/router/input_queued.h). With space for n packets a link carries n S in that time, at most B:
//   share = min(1, n / (1 + T B / S))
// so a link needs n = 1 + ⌈T B / S⌉. Flit-level routers give space flit by flit: there S is
// a flit, and the time of a packet is added to T at NICs, which send and take whole packets.
#pragma once

#include <optional>

#include "network/model/settings.h"
#include "network/net/link.h"

namespace kasuri {

// Default buffers have at least so much.
inline constexpr Bytes kLeastBuffer{8192}, kLeastReceiveBuffer{16384};

struct CreditLoop {
  std::int64_t unit;  // S
  Time round;         // T
  Time sends;         // S/B

  double share(Bytes buffer) const;
  Bytes needed() const;  // 1 GiB at most, as settings
};

CreditLoop loop_to_router(const NetworkSettings&, const LinkClass&, bool from_router);
CreditLoop loop_to_nic(const NetworkSettings&, const LinkClass&);

// The input buffer of each virtual channel at the end of links like this one, from a router or else from
// a NIC: the class's own, router.buffer, or what they need.
Bytes input_buffer(const NetworkSettings&, const std::optional<Bytes>& own, const LinkClass&,
                   bool from_router);
// Of a NIC at the end of this link: nic.receive_buffer, or what it needs.
Bytes receive_buffer(const NetworkSettings&, const LinkClass&);

}  // namespace kasuri
