// SPDX-License-Identifier: MIT
// An SH-2 in memory that comes into being where it is touched.
#include <fmt/format.h>

#include <array>
#include <memory>
#include <unordered_map>

#include "base/core/errors.h"
#include "studies/cores/cpu_text.h"
#include "studies/cores/flat.h"
#include "studies/cores/sh2_step.h"
#include "studies/cores/sh2_text.h"

namespace kasuri::emu {
namespace {

using namespace sh2;

constexpr std::uint32_t kSystemCall = 34;  // of GNU's simulator
constexpr std::uint32_t kPageBits = 12;
constexpr std::size_t kMaxPages = std::size_t{1} << (30 - kPageBits);
constexpr std::uint32_t kStackOfElf = 0x0ffffff0;

class PagedBus {
 public:
  std::uint8_t read8(std::uint32_t at) { return *byte(at); }
  std::uint16_t read16(std::uint32_t at) {
    const std::uint8_t* p = byte(at);  // aligned: within one page
    return static_cast<std::uint16_t>(p[0] << 8 | p[1]);
  }
  std::uint32_t read32(std::uint32_t at) {
    return static_cast<std::uint32_t>(read16(at)) << 16 | read16(at + 2);
  }
  std::uint16_t fetch16(std::uint32_t at) { return read16(at); }
  void write8(std::uint32_t at, std::uint8_t v) { *byte(at) = v; }
  void write16(std::uint32_t at, std::uint16_t v) {
    std::uint8_t* p = byte(at);
    p[0] = static_cast<std::uint8_t>(v >> 8);
    p[1] = static_cast<std::uint8_t>(v);
  }
  void write32(std::uint32_t at, std::uint32_t v) {
    write16(at, static_cast<std::uint16_t>(v >> 16));
    write16(at + 2, static_cast<std::uint16_t>(v));
  }

  void exception(const State&, std::uint32_t) { ++exceptions_; }
  std::int64_t exceptions() const { return exceptions_; }

 private:
  using Page = std::array<std::uint8_t, std::size_t{1} << kPageBits>;

  std::uint8_t* byte(std::uint32_t at) {
    const std::uint32_t number = at >> kPageBits;
    if (number != last_number_) {
      if (pages_.size() >= kMaxPages)
        throw Error(Exit::limit, ErrorPlace(), "the program touches more than 1 GiB");
      std::unique_ptr<Page>& page = pages_[number];
      if (!page) page = std::make_unique<Page>();
      last_ = page.get();
      last_number_ = number;
    }
    return &(*last_)[at & (last_->size() - 1)];
  }

  std::unordered_map<std::uint32_t, std::unique_ptr<Page>> pages_;
  std::int64_t exceptions_ = 0;
  std::uint32_t last_number_ = UINT32_MAX;
  Page* last_ = nullptr;
};

std::string trace_line(const State& cpu, PagedBus& bus, std::int64_t cycles) {
  const std::uint16_t word = bus.read16(cpu.pc & ~1u);
  const std::uint8_t bytes[] = {static_cast<std::uint8_t>(word >> 8),
                                static_cast<std::uint8_t>(word)};
  return emu::trace_line(cpu, bytes, cycles);
}

// The host's side of TRAPA #34. Returns whether the program goes on.
bool system_call(State& cpu, PagedBus& bus, const FlatOptions& options, FlatResult& result) {
  constexpr std::uint32_t kExit = 1, kWrite = 4, kMaxWrite = 1 << 16;
  if (cpu.r[4] == kExit) {
    result.exit_code = static_cast<int>(cpu.r[5] & 0xff);
    result.end = "exit";
    return false;
  }
  if (cpu.r[4] == kWrite) {
    std::string text;
    for (std::uint32_t i = 0; i < cpu.r[7] && i < kMaxWrite; ++i)
      text += static_cast<char>(bus.read8(cpu.r[6] + i));
    if (options.console) options.console(text);
    cpu.r[0] = static_cast<std::uint32_t>(text.size());
  } else {
    cpu.r[0] = ~0u;
  }
  return true;
}

}  // namespace

FlatResult run_sh2(const LoadedImage& image, const FlatOptions& options) {
  PagedBus bus;
  for (const Segment& s : image.segments) {
    for (std::size_t i = 0; i < s.bytes.size(); ++i)
      bus.write8(s.address + static_cast<std::uint32_t>(i), s.bytes[i]);
  }
  State cpu;
  if (const std::optional<Start> start = start_of_elf(image, kStackOfElf)) {
    cpu.pc = start->pc;
    cpu.r[15] = start->sp;
  } else if (image.entry || image.segments.at(0).address == 0) {
    cpu.pc = bus.read32(0);
    cpu.r[15] = bus.read32(4);
  } else {
    cpu.pc = image.segments[0].address;
    cpu.r[15] = kStackOfElf;
  }

  FlatResult result;
  while (!cpu.sleeping) {
    if (options.cycles && result.cycles >= *options.cycles) {
      result.end = "limit of cycles";
      return result;
    }
    const std::uint16_t word = bus.read16(cpu.pc & ~1u);
    if (word == 0xaffe && bus.read16((cpu.pc & ~1u) + 2) == 0x0009) {  // BRA to itself, NOP
      result.end = fmt::format("a branch to itself at 0x{:08X}", cpu.pc);
      return result;
    }
    if (options.trace) options.trace(trace_line(cpu, bus, result.cycles));
    ++result.instructions;
    if (word == (0xc300 | kSystemCall) && !cpu.in_slot &&
        bus.read32((cpu.vbr & ~3u) + 4 * kSystemCall) == 0) {
      cpu.pc += 2;
      result.cycles += kExceptionClocks;
      if (!system_call(cpu, bus, options, result)) return result;
      continue;
    }
    result.cycles += step(cpu, bus);
    result.exceptions = bus.exceptions();
  }
  result.end = fmt::format("SLEEP before 0x{:08X}", cpu.pc);
  return result;
}

}  // namespace kasuri::emu
