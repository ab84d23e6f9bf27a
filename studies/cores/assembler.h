// SPDX-License-Identifier: MIT
// An assembler for any instruction set whose opcode table can encode one line.
//
//   label: MNEMONIC operand, operand   ; comment
//   name   EQU expression
//          ORG, ALIGN, DS expression;  DB, DW, DL values and 'strings';  IF expression ... ENDIF;
//          END
//
// Numbers: 10, 0x1f, 1FH, 0b101, 'c', $ (this line's address); operators of C on 64-bit integers.
// Directives may have a leading dot; mnemonics and names of registers have no case, labels have.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "studies/cores/expression.h"

namespace kasuri::emu {

using Symbols = std::map<std::string, std::int64_t, std::less<>>;

// Where a processor starts, and its stack.
struct Start {
  std::uint32_t pc = 0;
  std::uint32_t sp = 0;
};

// Bytes to be loaded at `origin`, and the labels and constants of the source.
struct Image {
  std::uint32_t origin = 0;
  std::vector<std::uint8_t> bytes;
  Symbols symbols;
  std::optional<std::uint32_t> code_end = {};  // if data follow that may be written to
  std::optional<Start> start = {};             // if not as the processor does after a reset
};

// The value of an expression; throws SyntaxError.
using Evaluate = std::function<std::int64_t(std::string_view)>;

// What the assembler must know of an instruction set.
struct InstructionSet {
  // Mnemonic in upper case, operands without surrounding blanks. Throws SyntaxError.
  std::function<std::vector<std::uint8_t>(std::string_view mnemonic,
                                          std::span<const std::string_view> operands,
                                          std::uint32_t address, const Evaluate&)>
      encode;
  bool big_endian = false;
  bool loads_elf = false;  // ELF files for SuperH are for this processor
};

// Throws Error(Exit::usage) with one line for each mistake, `name:line: error: …`.
Image assemble(std::string_view source, const InstructionSet&, std::string_view name,
               const Symbols& predefined = {});

}  // namespace kasuri::emu
