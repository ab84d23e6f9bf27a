// SPDX-License-Identifier: MIT
// Intel 8080 instructions as text and back, from the opcode table.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "studies/cores/assembler.h"

namespace kasuri::emu::i8080 {

// "MVI A,0x1F"; `bytes` holds the opcode and what follows it. An undocumented alias carries a
// star: "*JMP 0x1234".
std::string disassemble(std::span<const std::uint8_t> bytes);

const InstructionSet& instruction_set();

}  // namespace kasuri::emu::i8080
