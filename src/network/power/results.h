// SPDX-License-Identifier: MIT
// What the power models of all parts of the machine have counted, put together by the ids of routers,
// ports and NICs: integers only. Watts come in afterwards (energy.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/core/archive.h"
#include "network/net/topology.h"
#include "network/power/sleep.h"

namespace kasuri {

// One directed link.
struct LinkPowerRow {
  std::array<Time, kSleepModes> asleep{};
  Time stall{0};  // Σ over gaps: how long the first packet waited for the link to wake up
  std::uint64_t transitions = 0;
  Bytes bytes{0};
  Time tail{0};                          // of its last packet; 0: it had none
  std::array<Span, kSleepModes> last{};  // of `asleep`, what came after that

  // Asleep in a mode until a time that is not before the last tail of any link.
  Time asleep_until(std::size_t mode, Time until) const {
    return asleep[mode] - Span{later(last[mode].from, until), last[mode].to}.length();
  }
  friend bool operator==(const LinkPowerRow&, const LinkPowerRow&) = default;
};

// The same of one chunk; one value for each cell.
struct ChunkRow {
  std::array<std::vector<std::int64_t>, kSleepModes> asleep;  // ps
  std::vector<std::int64_t> busy;                             // ps; of cells that are links
  std::vector<std::int64_t> bytes;  // of packets whose heads left in this chunk

  friend bool operator==(const ChunkRow&, const ChunkRow&) = default;
};

// Whose the links were (network/power/job_use.h): sums over links by job and kind of link, cell = job ×
// kinds + kind; the last job is nobody. Kinds are the classes of links, the terminal ones' that of links
// from routers to NICs alone; the last is that of links from NICs to routers. Links that do not count are
// in none.
struct JobShare {
  std::uint32_t kinds = 0;  // 0: it was not asked for
  std::size_t chunks = 0;   // one if only sums were asked for
  std::vector<std::int64_t> held;                            // ps; by chunk and cell
  std::array<std::vector<std::int64_t>, kSleepModes> asleep;  // ps, of held
  // That routers moved, also over links that do not count; empty if they were not asked for.
  std::vector<std::int64_t> bytes;
  std::vector<std::int64_t> transitions, stalls;             // by cell; stalls in ps

  void merge(const JobShare&);
  friend bool operator==(const JobShare&, const JobShare&) = default;
};

// What some parts of the machine contribute, in any order.
struct PowerShare {
  Time end{0};
  JobShare jobs;
  std::vector<std::uint32_t> links;  // outputs as in PowerResults, injections behind all of these
  std::vector<LinkPowerRow> rows;    // of `links`
  std::vector<std::uint32_t> cells;
  std::vector<ChunkRow> chunks;      // their columns are of `cells`; what is not counted is empty

  // Of other parts of the same machine, with the same settings and end.
  void merge(PowerShare&&);
};

// The index of each router's first output; then the number of all outputs.
std::vector<std::uint32_t> first_outputs(const Topology&);

struct PowerResults {
  PowerResults(const Topology&, bool by_link, Time chunk);
  // All parts' together.
  PowerResults(const Topology&, bool by_link, Time chunk, PowerShare&&);

  // Router r's outputs are outputs[first[r]] … : links, then those to its NICs.
  std::vector<std::uint32_t> first;
  std::vector<LinkPowerRow> outputs;
  std::vector<LinkPowerRow> injections;  // from NICs to routers, by endpoint

  bool by_link;  // cells are outputs, then injections; else routers (their own outputs only)
  Time chunk;
  Time end{0};
  std::vector<ChunkRow> chunks;  // empty if they were not asked for
  JobShare jobs;

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

template <class Archive>
void transfer(Archive& a, PowerShare& s) {
  a(s.end), a(s.links), a(s.rows), a(s.cells);
  a(s.jobs.kinds), a(s.jobs.chunks), a(s.jobs.held), a(s.jobs.bytes);
  for (auto& mode : s.jobs.asleep) a(mode);
  a(s.jobs.transitions), a(s.jobs.stalls);
  std::size_t n = s.chunks.size();
  a(n);
  s.chunks.resize(n);
  for (ChunkRow& c : s.chunks) {
    for (auto& mode : c.asleep) a(mode);
    a(c.busy), a(c.bytes);
  }
}

}  // namespace kasuri
