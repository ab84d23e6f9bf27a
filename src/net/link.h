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
#include <map>
#include <optional>
#include <string>

#include "config/fields.h"
#include "core/ids.h"
#include "core/pool.h"
#include "core/units.h"

namespace kasuri {

// [link.CLASS]: the links of one class of the topology, where they differ from the others.
struct LinkClassParams {
  std::optional<BytesPerSecond> rate;
  std::optional<Time> cable_latency;
  std::optional<Time> credit_time;
  std::optional<Bytes> buffer;

  static config::Fields<LinkClassParams> fields();
};

// [link]: all links, those to the NICs included unless [nic] says otherwise.
struct LinkParams {
  BytesPerSecond rate{5'000'000'000};
  Time cable_latency{600};
  Time credit_time{0};
  std::map<std::string, LinkClassParams> classes{};

  static config::Fields<LinkParams> fields();
};

// Physical properties shared by all channels of a class.
struct LinkClass {
  BytesPerSecond rate;     // per direction
  Serialisation flow;      // the lower of rate and the sender's internal rate
  Time cable;              // latency of the wire
  Time credit;             // latency of a credit, on top of the wire
  std::int32_t buffer = 0;  // bytes per VC of the router's input behind it; 0: Fabric::vc_buffer
};

// The sender of a channel, as its receiver knows it: a router's output port or a NIC, by its local
// number. Of a channel that crosses a cut, `component` is an index of the receiver's own.
struct SenderPort {
  std::uint32_t component = UINT32_MAX;
  std::uint16_t port = 0;
  std::uint8_t link_class = 0;
  bool across = false;
};

// One cache line.
struct alignas(64) OutputPort {
  Time free{0};         // when the tail of the last granted packet leaves (d_t' in the model)
  Time wake = kNever;   // the pending wake-up; an event with another time has been superseded
  // The first credit on its way, and the rest in a circular list, by its last record. Mostly there
  // is one at the most.
  Time credit_at = kNever;
  std::int32_t credit_bytes = 0;
  std::uint32_t more_credits = UINT32_MAX;
  std::uint32_t awaited = 0;  // VCs whose next credit must wake the sender
  std::uint32_t peer = 0;     // the router or endpoint at the other end, a local number of its part
  std::uint16_t peer_port = 0;
  std::uint16_t peer_part = 0;
  std::uint16_t turn = 0;     // of the arbiter
  std::uint8_t credit_vc = 0;
  std::uint8_t link_class = 0;
  // Statistics of the whole run. The link was busy for bytes / flow.
  std::uint64_t packets = 0;
  Bytes bytes{0};
};
static_assert(sizeof(OutputPort) == 64);

// All credits on their way to the senders of one partition.
class Credits {
 public:
  // Takes the credits that have arrived by `now` into the counters of the port's VCs.
  void settle(OutputPort& out, std::int32_t* room, Time now) {
    while (out.credit_at <= now) {
      room[out.credit_vc] += out.credit_bytes;
      if (out.more_credits == kNone) {
        out.credit_at = kNever;
        out.credit_bytes = 0;  // settling until kNever must find nothing, again and again
        return;
      }
      next_into_place(out);
    }
  }

  // A credit that arrives at `at`. Those of one port come in the order of their times. What has arrived
  // by `past`, a time that the sender has reached, is settled on the way, so that few records are in
  // use.
  void post(OutputPort& out, std::int32_t* room, std::uint16_t vc, std::int32_t bytes, Time at,
            Time past) {
    settle(out, room, past);
    if (out.credit_at == kNever) {
      out.credit_at = at;
      out.credit_bytes = bytes;
      out.credit_vc = static_cast<std::uint8_t>(vc);
    } else {
      append(out, vc, bytes, at);
    }
  }

  // Fetches what settle() will read next; the port is in the cache.
  void prefetch(const OutputPort& out) const {
    if (out.more_credits != kNone) __builtin_prefetch(&pool_[out.more_credits], 1);
  }

  // When the next credit for one of these VCs arrives, kNever if none is on its way.
  Time next(const OutputPort& out, std::uint32_t vcs) const {
    if (out.credit_at == kNever || vcs >> out.credit_vc & 1) return out.credit_at;
    return next_in_list(out, vcs);
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Record {
    std::uint32_t next;
    std::int32_t bytes;
    Time at;
    std::uint16_t vc;
  };

  void next_into_place(OutputPort&);
  void append(OutputPort&, std::uint16_t vc, std::int32_t bytes, Time at);
  Time next_in_list(const OutputPort&, std::uint32_t vcs) const;

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
