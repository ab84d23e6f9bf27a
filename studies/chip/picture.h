// SPDX-License-Identifier: MIT
// A structure and its circuits as a picture: the layers side by side, one colour for each circuit.
#pragma once

#include <string>

#include "studies/chip/circuits.h"

namespace kasuri::chip {

// Squares are packet switches (with a dot where a server is attached), circles circuit switches.
// A circuit begins at a ring and ends at a disc; where it changes layers both ends show a small
// disc of its colour.
std::string picture_of(const Structure&, const Circuits&);

}  // namespace kasuri::chip
