// SPDX-License-Identifier: MIT
#include "sim/splits.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "sim/results.h"
#include "stats/hdf5.h"

namespace kasuri {
namespace {

// Collects what rows of one chunk say of the same number, and gives it out sorted.
template <class Row>
class Gathered {
 public:
  explicit Gathered(std::vector<Row>& out, std::uint32_t Row::*id) : out_(out), id_(id) {}
  Row& at(std::uint32_t chunk, std::uint32_t id) {
    if (chunk != chunk_) flush();
    chunk_ = chunk;
    if (!rows_.empty() && rows_.back().*id_ == id) return rows_.back();
    if (place_.size() <= id) place_.resize(id + 1, UINT32_MAX);
    if (place_[id] == UINT32_MAX) {
      place_[id] = static_cast<std::uint32_t>(rows_.size());
      rows_.emplace_back();
      rows_.back().chunk = chunk;
      rows_.back().*id_ = id;
    }
    return rows_[place_[id]];
  }
  void flush() {
    for (const Row& r : rows_) place_[r.*id_] = UINT32_MAX;
    // Links come router by router, so there is seldom anything to do.
    if (!std::ranges::is_sorted(rows_, {}, id_)) std::ranges::sort(rows_, {}, id_);
    out_.insert(out_.end(), rows_.begin(), rows_.end());
    rows_.clear();
  }

