// SPDX-License-Identifier: MIT
// Sums over chunks are the totals of the run, exactly; no link is busier than time allows; buffers hold no
// more than they have room for; timelines are JSON in which all that was recorded shows.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "experiment/run/test_random.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace splits_test {

// A column of a table, which may be missing.
std::vector<std::int64_t> column(const Results& r, std::string_view table, std::string_view name) {
  const Table* const t = r.table(table);
  return t ? t->column(name) : std::vector<std::int64_t>();
}

// Sums of a column by the numbers in another one.
std::map<std::int64_t, std::int64_t> sums(const Results& r, std::string_view table, std::string_view by,
                                          std::string_view name) {
  const auto ids = column(r, table, by), values = column(r, table, name);
  std::map<std::int64_t, std::int64_t> all;
  for (std::size_t i = 0; i < ids.size(); ++i) all[ids[i]] += values[i];
  return all;
}

void expect_links(const Results& r) {
  auto bytes = sums(r, "links_by_chunk", "link", "bytes");
  auto busy = sums(r, "links_by_chunk", "link", "busy");
  auto sent = sums(r, "nics_by_chunk", "nic", "sent");
  auto received = sums(r, "nics_by_chunk", "nic", "received");
  std::int64_t i = 0;
  for (const LinkRow l : r.links) {
    ASSERT_EQ(bytes[i], l.bytes.n) << "link " << i;
    ASSERT_EQ(busy[i], l.busy().ps) << "link " << i;
    if (l.ejection) {
      EXPECT_EQ(received[l.to()], l.bytes.n);
    }
    ++i;
  }
  for (const NicRow& n : r.nics) EXPECT_EQ(sent[n.endpoint], n.use.sent.n);
  const auto chunk = column(r, "links_by_chunk", "chunk"), span = column(r, "links_by_chunk", "busy");
  const auto ends = column(r, "chunks", "end");
  for (std::size_t k = 0; k < chunk.size(); ++k) {
    EXPECT_LE(span[k], ends.front() + 2500);  // a byte or two, where borders were rounded
    EXPECT_LT(chunk[k], std::ssize(ends));
  }
}

void expect_sums(const Results& r) {
  ASSERT_FALSE(column(r, "chunks", "end").empty());
  if (r.table("links_by_chunk")) expect_links(r);
  std::map<std::int64_t, std::array<std::int64_t, 3>> routers, of_links;
  std::size_t k = 0;
  for (const char* name : {"to_routers", "to_nics", "from_nics"}) {
    const auto of_name = sums(r, "routers_by_chunk", "router", name);
    for (const auto& [router, bytes] : of_name) routers[router][k] = bytes;
    ++k;
  }
  for (const LinkRow l : r.links) {
    if (l.bytes.n) of_links[l.from][l.ejection] += l.bytes.n;
  }
  for (const NicRow& n : r.nics) {
    if (n.use.sent.n) of_links[n.router][2] += n.use.sent.n;
  }
  EXPECT_EQ(routers, of_links);
  for (std::size_t a = 0; a <= mpi::kActivities; ++a) {
    const bool activity = a < mpi::kActivities;
    const auto name = activity ? std::string(mpi::name_of(static_cast<mpi::Activity>(a))) : "collectives";
    auto spent = sums(r, "ranks_by_chunk", "rank", name);
    for (std::size_t rank = 0; rank < r.ranks.size(); ++rank) {
      mpi::RankStatistics all = r.ranks[rank].spent;
      EXPECT_EQ(spent[static_cast<std::int64_t>(rank)],
                (activity ? all.of(static_cast<mpi::Activity>(a)) : all.collectives).ps)
          << rank << name;
    }
  }
}

TEST(Splits, SumsAreTheTotals) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Random random(seed * 31);
    const TestFabric f = random_fabric(random);
    write_script(f, random);
    const bool fixed = random.one_in(2);
    for (const char* split : {"auto", "routers"}) {
      const std::string statistics =
          fmt::format("[statistics]\nsplit = '{}'\n{}", split,
                      fixed ? fmt::format("chunk = '{} ns'\n", random.between(50, 900)) : "");
      const Results r = simulate_toml(statistics + f.toml());
      expect_sums(r);
    }
  }
}

