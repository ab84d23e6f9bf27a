// SPDX-License-Identifier: MIT
// What a run at flow level is, and how far such runs were from the packet level.
#pragma once

#include <optional>

#include "network/flow/expected_error.h"

namespace kasuri {

struct FlowFidelity {
  FlowCase run;
  std::optional<MeasuredError> nearest;  // the measured run that is most like it, on the same topology
};

}  // namespace kasuri
