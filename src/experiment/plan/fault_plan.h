// SPDX-License-Identifier: MIT
// [faults] before a run: what fails, and whether jobs can live with it.
#pragma once

#include <string>

#include "base/config/document.h"
#include "experiment/plan/config.h"
#include "experiment/plan/plan.h"

namespace kasuri {

// Adds diagnostics for what cannot be.
FaultPlan plan_faults(const Config&, const Topology&, config::Document&);
// Adds one for each job whose nodes cannot reach each other from the start, if such jobs are refused.
void check_reachable(const Config&, const Plan&, config::Section root);

// "3 channels and 0 routers down, 0 ordered pairs of NICs unreachable".
std::string describe(const Failures::Epoch&);
// Lines of `kasuri check`; empty if there are no faults.
std::string describe_faults(const FaultPlan&);

}  // namespace kasuri
