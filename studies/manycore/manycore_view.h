// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "shell/page/pack.h"
#include "studies/manycore/manycore.h"

namespace kasuri::view {

// Emulates the chip, several times up to a growing number of clocks where it is small enough.
Pack manycore_view(const std::string& name, const emu::ManycoreParams&);

}  // namespace kasuri::view
