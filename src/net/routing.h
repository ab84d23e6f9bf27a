// SPDX-License-Identifier: MIT
// Where a packet goes next: a function of the router, the input it came by and its destination.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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
class Routing {
 public:
  static constexpr std::string_view kKind = "routing";
  static constexpr std::string_view kKindMeaning = "which way packets take";
  using Base = Routing;
  using Context = RoutingContext;

  virtual ~Routing() = default;

  // `source` and `target` are the routers of the packet's endpoints.
  virtual Route route(const RouteInput& input, RouterId source, RouterId target) const = 0;
  // Whether every path is a shortest one.
  virtual bool minimal() const { return false; }
  // Stands in for the exact check where the topology is too large for it.
  virtual std::optional<DeadlockArgument> deadlock_argument() const { return std::nullopt; }
  // For people: "dimension order, 2 dateline classes".
  virtual std::string describe() const = 0;
};

}  // namespace kasuri
