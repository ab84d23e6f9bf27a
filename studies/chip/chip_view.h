// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "shell/page/pack.h"
#include "studies/chip/experiment.h"

namespace kasuri::view {

// The page of a plan.
Pack chip_view(const std::string& name, const chip::Experiment&);

}  // namespace kasuri::view
