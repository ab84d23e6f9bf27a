// SPDX-License-Identifier: MIT
// The 8080 against independent models: arithmetic bit by bit and in decimal, clocks from a second
// transcription of the manual's tables, text by assembling what was disassembled.
#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "base/core/errors.h"
#include "studies/cores/i8080_step.h"
#include "studies/cores/i8080_text.h"

namespace kasuri::emu::i8080 {
namespace i8080_test {

struct FlatBus {
  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(65536);
  std::uint8_t last_out = 0, last_port = 0;
  std::uint8_t fetch(std::uint16_t at) { return memory[at]; }
  std::uint8_t read(std::uint16_t at) { return memory[at]; }
  void write(std::uint16_t at, std::uint8_t v) { memory[at] = v; }
  std::uint8_t in(std::uint8_t port) { return static_cast<std::uint8_t>(port ^ 0x5a); }
  void out(std::uint8_t port, std::uint8_t v) { last_port = port, last_out = v; }
};

struct Sum {
  unsigned value;
  bool carry, aux;
};

// A chain of eight full adders.
Sum ripple(unsigned a, unsigned b, bool carry) {
  Sum s{0, carry, false};
  for (int bit = 0; bit < 8; ++bit) {
    const bool x = a >> bit & 1, y = b >> bit & 1;
    s.value |= static_cast<unsigned>(x ^ y ^ s.carry) << bit;
    s.carry = (x && y) || (x && s.carry) || (y && s.carry);
    if (bit == 3) s.aux = s.carry;
  }
  return s;
}

unsigned flags_of(unsigned v, bool carry, bool aux) {
  int ones = 0;
  for (int bit = 0; bit < 8; ++bit) ones += v >> bit & 1;
  return (v >= 128) * 0x80u + (v == 0) * 0x40u + aux * 0x10u + (ones % 2 == 0) * 4u + 2u + carry;
}

unsigned run(State& cpu, FlatBus& bus, std::vector<std::uint8_t> code) {
  for (std::size_t i = 0; i < code.size(); ++i) bus.memory[cpu.pc + i] = code[i];
  return step(cpu, bus);
}

TEST(I8080, ArithmeticIsAChainOfFullAdders) {
  FlatBus bus;
  for (unsigned a = 0; a < 256; ++a) {
    for (unsigned b = 0; b < 256; ++b) {
      for (unsigned f = 0; f < 2; ++f) {
        for (unsigned k = 0; k < 8; ++k) {
          State cpu;
          cpu.r = {static_cast<std::uint8_t>(b), 0, 0, 0, 0, 0, static_cast<std::uint8_t>(2 | f),
                   static_cast<std::uint8_t>(a)};
          ASSERT_EQ(run(cpu, bus, {static_cast<std::uint8_t>(0x80 | k << 3)}), 4u);
          Sum want{};
          switch (k) {
            case 0: want = ripple(a, b, false); break;
            case 1: want = ripple(a, b, f); break;
            case 2:
            case 7: want = ripple(a, b ^ 0xff, true); want.carry = !want.carry; break;
            case 3: want = ripple(a, b ^ 0xff, !f); want.carry = !want.carry; break;
            case 4: want = {a & b, false, ((a | b) & 8) != 0}; break;
            case 5: want = {a ^ b, false, false}; break;
            default: want = {a | b, false, false};
          }
          ASSERT_EQ(cpu.r[kF], flags_of(want.value, want.carry, want.aux))
              << k << " " << a << " " << b;
          ASSERT_EQ(cpu.r[kA], k == 7 ? a : want.value);
        }
      }
    }
  }
}

TEST(I8080, IncrementAndDecrementKeepTheCarry) {
  FlatBus bus;
  for (unsigned v = 0; v < 256; ++v) {
    for (unsigned carry = 0; carry < 2; ++carry) {
      State cpu;
      cpu.r[kD] = static_cast<std::uint8_t>(v);
      cpu.r[kF] = static_cast<std::uint8_t>(0xd6 | carry);
      EXPECT_EQ(run(cpu, bus, {0x14}), 5u);
      const Sum up = ripple(v, 1, false);
      EXPECT_EQ(cpu.r[kD], up.value);
      EXPECT_EQ(cpu.r[kF], flags_of(up.value, carry, up.aux));
      cpu.r[kD] = static_cast<std::uint8_t>(v);
      EXPECT_EQ(run(cpu, bus, {0x15}), 5u);
      const Sum down = ripple(v, 0xfe, true);
      EXPECT_EQ(cpu.r[kD], down.value);
      EXPECT_EQ(cpu.r[kF], flags_of(down.value, carry, down.aux));
    }
  }
}

// Two decimal digits added to two others must give their decimal sum.
TEST(I8080, DecimalAdjustAddsInDecimal) {
  FlatBus bus;
  for (unsigned x = 0; x < 100; ++x) {
    for (unsigned y = 0; y < 100; ++y) {
      State cpu;
      cpu.r[kA] = static_cast<std::uint8_t>(x / 10 << 4 | x % 10);
      cpu.r[kB] = static_cast<std::uint8_t>(y / 10 << 4 | y % 10);
      run(cpu, bus, {0x80});
      EXPECT_EQ(run(cpu, bus, {0x27}), 4u);
      const unsigned sum = (x + y) % 100;
      EXPECT_EQ(cpu.r[kA], sum / 10 << 4 | sum % 10);
      EXPECT_EQ(cpu.flag(kCarry), x + y > 99);
    }
  }
}

// The manual's two steps, each an addition of its own, for every accumulator and flags.
TEST(I8080, DecimalAdjustFollowsTheManualStepByStep) {
  FlatBus bus;
  for (unsigned a = 0; a < 256; ++a) {
    for (unsigned f = 0; f < 4; ++f) {
      const bool aux = f & 1, carry = f & 2;
      State cpu;
      cpu.r[kA] = static_cast<std::uint8_t>(a);
      cpu.r[kF] = static_cast<std::uint8_t>(2 | (aux ? 0x10 : 0) | (carry ? 1 : 0));
      run(cpu, bus, {0x27});
      Sum low = a % 16 > 9 || aux ? ripple(a, 6, false) : Sum{a, false, false};
      const bool above = (low.carry ? 16 : low.value / 16) > 9;
      Sum high = above || carry ? ripple(low.value, 0x60, false) : Sum{low.value, false, false};
      EXPECT_EQ(cpu.r[kA], high.value);
      EXPECT_EQ(cpu.r[kF], flags_of(high.value, above || carry, low.aux)) << a << " " << f;
    }
  }
}

TEST(I8080, RotationsAndSixteenBitSums) {
  FlatBus bus;
  for (unsigned v = 0; v < 512; ++v) {  // accumulator and carry as nine bits
    const unsigned a = v & 0xff, carry = v >> 8;
    const auto rotated = [&](std::uint8_t code) {
      State cpu;
      cpu.r[kA] = static_cast<std::uint8_t>(a);
      cpu.r[kF] = static_cast<std::uint8_t>(0xd6 | carry);
      EXPECT_EQ(run(cpu, bus, {code}), 4u);
      EXPECT_EQ(cpu.r[kF] & 0xfe, 0xd6);
      return cpu.r[kA] | (cpu.r[kF] & 1u) << 8;
    };
    EXPECT_EQ(rotated(0x07), std::rotl(static_cast<std::uint8_t>(a), 1) | a >> 7 << 8);
    EXPECT_EQ(rotated(0x0f), std::rotr(static_cast<std::uint8_t>(a), 1) | (a & 1) << 8);
    EXPECT_EQ(rotated(0x17), (v << 1 | v >> 8) & 0x1ff);
    EXPECT_EQ(rotated(0x1f), (v >> 1 | v << 8) & 0x1ff);
  }
  for (unsigned i = 0; i < 10000; ++i) {
    State cpu;
    const unsigned x = i * 48271u & 0xffff, y = i * 69621u >> 3 & 0xffff;
    cpu.set_pair(kH, static_cast<std::uint16_t>(x));
    cpu.set_pair(kB, static_cast<std::uint16_t>(y));
    EXPECT_EQ(run(cpu, bus, {0x09}), 10u);
    EXPECT_EQ(cpu.pair(kH), (x + y) % 65536);
    EXPECT_EQ(cpu.flag(kCarry), x + y >= 65536);
  }
}

// Clocks of each opcode, not taken and taken, transcribed a second time from the manual's summary.
TEST(I8080, ClocksOfEveryOpcode) {
  constexpr unsigned char kTaken[] =
      "\x04\x0a\x07\x05\x05\x05\x07\x04\x04\x0a\x07\x05\x05\x05\x07\x04"
      "\x04\x0a\x07\x05\x05\x05\x07\x04\x04\x0a\x07\x05\x05\x05\x07\x04"
      "\x04\x0a\x10\x05\x05\x05\x07\x04\x04\x0a\x10\x05\x05\x05\x07\x04"
      "\x04\x0a\x0d\x05\x0a\x0a\x0a\x04\x04\x0a\x0d\x05\x05\x05\x07\x04";
  constexpr unsigned kUpper[] = {11, 10, 10, 10, 17, 11, 7, 11, 11, 10, 10, 10, 17, 17, 7, 11,
                                 11, 10, 10, 10, 17, 11, 7, 11, 11, 10, 10, 10, 17, 17, 7, 11,
                                 11, 10, 10, 18, 17, 11, 7, 11, 11, 5,  10, 4,  17, 17, 7, 11,
                                 11, 10, 10, 4,  17, 11, 7, 11, 11, 5,  10, 4,  17, 17, 7, 11};
  for (unsigned code = 0; code < 256; ++code) {
    unsigned taken = 0;
    if (code < 0x40) taken = kTaken[code];
    else if (code == 0x76) taken = 7;
    else if (code < 0x80) taken = (code & 7) == 6 || (code >> 3 & 7) == 6 ? 7 : 5;
    else if (code < 0xc0) taken = (code & 7) == 6 ? 7 : 4;
    else taken = kUpper[code - 0xc0];
    const unsigned not_taken = taken == 17 && (code & 7) == 4 ? 11
                               : taken == 11 && (code & 7) == 0 ? 5 : taken;
    for (const std::uint8_t flags : {0x02, 0xd7}) {
      FlatBus bus;
      State cpu;
      cpu.pc = 0x1000;
      cpu.sp = 0x8000;
      cpu.r[kF] = flags;
      const unsigned condition = code >> 3 & 7;
      const bool met = (flags == 0xd7) == (condition % 2 == 1);
      EXPECT_EQ(run(cpu, bus, {static_cast<std::uint8_t>(code)}), met ? taken : not_taken)
          << std::hex << code;
    }
  }
}

TEST(I8080, EveryOpcodeAssemblesFromItsText) {
  for (unsigned code = 0; code < 256; ++code) {
    const std::vector<std::uint8_t> bytes{static_cast<std::uint8_t>(code), 0xab, 0x12};
    std::string text = disassemble(bytes);
    unsigned expected = code;
    if (kOpcodes[code].alias) {
      EXPECT_EQ(text[0], '*');
      text.erase(0, 1);
      expected = code < 0x40 ? 0x00 : code == 0xcb ? 0xc3 : code == 0xd9 ? 0xc9 : 0xcd;
    }
    const Image image = assemble(text, instruction_set(), "test");
    ASSERT_EQ(image.bytes.size(), kOpcodes[code].length()) << text;
    EXPECT_EQ(image.bytes[0], expected) << text;
    for (std::size_t i = 1; i < image.bytes.size(); ++i) EXPECT_EQ(image.bytes[i], bytes[i]);
  }
}

TEST(I8080, LoadsStoresStackAndCalls) {
  const Image image = assemble(R"(
        ORG  100H
        LXI  SP,0F000H
        LXI  H,1234H
        SHLD 2000H
        LHLD 2001H      ; L = 12H
        PUSH H
        LXI  B,2000H
        LDAX B          ; A = 34H
        XTHL
        CALL sub
        IN   0F0H
        OUT  7
        HLT
sub:    POP  D
        PUSH D
        PUSH PSW
        POP  B
        RET
)", instruction_set(), "test");
  FlatBus bus;
  std::ranges::copy(image.bytes, bus.memory.begin() + image.origin);
  State cpu;
  cpu.pc = 0x100;
  unsigned clocks = 0;
  for (int i = 0; i < 17 && !cpu.halted; ++i) clocks += step(cpu, bus);
  EXPECT_TRUE(cpu.halted);
  EXPECT_EQ(clocks,
            10u + 10 + 16 + 16 + 11 + 10 + 7 + 18 + 17 + 10 + 11 + 11 + 10 + 10 + 10 + 10 + 7);
  EXPECT_EQ(cpu.r[kB], 0x34);
  EXPECT_EQ(cpu.pair(kD), image.symbols.at("sub") - 5);
  EXPECT_EQ(bus.last_port, 7);
  EXPECT_EQ(bus.last_out, 0xf0 ^ 0x5a);
  EXPECT_EQ(cpu.sp, 0xeffe);
  EXPECT_EQ(cpu.pair(kH), 0x0012);
}

TEST(I8080, InterruptsWaitForTheInstructionAfterEnable) {
  FlatBus bus;
  State cpu;
  cpu.sp = 0x100;
  cpu.pc = 0x200;
  EXPECT_FALSE(interruptible(cpu));
  run(cpu, bus, {0xfb});
  EXPECT_FALSE(interruptible(cpu));
  EXPECT_EQ(run(cpu, bus, {0x76}), 7u);
  EXPECT_TRUE(interruptible(cpu));
  EXPECT_EQ(interrupt(cpu, bus, {0xff, 0, 0}), 11u);
  EXPECT_FALSE(cpu.halted);
  EXPECT_FALSE(interruptible(cpu));
  EXPECT_EQ(cpu.pc, 0x38);
  EXPECT_EQ(bus.memory[0xfe] | bus.memory[0xff] << 8, 0x202);
  EXPECT_EQ(interrupt(cpu, bus, {0xcd, 0x34, 0x12}), 17u);
  EXPECT_EQ(cpu.pc, 0x1234);
  EXPECT_EQ(bus.memory[0xfc] | bus.memory[0xfd] << 8, 0x38);
}

TEST(Assembler, ReportsEachMistakeWithItsLine) {
  try {
    assemble("  MVI A,300\n  FOO\n  JMP nowhere\nx: NOP\nx: NOP\n  MOV M,M\n  DB 1/0\n",
             instruction_set(), "bad.asm");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::usage);
    EXPECT_STREQ(e.what(),
                 "bad.asm:1: error: 300 does not fit into 8 bits\n"
                 "bad.asm:2: error: unknown instruction 'FOO'\n"
                 "bad.asm:3: error: unknown name 'nowhere'\n"
                 "bad.asm:5: error: 'x' is defined twice\n"
                 "bad.asm:6: error: MOV does not take these operands; it is written MOV B,B\n"
                 "bad.asm:7: error: division by zero");
  }
}

TEST(Assembler, RefusesAddressesBeyond32Bits) {
  for (const char* line : {"  DS 9223372036854775807", "  DS -9223372036854775807", "  ORG 4294967296",
                           "  ORG 4294967295\n  DB 1", "  ORG 2\n  ALIGN 9223372036854775807"}) {
    EXPECT_THROW(assemble(line, instruction_set(), "bad.asm"), Error) << line;
  }
}

TEST(Assembler, DataExpressionsAndForwardReferences) {
  const Image image = assemble(R"(
n       EQU  3
        ORG  10H
        DB   'ab;', 'c', n*(2+end-$) & 0xff, -1
        ALIGN 4
        DW   end, 0b101 << 4 | 1
        DS   2
end:    DB   0
)", instruction_set(), "test");
  EXPECT_EQ(image.origin, 0x10u);
  EXPECT_EQ(image.bytes, (std::vector<std::uint8_t>{'a', 'b', ';', 'c', 3 * (2 + 14), 0xff, 0, 0,
                                                    0x1e, 0, 0x51, 0, 0, 0, 0}));
}

}  // namespace i8080_test
}  // namespace kasuri::emu::i8080
