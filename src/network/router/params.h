// SPDX-License-Identifier: MIT
// [router]
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/config/document.h"
#include "base/config/registry.h"
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
  std::optional<Bytes>
      buffer;  // of each VC of an input; else as much as a link needs (network/model/credits.h)
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
  // From a head's arrival to its request for an output.
  Time request_time() const { return routing_time + vc_allocation_time + switch_allocation_time; }
  // Whether there are queues at the outputs, each virtual channel's with space of its own.
  bool queues_at_outputs() const { return architecture == "output-queued" || architecture == "cioq"; }
};

}  // namespace kasuri
