// SPDX-License-Identifier: MIT
// Whole runs of the example configurations: packet-hops per CPU second of the event loop (setting up
// excluded), events per packet-hop, bytes per node, result hash.
#include <benchmark/benchmark.h>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "experiment/plan/planning.h"
#include "experiment/run/simulation.h"
#include "workload/programs/compile.h"

namespace kasuri {
namespace {

struct Case {
  const char* name;
  const char* config;
  std::vector<std::string> overrides;
};

const Case kCases[] = {
    {"uniform/8", "examples/uniform-torus/8.toml", {}},
    {"uniform/16", "examples/uniform-torus/16.toml", {}},
    {"uniform/32", "examples/uniform-torus/32.toml", {}},
    {"alltoall/simple-spread", "examples/alltoall-torus/config.toml", {}},
    {"alltoall/pairwise", "examples/alltoall-torus/config.toml", {"jobs.0.args.0=pairwise"}},
    {"alltoall/ring", "examples/alltoall-torus/config.toml", {"jobs.0.args.0=ring"}},
    {"tiny/uniform",
     "examples/uniform-torus/8.toml",
     {"topology.extents=[4,4,4]", "jobs.0.pattern.duration=10 us"}},
    {"tiny/alltoall",
     "examples/alltoall-torus/config.toml",
     {"topology.extents=[4,2,2]", "jobs.0.ranks=16"}},
};

// VmHWM, VmRSS, … of this process, in bytes.
std::uint64_t status(const std::string& key) {
  std::ifstream in("/proc/self/status");
  for (std::string word; in >> word;) {
    std::uint64_t kib = 0;
    if (word == key + ":" && in >> kib) return kib << 10;
  }
  return 0;
}

// Makes VmHWM, the peak, start again from what is in memory now.
void reset_peak() { std::ofstream("/proc/self/clear_refs") << 5; }

Results run(const Case& c) {
  config::Document document = config::Document::load(c.config, c.overrides);
  auto config = config::read<Config>(document.root());
  document.finish();
  return simulate(config, make_plan(config, document),
                  {.include_dir = find_include_dir(), .progress = {}, .tell = {}});
}

// Each iteration is timed by the CPU time of the event loop, as the summary reports it.
void whole_run(benchmark::State& state, const Case& c) {
  reset_peak();
  const std::uint64_t before = status("VmRSS");
  double cpu = 0, hops = 0;
  Results r;
  for (auto _ : state) {
    r = run(c);
    state.SetIterationTime(r.host.cpu_s);
    cpu += r.host.cpu_s;
    hops += static_cast<double>(r.packet_hops());
  }
  state.counters["Mhops_per_cpu_s"] = hops / cpu / 1e6;
  state.counters["events_per_hop"] =
      static_cast<double>(r.host.queue_events) / static_cast<double>(r.packet_hops());
  state.counters["bytes_per_node"] =
      static_cast<double>(status("VmHWM") - before) / static_cast<double>(r.nics.size());
  state.SetLabel(fmt::format("hash {:016x}", r.delivered.hash));
}

const bool registered = [] {
  for (const Case& c : kCases) {
    benchmark::RegisterBenchmark(c.name, [&c](benchmark::State& s) { whole_run(s, c); })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
}  // namespace kasuri
