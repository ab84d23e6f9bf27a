// SPDX-License-Identifier: MIT
// The SH-2 against independent models: division by the processor's own divide, MAC in 128 bits,
// carries in 64 bits; delay slots, exceptions and text.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <set>
#include <vector>

#include "base/core/rng.h"
#include "studies/cores/sh2_step.h"
#include "studies/cores/sh2_text.h"

namespace kasuri::emu::sh2 {
namespace sh2_test {

struct FlatBus {
  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(65536);
  std::uint8_t read8(std::uint32_t at) { return memory[at & 0xffff]; }
  std::uint16_t read16(std::uint32_t at) {
    return static_cast<std::uint16_t>(read8(at) << 8 | read8(at + 1));
  }
  std::uint32_t read32(std::uint32_t at) {
    return static_cast<std::uint32_t>(read16(at)) << 16 | read16(at + 2);
  }
  std::uint16_t fetch16(std::uint32_t at) { return read16(at); }
  void write8(std::uint32_t at, std::uint8_t v) { memory[at & 0xffff] = v; }
  void write16(std::uint32_t at, std::uint16_t v) {
    write8(at, static_cast<std::uint8_t>(v >> 8)), write8(at + 1, static_cast<std::uint8_t>(v));
  }
  void write32(std::uint32_t at, std::uint32_t v) {
    write16(at, static_cast<std::uint16_t>(v >> 16)),
        write16(at + 2, static_cast<std::uint16_t>(v));
  }
};

// A program at 0x1000, the stack below 0x8000, handlers of vector v at 0x4000 + 16 v.
struct Machine {
  State cpu;
  FlatBus bus;
  Image image;

