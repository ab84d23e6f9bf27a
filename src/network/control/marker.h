// SPDX-License-Identifier: MIT
// Decides which data packets a switch marks (ECN), by the data in the queue of its output. One object for
// the outputs of each kind of link, one file per component.
#pragma once

#include <string_view>

#include "base/config/registry.h"
#include "base/core/units.h"
#include "network/control/chance.h"

namespace kasuri {

enum class MarkAt { departure, arrival, start };
constexpr auto names_of(MarkAt) { return name_table("departure", "arrival", "start"); }

struct MarkerContext {
  Bytes low, high;   // thresholds of links at the rate of hosts, unless the component has its own
  double share = 1;  // of these, for this kind of link
  double most = 1;   // probability at `high`
  MarkAt at = MarkAt::departure;
};

class Marker {
 public:
  static constexpr std::string_view kKind = "marker";
  static constexpr std::string_view kKindMeaning = "which data packets an Ethernet switch marks (ECN)";
  using Base = Marker;
  using Context = MarkerContext;

  virtual ~Marker() = default;
  // At departure and at the start of its transmission, the queue has what is behind the packet; at arrival,
  // what is before it, the packet in transmission included.
  virtual MarkAt when() const { return MarkAt::departure; }
  virtual bool marks(Bytes queue, Chance&) const = 0;
};

}  // namespace kasuri
