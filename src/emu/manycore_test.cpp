// SPDX-License-Identifier: MIT
// The many-core machine: engines against one another, results against the formula, and what happens
// to programs that are wrong.
#include "emu/manycore.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "config/document.h"
#include "core/errors.h"
#include "core/test_path.h"
#include "emu/flat.h"
#include "emu/i8080_text.h"
#include "emu/pde_roms.h"
#include "emu/sh2_text.h"
#include "stats/hdf5.h"

namespace kasuri::emu {
namespace {

ManycoreReport run(const std::string& text) {
  config::Document document = config::Document::parse(text, "test.toml");
  const auto params = config::read<ManycoreParams>(document.root());
  document.finish();
  return run_manycore(params);
}

std::string pde(std::string_view processor, std::string_view engine, std::string_view more = "",
                std::string_view program = "") {
  return fmt::format(
      "processor = '{}'\nengine = '{}'\npipes = 16\nranks = 9\n{}\n[program]\n"
      "type = 'pde'\nwaves = 5\n{}\n",
      processor, engine, more, program);
}

std::string rom(std::string_view processor, std::string_view engine, std::string_view source) {
  const std::string path = test_path("rom.asm").string();
  std::ofstream(path) << source;
  return fmt::format("processor = '{}'\nengine = '{}'\npipes = 4\nranks = 3\nrom = '{}'\n",
                     processor, engine, path);
}

void put_in(std::string& elf, std::size_t at, std::uint32_t v, int bytes) {
  for (int i = 0; i < bytes; ++i)
    elf[at + static_cast<std::size_t>(i)] = static_cast<char>(v >> 8 * (bytes - 1 - i));
}

// An ELF file as a linker writes it: a header, one program header, the segment, and a symbol table.
std::string elf_of(const std::vector<std::uint8_t>& bytes,
                   const std::vector<std::pair<std::string, std::uint32_t>>& symbols = {}) {
  std::string elf(52 + 32, '\0');
  elf.replace(0, 7, "\x7f" "ELF\1\2\1");
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

TEST(Manycore, ExactEnginesAgreeAndThePdeFollowsTheFormula) {
  for (const std::string_view processor : {"8080", "sh2"}) {
    for (const std::string_view variant :
         {"", "layout = 'packed'", "stagger = false", "formula = 'printed'", "amplitude = 32767"}) {
      const ManycoreReport exact = run(pde(processor, "exact", "", variant));
      EXPECT_EQ(exact.verdict.compared, 5 * 16 * 3);
      EXPECT_EQ(exact.verdict.wrong, 0) << processor << variant;
      EXPECT_TRUE(exact.totals.first.empty());
      for (const std::string_view engine : {"blocked", "simd"}) {
        const ManycoreReport other = run(pde(processor, engine, "", variant));
        EXPECT_EQ(exact.state_hash, other.state_hash) << processor << variant << engine;
        EXPECT_EQ(exact.totals.phases, other.totals.phases) << processor << variant << engine;
        EXPECT_EQ(exact.clocks, other.clocks);
        EXPECT_EQ(other.fallback, "");
        EXPECT_EQ(other.verdict.compared, 5 * 16 * 3);
        EXPECT_EQ(other.verdict.wrong, 0);
      }
    }
  }
}

TEST(Manycore, TheQuantumIsNotExactButRight) {
  for (const std::string_view processor : {"8080", "sh2"}) {
    const ManycoreReport quantum = run(pde(processor, "quantum"));
    EXPECT_EQ(quantum.verdict.wrong, 0);
    EXPECT_EQ(quantum.verdict.compared, 5 * 16 * 3);
    const ManycoreReport exact = run(pde(processor, "blocked"));
    EXPECT_NE(quantum.state_hash, exact.state_hash);
    EXPECT_NEAR(static_cast<double>(quantum.clocks) / static_cast<double>(exact.clocks), 1, 0.05);
  }
}

// Long quanta, since threads meet twice in each and this may run on a busy host.
TEST(Manycore, TheQuantumIsTheSameForAnyThreads) {
  const auto with_threads = [](int threads) {
    return run(fmt::format(
        "processor = 'sh2'\npipes = 8\nranks = 2\nthreads = {}\n"
        "engine = {{ type = 'quantum', clocks = 100 }}\n[program]\ntype = 'pde'\nwaves = 2\n",
        threads));
  };
  const ManycoreReport one = with_threads(1);
  for (const int threads : {2, 3}) {
    const ManycoreReport more = with_threads(threads);
    EXPECT_EQ(one.state_hash, more.state_hash);
    EXPECT_EQ(one.busy_cycles(), more.busy_cycles());
    EXPECT_EQ(one.poll_cycles(), more.poll_cycles());
    EXPECT_EQ(more.verdict.wrong, 0);
  }
}

// Figure 5: proportional to log2 of the pipes; the SH-2 takes at most 1/5.
TEST(Manycore, BarrierTakesAFixedTimePerStage) {
  const auto clocks = [](std::string_view processor, int pipes, std::string_view engine) {
    return run(fmt::format("processor = '{}'\npipes = {}\nprogram = 'barrier'\nengine = '{}'\n",
                           processor, pipes, engine))
        .barrier_clocks;
  };
  for (const std::string_view processor : {"8080", "sh2"}) {
    const std::int64_t stage = clocks(processor, 8, "exact") - clocks(processor, 4, "exact");
    for (int pipes = 8; pipes <= 64; pipes *= 2) {
      EXPECT_EQ(clocks(processor, pipes, "exact"), clocks(processor, pipes, "blocked"));
      EXPECT_EQ(clocks(processor, pipes, "exact"), clocks(processor, pipes, "simd"));
      EXPECT_EQ(clocks(processor, 2 * pipes, "exact") - clocks(processor, pipes, "exact"), stage);
    }
  }
  EXPECT_LE(clocks("sh2", 64, "exact") * 5, clocks("8080", 64, "exact"));
}

// Every element has two senders that are equally far, whatever the wiring.
// Packets that start in ranks that are multiples of log2 of the pipes, and end there.
TEST(Manycore, PdeOverAButterfly) {
  const ManycoreReport r = run("pipes = 16\nranks = 8\nwiring = 'butterfly'\n[program]\n"
                               "type = 'pde'\nwaves = 3\nstagger = false\n");
  EXPECT_EQ(r.verdict.compared, 3 * 16 * 3);
  EXPECT_EQ(r.verdict.wrong, 0);
}

TEST(Manycore, BarrierOverAButterfly) {
  const ManycoreReport butterfly = run("pipes = 32\nwiring = 'butterfly'\nprogram = 'barrier'\n");
  const ManycoreReport shuffle = run("pipes = 32\nprogram = 'barrier'\n");
  EXPECT_GT(butterfly.barrier_clocks, 0);
  EXPECT_EQ(butterfly.barrier_clocks, shuffle.barrier_clocks);
}

// Each of these is beyond the timestamps; the exact engine takes over and ends with its own hash.
TEST(Manycore, WhatIsNotProvenFallsBack) {
  const std::pair<std::string, std::string> programs[] = {
      {"LXI H,482H\n MVI M,1\n LDA 302H\n STA 200H\n LDA 300H\n STA 480H\n LDA 381H\n HLT\n", ""},
      {"MVI A,1\n STA 400H\n LDA 402H\n STA 200H\n HLT\n",
       "a buffer is read by who does not own it"},
      {"MVI A,1\n STA 400H\n STA 401H\n HLT\n", "a buffer is written by who does not own it"},
      {"MVI A,2\n STA 400H\n HLT\n", "an ownership word changes without its bit 0"},
      {"x: LDA 300H\n ANI 1\n JNZ y\n LDA 380H\n ANI 1\n JZ x\ny: HLT\n",
       "a loop waits for two buffers"},
  };
  for (const auto& [source, why] : programs) {
    const ManycoreReport exact = run(rom("8080", "exact", source));
    const ManycoreReport blocked = run(rom("8080", "blocked", source));
    EXPECT_EQ(exact.state_hash, blocked.state_hash) << source;
    const ManycoreReport simd = run(rom("8080", "simd", source));
    EXPECT_EQ(exact.state_hash, simd.state_hash) << source;
    EXPECT_NE(simd.fallback, "") << source;
    if (why.empty()) continue;
    EXPECT_TRUE(blocked.fallback.starts_with(why)) << blocked.fallback << source;
  }
}

// Jumps whose targets only the run tells: functions from a literal, from a table in memory, by PCHL. They stay
// on the fast engines, also where the trial on a small chip does not come.
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
  const std::string source = " DL 8,0x500\n MOVA there,R0\n MOV #9,R1\n MOV.W R1,@R0\n JMP @R0\n NOP\n"
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
  EXPECT_TRUE(undefined.fallback.starts_with("an instruction is undefined at 0xA (")) << undefined.fallback;
  EXPECT_EQ(undefined.ran_on, "blocked");
  const ManycoreReport two =
      on("8080", "x: LDA 300H\n ANI 1\n JNZ y\n LDA 380H\n ANI 1\n JZ x\ny: HLT\n");
  EXPECT_EQ(two.ran_on, "exact");
  EXPECT_NE(two.text().find("all of it ran on 'exact' instead of 'simd': "), std::string::npos);
  EXPECT_EQ(two.json()["ran_on"], "exact");
}

TEST(Manycore, TryingOnceAndCountingLoopsAreExact) {
  // Looks at its input without waiting, between counting; each rank sees another time.
  const std::string source = R"(
        LXI  SP,2F0H
        LXI  B,0
look:   INX  B
        MVI  A,200
count:  DCR  A
        JNZ  count
        MOV  A,B
        CPI  3
        JZ   give
        LDA  300H
        RRC
        JNC  look
give:   MVI  A,1
        STA  400H
        PUSH B
        HLT
)";
  const ManycoreReport exact = run(rom("8080", "exact", source));
  const ManycoreReport blocked = run(rom("8080", "blocked", source));
  EXPECT_EQ(exact.state_hash, blocked.state_hash);
  EXPECT_EQ(exact.busy_cycles(), blocked.busy_cycles());
  EXPECT_EQ(blocked.fallback, "");
}

TEST(Manycore, OddProgramsAreCountedByElementAndAddress) {
  const auto count = [](const ManycoreReport& r, Oddity o) {
    return r.totals.oddities[static_cast<std::size_t>(o)];
  };
  for (const std::string_view engine : {"exact", "blocked", "simd", "translated", "quantum"}) {
    const ManycoreReport outside =
        run(rom("8080", engine, "LDA 500H\n STA 0FFFFH\n IN 3\n STA 0\n HLT\n"));
    EXPECT_EQ(count(outside, Oddity::outside_map), 2 * 12);
    EXPECT_EQ(count(outside, Oddity::port), 12);
    EXPECT_EQ(count(outside, Oddity::code_write), 12);
    EXPECT_EQ(outside.totals.first.size(), Totals::kFirst);
    EXPECT_EQ(outside.totals.first[0].address, 0x500u);
    const ManycoreReport undefined = run(rom("sh2", engine, " DL 8,0x500\n DW 0xFFFF\n"));
    EXPECT_EQ(count(undefined, Oddity::exception), 12);
    const ManycoreReport astray = run(rom("sh2", engine, " DL 0x12345678,3\n"));
    EXPECT_EQ(count(astray, Oddity::exception), 12);
    EXPECT_EQ(astray.clocks, sh2::kExceptionClocks);
  }
  // Code that changes itself works as on the real thing: NOP becomes HLT.
  const ManycoreReport changed = run(rom("8080", "blocked", "MVI A,76H\n STA x\nx: NOP\n JMP 0\n"));
  EXPECT_EQ(changed.clocks, 7 + 13 + 7);
}

TEST(Manycore, WhatLoopsForEverEnds) {
  for (const std::string_view source :
       {"x: JMP x\n", " MVI A,3\nx: DCR A\n INR A\n JMP x\n", "x: NOP\n JMP y\ny: JMP x\n"}) {
    const ManycoreReport exact = run(rom("8080", "exact", source));
    for (const std::string_view engine : {"blocked", "simd"}) {
      const ManycoreReport other = run(rom("8080", engine, source));
      EXPECT_EQ(exact.state_hash, other.state_hash) << source << engine;
      EXPECT_EQ(exact.busy_cycles(), other.busy_cycles()) << source << engine;
    }
  }
}

// Senders of two elements begin with different ones, which free nothing before they have both: a circle of
// four. Elements that have stopped hold up those that wait for them, and those behind.
TEST(Manycore, ARunThatCannotGoOnSaysWhoWaitsForWhom) {
  const std::string_view circle = R"(
in0:    LDA  300H
        RRC
        JNC  in0
in1:    LDA  380H
        RRC
        JNC  in1
        LDA  2FCH
        ANI  2
        MVI  A,1
        JNZ  other
        STA  400H
a:      LDA  400H
        RRC
        JC   a
        HLT
other:  STA  480H
b:      LDA  480H
        RRC
        JC   b
        HLT
)";
  const std::string ends = "ends = 'program'\n[program]\ntype = 'barrier'\n";
  for (const std::string_view engine : {"exact", "blocked", "simd", "translated", "quantum"}) {
    const ManycoreReport r = run(rom("8080", engine, circle) + ends);
    EXPECT_EQ(r.fallback, "");
    EXPECT_EQ(r.waits.running + r.waits.looping + r.waits.stopped + r.waits.for_source, 0);
    EXPECT_EQ(r.waits.waiting, 12);
    ASSERT_EQ(r.waits.held.size(), 2u) << engine;
    std::int64_t held = 0;
    for (const Waits::Held& h : r.waits.held) {
      EXPECT_TRUE(h.circle);
      held += h.elements;
      ASSERT_EQ(h.chain.size(), 4u);
    }
    EXPECT_EQ(held, 12);  // the two circles, and who waits for them in the last rank
    const auto& chain = r.waits.held[0].chain;
    const std::vector<std::uint64_t> members{chain[0].pe, chain[1].pe, chain[2].pe, chain[3].pe};
    EXPECT_EQ(members, (std::vector<std::uint64_t>{0, 4, 2, 5}));
    EXPECT_EQ(chain[0].standing.doing, Doing::output0);
    EXPECT_EQ(chain[1].standing.doing, Doing::input1);
    EXPECT_NE(r.text().find("element 4 (rank 1, pipe 0) waits for input 1 at 0x"), std::string::npos)
        << r.text();
    EXPECT_EQ(r.json()["waits"]["held_up"][0]["circle"], true);

    // Elements of odd pipes give one output, others none; all that had an input stop.
    const ManycoreReport stopped = run(
        rom("8080", engine, "in0: LDA 300H\n RRC\n JNC in0\n LDA 2FCH\n ANI 1\n MVI A,1\n JZ x\n STA 480H\n"
                            "x: HLT\n") + ends);
    EXPECT_EQ(stopped.waits.stopped, 4 + 1) << engine;
    EXPECT_EQ(stopped.waits.waiting, 7);
    EXPECT_EQ(stopped.waits.for_source, 0);
    EXPECT_FALSE(stopped.waits.held.empty());
    held = stopped.waits.not_shown;
    for (const Waits::Held& h : stopped.waits.held) held += h.elements;
    EXPECT_EQ(held, 7) << engine;
    // What waits for a source that has no more is how a program without an end ends.
    const ManycoreReport pde_run = run(pde("8080", engine));
    EXPECT_EQ(pde_run.waits.for_source, static_cast<std::int64_t>(pde_run.pes)) << engine;
    EXPECT_FALSE(pde_run.waits.is_odd());
    EXPECT_EQ(pde_run.text().find("at the end:"), std::string::npos);
  }
  const ManycoreReport limited = run(pde("8080", "exact", "clocks = 1000"));
  EXPECT_GT(limited.waits.running, 0);
  EXPECT_NE(limited.text().find("elements run"), std::string::npos);
}

