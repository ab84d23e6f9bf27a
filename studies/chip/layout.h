// SPDX-License-Identifier: MIT
// Which switch stands at which site and how layers are wired: the structures that the paper
// compares (ch. 3, figures 2 to 5), and those that a file draws.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "studies/chip/layout_params.h"
#include "studies/chip/structure.h"

namespace kasuri::chip {

// Draws the layers of dispersed servers from `seed`. Throws Error(Exit::usage) for a bad file.
Structure make_structure(const LayoutParams&, std::uint64_t seed);

// The reference of all ratios: a packet switch for each server, in one layer.
Structure make_mesh(Grid, double link_mm);

// A structure drawn as text, see docs/on-chip.md; `name` stands in messages.
Structure parse_structure(std::string_view text, const std::string& name, const LayoutParams&);

}  // namespace kasuri::chip
