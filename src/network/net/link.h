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
#include <utility>

#include "base/config/fields.h"
#include "base/core/ids.h"
#include "base/core/pool.h"
#include "base/core/units.h"

namespace kasuri {

// [link.CLASS]: the links of one class of the topology, where they differ from the others.
struct LinkClassParams {
  std::optional<BytesPerSecond> rate;
  std::optional<Time> cable_latency;
  std::optional<Time> credit_time;
  std::optional<Bytes> buffer;
  std::optional<Bytes> output_buffer;

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
  std::int32_t buffer = 0;  // bytes per VC of the router's input behind it
  std::int32_t output_buffer = 0;  // of each VC at the output that sends on it; 0: router.output_buffer
};

// What links of one kind can carry with the buffers behind them (network/model/credit_loop.h).
struct CreditLimit {
  std::string links;  // "x links", "links from NICs to routers"
  std::uint32_t link_class;
  bool from_nics;
  BytesPerSecond rate;
  Bytes buffer, needed;  // of a virtual channel; of a NIC
  double share = 1;      // of the rate, in one virtual channel
  std::string key;       // that sets the buffer
  double needed_share = 1;  // of the rate with `needed`: less than 1 if that is the largest buffer

  // "x links carry at most 23 % of 25 GB/s in one virtual channel: …"
  std::string describe() const;
};

// What a link has carried.
struct LinkLoad {
  std::uint64_t packets = 0;
  Bytes bytes{0};
  Time slower{0};  // than bytes over rate, see network/net/slow_links.h
};

inline constexpr std::uint32_t kMaxVcs = 32;

// VCs whose next credit must wake the sender. Those that differ by 16 wake it too, which then finds
// nothing to do.
class AwaitedVcs {
 public:
  AwaitedVcs& operator=(std::uint32_t vcs) {
    bits_ = static_cast<std::uint16_t>(vcs | vcs >> 16);
    return *this;
  }
  bool has(std::uint32_t vc) const { return bits_ >> (vc & 15) & 1; }

 private:
  std::uint16_t bits_ = 0;
};

// A credit as it is kept.
class Credit {
 public:
  Credit() = default;
  Credit(std::uint32_t vc, std::int32_t bytes)
      : word_(static_cast<std::uint32_t>(bytes) | vc << kBytesBits) {}
  std::uint32_t vc() const { return word_ >> kBytesBits; }
  std::int32_t bytes() const { return static_cast<std::int32_t>(word_ & ((1u << kBytesBits) - 1)); }

 private:
  static constexpr int kBytesBits = 27;  // packets have 8 MiB at the most
  std::uint32_t word_ = 0;
};
static_assert(sizeof(Credit) == 4);

// The credits on their way to one sender: the first, and the rest in a circular list, by its last
// record. Mostly there is one at the most.
struct CreditQueue {
  Time at = kNever;
  Credit credit;
  std::uint32_t more = UINT32_MAX;

  // What Credits asks of a queue, whose times may be kept otherwise (network/router/layout.h). With none on
  // its way the first one comes at kNever.
  bool has_come(Time now) const { return at <= now; }
  bool none() const { return at == kNever; }
  Time when() const { return at; }
  void first(Time t, Credit c) { at = t, credit = c; }
  void become_empty() { at = kNever, credit = {}; }
};
static_assert(sizeof(CreditQueue) == 16);

// The sender of a channel, as its receiver knows it: a router's output port or a NIC, by its local
// number. Of a channel that crosses a cut, `component` is an index of the receiver's own.
struct SenderPort {
  std::uint32_t component = UINT32_MAX;
  std::uint16_t port = 0;
  std::uint8_t link_class = 0;
  bool across = false;
};

// All credits on their way to the senders of one partition.
class Credits {
 public:
  // Takes the credits that have arrived by `now` into the counters of the port's VCs.
  template <class Queue>
  [[gnu::always_inline]] void settle(Queue&& q, std::int32_t* room, Time now) {
    if (!q.has_come(now)) return;
    if (q.more != kNone) [[unlikely]] return settle_list<Queue>(q, room, now);
    room[q.credit.vc()] += q.credit.bytes();
    q.become_empty();  // settling until kNever must find nothing, again and again
  }

  // A credit that arrives at `at`. Those of one port come in the order of their times. What has arrived
  // by `past`, a time that the sender has reached, is settled on the way, so that few records are in
  // use.
  template <class Queue>
  [[gnu::always_inline]] void post(Queue&& q, std::int32_t* room, Credit c, Time at, Time past) {
    settle(std::forward<Queue>(q), room, past);
    if (q.none()) {
      q.first(at, c);
    } else {
      append(q.more, c, at);
    }
  }

  // Fetches what settle() will read next; the port is in the cache.
  void prefetch(std::uint32_t more) const {
    if (more != kNone) __builtin_prefetch(&pool_[more], 1);
  }

  // When the next credit for one of these VCs arrives, kNever if none is on its way.
  template <class Queue>
  Time next(const Queue& q, std::uint32_t vcs) const {
    const Time first = q.when();
    return first == kNever || vcs >> q.credit.vc() & 1 ? first : next_in_list(q.more, vcs);
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Record {
    Time at;
    Credit credit;
    std::uint32_t next;
  };

  struct Coming {
    Time at;
    Credit credit;
  };
  // settle() where there is more than one. Views of queues come by value: of one whose address is taken
  // all members would be written to memory in the common case too.
  template <class Queue>
  [[gnu::noinline]] void settle_list(Queue q, std::int32_t* room, Time now) {
    do {
      room[q.credit.vc()] += q.credit.bytes();
      if (q.more == kNone) return q.become_empty();
      const Coming next = take_next(q.more);
      q.first(next.at, next.credit);
    } while (q.has_come(now));
  }
  // Takes the first of a list out of it.
  Coming take_next(std::uint32_t& more);
  void append(std::uint32_t& more, Credit, Time at);
  Time next_in_list(std::uint32_t more, std::uint32_t vcs) const;

  Pool<Record> pool_;
};

// Of the VCs in `mask`, the one with most room, if that is enough for `bytes`; else -1.
inline int roomiest_vc(const std::int32_t* room, std::uint32_t mask, std::uint32_t bytes) {
  const auto wanted = static_cast<std::int32_t>(bytes);
  if (std::popcount(mask) - 1u < 2) [[likely]] {  // one or two: no branch depends on which
    const int low = std::countr_zero(mask), high = std::bit_width(mask) - 1;
    const int vc = room[high] > room[low] ? high : low;
    return room[vc] >= wanted ? vc : -1;
  }
  int best = -1;
  std::int32_t most = wanted - 1;
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