// A program that goes on for ever ends when it is told to, whichever engine runs it, and says where it is.
TEST(Manycore, ARunCanBeStopped) {
  const std::string_view programs[] = {"x: INX H\n SHLD 200H\n JMP x\n",
                                       " LXI H,200H\nx: INR M\n INR M\n INR M\n JMP x\n"};
  for (const std::string_view source : programs) {
    for (const std::string_view engine : {"exact", "blocked", "simd", "translated", "quantum"}) {
      config::Document document = config::Document::parse(
          rom("8080", engine, source) + "element = [1, 2]\n", "test.toml");
      auto params = config::read<ManycoreParams>(document.root());
      document.finish();
      params.pipes = 64;
      std::atomic<int> asked = 0;
      const ManycoreReport r = run_manycore(params, {}, [&] { return ++asked > 20; });
      EXPECT_TRUE(r.stopped) << engine;
      EXPECT_EQ(r.waits.running, 64 * 3) << engine;
      EXPECT_GT(r.busy_cycles(), 0);
      EXPECT_NE(r.text().find("stopped before its end"), std::string::npos);
      ASSERT_TRUE(r.element) << engine;
      EXPECT_EQ(r.element->standing.doing, Doing::running);
    }
  }
}

// What one element did and how it ended, the same from all exact engines but for passes of polls.
TEST(Manycore, OneElementIsTraced) {
  const auto contents = [](const std::string& path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  };
  // Outside of polls, which the 8080 makes at A or RRC and JC or JNC, the SH-2 by @R9, @R10 or @R4 to R0.
  const auto work = [](const std::vector<std::string>& lines) {
    std::vector<std::string> kept;
    for (const std::string& l : lines) {
      bool polls = false;
      for (const char* word : {"MOV A,M", "RRC", "JC 0x", "JNC 0x", "TST #0x01", "BF 0x", "BT 0x", "MOV.W @R9,R0",
                               "MOV.W @R10,R0", "MOV.W @R4,R0"}) {
        polls |= l.find(word) != l.npos;
      }
      if (!polls) kept.push_back(l);
    }
    return kept;
  };
  for (const std::string_view processor : {"8080", "sh2"}) {
    std::map<std::string, std::vector<std::string>> traces;
    std::map<std::string, ElementState> states;
    for (const char* engine : {"exact", "blocked", "simd", "translated"}) {
      const std::string path = test_path(fmt::format("{}.txt", engine)).string();
      const ManycoreReport r =
          run(pde(processor, engine, fmt::format("element = [3, 5]\ntrace = '{}'\n", path)));
      traces[engine] = contents(path);
      ASSERT_TRUE(r.element);
      states[engine] = *r.element;
      EXPECT_EQ(r.element->standing.doing, Doing::input0) << engine;
      EXPECT_EQ(r.json()["element"]["does"], "waits for input 0");
    }
    EXPECT_GT(work(traces["exact"]).size(), 500u);
    for (const char* engine : {"blocked", "simd", "translated"}) {
      EXPECT_TRUE(work(traces[engine]) == work(traces["exact"])) << processor << engine;
      EXPECT_EQ(states[engine].standing.clock, states["exact"].standing.clock) << engine;
      for (const auto& [name, value] : states[engine].registers) {
        if (name == "SP" || name == "R15" || name == "R9" || name == "PR") {
          EXPECT_TRUE(std::ranges::count(states["exact"].registers, std::pair(name, value))) << engine << name;
        }
      }
    }
    EXPECT_LT(traces["simd"].size(), traces["exact"].size());
  }
  // On an engine that cannot do it all, the trace is the other's alone; a stopped element stays behind its end.
  const std::string path = test_path("again.txt").string();
  const ManycoreReport again = run(rom("8080", "simd", " MVI A,7\n STA 200H\n IN 3\n HLT\n") +
                                   fmt::format("element = [0, 1]\ntrace = '{}'\n", path));
  EXPECT_EQ(again.ran_on, "blocked");
  EXPECT_EQ(contents(path).size(), 4u);
  EXPECT_EQ(again.element->standing.pc, 8u);
  const ManycoreReport halted =
      run(rom("8080", "simd", " MVI A,7\n STA 200H\n HLT\n") + "element = [2, 3]\n");
  EXPECT_EQ(halted.ran_on, "simd");
  EXPECT_EQ(halted.element->standing.pc, 6u);
  EXPECT_EQ(halted.element->registers[0], (std::pair<std::string, std::uint32_t>("PC", 6)));
  for (const char* bad : {"element = [3, 0]\n", "element = [1]\n", "element = [-1, 0]\n", "trace = 'x'\n"})
    EXPECT_THROW(run(rom("8080", "simd", " HLT\n") + bad), Error) << bad;
}

