// SPDX-License-Identifier: MIT
// The settings of a chip's structure: which switches stand where, and how layers are wired.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/config/fields.h"

namespace kasuri::chip {

struct Grid {
  std::uint32_t columns = 0, rows = 0;
  std::uint32_t size() const { return columns * rows; }
};

// "15x15"; nothing if it is not of this form or out of range.
std::optional<Grid> parse_grid(const std::string&);

enum class LayerWiring { A, B, C, mesh };
constexpr auto names_of(LayerWiring) { return name_table("A", "B", "C", "mesh"); }
enum class Attachment { concentrated, dispersed };
constexpr auto names_of(Attachment) { return name_table("concentrated", "dispersed"); }
enum class Composition { homogeneous, mixed };
constexpr auto names_of(Composition) { return name_table("homogeneous", "mixed"); }
enum class MixedPattern { lattice, chain };
constexpr auto names_of(MixedPattern) { return name_table("lattice", "chain"); }

struct LayoutParams {
  std::string servers = "15x15";
  std::uint32_t layers = 4;
  LayerWiring wiring = LayerWiring::B;
  Attachment attachment = Attachment::concentrated;
  Composition composition = Composition::homogeneous;
  MixedPattern mixed_pattern = MixedPattern::lattice;
  double mixed_spacing = 0.75;
  std::uint32_t lanes = 1;  // Wolkotte et al. 2005 have four
  double link_mm = 2;
  double vertical_mm = 0.001;
  std::optional<std::filesystem::path> structure_file;

  static config::Fields<LayoutParams> fields();
  static void validate(const LayoutParams&, config::Section&);
};

}  // namespace kasuri::chip
