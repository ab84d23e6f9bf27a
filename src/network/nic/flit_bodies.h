// SPDX-License-Identifier: MIT
// What NICs send to routers that take packets flit by flit: credit-based flow control of flits (Dally &
// Towles 2004, sections 13.2 and 13.3), where a packet may be longer than the buffer that it goes to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "network/net/fabric.h"
#include "network/net/flit_input.h"
#include "network/nic/nic_table.h"

namespace kasuri {

// How NICs send to routers that take packets flit by flit: in order, as far as there is space. A packet
// begins where its first flit has room; what has none yet is owed (room is negative), and nothing
// else leaves before that is paid and gone. So packets may be longer than buffers.
struct FlitRoom {
  std::int32_t flit = 0;   // bytes; 0: routers take whole packets
  bool needs_all = false;  // a virtual channel takes one packet, when its buffer is empty

  // The virtual channel of a packet; -1 if it has to wait, for any of `all`.
  int vc(const std::int32_t* room, std::uint32_t all, std::uint32_t vcs, std::int32_t buffer,
         std::uint32_t bytes) const {
    if (std::any_of(room, room + all, [](std::int32_t r) { return r < 0; })) return -1;
    const std::int32_t first = std::min(flit, static_cast<std::int32_t>(bytes));
    return roomiest_vc(room, vcs, static_cast<std::uint32_t>(needs_all ? buffer : first));
  }
};

// The flits behind the heads. One leaves a slot after the one before it, or when the credit comes that
// gives it room, if that is later.
class FlitBodies {
 public:
  FlitBodies(const FlitRoom& flits, Fabric& f)
      : f_(f), flit_(flits.flit), bodies_(flit_ > 0 ? f.endpoint_count() : 0) {}

  // The head of `bytes` leaves at `now`, the tail at `end` if none waits. Room has been taken for all.
  void begin(std::uint32_t nic, std::uint32_t vc, std::uint32_t bytes, Time now, Time end) {
    const auto all = static_cast<std::int32_t>(bytes);
    const Time slot{(end - now).ps / ((all + flit_ - 1) / flit_)};
    bodies_[nic] = {all - std::min(flit_, all), vc, slot, now + slot, now};
  }

  struct Sent {
    Time next;       // from when on the link is free
    Time waited{0};  // for credits
  };
  // Those that have room by the credits that are known.
  Sent go_on(NicTable::Nic& n, std::uint32_t nic) {
    Body& b = bodies_[nic];
    std::int32_t& room = NicTable::room(n)[b.vc];
    Sent sent{b.next};
    while (b.left > 0) {
      const std::int32_t bytes = std::min(flit_, b.left);
      if (b.left + std::min(room, 0) < bytes) {
        const Time credit = f_.credits.next(n.credits, 1u << b.vc);
        if (credit == kNever) break;
        f_.credits.settle(n.credits, NicTable::room(n), credit);
        b.paid = credit;
        continue;
      }
      const Time at = later(b.next, b.paid);
      sent.waited += at - b.next;
      f_.routers->take_credit(n.peer, kFlitsOfInput + n.peer_port, static_cast<std::uint16_t>(b.vc), bytes,
                              at + f_.link_classes[f_.terminal_class()].cable);
      b.left -= bytes;
      sent.next = b.next = at + b.slot;
    }
    return sent;
  }
  std::uint64_t memory_bytes() const { return bodies_.capacity() * sizeof(Body); }
  bool waits(std::uint32_t nic) const { return flit_ > 0 && bodies_[nic].left > 0; }

 private:
  struct Body {
    std::int32_t left = 0;  // bytes
    std::uint32_t vc = 0;
    Time slot{0}, next{0};  // from when on the link can take the next flit
    Time paid{0};           // when the last credit came
  };

  Fabric& f_;
  std::int32_t flit_;
  std::vector<Body> bodies_;  // [NIC]
};

}  // namespace kasuri
