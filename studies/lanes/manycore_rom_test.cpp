// SPDX-License-Identifier: MIT
// Programs of a user's own: code that is found where it runs, ELF files, the ends of a program by
// name; and those in the style of the paper.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/core/errors.h"
#include "studies/cores/flat.h"
#include "studies/cores/i8080_text.h"
#include "studies/lanes/manycore_testing.h"
#include "studies/manycore/pde_roms.h"
#include "studies/cores/sh2_text.h"

namespace kasuri::emu {
namespace manycore_rom_test {

void put_in(std::string& elf, std::size_t at, std::uint32_t v, int bytes) {
  for (int i = 0; i < bytes; ++i)
    elf[at + static_cast<std::size_t>(i)] = static_cast<char>(v >> 8 * (bytes - 1 - i));
}

// An ELF file as a linker writes it: a header, one program header, the segment, and a symbol table.
std::string elf_of(const std::vector<std::uint8_t>& bytes,
                   const std::vector<std::pair<std::string, std::uint32_t>>& symbols = {}) {
  std::string elf(52 + 32, '\0');
  elf.replace(0, 7,
              "\x7f"
              "ELF\1\2\1");
  const auto size = static_cast<std::uint32_t>(bytes.size());
  put_in(elf, 18, 42, 2), put_in(elf, 28, 52, 4), put_in(elf, 42, 32, 2), put_in(elf, 44, 1, 2);
  put_in(elf, 52, 1, 4), put_in(elf, 56, 84, 4), put_in(elf, 68, size, 4), put_in(elf, 72, size, 4);
  put_in(elf, 76, 7, 4);
  elf.append(bytes.begin(), bytes.end());
  if (symbols.empty()) return elf;
  std::string names(1, '\0'), table(16, '\0');
  for (const auto& [name, value] : symbols) {
    std::string entry(16, '\0');
    put_in(entry, 0, static_cast<std::uint32_t>(names.size()), 4);
    put_in(entry, 4, value, 4), put_in(entry, 14, 1, 2);
    table += entry;
    names += name + '\0';
  }
  std::string sections(3 * 40, '\0');
  const auto at = static_cast<std::uint32_t>(elf.size());
  const auto table_bytes = static_cast<std::uint32_t>(table.size());
  put_in(sections, 44, 2, 4), put_in(sections, 56, at, 4), put_in(sections, 60, table_bytes, 4);
  put_in(sections, 64, 2, 4);
  put_in(sections, 84, 3, 4), put_in(sections, 96, at + table_bytes, 4);
  put_in(sections, 100, static_cast<std::uint32_t>(names.size()), 4);
  put_in(elf, 32, at + table_bytes + static_cast<std::uint32_t>(names.size()), 4);
  put_in(elf, 46, 40, 2), put_in(elf, 48, 3, 2);
  return elf + table + names + sections;
}

// Jumps whose targets only the run tells: functions from a literal, from a table in memory, by
// PCHL. They stay on the fast engines, also where the trial on a small chip does not come.
TEST(Manycore, CodeIsFoundWhereItRuns) {
  const std::string_view sh2 = R"(
        DL    start, 0x5F0
start:  MOV.L f,R1
        JSR   @R1
        NOP
        MOV.W pipe,R2
        MOV.W @R2,R3         ; two functions by a bit of the pipe
        EXTU.W R3,R3
        MOV   R3,R0
        AND   #1,R0
        SHLL2 R0
        MOV.L table,R1
        MOV.L @(R0,R1),R1
        JSR   @R1
        NOP
        MOV.W many,R4        ; and one on large chips alone
        CMP/GE R4,R3
        BF    stop
        MOV.L late,R1
        JMP   @R1
        NOP
stop:   SLEEP
pipe:   DW    0x5FC
many:   DW    300
        ALIGN 4
f:      DL    first
table:  DL    both
late:   DL    last
both:   DL    even, odd
first:  MOV.L there,R5
        RTS
        MOV.L R5,@R5         ; data beside the code may be written to
even:   RTS
        ADD   #1,R5
odd:    MOV   #7,R6
        RTS
        MUL.L R6,R3
        ALIGN 4
there:  DL    room
last:   STS   MACL,R7
        ADD   R7,R5
        MOV.L there2,R1
        MOV.L R5,@R1
        SLEEP
        ALIGN 4
there2: DL    0x400
room:   DL    0xFFFFFFFF
)";
  const std::string_view i8080 = R"(
        LHLD  2FCH
        MOV   A,H
        ORA   A
        LXI   H,small
        JZ    go
        LXI   H,large
go:     PCHL
small:  HLT
large:  LDA   2FCH
        STA   280H
        HLT
)";
  for (const auto& [processor, source] : {std::pair("sh2", sh2), std::pair("8080", i8080)}) {
    const auto on = [&](std::string_view engine, int pipes) {
      std::string text = rom(processor, engine, source);
      text.replace(text.find("pipes = 4"), 9, fmt::format("pipes = {}", pipes));
      return run(text);
    };
    for (const int pipes : {4, 64, 512}) {
      const ManycoreReport exact = on("exact", pipes);
      EXPECT_EQ(exact.ran_on, "exact");
      for (const std::string_view engine : {"blocked", "simd", "translated"}) {
        const ManycoreReport other = on(engine, pipes);
        EXPECT_EQ(other.fallback, "") << engine << pipes;
        EXPECT_EQ(other.ran_on, engine);
        EXPECT_EQ(other.state_hash, exact.state_hash) << engine << pipes;
        EXPECT_EQ(other.busy_cycles(), exact.busy_cycles()) << engine << pipes;
        EXPECT_EQ(other.totals.oddities, exact.totals.oddities) << engine << pipes;
        EXPECT_EQ(other.totals.translated > 0, engine == "translated" && pipes >= 64) << pipes;
      }
    }
  }
}

