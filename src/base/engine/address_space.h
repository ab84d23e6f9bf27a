// SPDX-License-Identifier: MIT
// The size of stacks where the address space of the process is limited (ulimit -v).
#pragma once

#include <cstddef>
#include <cstdint>

namespace kasuri {

// `asked`, or less if a stack for each rank would take more than a third of what the limit leaves; a
// multiple of 4 KiB. Another third is for stacks of non-blocking collectives, one of each rank.
std::size_t fitting_stack(std::size_t asked, std::uint32_t ranks);

// What the limit leaves; UINT64_MAX without one.
std::uint64_t address_space_left();
// What the stacks of so many ranks take of it at the least.
std::uint64_t least_stacks(std::uint64_t ranks);

}  // namespace kasuri
