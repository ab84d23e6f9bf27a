// SPDX-License-Identifier: MIT
// Decides which packets a sender retransmits, and when. One object per connection, in networks that lose
// packets.
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
  static constexpr std::string_view kKindMeaning = "which packets a connection retransmits, and when";
  using Base = Reliability;
  using Context = ReliabilityContext;

  virtual ~Reliability() = default;
  // Whether receivers keep packets that arrive out of order.
  virtual bool takes_any_order() const = 0;
  // A packet was trimmed, or arrived out of order and was rejected.
  virtual void refused(Outstanding&, std::uint32_t number) = 0;
  // This packet has come, and was to be told of; returns the bytes that it then considers lost.
  virtual Bytes acknowledged(Outstanding&, std::uint32_t /*number*/) { return Bytes{0}; }
  // The time of the next call of expired(); kNever if nothing is in flight.
  virtual Time deadline(const Outstanding&) const = 0;
  // The time from sending to being considered lost.
  virtual Time timeout() const = 0;
  // Marks packets for retransmission; returns the bytes that it considers lost.
  virtual Bytes expired(Outstanding&, Time now) = 0;
};

}  // namespace kasuri