  explicit Machine(std::string_view source) {
    image = assemble(fmt::format("  ORG 0x1000\n{}", source), instruction_set(), "test");
    std::ranges::copy(image.bytes, bus.memory.begin() + image.origin);
    for (std::uint32_t v = 0; v < 256; ++v) bus.write32(4 * v, 0x4000 + 16 * v);
    cpu.pc = 0x1000;
    cpu.r[15] = 0x8000;
  }
  unsigned steps(int n) {
    unsigned clocks = 0;
    for (int i = 0; i < n; ++i) clocks += step(cpu, bus);
    return clocks;
  }
  std::uint32_t label(std::string_view name) const {
    return static_cast<std::uint32_t>(image.symbols.find(name)->second);
  }
};

// Operands that meet the corners as often as the middle.
std::uint32_t operand(std::uint32_t stream, std::uint64_t i) {
  constexpr std::uint32_t kCorner[] = {0,      1,          2,          0x7fff,     0x8000,
                                       0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
  const auto bits = random_at(7, 0, stream, i)[0];
  return bits % 3 == 0 ? kCorner[bits / 3 % 10] : static_cast<std::uint32_t>(bits >> 20);
}

struct Result {
  std::uint32_t n;
  bool t;
};

Result binary(const std::string& line, std::uint32_t m, std::uint32_t n, bool t) {
  static std::map<std::string, Machine> machines;
  Machine& x = machines.try_emplace(line, fmt::format(" {} R1,R2\n", line)).first->second;
  x.cpu.pc = 0x1000;
  x.cpu.r[1] = m;
  x.cpu.r[2] = n;
  x.cpu.set_t(t);
  EXPECT_EQ(x.steps(1), 1u);
  EXPECT_EQ(x.cpu.r[1], m);
  return {x.cpu.r[2], x.cpu.t()};
}

TEST(Sh2, CarriesAndOverflowsAgreeWithWideArithmetic) {
  for (std::uint64_t i = 0; i < 4000; ++i) {
    const std::uint32_t m = operand(1, i), n = operand(2, i);
    const bool t = i % 2;
    const auto sm = static_cast<std::int32_t>(m), sn = static_cast<std::int32_t>(n);
    const std::int64_t plus = std::int64_t{n} + m + t, minus = std::int64_t{n} - m - t;
    EXPECT_EQ(binary("ADDC", m, n, t).n, static_cast<std::uint32_t>(plus));
    EXPECT_EQ(binary("ADDC", m, n, t).t, plus > UINT32_MAX);
    EXPECT_EQ(binary("SUBC", m, n, t).n, static_cast<std::uint32_t>(minus));
    EXPECT_EQ(binary("SUBC", m, n, t).t, minus < 0);
    EXPECT_EQ(binary("NEGC", m, n, t).n, static_cast<std::uint32_t>(-std::int64_t{m} - t));
    EXPECT_EQ(binary("NEGC", m, n, t).t, -std::int64_t{m} - t < 0);
    const auto fits = [](std::int64_t v) { return v >= INT32_MIN && v <= INT32_MAX; };
    EXPECT_EQ(binary("ADDV", m, n, t).t, !fits(std::int64_t{sn} + sm));
    EXPECT_EQ(binary("SUBV", m, n, t).t, !fits(std::int64_t{sn} - sm));
    EXPECT_EQ(binary("CMP/HS", m, n, t).t, n >= m);
    EXPECT_EQ(binary("CMP/HI", m, n, t).t, n > m);
    EXPECT_EQ(binary("CMP/GE", m, n, t).t, sn >= sm);
    EXPECT_EQ(binary("CMP/GT", m, n, t).t, sn > sm);
    EXPECT_EQ(binary("XTRCT", m, n, t).n,
              static_cast<std::uint32_t>((std::uint64_t{m} << 32 | n) >> 16));
    EXPECT_EQ(binary("SWAP.B", m, n, t).n, (m & 0xffff0000) + (m % 256) * 256 + m / 256 % 256);
    bool byte = false;
    for (int k = 0; k < 32; k += 8) byte = byte || (m >> k & 255) == (n >> k & 255);
    EXPECT_EQ(binary("CMP/STR", m, n, t).t, byte);
    EXPECT_EQ(binary("EXTS.B", m, n, t).n,
              static_cast<std::uint32_t>(static_cast<std::int32_t>(m << 24) >> 24));
    EXPECT_EQ(binary("EXTU.W", m, n, t).n, m % 65536);
  }
}

// The manual's example of unsigned division: 32 steps, each after a ROTCL of the quotient.
TEST(Sh2, ThirtyTwoStepsDivideUnsigned) {
  std::string source = "  DIV0U\n";
  for (int i = 0; i < 32; ++i) source += "  ROTCL R0\n  DIV1 R1,R2\n";
  source += "  ROTCL R0\n";
  Machine x(source);
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const std::uint32_t divisor = operand(3, i) | 1;
    const std::uint32_t high = operand(4, i) % divisor, low = operand(5, i);
    x.cpu.pc = 0x1000;
    x.cpu.r = {low, divisor, high};
    EXPECT_EQ(x.steps(66), 66u);
    const std::uint64_t dividend = std::uint64_t{high} << 32 | low;
    EXPECT_EQ(x.cpu.r[0], static_cast<std::uint32_t>(dividend / divisor))
        << dividend << "/" << divisor;
  }
}

// 16 bits by 16 bits, signed, as in the manual: the quotient of C++ for any signs.
TEST(Sh2, SixteenStepsDivideSigned) {
  std::string source =
      "  SHLL16 R1\n  EXTS.W R2,R2\n  XOR R0,R0\n  MOV R2,R3\n  ROTCL R3\n  SUBC R0,R2\n  DIV0S "
      "R1,R2\n";
  for (int i = 0; i < 16; ++i) source += "  DIV1 R1,R2\n";
  source += "  EXTS.W R2,R2\n  ROTCL R2\n  ADDC R0,R2\n  EXTS.W R2,R2\n";
  Machine x(source);
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const auto divisor = static_cast<std::int16_t>(operand(6, i) | 1);
    const auto dividend = static_cast<std::int16_t>(operand(7, i));
    if (dividend == INT16_MIN && divisor == -1) continue;
    x.cpu.pc = 0x1000;
    x.cpu.r[1] = static_cast<std::uint32_t>(divisor);
    x.cpu.r[2] = static_cast<std::uint32_t>(dividend);
    x.steps(27);
    EXPECT_EQ(static_cast<std::int32_t>(x.cpu.r[2]), dividend / divisor)
        << dividend << "/" << divisor;
  }
}

TEST(Sh2, MultiplyAndAccumulateSaturate) {
  Machine longs("  MAC.L @R1+,@R2+\n");
  Machine words("  MAC.W @R1+,@R2+\n");
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const std::uint32_t a = operand(8, i), b = operand(9, i), high = operand(10, i),
                        low = operand(11, i);
    const bool saturate = i % 2;
    const auto run = [&](Machine& x) {
      x.bus.write32(0x2000, a);
      x.bus.write32(0x3000, b);
      x.cpu.pc = 0x1000;
      x.cpu.r[1] = 0x2000;
      x.cpu.r[2] = 0x3000;
      x.cpu.mach = high;
      x.cpu.macl = low;
      x.cpu.sr = saturate ? kS : 0;
      EXPECT_EQ(x.steps(1), 3u);
      return x.cpu.mac();
    };
    __extension__ typedef __int128 Wide;
    const Wide product = Wide{static_cast<std::int32_t>(a)} * static_cast<std::int32_t>(b);
    const std::uint64_t mac = std::uint64_t{high} << 32 | low;
    if (saturate) {
      Wide sum = Wide{static_cast<std::int64_t>(mac)} + product;
      const Wide most = 0x7fffffffffff;
      if (sum > most) sum = most;
      if (sum < -most - 1) sum = -most - 1;
      EXPECT_EQ(run(longs), static_cast<std::uint64_t>(sum));
      const std::int64_t small =
          std::int64_t{static_cast<std::int16_t>(a >> 16)} * static_cast<std::int16_t>(b >> 16);
      const std::int64_t word = static_cast<std::int32_t>(low) + small;
      const std::uint64_t got = run(words);
      if (word > INT32_MAX || word < INT32_MIN) {
        EXPECT_EQ(got >> 32, high | 1);
        EXPECT_EQ(static_cast<std::uint32_t>(got), word > 0 ? 0x7fffffffu : 0x80000000u);
      } else {
        EXPECT_EQ(got, std::uint64_t{high} << 32 | static_cast<std::uint32_t>(word));
      }
    } else {
      EXPECT_EQ(run(longs), static_cast<std::uint64_t>(static_cast<Wide>(mac) + product));
    }
    EXPECT_EQ(longs.cpu.r[1], 0x2004u);
  }
}

