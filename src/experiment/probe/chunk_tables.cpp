// SPDX-License-Identifier: MIT
#include "experiment/probe/chunk_tables.h"
#include "mpi/ranks/rank_split.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kasuri {
namespace {

using mpi::RankSplit;
using Numbers = std::vector<std::int64_t>;

struct LinkChunk {
  std::uint32_t chunk, link;
  Bytes bytes;
  Time busy;

  static Columns<LinkChunk> columns() {
    using R = LinkChunk;
    return {key("chunk", &R::chunk, "row of chunks", ""), key("link", &R::link, "row of links", ""),
            column("bytes", &R::bytes, "B", "that it carried"),
            column("busy", &R::busy, "ps", "for how long packets held it")};
  }
};

struct NicChunk {
  std::uint32_t chunk, nic;
  Bytes sent{0}, received{0};

  static Columns<NicChunk> columns() {
    using R = NicChunk;
    return {key("chunk", &R::chunk, "row of chunks", ""), key("nic", &R::nic, "row of nics", ""),
            column("sent", &R::sent, "B", ""), column("received", &R::received, "B", "")};
  }
};

struct RouterChunk {
  std::uint32_t chunk, router;
  Bytes to_routers{0}, to_nics{0}, from_nics{0};

  static Columns<RouterChunk> columns() {
    using R = RouterChunk;
    return {key("chunk", &R::chunk, "row of chunks", ""), key("router", &R::router, "row of routers", ""),
            column("to_routers", &R::to_routers, "B", "that it sent to other routers"),
            column("to_nics", &R::to_nics, "B", "that it sent to its NICs"),
            column("from_nics", &R::from_nics, "B", "that its NICs sent")};
  }
};

// Of all ranks, or of one.
struct Spent {
  std::uint32_t chunk = 0, rank = 0;
  std::array<Time, RankSplit::kColumns> time{};
};

std::string column_name(std::size_t activity) {
  return activity < mpi::kActivities
             ? std::string(mpi::name_of(static_cast<mpi::Activity>(activity)))
             : "collectives";
}

// Collects what rows of one chunk say of the same number, and gives it out sorted.
template <class Row>
class Gathered {
 public:
  explicit Gathered(std::uint32_t Row::*id) : id_(id) {}

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
  std::vector<Row> take() {
    flush();
    return std::move(out_);
  }

 private:
  void flush() {
    for (const Row& r : rows_) place_[r.*id_] = UINT32_MAX;
    // Links come router by router, so there is seldom anything to do.
    if (!std::ranges::is_sorted(rows_, {}, id_)) std::ranges::sort(rows_, {}, id_);
    out_.insert(out_.end(), rows_.begin(), rows_.end());
    rows_.clear();
  }

  std::uint32_t Row::*id_;
  std::uint32_t chunk_ = UINT32_MAX;
  std::vector<Row> rows_, out_;
  std::vector<std::uint32_t> place_;  // of an id among the rows of this chunk
};

// Calls f(chunk, cell, amount) for each row.
template <class F>
void for_each(const Table& t, F f) {
  const Numbers &chunk = t.column("chunk"), &cell = t.column("cell"), &amount = t.column("amount");
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    f(static_cast<std::uint32_t>(chunk[i]), static_cast<std::uint32_t>(cell[i]), amount[i]);
  }
}

// A link of the table of links: from where it leads, and how fast.
struct Link {
  std::uint32_t router;
  std::uint32_t nic;  // or kToRouter
  BytesPerSecond rate;
  Bytes bytes{0};  // so far
  Time busy{0};

  static constexpr std::uint32_t kToRouter = UINT32_MAX;
};

std::vector<Link> links_of(const RunFacts& run) {
  const Topology& t = run.topology;
  std::vector<Link> links;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    for (std::uint32_t port = 0; port < t.degree({r}); ++port) {
      links.push_back({r, Link::kToRouter, run.link_rates[t.link_class({r}, port)]});
    }
    for (std::uint32_t k = 0; k < t.endpoints_at({r}); ++k) {
      links.push_back({r, t.first_endpoint({r}).v + k, run.link_rates.back()});
    }
  }
  return links;
}

