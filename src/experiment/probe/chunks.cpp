// SPDX-License-Identifier: MIT
// What links, NICs, routers and ranks did, chunk by chunk of simulated time. Sums over the chunks are the
// totals of the run, exactly. Bytes count in the chunk in which they leave. Routers and NICs add the bytes
// themselves (network/net/link_split.h), at every hop, and the world the time of ranks.
#include "experiment/probe/chunks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/config/registry.h"
#include "network/power/results.h"
#include "experiment/probe/chunk_tables.h"
#include "experiment/probe/probe.h"
#include "base/stats/time_split.h"
#include "mpi/ranks/world.h"

namespace kasuri {
namespace {

using mpi::RankSplit;

// Written as the split is freed: there is never a second copy of it.
Table cell_table(std::string_view name, TimeSplit& split, const std::vector<std::uint32_t>& ids) {
  using R = SplitRows::Row;
  static const Columns<R> columns{key("chunk", &R::chunk, "", ""), key("cell", &R::cell, "", ""),
                                  column("amount", &R::amount, "", "")};
  Table t = columns.table(name);
  t.chunk = split.length();
  auto &chunks = t.columns[0].whole(), &cells = t.columns[1].whole(), &amounts = t.columns[2].whole();
  for (auto* values : {&chunks, &cells, &amounts}) values->reserve(split.used());
  split.drain(ids, [&](std::uint32_t chunk, std::uint32_t cell, std::int64_t amount) {
    chunks.push_back(chunk);
    cells.push_back(cell);
    amounts.push_back(amount);
  });
  return t;
}

// Bytes by links: cells are rows of the table of links, then NICs (what they inject). By routers: cell
// 3 r + 0 is what router r sends to others, + 1 to its NICs, + 2 what its NICs inject. Time of ranks:
// cell = rank × kColumns + activity, or kActivities: in collectives.
class ChunksRecorder final : public Recorder {
 public:
  ChunksRecorder(bool by_link, Time chunk, const RecorderContext& c) : f_(c.machine), world_(c.world) {
    bytes_.by_link = by_link;
    find_cells();
    bytes_.bytes = TimeSplit(ids_.size(), chunk);
    bytes_.slower = TimeSplit(ids_.size(), chunk);
    f_.split = &bytes_;
    split_ranks(chunk);
  }

  std::vector<Table> take() override {
    std::vector<std::uint32_t> cells;
    for (const std::uint32_t rank : world_.ranks().here()) {
      const std::uint32_t first = rank * RankSplit::kColumns;
      for (std::uint32_t c = 0; c < RankSplit::kColumns; ++c) cells.push_back(first + c);
    }
    std::vector<Table> tables;
    tables.push_back(cell_table("bytes", bytes_.bytes, ids_));
    tables.push_back(cell_table("slower", bytes_.slower, ids_));  // empty unless links can be slower
    tables.push_back(cell_table("ranks", ranks_.time, cells));
    return tables;
  }

 private:
  void find_cells() {
    const Topology& t = f_.topology;
    const std::vector<std::uint32_t> global = first_outputs(t);
    for (std::uint32_t r = 0; r < f_.router_count(); ++r) {
      const RouterId id = f_.router(r);
      bytes_.first.push_back(static_cast<std::uint32_t>(ids_.size()));
      if (bytes_.by_link) {
        for (std::uint32_t link = global[id.v]; link < global[id.v + 1]; ++link) ids_.push_back(link);
      } else {
        for (std::uint32_t k = 0; k < 3; ++k) ids_.push_back(3 * id.v + k);
      }
    }
    for (std::uint32_t r = 0; r < f_.router_count(); ++r) {
      const RouterId id = f_.router(r);
      for (std::uint32_t k = 0; k < t.endpoints_at(id); ++k) {
        bytes_.of_nic.push_back(bytes_.by_link ? static_cast<std::uint32_t>(ids_.size())
                                               : bytes_.first[r] + 2);
        if (bytes_.by_link) ids_.push_back(global.back() + t.first_endpoint(id).v + k);
      }
    }
  }

  void split_ranks(Time chunk) {
    ranks_.first.resize(world_.ranks().size());
    std::uint32_t cells = 0;
    for (const std::uint32_t rank : world_.ranks().here()) {
      ranks_.first[rank] = cells;
      cells += RankSplit::kColumns;
    }
    ranks_.time = TimeSplit(cells, chunk);
    if (cells) world_.accounts().split_time(ranks_);
  }

  MachinePart& f_;
  mpi::World& world_;
  LinkSplit bytes_;
  RankSplit ranks_;
  std::vector<std::uint32_t> ids_;  // of bytes_'s cells, in all of the machine
};

class Chunks final : public Probe {
 public:
  static std::string notes() { return describe_chunk_tables(); }

  Chunks(const ChunksParams& p, ProbeContext& c)
      : by_link_(p.of == ChunkTables::links ||
                 (p.of == ChunkTables::automatic && channel_count(c.topology) <= ChunksParams::kManyLinks)),
        chunk_(p.chunk.value_or(Time{0})) {
    const Topology& t = c.topology;
    const std::uint64_t cells =
        by_link_ ? channel_count(t) + 2ull * t.endpoints() : std::uint64_t{3} * t.routers();
    cells_ = cells + c.ranks * RankSplit::kColumns;
    chunks_ = chunk_ == Time{0} || c.time_limit == kNever
                  ? TimeSplit::kMost
                  : static_cast<std::uint64_t>(c.time_limit.ps / chunk_.ps + 1);
  }

  Hooks hooks() const override { return {.link_bytes = true}; }
  std::unique_ptr<Recorder> record(const RecorderContext& c) const override {
    return std::make_unique<ChunksRecorder>(by_link_, chunk_, c);
  }
  // While they are counted, and once more as columns to be written.
  std::uint64_t memory_bytes() const override { return 2 * cells_ * sizeof(std::int64_t) * chunks_; }
  std::string cost() const override {
    const char* const what = by_link_ ? "each link" : "each router";
    const std::uint64_t row = cells_ * sizeof(std::int64_t);
    const auto size = [](std::uint64_t n) { return to_string(Bytes{static_cast<std::int64_t>(n)}); };
    if (chunk_ > Time{0}) {
      return fmt::format("tables by chunks of {} for {} and rank: {} of memory a chunk", to_string(chunk_),
                         what, size(row));
    }
    return fmt::format("tables by up to {} chunks of time for {} and rank: at most {} of memory",
                       TimeSplit::kMost, what, size(row * TimeSplit::kMost));
  }
  Outcome conclude(std::vector<Table> merged, const RunFacts& run) const override {
    return {make_chunk_tables({by_link_, std::move(merged[0]), std::move(merged[1]), std::move(merged[2])},
                              run),
            {}};
  }

 private:
  bool by_link_;
  Time chunk_;  // 0: it adapts
  std::uint64_t cells_ = 0, chunks_ = 0;
};

const config::Register<Chunks, ChunksParams> chunks_kind{
    "chunks", "what links, NICs, routers and ranks do, by chunks of time"};

}  // namespace

config::Fields<ChunksParams> ChunksParams::fields() {
  using P = ChunksParams;
  return {config::field("of", &P::of,
                        "tables of links, or of routers only; auto: of links on machines of up to 100,000 "
                        "links"),
          config::field("chunk", &P::chunk,
                        "length of the chunks; default: it grows with the run, so that there are 64 to 128 "
                        "of them")
              .range(Time{1000}, Time{3'600'000'000'000'000})};
}

}  // namespace kasuri