// What `statistics.split` is short for.
TEST(Splits, AreAProbe) {
  const std::string machine =
      "[topology]\ntype = 'torus'\nextents = [3, 3]\n[[jobs]]\n"
      "pattern = { type = 'uniform', load = 0.4, duration = '10 us' }\n";
  const Results brief = simulate_toml("[statistics]\nsplit = 'links'\nchunk = '1 us'\n" + machine);
  const Results probe = simulate_toml("[statistics.chunks]\nof = 'links'\nchunk = '1 us'\n" + machine);
  for (const char* table : {"chunks", "links_by_chunk", "nics_by_chunk", "routers_by_chunk"}) {
    ASSERT_EQ(brief.table(table)->rows(), probe.table(table)->rows());
    for (const TableColumn& c : brief.table(table)->columns) {
      EXPECT_EQ(c.whole(), probe.table(table)->column(c.name)) << table << c.name;
    }
  }
  EXPECT_THROW(simulate_toml("[statistics]\nsplit = 'links'\n[statistics.chunks]\n" + machine), Error);
}

const std::string kProgram =
    "[topology]\ntype = 'torus'\nextents = [3, 3]\n[mpi]\nsend_overhead = '200 ns'\n"
    "receive_overhead = '130 ns'\neager_copy_rate = '4 GB/s'\n"
    "[[jobs]]\nprogram = 'tests/specimens/program/mixed.c'\nranks = 4\npayload = true\n"
    "[[jobs]]\nprogram = 'tests/specimens/program/communicators.c'\nranks = 5\npayload = true\n";

TEST(Splits, OfRanksToo) {
  for (const char* statistics : {"[statistics]\nsplit = 'links'\n",
                                 "[statistics]\nsplit = 'links'\nchunk = '777 ns'\n",
                                 "[run]\ntime_limit = '20 us'\n[statistics]\nsplit = 'routers'\n"}) {
    const Results r = simulate_toml(statistics + kProgram);
    ASSERT_FALSE(r.ranks.empty());
    expect_sums(r);
  }
}

// All of a rank's time has a name, and waits are told apart by whom they were for.
TEST(Splits, EveryPicosecondOfARankIsAccountedFor) {
  const Results r = simulate_toml("[statistics]\nwaits = true\n" + kProgram);
  std::map<std::pair<std::int64_t, std::int64_t>, Time> waits;
  const Table& t = *r.table("waits");
  for (std::size_t i = 0; i < t.rows(); ++i) {
    waits[{t.column("job")[i], t.column("rank")[i]}] += Time{t.column("waiting")[i]};
  }
  Time collectives{0};
  for (const RankRow& k : r.ranks) {
    const mpi::RankStatistics& s = k.spent;
    EXPECT_EQ(s.computing + s.sending + s.receiving + s.waiting + s.polling, s.finish) << k.rank;
    EXPECT_GT(s.receiving, Time{0});
    EXPECT_LE(s.waiting_in_collectives, s.waiting);
    EXPECT_EQ((waits[{k.job, k.rank}]), s.waiting) << k.rank;
    collectives += s.collectives;
  }
  EXPECT_GT(collectives, Time{0});
}

// A packet's stay in a buffer, its size against what the buffer has: nothing ever overflows.
TEST(Splits, BufferUseFitsTheBuffers) {
  const Results r = simulate_toml(
      "[topology]\ntype = 'mesh'\nextents = [3, 3]\n[router]\nvcs = 2\nbuffer = '4 KiB'\n"
      "[statistics.buffers]\nrouters = [4, 0]\n"
      "[[jobs]]\npattern = { type = 'uniform', load = 0.9, duration = '30 us' }\n");
  const Table& t = *r.table("buffer_use");
  ASSERT_GT(t.rows(), 0u);
  std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::map<Time, std::int64_t>> changes;
  std::map<std::int64_t, std::int64_t> passed;
  for (std::size_t i = 0; i < t.rows(); ++i) {
    const std::int64_t router = t.column("router")[i], bytes = t.column("bytes")[i];
    const Time entered{t.column("entered")[i]}, left{t.column("left")[i]};
    EXPECT_TRUE(router == 0 || router == 4);
    EXPECT_LT(entered, left);
    auto& steps = changes[{router, t.column("port")[i], t.column("vc")[i]}];
    steps[entered] += bytes;
    steps[left] -= bytes;
    passed[router] += bytes;
  }
  for (const auto& [buffer, steps] : changes) {
    std::int64_t held = 0;
    for (const auto& [at, bytes] : steps) {
      held += bytes;
      EXPECT_GE(held, 0);
      EXPECT_LE(held, 4096);
    }
    EXPECT_EQ(held, 0);
  }
  // What passed the buffers of a router is what it sent on.
  std::map<std::uint32_t, std::int64_t> sent;
  for (const LinkRow l : r.links) sent[l.from] += l.bytes.n;
  EXPECT_EQ(passed[0], sent[0]);
  EXPECT_EQ(passed[4], sent[4]);
}