// Of what one sees of the machine: links and NICs only if cells are links.
struct Split {
  Table links = LinkChunk::columns().table("links_by_chunk");
  std::vector<NicChunk> nics;
  std::vector<RouterChunk> routers;
};

// How long a link was busy with the bytes of a chunk: the difference of two times that are rounded as the
// run's is, so that the differences add up to it; and for how much longer the link was held.
Split split_links(const ChunkCells& cells, const RunFacts& run) {
  std::vector<Link> links = links_of(run);
  Gathered<NicChunk> nics(&NicChunk::nic);
  Gathered<RouterChunk> routers(&RouterChunk::router);
  Split all;
  std::array<Numbers*, 4> columns{};
  for (std::size_t c = 0; c < columns.size(); ++c) {
    columns[c] = &all.links.columns[c].whole();
    columns[c]->reserve(cells.bytes.rows());
  }
  for_each(cells.bytes, [&](std::uint32_t chunk, std::uint32_t cell, std::int64_t amount) {
    const Bytes bytes{amount};
    if (cell >= links.size()) {
      const auto nic = static_cast<std::uint32_t>(cell - links.size());
      nics.at(chunk, nic).sent += bytes;
      routers.at(chunk, run.topology.router_of({nic}).v).from_nics += bytes;
      return;
    }
    Link& link = links[cell];
    link.bytes += bytes;
    const Time busy = link.bytes / link.rate;
    const std::array<std::int64_t, 4> row{chunk, cell, amount, (busy - link.busy).ps};
    for (std::size_t c = 0; c < row.size(); ++c) columns[c]->push_back(row[c]);
    link.busy = busy;
    RouterChunk& router = routers.at(chunk, link.router);
    if (link.nic == Link::kToRouter) {
      router.to_routers += bytes;
    } else {
      router.to_nics += bytes;
      nics.at(chunk, link.nic).received += bytes;
    }
  });
  // Links that were held for longer than their bytes take.
  for_each(cells.slower, [&](std::uint32_t chunk, std::uint32_t cell, std::int64_t amount) {
    const std::array<std::int64_t, 4> row{chunk, cell, 0, amount};
    for (std::size_t c = 0; c < row.size(); ++c) columns[c]->push_back(row[c]);
  });
  if (cells.slower.rows() > 0) all.links.settle();
  all.nics = nics.take();
  all.routers = routers.take();
  return all;
}

Split split_routers(const ChunkCells& cells) {
  Gathered<RouterChunk> routers(&RouterChunk::router);
  for_each(cells.bytes, [&](std::uint32_t chunk, std::uint32_t cell, std::int64_t amount) {
    RouterChunk& router = routers.at(chunk, cell / 3);
    Bytes& sum = cell % 3 == 0 ? router.to_routers : cell % 3 == 1 ? router.to_nics : router.from_nics;
    sum += Bytes{amount};
  });
  Split all;
  all.routers = routers.take();
  return all;
}

// Rows are sorted, so those of a rank follow one another.
std::vector<Spent> split_ranks(const Table& ranks) {
  std::vector<Spent> all;
  for_each(ranks, [&](std::uint32_t chunk, std::uint32_t cell, std::int64_t amount) {
    const std::uint32_t rank = cell / RankSplit::kColumns;
    const bool is_new = all.empty() || all.back().chunk != chunk || all.back().rank != rank;
    if (is_new) all.push_back({chunk, rank, {}});
    all.back().time[cell % RankSplit::kColumns] = Time{amount};
  });
  return all;
}

TableColumn numbers(std::string name, std::string unit, std::string meaning, Numbers values) {
  return {std::move(name), std::move(unit), std::move(meaning), Merge::sum, std::move(values)};
}

