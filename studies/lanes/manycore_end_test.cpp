// SPDX-License-Identifier: MIT
// How a run ends: who waits for whom, a run that is told to stop, and what one element did.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "base/core/errors.h"
#include "studies/lanes/manycore_testing.h"

namespace kasuri::emu {
namespace manycore_end_test {

// Senders of two elements begin with different ones, which free nothing before they have both: a
// circle of four. Elements that have stopped hold up those that wait for them, and those behind.
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
    EXPECT_NE(r.text().find("element 4 (rank 1, pipe 0) waits for input 1 at 0x"),
              std::string::npos)
        << r.text();
    EXPECT_EQ(r.json()["waits"]["held_up"][0]["circle"], true);

    // Elements of odd pipes give one output, others none; all that had an input stop.
    const ManycoreReport stopped =
        run(rom("8080", engine,
                "in0: LDA 300H\n RRC\n JNC in0\n LDA 2FCH\n ANI 1\n MVI A,1\n JZ x\n STA 480H\n"
                "x: HLT\n") +
            ends);
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

// A program that goes on for ever ends when it is told to, whichever engine runs it, and says where
// it is.
TEST(Manycore, ARunCanBeStopped) {
  const std::string_view programs[] = {"x: INX H\n SHLD 200H\n JMP x\n",
                                       " LXI H,200H\nx: INR M\n INR M\n INR M\n JMP x\n"};
  for (const std::string_view source : programs) {
    for (const std::string_view engine : {"exact", "blocked", "simd", "translated", "quantum"}) {
      config::Document document =
          config::Document::parse(rom("8080", engine, source) + "element = [1, 2]\n", "test.toml");
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

// An element that never waits leaves the others their turns, in other ranks and beside it: what they wait
// for when the run is told to stop is what they wait for.
TEST(Manycore, AnEndlessElementHoldsUpNobodyElse) {
  // The first counts for ever, in three bytes or in one longword. Others wait for an input, and the last
  // gives both outputs first.
  const std::string_view i8080 = R"(
        LHLD 2FCH
        MOV  A,L
        CPI  3
        JNZ  other
        LXI  H,0
x:      INX  H
        MOV  A,H
        ORA  L
        JNZ  x
        INX  B
        JMP  x
other:  CPI  7
        JNZ  wait
        MVI  A,1
        STA  400H
        STA  480H
wait:   LDA  380H
        RRC
        JNC  wait
        HLT
)";
  const std::string_view sh2 = R"(
        DL   start,5F0H
start:  MOV.L pipe,R1
        MOV.W @R1,R0
        CMP/EQ #3,R0
        BF   other
x:      ADD  #1,R2
        BRA  x
        ADD  #1,R3
other:  CMP/EQ #7,R0
        BF   wait
        MOV  #1,R0
        MOV.L out,R1
        MOV.W R0,@R1
wait:   MOV.L in,R1
poll:   MOV.W @R1,R0
        TST  #1,R0
        BT   poll
        SLEEP
        NOP
        ALIGN 4
pipe:   DL   5FCH
out:    DL   800H
in:     DL   700H
)";
  for (const auto& [processor, source] : {std::pair("8080", i8080), std::pair("sh2", sh2)}) {
    for (const std::string_view engine : {"exact", "blocked", "simd"}) {
      config::Document document = config::Document::parse(rom(processor, engine, source), "test.toml");
      auto params = config::read<ManycoreParams>(document.root());
      document.finish();
      params.pipes = 64;
      std::atomic<int> asked = 0;
      const int most = engine == "exact" ? 4000 : engine == "blocked" ? 200 : 450;
      const ManycoreReport r = run_manycore(params, {}, [&] { return ++asked > most; });
      EXPECT_TRUE(r.stopped) << engine;
      EXPECT_EQ(r.waits.running, 3) << processor << ' ' << engine << '\n' << r.text();
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
  // Outside of polls, which the 8080 makes at A or RRC and JC or JNC, the SH-2 by @R9, @R10 or @R4
  // to R0.
  const auto work = [](const std::vector<std::string>& lines) {
    std::vector<std::string> kept;
    for (const std::string& l : lines) {
      bool polls = false;
      for (const char* word : {"MOV A,M", "RRC", "JC 0x", "JNC 0x", "TST #0x01", "BF 0x", "BT 0x",
                               "MOV.W @R9,R0", "MOV.W @R10,R0", "MOV.W @R4,R0"}) {
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
          EXPECT_TRUE(std::ranges::count(states["exact"].registers, std::pair(name, value)))
              << engine << name;
        }
      }
    }
    EXPECT_LT(traces["simd"].size(), traces["exact"].size());
  }
  // On an engine that cannot do it all, the trace is the other's alone; a stopped element stays
  // behind its end.
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
  for (const char* bad :
       {"element = [3, 0]\n", "element = [1]\n", "element = [-1, 0]\n", "trace = 'x'\n"})
    EXPECT_THROW(run(rom("8080", "simd", " HLT\n") + bad), Error) << bad;
}

}  // namespace manycore_end_test
}  // namespace kasuri::emu