// Sums that were read off an SH7091 (Z. Buhman, qemu-devel, 4 April 2024), and others by hand
// beside them: accumulators within and beyond 48 bits, sums beyond 64 bits. With S, then without.
TEST(Sh2, SaturatingAccumulatorsCountAllTheirBits) {
  struct Case {
    std::uint64_t mac;
    std::int32_t a, b;
    std::uint64_t limited, whole;
  };
  constexpr std::uint64_t kMost = 0x00007fffffffffff, kLeast = 0xffff800000000000;
  constexpr std::int32_t kLarge = 0x7fffffff;
  const Case cases[] = {
      {0x00007fff12345678, kLarge, kLarge, kMost, 0x40007ffe12345679},
      {kLeast, -1, 1, kLeast, 0xffff7fffffffffff},
      {0x8000000000000000, -1, 1, kLeast, 0x7fffffffffffffff},
      {0x7fffffff00000000, kLarge, kLarge, kMost, 0xbffffffe00000001},
      {4, 1, 2, 6, 6},
      {std::uint64_t(-4), -1, -2, std::uint64_t(-2), std::uint64_t(-2)},
      // Beyond 48 bits before: at the limit, unless the product brings it back.
      {0x0000800000000000, 0, 0, kMost, 0x0000800000000000},
      {0x0001000000000005, 0, 0, kMost, 0x0001000000000005},
      {0x0000800000000000, 1, -1, kMost, kMost},
      {0x0000800000000001, 2, -1, kMost, kMost},
      {0x0000800000000005, -3, 2, kMost, kMost},
      {0x0000800000000005, -3, 3, 0x00007ffffffffffc, 0x00007ffffffffffc},
      {0xffff7fffffffffff, 0, 0, kLeast, 0xffff7fffffffffff},
      {0xffff7fffffffffff, 1, 5, 0xffff800000000004, 0xffff800000000004},
      {0xfffe000000000000, kLarge, 1, kLeast, 0xfffe00007fffffff},
      // Below that, as it always was.
      {kMost, 1, 1, kMost, 0x0000800000000000},
      {kMost, -1, 1, kMost - 1, kMost - 1},
      {kLeast, 1, 1, kLeast + 1, kLeast + 1},
      {0, INT32_MIN, INT32_MIN, kMost, 0x4000000000000000},
      {0, INT32_MIN, kLarge, kLeast, 0xc000000080000000},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(accumulate_long(c.mac, c.a, c.b, true), c.limited) << std::hex << c.mac << " " << c.a;
    EXPECT_EQ(accumulate_long(c.mac, c.a, c.b, false), c.whole) << std::hex << c.mac << " " << c.a;
  }
}

