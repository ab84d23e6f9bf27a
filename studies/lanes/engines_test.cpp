// SPDX-License-Identifier: MIT
// Random programs on random machines: all exact engines end with the same clocks and memories.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <hwy/highway.h>
#include <hwy/targets.h>

#include <fstream>
#include <random>

#include "base/config/document.h"
#include "base/core/test_path.h"
#include "studies/lanes/lane_group.h"
#include "studies/manycore/manycore.h"

namespace kasuri::emu {
namespace engines_test {

// Also on chips too small for translation to gain.
std::string engine_value(std::string_view engine) {
  if (engine == "translated") return "{ type = 'translated', always = true }";
  return fmt::format("'{}'", engine);
}

using Random = std::mt19937;

int below(Random& random, int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }
template <class T, std::size_t n>
const T& any(Random& random, const T (&of)[n]) {
  return of[random() % n];
}

// Straight-line 8080 code that keeps to its registers, its stack and 0x200-0x2DF; now and then a
// jump over some of it, so that lanes part.
std::string work_8080(Random& random, int length) {
  static constexpr const char* kRegister[] = {"A", "B", "C", "D", "E", "H", "L"};
  static constexpr const char* kAlu[] = {"ADD", "ADC", "SUB", "SBB", "ANA", "XRA", "ORA", "CMP"};
  static constexpr const char* kByte[] = {"ADI", "ACI", "SUI", "SBI", "ANI", "XRI", "ORI", "CPI"};
  static constexpr const char* kPlain[] = {"RLC", "RRC", "RAL",  "RAR", "DAA", "CMA",
                                           "STC", "CMC", "XCHG", "NOP", "EI",  "DI"};
  static constexpr const char* kPair[] = {"B", "D", "H"};
  static constexpr const char* kIf[] = {"NZ", "Z", "NC", "C", "PO", "PE", "P", "M"};
  static int label = 0;
  std::string out;
  for (int i = 0; i < length; ++i) {
    switch (below(random, 15)) {
      case 0:
        out += fmt::format(" MOV {},{}\n", any(random, kRegister), any(random, kRegister));
        break;
      case 1: out += fmt::format(" {} {}\n", any(random, kAlu), any(random, kRegister)); break;
      case 2: out += fmt::format(" {} {}\n", any(random, kByte), below(random, 256)); break;
      case 3: out += fmt::format(" {}\n", any(random, kPlain)); break;
      case 4:
        out += fmt::format(" {} {}\n", below(random, 2) ? "INR" : "DCR", any(random, kRegister));
        break;
      case 5:
        out += fmt::format(" {} {}\n", below(random, 2) ? "INX" : "DCX", any(random, kPair));
        break;
      case 6: out += fmt::format(" DAD {}\n", any(random, kPair)); break;
      case 7: out += fmt::format(" STA {}\n", 0x200 + below(random, 0xe0)); break;
      case 8: out += fmt::format(" LDA {}\n", 0x200 + below(random, 0xe0)); break;
      case 9: out += fmt::format(" SHLD {0}\n LHLD {0}\n", 0x200 + below(random, 0xdf)); break;
      case 10:
        out += fmt::format(" PUSH {}\n XTHL\n POP {}\n", any(random, kPair), any(random, kPair));
        break;
      case 11:
        out += fmt::format(" PUSH PSW\n ANI 7FH\n MOV L,A\n MVI H,2\n {} M\n INR M\n POP PSW\n",
                           any(random, kAlu));
        break;
      case 12: {
        const int l = label++;
        out += fmt::format(" J{0} l{1}\n{2}l{1}:\n", any(random, kIf), l, work_8080(random, 2));
        break;
      }
      case 13: out += fmt::format(" C{} sub\n", any(random, kIf)); break;
      default: {
        const int l = label++;  // a loop of as many passes as a register says, at most 4
        out += fmt::format(" ANI 3\n INR A\nl{0}:{1} DCR A\n JNZ l{0}\n", l, " INX B\n DAD B\n");
      }
    }
  }
  return out;
}

std::string wait_8080(Random& random, int buffer, bool until_1) {
  static int label = 0;
  const int l = label++;
  const char* zero = until_1 ? "Z" : "NZ";
  const char* carry = until_1 ? "NC" : "C";
  switch (below(random, 5)) {
    case 0: return fmt::format("w{0}: LDA {1}\n RRC\n J{2} w{0}\n", l, buffer, carry);
    case 1: return fmt::format("w{0}: LDA {1}\n ANI 1\n J{2} w{0}\n", l, buffer, zero);
    case 2: return fmt::format(" LXI H,{1}\nw{0}: MOV A,M\n RRC\n J{2} w{0}\n", l, buffer, carry);
    case 3:
      return fmt::format(" LXI D,{1}\nw{0}: NOP\n LDAX D\n ORA A\n J{2} w{0}\n", l, buffer, zero);
    default:
      return fmt::format(" LXI B,{1}\nw{0}: LDAX B\n CPI 1\n J{2} w{0}\n", l, buffer,
                         until_1 ? "NZ" : "Z");
  }
}

std::string program_8080(Random& random, int waves) {
  std::string out = fmt::format(" LXI SP,2F8H\n MVI A,{}\n STA 2FAH\nphase_work:\n", waves);
  for (int w = 0; w < 1; ++w) {
    out += "again:\n" + wait_8080(random, 0x400, false) + wait_8080(random, 0x480, false);
    for (const int port : {0, 1}) {
      out += wait_8080(random, 0x300 + 0x80 * port, true);
      out += work_8080(random, 4);
      for (int k = 0; k < 4; ++k) {
        out += fmt::format(" LDA {}\n STA {}\n", 0x301 + 0x80 * port + below(random, 8),
                           0x200 + below(random, 0xe0));
        out += work_8080(random, 2);
        out += fmt::format(" STA {}\n", 0x401 + 0x80 * below(random, 2) + below(random, 8));
      }
      out += fmt::format(" LXI H,{}\n INR M\n MVI A,0\n STA {}\n",
                         0x401 + 0x80 * port + below(random, 8), 0x300 + 0x80 * port);
    }
    out += "phase_give:\n" + work_8080(random, 4);
    out += below(random, 2) ? " MVI A,1\n STA 400H\n STA 480H\n"
                            : " LXI H,400H\n MVI M,1\n LXI H,480H\n INR M\n";
    out += " LXI H,2FAH\n DCR M\n JNZ again\n HLT\nsub: INR A\n RNZ\n ADD C\n RET\n";
  }
  return out;
}

std::string work_sh2(Random& random, int length) {
  static constexpr const char* kTwo[] = {
      "ADD",     "ADDC",  "ADDV",   "SUB",    "SUBC",   "SUBV",    "AND",    "OR",     "XOR",
      "NOT",     "NEG",   "NEGC",   "TST",    "CMP/EQ", "CMP/HS",  "CMP/GE", "CMP/HI", "CMP/GT",
      "CMP/STR", "XTRCT", "SWAP.B", "SWAP.W", "EXTS.B", "EXTS.W",  "EXTU.B", "EXTU.W", "MOV",
      "DIV0S",   "DIV1",  "MUL.L",  "MULS.W", "MULU.W", "DMULS.L", "DMULU.L"};
  static constexpr const char* kOne[] = {"ROTL",   "ROTR",   "ROTCL", "ROTCR", "SHAL",   "SHAR",
                                         "SHLL",   "SHLR",   "SHLL2", "SHLR2", "SHLL8",  "SHLR8",
                                         "SHLL16", "SHLR16", "MOVT",  "DT",    "CMP/PL", "CMP/PZ"};
  static constexpr const char* kPlain[] = {"NOP", "CLRT", "SETT", "DIV0U", "CLRMAC"};
  static constexpr const char* kSystem[] = {"MACH", "MACL", "PR", "GBR"};
  static int label = 0;
  std::string out;
  const auto reg = [&] { return below(random, 8); };  // R8 and above point to memory
  for (int i = 0; i < length; ++i) {
    switch (below(random, 12)) {
      case 0:
      case 1:
      case 2: out += fmt::format(" {} R{},R{}\n", any(random, kTwo), reg(), reg()); break;
      case 3: out += fmt::format(" {} R{}\n", any(random, kOne), reg()); break;
      case 4: out += fmt::format(" {}\n", any(random, kPlain)); break;
      case 5: out += fmt::format(" ADD #{},R{}\n", below(random, 256) - 128, reg()); break;
      case 6: {
        const int at = below(random, 15);
        out +=
            fmt::format(" MOV.L R{0},@({1},R12)\n MOV.L @({1},R12),R{2}\n", reg(), 4 * at, reg());
        break;
      }
      case 7:
        out +=
            fmt::format(" MOV.B R{0},@R12\n MOV.W @R12,R{1}\n MOV.B @(3,R12),R0\n", reg(), reg());
        break;
      case 8: {
        const char* s = any(random, kSystem);
        out += fmt::format(" STS MACL,R{}\n LDS R{},MACH\n STS MACH,R{}\n", reg(), reg(), reg());
        if (s == kSystem[3]) out += fmt::format(" STC GBR,R{}\n", reg());
        break;
      }
      case 9: {
        const int l = label++;
        out += fmt::format(" {0} s{1}\n{2}s{1}:\n", below(random, 2) ? "BT" : "BF", l,
                           work_sh2(random, 2));
        break;
      }
      case 10: {
        const int l = label++;
        out += fmt::format(" {0} s{1}\n ADD #1,R{3}\n{2}s{1}:\n",
                           below(random, 2) ? "BT/S" : "BF/S", l, work_sh2(random, 2), reg());
        break;
      }
      default:
        if (below(random, 3) == 0)
          out += fmt::format(" MOV.L @(60,R12),R0\n JSR @R0\n MOV #{},R0\n", below(random, 100));
        else
          out += fmt::format(" BSR sub\n MOV #{},R0\n", below(random, 100));
        if (below(random, 2))
          out += " MOV R12,R7\n MAC.W @R7+,@R7+\n MAC.L @R12+,@R12+\n ADD #-8,R12\n";
    }
  }
  return out;
}

std::string wait_sh2(Random& random, int reg, bool until_1) {
  static int label = 0;
  const int l = label++;
  switch (below(random, 5)) {
    case 0:
      return fmt::format("v{0}: MOV.W @R{1},R0\n TST #1,R0\n {2} v{0}\n", l, reg,
                         until_1 ? "BT" : "BF");
    case 1:  // as compilers do, with something in the delay slot
      return fmt::format(
          "v{0}: MOV.W @R{1},R7\n MOV #1,R1\n MOV R7,R0\n AND R0,R1\n TST #1,R0\n"
          " {2}/S v{0}\n MOV R1,R0\n",
          l, reg, until_1 ? "BT" : "BF");
    case 2:
      return fmt::format("v{0}: MOV.W @R{1},R0\n TST #1,R0\n {2}/S v{0}\n EXTU.W R0,R2\n", l, reg,
                         until_1 ? "BT" : "BF");
    case 3:
      return fmt::format("v{0}: MOV.W @R{1},R1\n NOP\n TST R1,R1\n {2} v{0}\n", l, reg,
                         until_1 ? "BT" : "BF");
    default:
      return fmt::format("v{0}: MOV.B @(1,R{1}),R0\n SHLR R0\n {2} v{0}\n", l, reg,
                         until_1 ? "BF" : "BT");
  }
}

std::string program_sh2(Random& random, int waves) {
  std::string out =
      " DL start,0x5F0\n"
      "start: MOV.W c_ram,R12\n MOV.W c_in0,R8\n MOV.W c_in1,R9\n MOV.W c_out0,R10\n"
      " MOV.W c_out1,R11\n BRA begin\n NOP\n"
      "c_ram: DW 0x500\nc_in0: DW 0x600\nc_in1: DW 0x700\nc_out0: DW 0x800\n"
      "c_out1: DW 0x900\nbegin: MOVA far,R0\n MOV.L R0,@(60,R12)\n BRA go\n NOP\n ALIGN 4\n"
      "far: ADD #5,R2\n RTS\n XOR R2,R1\ngo:\n";
  out += fmt::format(" MOV #{},R13\nphase_work:\nagain:\n", waves);
  out += wait_sh2(random, 10, false) + wait_sh2(random, 11, false);
  for (const int in : {8, 9}) {
    out += wait_sh2(random, in, true) + work_sh2(random, 4);
    for (int k = 0; k < 4; ++k) {
      const int at = 4 * (1 + below(random, 6));
      out += fmt::format(" MOV.L @({},R{}),R{}\n", at, in, below(random, 8)) + work_sh2(random, 2);
      const int out_reg = 10 + below(random, 2);
      if (below(random, 2))
        out += fmt::format(" MOV.L R{},@({},R{})\n", below(random, 8), at, out_reg);
      else
        out += fmt::format(" MOV.W R0,@({},R{})\n MOV.B R0,@({},R{})\n", at, out_reg,
                           at + 3 > 15 ? 7 : at + 3, out_reg);
    }
    out += fmt::format(" MOV #0,R0\n MOV.W R0,@R{}\n", in);
  }
  out += "phase_give:\n" + work_sh2(random, 4);
  out +=
      " MOV #1,R0\n MOV.W R0,@R10\n DT R13\n BF/S again1\n MOV.W R0,@R11\n SLEEP\n"
      "again1: BRA again\n NOP\nsub: ADD #3,R1\n RTS\n ADD R1,R2\n";
  return out;
}

ManycoreReport run(const std::string& text) {
  config::Document document = config::Document::parse(text, "test.toml");
  const auto params = config::read<ManycoreParams>(document.root());
  document.finish();
  return run_manycore(params);
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// What is known of a ROM before it runs lies within it.
template <class Core>
void analyse(const std::string& bytes) {
  class NoEnds final : public Ends {
    bool fill(std::uint32_t, std::uint32_t, std::uint32_t, std::span<std::uint8_t>) override {
      return false;
    }
    void restart() override {}
    void drain(std::uint32_t, std::uint32_t, std::uint32_t,
               std::span<const std::uint8_t>) override {}
    std::string state() const override { return {}; }
    void restore(const std::string&) override {}
    Verdict verdict() override { return {}; }
  } ends;
  WiringContext context{2};
  const auto wiring = config::Choice<Wiring>("shuffle").make(context);
  const Chip<Core> chip({2, 2}, *wiring, {0, {bytes.begin(), bytes.end()}, {}}, ends);
  const LaneCode<Core> code(chip);
  for (std::size_t i = 0; i < code.lines.size(); ++i) {
    if (!code.lines[i].reachable) continue;
    EXPECT_LE(i * Core::kCodeUnit + code.lines[i].length, chip.code_end());
    EXPECT_LE(code.lines[i].offset, code.lines[i].pass);
  }
}
void analyse_rom(std::string_view processor, const std::string& bytes) {
  if (processor == "8080")
    analyse<Core8080>(bytes);
  else
    analyse<CoreSh2>(bytes);
}

std::vector<std::int64_t> targets_of_lanes() {
  std::vector<std::int64_t> targets;
  for (auto left = static_cast<std::uint64_t>(lane_targets() & hwy::SupportedTargets()); left;
       left &= left - 1) {
    targets.push_back(static_cast<std::int64_t>(left & -left));
  }
  return targets;
}

class RandomPrograms : public ::testing::TestWithParam<int> {};

TEST_P(RandomPrograms, EndAlikeOnAllExactEngines) {
  Random random(static_cast<unsigned>(GetParam()));
  const bool is_8080 = GetParam() % 2;
  const std::string path = test_path("program.asm").string();
  const std::string input = test_path("input.bin").string();
  const std::string output = test_path("output.bin").string();
  const int waves = 1 + below(random, 4);
  const int pipes = 2 << below(random, 8);
  const int ranks = 1 + below(random, 5);
  // A branch of the SH-2 does not reach further than 256 bytes; try again until all do.
  for (int attempt = 0;; ++attempt) {
    ASSERT_LT(attempt, 100);
    std::ofstream(path) << (is_8080 ? program_8080(random, waves) : program_sh2(random, waves));
    const std::size_t window = is_8080 ? 128 : 256;
    std::string bytes(
        static_cast<std::size_t>(waves) * static_cast<std::size_t>(pipes) * 2 * window, 0);
    for (char& c : bytes) c = static_cast<char>(random());
    for (std::size_t i = 0; i < bytes.size(); i += window)
      bytes[i] = bytes[i + (is_8080 ? 0 : 1)] = 0;
    std::ofstream(input, std::ios::binary) << bytes;
    const auto on = [&](std::string_view engine, int threads) {
      return run(fmt::format(
          "processor = '{}'\npipes = {}\nranks = {}\nwiring = '{}'\nrom = '{}'\n"
          "input = '{}'\noutput = '{}'\nengine = {}\nthreads = {}\n",
          is_8080 ? "8080" : "sh2", pipes, ranks, GetParam() % 3 ? "shuffle" : "butterfly", path,
          input, output, engine_value(engine), threads));
    };
    ManycoreReport exact;
    try {
      exact = on("exact", 1);
    } catch (const std::exception& e) {
      const std::string_view what = e.what();
      if (what.find("must end before") != what.npos || what.find("out of range") != what.npos)
        continue;  // it does not fit
      FAIL() << what;
    }
    const std::string wanted = contents(output);
    ASSERT_TRUE(exact.totals.first.empty()) << "the program is wrong";
    // A compiler takes seconds for each program, so not all of them are translated.
    std::vector<std::string_view> engines{"blocked", "simd"};
    if (GetParam() % 5 < 2) engines.push_back("translated");
    for (const std::string_view engine : engines) {
      for (const int threads : {1, 3}) {
        const ManycoreReport other = on(engine, threads);
        EXPECT_EQ(other.fallback, "") << engine;
        EXPECT_EQ(other.not_translated, "");
        EXPECT_EQ(other.totals.translated > 0, engine == "translated" && pipes >= 64) << engine;
        EXPECT_EQ(other.state_hash, exact.state_hash) << engine << threads;
        EXPECT_EQ(other.busy_cycles(), exact.busy_cycles()) << engine;
        EXPECT_EQ(other.clocks, exact.clocks) << engine;
        EXPECT_EQ(contents(output), wanted) << engine;
      }
    }
    for (const std::int64_t target : targets_of_lanes()) {
      hwy::SetSupportedTargetsForTest(target);
      EXPECT_EQ(on("simd", 1).state_hash, exact.state_hash) << hwy::TargetName(target);
      hwy::SetSupportedTargetsForTest(0);
    }
    break;
  }
}

// Bytes that nobody wrote as a program: whatever happens is defined, and the same.
TEST_P(RandomPrograms, OfAnyBytesDoNoHarm) {
  Random random(static_cast<unsigned>(GetParam()));
  const std::string path = test_path("noise.bin").string();
  for (const std::string_view processor : {"8080", "sh2"}) {
    std::string bytes(static_cast<std::size_t>(16 + below(random, 700)), 0);
    for (char& c : bytes) c = static_cast<char>(random());
    std::ofstream(path, std::ios::binary) << bytes;
    const auto on = [&](std::string_view engine, std::string_view more) {
      return run(
          fmt::format("processor = '{}'\npipes = 4\nranks = 2\nrom = '{}'\nengine = {}\n{}",
                      processor, path, engine_value(engine), more));
    };
    const ManycoreReport exact = on("exact", "clocks = 3000\n");
    if (GetParam() % 8 == 0) {  // threads meet at every clock, which takes long on a busy host
      EXPECT_EQ(on("exact", "clocks = 300\nthreads = 2\n").state_hash,
                on("exact", "clocks = 300\n").state_hash);
    }
    EXPECT_EQ(on("simd", "clocks = 3000\n").state_hash, exact.state_hash);
    on("quantum", "clocks = 3000\n");
    analyse_rom(processor, bytes);
  }
}

// Each instruction set that the lanes are compiled for, in turn. Another build of this test has
// those that are older than this host (CMakeLists.txt).
TEST(Engines, EndAlikeOnAnyInstructionSet) {
  for (const std::string_view processor : {"8080", "sh2"}) {
    const auto on = [&](std::string_view engine) {
      return run(fmt::format("processor = '{}'\npipes = 256\nranks = 10\nengine = {}\n"
                             "[program]\ntype = 'pde'\n", processor, engine_value(engine)));
    };
    const ManycoreReport blocked = on("blocked");
    for (const std::int64_t target : targets_of_lanes()) {
      hwy::SetSupportedTargetsForTest(target);
      for (const std::string_view engine : {"simd", "translated"}) {
        const ManycoreReport other = on(engine);
        EXPECT_EQ(other.state_hash, blocked.state_hash) << hwy::TargetName(target);
        EXPECT_EQ(other.totals.phases, blocked.totals.phases) << hwy::TargetName(target);
        EXPECT_EQ(other.verdict.wrong, 0);
        EXPECT_EQ(other.fallback, "");
        EXPECT_EQ(other.totals.translated > 0, engine == "translated");
      }
      hwy::SetSupportedTargetsForTest(0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPrograms, ::testing::Range(1, 41));

}  // namespace engines_test
}  // namespace kasuri::emu
