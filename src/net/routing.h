// SPDX-License-Identifier: MIT
// Where a packet goes next: a function of the router, the input it came by and its destination.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/hash.h"
#include "net/packet.h"
#include "net/topology.h"

namespace kasuri {

inline constexpr std::uint32_t kMaxVcs = 32;

// The input a packet is at. Injected packets come by `kInjected`.
struct RouteInput {
  static constexpr std::uint16_t kInjected = UINT16_MAX;
  RouterId at;
  std::uint16_t port = kInjected;
  std::uint16_t vc = 0;
  std::uint32_t way = 0;  // which of Routing::ways() the packet goes; the same all along its path
};

// How packets are spread over the ways of a routing.
enum class Spread : std::uint8_t {
  none,            // there is one way
  by_destination,  // way = destination endpoint modulo ways()
  by_packet,       // way = a random number of the run's seed, the sending NIC and its packet count
};

// One output port and the set of virtual channels of its link that the packet may take.
struct Route {
  std::uint16_t port;
  std::uint32_t vc_mask;
};

struct RoutingContext {
  const Topology& topology;
  std::uint32_t vcs;  // virtual channels per link
};

// What is known of a routing without walking every path: whether packets can block one another in
// a circle, and why.
struct DeadlockArgument {
  bool deadlock_free;
  std::string why;
};

// A routing function over one topology. The destination is never at `input.at`: ejection is the
// router's own business. Immutable and free of hidden state, so that the deadlock check sees
// everything that a run will do.
//
// Where packets of one pair of routers may go different ways, the ways are numbered, and each by
// itself is a function like any other: randomness is in the number that a packet is given, not in
// route(). What stage of its path a packet is in, a routing tells from the virtual channel.
class Routing {
 public:
  static constexpr std::string_view kKind = "routing";
  static constexpr std::string_view kKindMeaning = "which way packets take";
  using Base = Routing;
  using Context = RoutingContext;

  virtual ~Routing() = default;

  // `source` and `target` are the routers of the packet's endpoints.
  virtual Route route(const RouteInput& input, RouterId source, RouterId target) const = 0;
  // 1 or more; route() accepts every way below that for every pair.
  virtual std::uint32_t ways() const { return 1; }
  virtual Spread spread() const { return Spread::none; }
  // Whether every path is a shortest one.
  virtual bool minimal() const { return false; }
  // No path has more channels, where that is known.
  virtual std::optional<std::uint32_t> hop_limit() const { return std::nullopt; }
  // Stands in for the exact check where the topology is too large for it.
  virtual std::optional<DeadlockArgument> deadlock_argument() const { return std::nullopt; }
  // For people: "dimension order, 2 dateline classes".
  virtual std::string describe() const = 0;
};

// The way of a packet from endpoint `source` to endpoint `destination`, its NIC's `sequence`-th.
class WayChooser {
 public:
  WayChooser(const Routing& routing, std::uint64_t seed)
      : seed_(mix(seed)), ways_(routing.ways()), spread_(routing.spread()) {}

  std::uint32_t way(EndpointId source, EndpointId destination, std::uint32_t sequence) const {
    if (spread_ == Spread::none) [[likely]] return 0;
    if (spread_ == Spread::by_destination) return destination.v % ways_;
    const std::uint64_t bits = mix(seed_, std::uint64_t{source.v} << 32 | sequence);
    return static_cast<std::uint32_t>((bits >> 32) * ways_ >> 32);
  }

 private:
  std::uint64_t seed_;
  std::uint32_t ways_;
  Spread spread_;
};

}  // namespace kasuri
