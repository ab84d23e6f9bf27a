// SPDX-License-Identifier: MIT
// A router is one block of memory, small, so that a machine of a million fits, and so that handling a
// packet touches few cache lines: header, queues of input VCs, room per output VC, ports.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <string>
#include <vector>

#include "base/core/pool.h"
#include "base/core/prefetch.h"
#include "network/net/fabric.h"
#include "network/net/link.h"
#include "network/net/topology.h"
#include "network/router/router.h"

namespace kasuri {

// Times of a router have 32 bits: picoseconds since its era began, counted from 1. Before a router is
// asked for anything it reaches the era of the present, which is when its times are written anew
// (RouterBlocks::reach). What has passed by then is 0; what lies too far ahead is kFar. Then, and where
// it matters when a time was that has passed, RouterBlocks has the whole time beside.
struct ShortTime {
  static constexpr int kEraBits = 30;  // an era is about a millisecond
  static constexpr std::uint32_t kPast = 0, kFar = UINT32_MAX - 1, kNever = UINT32_MAX;
};

// The packets of an input VC, in the order in which they came, as a circular list by its last one; of an
// empty one the earliest request time of the next packet. The request time of the first is its own.
class InputQueue {
 public:
  bool empty() const { return !(word_ >> 31); }
  std::uint32_t ready() const { return word_; }  // of an empty one, as a ShortTime
  std::uint32_t last() const { return word_ & ~(1u << 31); }

  void become_empty(std::uint32_t ready) { word_ = ready; }
  void become(std::uint32_t last) { word_ = last | 1u << 31; }

 private:
  std::uint32_t word_ = 0;
};
static_assert(Pool<Packet>::kMost <= 1u << 31);

// A port in both directions.
struct RouterPort {
  enum Moment : std::uint8_t {
    kFree,       // when the tail of the last granted packet leaves (d_t' in the model)
    kWake,       // the pending wake-up; an event with another time has been superseded
    kCredit,     // when the first credit on its path comes
    kInputFree,  // from when a packet that came by this port may be granted; see RouterBlocks::moment
  };
  static constexpr std::uint32_t kMoments = 4;

  std::array<std::uint32_t, kInputFree> at{};  // ShortTimes
  Credit credit;                             // see CreditQueue
  std::uint32_t more_credits = UINT32_MAX;
  std::uint32_t peer = 0;       // the router or endpoint at the other end, a local number
  std::uint16_t peer_port = 0;
  AwaitedVcs awaited;
  std::uint16_t turn = 0;       // of the arbiter
  std::uint8_t link_class = 0;  // of its output
  bool across = false;          // which leads to another part: `peer` is an index of RouterBlocks
  // The output's, in the whole run, modulo 2^32; RouterBlocks has the rest.
  std::uint32_t packets = 0;
  std::uint32_t bytes = 0;
  SetWord set = 0;  // the last word: RouterBlocks::requests of this output, if one word is enough
};
static_assert(sizeof(RouterPort) == 44);

struct RouterLayout {
  struct Header {
    RouterId id;
    std::uint32_t first_endpoint;  // global, as packets know it
    std::uint32_t era;             // in which its times are
    std::uint16_t degree;  // router-to-router ports; the endpoints' ports follow
    std::uint16_t ports;
    // Where the rest of its block begins.
    std::uint32_t room, first_port;
    std::uint32_t requests;        // a set for each output
    std::uint16_t request_stride;
    std::uint16_t words;           // of a set of input VCs
  };
  static constexpr std::size_t kQueues = sizeof(Header);  // always there
  static_assert(kQueues % alignof(InputQueue) == 0);

  // An input VC's index is its port << vc_bits | its VC.
  std::uint32_t vcs, vc_bits;
  std::uint32_t ports = 0;  // of the largest router
  std::uint32_t words = 1;  // of its sets
  // Whether all routers have blocks as large as the largest router's: unless their own need less than half
  // of that, as in a fat tree with many leaves under few spines. A set of requests for each output makes
  // blocks grow with the square of the ports.
  bool even = true;
  std::uint64_t all_ports = 0, all_bytes = 0;  // of all routers of the machine, in memory

  // Indices of input VCs are less; those of a set that no port uses are counted.
  std::uint32_t input_vcs() const { return words * kSetBits; }

