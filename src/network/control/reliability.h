// SPDX-License-Identifier: MIT
// What a sender does about packets that were lost, as a component: which are sent again, and when. One
// object for each connection. Only networks that lose packets ask it.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/config/registry.h"
#include "base/core/units.h"
#include "network/control/outstanding.h"

namespace kasuri {

struct ReliabilityContext {
  BytesPerSecond rate;  // of the NIC's link
  Bytes queue;          // of the outputs of switches
};

class Reliability {
 public:
  static constexpr std::string_view kKind = "reliability";
  static constexpr std::string_view kKindMeaning =
      "which packets are sent again where a network loses some";
  using Base = Reliability;
  using Context = ReliabilityContext;

  virtual ~Reliability() = default;
  // Whether receivers keep packets that come before others are there.
  virtual bool takes_any_order() const = 0;
  // The receiver could not take a packet: a switch has cut it, or it came out of order.
  virtual void refused(Outstanding&, std::uint32_t number) = 0;
  // When expired() is to be called, if nothing changes until then; kNever: nothing is under way.
  virtual Time deadline(const Outstanding&) const = 0;
  // Has packets sent again; returns the bytes that it takes for lost.
  virtual Bytes expired(Outstanding&, Time now) = 0;
};

}  // namespace kasuri
