// SPDX-License-Identifier: MIT
// A processor in words: a line of a trace, and its registers by name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "studies/cores/i8080.h"
#include "studies/cores/sh2.h"

namespace kasuri::emu {

// The instruction that comes next, its bytes given (8080: 3, SH-2: 2), and the registers before it.
std::string trace_line(const i8080::State&, std::span<const std::uint8_t> bytes,
                       std::int64_t cycles);
std::string trace_line(const sh2::State&, std::span<const std::uint8_t> bytes, std::int64_t cycles);

using NamedRegisters = std::vector<std::pair<std::string, std::uint32_t>>;
NamedRegisters registers_of(const i8080::State&);
NamedRegisters registers_of(const sh2::State&);

}  // namespace kasuri::emu
