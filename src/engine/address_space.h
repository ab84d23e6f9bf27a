// SPDX-License-Identifier: MIT
// The size of stacks where the address space of the process is limited (ulimit -v).
#pragma once

#include <cstddef>
#include <cstdint>

namespace kasuri {

// `asked`, or less if so many stacks would take most of what the limit leaves; a multiple of 4 KiB.
std::size_t fitting_stack(std::size_t asked, std::uint32_t stacks);

}  // namespace kasuri
