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
    std::uint16_t route;  // the packet's
    std::int32_t need;    // bytes of room that the first choice needs
    std::int32_t escape_need;
  };
  // All that outputs ask of the packet at the head of an input VC, so that they need not look at it.
  struct Head {
    Time request;
    std::uint32_t packet;
    std::uint32_t vc_mask;  // of its route
    Waits waits;
  };
  static_assert(sizeof(Head) == 32);
  // Of routers with buffers at their outputs, which count as queues, too; they must outlive this.
  void see(const OutputQueues& queues) { outputs_ = &queues; }

  // Chooses for a packet that may request at `now`: sets its route and virtual channels, and what else it
  // waits for.
  void decide(RouterAt, const RouteInput&, Packet&, Time now, Waits&);
  // The same for the packet at the head of an input VC, whose request time is known; all of that is kept.
  void choose(RouterAt here, std::uint32_t input_vc, const RouteInput& input,
              std::uint32_t packet, Packet& p, Time now) {
    Head& h = head(here.index, input_vc);
    decide(here, input, p, now, h.waits);
    h.request = p.request, h.packet = packet, h.vc_mask = p.vc_mask;
  }
  const Head& head(std::uint32_t router, std::uint32_t input_vc) const {
    return heads_[(numbers_.first(router) << vc_bits_) + input_vc];
  }
  // It goes to a NIC.
  void eject(std::uint32_t router, std::uint32_t input_vc, std::uint32_t packet, const Packet& p) {
    head(router, input_vc) = {p.request, packet, p.vc_mask, ejection(p)};
  }
  static Waits ejection(const Packet& p) {
    return {.vc_mask = 0, .port = kNowhere, .route = p.route, .need = static_cast<std::int32_t>(p.bytes),
            .escape_need = 0};
  }

  // The output besides this one that the packet waits for; kNowhere if there is none.
  std::uint16_t other_port(std::uint32_t router, std::uint32_t input_vc, std::uint32_t than) const {
    const Waits& w = head(router, input_vc).waits;
    return than != w.route ? w.route : w.port == w.route ? kNowhere : w.port;
  }
  void prefetch(std::uint32_t router, std::uint32_t input_vc) const {
    __builtin_prefetch(&head(router, input_vc), 1);
  }
  // Adds to packets that cannot go on what they wait for besides their routes.
  std::vector<BlockedPacket> with_escapes(std::vector<BlockedPacket>) const;
  // A virtual channel of `port` that the packet may take now; -1 if none has room.
  static int free_vc(const Head& h, std::uint32_t port, const std::int32_t* room) {
    const Waits& w = h.waits;
    int vc = -1;
    if (port == w.route) vc = roomiest_vc(room, h.vc_mask, static_cast<std::uint32_t>(w.need));
    if (vc < 0 && port == w.port) {
      vc = roomiest_vc(room, w.vc_mask, static_cast<std::uint32_t>(w.escape_need));
    }
    return vc;
  }
  // Those of `port` that it may take when they have room.
  static std::uint32_t wanted_vcs(const Head& h, std::uint32_t port) {
    return (port == h.waits.route ? h.vc_mask : 0) | (port == h.waits.port ? h.waits.vc_mask : 0);
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

  static std::uint64_t bytes(const RouterLayout& l) { return (l.all_ports << l.vc_bits) * sizeof(Head); }

 private:
  class Here;
  class HereWithOutputs;

  bool tell(const Event&);

  Head& head(std::uint32_t router, std::uint32_t input_vc) {
    return heads_[(numbers_.first(router) << vc_bits_) + input_vc];
  }

  Fabric& f_;
  RouterBlocks& blocks_;
  const OutputQueues* outputs_ = nullptr;
  const PortNumbers& numbers_;
  std::uint32_t vc_bits_;
  std::int32_t place_;  // bytes that the smallest packet takes up
  std::vector<std::int32_t> full_;  // room of an empty buffer, by link class
  LazyArray<Head> heads_;
  std::optional<CongestionNotifications> congestion_;
  EventKind tell_{};
  std::vector<Time> tell_at_;  // of each router, the pending event
};

}  // namespace kasuri
