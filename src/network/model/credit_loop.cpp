// SPDX-License-Identifier: MIT
#include "network/model/credit_loop.h"

#include <algorithm>

namespace kasuri {
namespace {

CreditLoop loop_of(const NetworkSettings& s, const LinkClass& link, Time at_ends) {
  const std::int64_t packet = s.nic.packet.n;
  const std::int64_t unit = s.router.moves_flits() ? std::min(s.router.flit.n, packet) : packet;
  return {unit, at_ends + link.cable * 2 + link.credit, later(link.flow(Bytes{unit}), Time{1})};
}

}  // namespace

double CreditLoop::share(Bytes buffer) const {
  const double units = static_cast<double>(buffer.n / unit);
  return std::min(1.0, units / (1 + static_cast<double>(round.ps) / static_cast<double>(sends.ps)));
}

Bytes CreditLoop::needed() const {
  const std::int64_t units = 1 + (round.ps + sends.ps - 1) / sends.ps;
  return Bytes{std::min(units * unit, std::int64_t{1} << 30)};
}

CreditLoop loop_to_router(const NetworkSettings& s, const LinkClass& link, bool from_router) {
  const RouterParams& r = s.router;
  const Time pipeline = r.routing_time + r.vc_allocation_time + r.switch_allocation_time;
  if (from_router) return loop_of(s, link, pipeline + r.switch_traversal_time);
  // NICs send whole packets, also to routers that take them flit by flit.
  return loop_of(s, link, pipeline + (r.moves_flits() ? link.flow(s.nic.packet) : Time{0}));
}

// A packet is written to memory while it comes, and its space is free when the last byte is there.
CreditLoop loop_to_nic(const NetworkSettings& s, const LinkClass& link) {
  const Time sends = link.flow(s.nic.packet);
  Time behind{0};  // the tail
  if (s.nic.dma_write_rate != kUnlimited) {
    behind = later(Serialisation(s.nic.dma_write_rate)(s.nic.packet) - sends, Time{0});
  }
  if (s.router.moves_flits()) behind += sends;  // after the first flit
  return loop_of(s, link, s.router.switch_traversal_time + behind);
}

Bytes input_buffer(const NetworkSettings& s, const std::optional<Bytes>& own, const LinkClass& link,
                   bool from_router) {
  if (own) return *own;
  if (s.router.buffer) return *s.router.buffer;
  return std::max({kLeastBuffer, s.nic.packet * 2, loop_to_router(s, link, from_router).needed()});
}

Bytes receive_buffer(const NetworkSettings& s, const LinkClass& link) {
  if (s.nic.receive_buffer) return *s.nic.receive_buffer;
  const Bytes all_vcs = s.router.moves_flits() ? s.nic.packet * s.router.all_vcs() : s.nic.packet;
  // Acknowledgements take space, too: without one more packet, they would keep the last one out.
  const Bytes answers = s.nic.sending() ? s.nic.packet : Bytes{0};
  return std::max({kLeastReceiveBuffer, loop_to_nic(s, link).needed() + answers, all_vcs});
}

}  // namespace kasuri
