// SPDX-License-Identifier: MIT
// Programs from files: raw bytes, ELF (32-bit, big-endian, for SuperH), or assembly source. `cpu`
// and `manycore` read them alike.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "studies/cores/assembler.h"

namespace kasuri::emu {

struct Segment {
  std::uint32_t address = 0;
  std::vector<std::uint8_t> bytes;
  bool writable = true;  // an ELF file may say that it is not
};

struct LoadedImage {
  std::vector<Segment> segments;
  std::optional<std::uint32_t> entry;  // of an ELF file
  Symbols symbols;                     // names in its symbol table, or labels of an assembled one

  std::size_t bytes() const;
};

// Where an SH-2 starts with an ELF file: at its entry, unless that is 0; the stack is that of the
// reset vector (address 4) if the vector (address 0) has the same start, else `stack`. Nothing: the
// reset vector alone decides, as for other files.
std::optional<Start> start_of_elf(const LoadedImage&, std::uint32_t stack);

std::vector<std::uint8_t> read_bytes(const std::filesystem::path&);

// A name that ends in .asm is assembled; "\x7fELF" at the start is loaded by its headers, for the
// SH-2 only; anything else is placed at `origin`. Throws Error(Exit::usage), of an ELF file with
// the offset.
LoadedImage load_image(const std::filesystem::path&, const InstructionSet&, std::uint32_t origin);

}  // namespace kasuri::emu
