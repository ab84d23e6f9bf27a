// SPDX-License-Identifier: MIT
// Buffers at the outputs of routers: a first-in-first-out queue for each virtual channel, with space of
// its own (per-VC) and, if there is any, a share of a pool that the virtual channels of the output have
// in common. A packet fills its own space first and takes from the pool only what is left, and a queue
// that shrinks gives back the pool's part first. So no virtual channel can take the others' own space,
// on which freedom from deadlock rests.
//
// The queue of a link's virtual channel v holds packets for v. Links to NICs have one channel; there the
// queues are by the channel by which packets came, so that classes of traffic stay apart.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/core/pool.h"
#include "base/core/prefetch.h"
#include "network/net/fabric.h"
#include "network/router/arbiter.h"
#include "network/router/layout.h"

namespace kasuri {

class OutputQueues {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // All queues of one output.
  struct Output {
    Time switched{0};        // from when the switch may pass the next packet to here (cioq)
    SetWord occupied = 0;    // virtual channels with packets
    std::int32_t pooled = 0;   // bytes of the pool in use
    std::int32_t leaving = 0;  // of the packet that the link took last, held until its tail has left
    std::uint32_t first_waiting = kNone, last_waiting = kNone;  // at the inputs (output-queued)
    std::uint32_t waiting = 0;     // how many these are
    std::uint32_t waited_for = 0;  // at least the virtual channels that they may take
    std::uint16_t turn = kSetBits - 1;  // of the link's arbiter: the first channel comes first
    std::uint8_t leaving_vc = 0;
    std::uint8_t link_class = 0;
  };
  static_assert(sizeof(Output) == 40);

  // `own`: bytes of each virtual channel, `pool`: of each output. [link.CLASS] may say otherwise of
  // `own`.
  OutputQueues(const Fabric& f, const PortNumbers& ports, Bytes own, Bytes pool)
      : ports_(ports),
        vcs_(f.vcs),
        pool_(static_cast<std::int32_t>(pool.n)),
        outputs_(ports.count()),
        queues_(outputs_.size() * vcs_) {
    for (const LinkClass& l : f.link_classes) {
      own_.push_back(l.output_buffer ? l.output_buffer : static_cast<std::int32_t>(own.n));
    }
    for (std::uint32_t r = 0; r < f.router_count(); ++r) {
      const RouterId id = f.router(r);
      for (std::uint32_t port = 0; port < ports.ports_at(r); ++port) {
        Output& o = at(r, port) = {};
        const bool link = port < f.topology.degree(id);
        o.link_class =
            link ? static_cast<std::uint8_t>(f.topology.link_class(id, port)) : f.terminal_class();
      }
    }
    for (Queue& q : queues_) q.last = kNone;
  }
  static std::size_t bytes_per_output(std::uint32_t vcs) { return sizeof(Output) + vcs * sizeof(Queue); }

  Output& at(std::uint32_t r, std::uint32_t port) { return outputs_[index(r, port)]; }
  const Output& at(std::uint32_t r, std::uint32_t port) const { return outputs_[index(r, port)]; }
  void prefetch(std::uint32_t r, std::uint32_t port) const { fetch_ahead(&at(r, port)); }

  // The virtual channel of `mask` with `need` bytes of space, and of these the one with fewest bytes
  // here and behind the link, of which `room` are free; -1 if there is none.
  int vc_for(std::uint32_t r, std::uint32_t port, std::uint32_t mask, std::int32_t need,
             const std::int32_t* room) const {
    const Output& o = at(r, port);
    const Queue* const q = &queues_[index(r, port) * vcs_];
    const std::int32_t own = own_[o.link_class], pool = pool_ - o.pooled;
    int best = -1;
    std::int32_t most = 0;
    for (; mask; mask &= mask - 1) {
      const int vc = std::countr_zero(mask);
      if (std::max(own - q[vc].used, 0) + pool < need) continue;
      const std::int32_t left = room[vc] - q[vc].used + (vc == o.leaving_vc ? o.leaving : 0);
      if (best >= 0 && left <= most) continue;
      best = vc;
      most = left;
    }
    return best;
  }

  void enter(std::uint32_t r, std::uint32_t port, std::uint32_t vc, std::uint32_t packet,
             std::int32_t bytes, Pool<Packet>& packets) {
    Output& o = at(r, port);
    Queue& q = queue(r, port, vc);
    change(o, q, bytes);
    o.occupied |= SetWord{1} << vc;
    if (q.last == kNone) {
      packets[packet].next = packet;
    } else {
      packets[packet].next = packets[q.last].next;
      packets[q.last].next = packet;
    }
    q.last = packet;
  }
  std::uint32_t head(std::uint32_t r, std::uint32_t port, std::uint32_t vc,
                     const Pool<Packet>& packets) const {
    return packets[queues_[index(r, port) * vcs_ + vc].last].next;
  }
  // The link takes the first packet, whose space is held until release().
  void leave(std::uint32_t r, std::uint32_t port, std::uint32_t vc, std::int32_t bytes,
             Pool<Packet>& packets) {
    Output& o = at(r, port);
    Queue& q = queue(r, port, vc);
    const std::uint32_t packet = packets[q.last].next;
    if (packet == q.last) {
      q.last = kNone;
      o.occupied &= ~(SetWord{1} << vc);
    } else {
      packets[q.last].next = packets[packet].next;
    }
    o.leaving = bytes;
    o.leaving_vc = static_cast<std::uint8_t>(vc);
  }
  void release(std::uint32_t r, std::uint32_t port) {
    Output& o = at(r, port);
    change(o, queue(r, port, o.leaving_vc), -o.leaving);
    o.leaving = 0;
  }

  // Bytes here for these virtual channels that the link has not taken yet.
  std::int64_t bytes(std::uint32_t r, std::uint32_t port, std::uint32_t mask) const {
    const Output& o = at(r, port);
    std::int64_t sum = mask >> o.leaving_vc & 1 ? -o.leaving : 0;
    for (; mask; mask &= mask - 1) {
      sum += queues_[index(r, port) * vcs_ + static_cast<unsigned>(std::countr_zero(mask))].used;
    }
    return sum;
  }

 private:
  struct Queue {
    std::uint32_t last;  // of a circular list by Packet::next
    std::int32_t used;   // bytes
  };

  std::size_t index(std::uint32_t r, std::uint32_t port) const { return ports_.of(r, port); }
  Queue& queue(std::uint32_t r, std::uint32_t port, std::uint32_t vc) {
    return queues_[index(r, port) * vcs_ + vc];
  }
  void change(Output& o, Queue& q, std::int32_t bytes) {
    const std::int32_t own = own_[o.link_class];
    o.pooled -= std::max(q.used - own, 0);
    q.used += bytes;
    o.pooled += std::max(q.used - own, 0);
  }

  const PortNumbers& ports_;
  std::uint32_t vcs_;
  std::int32_t pool_;
  std::vector<std::int32_t> own_;  // by link class
  LazyArray<Output> outputs_;      // by port number
  LazyArray<Queue> queues_;        // by port number and virtual channel
};

}  // namespace kasuri
