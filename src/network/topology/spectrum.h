// SPDX-License-Identifier: MIT
// The second smallest eigenvalue of a network's Laplacian, and a cut by its eigenvector.
#pragma once

#include <cstdint>
#include <span>

#include "network/topology/bisection.h"

namespace kasuri {

struct Spectrum {
  double least_cut = 0;  // no cut into halves of the routers carries less; 0 if that is not known
  MinimumCut cut;        // one that has been found; capacity 0: none
};

// For networks whose routers have equally many endpoints. `capacity`: of a channel, per link class. One-way
// channels count half.
Spectrum spectrum(const Topology&, std::span<const std::uint64_t> capacity);

}  // namespace kasuri
