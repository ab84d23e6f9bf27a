// SPDX-License-Identifier: MIT
// A job's box with fewer axes than the machine shows: 64x64 nodes on three axes. One of its axes at a time
// goes along one axis of the machine to the end, back in the next row of another, and so on, so that
// neighbours in the box are neighbours in the machine. Which axis, how many rows, and along which axes of
// the machine, follows from the least surface of what fits; of equals the first.
#pragma once

#include <cstdint>
#include <vector>

#include "network/topology/lattice.h"

namespace kasuri {

class FoldedBox {
 public:
  using Extents = std::vector<std::uint32_t>;

  // Onto axes with so many places. Where nothing fits, sides() is the box as it is.
  FoldedBox(const Extents& box, const Extents& most);

  // Of what it takes up, along each axis of the machine.
  const Extents& sides() const { return sides_; }
  // Where a point of the box is.
  Extents at(const Extents& point) const;

 private:
  // The axis behind the first `axis` becomes two, of which the first has `length` places.
  struct Split {
    std::size_t axis;
    std::uint32_t length;
  };

  Extents sides_;
  std::vector<Split> splits_;
  std::vector<std::size_t> turned_;  // which axis of the split box is along each of the machine's
};

// How many places there are along each axis that a grid shows to jobs.
FoldedBox::Extents places_along_axes(const Lattice&);

}  // namespace kasuri