// Code that was changed before anybody ran it: found when it is reached, and then not assumed.
TEST(Manycore, CodeThatWasWrittenToIsNotDecoded) {
  const std::string source =
      " DL 8,0x500\n MOVA there,R0\n MOV #9,R1\n MOV.W R1,@R0\n JMP @R0\n NOP\n"
      " ALIGN 4\nthere: SLEEP\n ADD #1,R2\n SLEEP\n";
  const ManycoreReport exact = run(rom("sh2", "exact", source));
  for (const std::string_view engine : {"simd", "translated"}) {
    const ManycoreReport other = run(rom("sh2", engine, source));
    EXPECT_EQ(other.state_hash, exact.state_hash);
    EXPECT_EQ(other.ran_on, "blocked");
    EXPECT_EQ(other.fallback, "code at 0x14 was written to");
  }
}

TEST(Manycore, ReasonsNameWhatIsWrongAndWhoDidTheWork) {
  const auto on = [](std::string_view processor, std::string_view source) {
    return run(rom(processor, "simd", source));
  };
  const ManycoreReport away = on("sh2", " DL 8,0x500\n MOV #4,R0\n SHLL8 R0\n JMP @R0\n NOP\n");
  EXPECT_TRUE(away.fallback.starts_with("code runs outside the ROM at 0x400 (")) << away.fallback;
  const ManycoreReport undefined = on("sh2", " DL 8,0x500\n NOP\n DW 0xFFFF\n");
  EXPECT_TRUE(undefined.fallback.starts_with("an instruction is undefined at 0xA ("))
      << undefined.fallback;
  EXPECT_EQ(undefined.ran_on, "blocked");
  const ManycoreReport two =
      on("8080", "x: LDA 300H\n ANI 1\n JNZ y\n LDA 380H\n ANI 1\n JZ x\ny: HLT\n");
  EXPECT_EQ(two.ran_on, "exact");
  EXPECT_NE(two.text().find("all of it ran on 'exact' instead of 'simd': "), std::string::npos);
  EXPECT_EQ(two.json()["ran_on"], "exact");
}

// As sh-elf-ld writes it: a header, one program header, and the segment.
TEST(Manycore, ElfRomsRunAsTheirBytesDo) {
  const std::string source =
      "  DL s,0x5F0\ns: MOV #7,R1\n  MOV.L v,R2\n  MOV.L R1,@R2\n"
      "  SLEEP\n  ALIGN 4\nv: DL 0x400\n";
  const Image image = assemble(source, sh2::instruction_set(), "test");
  std::string elf = elf_of(image.bytes);
  const auto put = [&](std::size_t at, std::uint32_t v, int bytes) { put_in(elf, at, v, bytes); };
  const std::string path = test_path("rom.elf").string();
  std::ofstream(path, std::ios::binary) << elf;
  const auto config = [&](std::string_view processor) {
    return fmt::format("processor = '{}'\npipes = 4\nranks = 3\nrom = '{}'\n", processor, path);
  };
  EXPECT_EQ(run(config("sh2")).state_hash, run(rom("sh2", "exact", source)).state_hash);
  EXPECT_THROW(run(config("8080")), Error);
  put(60, 0x100000, 4);  // the segment's address
  std::ofstream(path, std::ios::binary) << elf;
  EXPECT_THROW(run(config("sh2")), Error);
}

