// SPDX-License-Identifier: MIT
// The routers of one part of the machine as one component: a micro-architecture with its flow control.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "network/net/fabric.h"
#include "network/router/arbiter.h"

namespace kasuri {

// [router]: what all micro-architectures have in common (NSIM-ACE, Table 1).
struct RouterParams {
  std::optional<std::string> preset;
  std::string architecture = "input-queued";
  Time routing_time{4'000};
  Time vc_allocation_time{4'000};
  Time switch_allocation_time{4'000};
  Time switch_traversal_time{128'000};
  BytesPerSecond switch_rate = kUnlimited;
  std::uint32_t vcs = 2;
  std::uint32_t classes = 1;  // of traffic, each with so many VCs
  Bytes buffer{8192};
  config::Choice<Arbiter> arbiter{"round-robin"};
  double speedup = 1;
  Bytes output_buffer{8192};
  Bytes output_pool{0};
  Bytes flit{16};
  bool hold_switch = false;
  bool wait_for_tail_credit = false;
  std::string ejection_vcs = "all";

  static config::Fields<RouterParams> fields();
  static void validate(const RouterParams&, config::Section&);
  std::uint32_t all_vcs() const { return vcs * classes; }
  // Whether flits are the unit of flow control, not packets.
  bool moves_flits() const { return architecture == "flit-input-queued"; }
  // From a head's arrival to Fabric's event of it.
  Time request_time() const {
    return moves_flits() ? routing_time : routing_time + vc_allocation_time + switch_allocation_time;
  }
  // Whether there are queues at the outputs, each virtual channel's with space of its own.
  bool queues_at_outputs() const { return architecture == "output-queued" || architecture == "cioq"; }
};

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
  // Heads of queues that wait, in the order of routers and ports.
  virtual std::vector<BlockedPacket> blocked() const = 0;
  // True when every buffer is empty and every credit is home: holds before and after a run that
  // drained. `why` names the first exception.
  virtual bool at_rest(std::string& why) = 0;
};

}  // namespace kasuri
