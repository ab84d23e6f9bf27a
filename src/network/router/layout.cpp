// SPDX-License-Identifier: MIT
// Routers at rest: how they are connected, and what is left in them, for the report of a deadlock and for
// the check that nothing is.
#include "network/router/layout.h"

#include <algorithm>
#include <bit>

#include "base/core/check.h"
#include "base/core/errors.h"

namespace kasuri {

namespace {

std::uint32_t ports_of(const Topology& t, RouterId r) { return t.degree(r) + t.endpoints_at(r); }

}  // namespace

RouterLayout::RouterLayout(const Topology& t, std::uint32_t vc_count)
    : vcs(vc_count), vc_bits(static_cast<std::uint32_t>(std::bit_width(vc_count - 1))) {
  Header h{};
  std::uint64_t own_ports = 0, own_bytes = 0;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    const std::uint32_t here = ports_of(t, {r});
    ports = std::max(ports, here);
    own_ports += here;
    own_bytes += lay_out(h, here);
  }
  const std::uint64_t largest = lay_out(h, ports);
  words = h.words;
  even = 2 * own_bytes >= t.routers() * largest;
  all_ports = even ? std::uint64_t{t.routers()} * ports : own_ports;
  all_bytes = even ? t.routers() * largest : own_bytes;
}

std::size_t RouterLayout::lay_out(Header& h, std::uint32_t n) const {
  const auto align = [](std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; };
  const std::size_t input_vcs = std::size_t{n} << vc_bits;
  const std::size_t set = std::max<std::size_t>(1, (input_vcs + kSetBits - 1) / kSetBits);
  const std::size_t room = kQueues + input_vcs * sizeof(InputQueue) + n * sizeof(std::uint32_t);
  const std::size_t sets = room + std::size_t{n} * vcs * sizeof(std::int32_t);
  const std::size_t stride = set > 1 ? set * sizeof(SetWord) : sizeof(RouterPort);
  const std::size_t first = align(set > 1 ? sets + n * stride : sets, alignof(RouterPort));
  h.words = static_cast<std::uint16_t>(set);
  h.request_stride = static_cast<std::uint16_t>(stride);
  h.room = static_cast<std::uint32_t>(room);
  h.first_port = static_cast<std::uint32_t>(first);
  // One word has its place in the port.
  h.requests = static_cast<std::uint32_t>(set > 1 ? sets : first + sizeof(RouterPort) - sizeof(SetWord));
  return align(first + std::size_t{n} * sizeof(RouterPort), alignof(std::uint64_t));
}

PortNumbers::PortNumbers(const Fabric& f) {
  const RouterLayout layout(f.topology, f.vcs);
  stride_ = layout.ports;
  count_ = std::size_t{stride_} * f.router_count();
  if (layout.even) return;
  std::uint64_t next = 0;
  for (std::uint32_t r = 0; r < f.router_count(); ++r) {
    starts_.push_back(static_cast<std::uint32_t>(next));
    next += ports_of(f.topology, f.router(r));
  }
  check(next <= UINT32_MAX, "ports of a part can be numbered");
  starts_.push_back(static_cast<std::uint32_t>(next));
  count_ = next;
}

RouterBlocks::RouterBlocks(const Fabric& f)
    : layout_(f.topology, f.vcs), numbers_(f), vc_count_(f.vcs),
      carried_(numbers_.count()),
      whole_(carried_.size() * RouterPort::kMoments) {
  check(f.request < Time{std::int64_t{1} << ShortTime::kEraBits}, "a request takes less than an era");
  std::uint64_t bytes = 0;
  Header h{};
  if (layout_.even) {
    stride_ = layout_.lay_out(h, layout_.ports);
    bytes = stride_ * f.router_count();
  } else {
    for (std::uint32_t r = 0; r < f.router_count(); ++r) {
      starts_.push_back(bytes);
      bytes += layout_.lay_out(h, numbers_.ports_at(r));
    }
  }
  blocks_.grow(bytes);
  bool paired = true;
  for (std::uint32_t r = 0; r < f.router_count(); ++r) paired &= connect(f, r);
  if (!paired) find_senders(f);
}

std::uint64_t RouterBlocks::bytes_of(const Fabric& f) {
  const RouterLayout layout(f.topology, f.vcs);
  Header h{};
  if (layout.even) return layout.lay_out(h, layout.ports) * f.router_count();
  std::uint64_t bytes = 0;
  for (std::uint32_t r = 0; r < f.router_count(); ++r) {
    bytes += layout.lay_out(h, ports_of(f.topology, f.router(r)));
  }
  return bytes;
}

// The router's outputs.
bool RouterBlocks::connect(const Fabric& f, std::uint32_t r) {
  const Topology& t = f.topology;
  const Decomposition& d = f.decomposition;
  const RouterId id = f.router(r);
  std::byte* b = block(r);
  Header& h = header(b);
  layout_.lay_out(h, numbers_.ports_at(r));
  h.id = id;
  h.first_endpoint = t.first_endpoint(id).v;
  h.degree = static_cast<std::uint16_t>(t.degree(id));
  h.ports = static_cast<std::uint16_t>(h.degree + t.endpoints_at(id));
  const std::uint32_t first_local = h.ports > h.degree ? d.local(EndpointId{h.first_endpoint}) : 0;
  bool paired = true;
  for (std::uint32_t p = 0; p < h.ports; ++p) {
    RouterPort& out = ports(b)[p];
    out = {};
    out.at[RouterPort::kFree] = shorten(Time{0}, Time{0});  // idle since the run began
    out.at[RouterPort::kWake] = out.at[RouterPort::kCredit] = ShortTime::kNever;
    out.turn = static_cast<std::uint16_t>(h.words * kSetBits - 1);  // the first input comes first
    for (std::uint32_t v = 0; v < f.vcs; ++v) {
      room(b, p)[v] = p < h.degree ? buffer_behind(f, id, p) : v == 0 ? f.receive_buffer : 0;
    }
    if (p >= h.degree) {
      out.peer = first_local + (p - h.degree);
      out.link_class = f.terminal_class();
      continue;
    }
    const PortRef peer = t.neighbour(id, p);
    const std::uint16_t part = d.owner(peer.router);
    out.peer = d.local(peer.router);
    out.peer_port = peer.port;
    out.link_class = static_cast<std::uint8_t>(t.link_class(id, p));
    out.across = part != f.part;
    if (out.across) {
      across_.push_back({part, peer.port, out.peer});
      out.peer = static_cast<std::uint32_t>(across_.size() - 1);
    }
    paired &= peer.port < t.degree(peer.router) &&
              t.neighbour(peer.router, peer.port) == PortRef{id, static_cast<std::uint16_t>(p)} &&
              t.link_class(peer.router, peer.port) == out.link_class;
  }
  return paired;
}