TEST(Splits, BufferUseOfAPeriod) {
  const std::string machine =
      "[topology]\ntype = 'mesh'\nextents = [3, 3]\n[[jobs]]\n"
      "pattern = { type = 'uniform', load = 0.9, duration = '30 us' }\n[statistics.buffers]\n"
      "routers = [4]\n";
  const auto entered = [](const std::string& toml) {
    return simulate_toml(toml).table("buffer_use")->column("entered");
  };
  const auto all = entered(machine), some = entered(machine + "from = '5 us'\nuntil = '6 us'\n");
  const auto in = [](std::int64_t ps) { return ps >= 5'000'000 && ps < 6'000'000; };
  EXPECT_EQ(std::ranges::count_if(all, in), static_cast<std::ptrdiff_t>(some.size()));
  EXPECT_TRUE(std::ranges::all_of(some, in));
  EXPECT_FALSE(some.empty());
}

// The one that a probe has made.
const std::pair<std::string, std::string>& file_of(const Results& r) {
  return std::ranges::find_if(r.probes, [](const Outcome& o) { return !o.files.empty(); })->files.front();
}

TEST(Timeline, HoldsAllThatHappened) {
  TestConfig c("[statistics.timeline]\nuntil = 'unlimited'\n" + kProgram);
  const Results r = simulate_test(std::move(c));
  const auto& [name, text] = file_of(r);
  EXPECT_EQ(name, "timeline.json");
  const auto json = nlohmann::json::parse(text);
  std::map<std::string, int> phases;
  double computing = 0, packets = 0, collectives = 0;
  std::map<std::pair<int, int>, std::vector<std::pair<double, double>>> tracks;
  for (const auto& e : json["traceEvents"]) {
    ++phases[e["ph"]];
    if (e["ph"] != "X") continue;
    EXPECT_GE(e["ts"].get<double>(), 0);
    if (e["cat"] == "computing") computing += e["dur"].get<double>();
    if (e["cat"] == "collective") collectives += e["dur"].get<double>();
    packets += e["cat"] == "packet";
    if (e["cat"] != "message") {
      const double begin = e["ts"];
      tracks[{e["pid"], e["tid"]}].emplace_back(begin, begin + e["dur"].get<double>());
    }
  }
  double expected = 0, in_collectives = 0;
  for (const RankRow& k : r.ranks) {
    expected += k.spent.computing.seconds() * 1e6;
    in_collectives += k.spent.collectives.seconds() * 1e6;
  }
  EXPECT_NEAR(computing, expected, 1e-3);
  EXPECT_NEAR(collectives, in_collectives, 1e-3);
  EXPECT_EQ(packets, static_cast<double>(r.packet_hops()));
  EXPECT_EQ(phases["s"], phases["f"]);
  EXPECT_GT(phases["s"], 0);
  // A few come before their receiver has made the communicator: these are shown by their nodes.
  EXPECT_EQ(phases["b"], phases["e"]);
  EXPECT_LT(phases["b"] * 20, phases["s"]);
  // What is on one track nests.
  for (auto& [track, slices] : tracks) {
    std::ranges::sort(slices, [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first < b.first : a.second > b.second;
    });
    std::vector<double> open;
    for (const auto& [begin, end] : slices) {
      while (!open.empty() && open.back() <= begin + 1e-7) open.pop_back();
      if (!open.empty()) EXPECT_LE(end, open.back() + 1e-7) << track.first << " " << track.second;
      open.push_back(end);
    }
  }
}

TEST(Timeline, OfAPatternInAWindow) {
  TestConfig c("[topology]\ntype = 'mesh'\nextents = [3, 3]\n[statistics.timeline]\nfrom = '3 us'\n"
               "until = '5 us'\nlinks = false\n"
               "[[jobs]]\npattern = { type = 'uniform', load = 0.5, duration = '20 us' }\n");
  const Results r = simulate_test(std::move(c));
  const auto& [name, text] = file_of(r);
  EXPECT_EQ(name, "timeline.json");
  const auto json = nlohmann::json::parse(text);
  int begun = 0, ended = 0;
  for (const auto& e : json["traceEvents"]) {
    if (e["ph"] == "b") {
      ++begun;
      EXPECT_LT(e["ts"].get<double>(), 5);
    }
    if (e["ph"] == "e") {
      ++ended;
      EXPECT_GE(e["ts"].get<double>(), 3);
    }
    EXPECT_NE(e["ph"], "X");
  }
  EXPECT_EQ(begun, ended);
  EXPECT_GT(begun, 0);
}

}  // namespace splits_test
}  // namespace kasuri