  RouterLayout(const Topology&, std::uint32_t vc_count);
  // Writes where the parts of a block for so many ports are. Returns its size.
  std::size_t lay_out(Header&, std::uint32_t ports) const;
};

// Numbers for the ports of a part's routers: those of a router follow each other.
class PortNumbers {
 public:
  explicit PortNumbers(const Fabric&);

  std::size_t first(std::uint32_t router) const {
    return starts_.empty() ? std::size_t{router} * stride_ : starts_[router];
  }
  std::size_t of(std::uint32_t router, std::uint32_t port) const { return first(router) + port; }
  std::size_t count() const { return count_; }
  // Of a router, with those that no port has.
  std::uint32_t ports_at(std::uint32_t router) const {
    return starts_.empty() ? stride_ : starts_[router + 1] - starts_[router];
  }
  std::uint32_t most() const { return stride_; }  // ports of a router of the machine

 private:
  std::uint32_t stride_;
  std::size_t count_;
  std::vector<std::uint32_t> starts_;  // by local number, and the end; empty: stride_ apart
};

// A router: its block, and its local number.
struct RouterAt {
  std::byte* block;
  std::uint32_t index;

  operator std::byte*() const { return block; }
};

// The routers of one part of the machine, by their local numbers.
class RouterBlocks {
 public:
  using Header = RouterLayout::Header;

  // All queues empty, all room free.
  explicit RouterBlocks(const Fabric&);

  const PortNumbers& port_numbers() const { return numbers_; }
  std::uint32_t vc_bits() const { return layout_.vc_bits; }
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // Routers::blocked and at_rest.
  std::vector<BlockedPacket> blocked_in(const Fabric&) const;
  bool all_at_rest(Fabric&, std::string& why);
  // Bytes per VC of the input buffer that a router's output leads to.
  static std::int32_t buffer_behind(const Fabric& f, RouterId r, std::uint32_t port) {
    return f.link_classes[f.topology.link_class(r, port)].buffer;
  }

  // The other end of a channel that crosses a cut.
  struct Across {
    std::uint16_t part;
    std::uint16_t port;
    std::uint32_t router;  // a local number there
  };
  const Across& across(std::uint32_t i) const { return across_[i]; }

  using Moment = RouterPort::Moment;
  // Where a time of a port is. Those of all inputs lie together, before the room: an output asks for many.
  std::uint32_t& moment(std::byte* b, std::uint32_t port, RouterPort& p, Moment m) const {
    return m == RouterPort::kInputFree ? inputs_free(b)[port] : p.at[m];
  }
  std::uint32_t* inputs_free(std::byte* b) const {
    return at<std::uint32_t>(b, header(b).room - header(b).ports * sizeof(std::uint32_t));
  }
  // Of a word of a set of input VCs those whose inputs are free at `now`; `next` is then no later than the
  // first time at which another one is. ShortTimes.
  [[gnu::always_inline]] SetWord with_free_inputs(std::byte* b, SetWord bits, std::uint32_t word,
                                                  std::uint32_t now, std::uint32_t& next) const {
    const std::uint32_t vc_bits = layout_.vc_bits, first = word << (kSetLog - vc_bits);
    const SetWord vcs = (SetWord{2} << ((1u << vc_bits) - 1)) - 1;  // of the first port
    const std::uint32_t* const free = inputs_free(b) + first;
    for (SetWord left = bits; left;) {
      const std::uint32_t port = static_cast<std::uint32_t>(std::countr_zero(left)) >> vc_bits;
      const SetWord of_port = vcs << (port << vc_bits);
      left &= ~of_port;
      const bool busy = free[port] > now;  // no branch depends on it: nobody could foretell that
      bits &= busy ? ~of_port : ~SetWord{0};
      next = std::min(next, busy ? free[port] : ShortTime::kNever);
    }
    return bits;
  }
  // The start of a router's era.
  static Time start(const Header& h) { return {std::int64_t{h.era} << ShortTime::kEraBits}; }
  // To be called before a router's times are used, with a time that it has reached.
  void reach(RouterAt here, Time t) {
    if (t.ps >> ShortTime::kEraBits > header(here).era) [[unlikely]] begin_era(here, t);
  }
  // A time of a port of a router whose era began at `start`.
  Time time(Time start, RouterAt here, std::uint32_t port, const RouterPort& p, Moment m) const {
    const std::uint32_t at = moment(here, port, const_cast<RouterPort&>(p), m);
    if (at - 1 < ShortTime::kFar - 1) [[likely]] return start + Time{std::int64_t{at} - 1};
    return at == ShortTime::kNever ? kNever : whole_time(here.index, port, m);
  }
  // The same of one that is not kNever; of times before the era, any such.
  Time due(Time start, RouterAt here, std::uint32_t port, const RouterPort& p, Moment m) const {
    const std::uint32_t at = moment(here, port, const_cast<RouterPort&>(p), m);
    if (at != ShortTime::kFar) [[likely]] return start + Time{std::int64_t{at} - 1};
    return whole_time(here.index, port, m);
  }
  [[gnu::always_inline]] void set_time(Time start, RouterAt here, std::uint32_t port, RouterPort& p,
                                       Moment m, Time t) {
    const std::uint32_t at = shorten(start, t);
    moment(here, port, p, m) = at;
    if (at == ShortTime::kFar) [[unlikely]] set_whole_time(here.index, port, m, t);
  }
  static std::uint32_t shorten(Time start, Time t) {
    const std::int64_t since = (t - start).ps;
    if (static_cast<std::uint64_t>(since) < ShortTime::kFar - 1) [[likely]] {
      return static_cast<std::uint32_t>(since) + 1;
    }
    return since < 0 ? ShortTime::kPast : t == kNever ? ShortTime::kNever : ShortTime::kFar;
  }
  static Time ready(Time start, const InputQueue& q) {
    return start + Time{std::int64_t{q.ready()} - 1};
  }

