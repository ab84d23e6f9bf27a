// SPDX-License-Identifier: MIT
// The many-core machine: engines against one another, results against the formula, and what happens
// to programs that are wrong.
#include "studies/manycore/manycore.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/config/document.h"
#include "base/core/errors.h"
#include "base/core/test_path.h"
#include "studies/lanes/manycore_testing.h"
#include "base/stats/hdf5.h"

namespace kasuri::emu {
namespace manycore_test {

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
       "a buffer is read by an element that does not own it"},
      {"MVI A,1\n STA 400H\n STA 401H\n HLT\n", "a buffer is written by an element that does not own it"},
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
  for (const auto& [pipes, why] : {std::pair{64, "would save no time"}, std::pair{1024, ""}}) {
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
  EXPECT_NE(message("input = 'file'\n").find("'input' belongs to a 'rom'"), std::string::npos);
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

}  // namespace manycore_test
}  // namespace kasuri::emu
