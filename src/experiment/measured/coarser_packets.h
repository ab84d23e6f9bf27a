// SPDX-License-Identifier: MIT
// Larger packets, headers and buffers where a question would need too many (Question::packets).
#pragma once

#include <cstdint>

#include "experiment/measured/question.h"

namespace kasuri {
struct Config;
}

namespace kasuri::measured {

// How many times larger the packets of this question are.
std::uint32_t coarser(const Question&, Bytes packet);
void enlarge(Config&, std::uint32_t factor);
// How many packets its simulation may need, at most, if the machine has them of this size.
std::uint64_t most_packets(const Question&, Bytes packet);

}  // namespace kasuri::measured
