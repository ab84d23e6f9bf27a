// SPDX-License-Identifier: MIT
#include "network/router/input_lists.h"

#include <algorithm>
#include <tuple>

namespace kasuri {

std::vector<BlockedPacket> InputLists::blocked(const Fabric& f, const RouterBlocks& routers,
                                               const OutputQueues& queues) const {
  std::vector<BlockedPacket> all, firsts;
  for (std::uint32_t r = 0; r < f.router_count(); ++r) {
    const RouterLayout::Header& h = RouterBlocks::header(routers.block(r));
    for (std::uint32_t port = 0; port < h.ports; ++port) {
      for (std::uint32_t e = queues.at(r, port).first_waiting; e != kNone; e = after(e)) {
        if (place(e) != kFirst) continue;
        const Entry& entry = of(packet(e));
        const RouteSelection::Waits& w = entry.waits;
        const Packet& p = f.packets[packet(e)];
        const bool elsewhere = w.port != RouteSelection::kNowhere && w.port != port;
        all.push_back({.at = h.id,
                       .port = static_cast<std::uint16_t>(routers.port_of(entry.input_vc)),
                       .vc = routers.vc_of(entry.input_vc),
                       .wanted_port = static_cast<std::uint16_t>(port),
                       .wanted_vcs = p.vc_mask | (elsewhere ? 0 : w.vc_mask),
                       .packet = packet(e),
                       .queued = 1,
                       .since = p.request,
                       .other_port = elsewhere ? w.port : RouteSelection::kNowhere,
                       .other_vcs = elsewhere ? w.vc_mask : 0});
      }
    }
  }
  std::ranges::stable_sort(all, {}, [](const BlockedPacket& b) {
    return std::tuple(b.at.v, b.port, b.vc, b.since);
  });
  for (const BlockedPacket& b : all) {
    BlockedPacket* const last = firsts.empty() ? nullptr : &firsts.back();
    if (last && last->at == b.at && last->port == b.port && last->vc == b.vc) {
      ++last->queued;
    } else {
      firsts.push_back(b);
    }
  }
  return firsts;
}

}  // namespace kasuri
