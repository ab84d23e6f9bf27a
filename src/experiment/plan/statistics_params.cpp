// SPDX-License-Identifier: MIT
#include "experiment/plan/statistics_params.h"

#include <utility>

#include "experiment/probe/chunks.h"
#include "experiment/probe/probe.h"

namespace kasuri {

using namespace literals;

namespace {

const config::Describe<StatisticsParams> described{"statistics",
                                                   "measurements beyond the totals of a run"};

}  // namespace

config::Fields<StatisticsParams> StatisticsParams::fields() {
  using P = StatisticsParams;
  return {
      config::field("latency", &P::latency,
                    "latency histograms and percentiles by job and traffic class"),
      config::field("split", &P::split,
                    "tables over time of NICs, ranks and links (or routers only); auto: links up to "
                    "100,000 links, else routers"),
      config::field("chunk", &P::chunk,
                    "interval of these tables; default: grows with the run, for 64 to 128 intervals")
          .range(1_ns, Time{3'600'000'000'000'000}),
      config::field("PROBE", &P::probes, "further measurements; `kasuri list probe` lists their names"),
  };
}

void StatisticsParams::validate(const StatisticsParams& p, config::Section& section) {
  if (p.split > SplitTables::automatic && p.probes.contains("chunks")) {  // auto: --statistics
    section.error("split", "this is short for [statistics.chunks], which is here, too: leave out either");
  }
}

std::map<std::string, config::Choice<Probe>> chosen_probes(const StatisticsParams& p) {
  auto all = p.probes;
  for (const char* of_every_run : {"collectives", "link-stalls"}) {
    all.try_emplace(of_every_run, config::Choice<Probe>(of_every_run));
  }
  // The first program (src/FIRST) does not have these.
  for (const char* also : {"nccl", "serving", "training"}) {
    if (config::find_component(Probe::kKind, also)) all.try_emplace(also, config::Choice<Probe>(also));
  }
  if (p.latency) all.try_emplace("latencies", config::Choice<Probe>("latencies"));
  if (p.split != SplitTables::none && !all.contains("chunks")) {
    config::Choice<Probe> chunks("chunks");
    const auto of = static_cast<ChunkTables>(static_cast<int>(p.split) - 1);  // these, but for none
    chunks.params = ChunksParams{of, p.chunk};
    all.emplace("chunks", std::move(chunks));
  }
  return all;
}

}  // namespace kasuri
