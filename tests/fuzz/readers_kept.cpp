// SPDX-License-Identifier: MIT
// What Kasuri has written for itself, and reads again: stores of sweeps, checkpoints of many cores.
#include <fmt/format.h>

#include "app/cli/comparison.h"
#include "app/cli/sweep_keys.h"
#include "app/cli/sweep_store.h"
#include "app/cli/sweep_table.h"
#include "base/core/text_file.h"
#include "studies/manycore/manycore.h"
#include "reader.h"

namespace kasuri::fuzz {
namespace {

namespace fs = std::filesystem;

// --- Stores of sweeps ---

const char* const kInputs =
    R"({"version":"0.1.0","build":"1f","compilers":{"/a.c":"cc -O2"},"texts":{"/a.c":"22"},)"
    R"("files":{"/a.c":"33"}})";

cli::PointRecord record(int n) {
  return {fmt::format("key{}", n), fmt::format("router.vcs={}", n),
          fmt::format("[router]\nvcs = {}\n\n[[jobs]]\nranks = {}\n", n, n), kInputs};
}

void read_sweep(const Input& input) {
  const fs::path file = stored(input);
  for (const char* end : {"-journal", "-wal", "-shm"}) fs::remove(file.string() + end);
  cli::SweepStore store(file);
  const std::vector<cli::Variation> varied{{"router.vcs", {"1", "2", "3"}}};
  const std::vector<cli::SweepPoint> points = cli::sweep_points(varied, {});
  std::vector<cli::PointResult> results;
  for (int n = 1; n <= 3; ++n) {
    results.push_back(store.find(record(n).key).value_or(cli::PointResult{}));
    cli::run_facts(results.back());
    if (const auto then = store.latest(record(n).name)) cli::why_stale(*then, record(n + 1));
  }
  std::vector<cli::SweepRow> rows;
  for (std::size_t i = 0; i < points.size(); ++i) rows.push_back({&points[i], &results.at(i)});
  const cli::SweepTable table(varied, rows);
  table.csv();
  table.text({"time_ps", "jobs.0.time_ps"});
  if (table.has("time_ps")) table.chart("time_ps");
}

std::vector<Input> sweeps() {
  const fs::path file = scratch() / "sweep.sqlite";
  {
    cli::SweepStore store(file);
    for (int n = 1; n <= 3; ++n) {
      const bool late = n == 3;
      store.add(record(n),
                {late ? 4 : 0, late ? "time limit" : "done", late ? "too long" : "",
                 fmt::format(R"({{"time_ps":{},"jobs":[{{"name":"a","time_ps":7}}]}})", 100 * n)});
    }
  }
  return {{{"sweep.sqlite", read_text(file)}}};
}

const Reader sweep{"sweep",
                   "stores of sweeps",
                   sweeps,
                   {"points", "parts", "CREATE", "TABLE", "TEXT", "done", "failed", "null", "{}", "[]",
                    "\"files\"", "key1", "router.vcs=1"},
                   Place::file,
                   read_sweep};

// --- Checkpoints ---

emu::ManycoreParams small_chip() {
  config::Document document = config::Document::parse(
      "engine = 'simd'\npipes = 2\nranks = 2\n[program]\ntype = 'pde'\nwaves = 8\n",
      "manycore.toml", scratch());
  const auto p = config::read<emu::ManycoreParams>(document.root());
  document.finish();
  return p;
}

// Runs of a chip that is assembled and planned once: to do so takes longer than to read a checkpoint.
class Runs {
 public:
  explicit Runs(emu::EmulatorContext context) : context_(std::move(context)) {
    emulator_->plan(chip_, [this](emu::Shape, const auto& use) { use(chip_); });
  }
  std::uint64_t state_hash() {
    ends_->restart();
    return emulator_->run(chip_).state_hash;
  }

 private:
  const emu::ManycoreParams params_ = small_chip();
  const emu::Shape shape_{params_.log_pipes(), params_.rank_count()};
  emu::ProgramContext program_context_{true, shape_.log_pipes, shape_.ranks};
  emu::WiringContext wiring_context_{shape_.log_pipes};
  emu::EmulatorContext context_;
  const std::unique_ptr<emu::Program> program_ = params_.program.make(program_context_);
  const std::unique_ptr<emu::Ends> ends_ = program_->ends();
  const emu::Chip<emu::Core8080> chip_{shape_, *params_.wiring.make(wiring_context_), program_->image(),
                                       *ends_};
  const std::unique_ptr<emu::Emulator> emulator_ = params_.engine.make(context_);
};

const fs::path& checkpoint_file() {
  static const fs::path file = scratch() / "checkpoint";
  return file;
}

void read_checkpoint(const Input& input) {
  static const std::uint64_t whole = Runs({}).state_hash();
  static Runs runs({.checkpoint = {}, .restart = checkpoint_file()});
  stored(input);
  require(runs.state_hash() == whole, "a run that goes on ends as one that was not interrupted");
}

std::vector<Input> checkpoints() {
  Runs({.checkpoint = checkpoint_file(), .checkpoint_seconds = 0, .restart = {}}).state_hash();
  return {{{checkpoint_file().filename().string(), read_text(checkpoint_file())}}};
}

const Reader checkpoint{"checkpoint", "checkpoints of many cores", checkpoints, {}, Place::file,
                        read_checkpoint};

}  // namespace
}  // namespace kasuri::fuzz
