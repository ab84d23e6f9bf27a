// SPDX-License-Identifier: MIT
// Counts what a program computes: after each basic block of its assembly, the counter of its rank
// (%gs:16, the third entry of the rank's GOT) has grown by the block's cost. What the block consists of
// goes to the section kasuri_blocks; the cost itself is written into the instruction when the program is
// loaded, for the core that the run names (block_costs.h).
//
// An addition changes the flags, so it stands where nobody looks at them; where there is no such place,
// another form is used. A loop of one block is not counted in each turn: the change of its index says how
// often it ran.
#pragma once

#include <string>
#include <vector>

namespace kasuri {

std::vector<std::string> count_blocks(const std::vector<std::string>& lines);

}  // namespace kasuri
