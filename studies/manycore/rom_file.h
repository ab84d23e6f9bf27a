// SPDX-License-Identifier: MIT
// A user's own ROM, and files at the ends of the pipes: buffers as they are, one after the other,
// wave by wave, pipe by pipe, port by port. The ownership bit of an input is set by the machine.
#pragma once

#include <filesystem>
#include <memory>

#include "studies/manycore/program.h"

namespace kasuri::emu {

struct RomFiles {
  std::filesystem::path rom, input, output;
};

// Raw bytes at address 0, .asm, or ELF (SH-2), of which only the segments count. Throws
// Error(Exit::usage) if a file cannot be used.
std::unique_ptr<Program> load_program(const RomFiles&, const ProgramContext&);

// Writes what the sink has taken, if that is wanted. Throws Error(Exit::limit).
void save_output(const RomFiles&, Ends&);

}  // namespace kasuri::emu
