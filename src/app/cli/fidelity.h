// SPDX-License-Identifier: MIT
// What --fidelity both adds to a run: two levels side by side.
#pragma once

#include <string>

#include "experiment/run/results.h"

namespace kasuri::cli {

// A table of both levels, with the error of the second and how much faster it was.
std::string comparison_text(const Results& packets, const Results& flows);

}  // namespace kasuri::cli