// Each variant computes the same, and none is translated wrongly.
TEST(Manycore, ProgramsInThePapersStyleFollowTheFormula) {
  for (const std::string_view copies : {"words", "halves", "bytes"}) {
    for (const std::string_view send : {"in-place", "copied"}) {
      for (const std::string_view addresses : {"loops", "direct"}) {
        const std::string variant = fmt::format(
            "style = 'paper'\ncopies = '{}'\nsend = '{}'\naddresses = '{}'\namplitude = 32767\n", copies, send,
            addresses);
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
    return run(fmt::format("processor = 'sh2'\npipes = 64\nprogram = {{ type = 'barrier', style = '{}' }}\n",
                           style)).barrier_clocks;
  };
  EXPECT_LT(barrier("tight"), barrier("paper"));
}

// Groups must be full to be translated, so there are more pipes than elsewhere.
ManycoreReport on_64_pipes(std::string_view processor, std::string_view engine,
                           std::string_view source) {
  std::string text = rom(processor, engine, source);
  text.replace(text.find("pipes = 4"), 9, "pipes = 64");
  if (const std::size_t at = text.find("'translated'"); at != text.npos)
    text.replace(at, 12, "{ type = 'translated', always = true }");
  return run(text);
}

// The pipe's number in HL parts lanes, addresses and branches; code is written to; buffers are
// touched by who does not own them; loops have no end; the map ends.
TEST(Manycore, TranslatedCodeLeavesWhereItMust) {
  const std::pair<std::string_view, std::string_view> programs[] = {
      {"8080", " LHLD 2FCH\n MVI H,2\n MOV A,L\n MOV M,A\n INR M\n LDA 220H\n HLT\n"},
      {"8080", " LXI SP,2F0H\n LDA 2FCH\n CPI 9\n CC s\n PUSH PSW\n JP t\n XTHL\n"
               "t: POP D\n HLT\ns: RAR\n RC\n DAA\n RET\n"},
      {"8080", " LDA 2FCH\n RAR\n LXI H,a\n JC j\n LXI H,b\nj: PCHL\na: STA 280H\n HLT\n"
               "b: STC\n STA 281H\n HLT\n"},
      {"8080", "x: JMP x\n"},
      {"8080", " MVI A,3\nx: DCR A\n INR A\n JMP x\n"},
      {"8080", " LXI H,0\nx: INX H\n MOV A,H\n CPI 100\n JNZ x\n STA 290H\n HLT\n"},
      {"8080", " MVI A,76H\n STA x\nx: NOP\n JMP 0\n"},
      {"8080", " LDA 500H\n STA 0FFFFH\n IN 3\n HLT\n"},
      {"8080", " MVI A,1\n STA 400H\n STA 401H\n HLT\n"},
      {"8080", " LXI SP,402H\n PUSH B\n HLT\n"},
      {"sh2", " DL 8,0x500\n MOV.W k,R1\n MOV.W @R1,R2\n SHLL2 R2\n ADD #64,R2\n"
              " MOV.L R2,@R2\n TST #1,R0\n SLEEP\nk: DW 0x5FC\n"},
      {"sh2", " DL 8,0x500\n MOV #1,R1\n SHLL8 R1\n MOV.B R0,@(1,R1)\n SHLL R1\n MOV.L R1,@-R1\n"
              " MOV #5,R3\nx: DT R3\n BF/S x\n ADD R3,R4\n MUL.L R3,R4\n SLEEP\n"},
      {"sh2", " DL 8,0x500\nx: BRA x\n NOP\n"},
      {"sh2", " DL 8,0x500\n MOV #2,R1\n MOV.L @R1,R2\n SLEEP\n"},
  };
  for (const auto& [processor, source] : programs) {
    ManycoreReport exact, translated;
    ASSERT_NO_THROW(exact = on_64_pipes(processor, "exact", source)) << source;
    translated = on_64_pipes(processor, "translated", source);
    EXPECT_EQ(exact.state_hash, translated.state_hash) << source;
    EXPECT_EQ(exact.busy_cycles(), translated.busy_cycles()) << source;
    EXPECT_EQ(exact.totals.oddities, translated.totals.oddities) << source;
    EXPECT_EQ(translated.not_translated, "");
  }
}

// On 64 pipes the PDE's only group of a rank parts most of the time.
TEST(Manycore, WhatGainsNothingIsNotTranslated) {
  for (const auto& [pipes, why] : {std::pair{64, "gain nothing"}, std::pair{1024, ""}}) {
    std::string text = pde("8080", "translated");
    text.replace(text.find("pipes = 16"), 10, fmt::format("pipes = {}", pipes));
    const ManycoreReport r = run(text);
    EXPECT_EQ(r.totals.translated > 0, pipes == 1024);
    EXPECT_NE(r.not_translated.find(why), std::string::npos);
    EXPECT_EQ(r.not_translated.empty(), pipes == 1024);
    EXPECT_EQ(r.verdict.wrong, 0);
  }
}

TEST(Manycore, WithoutACompilerNothingIsTranslated) {
  const char* before = std::getenv("CXX");
  const std::string kept = before ? before : "";
  setenv("CXX", "/nonexistent/compiler", 1);
  const std::string_view source = " MVI A,1\n STA 280H\n HLT\n";
  const ManycoreReport other = on_64_pipes("8080", "translated", source);
  setenv("CXX", "false", 1);
  const ManycoreReport failed = on_64_pipes("8080", "translated", source);
  if (before) setenv("CXX", kept.c_str(), 1);
  else unsetenv("CXX");
  EXPECT_NE(other.not_translated.find("/nonexistent/compiler"), std::string::npos);
  EXPECT_NE(failed.not_translated, "");
  EXPECT_EQ(other.totals.translated, 0);
  EXPECT_EQ(other.state_hash, on_64_pipes("8080", "exact", source).state_hash);
}

TEST(Manycore, MemoryIsStatedAndOnlyOfRowsThatAreTouched) {
  for (const auto& [processor, most] : {std::pair{"8080", 185u}, std::pair{"sh2", 290u}}) {
    std::uint64_t stated = 0;
    config::Document document =
        config::Document::parse(pde(processor, "simd", "", ""), "test.toml");
    auto params = config::read<ManycoreParams>(document.root());
    document.finish();
    params.pipes = 1024;
    params.ranks = 20;
    const ManycoreReport r =
        run_manycore(params, [&](const Started& started) { stated = started.bytes; });
    EXPECT_LE(r.bytes_per_pe, most) << processor;
    EXPECT_EQ(stated / r.pes, r.bytes_per_pe);
    EXPECT_EQ(r.verdict.wrong, 0);
  }
}

// 4 waves are in few ranks at once: what they have left and what they have not reached takes no
// memory, and no order of turns changes what comes out.
TEST(Manycore, OnlyRanksAtWorkAreHeld) {
  for (const auto* processor : {"8080", "sh2"}) {
    config::Document document =
        config::Document::parse(pde(processor, "translated", "", ""), "test.toml");
    auto params = config::read<ManycoreParams>(document.root());
    document.finish();
    params.pipes = 1024;
    params.ranks = 1500;
    const ManycoreReport one = run_manycore(params);
    EXPECT_EQ(one.verdict.wrong, 0);
    EXPECT_LT(one.most_bytes, one.pes * one.bytes_per_pe / 3) << processor;
    params.threads = 3;
    EXPECT_EQ(run_manycore(params).state_hash, one.state_hash) << processor;
    EXPECT_GT(one.verdict.compared, 0);
  }
}

TEST(Manycore, ElementsAreWrittenOnRequest) {
  const std::string path = test_path("elements.h5").string();
  for (const std::string_view engine : {"exact", "simd", "translated"}) {
    const ManycoreReport r = run(pde("8080", engine, fmt::format("elements = '{}'", path)));
    const Hdf5Reader file(path);
    const auto clocks = file.column("elements", "clock");
    ASSERT_EQ(clocks.size(), r.pes);
    EXPECT_EQ(std::ranges::max(clocks), r.clocks);
    EXPECT_EQ(file.column("elements", "rank").back(), 8);
    EXPECT_EQ(file.column("elements", "pipe").back(), 15);
  }
}

// However often a run is saved, and wherever it goes on from, it ends as if it had not been.
TEST(Manycore, ARunGoesOnFromACheckpoint) {
  const std::string path = test_path("run.checkpoint").string();
  const std::string from = fmt::format("restart = '{}'", path);
  for (const std::string_view processor : {"8080", "sh2"}) {
    const auto with = [&](std::string_view more, int seed = 1) {
      return run(
          fmt::format("processor = '{}'\npipes = 16\nranks = 9\n{}\n[program]\ntype = 'pde'\n"
                      "waves = 60\nseed = {}\n",
                      processor, more, seed));
    };
    const ManycoreReport whole = with("");
    const ManycoreReport saved = with(fmt::format("checkpoint = '{}'\ncheckpoint_every = 0", path));
    EXPECT_EQ(saved.state_hash, whole.state_hash);
    for (const int threads : {1, 2}) {
      const ManycoreReport resumed = with(fmt::format("{}\nthreads = {}", from, threads));
      EXPECT_EQ(resumed.state_hash, whole.state_hash);
      EXPECT_EQ(resumed.totals.phases, whole.totals.phases);
      EXPECT_EQ(resumed.poll_cycles(), whole.poll_cycles());
      EXPECT_EQ(resumed.verdict.compared, whole.verdict.compared);
      EXPECT_LT(resumed.totals.instructions, 2 * whole.totals.instructions);
    }
    EXPECT_THROW(with(from, 2), Error);
    const auto size = static_cast<std::streamoff>(std::filesystem::file_size(path));
    const auto change = [&](std::streamoff at) {
      std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
      file.seekg(at);
      const int byte = file.get();
      file.seekp(at);
      file.put(static_cast<char>(byte ^ 0x55));
    };
    for (std::streamoff at = 0; at < size; at += size / 40) {  // damage, in all of its parts
      change(at);
      EXPECT_THROW(with(from), Error) << at;
      change(at);
    }
    EXPECT_EQ(with(from).state_hash, whole.state_hash);
    std::filesystem::resize_file(path, static_cast<std::uintmax_t>(size / 2));
    EXPECT_THROW(with(from), Error);
  }
  EXPECT_THROW(run(pde("8080", "blocked", from)), Error);
}

TEST(Manycore, ALimitOfClocksStopsWhatDoesNotStop) {
  const ManycoreReport r =
      run(rom("8080", "blocked", "LXI H,0\nx: INX H\n JMP x\n") + "clocks = 100\n");
  EXPECT_GE(r.clocks, 100);
  EXPECT_LT(r.clocks, 100 + 18);
  EXPECT_NE(r.fallback, "");
}

TEST(Manycore, RomsReadAndWriteFilesAtTheEnds) {
  // Adds 1 to a byte on the way through three ranks; port 0 only.
  const std::string source = R"(
wait:   LDA  300H
        RRC
        JNC  wait
        LDA  302H
        INR  A
        STA  402H
        STA  482H
        MVI  A,0
        STA  300H
        MVI  A,1
        STA  400H
        STA  480H
        HLT
)";
  const std::string in = test_path("in.bin").string(), out = test_path("out.bin").string();
  std::ofstream(in, std::ios::binary) << std::string(4 * 2 * 128, '\x05');
  const ManycoreReport r =
      run(rom("8080", "blocked", source) + fmt::format("input = '{}'\noutput = '{}'\n", in, out));
  EXPECT_EQ(r.fallback, "");
  std::ifstream file(out, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  ASSERT_EQ(bytes.size(), 4u * 2 * 128);
  for (std::size_t i = 2; i < bytes.size(); i += 128) EXPECT_EQ(bytes[i], 8);
}

// As sh-elf-ld writes it: a header, one program header, and the segment.
TEST(Manycore, ElfRomsRunAsTheirBytesDo) {
  const std::string source = "  DL s,0x5F0\ns: MOV #7,R1\n  MOV.L v,R2\n  MOV.L R1,@R2\n"
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

// An entry other than 0 is where it starts, in `cpu` as in `manycore`; names that begin with phase_ are phases;
// what may be written to is no code.
TEST(Manycore, ElfFilesHaveAnEntryNamesAndData) {
  const std::string source = "  DL other,0x5E0\nother: SLEEP\n  ALIGN 4\nstart: MOV #7,R1\n"
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
    return run(fmt::format("processor = 'sh2'\npipes = 4\nranks = 3\nrom = '{}'\nengine = '{}'\n", path,
                           engine));
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

TEST(Manycore, BadConfigurationsAreRefused) {
  const auto message = [](const std::string& text) -> std::string {
    try {
      run(text);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(message("pipes = 48\n"),
            "test.toml:1:9: error: 'pipes' is 48; it must be a power of two, such as 32");
  EXPECT_NE(message("engine = 'quantm'\n").find("did you mean 'quantum'"), std::string::npos);
  EXPECT_NE(message(rom("8080", "exact", "DS 800H\n NOP\n")).find("it must end before 0x2FC"),
            std::string::npos);
  EXPECT_NE(message("pipes = 65536\nranks = 16000\nprocessor = 'sh2'\n").find("do not fit"),
            std::string::npos);
  for (const std::string_view key : {"elements", "checkpoint"}) {
    EXPECT_EQ(message(fmt::format("{} = '/nowhere/file'\n", key)),
              fmt::format("test.toml:1:{}: error: '/nowhere/file' is in a directory that does not "
                          "exist", key.size() + 4));
  }
  EXPECT_NE(message("input = 'file'\n").find("'input' is of a 'rom'"), std::string::npos);
  const std::string part = test_path("part.bin").string();
  std::ofstream(part, std::ios::binary) << std::string(4 * 2 * 128 + 1, '\0');
  EXPECT_NE(message(rom("8080", "exact", " HLT\n") + fmt::format("input = '{}'\n", part))
                .find("whole waves of 1024"),
            std::string::npos);
}

TEST(Manycore, ReportHasTheNamedNumbers) {
  const nlohmann::ordered_json j = run(pde("sh2", "blocked")).json();
  for (const char* key : {"aggregate_mhz", "busy_cycles", "poll_cycles", "pes", "bytes_per_pe",
                          "state_hash", "phase_cycles"}) {
    EXPECT_TRUE(j.contains(key)) << key;
  }
  EXPECT_GT(j["phase_cycles"]["calc"], 0);
}

}  // namespace
}  // namespace kasuri::emu
