// SPDX-License-Identifier: MIT
// i8080.v in lockstep with the interpreter (studies/cores): registers, interrupt enable and clock before
// every instruction must be the same. Icarus Verilog runs the hardware; without it the tests are
// skipped.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "studies/cores/i8080_step.h"

namespace kasuri::emu::i8080 {
namespace {

struct Bus {
  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(65536);
  std::uint8_t fetch(std::uint16_t at) { return memory[at]; }
  std::uint8_t read(std::uint16_t at) { return memory[at]; }
  void write(std::uint16_t at, std::uint8_t v) { memory[at] = v; }
  std::uint8_t in(std::uint8_t port) { return static_cast<std::uint8_t>(port ^ 0x5a); }
  void out(std::uint8_t, std::uint8_t) {}
};

struct Lines {
  std::vector<std::string> lines;
  std::string end;
};

// The interpreter's trace as the bench prints its own.
Lines interpreted(Bus bus, std::int64_t limit, unsigned every) {
  Lines out;
  State cpu;
  std::int64_t clocks = 0, instructions = 0;
  unsigned taken = 0;
  bool request = false;
  for (;;) {
    if (every && instructions % every == 0) request = true;
    const bool accepts = request && interruptible(cpu);
    if (clocks >= limit || (cpu.halted && !accepts)) {
      out.end = fmt::format("end {} instructions {} cycles {}", clocks >= limit ? "limit" : "halt",
                            instructions, clocks);
      return out;
    }
    out.lines.push_back(fmt::format(
        "{:04x}{} A={:02x} F={:02x} BC={:04x} DE={:04x} HL={:04x} SP={:04x} E={:d} cycle {}",
        cpu.pc, accepts ? "!" : " ", cpu.r[kA], cpu.r[kF], cpu.pair(kB), cpu.pair(kD),
        cpu.pair(kH), cpu.sp, cpu.interrupts_enabled, clocks));
    ++instructions;
    if (accepts) {
      const auto rst = static_cast<std::uint8_t>(0xc7 | (taken / 2 % 8) << 3);
      clocks += taken % 2 ? interrupt(cpu, bus, {0xcd, 0x21, 0x43})
                          : interrupt(cpu, bus, {rst, 0, 0});
      ++taken;
      request = false;
    } else {
      clocks += step(cpu, bus);
    }
  }
}

bool have_icarus() { return std::system("command -v iverilog >/dev/null") == 0; }

class Hardware8080 : public testing::Test {
 protected:
  void SetUp() override {
    if (!have_icarus()) GTEST_SKIP() << "needs iverilog";
    std::string name = (std::filesystem::temp_directory_path() / "kasuri-test-XXXXXX").string();
    ASSERT_TRUE(mkdtemp(name.data()));
    folder_ = name;
    const std::string build = fmt::format("iverilog -g2005 -o {0}/bench {1}/i8080.v "
                                          "{1}/i8080_bench.v", name, KASURI_HARDWARE);
    ASSERT_EQ(std::system(build.c_str()), 0);
  }
  void TearDown() override {
    if (!folder_.empty()) std::filesystem::remove_all(folder_);
  }

  Lines simulated(const Bus& bus, std::int64_t limit, unsigned every) const {
    const std::string image = (folder_ / "image").string();
    std::ofstream(image, std::ios::binary)
        .write(reinterpret_cast<const char*>(bus.memory.data()), 65536);
    const std::string command = fmt::format("{}/bench +image={} +clocks={} +interrupt={}",
                                            folder_.string(), image, limit, every);
    Lines out;
    FILE* pipe = popen(command.c_str(), "r");
    if (!pipe) return out;
    for (std::array<char, 512> line; fgets(line.data(), line.size(), pipe);) {
      std::string text = line.data();
      text.pop_back();
      if (text.starts_with("end ")) out.end = text;
      else out.lines.push_back(text);
    }
    pclose(pipe);
    return out;
  }

  void compare(const Bus& bus, std::int64_t limit, unsigned every = 0) const {
    const Lines ours = interpreted(bus, limit, every);
    const Lines theirs = simulated(bus, limit, every);
    for (std::size_t k = 0; k < std::min(ours.lines.size(), theirs.lines.size()); ++k) {
      ASSERT_EQ(theirs.lines[k], ours.lines[k])
          << "after " << (k ? ours.lines[k - 1] : "reset") << ", instruction " << k;
    }
    ASSERT_EQ(theirs.lines.size(), ours.lines.size());
    EXPECT_EQ(theirs.end, ours.end);
  }

  std::filesystem::path folder_;
};

// A program of random bytes meets every opcode, and writes over itself. Without HLT it goes on.
Bus random_memory(unsigned seed, bool interrupts) {
  std::mt19937 random(seed);
  Bus bus;
  for (std::uint8_t& byte : bus.memory) {
    do byte = static_cast<std::uint8_t>(random() >> 24);
    while (!interrupts && byte == 0x76);
    if (interrupts && random() % 32 == 0) byte = 0xfb;  // EI
  }
  return bus;
}

TEST_F(Hardware8080, RunsRandomMemoryAsTheInterpreterDoes) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    compare(random_memory(seed, false), 10000);
    if (HasFatalFailure()) return;
  }
}

TEST_F(Hardware8080, TakesInterruptsAsTheInterpreterDoes) {
  std::size_t taken = 0;
  for (unsigned seed = 101; seed <= 108; ++seed) {
    SCOPED_TRACE(seed);
    const Bus bus = random_memory(seed, true);
    compare(bus, 10000, 1 + seed % 7);
    if (HasFatalFailure()) return;
    for (const std::string& line : interpreted(bus, 10000, 1 + seed % 7).lines) {
      taken += line[4] == '!';
    }
  }
  EXPECT_GT(taken, 100u);
}

// Each opcode with operands of its own, away from the rest: registers by POP, then the opcode.
TEST_F(Hardware8080, RunsEachOpcodeWithRandomOperands) {
  std::mt19937 random(1);
  const auto byte = [&] { return static_cast<std::uint8_t>(random() >> 24); };
  for (unsigned round = 0; round < 2; ++round) {
    Bus bus = random_memory(1000 + round, false);
    std::uint16_t pc = 0;
    for (unsigned code = 0; code < 256; ++code) {
      const auto put = [&](std::initializer_list<unsigned> bytes) {
        for (const unsigned b : bytes) bus.memory[pc++] = static_cast<std::uint8_t>(b);
      };
      const unsigned next = pc + 3 + 4 + 3 + 3;
      put({0x31, byte(), 0x80u | byte()});   // LXI SP
      put({0xf1, 0xc1, 0xd1, 0xe1});         // POP PSW, B, D, H
      put({0x31, byte(), 0x80u | byte()});
      const bool transfers = code >= 0xc0 && ((code & 7) == 2 || (code & 7) == 4 || code == 0xc3 ||
                             code == 0xcb || code == 0xcd || code == 0xdd || code == 0xed ||
                             code == 0xfd);
      const bool leaves = code == 0x76 || (code & 0xc7) == 0xc7 || (code & 0xc7) == 0xc0 ||
                          code == 0xc9 || code == 0xd9 || code == 0xe9;
      if (transfers) put({code, next & 0xff, next >> 8});
      else if (leaves) put({0, 0, 0});
      else put({code, byte(), 0x80u | byte()});  // operand bytes may be instructions of their own
      pc = static_cast<std::uint16_t>(next);
    }
    bus.memory[pc] = 0x76;
    SCOPED_TRACE(round);
    compare(bus, 30000);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace kasuri::emu::i8080
