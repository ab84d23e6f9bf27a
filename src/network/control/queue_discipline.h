// SPDX-License-Identifier: MIT
// Decides what becomes of packets that come to an output of an Ethernet switch, and which one goes next. An
// output has a queue for data and one for control packets and trimmed headers. One object for the outputs
// of each kind of link, one file per component.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/config/registry.h"
#include "base/core/units.h"
#include "network/control/chance.h"

namespace kasuri {

struct QueueDisciplineContext {
  Bytes queue;  // for data
};

class QueueDiscipline {
 public:
  static constexpr std::string_view kKind = "queue-discipline";
  static constexpr std::string_view kKindMeaning =
      "which packets an Ethernet switch queues, trims or drops, and which one goes next";
  using Base = QueueDiscipline;
  using Context = QueueDisciplineContext;

  enum class Verdict : std::uint8_t {
    queue,
    refuse,      // trim or drop it, as trims() says
    refuse_last  // the same with the last data packet that waits, whose place it takes, if it fits there
  };

  virtual ~QueueDiscipline() = default;
  // Whether packets are trimmed to their headers instead of dropped.
  virtual bool trims() const = 0;
  // A data packet comes to `queued` bytes, the packet in transmission included. `waits`: others do.
  virtual Verdict arrive(Bytes queued, Bytes size, bool waits, Chance&) const = 0;
  // Whether a control packet or a header is kept.
  virtual bool keeps_control(Bytes queued, Bytes size) const = 0;
  // Data and control wait: whether control goes first, of which so many went in a row.
  virtual bool control_first(std::uint32_t /*in_a_row*/) const { return true; }
};

}  // namespace kasuri