TEST(Sh2, EveryLineAssemblesFromItsText) {
  std::set<std::string> forms;
  for (std::size_t line = 0; line < kIllegal; ++line) {
    const Opcode& o = kOpcodes[line];
    ASSERT_EQ(o.pattern.size(), 16u) << o.syntax;
    for (std::uint64_t i = 0; i < 50; ++i) {
      const unsigned free = 0xffffu & ~o.fixed_mask();
      const auto word = static_cast<std::uint16_t>(
          o.bits('1') | (random_at(3, 0, static_cast<std::uint32_t>(line), i)[0] & free));
      ASSERT_EQ(decode_table()[word], line) << "two lines share a word: " << o.syntax;
      const std::string text = disassemble(word, 0x10002);
      const Image image =
          assemble(fmt::format("  ORG 0x10002\n  {}\n", text), instruction_set(), "test");
      EXPECT_EQ(image.bytes[0] << 8 | image.bytes[1], word) << text;
      forms.insert(text);
    }
  }
  EXPECT_EQ(kIllegal, 142u);  // the instructions of the SH-2
  EXPECT_TRUE(forms.contains("SHLL16 R3"));
}

TEST(Sh2, RefusesLabelsThatAreNoAddresses) {
  for (const char* line : {"  BRA -9223372036854775807", "  MOV.L 4294967296,R1"}) {
    EXPECT_THROW(assemble(line, instruction_set(), "bad.asm"), Error) << line;
  }
}

TEST(Sh2, DelaySlotsRunBeforeTheTarget) {
  Machine x(R"(
        MOV  #1,R0
        BRA  there
        ADD  #1,R0
        ADD  #16,R0
there:  BSR  sub
        MOVA here,R0     ; in a slot it counts from the destination
        NOP
        ALIGN 4
sub:    RTS
        MOV  #7,R3
        ALIGN 4
here:   DL   0
)");
  EXPECT_EQ(x.steps(3), 1u + 2 + 1);
  EXPECT_EQ(x.cpu.r[0], 2u);
  EXPECT_EQ(x.cpu.pc, x.label("there"));
  const std::uint32_t slot = x.label("there") + 2;
  EXPECT_EQ(x.steps(2), 2u + 1);
  EXPECT_EQ(x.cpu.pc, x.label("sub"));
  EXPECT_EQ(x.cpu.pr, slot + 2);
  const std::uint32_t displacement = x.bus.read16(slot) % 256u * 4;
  EXPECT_EQ(x.cpu.r[0], ((x.label("sub") + 2) & ~3u) + displacement);
  EXPECT_EQ(x.steps(2), 2u + 1);
  EXPECT_EQ(x.cpu.pc, slot + 2);
  EXPECT_EQ(x.cpu.r[3], 7u);
}

TEST(Sh2, ConditionalBranchesTakeTheirClocks) {
  Machine x("back: BT back\n  BT/S back\n  NOP\n BF back\n BF/S back\n NOP\n");
  x.cpu.set_t(false);
  EXPECT_EQ(x.steps(1), 1u);
  EXPECT_EQ(x.steps(2), 2u);
  EXPECT_EQ(x.steps(1), 3u);
  EXPECT_EQ(x.cpu.pc, 0x1000u);
  x.cpu.set_t(true);
  EXPECT_EQ(x.steps(1), 3u);
  x.cpu.pc = 0x1002;
  EXPECT_EQ(x.steps(2), 2u + 1);
  EXPECT_EQ(x.cpu.pc, 0x1000u);
}

struct Fault {
  std::string source;
  int steps;
  std::uint32_t vector;
  std::uint32_t saved_pc;
};