// An entry other than 0 is where it starts, in `cpu` as in `manycore`; names that begin with phase_
// are phases; what may be written to is no code.
TEST(Manycore, ElfFilesHaveAnEntryNamesAndData) {
  const std::string source =
      "  DL other,0x5E0\nother: SLEEP\n  ALIGN 4\nstart: MOV #7,R1\n"
      "  MOV.L R1,@-R15\nphase_work: MOV.L v,R2\n  MOV.L @R2,R3\n  ADD R3,R1\n"
      "  MOV.L R1,@R2\n  SLEEP\n  ALIGN 4\nv: DL data\ndata: DL 5\n";
  const Image image = assemble(source, sh2::instruction_set(), "test");
  const auto at = [&](std::string_view name) {
    return static_cast<std::uint32_t>(image.symbols.find(name)->second);
  };
  std::string elf = elf_of(image.bytes, {{"phase_work", at("phase_work")}, {"data", at("data")}});
  put_in(elf, 24, at("start"), 4);
  put_in(elf, 76, 5, 4);  // p_flags: read and execute
  const std::string path = test_path("rom.elf").string();
  std::ofstream(path, std::ios::binary) << elf;
  const auto on = [&](std::string_view engine) {
    return run(fmt::format("processor = 'sh2'\npipes = 4\nranks = 3\nrom = '{}'\nengine = '{}'\n",
                           path, engine));
  };
  constexpr auto kWrites = static_cast<std::size_t>(Oddity::code_write);
  const ManycoreReport exact = on("exact");
  EXPECT_EQ(exact.clocks, 2 + 5 + 2);
  EXPECT_EQ(exact.phase_names, (std::vector<std::string>{"start", "work"}));
  EXPECT_EQ(exact.json()["phase_cycles"]["work"], 12 * 7);
  EXPECT_EQ(exact.totals.oddities[kWrites], 12);  // one segment, which may not be written to
  EXPECT_EQ(on("simd").state_hash, exact.state_hash);
  put_in(elf, 76, 7, 4);
  std::ofstream(path, std::ios::binary) << elf;
  EXPECT_EQ(on("simd").state_hash, exact.state_hash);

  const LoadedImage loaded = load_image(path, sh2::instruction_set(), 0);
  const FlatResult flat = run_sh2(loaded, {});
  EXPECT_EQ(flat.cycles, exact.clocks);
  EXPECT_EQ(flat.instructions, 7);
  EXPECT_THROW(load_image(path, i8080::instruction_set(), 0), Error);
  // 0 is the reset vector, whose stack also counts if it has the same start.
  put_in(elf, 24, 0, 4);
  std::ofstream(path, std::ios::binary) << elf;
  EXPECT_EQ(on("simd").clocks, 3);
  EXPECT_EQ(run_sh2(load_image(path, sh2::instruction_set(), 0), {}).instructions, 1);
  LoadedImage vector{{{0, {0, 0, 0, 64, 0, 0, 5, 0xe0}}}, 64, {}};
  EXPECT_EQ(start_of_elf(vector, 0x1000)->sp, 0x5e0u);
  vector.entry = 66;
  EXPECT_EQ(start_of_elf(vector, 0x1000)->sp, 0x1000u);
}

// A program of the user's with the ends of a program by name, which compares what it does.
TEST(Manycore, RomsMayHaveTheEndsOfAProgram) {
  for (const auto& [processor, source] : {std::pair("8080", kPde8080), std::pair("sh2", kPdeSh2)}) {
    const ManycoreReport named = run(pde(processor, "simd"));
    const std::string path = test_path("pde.asm").string();
    std::ofstream(path) << source;
    const std::string more = fmt::format("rom = '{}'\nends = 'program'\n", path);
    const ManycoreReport own = run(pde(processor, "simd", more));
    EXPECT_EQ(own.verdict.compared, 5 * 16 * 3);
    EXPECT_EQ(own.verdict.wrong, 0);
    EXPECT_EQ(own.state_hash, named.state_hash);
    EXPECT_GT(run(pde(processor, "simd", more, "formula = 'printed'")).verdict.wrong, 0);
    EXPECT_THROW(run(pde(processor, "simd", more + "input = 'x'\n")), Error);
  }
}

// Each variant computes the same, and none is translated wrongly.
TEST(Manycore, ProgramsInThePapersStyleFollowTheFormula) {
  for (const std::string_view copies : {"words", "halves", "bytes"}) {
    for (const std::string_view send : {"in-place", "copied"}) {
      for (const std::string_view addresses : {"loops", "direct"}) {
        const std::string variant = fmt::format(
            "style = 'paper'\ncopies = '{}'\nsend = '{}'\naddresses = '{}'\namplitude = 32767\n",
            copies, send, addresses);
        const ManycoreReport exact = run(pde("sh2", "exact", "", variant));
        EXPECT_EQ(exact.verdict.wrong, 0) << variant;
        EXPECT_EQ(exact.verdict.compared, 5 * 16 * 3);
        EXPECT_TRUE(exact.totals.first.empty());
        const ManycoreReport simd = run(pde("sh2", "simd", "", variant));
        EXPECT_EQ(simd.fallback, "") << variant;
        EXPECT_EQ(simd.state_hash, exact.state_hash) << variant;
      }
    }
  }
  EXPECT_EQ(run(pde("sh2", "simd", "", "style = 'paper'\nformula = 'printed'")).verdict.wrong, 0);
  EXPECT_THROW(run(pde("8080", "simd", "", "style = 'paper'")), Error);
  EXPECT_THROW(run(pde("sh2", "simd", "", "copies = 'bytes'")), Error);
  const auto barrier = [](std::string_view style) {
    return run(fmt::format("processor = 'sh2'\npipes = 64\nprogram = {{ type = 'barrier', style = "
                           "'{}' }}\n",
                           style))
        .barrier_clocks;
  };
  EXPECT_LT(barrier("tight"), barrier("paper"));
}

}  // namespace manycore_rom_test
}  // namespace kasuri::emu