Table rank_table(const std::vector<Spent>& ranks) {
  const auto values = [&](auto of) {
    Numbers all;
    all.reserve(ranks.size());
    for (const Spent& s : ranks) all.push_back(of(s));
    return all;
  };
  Table t;
  t.name = "ranks_by_chunk";
  t.columns = {numbers("chunk", "row of chunks", "", values([](const Spent& s) { return s.chunk; })),
               numbers("rank", "row of ranks", "", values([](const Spent& s) { return s.rank; }))};
  for (std::size_t a = 0; a < RankSplit::kColumns; ++a) {
    Numbers spent = values([a](const Spent& s) { return s.time[a].ps; });
    t.columns.push_back(numbers(column_name(a), "ps", "", std::move(spent)));
  }
  return t;
}

// What the machine did in each chunk.
Table sum_table(const Split& split, const std::vector<Spent>& ranks, std::uint32_t chunks, Time length,
                Time end) {
  Numbers begin, until, to_routers(chunks), to_nics(chunks), from_nics(chunks);
  for (std::uint32_t c = 0; c < chunks; ++c) {
    begin.push_back((length * c).ps);
    until.push_back(earlier(length * (c + 1), later(end, length * c)).ps);
  }
  for (const RouterChunk& r : split.routers) {
    to_routers[r.chunk] += r.to_routers.n;
    to_nics[r.chunk] += r.to_nics.n;
    from_nics[r.chunk] += r.from_nics.n;
  }
  Table t;
  t.name = "chunks";
  t.columns = {numbers("begin", "ps", "of the chunk", std::move(begin)),
               numbers("end", "ps", "of the chunk", std::move(until)),
               numbers("to_routers", "B on links between routers", "", std::move(to_routers)),
               numbers("to_nics", "B", "that routers sent to NICs", std::move(to_nics)),
               numbers("from_nics", "B", "that NICs sent", std::move(from_nics))};
  for (std::size_t a = 0; a < RankSplit::kColumns; ++a) {
    Numbers sum(chunks);
    for (const Spent& s : ranks) sum[s.chunk] += s.time[a].ps;
    t.columns.push_back(numbers(column_name(a), "ps, of all ranks", "", std::move(sum)));
  }
  return t;
}

// Chunks of all tables to one length.
void lengthen_all(ChunkCells& cells) {
  const Time longer = std::max({cells.bytes.chunk, cells.slower.chunk, cells.ranks.chunk});
  for (Table* t : {&cells.bytes, &cells.slower, &cells.ranks}) {
    if (t->chunk == longer) continue;
    t->lengthen(longer);
    t->settle();
  }
}

}  // namespace

std::vector<Table> make_chunk_tables(ChunkCells cells, const RunFacts& run) {
  lengthen_all(cells);
  const Time length = later(cells.bytes.chunk, cells.ranks.chunk);
  Split split = cells.by_link ? split_links(cells, run) : split_routers(cells);
  const std::vector<Spent> ranks = split_ranks(cells.ranks);
  std::uint32_t chunks = 0;
  if (length > Time{0}) chunks = static_cast<std::uint32_t>((run.end.ps + length.ps - 1) / length.ps);
  if (!split.routers.empty()) chunks = std::max(chunks, split.routers.back().chunk + 1);
  if (!ranks.empty()) chunks = std::max(chunks, ranks.back().chunk + 1);
  std::vector<Table> tables{sum_table(split, ranks, chunks, length, run.end)};
  if (cells.by_link) {
    tables.push_back(std::move(split.links));
    tables.push_back(NicChunk::columns().table("nics_by_chunk", split.nics));
  }
  tables.push_back(RouterChunk::columns().table("routers_by_chunk", split.routers));
  tables.push_back(rank_table(ranks));
  return tables;
}

std::string describe_chunk_tables() {
  return describe_columns(sum_table({}, {}, 0, Time{0}, Time{0})) + '\n' +
         describe_columns(LinkChunk::columns().table("links_by_chunk")) + '\n' +
         describe_columns(NicChunk::columns().table("nics_by_chunk")) + '\n' +
         describe_columns(RouterChunk::columns().table("routers_by_chunk")) + '\n' +
         describe_columns(rank_table({}));
}

}  // namespace kasuri
