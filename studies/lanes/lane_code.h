// SPDX-License-Identifier: MIT
// What is known of a ROM: which bytes are instructions, where ways meet, and which loops do nothing
// but wait for one ownership bit. All elements have the same ROM, so this is done once: from where
// it starts, before it runs, along all jumps whose targets are in the instructions; from the
// targets of the others
// (`JSR @Rn`, `PCHL`) when the first element gets there.
//
// A loop waits if it is a straight line of at most 64 bytes that ends in a conditional jump to its
// head, with its delay slot; it writes to registers only; each register that it writes is a
// function of registers it does not write and of the one value it loads; the jump depends on that
// value alone. Then every pass with the same value ends alike, and passes can be skipped by
// arithmetic.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "studies/manycore/chip.h"
#include "studies/manycore/spin.h"

namespace kasuri::emu {

// What an instruction means for the flow of control and of data.
struct CodeStep {
  enum Flow : std::uint8_t {
    straight,
    jump,      // to target
    branch,    // to target, or on
    call,      // to target, and back
    call_any,  // to an address that is not in the instruction, and back
    jump_any,  // to an address that is not in the instruction
    stop,
    unknown,   // not an instruction
  };
  Flow flow = unknown;
  bool conditional = false;   // a call that may not happen
  bool delayed = false;       // the instruction after it comes first
  bool simple = false;        // changes registers only, and loads at most once
  bool loads = false;
  std::uint8_t length = 0;
  std::uint8_t clocks = 0;    // of a branch: when it is taken
  std::uint32_t target = 0;
  std::uint64_t reads = 0;      // registers and flags, as bits
  std::uint64_t addresses = 0;  // registers that point to what is loaded
  std::uint64_t writes = 0;
};

template <class Core>
CodeStep describe(const std::uint8_t* memory, std::uint32_t pc);

// Registers that translated code would have to look at again after this instruction and what stands
// in its slot, as bits of its numbers. On the 8080 none: it keeps nothing of the kind.
inline std::uint32_t registers_changed(const Chip<Core8080>&, std::uint32_t) { return 0; }
std::uint32_t registers_changed(const Chip<CoreSh2>&, std::uint32_t pc);

struct CodeLine {
  bool reachable = false;
  bool leader = false;        // where ways meet
  bool in_slot = false;       // may stand in a delay slot
  std::uint8_t length = 0;
  // Of an instruction that loads the ownership bit in a loop that waits:
  std::uint8_t waits_while = 0;  // bit v: the value v leads back to the head
  std::uint8_t offset = 0;       // clocks from the head to this instruction
  std::uint16_t pass = 0;        // clocks from this instruction to itself
  std::uint16_t head = 0;
};

template <class Core>
struct LaneCode {
  static constexpr std::uint32_t kUnit = Core::kCodeUnit;

  explicit LaneCode(const Chip<Core>&);

  // Why nothing can be decoded there, or "": outside the ROM, or not an instruction.
  std::string_view why_not(const Chip<Core>&, std::uint32_t pc) const;
  // Adds what is reached from there; returns the addresses of all bytes of instructions that are
  // new.
  std::vector<std::uint32_t> add(const Chip<Core>&, std::uint32_t pc);

  std::vector<CodeLine> lines;      // by address / kUnit
  std::vector<bool> is_code;        // by address
  std::uint32_t entry = 0;
};

// What a loop of the given ROM does with the value `v` of an ownership bit: back to its head?
template <class Core>
bool leads_back(const Chip<Core>&, std::uint32_t head, std::uint32_t end, std::uint32_t v);

}  // namespace kasuri::emu
