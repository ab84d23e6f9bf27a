// SPDX-License-Identifier: MIT
// The bucket queue against a 4-ary heap of the same values, in the hold model (Vaucher & Duval
// 1975): take the first event, put one back some time later, with as many pending as a machine has.
// The gaps are those of the fabric: 140.6 ns to the next router, 409.6 ns of a packet, or a few µs
// to the next message. The label is the hash of the order of what came out: equal for both.
#include <benchmark/benchmark.h>

#include <fmt/format.h>

#include "base/core/hash.h"
#include "base/core/rng.h"
#include "base/engine/bucket_queue.h"
#include "base/engine/heap_queue.h"

namespace kasuri {
namespace {

Time gap(std::uint64_t bits) {
  switch (bits & 3) {
    case 0: return {409'600};
    case 1: return {static_cast<std::int64_t>(below(mix(bits), 4'000'000)) + 1};
    default: return {140'600};
  }
}

template <class Queue>
void hold(benchmark::State& state) {
  const auto pending = static_cast<std::uint32_t>(state.range(0));
  Queue queue;
  for (std::uint32_t i = 0; i < pending; ++i) {
    queue.push({{static_cast<std::int64_t>(below(mix(i), 2'000'000))},
                order_key(Phase::arrival, {i}, 0), i, 0, 0, EventKind{}});
  }
  std::uint64_t order = 0, n = 0;
  // The hash is that of a fixed number of steps, the same for both queues.
  constexpr std::uint64_t kHashed = 100'000;
  const auto step = [&] {
    Event e = queue.top();
    queue.pop();
    if (n++ < kHashed) order = mix(order, e.order ^ static_cast<std::uint64_t>(e.time.ps));
    e.time += gap(mix(e.order, static_cast<std::uint64_t>(e.time.ps)));
    queue.push(e);
  };
  for (auto _ : state) step();
  while (n < kHashed) step();
  state.SetItemsProcessed(state.iterations());
  state.SetLabel(fmt::format("order {:016x}", order));
}

BENCHMARK(hold<BucketQueue>)->Name("queue/bucket")->RangeMultiplier(8)->Range(1 << 10, 1 << 19);
BENCHMARK(hold<HeapQueue>)->Name("queue/heap4")->RangeMultiplier(8)->Range(1 << 10, 1 << 19);
BENCHMARK(hold<BucketQueue>)->Name("tiny/queue/bucket")->Arg(512);
BENCHMARK(hold<HeapQueue>)->Name("tiny/queue/heap4")->Arg(512);

}  // namespace
}  // namespace kasuri
