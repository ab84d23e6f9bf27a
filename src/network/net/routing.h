// SPDX-License-Identifier: MIT
// Where a packet goes next: a function of the router, the input it came by and its destination.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/core/hash.h"
#include "base/core/units.h"
#include "network/net/failures.h"
#include "network/net/link.h"
#include "network/net/packet.h"
#include "network/net/topology.h"

namespace kasuri {

// The input a packet is at. Injected packets come by `kInjected`.
struct RouteInput {
  static constexpr std::uint16_t kInjected = UINT16_MAX;
  RouterId at;
  std::uint16_t port = kInjected;
  std::uint16_t vc = 0;
  std::uint32_t path = 0;  // which of Routing::paths() the packet takes; the same all along its path
};

// How packets are spread over the paths of a routing.
enum class Spread : std::uint8_t {
  none,            // there is one path
  by_destination,  // path = destination endpoint modulo paths()
  by_packet,       // path = a random number of the run's seed, the sending NIC and its packet count
  by_flow,         // path = a hash of the run's seed, source and destination
  by_routing,      // path = Routing::path_of()
};

// One output port and the set of virtual channels of its link that the packet may take.
struct Route {
  std::uint16_t port;
  std::uint32_t vc_mask;
};

// A route that a router may choose for a packet, and what else its buffer must have space for.
struct Candidate {
  Route route{0, 0};       // without virtual channels: none
  std::uint16_t spare = 0;  // packets of the largest size that must fit behind this one
  // The packet stays in a ring whose buffers always have space for one packet more (bubble flow
  // control), so that it goes on some time whatever stands before it.
  bool in_ring = false;
};

// What an adaptive routing decides at one input: where the packet waits, and where it may go instead
// as soon as it has waited.
struct Choice {
  Candidate first;
  Candidate escape;
};

// All that an adaptive routing may decide at one input.
struct Candidates {
  std::vector<Candidate> firsts;
  Candidate escape;
};

// What a router knows of queues when a routing chooses: its own state of this instant, and what
// other routers have reported.
class Queues {
 public:
  virtual ~Queues() = default;
  // Bytes that an output of this router has sent into these virtual channels and that have not left
  // the buffers there, as far as credits tell, with those of the packets here that wait for it.
  virtual std::int64_t at(std::uint32_t port, std::uint32_t vc_mask) = 0;
  // The same of another router's output, all its virtual channels, as its last congestion notification
  // reported it (Routing::notifications).
  virtual std::int64_t reported(RouterId, std::uint32_t port) = 0;
};

// What routers report to each other of their queues.
struct Notifications {
  static constexpr std::uint32_t kEveryClass = UINT32_MAX;
  std::uint32_t about;  // the class of the outputs whose queues are reported
  std::uint32_t over;   // the class of the channels over which, to all neighbours
  Time period;          // at multiples of this time, where something has changed
};

struct RoutingContext {
  const Topology& topology;
  std::uint32_t vcs;  // virtual channels per link
  // What fails, if anything does: to be avoided in each epoch by who avoids_failures().
  const Failures* failures = nullptr;
  // What fabrics of servers and planes of rails are routed by if they have no routing of their own; empty:
  // the usual one of their topology.
  std::string_view fabric = {};
};

// What is known of a routing without walking every path: whether packets can block one another in
// a cycle, and why.
struct DeadlockArgument {
  bool deadlock_free;
  std::string why;
};

// A routing function over one topology. The destination is never at `input.at`: ejection is the
// router's own business. Immutable and free of hidden state, so that the deadlock check sees
// everything that a run will do.
//
// Where packets of one pair of routers may take different paths, the paths are numbered, and each by
// itself is a function like any other: randomness is in the number that a packet is given, not in
// route(). What stage of its path a packet is in, a routing tells from the virtual channel. Adaptive
// routings leave routers a choice among candidates.
class Routing {
 public:
  static constexpr std::string_view kKind = "routing";
  static constexpr std::string_view kKindMeaning = "selects the paths of packets";
  using Base = Routing;
  using Context = RoutingContext;

  virtual ~Routing() = default;

  // `source` and `target` are the routers of the packet's endpoints.
  virtual Route route(const RouteInput& input, RouterId source, RouterId target) const = 0;

