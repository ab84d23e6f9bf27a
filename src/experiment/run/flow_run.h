// SPDX-License-Identifier: MIT
// How far a run at flow level is from the packet level, as far as measured runs say.
#pragma once

#include "network/flow/expected_error.h"

namespace kasuri {

struct Config;
struct Plan;
struct Results;

FlowFidelity flow_fidelity(const Config&, const Plan&, const Results&);

}  // namespace kasuri