  // The credits of an output, as Credits sees them.
  struct PortCredits {
    RouterBlocks& blocks;
    Time start;
    RouterAt here;
    std::uint32_t port;
    RouterPort& p;
    Credit& credit;
    std::uint32_t& more;

    // Times too far ahead are later than any time that the router has reached.
    bool has_come(Time now) const {
      return start + Time{std::int64_t{p.at[RouterPort::kCredit]} - 1} <= now;
    }
    bool none() const { return p.at[RouterPort::kCredit] == ShortTime::kNever; }
    Time when() const { return blocks.time(start, here, port, p, RouterPort::kCredit); }
    [[gnu::always_inline]] void first(Time t, Credit c) {
      blocks.set_time(start, here, port, p, RouterPort::kCredit, t);
      credit = c;
    }
    void become_empty() {
      p.at[RouterPort::kCredit] = ShortTime::kNever;
      credit = {};
    }
  };
  PortCredits credits(RouterAt here, std::uint32_t port) {
    return credits(start(header(here)), here, port);
  }
  PortCredits credits(Time era, RouterAt here, std::uint32_t port) {
    RouterPort& p = ports(here)[port];
    return {*this, era, here, port, p, p.credit, p.more_credits};
  }
  // Whom credits for what came by an input go to. Mostly channels come in pairs, and that is whom the
  // output of the same port leads to.
  SenderPort upstream(RouterAt here, const RouterPort& p, std::uint32_t port) const {
    if (upstream_.size()) [[unlikely]] return upstream_[numbers_.of(here.index, port)];
    return {p.peer, p.peer_port, p.link_class, p.across};
  }

  // Counts what an output has sent.
  void count(RouterAt here, std::uint32_t port, RouterPort& p, std::uint32_t bytes) {
    p.packets += 1;
    p.bytes += bytes;
    if (p.packets == 0) [[unlikely]] carried(here.index, port).packets += 1;
    if (p.bytes < bytes) [[unlikely]] carried(here.index, port).bytes += 1;
  }
  OutputUse use(std::uint32_t r, std::uint32_t port) const {
    const RouterAt here{const_cast<std::byte*>(block(r)), r};
    const RouterPort& p = ports(here)[port];
    const Carried& high = carried_[numbers_.of(r, port)];
    return {std::uint64_t{high.packets} << 32 | p.packets,
            {std::int64_t{high.bytes} << 32 | std::int64_t{p.bytes}},
            time(start(header(here)), here, port, p, RouterPort::kFree)};
  }

  std::size_t bytes() const { return blocks_.size(); }
  static std::uint64_t bytes_of(const Fabric&);
  RouterAt router_at(std::uint32_t r) { return {block(r), r}; }
  std::byte* block(std::uint32_t r) { return &blocks_[start_of(r)]; }
  const std::byte* block(std::uint32_t r) const { return &blocks_[start_of(r)]; }

