// SPDX-License-Identifier: MIT
// What --fidelity adds to a run: settings that have no meaning at flow level, and two levels side by side.
#pragma once

#include <string>

#include "config/document.h"
#include "run/results.h"

namespace kasuri::cli {

// A line that names what the file sets for routers and packets; empty if it sets nothing of it.
std::string ignored_at_flow_level(config::Document&);

// A table of both levels, with the error of the second and how much faster it was.
std::string comparison_text(const Results& packets, const Results& flows);

}  // namespace kasuri::cli
