// SPDX-License-Identifier: MIT
// Which switch stands at which site and how layers are wired: the structures that the paper
// compares (ch. 3, figures 2 to 5), and those that a file draws.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "chip/structure.h"
#include "config/fields.h"

namespace kasuri::chip {

struct Grid {
  std::uint32_t columns = 0, rows = 0;
  std::uint32_t size() const { return columns * rows; }
};

// "15x15"; nothing if it is not of this form or out of range.
std::optional<Grid> parse_grid(const std::string&);

struct LayoutParams {
  std::string servers = "15x15";
  std::uint32_t layers = 4;
  std::string wiring = "B";
  std::string attachment = "concentrated";
  std::string composition = "homogeneous";
  std::string mixed_pattern = "lattice";
  double mixed_spacing = 0.75;
  std::uint32_t lanes = 1;  // Wolkotte et al. 2005 have four
  double link_mm = 2;
  double vertical_mm = 0.001;
  std::optional<std::filesystem::path> structure_file;

  static config::Fields<LayoutParams> fields();
  static void validate(const LayoutParams&, config::Section&);
};

// Draws the layers of dispersed servers from `seed`. Throws Error(Exit::usage) for a bad file.
Structure make_structure(const LayoutParams&, std::uint64_t seed);

// The reference of all ratios: a packet switch for each server, in one layer.
Structure make_mesh(Grid, double link_mm);

// A structure drawn as text, see docs/on-chip.md; `name` stands in messages.
Structure parse_structure(std::string_view text, const std::string& name, const LayoutParams&);

}  // namespace kasuri::chip
