// SPDX-License-Identifier: MIT
// What Kasuri has written for itself, and reads again: stores of sweeps, checkpoints of many cores.
#include <fmt/format.h>

#include "cli/comparison.h"
#include "cli/sweep_keys.h"
#include "cli/sweep_store.h"
#include "cli/sweep_table.h"
#include "core/text_file.h"
#include "manycore/manycore.h"
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

emu::ManycoreReport run_chip(const std::string& more) {
  config::Document document = config::Document::parse(
      fmt::format("engine = 'simd'\npipes = 2\nranks = 2\n{}\n[program]\ntype = 'pde'\nwaves = 8\n", more),
      "manycore.toml", scratch());
  const auto p = config::read<emu::ManycoreParams>(document.root());
  document.finish();
  return emu::run_manycore(p);
}

void read_checkpoint(const Input& input) {
  static const std::uint64_t whole = run_chip("").state_hash;
  const emu::ManycoreReport r = run_chip(fmt::format("restart = '{}'", stored(input).string()));
  require(r.state_hash == whole, "a run that goes on ends as one that was not interrupted");
}

const Reader checkpoint{"checkpoint",
                        "checkpoints of many cores",
                        [] {
                          const fs::path file = scratch() / "checkpoint";
                          run_chip(fmt::format("checkpoint = '{}'\ncheckpoint_every = 0", file.string()));
                          return std::vector<Input>{{{"checkpoint", read_text(file)}}};
                        },
                        {},
                        Place::file,
                        read_checkpoint};

}  // namespace
}  // namespace kasuri::fuzz
