// SPDX-License-Identifier: MIT
// Sums over chunks are the totals of the run, exactly; no link is busier than time allows; buffers hold no
// more than they have room for; timelines are JSON in which all that was recorded shows.
#include "sim/splits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "sim/test_random.h"
#include "sim/test_run.h"

namespace kasuri {
namespace {

void expect_sums(const Results& r) {
  const ChunkTables t = ChunkTables::of(r);
  ASSERT_GT(t.chunks, 0u);
  std::vector<Bytes> bytes(r.links.size()), sent(r.nics.size()), received(r.nics.size());
  std::vector<Time> busy(r.links.size());
  for (std::size_t i = 0; i < t.links.link.size(); ++i) {
    bytes[t.links.link[i]] += t.links.bytes[i];
    busy[t.links.link[i]] += t.links.busy[i];
    EXPECT_LE(t.links.busy[i], t.chunk + Time{2500});  // a byte or two, where borders were rounded
    EXPECT_LT(t.links.chunk[i], t.chunks);
  }
  for (const ChunkTables::Nic& n : t.nics) {
    sent[n.nic] += n.sent;
    received[n.nic] += n.received;
  }
  std::map<std::uint32_t, std::array<Bytes, 3>> routers, of_links;
  for (const ChunkTables::Router& x : t.routers) {
    routers[x.router][0] += x.to_routers;
    routers[x.router][1] += x.to_nics;
    routers[x.router][2] += x.from_nics;
  }
  std::size_t i = 0;
  for (const LinkRow l : r.links) {
    if (r.statistics.watched.split == Split::links) {
      ASSERT_EQ(bytes[i], l.bytes) << "link " << i;
      ASSERT_EQ(busy[i], l.busy()) << "link " << i;
      if (l.ejection) EXPECT_EQ(received[l.to()], l.bytes);
    }
    ++i;
    if (l.bytes.n) of_links[l.from][l.ejection] += l.bytes;
  }
  for (const NicRow& n : r.nics) {
    if (r.statistics.watched.split == Split::links) EXPECT_EQ(sent[n.endpoint], n.use.sent);
    if (n.use.sent.n) of_links[n.router][2] += n.use.sent;
  }
  EXPECT_EQ(routers, of_links);
  std::vector<mpi::RankStatistics> spent(r.ranks.size());
  for (std::size_t i = 0; i < t.ranks.rank.size(); ++i) {
    mpi::RankStatistics& mine = spent[t.ranks.rank[i]];
    for (std::size_t a = 0; a < mpi::kActivities; ++a) {
      mine.of(static_cast<mpi::Activity>(a)) += t.ranks.spent[a][i];
    }
    mine.collectives += t.ranks.spent[mpi::kActivities][i];
  }
  for (std::size_t k = 0; k < r.ranks.size(); ++k) {
    mpi::RankStatistics all = r.ranks[k].spent;
    for (std::size_t a = 0; a < mpi::kActivities; ++a) {
      const auto activity = static_cast<mpi::Activity>(a);
      EXPECT_EQ(spent[k].of(activity), all.of(activity)) << k << mpi::name_of(activity);
    }
    EXPECT_EQ(spent[k].collectives, all.collectives);
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

TEST(Timeline, HoldsAllThatHappened) {
  TestConfig c("[statistics.timeline]\nuntil = 'unlimited'\n" + kProgram);
  const Results r = simulate_test(std::move(c));
  const auto& [name, text] = r.probes.front().files.front();
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
  const auto& [name, text] = r.probes.front().files.front();
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

}  // namespace
}  // namespace kasuri
