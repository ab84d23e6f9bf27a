// SPDX-License-Identifier: MIT
// How many packets the simulation of a question needs, and larger ones where that are too many.
#pragma once

#include "experiment/measured/asked.h"

namespace kasuri {

struct Config;

namespace measured {

// Of point-to-point operations: messages there and back; how many at a time, and how often.
constexpr int kRoundTrips = 4, kWindow = 64, kWindows = 2;

// By what packets become larger for this question. GPUs send long vectors in pieces.
std::uint32_t coarser(const Question&, Bytes packet);
// Packets, headers and buffers, by this factor.
void enlarge(Config&, std::uint32_t factor);

}  // namespace measured
}  // namespace kasuri
