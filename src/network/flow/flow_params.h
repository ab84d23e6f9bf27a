// SPDX-License-Identifier: MIT
// Settings of the flow level (flow_network.h).
#pragma once

#include <optional>

#include "base/config/fields.h"
#include "base/core/units.h"

namespace kasuri {

// [flow]
struct FlowParams {
  std::optional<Time> step;
  std::optional<Bytes> short_message;
  double efficiency = 1;
  bool turns = false;

  static config::Fields<FlowParams> fields();
};

}  // namespace kasuri
