// SPDX-License-Identifier: MIT
// Programs from files: raw bytes, ELF (32-bit, big-endian, for SuperH), or assembly source.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "emu/assembler.h"

namespace kasuri::emu {

struct Segment {
  std::uint32_t address = 0;
  std::vector<std::uint8_t> bytes;
};

struct LoadedImage {
  std::vector<Segment> segments;
  std::optional<std::uint32_t> entry;  // of an ELF file
  Symbols symbols;                     // of an assembled one

  std::size_t bytes() const;
};

std::vector<std::uint8_t> read_bytes(const std::filesystem::path&);

// A name that ends in .asm is assembled; "\x7fELF" at the start is loaded by its headers; anything
// else is placed at `origin`. Throws Error(Exit::usage).
LoadedImage load_image(const std::filesystem::path&, const InstructionSet&, std::uint32_t origin);

}  // namespace kasuri::emu
