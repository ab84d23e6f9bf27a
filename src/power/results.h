// SPDX-License-Identifier: MIT
// What the power models of all partitions have counted, put together by the ids of routers, ports
// and NICs: integers only. Watts come in afterwards (energy.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "net/topology.h"
#include "power/sleep.h"

namespace kasuri {

// One directed link.
struct LinkPowerRow {
  std::array<Time, kSleepModes> asleep{};
  Time stall{0};  // Σ over gaps: how long the first packet waited for the link to wake up
  std::uint64_t transitions = 0;
  Bytes bytes{0};
};

// The same of one chunk; one value for each cell.
struct ChunkRow {
  std::array<std::vector<std::int64_t>, kSleepModes> asleep;  // ps
  std::vector<std::int64_t> busy;                             // ps; of cells that are links
  std::vector<std::int64_t> bytes;  // of packets whose heads left in this chunk
};

struct PowerResults {
  PowerResults(const Topology&, bool by_link, Time chunk);

  // Router r's outputs are outputs[first[r]] … : links, then those to its NICs.
  std::vector<std::uint32_t> first;
  std::vector<LinkPowerRow> outputs;
  std::vector<LinkPowerRow> injections;  // from NICs to routers, by endpoint

  bool by_link;  // cells are outputs, then injections; else routers (their own outputs only)
  Time chunk;
  Time end{0};
  std::vector<ChunkRow> chunks;  // empty if they were not asked for

  std::uint32_t cells() const {
    return by_link ? static_cast<std::uint32_t>(outputs.size() + injections.size())
                   : static_cast<std::uint32_t>(first.size() - 1);
  }
  // Of the i-th chunk: it ends with the run.
  Span span_of(std::size_t chunk_index) const {
    const Time from = chunk * static_cast<std::int64_t>(chunk_index);
    return {from, earlier(from + chunk, end)};
  }
};

}  // namespace kasuri
