// SPDX-License-Identifier: MIT
// CP/M 2.2 as far as console exercisers need it (CP/M 2.0 Interface Guide, Digital Research 1979).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "base/core/errors.h"
#include "studies/cores/cpu_text.h"
#include "studies/cores/flat.h"
#include "studies/cores/i8080_step.h"
#include "studies/cores/i8080_text.h"

namespace kasuri::emu {
namespace {

using namespace i8080;

constexpr std::uint8_t kExitPort = 0, kSystemPort = 1;

struct CpmBus {
  State& cpu;
  const FlatOptions& options;
  std::array<std::uint8_t, 65536> memory{};
  bool ended = false;

  std::uint8_t fetch(std::uint16_t at) const { return memory[at]; }
  std::uint8_t read(std::uint16_t at) const { return memory[at]; }
  void write(std::uint16_t at, std::uint8_t v) { memory[at] = v; }
  std::uint8_t in(std::uint8_t) const { return 0xff; }
  void out(std::uint8_t port, std::uint8_t) {
    if (port == kExitPort) ended = true;
    if (port == kSystemPort) system_call();
  }

  void print(char c) const {
    if (options.console) options.console({&c, 1});
  }
  void system_call() {
    switch (cpu.r[kC]) {
      case 0: ended = true; break;
      case 1: {
        const int c = options.key ? options.key() : -1;
        answer(c < 0 ? 0x1a : static_cast<std::uint8_t>(c));  // control-Z: end of file
        break;
      }
      case 2: print(static_cast<char>(cpu.r[kE])); break;
      case 9:
        // As far as memory goes, if the closing dollar is missing.
        for (std::uint32_t at = cpu.pair(kD); at < memory.size() && memory[at] != '$'; ++at) {
          print(static_cast<char>(memory[at]));
        }
        break;
      default: answer(0);
    }
  }
  void answer(std::uint8_t v) { cpu.r[kA] = cpu.r[kL] = v; }
};

std::string trace_line(const State& cpu, const CpmBus& bus, std::int64_t cycles) {
  const auto at = [&](unsigned k) { return bus.memory[(cpu.pc + k) & 0xffff]; };
  const std::uint8_t bytes[] = {at(0), at(1), at(2)};
  return emu::trace_line(cpu, bytes, cycles);
}

}  // namespace

FlatResult run_8080(const LoadedImage& image, const FlatOptions& options) {
  State cpu;
  const std::unique_ptr<CpmBus> bus(new CpmBus{cpu, options});
  auto& memory = bus->memory;
  memory[0] = 0xd3, memory[1] = kExitPort;
  memory[5] = 0xd3, memory[6] = kSystemPort, memory[7] = 0xc9;
  for (const Segment& s : image.segments) {
    if (s.address + std::uint64_t{s.bytes.size()} > memory.size()) {
      throw Error(Exit::usage, ErrorPlace(),
                  fmt::format("the image's {} bytes at 0x{:X} do not fit into 64 KiB",
                              s.bytes.size(), s.address));
    }
    std::ranges::copy(s.bytes, memory.begin() + s.address);
  }
  cpu.pc = static_cast<std::uint16_t>(image.segments.at(0).address);
  cpu.sp = 0xfffe;  // where a zero stands: RET ends the program too

  FlatResult result;
  while (!bus->ended && !cpu.halted) {
    if (options.cycles && result.cycles >= *options.cycles) {
      result.end = "limit of cycles";
      return result;
    }
    const std::uint16_t pc = cpu.pc;
    if (memory[pc] == 0xc3 && (memory[(pc + 1) & 0xffff] | memory[(pc + 2) & 0xffff] << 8) == pc) {
      result.end = fmt::format("a jump to itself at 0x{:04X}", pc);
      return result;
    }
    if (options.trace) options.trace(trace_line(cpu, *bus, result.cycles));
    result.cycles += step(cpu, *bus);
    ++result.instructions;
  }
  result.end = bus->ended ? "end of program" : fmt::format("HLT before 0x{:04X}", cpu.pc);
  return result;
}

}  // namespace kasuri::emu
