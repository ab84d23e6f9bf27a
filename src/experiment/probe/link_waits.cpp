// SPDX-License-Identifier: MIT
// How much each link was waited for, by chunks of time. Of packets that are first in their virtual
// channel and have requested the link:
//   waiting   packets × time from the request to the grant; divided by the chunk's length it is the mean
//             number of packets that wait for the link
//   stalled   the part of it in which the link could have been granted: no free buffer space downstream,
//             the input port busy, or the link asleep (as link_stall_ps of the summary)
// A packet that still waits when the run ends is not counted. In Ethernets, where nothing stalls, these are
// all packets in the queue of an output, from their arrival, and data that are trimmed or dropped are not.
#include <algorithm>
#include <map>

#include "base/config/registry.h"
#include "network/power/results.h"
#include "experiment/probe/chunk_params.h"
#include "experiment/probe/probe.h"
#include "base/stats/time_split.h"

namespace kasuri {
namespace {

// Of one of both amounts.
struct WaitAmount {
  std::uint32_t chunk;
  std::uint32_t link;
  std::int64_t amount;

  static Columns<WaitAmount> columns() {
    using R = WaitAmount;
    return {key("chunk", &R::chunk, "", ""), key("link", &R::link, "", ""),
            column("amount", &R::amount, "ps", "")};
  }
};

struct LinkWaitRow {
  std::uint32_t chunk;
  std::uint32_t link;
  Time stalled{0};
  std::int64_t waiting = 0;

  static Columns<LinkWaitRow> columns() {
    using R = LinkWaitRow;
    return {key("chunk", &R::chunk, "row of link_wait_chunks", ""),
            key("link", &R::link, "row of links", ""),
            column("stalled", &R::stalled, "ps",
                   "free and requested, but without a packet; over all packets"),
            column("waiting", &R::waiting, "packets × ps", "from requests to grants")};
  }
};

struct WaitChunkRow {
  Time begin, end;

  static Columns<WaitChunkRow> columns() {
    using R = WaitChunkRow;
    return {key("begin", &R::begin, "ps", "of the chunk"), column("end", &R::end, "ps", "of the chunk")};
  }
};

class LinkWaitsRecorder final : public Recorder {
 public:
  LinkWaitsRecorder(Time chunk, const RecorderContext& c) {
    const std::vector<std::uint32_t> global = first_outputs(c.machine.topology);
    for (std::uint32_t r = 0; r < c.machine.router_count(); ++r) {
      const RouterId id = c.machine.router(r);
      first_.push_back(static_cast<std::uint32_t>(ids_.size()));
      for (std::uint32_t link = global[id.v]; link < global[id.v + 1]; ++link) ids_.push_back(link);
    }
    waiting_ = TimeSplit(ids_.size(), chunk);
    stalled_ = TimeSplit(ids_.size(), chunk);
  }

  void granted(const Grant& g) override {
    const std::size_t cell = first_[g.router] + g.port;
    if (g.granted > g.requested) waiting_.add(cell, g.requested, g.granted, (g.granted - g.requested).ps);
    const Time possible = later(g.possible, g.requested);
    if (g.granted > possible) stalled_.add(cell, possible, g.granted, (g.granted - possible).ps);
  }
  std::vector<Table> take() override {
    return {table_of("waiting", waiting_), table_of("stalled", stalled_)};
  }

 private:
  Table table_of(std::string_view name, TimeSplit& split) const {
    std::vector<WaitAmount> rows;
    const SplitRows all = split.take(ids_);
    for (const SplitRows::Row& r : all.rows) rows.push_back({r.chunk, r.cell, r.amount});
    Table t = WaitAmount::columns().table(name, rows);
    t.chunk = all.chunk;
    return t;
  }

  TimeSplit waiting_, stalled_;       // by output
  std::vector<std::uint32_t> first_;  // output of each router
  std::vector<std::uint32_t> ids_;    // of outputs, in the whole machine
};

class LinkWaits final : public Probe {
 public:
  static std::string notes() {
    return describe_columns(LinkWaitRow::columns().table("link_waits")) + '\n' +
           describe_columns(WaitChunkRow::columns().table("link_wait_chunks"));
  }

  LinkWaits(const ChunkParams& p, ProbeContext& c) : chunk_(p.chunk.value_or(Time{0})) {
    if (!c.queues) c.require_routers();
    memory_ = 2 * p.memory_of(channel_count(c.topology) + c.topology.endpoints(), c.time_limit);
  }

  Hooks hooks() const override { return {.granted = true}; }
  std::unique_ptr<Recorder> record(const RecorderContext& c) const override {
    return std::make_unique<LinkWaitsRecorder>(chunk_, c);
  }
  Outcome conclude(std::vector<Table> merged, const RunFacts& run) const override {
    const Time length = later(merged[0].chunk, merged[1].chunk);
    for (Table& t : merged) {
      t.lengthen(length);
      t.settle();
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, LinkWaitRow> rows;
    for (std::size_t i = 0; i < 2; ++i) {
      for (const WaitAmount& a : WaitAmount::columns().rows(merged[i])) {
        LinkWaitRow& row = rows[{a.chunk, a.link}];
        row.chunk = a.chunk, row.link = a.link;
        if (i == 0)
          row.waiting = a.amount;
        else
          row.stalled = {a.amount};
      }
    }
    std::vector<LinkWaitRow> waits;
    for (const auto& [place, row] : rows) waits.push_back(row);
    std::vector<WaitChunkRow> chunks;
    for (std::uint32_t c = 0; !waits.empty() && c <= waits.back().chunk; ++c) {
      const Time begin = length * c;
      chunks.push_back({begin, earlier(length * (c + 1), later(run.end, begin + Time{1}))});
    }
    return {{LinkWaitRow::columns().table("link_waits", waits),
             WaitChunkRow::columns().table("link_wait_chunks", chunks)},
            {},
            {}};
  }
  std::uint64_t memory_bytes() const override { return memory_; }

 private:
  Time chunk_;
  std::uint64_t memory_;
};

const config::Register<LinkWaits, ChunkParams> link_waits{
    "link-waits", "how many packets waited for each link, and for how long it was stalled, over time"};

}  // namespace
}  // namespace kasuri
