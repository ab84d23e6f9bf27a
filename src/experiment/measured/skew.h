// SPDX-License-Identifier: MIT
// What a measured time of a collective contains beside the operation: benchmarks start their clocks behind
// a barrier, which ranks leave at different times. The time of the slowest rank ends when the operation
// does, and that waits for the rank which is last.
//
// Each rank is late by a time of its own, exponentially distributed with mean s ([accuracy] skew). The
// largest of P such times is at most x with probability (1 - exp(-x / s))^P: in the median -s ln(1 -
// 2^(-1/P)), about s ln(1.44 P), so it grows with the logarithm of the ranks. s follows from how much the
// iterations of one measurement differ: nine of ten of the largest are below s (ln P + 2.25), one of ten
// below s (ln P - 0.83), 3.08 s less.
//
// Not modelled: who is late. Rooted operations are charged as others are. What runs simulate has no clock
// and no barrier, and thus no skew.
#pragma once

#include "experiment/measured/asked.h"

namespace kasuri::measured {

struct Draw {
  std::uint64_t seed, number;
};

// Of a call of so many ranks, by what is called its time: until the last rank is through all of it, in the
// mean of all ranks without the lateness of each, of calls without a barrier none. Draw 0 is the median,
// others are random.
Time skew_of(Time mean, std::uint32_t ranks, Mode, Draw);

}  // namespace kasuri::measured
