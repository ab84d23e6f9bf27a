// SPDX-License-Identifier: MIT
// What is left in routers: for the report of a deadlock, and for the check that nothing is.
#include "router/layout.h"

namespace kasuri {

std::vector<BlockedPacket> RouterBlocks::blocked_in(const Fabric& f) const {
  std::vector<BlockedPacket> result;
  for (std::uint32_t r = 0; r < f.router_count(); ++r) {
    const std::byte* b = block(r);
    for (std::uint32_t i = 0; i < std::uint32_t{header(b).ports} << layout_.vc_bits; ++i) {
      if (vc_of(i) >= f.vcs) continue;
      const InputVc& vc = vcs(b)[i];
      if (vc.first == kNone) continue;
      const Packet& p = f.packets[vc.first];
      std::uint32_t queued = 0;
      for (std::uint32_t q = vc.first; q != kNone; q = f.packets[q].next) ++queued;
      result.push_back({header(b).id,
                        static_cast<std::uint16_t>(port_of(i)),
                        vc_of(i),
                        p.route,
                        p.vc_mask,
                        vc.first,
                        queued,
                        vc.ready});
    }
  }
  return result;
}

bool RouterBlocks::all_at_rest(Fabric& f, std::string& why) {
  const auto name = [&f](std::uint32_t r, std::uint32_t port, std::uint32_t vc) {
    return "router " + std::to_string(f.router(r).v) + " port " + std::to_string(port) + " vc " +
           std::to_string(vc);
  };
  for (std::uint32_t r = 0; r < f.router_count(); ++r) {
    std::byte* b = block(r);
    for (std::uint32_t port = 0; port < header(b).ports; ++port) {
      OutputPort& out = outputs(b)[port];
      f.credits.settle(out, room(b, port), kNever);
      for (std::uint32_t v = 0; v < f.vcs; ++v) {
        const std::int32_t full = port < header(b).degree ? buffer_behind(f, f.router(r), port)
                                  : v == 0                ? f.receive_buffer
                                                          : 0;
        if (vcs(b)[port << layout_.vc_bits | v].first != kNone) {
          why = "a packet is left at the input " + name(r, port, v);
        } else if (room(b, port)[v] != full) {
          why = "credits are missing at the output " + name(r, port, v);
        } else {
          continue;
        }
        return false;
      }
    }
  }
  return true;
}

}  // namespace kasuri
