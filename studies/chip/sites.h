// SPDX-License-Identifier: MIT
// A structure in the making: what stands at each site of a box, and how its layers are to be wired.
// Private to layout.cpp and structure_file.cpp.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "studies/chip/layout_params.h"
#include "studies/chip/structure.h"

namespace kasuri::chip {

struct Sites {
  Sites(std::uint32_t columns_, std::uint32_t rows_, std::uint32_t layers_)
      : columns(columns_), rows(rows_), layers(layers_),
        kinds(std::size_t{columns_} * rows_ * layers_) {}

  std::size_t index(const Place& p) const {
    return (std::size_t{p.z} * rows + p.y) * columns + p.x;
  }
  Place place(std::uint32_t index) const {
    return {index % columns, index / columns % rows, index / columns / rows};
  }
  std::optional<SwitchKind>& at(const Place& p) { return kinds[index(p)]; }

  std::uint32_t columns, rows, layers;
  std::vector<std::optional<SwitchKind>> kinds;  // layer by layer, row by row
  std::vector<Place> servers;
};

struct Wiring {
  bool adjacent = false;    // A: neighbours of a column
  bool aggregated = false;  // B: each packet switch with all circuit switches of its column
  double link_mm = 0, vertical_mm = 0;
  std::uint32_t lanes = 1;    // of each link that has a circuit switch at an end
};

// A link beyond those of the wiring.
struct ExtraLink {
  Place a, b;
  double mm = 0;
};

Wiring wiring_of(const LayoutParams&);
Structure assemble(const Sites&, const Wiring&, const std::vector<ExtraLink>& = {});

// Throws Error(Exit::usage).
Structure read_structure(const std::filesystem::path&, const LayoutParams&);

}  // namespace kasuri::chip
