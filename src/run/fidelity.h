// SPDX-License-Identifier: MIT
// What a run at flow level is, and how far such runs were from the packet level.
#pragma once

#include "flow/expected_error.h"

namespace kasuri {

struct FlowFidelity {
  FlowCase run;
  MeasuredError nearest;  // the measured run that is most like it
};

}  // namespace kasuri