  // Adaptive routings: the router asks choose() for each packet that becomes the first of its queue,
  // and route() returns what it would be if all queues were empty. choose() is a function of its
  // arguments and of what it asks the queues for; candidates() are all of its values.
  virtual bool adaptive() const { return false; }
  virtual Choice choose(const RouteInput& input, RouterId source, RouterId target, Queues&) const {
    return {.first = {.route = route(input, source, target)}, .escape = {}};
  }
  virtual Candidates candidates(const RouteInput& input, RouterId source, RouterId target) const {
    return {.firsts = {{.route = route(input, source, target)}}, .escape = {}};
  }
  // Whether a router that allocates virtual channels in steps asks for all candidates at once, not for the
  // chosen one and the escape. Then packets on escapes stay there.
  virtual bool offers_all() const { return false; }
  // The virtual channels that escapes lead to, and no first choice does. Such a routing gives every
  // packet an escape at every input, and only those must not wait for one another in a cycle
  // (Duato 1993).
  virtual std::uint32_t escape_vcs() const { return 0; }
  // Whether it counts on Candidate::spare: then each packet occupies buffer space for one of the largest
  // size.
  virtual bool counts_packets() const { return false; }
  virtual std::optional<Notifications> notifications() const { return std::nullopt; }

  // 1 or more; route() accepts every path below that for every pair. With several epochs, and within
  // each of them several planes, those of the first come first, and each has as many.
  virtual std::uint32_t paths() const { return 1; }
  // Whether no path of an epoch crosses what is down in it, for all pairs that are connected then.
  virtual bool avoids_failures() const { return false; }
  // As many as the failures in its context have, or 1 if its paths are the same in all of them.
  virtual std::uint32_t epochs() const { return 1; }
  // Endpoint e is on plane e modulo planes(), and packets stay on the planes of both their endpoints.
  virtual std::uint32_t planes() const { return 1; }
  virtual Spread spread() const { return Spread::none; }
  // With Spread::by_routing: the path, below paths() / epochs() / planes(), of the `sequence`-th packet of
  // the source's NIC. A function of its arguments.
  virtual std::uint32_t path_of(EndpointId /*source*/, EndpointId /*destination*/,
                                std::uint32_t /*sequence*/, std::uint64_t /*seed*/) const {
    return 0;
  }
  // Whether packets of one pair of endpoints take several paths at random.
  virtual bool sprays() const { return spread() == Spread::by_packet; }
  // Whether every path is a shortest one.
  virtual bool minimal() const { return false; }
  // No path has more channels, where that is known.
  virtual std::optional<std::uint32_t> hop_limit() const { return std::nullopt; }
  // Stands in for the exact check where the topology is too large for it.
  virtual std::optional<DeadlockArgument> deadlock_argument() const { return std::nullopt; }
  // The algorithm whose paths these are, if this one selects or repairs paths of another.
  virtual std::string_view inner_name() const { return {}; }
  // For people: "dimension order, 2 dateline classes".
  virtual std::string describe() const = 0;
};

// The path of a packet from endpoint `source` to endpoint `destination`, its NIC's `sequence`-th.
class PathSelector {
 public:
  PathSelector(const Routing& routing, std::uint64_t seed)
      : routing_(routing),
        seed_(mix(seed)),
        paths_(routing.paths() / routing.epochs() / routing.planes()),
        planes_(routing.planes()),
        spread_(routing.spread()),
        several_epochs_(routing.epochs() > 1),
        one_path_(routing.paths() == 1 ||
                 (spread_ == Spread::none && !several_epochs_ && planes_ == 1)) {}

  // Other salts draw other numbers.
  std::uint32_t path(EndpointId source, EndpointId destination, std::uint32_t sequence,
                     std::uint64_t salt = 0) const {
    if (one_path_) [[likely]] return 0;
    std::uint32_t first = several_epochs_ ? (sequence >> Packet::kEpochShift) * planes_ : 0;
    if (planes_ > 1) first += destination.v % planes_;
    first *= paths_;
    const std::uint64_t seed = seed_ ^ salt;
    switch (spread_) {
      case Spread::none: return first;
      case Spread::by_destination: return first + destination.v / planes_ % paths_;
      case Spread::by_packet: return first + draw(mix(seed, std::uint64_t{source.v} << 32 | sequence));
      case Spread::by_flow: return first + draw(mix(seed, std::uint64_t{source.v} << 32 | destination.v));
      case Spread::by_routing: return first + routing_.path_of(source, destination, sequence, seed);
    }
    return first;
  }

 private:
  std::uint32_t draw(std::uint64_t bits) const {
    return static_cast<std::uint32_t>((bits >> 32) * paths_ >> 32);
  }

  const Routing& routing_;
  std::uint64_t seed_;
  std::uint32_t paths_;
  std::uint32_t planes_;
  Spread spread_;
  bool several_epochs_;
  bool one_path_;
};

}  // namespace kasuri
