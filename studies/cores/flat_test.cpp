// SPDX-License-Identifier: MIT
// Whole programs on one core: console, totals, and ends of every kind.
#include <gtest/gtest.h>

#include "base/core/errors.h"
#include "studies/cores/flat.h"
#include "studies/cores/i8080_text.h"
#include "studies/cores/sh2_text.h"

namespace kasuri::emu {
namespace flat_test {

LoadedImage image_of(std::string_view source, const InstructionSet& set) {
  Image image = assemble(source, set, "test");
  return {{{image.origin, image.bytes}}, {}, image.symbols};
}

struct Outcome {
  std::string text;
  FlatResult result;
};

Outcome run(std::string_view source, bool is_8080, std::optional<std::int64_t> cycles = {}) {
  Outcome r;
  FlatOptions options;
  options.cycles = cycles;
  options.console = [&](std::string_view t) { r.text += t; };
  const auto& set = is_8080 ? i8080::instruction_set() : sh2::instruction_set();
  r.result =
      is_8080 ? run_8080(image_of(source, set), options) : run_sh2(image_of(source, set), options);
  return r;
}

TEST(Flat, CpmPrintsAndCountsTheStub) {
  const Outcome r = run(R"(
        ORG  100H
        LXI  D,text
        MVI  C,9
        CALL 5
        MVI  E,'!'
        MVI  C,2
        CALL 5
        JMP  0
text:   DB   'hello$'
)", true);
  EXPECT_EQ(r.text, "hello!");
  EXPECT_EQ(r.result.end, "end of program");
  EXPECT_EQ(r.result.instructions, 7 + 2 * 2 + 1);
  EXPECT_EQ(r.result.cycles, 10 + 7 + 17 + 7 + 7 + 17 + 10 + 2 * (10 + 10) + 10);
}

TEST(Flat, EndsOfAn8080Program) {
  EXPECT_EQ(run("  ORG 100H\n RET\n", true).result.end, "end of program");
  EXPECT_EQ(run("  ORG 100H\n HLT\n", true).result.end, "HLT before 0x0101");
  EXPECT_EQ(run("  ORG 100H\nx: JMP x\n", true).result.end, "a jump to itself at 0x0100");
  EXPECT_EQ(run("  ORG 100H\nx: NOP\n JMP x\n", true, 100).result.cycles, 102);
  EXPECT_THROW(run("  ORG 0FFFFH\n DW 0\n", true), Error);
}

TEST(Flat, Sh2StartsByItsResetVectorAndCallsTheHost) {
  const Outcome r = run(R"(
        DL    start, 0x10000
        ALIGN 0x100
start:  MOV   #4,R4
        MOV   #1,R5
        MOV.L place,R6
        MOV   #6,R7
        TRAPA #34
        MOV   #1,R4
        MOV   #3,R5
        TRAPA #34
        ALIGN 4
place:  DL    text
text:   DB    'world', 10
)", false);
  EXPECT_EQ(r.text, "world\n");
  EXPECT_EQ(r.result.exit_code, 3);
  EXPECT_EQ(r.result.instructions, 8);
  EXPECT_EQ(r.result.cycles, 6 + 2 * 8);
  EXPECT_EQ(run(" DL 8, 0x1000\n SLEEP\n", false).result.end, "SLEEP before 0x0000000A");
  EXPECT_EQ(run(" DL 8, 0x1000\nx: BRA x\n NOP\n", false).result.end,
            "a branch to itself at 0x00000008");
  // Exceptions without handlers lead to address 0 and on: defined, and ended by the limit.
  EXPECT_GT(run(" DL 8, 0x1000\n DW 0xFFFF\n", false, 1000).result.exceptions, 0);
}

}  // namespace flat_test
}  // namespace kasuri::emu