  static Header& header(std::byte* b) { return *at<Header>(b, 0); }
  static const Header& header(const std::byte* b) { return *at<Header>(b, 0); }
  RouterPort* ports(std::byte* b) const { return at<RouterPort>(b, header(b).first_port); }
  const RouterPort* ports(const std::byte* b) const { return at<RouterPort>(b, header(b).first_port); }
  // Fetches a port: ports lie across cache lines.
  void prefetch(std::byte* b, std::uint32_t port) const {
    const auto* p = reinterpret_cast<const std::byte*>(&ports(b)[port]);
    fetch_ahead(p);
    fetch_ahead(p + sizeof(RouterPort) - 1);
  }
  InputQueue* queues(std::byte* b) const { return at<InputQueue>(b, RouterLayout::kQueues); }
  const InputQueue* queues(const std::byte* b) const { return at<InputQueue>(b, RouterLayout::kQueues); }
  // The set of input VCs that want output `out`, words(b) long.
  SetWord* requests(std::byte* b, std::uint32_t out) const {
    return at<SetWord>(b, header(b).requests + std::size_t{out} * header(b).request_stride);
  }
  static std::uint32_t words(const std::byte* b) { return header(b).words; }
  bool no_requests(std::byte* b, std::uint32_t out) const {
    const SetWord* set = requests(b, out);
    if (set[0]) return false;
    for (std::uint32_t w = 1; w < words(b); ++w) {
      if (set[w]) return false;
    }
    return true;
  }
  // How many packets want output `out`.
  std::uint32_t waiting(std::byte* b, std::uint32_t out) const {
    const SetWord* set = requests(b, out);
    int n = 0;
    for (std::uint32_t w = 0; w < words(b); ++w) n += std::popcount(set[w]);
    return static_cast<std::uint32_t>(n);
  }
  void add_request(std::byte* b, std::uint32_t out, std::uint32_t input_vc) const {
    requests(b, out)[input_vc / kSetBits] |= SetWord{1} << (input_vc % kSetBits);
  }
  void drop_request(std::byte* b, std::uint32_t out, std::uint32_t input_vc) const {
    requests(b, out)[input_vc / kSetBits] &= ~(SetWord{1} << (input_vc % kSetBits));
  }
  // Free bytes of each VC behind output `out`.
  std::int32_t* room(std::byte* b, std::uint32_t out) const {
    return at<std::int32_t>(b, header(b).room) + out * vc_count_;
  }

  // The packet goes to its NIC here.
  static void eject(const Header& h, Packet& p) {
    p.route = static_cast<std::uint16_t>(h.degree + (p.destination.v - h.first_endpoint));
    p.vc_mask = 1;
  }
  std::uint32_t port_of(std::uint32_t input_vc) const { return input_vc >> layout_.vc_bits; }
  std::uint16_t vc_of(std::uint32_t input_vc) const {
    return static_cast<std::uint16_t>(input_vc & ((1u << layout_.vc_bits) - 1));
  }

 protected:
  RouterLayout layout_;
  PortNumbers numbers_;

 private:
  std::size_t start_of(std::uint32_t r) const {
    return starts_.empty() ? std::size_t{r} * stride_ : starts_[r];
  }
  template <class T>
  static T* at(std::byte* b, std::size_t offset) {
    return reinterpret_cast<T*>(b + offset);
  }
  template <class T>
  static const T* at(const std::byte* b, std::size_t offset) {
    return reinterpret_cast<const T*>(b + offset);
  }

  // High words of what outputs have sent.
  struct Carried {
    std::uint32_t packets, bytes;
  };
  Carried& carried(std::uint32_t r, std::uint32_t port) {
    return carried_[numbers_.of(r, port)];
  }

  void begin_era(RouterAt, Time);
  [[gnu::cold, gnu::noinline]] Time whole_time(std::uint32_t r, std::uint32_t port, Moment) const;
  [[gnu::cold, gnu::noinline]] void set_whole_time(std::uint32_t r, std::uint32_t port, Moment, Time);

  // Whether all channels of this part have one back, of their class.
  bool connect(const Fabric&, std::uint32_t r);
  void find_senders(const Fabric&);

  std::uint32_t vc_count_;
  std::size_t stride_ = 0;             // from one block to the next
  std::vector<std::uint64_t> starts_;  // of the blocks, if they are not all of one size
  std::vector<Across> across_;
  LazyArray<SenderPort> upstream_;  // by port number; empty where channels come in pairs
  LazyArray<Carried> carried_;      // by port number
  LazyArray<Time> whole_;           // by port number and moment
  LazyArray<std::byte> blocks_;
};

}  // namespace kasuri
