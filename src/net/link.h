// SPDX-License-Identifier: MIT
// The sending side of a channel, the same for routers and NICs: when it is free, how much room the
// buffers at its other end have, and who must be woken when that changes.
//
// A credit is a record with the time at which it reaches the sender. It is posted when the packet
// it pays for is granted downstream, always before that time, and read when the sender next looks.
// An event is spent on it only if the sender waits.
#pragma once

#include <bit>
#include <cstdint>

#include "config/fields.h"
#include "core/ids.h"
#include "core/pool.h"
#include "core/units.h"

namespace kasuri {

// [link]: all links, those to the NICs included unless [nic] says otherwise.
struct LinkParams {
  BytesPerSecond rate{5'000'000'000};
  Time cable_latency{600};
  Time credit_time{0};

  static config::Fields<LinkParams> fields();
};

// Physical properties shared by all channels of a class.
struct LinkClass {
  BytesPerSecond rate;     // per direction
  Serialisation flow;      // the lower of rate and the sender's internal rate
  Time cable;              // latency of the wire
  Time credit;             // latency of a credit, on top of the wire
};

// The sender of a channel, as its receiver knows it: a router's output port or a NIC.
struct SenderPort {
  std::uint32_t component = UINT32_MAX;
  std::uint16_t port = 0;
  std::uint16_t link_class = 0;
};

// One cache line.
struct alignas(64) OutputPort {
  Time free;  // when the tail of the last granted packet leaves (d_t' in the model)
  Time wake;  // the pending wake-up; an event with another time has been superseded
  std::uint32_t first_credit;  // credits on their way, in order of arrival
  std::uint32_t last_credit;
  std::uint32_t awaited;       // VCs whose next credit must wake the sender
  std::uint32_t peer;          // the router or endpoint at the other end
  std::uint16_t peer_port;
  std::uint16_t link_class;
  std::uint32_t turn;          // of the arbiter
  // Statistics of the whole run.
  std::uint64_t packets;
  Bytes bytes;
  Time busy;  // Σ bytes / rate of the flow
};
static_assert(sizeof(OutputPort) == 64);

inline constexpr std::uint32_t kNoCredit = UINT32_MAX;

// All credits on their way to the senders of one partition.
class Credits {
 public:
  // Takes the credits that have arrived by `now` into the counters of the port's VCs.
  void settle(OutputPort& out, std::int32_t* room, Time now) {
    while (out.first_credit != kNoCredit && pool_[out.first_credit].at <= now) {
      const std::uint32_t i = out.first_credit;
      room[pool_[i].vc] += pool_[i].bytes;
      out.first_credit = pool_[i].next;
      pool_.give_back(i);
    }
  }

  // A credit that arrives at `at`, posted at `now`. Those of one port come in the order of their
  // times. What has arrived is settled on the way, so that the pool stays small and cached.
  void post(OutputPort& out, std::int32_t* room, std::uint16_t vc, std::int32_t bytes, Time at,
            Time now) {
    settle(out, room, now);
    const std::uint32_t i = pool_.take();
    pool_[i] = {kNoCredit, bytes, at, vc};
    if (out.first_credit == kNoCredit) {
      out.first_credit = i;
    } else {
      pool_[out.last_credit].next = i;
    }
    out.last_credit = i;
  }

  // When the next credit for one of these VCs arrives, kNever if none is on its way.
  Time next(const OutputPort& out, std::uint32_t vcs) const {
    for (std::uint32_t i = out.first_credit; i != kNoCredit; i = pool_[i].next) {
      if (vcs >> pool_[i].vc & 1) return pool_[i].at;
    }
    return kNever;
  }

  std::uint32_t on_their_way() const { return pool_.in_use(); }

 private:
  struct Record {
    std::uint32_t next;
    std::int32_t bytes;
    Time at;
    std::uint16_t vc;
  };
  Pool<Record> pool_;
};

// Of the VCs in `mask`, the one with most room, if that is enough for `bytes`; else -1.
inline int roomiest_vc(const std::int32_t* room, std::uint32_t mask, std::uint32_t bytes) {
  int best = -1;
  std::int32_t most = static_cast<std::int32_t>(bytes) - 1;
  for (; mask; mask &= mask - 1) {
    const int vc = std::countr_zero(mask);
    if (room[vc] > most) {
      most = room[vc];
      best = vc;
    }
  }
  return best;
}

}  // namespace kasuri