TEST(Sh2, ExceptionsSaveTheManualsProgramCounter) {
  const Fault faults[] = {
      {"  DW 0xFFFF\n", 1, kIllegalInstruction, 0x1000},
      {"  BRA t\n  DW 0xFFFF\n  NOP\nt: NOP\n", 2, kIllegalSlot, 0x1006},
      {"  BRA t\n  BRA t\n  NOP\nt: NOP\n", 2, kIllegalSlot, 0x1006},
      {"  MOV #1,R1\n  MOV.W @R1,R2\n", 2, kAddressError, 0x1004},
      {"  MOV #2,R1\n  MOV.L R1,@R1\n", 2, kAddressError, 0x1004},
      {"  MOV #1,R1\n  JMP @R1\n  NOP\n", 4, kAddressError, 1},
      {"  MOV #1,R1\n  BRA t\n  MOV.L @R1,R2\n  NOP\nt: NOP\n", 3, kAddressError, 0x1008},
      {"  TRAPA #34\n", 1, 34, 0x1002},
  };
  for (const Fault& f : faults) {
    Machine x(f.source);
    x.cpu.sr = 0x51;
    x.steps(f.steps);
    EXPECT_EQ(x.cpu.pc, 0x4000 + 16 * f.vector) << f.source;
    EXPECT_EQ(x.cpu.r[15], 0x7ff8u);
    EXPECT_EQ(x.bus.read32(0x7ff8), f.saved_pc) << f.source;
    EXPECT_EQ(x.bus.read32(0x7ffc), 0x51u);
    // And back.
    x.bus.write16(x.cpu.pc, 0x002b);
    x.bus.write16(x.cpu.pc + 2, 0x0009);
    EXPECT_EQ(x.steps(2), 4u + 1);
    EXPECT_EQ(x.cpu.pc, f.saved_pc);
    EXPECT_EQ(x.cpu.r[15], 0x8000u);
  }
}

TEST(Sh2, InterruptsHaveLevelsAndWaitForSlots) {
  Machine x("  BRA t\n  NOP\nt: LDC R0,GBR\n  SLEEP\n");
  EXPECT_FALSE(interruptible(x.cpu, 15));
  EXPECT_TRUE(interruptible(x.cpu, 16));
  x.cpu.sr = 0x30;
  EXPECT_FALSE(interruptible(x.cpu, 3));
  EXPECT_TRUE(interruptible(x.cpu, 4));
  x.steps(1);
  EXPECT_FALSE(interruptible(x.cpu, 4));
  x.steps(2);
  EXPECT_FALSE(interruptible(x.cpu, 4));
  EXPECT_EQ(x.steps(1), 3u);
  EXPECT_TRUE(x.cpu.sleeping);
  EXPECT_EQ(interrupt(x.cpu, x.bus, 64, 4), kExceptionClocks);
  EXPECT_FALSE(x.cpu.sleeping);
  EXPECT_EQ(x.cpu.pc, 0x4000u + 16 * 64);
  EXPECT_EQ(x.cpu.sr, 0x40u);
}

TEST(Sh2, AddressingModes) {
  Machine x(R"(
        MOV.L  data,R1
        MOV.W  half,R2
        MOV    #0x20,R3
        SHLL8  R3          ; 0x2000
        MOV.L  R1,@R3
        MOV.B  @(2,R3),R0
        MOV.W  @(2,R3),R0
        MOV.L  R2,@(8,R3)
        MOV    #8,R0
        MOV.W  @(R0,R3),R4
        MOV.L  @R3+,R5
        MOV.L  R5,@-R3
        MOV.L  R3,@-R3
        LDC    R3,GBR
        OR.B   #0x81,@(R0,GBR)
        TAS.B  @R3
        MOV.L  @(4,GBR),R0
half:   DW     0x8001
        ALIGN 4
data:   DL     0x12345678
)");
  EXPECT_EQ(x.steps(17), 17u + 2 + 3);
  EXPECT_EQ(x.cpu.r[1], 0x12345678u);
  EXPECT_EQ(x.cpu.r[2], 0xffff8001u);
  EXPECT_EQ(x.cpu.r[4], 0xffffffffu);
  EXPECT_EQ(x.cpu.r[3], 0x1ffcu);
  EXPECT_EQ(x.bus.read32(0x1ffc), 0x80002000u);  // the old R3, then TAS
  EXPECT_EQ(x.cpu.r[0], 0x12345678u);
  EXPECT_EQ(x.bus.read8(0x2004), 0x81u);
}

}  // namespace sh2_test
}  // namespace kasuri::emu::sh2
