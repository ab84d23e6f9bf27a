// SPDX-License-Identifier: MIT
// Adaptive routing in a router: asks the routing for each packet that becomes first of its queue, with
// what this router knows of queues; remembers where else the packet may go, and what room it needs.
//
// An escape may be granted from the instant after the packet's request time on: at that time itself
// its first choice is decided, in whatever order the outputs of this instant are looked at.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/core/pool.h"
#include "network/net/fabric.h"
#include "network/router/layout.h"
#include "network/router/congestion_notifications.h"
#include "network/router/output_queues.h"
#include "network/router/router.h"

namespace kasuri {

class RouteSelection {
 public:
  static constexpr std::uint16_t kNowhere = UINT16_MAX;

  RouteSelection(Fabric&, RouterBlocks&);

  // What a packet waits for besides its route.
  struct Waits {
    std::uint32_t vc_mask;  // of the escape
    std::uint16_t port;
    std::int32_t need;  // bytes of room that the first choice needs
    std::int32_t escape_need;
  };
  // Of routers with buffers at their outputs, which count as queues, too; they must outlive this.
  void see(const OutputQueues& queues) { outputs_ = &queues; }

  // Chooses for a packet that may request at `now`: sets its route and virtual channels, and what else it
  // waits for.
  void decide(RouterAt, const RouteInput&, Packet&, Time now, Waits&);
  // The same for the packet at the head of an input VC; what it waits for is kept.
  void choose(RouterAt here, std::uint32_t input_vc, const RouteInput& input,
              Packet& p, Time now) {
    decide(here, input, p, now, waits(here.index, input_vc));
  }
  const Waits& waits(std::uint32_t router, std::uint32_t input_vc) const {
    return waits_[(numbers_.first(router) << vc_bits_) + input_vc];
  }
  // It goes to a NIC.
  void eject(std::uint32_t router, std::uint32_t input_vc, const Packet& p) {
    waits(router, input_vc) = ejection(p);
  }
  static Waits ejection(const Packet& p) {
    return {.vc_mask = 0, .port = kNowhere, .need = static_cast<std::int32_t>(p.bytes), .escape_need = 0};
  }

  // The output that the packet waits for besides its route; kNowhere if there is none.
  std::uint16_t other_port(std::uint32_t router, std::uint32_t input_vc, const Packet& p) const {
    const Waits& w = waits(router, input_vc);
    return w.port == p.route ? kNowhere : w.port;
  }
  void prefetch(std::uint32_t router, std::uint32_t input_vc) const {
    __builtin_prefetch(&waits(router, input_vc), 1);
  }
  // Adds to packets that cannot go on what they wait for besides their routes.
  std::vector<BlockedPacket> with_escapes(std::vector<BlockedPacket>) const;
  // A virtual channel of `port` that the packet may take now; -1 if none has room.
  int free_vc(std::uint32_t router, std::uint32_t input_vc, std::uint32_t port, const Packet& p,
              const std::int32_t* room) const {
    const Waits& w = waits(router, input_vc);
    int vc = -1;
    if (port == p.route) vc = roomiest_vc(room, p.vc_mask, static_cast<std::uint32_t>(w.need));
    if (vc < 0 && port == w.port) {
      vc = roomiest_vc(room, w.vc_mask, static_cast<std::uint32_t>(w.escape_need));
    }
    return vc;
  }
  // Those of `port` that it may take when they have room.
  std::uint32_t wanted_vcs(std::uint32_t router, std::uint32_t input_vc, std::uint32_t port,
                           const Packet& p) const {
    const Waits& w = waits(router, input_vc);
    return (port == p.route ? p.vc_mask : 0) | (port == w.port ? w.vc_mask : 0);
  }

  // What a packet takes up in the buffer of a router, in bytes.
  std::int32_t place(std::int32_t bytes) const { return bytes > place_ ? bytes : place_; }

  // Null if routers do not tell each other anything.
  CongestionNotifications* congestion() { return congestion_ ? &*congestion_ : nullptr; }
  // Queues of a router may differ from `when` on: it tells its neighbours at the next occasion.
  void changed(std::uint32_t router, Time when);
  // Bytes in the buffers behind an output, or waiting here for it.
  std::int64_t queue(RouterAt, std::uint32_t port,
                     std::uint32_t vc_mask, Time now);
  // The same with the output's own queues.
  std::int64_t queue_with_outputs(RouterAt, std::uint32_t port,
                                  std::uint32_t vc_mask, Time now);

  static std::uint64_t bytes(const RouterLayout& l) { return (l.all_ports << l.vc_bits) * sizeof(Waits); }

 private:
  class Here;
  class HereWithOutputs;

  bool tell(const Event&);

  Waits& waits(std::uint32_t router, std::uint32_t input_vc) {
    return waits_[(numbers_.first(router) << vc_bits_) + input_vc];
  }

  Fabric& f_;
  RouterBlocks& blocks_;
  const OutputQueues* outputs_ = nullptr;
  const PortNumbers& numbers_;
  std::uint32_t vc_bits_;
  std::int32_t place_;  // bytes that the smallest packet takes up
  std::vector<std::int32_t> full_;  // room of an empty buffer, by link class
  LazyArray<Waits> waits_;
  std::optional<CongestionNotifications> congestion_;
  EventKind tell_{};
  std::vector<Time> tell_at_;  // of each router, the pending event
};

}  // namespace kasuri
