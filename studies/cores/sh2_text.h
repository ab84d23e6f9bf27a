// SPDX-License-Identifier: MIT
// SH-2 instructions as text and back, from the opcode table. Labels and displacements are in bytes,
// as in GNU as: "MOV.L @(8,R1),R2", "BRA 0x1234".
#pragma once

#include <cstdint>
#include <string>

#include "studies/cores/assembler.h"

namespace kasuri::emu::sh2 {

// The instruction word found at `address`; "DW 0xFFFF" if it is undefined.
std::string disassemble(std::uint16_t word, std::uint32_t address);

const InstructionSet& instruction_set();

}  // namespace kasuri::emu::sh2
