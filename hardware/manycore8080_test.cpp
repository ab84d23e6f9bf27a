// SPDX-License-Identifier: MIT
// manycore8080.v runs the same ROMs as `kasuri manycore`: the PDE's results are the formula's, and
// clocks are beside those of the emulator, which samples a load at the start of its instruction
// where the hardware reads in the instruction's last machine cycle.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "base/config/document.h"
#include "studies/manycore/manycore.h"

namespace kasuri::emu {
namespace {

constexpr std::size_t kBuffer = 128, kPrivate = 768;

struct Simulated {
  std::int64_t clocks = 0;  // until all elements had stopped
  bool stopped = false;
  std::int64_t last = 0;  // when the sink got the last buffer
  Ends::Verdict verdict;
};

class HardwareManycore : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v iverilog >/dev/null") != 0) GTEST_SKIP() << "needs iverilog";
    std::string name = (std::filesystem::temp_directory_path() / "kasuri-test-XXXXXX").string();
    ASSERT_TRUE(mkdtemp(name.data()));
    folder_ = name;
  }
  void TearDown() override {
    if (!folder_.empty()) std::filesystem::remove_all(folder_);
  }

  static ManycoreParams params(const std::string& text) {
    config::Document document = config::Document::parse(text, "test.toml");
    const auto p = config::read<ManycoreParams>(document.root());
    document.finish();
    return p;
  }

  Simulated simulated(const ManycoreParams& p, std::uint32_t waves) {
    ProgramContext context{true, p.log_pipes(), p.rank_count()};
    const auto program = p.program.make(context);
    const auto ends = program->ends();
    std::vector<std::uint8_t> image = program->image().bytes;
    image.resize(kPrivate);
    write("image", image);
    std::vector<std::uint8_t> buffers(waves * context.pipes() * 2 * kBuffer);
    each(waves, context, [&](std::uint32_t w, std::uint32_t pipe, std::uint32_t port,
                             std::size_t at) {
      ends->fill(w, pipe, port, std::span(buffers).subspan(at, kBuffer));
    });
    write("source", buffers);
    const std::string command = fmt::format(
        "cd {1} && iverilog -g2005 -s manycore8080_bench -Pmanycore8080_bench.RANKS={2} "
        "-Pmanycore8080_bench.PIPES={3} -Pmanycore8080_bench.LOG={4} -o bench {0}/i8080.v "
        "{0}/manycore8080.v {0}/manycore8080_bench.v && "
        "./bench +image=image +source=source +sink=sink +waves={5}",
        KASURI_HARDWARE, folder_.string(), context.ranks, context.pipes(), context.log_pipes,
        waves);
    Simulated out;
    FILE* pipe = popen(command.c_str(), "r");
    if (!pipe) return out;
    std::array<char, 512> line{};
    long long clocks = 0, last = 0;
    int halted = 0, drained = 0;
    while (fgets(line.data(), line.size(), pipe)) {
      sscanf(line.data(), "end clocks %lld halted %d drained %d last %lld", &clocks, &halted,
             &drained, &last);
    }
    pclose(pipe);
    out.clocks = clocks;
    out.last = last;
    out.stopped = halted;
    EXPECT_EQ(static_cast<std::size_t>(drained), waves * context.pipes() * 2);
    std::ifstream sink(folder_ / "sink", std::ios::binary);
    const auto size = static_cast<std::streamsize>(buffers.size());
    sink.read(reinterpret_cast<char*>(buffers.data()), size);
    EXPECT_EQ(sink.gcount(), size);
    each(waves, context, [&](std::uint32_t w, std::uint32_t pipe_, std::uint32_t port,
                             std::size_t at) {
      ends->drain(w, pipe_, port, std::span<const std::uint8_t>(buffers).subspan(at, kBuffer));
    });
    out.verdict = ends->verdict();
    return out;
  }

 private:
  template <class Use>
  static void each(std::uint32_t waves, const ProgramContext& context, Use use) {
    std::size_t at = 0;
    for (std::uint32_t w = 0; w < waves; ++w) {
      for (std::uint32_t pipe = 0; pipe < context.pipes(); ++pipe) {
        for (std::uint32_t port = 0; port < 2; ++port, at += kBuffer) use(w, pipe, port, at);
      }
    }
  }
  void write(const char* name, const std::vector<std::uint8_t>& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }

  std::filesystem::path folder_;
};

// Both are linear in log2 of the pipes; the hardware needs one pass of the poll less for each
// stage.
TEST_F(HardwareManycore, BarrierTakesTheEmulatorsTimeLessOnePollAStage) {
  constexpr std::int64_t kPoll = 13 + 4 + 10;  // LDA, RRC, JNC
  for (const int log_pipes : {1, 2}) {
    const ManycoreParams p = params(
        fmt::format("program = 'barrier'\nengine = 'exact'\npipes = {}\n", 1 << log_pipes));
    const Simulated hardware = simulated(p, 1);
    EXPECT_TRUE(hardware.stopped);
    EXPECT_EQ(hardware.clocks, run_manycore(p).clocks - kPoll * log_pipes);
  }
}

TEST_F(HardwareManycore, PdeFollowsTheFormula) {
  const ManycoreParams p =
      params("pipes = 4\nranks = 3\nengine = 'exact'\n[program]\ntype = 'pde'\nwaves = 1\n");
  const Simulated hardware = simulated(p, 1);
  EXPECT_EQ(hardware.verdict.compared, 4 * 3);
  EXPECT_EQ(hardware.verdict.wrong, 0);
  // The emulator's last clock is some instructions after the last buffer was given.
  const ManycoreReport emulated = run_manycore(p);
  EXPECT_EQ(emulated.verdict.wrong, 0);
  EXPECT_NEAR(static_cast<double>(hardware.last) / static_cast<double>(emulated.clocks), 1, 0.03);
}

}  // namespace
}  // namespace kasuri::emu
