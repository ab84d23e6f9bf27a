// SPDX-License-Identifier: MIT
// A run that cannot go on, in words: which ranks wait for whom, which packets hold what and want
// what.
#pragma once

#include <string>
#include <vector>

#include "sim/machine.h"

namespace kasuri {

// No event is left, but not everything has been done.
std::vector<std::string> describe_deadlock(Machine&);
// Events go on, but for `period` of simulated time nothing has come of them.
std::vector<std::string> describe_hang(Machine&, Time period);

}  // namespace kasuri
