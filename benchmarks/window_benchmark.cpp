// SPDX-License-Identifier: MIT
// What a window costs besides its events: lanes with one event each per window, that send nothing to
// each other. With more lanes than cores it is the cost of sleeping and waking.
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "base/engine/thread_team.h"
#include "base/engine/windows.h"

namespace kasuri {
namespace {

constexpr Time kLength{100};

class IdleLane final : public Lane {
 public:
  IdleLane() {
    kind_ = partition_.add_handler<&IdleLane::handle>(this);
    partition_.post({Time{0}, 0, 0, 0, 0, kind_});
  }
  Partition& partition() override { return partition_; }
  void begin_window(std::uint64_t) override {}
  Report end_window() override { return {.lookahead = kLength}; }

 private:
  bool handle(const Event& e) {
    partition_.post({e.time + kLength, 0, 0, 0, 0, kind_});
    return true;
  }

  Partition partition_;
  EventKind kind_{};
};

void windows(benchmark::State& state) {
  const auto lanes = static_cast<unsigned>(state.range(0));
  std::vector<std::unique_ptr<IdleLane>> all(lanes);
  std::vector<Lane*> pointers;
  for (auto& lane : all) {
    lane = std::make_unique<IdleLane>();
    pointers.push_back(lane.get());
  }
  ThreadTeam team(lanes);
  Windows loop(team, pointers, lanes <= available_cores());
  constexpr std::int64_t kBatch = 1000;
  Time end{0};
  for (auto _ : state) loop.run_until(end += kLength * kBatch, {});
  state.SetItemsProcessed(state.iterations() * kBatch);
}

BENCHMARK(windows)->Name("windows/lanes")->Arg(1)->Arg(2)->Arg(4)->Arg(16)->UseRealTime();
BENCHMARK(windows)->Name("tiny/windows/lanes")->Arg(2)->UseRealTime();

}  // namespace
}  // namespace kasuri