Time RouterBlocks::whole_time(std::uint32_t r, std::uint32_t port, Moment m) const {
  return whole_[numbers_.of(r, port) * RouterPort::kMoments + m];
}
void RouterBlocks::set_whole_time(std::uint32_t r, std::uint32_t port, Moment m, Time t) {
  whole_[numbers_.of(r, port) * RouterPort::kMoments + m] = t;
}

// Writes the router's times anew, as they are from the era of `t` on.
void RouterBlocks::begin_era(RouterAt here, Time t) {
  if (t.ps >> ShortTime::kEraBits > UINT32_MAX) {
    throw Error(Exit::limit, ErrorPlace("kasuri"), "the run is longer than 53 days of simulated time");
  }
  Header& h = header(here);
  Header next = h;
  next.era = static_cast<std::uint32_t>(t.ps >> ShortTime::kEraBits);
  for (std::uint32_t port = 0; port < h.ports; ++port) {
    RouterPort& p = ports(here)[port];
    for (std::uint32_t k = 0; k < RouterPort::kMoments; ++k) {
      const auto m = static_cast<Moment>(k);
      const std::uint32_t& short_time = moment(here, port, p, m);
      if (short_time == ShortTime::kPast) continue;
      const Time at = time(start(h), here, port, p, m);
      set_time(start(next), here, port, p, m, at);
      // Since when a link is idle is asked for at any time.
      if (m == RouterPort::kFree && short_time == ShortTime::kPast && at > Time{0}) {
        set_whole_time(here.index, port, m, at);
      }
    }
  }
  for (std::uint32_t i = 0; i < std::uint32_t{h.ports} << layout_.vc_bits; ++i) {
    InputQueue& q = queues(here)[i];
    if (q.empty()) q.become_empty(shorten(start(next), ready(start(h), q)));
  }
  h.era = next.era;
}

// The senders of all channels to here, where they do not come in pairs: all routers of the machine are
// asked where theirs lead.
void RouterBlocks::find_senders(const Fabric& f) {
  const Topology& t = f.topology;
  const Decomposition& d = f.decomposition;
  upstream_.grow(numbers_.count());
  const auto upstream = [&](std::uint32_t r, std::uint32_t port) -> SenderPort& {
    return upstream_[numbers_.of(r, port)];
  };
  for (std::uint32_t r = 0; r < f.router_count(); ++r) {
    const Header& h = header(block(r));
    for (std::uint32_t p = h.degree; p < h.ports; ++p) {
      upstream(r, p) = {ports(block(r))[p].peer, 0, f.terminal_class(), false};
    }
  }
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    const std::uint16_t owner = d.owner(RouterId{r});
    for (std::uint32_t p = 0; p < t.degree({r}); ++p) {
      const PortRef peer = t.neighbour({r}, p);
      if (d.owner(peer.router) != f.part) continue;
      SenderPort& sender = upstream(d.local(peer.router), peer.port);
      sender = {d.local(RouterId{r}), static_cast<std::uint16_t>(p),
                static_cast<std::uint8_t>(t.link_class({r}, p)), owner != f.part};
      if (!sender.across) continue;
      across_.push_back({owner, sender.port, sender.component});
      sender.component = static_cast<std::uint32_t>(across_.size() - 1);
    }
  }
}

std::vector<BlockedPacket> RouterBlocks::blocked_in(const Fabric& f) const {
  std::vector<BlockedPacket> result;
  for (std::uint32_t r = 0; r < f.router_count(); ++r) {
    const std::byte* b = block(r);
    for (std::uint32_t i = 0; i < std::uint32_t{header(b).ports} << layout_.vc_bits; ++i) {
      const InputQueue& queue = queues(b)[i];
      if (queue.empty()) continue;
      const std::uint32_t first = f.packets[queue.last()].next;
      const Packet& p = f.packets[first];
      std::uint32_t queued = 1;
      for (std::uint32_t q = first; q != queue.last(); q = f.packets[q].next) ++queued;
      result.push_back({header(b).id,
                        static_cast<std::uint16_t>(port_of(i)),
                        vc_of(i),
                        p.route,
                        p.vc_mask,
                        first,
                        queued,
                        p.request});
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
    const RouterAt b = router_at(r);
    for (std::uint32_t port = 0; port < header(b).ports; ++port) {
      f.credits.settle(credits(b, port), room(b, port), kNever);
      for (std::uint32_t v = 0; v < f.vcs; ++v) {
        const std::int32_t full = port < header(b).degree ? buffer_behind(f, f.router(r), port)
                                  : v == 0                ? f.receive_buffer
                                                          : 0;
        if (!queues(b)[port << layout_.vc_bits | v].empty()) {
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
