// SPDX-License-Identifier: MIT
// What the memory of a run is for, in bytes, as it was when its last event had been handled; for people.
// Machines have millions of nodes: what each of them takes decides how large one may be.
#pragma once

#include <cstdint>
#include <string>

namespace kasuri {

struct MemoryUse {
  std::uint64_t nodes = 0;
  std::uint64_t routers = 0;
  std::uint64_t nics = 0;
  std::uint64_t packets = 0;   // at the time when there were most
  std::uint64_t messages = 0;  // likewise
  std::uint64_t events = 0;    // likewise
  std::uint64_t patterns = 0;  // with the places of their ranks
  std::uint64_t tables = 0;    // who belongs to which part, and where ranks are
  std::uint64_t all = 0;       // of the process

  MemoryUse& operator+=(const MemoryUse&);
};

// A line for each, per node.
std::string describe(const MemoryUse&);

}  // namespace kasuri
