// SPDX-License-Identifier: MIT
// For tests: small machines and traffic drawn at random.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>

#include "base/core/rng.h"
#include "experiment/run/test_fabric.h"
#include "experiment/run/test_run.h"

namespace kasuri {

class Random {
 public:
  explicit Random(std::uint64_t seed) : seed_(seed) {}
  std::int64_t between(std::int64_t least, std::int64_t most) {
    const auto span = static_cast<std::uint64_t>(most - least + 1);
    return least + static_cast<std::int64_t>(below(random_at(seed_, 1, 2, counter_++)[0], span));
  }
  bool one_in(std::int64_t n) { return between(1, n) == 1; }
  template <class T>
  T any(std::initializer_list<T> of) {
    return of.begin()[between(0, static_cast<std::int64_t>(of.size()) - 1)];
  }

 private:
  std::uint64_t seed_;
  std::uint64_t counter_ = 0;
};

inline TestFabric random_fabric(Random& random) {
  TestFabric f;
  f.type = random.any({"mesh", "torus"});
  const std::int64_t dimensions = random.between(1, 4);
  for (std::int64_t d = 0; d < dimensions; ++d) {
    f.extents.push_back(static_cast<std::uint32_t>(random.between(1, dimensions > 2 ? 3 : 6)));
  }
  f.nics = random.any({1u, 1u, 2u});
  f.endpoints_per_router = f.nics * random.any({1u, 2u});
  f.vcs = static_cast<std::uint32_t>(random.between(f.type == "torus" ? 2 : 1, 5));
  f.routing = random.between(0, 10'000);
  f.traversal = random.between(1, 200'000);
  f.link_rate = random.between(1'000'000'000, 20'000'000'000);
  f.switch_rate = random.one_in(2) ? 0 : random.between(1'000'000'000, 20'000'000'000);
  f.nic_rate = random.between(1'000'000'000, 20'000'000'000);
  f.dma_read = random.one_in(2) ? 0 : random.between(1'000'000'000, 20'000'000'000);
  f.dma_write = random.one_in(2) ? 0 : random.between(500'000'000, 20'000'000'000);
  f.cable = random.between(0, 20'000);
  f.credit = random.one_in(2) ? 0 : random.between(0, 300'000);
  f.packet = random.between(64, 2048);
  f.header = random.any({0, 8, 63});
  f.smallest = random.between(1, 64);
  // As small as virtual cut-through allows, in half of the machines.
  f.buffer = f.packet * random.any({1, 1, 2, 4}) + random.any({0, 0, 17});
  f.receive_buffer = f.packet * random.any({1, 1, 3});
  f.send_overhead = random.one_in(3) ? random.between(0, 500'000) : 0;
  f.receive_overhead = random.one_in(3) ? random.between(0, 500'000) : 0;
  if (random.one_in(2)) {
    const auto& arbiters = config::components(Arbiter::kKind);
    f.arbiter = arbiters[static_cast<std::size_t>(
        random.between(0, static_cast<std::int64_t>(arbiters.size()) - 1))]->name;
  }
  f.speedup = random.any({1.0, 1.0, 1.5, 3.0});
  f.architecture = random.any({"input-queued", "input-queued", "output-queued", "cioq"});
  if (f.architecture != "input-queued") f.output_pool = random.any({0L, 100L, 3 * f.packet});
  if (f.architecture == "output-queued") {
    f.speedup = 1;
    ArbiterContext context;
    if (!config::Choice<Arbiter>(f.arbiter).make(context)->for_links()) f.arbiter = "round-robin";
  }
  return f;
}

// Uniform, or to a hot spot, or each node to one other; in bursts or spread over time.
inline void write_script(const TestFabric& f, Random& random) {
  Script::script.clear();
  const std::int64_t nodes = f.nodes();
  const std::int64_t hot = random.between(0, nodes - 1);
  const int kind = static_cast<int>(random.between(0, 2));
  const std::int64_t span = random.any({0L, 100'000L, 20'000'000L, 200'000'000L});
  const std::int64_t shift = random.between(1, std::max<std::int64_t>(nodes - 1, 1));
  for (int i = 0; i < 600; ++i) {
    const std::int64_t from = random.between(0, nodes - 1);
    std::int64_t to = random.between(0, nodes - 1);
    if (kind == 1 && !random.one_in(4)) to = hot;
    if (kind == 2) to = (from + shift) % nodes;
    Script::script.push_back({Time{random.between(0, span)}, static_cast<std::uint32_t>(from),
                              static_cast<std::uint32_t>(to),
                              {random.between(0, random.one_in(5) ? 4 * f.packet : f.packet)}});
  }
}

}  // namespace kasuri
