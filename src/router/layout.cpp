// SPDX-License-Identifier: MIT
// Routers at rest: how they are connected, and what is left in them, for the report of a deadlock and for
// the check that nothing is.
#include "router/layout.h"

namespace kasuri {

RouterBlocks::RouterBlocks(const Fabric& f)
    : layout_(f.topology, f.vcs), vc_count_(f.vcs), blocks_(layout_.stride * f.router_count()) {
  for (std::uint32_t r = 0; r < f.router_count(); ++r) connect(f, r);
  if (f.decomposition.parts() > 1) connect_across(f);
}

// The router's outputs, and the inputs they lead to in this part.
void RouterBlocks::connect(const Fabric& f, std::uint32_t r) {
  const Topology& t = f.topology;
  const Decomposition& d = f.decomposition;
  const RouterId id = f.router(r);
  std::byte* b = block(r);
  Header& h = header(b);
  h.id = id;
  h.first_endpoint = t.first_endpoint(id).v;
  h.degree = static_cast<std::uint16_t>(t.degree(id));
  h.ports = static_cast<std::uint16_t>(h.degree + t.endpoints_at(id));
  h.first_local_endpoint = h.ports > h.degree ? d.local(EndpointId{h.first_endpoint}) : 0;
  for (std::uint32_t p = 0; p < h.ports; ++p) {
    OutputPort& out = outputs(b)[p];
    out = {};
    out.turn = static_cast<std::uint16_t>(layout_.words * 64 - 1);  // the first input comes first
    for (std::uint32_t v = 0; v < f.vcs; ++v) {
      vcs(b)[p << layout_.vc_bits | v] = {kNone, kNone, {0}};
      room(b, p)[v] = p < h.degree ? buffer_behind(f, id, p) : v == 0 ? f.receive_buffer : 0;
    }
    out.peer_part = f.part;
    if (p >= h.degree) {
      out.peer = h.first_local_endpoint + (p - h.degree);
      out.link_class = f.terminal_class();
      inputs(b)[p].upstream = {out.peer, 0, out.link_class, false};
      continue;
    }
    const PortRef peer = t.neighbour(id, p);
    out.peer = d.local(peer.router);
    out.peer_port = peer.port;
    out.peer_part = d.owner(peer.router);
    out.link_class = static_cast<std::uint8_t>(t.link_class(id, p));
    const auto port = static_cast<std::uint16_t>(p);
    if (out.peer_part == f.part) {
      inputs(block(out.peer))[peer.port].upstream = {r, port, out.link_class, false};
    }
  }
}

// The senders of the channels that come from other parts. Channels need not come in pairs, so all
// routers are asked where theirs lead.
void RouterBlocks::connect_across(const Fabric& f) {
  const Topology& t = f.topology;
  const Decomposition& d = f.decomposition;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    const std::uint16_t owner = d.owner(RouterId{r});
    if (owner == f.part) continue;
    for (std::uint32_t p = 0; p < t.degree({r}); ++p) {
      const PortRef peer = t.neighbour({r}, p);
      if (d.owner(peer.router) != f.part) continue;
      inputs(block(d.local(peer.router)))[peer.port].upstream = {
          static_cast<std::uint32_t>(senders_across_.size()), static_cast<std::uint16_t>(p),
          static_cast<std::uint8_t>(t.link_class({r}, p)), true};
      senders_across_.push_back({owner, static_cast<std::uint16_t>(p), d.local(RouterId{r})});
    }
  }
}

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
