// SPDX-License-Identifier: MIT
#include "studies/cores/cpu_text.h"

#include <fmt/format.h>

#include "studies/cores/i8080_text.h"
#include "studies/cores/sh2_text.h"

namespace kasuri::emu {

std::string trace_line(const i8080::State& cpu, std::span<const std::uint8_t> bytes,
                       std::int64_t cycles) {
  using namespace i8080;
  return fmt::format(
      "{:04X}  {:14} A={:02X} F={:02X} BC={:04X} DE={:04X} HL={:04X} SP={:04X} cycle {}", cpu.pc,
      disassemble(bytes), cpu.r[kA], cpu.r[kF], cpu.pair(kB), cpu.pair(kD), cpu.pair(kH), cpu.sp,
      cycles);
}

std::string trace_line(const sh2::State& cpu, std::span<const std::uint8_t> bytes,
                       std::int64_t cycles) {
  const auto word = static_cast<std::uint16_t>(bytes[0] << 8 | bytes[1]);
  // An underscore marks a delay slot.
  std::string line =
      fmt::format("{:08X} {}{:28} SR={:03X} PR={:08X}", cpu.pc, cpu.in_slot ? '_' : ' ',
                  sh2::disassemble(word, cpu.pc & ~1u), cpu.sr, cpu.pr);
  for (std::size_t i = 0; i < cpu.r.size(); ++i) line += fmt::format(" R{}={:X}", i, cpu.r[i]);
  return line + fmt::format(" MAC={:016X} cycle {}", cpu.mac(), cycles);
}

NamedRegisters registers_of(const i8080::State& cpu) {
  using namespace i8080;
  return {{"PC", cpu.pc},   {"SP", cpu.sp},   {"A", cpu.r[kA]}, {"F", cpu.r[kF]}, {"B", cpu.r[kB]},
          {"C", cpu.r[kC]}, {"D", cpu.r[kD]}, {"E", cpu.r[kE]}, {"H", cpu.r[kH]}, {"L", cpu.r[kL]}};
}

NamedRegisters registers_of(const sh2::State& cpu) {
  NamedRegisters all{{"PC", cpu.pc},   {"PR", cpu.pr},     {"SR", cpu.sr},
                     {"GBR", cpu.gbr}, {"MACH", cpu.mach}, {"MACL", cpu.macl}};
  for (std::size_t i = 0; i < cpu.r.size(); ++i) all.emplace_back(fmt::format("R{}", i), cpu.r[i]);
  return all;
}

}  // namespace kasuri::emu