 private:
  std::vector<Row>& out_;
  std::uint32_t Row::*id_;
  std::uint32_t chunk_ = UINT32_MAX;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> place_;  // of an id among the rows of this chunk
};

// Adds to the busy times of a table of links for how much longer they were held.
void add_slower(ChunkTables::Links& t, const SplitRows& slower) {
  ChunkTables::Links all;
  std::size_t i = 0;
  const auto put = [&](std::uint32_t chunk, std::uint32_t link, Bytes bytes, Time busy) {
    all.chunk.push_back(chunk);
    all.link.push_back(link);
    all.bytes.push_back(bytes);
    all.busy.push_back(busy);
  };
  for (const SplitRows::Row& row : slower.rows) {
    const std::pair at(row.chunk, row.cell);
    for (; i < t.link.size() && std::pair(t.chunk[i], t.link[i]) < at; ++i) {
      put(t.chunk[i], t.link[i], t.bytes[i], t.busy[i]);
    }
    if (i < t.link.size() && std::pair(t.chunk[i], t.link[i]) == at) {
      t.busy[i] += Time{row.amount};
    } else {
      put(row.chunk, row.cell, Bytes{0}, Time{row.amount});
    }
  }
  for (; i < t.link.size(); ++i) put(t.chunk[i], t.link[i], t.bytes[i], t.busy[i]);
  t = std::move(all);
}

// How long a link was busy with the bytes of a chunk: the difference of two times that are rounded as the
// run's is, so that the differences add up to it; and for how much longer the link was held.
void split_links(const Results& r, ChunkTables& t) {
  struct Link {
    std::uint32_t router;
    std::uint32_t nic;  // or kToRouter
    BytesPerSecond rate;
    Bytes bytes{0};  // so far
    Time busy{0};
  };
  constexpr std::uint32_t kToRouter = UINT32_MAX;
  std::vector<Link> links;
  links.reserve(r.links.size());
  for (const LinkRow& l : r.links) {
    links.push_back({l.from, l.ejection ? l.to() : kToRouter, l.rate()});
  }
  Gathered<ChunkTables::Nic> nics(t.nics, &ChunkTables::Nic::nic);
  Gathered<ChunkTables::Router> routers(t.routers, &ChunkTables::Router::router);
  const std::size_t most = r.statistics.watched.bytes.rows.size();
  ChunkTables::Links& table = t.links;
  table.chunk.reserve(most);
  table.link.reserve(most);
  table.bytes.reserve(most);
  table.busy.reserve(most);
  t.nics.reserve(most);
  t.routers.reserve(most);
  for (const SplitRows::Row& row : r.statistics.watched.bytes.rows) {
    const Bytes bytes{row.amount};
    if (row.cell >= links.size()) {
      const auto nic = static_cast<std::uint32_t>(row.cell - links.size());
      nics.at(row.chunk, nic).sent += bytes;
      routers.at(row.chunk, r.nics[nic].router).from_nics += bytes;
      continue;
    }
    Link& link = links[row.cell];
    link.bytes += bytes;
    const Time busy = link.bytes / link.rate;
    table.chunk.push_back(row.chunk);
    table.link.push_back(row.cell);
    table.bytes.push_back(bytes);
    table.busy.push_back(busy - link.busy);
    link.busy = busy;
    ChunkTables::Router& router = routers.at(row.chunk, link.router);
    if (link.nic == kToRouter) {
      router.to_routers += bytes;
    } else {
      router.to_nics += bytes;
      nics.at(row.chunk, link.nic).received += bytes;
    }
  }
  nics.flush();
  routers.flush();
  if (const SplitRows& slower = r.statistics.watched.slower; !slower.rows.empty())
    add_slower(table, slower);
}

void split_routers(const Results& r, ChunkTables& t) {
  Gathered<ChunkTables::Router> routers(t.routers, &ChunkTables::Router::router);
  for (const SplitRows::Row& row : r.statistics.watched.bytes.rows) {
    ChunkTables::Router& router = routers.at(row.chunk, row.cell / 3);
    const Bytes bytes{row.amount};
    (row.cell % 3 == 0 ? router.to_routers : row.cell % 3 == 1 ? router.to_nics : router.from_nics) +=
        bytes;
  }
  routers.flush();
}

using Column = std::vector<std::int64_t>;

std::string column_name(std::size_t activity) {
  return activity < mpi::kActivities
             ? std::string(mpi::name_of(static_cast<mpi::Activity>(activity)))
             : "collectives";
}

void write_sums(Hdf5File& file, const ChunkTables& t, Time end) {
  Column begin, until, to_routers(t.chunks), to_nics(t.chunks), from_nics(t.chunks);
  for (std::uint32_t c = 0; c < t.chunks; ++c) {
    begin.push_back((t.chunk * c).ps);
    until.push_back(earlier(t.chunk * (c + 1), later(end, t.chunk * c)).ps);
  }
  for (const ChunkTables::Router& r : t.routers) {
    to_routers[r.chunk] += r.to_routers.n;
    to_nics[r.chunk] += r.to_nics.n;
    from_nics[r.chunk] += r.from_nics.n;
  }
  file.column("chunks", "begin", "ps", begin);
  file.column("chunks", "end", "ps", until);
  file.column("chunks", "to_routers", "B on links between routers", to_routers);
  file.column("chunks", "to_nics", "B", to_nics);
  file.column("chunks", "from_nics", "B", from_nics);
  std::array<Column, Watched::kRankColumns> spent;
  for (Column& sum : spent) sum.resize(t.chunks);
  for (std::size_t a = 0; a < spent.size(); ++a) {
    for (std::size_t i = 0; i < t.ranks.chunk.size(); ++i) {
      spent[a][t.ranks.chunk[i]] += t.ranks.spent[a][i].ps;
    }
    file.column("chunks", column_name(a), "ps, of all ranks", spent[a]);
  }
}

}  // namespace

ChunkTables ChunkTables::of(const Results& r) {
  const Watched& w = r.statistics.watched;
  ChunkTables t;
  if (w.split == Split::none) return t;
  t.chunk = later(w.bytes.chunk, w.ranks.chunk);
  if (w.split == Split::links) {
    split_links(r, t);
  } else {
    split_routers(r, t);
  }
  for (const SplitRows::Row& row : w.ranks.rows) {  // sorted, so those of a rank follow one another
    const std::uint32_t rank = row.cell / Watched::kRankColumns;
    if (t.ranks.chunk.empty() || t.ranks.chunk.back() != row.chunk || t.ranks.rank.back() != rank) {
      t.ranks.chunk.push_back(row.chunk);
      t.ranks.rank.push_back(rank);
      for (auto& column : t.ranks.spent) column.emplace_back();
    }
    t.ranks.spent[row.cell % Watched::kRankColumns].back() = Time{row.amount};
  }
  if (t.chunk > Time{0}) t.chunks = static_cast<std::uint32_t>((r.time.ps + t.chunk.ps - 1) / t.chunk.ps);
  if (!t.routers.empty()) t.chunks = std::max(t.chunks, t.routers.back().chunk + 1);
  if (!t.ranks.chunk.empty()) t.chunks = std::max(t.chunks, t.ranks.chunk.back() + 1);
  return t;
}

void write_splits(Hdf5File& file, const Results& r) {
  const ChunkTables t = ChunkTables::of(r);
  if (t.chunks == 0) return;
  write_sums(file, t, r.time);
  const auto chunk = [](const auto& row) { return row.chunk; };
  if (r.statistics.watched.split == Split::links) {
    const char* table = "links_by_chunk";
    file.column(table, "chunk", "row of chunks", t.links.chunk, std::identity());
    file.column(table, "link", "row of links", t.links.link, std::identity());
    file.column(table, "bytes", "B", t.links.bytes, [](Bytes b) { return b.n; });
    file.column(table, "busy", "ps", t.links.busy, [](Time x) { return x.ps; });
    table = "nics_by_chunk";
    file.column(table, "chunk", "row of chunks", t.nics, chunk);
    file.column(table, "nic", "row of nics", t.nics, [](const auto& n) { return n.nic; });
    file.column(table, "sent", "B", t.nics, [](const auto& n) { return n.sent.n; });
    file.column(table, "received", "B", t.nics, [](const auto& n) { return n.received.n; });
  }
  const char* table = "routers_by_chunk";
  file.column(table, "chunk", "row of chunks", t.routers, chunk);
  file.column(table, "router", "row of routers", t.routers, [](const auto& x) { return x.router; });
  file.column(table, "to_routers", "B", t.routers, [](const auto& x) { return x.to_routers.n; });
  file.column(table, "to_nics", "B", t.routers, [](const auto& x) { return x.to_nics.n; });
  file.column(table, "from_nics", "B", t.routers, [](const auto& x) { return x.from_nics.n; });
  table = "ranks_by_chunk";
  file.column(table, "chunk", "row of chunks", t.ranks.chunk, std::identity());
  file.column(table, "rank", "row of ranks", t.ranks.rank, std::identity());
  for (std::size_t a = 0; a < Watched::kRankColumns; ++a) {
    file.column(table, column_name(a), "ps", t.ranks.spent[a], [](Time x) { return x.ps; });
  }
}

}  // namespace kasuri
