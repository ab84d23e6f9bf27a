// SPDX-License-Identifier: MIT
// The routers of one part of the machine as one component: a micro-architecture with its flow control.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/config/registry.h"
#include "network/net/fabric.h"
#include "network/router/params.h"

namespace kasuri {

struct RouterContext {
  Fabric& fabric;
  const RouterParams& params;
  bool watched = true;  // there will be an observer of packets or a power model
  bool split = true;    // Fabric::split will be set
};

// A packet that cannot go on, for the report of a deadlock: it holds `vc` of input `port` of
// router `at` and wants `wanted_port`.
struct BlockedPacket {
  RouterId at;
  std::uint16_t port;
  std::uint16_t vc;
  std::uint16_t wanted_port;
  std::uint32_t wanted_vcs;
  std::uint32_t packet;
  std::uint32_t queued;  // packets in this VC, this one included
  Time since;            // ready to leave since
  std::uint16_t other_port = UINT16_MAX;  // its escape, if that is another output
  std::uint32_t other_vcs = 0;
};

// What an output has done.
struct OutputUse {
  std::uint64_t packets = 0;
  Bytes bytes{0};
  Time free{0};  // since when
};

// How long packets waited for allocators, over all hops.
struct AllocationWaits {
  Time vc{0};      // for a virtual channel of the output
  Time switch_{0};  // and then for their heads to pass the switch
  std::uint64_t hops = 0;
};

class Routers : public CreditTaker {
 public:
  static constexpr std::string_view kKind = "router";
  static constexpr std::string_view kKindMeaning = "microarchitectures of routers";
  using Base = Routers;
  using Context = RouterContext;

  // Output ports: router-to-router ports first, then one per endpoint. `router` is a local number.
  virtual OutputUse output(std::uint32_t router, std::uint32_t port) const = 0;
  // Of all links of a class: how long they were free, and the packet that they took next already
  // wanted them, but had no room downstream or waited for its input port.
  virtual Time stalled(std::uint32_t link_class) const = 0;
  // Where virtual channels and the switch are allocated apart.
  virtual std::optional<AllocationWaits> allocation_waits() const { return std::nullopt; }
  // Heads of queues that wait, in the order of routers and ports.
  virtual std::vector<BlockedPacket> blocked() const = 0;
  // True when every buffer is empty and every credit is home: holds before and after a run that
  // drained. `why` names the first exception.
  virtual bool at_rest(std::string& why) = 0;
};

}  // namespace kasuri
