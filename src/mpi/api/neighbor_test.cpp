// SPDX-License-Identifier: MIT
// Neighbourhood collectives and graph topologies against their definition, written down plainly: on grids
// that wrap around or not, with dimensions of one and two, and on random graphs in which two ranks may be
// neighbours several times. All algorithms, all ways of calling, sent at once and by rendezvous, on a
// network that lets messages overtake each other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "base/core/rng.h"
#include "mpi/api/test_collective.h"
#include "mpi/api/test_world.h"

namespace kasuri::mpi {
namespace neighbor_test {

using namespace literals;
using testing::ElementsAre;
using testing::HasSubstr;

using Ints = std::vector<int>;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// Who is whose neighbour. `from[i]` of source i: which of its destinations this is.
struct Member {
  Ints sources, destinations, from;
};
struct Shape {
  std::vector<int> extents, periods;  // of a grid; empty: a graph
  std::vector<Member> members;        // by rank

  int ranks() const { return static_cast<int>(members.size()); }
};

// What goes down in dimension d (destination 2 d) comes from above (source 2 d + 1), and the reverse.
Shape grid(std::vector<int> extents, std::vector<int> periods) {
  Shape s{extents, periods, {}};
  const int all = std::accumulate(extents.begin(), extents.end(), 1, std::multiplies<>());
  for (int rank = 0; rank < all; ++rank) {
    Member m;
    for (std::size_t d = 0; d < extents.size(); ++d) {
      int stride = 1;
      for (std::size_t k = d + 1; k < extents.size(); ++k) stride *= extents[k];
      const int at = rank / stride % extents[d];
      for (const int step : {-1, 1}) {
        const int next = at + step;
        const bool inside = periods[d] || (next >= 0 && next < extents[d]);
        const int wrapped = (next + extents[d]) % extents[d];
        m.sources.push_back(inside ? rank + (wrapped - at) * stride : MPI_PROC_NULL);
      }
      m.from.insert(m.from.end(), {static_cast<int>(2 * d + 1), static_cast<int>(2 * d)});
    }
    m.destinations = m.sources;
    s.members.push_back(m);
  }
  return s;
}

// Edges drawn at random, also from ranks to themselves, and some twice; the k-th edge from a to b is
// the k-th for both.
Shape graph(int ranks, int edges, std::uint64_t seed) {
  Shape s;
  s.members.resize(index(ranks));
  const auto draw = [&](std::uint64_t i) {
    return static_cast<int>(below(random_at(seed, 7, 1, i)[0], static_cast<std::uint64_t>(ranks)));
  };
  for (int e = 0; e < edges; ++e) {
    const auto i = static_cast<std::uint64_t>(e);
    const int a = draw(2 * i), b = e % 3 == 0 ? a : draw(2 * i + 1);
    Member& from = s.members[index(a)];
    Member& to = s.members[index(b)];
    to.sources.push_back(a);
    to.from.push_back(static_cast<int>(from.destinations.size()));
    from.destinations.push_back(b);
  }
  return s;
}

std::vector<Shape> shapes() {
  return {grid({1}, {1}),       grid({2}, {1}),          grid({2}, {0}),  grid({5}, {1}),
          grid({3, 2}, {1, 1}), grid({3, 4}, {0, 1}),    grid({4, 1}, {1, 1}),
          grid({2, 2, 3}, {1, 0, 1}), graph(1, 3, 5),    graph(5, 14, 1), graph(6, 2, 2),
          graph(9, 40, 3)};
}

MPI_Comm make(const Shape& s, int rank) {
  MPI_Comm comm = MPI_COMM_NULL;
  const Member& m = s.members[index(rank)];
  if (!s.extents.empty()) {
    MGEN_Cart_create(MPI_COMM_WORLD, static_cast<int>(s.extents.size()), s.extents.data(),
                     s.periods.data(), 1, &comm);
  } else {
    MGEN_Dist_graph_create_adjacent(MPI_COMM_WORLD, static_cast<int>(m.sources.size()),
                                    m.sources.data(), MPI_UNWEIGHTED,
                                    static_cast<int>(m.destinations.size()), m.destinations.data(),
                                    MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
  }
  return comm;
}

// Element i of what rank r sends in its block j.
int piece(int r, int j, int i) { return r * 10'000 + j * 100 + i; }

struct Case {
  std::string kind, algorithm;
  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.kind << ' ' << c.algorithm; }
};

struct Rank {
  const Shape& shape;
  int me;
  Way way;
  MPI_Comm comm;

  const Member& mine() const { return shape.members[index(me)]; }
  int in() const { return static_cast<int>(mine().sources.size()); }
  int out() const { return static_cast<int>(mine().destinations.size()); }
  static int count(int r, int j) { return (r + 2 * j) % 4; }
  // With an element between blocks.
  static Ints places(const Ints& counts) {
    Ints all;
    int next = 1;
    for (const int n : counts) {
      all.push_back(next);
      next += n + 1;
    }
    return all;
  }
  static std::size_t room(const Ints& counts) {
    return index(std::accumulate(counts.begin(), counts.end(), 1 + static_cast<int>(counts.size())));
  }

  void allgather() const {
    for (const int n : {0, 1, 3}) {
      Ints mine_sent, got(index(n * in()), -1), expected = got;
      for (int i = 0; i < n; ++i) mine_sent.push_back(piece(me, 0, i));
      for (int s = 0; s < in(); ++s) {
        for (int i = 0; i < n && mine().sources[index(s)] >= 0; ++i) {
          expected[index(s * n + i)] = piece(mine().sources[index(s)], 0, i);
        }
      }
      COLLECTIVE(way, Neighbor_allgather, neighbor_allgather, mine_sent.data(), n, MPI_INT, got.data(),
                 n, MPI_INT, comm);
      EXPECT_EQ(got, expected) << n;
    }
  }
  // Whether each block is of its own size, or all are of one.
  void exchange(const char* kind) const {
    const std::string name = kind;
    const bool gathers = name == "neighbor_allgatherv", equal = name == "neighbor_alltoall";
    const auto size = [&](int r, int j) { return equal ? 3 : gathers ? count(r, 0) : count(r, j); };
    Ints give, get;
    for (int j = 0; j < out(); ++j) give.push_back(size(me, j));
    for (int s = 0; s < in(); ++s) {
      const int r = mine().sources[index(s)];
      get.push_back(equal ? 3 : r < 0 ? 0 : size(r, mine().from[index(s)]));
    }
    Ints from = places(give), to = places(get);
    if (equal) {
      for (std::size_t j = 0; j < from.size(); ++j) from[j] = 3 * static_cast<int>(j);
      for (std::size_t s = 0; s < to.size(); ++s) to[s] = 3 * static_cast<int>(s);
    }
    Ints sent(room(give), -1), got(room(get), -1), expected = got;
    for (int j = 0; j < out(); ++j) {
      for (int i = 0; i < give[index(j)]; ++i) sent[index(from[index(j)] + i)] = piece(me, j, i);
    }
    for (int s = 0; s < in(); ++s) {
      const int r = mine().sources[index(s)];
      for (int i = 0; i < get[index(s)] && r >= 0; ++i) {
        expected[index(to[index(s)] + i)] = piece(r, gathers ? 0 : mine().from[index(s)], i);
      }
    }
    if (gathers) {
      Ints same;
      for (int i = 0; i < count(me, 0); ++i) same.push_back(piece(me, 0, i));
      COLLECTIVE(way, Neighbor_allgatherv, neighbor_allgatherv, same.data(), count(me, 0), MPI_INT,
                 got.data(), get.data(), to.data(), MPI_INT, comm);
    } else if (equal) {
      COLLECTIVE(way, Neighbor_alltoall, neighbor_alltoall, sent.data(), 3, MPI_INT, got.data(), 3,
                 MPI_INT, comm);
    } else {
      COLLECTIVE(way, Neighbor_alltoallv, neighbor_alltoallv, sent.data(), give.data(), from.data(),
                 MPI_INT, got.data(), get.data(), to.data(), MPI_INT, comm);
    }
    EXPECT_EQ(got, expected) << name;
    if (name != "neighbor_alltoallv") return;

    // The same with datatypes: what comes is stored with gaps.
    MPI_Datatype gaps;
    MGEN_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &gaps);
    MGEN_Type_commit(&gaps);
    std::vector<MPI_Aint> give_at, get_at;
    for (const int at : from) give_at.push_back(at * static_cast<MPI_Aint>(sizeof(int)));
    for (const int at : to) get_at.push_back(2 * at * static_cast<MPI_Aint>(sizeof(int)));
    const std::vector<MPI_Datatype> ints(index(out() + 1), MPI_INT), wide(index(in() + 1), gaps);
    Ints spread(2 * got.size(), -1), spread_expected = spread;
    for (std::size_t i = 0; i < expected.size(); ++i) spread_expected[2 * i] = expected[i];
    COLLECTIVE(way, Neighbor_alltoallw, neighbor_alltoallw, sent.data(), give.data(), give_at.data(),
               ints.data(), spread.data(), get.data(), get_at.data(), wide.data(), comm);
    EXPECT_EQ(spread, spread_expected);
    MGEN_Type_free(&gaps);
  }
  void run(const std::string& kind) const {
    if (kind == "neighbor_allgather") return allgather();
    exchange(kind.c_str());
  }
};

class Neighbors : public testing::TestWithParam<Case> {};

TEST_P(Neighbors, ExchangeWhatTheOperationPromises) {
  for (const Shape& shape : shapes()) {
    for (const Bytes limit : {1_B * (1 << 20), 0_B}) {
      MpiParams params;
      const config::Component* component = config::find_component(GetParam().kind, GetParam().algorithm);
      for (const config::Field& f : AlgorithmParams::fields()) {
        if (f.name != GetParam().kind) continue;
        f.set(&params.algorithms,
              std::vector<config::Scalar>{config::AnyChoice{component, component->shape().defaults()}});
      }
      params.eager_limit = limit;
      TestWorld w({.ranks = shape.ranks(), .params = params, .payload = true, .jitter = Time{2'000'000}},
                  program([&](int rank) {
                    MPI_Comm comm = make(shape, rank);
                    for (const Way way : {Way::blocking, Way::non_blocking, Way::persistent}) {
                      Rank{shape, rank, way, comm}.run(GetParam().kind);
                    }
                    MGEN_Comm_free(&comm);
                  }));
      w.run();
      ASSERT_EQ(w.failure(), "") << shape.ranks() << " ranks";
      ASSERT_TRUE(w.world.finished()) << shape.ranks() << " ranks";
    }
  }
}

std::vector<Case> all_algorithms() {
  std::vector<Case> all;
  for (const char* kind :
       {"neighbor_allgather", "neighbor_allgatherv", "neighbor_alltoall", "neighbor_alltoallv"}) {
    for (const config::Component* c : config::components(kind)) all.push_back({kind, c->name});
  }
  return all;
}
INSTANTIATE_TEST_SUITE_P(All, Neighbors, testing::ValuesIn(all_algorithms()), [](const auto& of) {
  std::string name = of.param.kind + "_" + of.param.algorithm;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(NeighborAlgorithms, AreRegistered) {
  EXPECT_EQ(all_algorithms().size(), 12u);
  for (const Case& c : all_algorithms()) {
    EXPECT_THAT(c.algorithm, testing::AnyOf("spread", "in-turn", "nccl"));
  }
}

void run(int ranks, std::function<void(int)> body) {
  EXPECT_EQ(failure_with_jitter(ranks, std::move(body)), "");
}

// Each rank gives edges between others; all hear of theirs, with weights.
TEST(Graphs, WhoeverGivesAnEdgeBothItsEndsHearOfIt) {
  run(5, [](int rank) {
    const int sources[] = {(rank + 1) % 5, (rank + 2) % 5}, degrees[] = {2, 1};
    const int destinations[] = {(rank + 3) % 5, rank, (rank + 2) % 5};
    const int weights[] = {10 * rank, 10 * rank + 1, 10 * rank + 2};
    MPI_Comm graph, copy;
    MGEN_Dist_graph_create(MPI_COMM_WORLD, 2, sources, degrees, destinations, weights, MPI_INFO_NULL,
                           0, &graph);
    MGEN_Comm_dup(graph, &copy);
    int in = -1, out = -1, weighted = -1, kind = -1;
    MGEN_Topo_test(copy, &kind);
    EXPECT_EQ(kind, MPI_DIST_GRAPH);
    MGEN_Dist_graph_neighbors_count(copy, &in, &out, &weighted);
    ASSERT_EQ(in, 3);
    ASSERT_EQ(out, 3);
    EXPECT_EQ(weighted, 1);
    Ints from(3), from_weights(3), to(3), to_weights(3);
    MGEN_Dist_graph_neighbors(copy, 3, from.data(), from_weights.data(), 3, to.data(), to_weights.data());
    // Rank g gives g+1 → g+3 (10 g), g+1 → g (10 g + 1), g+2 → g+2 (10 g + 2).
    using Edges = std::multiset<std::pair<int, int>>;
    Edges heard, expected;
    for (int i = 0; i < 3; ++i) {
      heard.emplace(from[index(i)], from_weights[index(i)]);
      heard.emplace(100 + to[index(i)], to_weights[index(i)]);
    }
    for (int g = 0; g < 5; ++g) {
      const int edges[][2] = {{(g + 1) % 5, (g + 3) % 5}, {(g + 1) % 5, g}, {(g + 2) % 5, (g + 2) % 5}};
      for (int e = 0; e < 3; ++e) {
        if (edges[e][1] == rank) expected.emplace(edges[e][0], 10 * g + e);
        if (edges[e][0] == rank) expected.emplace(100 + edges[e][1], 10 * g + e);
      }
    }
    EXPECT_EQ(heard, expected);
    const int mine = 7 * rank;
    Ints all(3, -1);
    MGEN_Neighbor_allgather(&mine, 1, MPI_INT, all.data(), 1, MPI_INT, copy);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(all[index(i)], 7 * from[index(i)]);
  });
}

// Edges come in the order of the ranks that gave them, and of each rank in its order.
TEST(Graphs, EdgesComeInOrder) {
  struct Given {
    int from, to, weight;
  };
  for (const int p : {1, 2, 3, 7, 16, 23}) {
    std::vector<std::vector<Given>> given(index(p));
    for (int g = 0; g < p; ++g) {
      for (int e = 0; e < (g * 5 + 1) % 9; ++e) {
        given[index(g)].push_back({(g * e + e * e) % p, (g + 3 * e) % p, 100 * g + e});
      }
    }
    run(p, [&](int rank) {
      Ints sources, degrees, destinations, weights, expected_in, expected_out;
      for (const Given& e : given[index(rank)]) {
        sources.push_back(e.from);
        degrees.push_back(1);
        destinations.push_back(e.to);
        weights.push_back(e.weight);
      }
      for (const auto& of_rank : given) {
        for (const Given& e : of_rank) {
          if (e.to == rank) expected_in.push_back(e.weight);
          if (e.from == rank) expected_out.push_back(e.weight);
        }
      }
      MPI_Comm graph;
      MGEN_Dist_graph_create(MPI_COMM_WORLD, static_cast<int>(sources.size()), sources.data(),
                             degrees.data(), destinations.data(), weights.data(), MPI_INFO_NULL, 0,
                             &graph);
      int in = -1, out = -1, weighted = -1;
      MGEN_Dist_graph_neighbors_count(graph, &in, &out, &weighted);
      Ints from(index(in)), from_weights(index(in)), to(index(out)), to_weights(index(out));
      MGEN_Dist_graph_neighbors(graph, in, from.data(), from_weights.data(), out, to.data(),
                                to_weights.data());
      EXPECT_EQ(from_weights, expected_in) << "rank " << rank << " of " << p;
      EXPECT_EQ(to_weights, expected_out) << "rank " << rank << " of " << p;
    });
  }
}

// P log P messages: all-to-alls of counts and edges, as they were once, take 2 P².
TEST(Graphs, AreDealtOutInFewMessages) {
  constexpr std::uint64_t kRanks = 512, kRounds = 9;
  TestWorld w({.ranks = kRanks}, program([](int rank) {
                const int one = 1, next = (rank + 1) % static_cast<int>(kRanks);
                MPI_Comm graph;
                MGEN_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &one, &next, MPI_UNWEIGHTED,
                                       MPI_INFO_NULL, 0, &graph);
              }));
  w.run();
  EXPECT_TRUE(w.world.finished()) << w.failure();
  EXPECT_LE(w.transport.messages, kRanks * kRounds * 3);  // sizes, edges, the agreement on a context
}

// The example of MPI 4.1, section 8.5.3: 0 – 1, 0 – 3, 2 – 3.
TEST(Graphs, ThatAllKnow) {
  run(5, [](int rank) {
    const int ends[] = {2, 3, 4, 6}, edges[] = {1, 3, 0, 3, 0, 2};
    MPI_Comm graph;
    MGEN_Graph_create(MPI_COMM_WORLD, 4, ends, edges, 0, &graph);
    if (rank == 4) {
      EXPECT_EQ(graph, MPI_COMM_NULL);
      return;
    }
    int nodes = -1, all = -1, count = -1, kind = -1, mapped = -1;
    MGEN_Topo_test(graph, &kind);
    EXPECT_EQ(kind, MPI_GRAPH);
    MGEN_Graphdims_get(graph, &nodes, &all);
    EXPECT_EQ(nodes, 4);
    EXPECT_EQ(all, 6);
    Ints i(4), e(6), n(2);
    MGEN_Graph_get(graph, 4, 6, i.data(), e.data());
    EXPECT_THAT(i, ElementsAre(2, 3, 4, 6));
    EXPECT_THAT(e, ElementsAre(1, 3, 0, 3, 0, 2));
    MGEN_Graph_neighbors_count(graph, 3, &count);
    EXPECT_EQ(count, 2);
    MGEN_Graph_neighbors(graph, 3, 2, n.data());
    EXPECT_THAT(n, ElementsAre(0, 2));
    MGEN_Graph_map(MPI_COMM_WORLD, 4, ends, edges, &mapped);
    EXPECT_EQ(mapped, rank);
    MGEN_Graph_neighbors_count(graph, rank, &count);
    Ints got(index(count), -1), expected(index(count));
    const int mine = 3 * rank;
    MGEN_Graph_neighbors(graph, rank, count, expected.data());
    for (int& x : expected) x *= 3;
    MGEN_Neighbor_allgather(&mine, 1, MPI_INT, got.data(), 1, MPI_INT, graph);
    EXPECT_EQ(got, expected);
  });
}

std::string failure_of(std::function<void(int)> mistake) {
  TestWorld w({.payload = true}, program(std::move(mistake)));
  w.run();
  return w.failure();
}

TEST(Graphs, MistakesAreNamed) {
  const MPI_Comm world = MPI_COMM_WORLD;
  int buffer[4] = {};
  EXPECT_THAT(failure_of([&](int) {
                MGEN_Neighbor_allgather(buffer, 1, MPI_INT, buffer + 1, 1, MPI_INT, world);
              }), HasSubstr("MGEN_Neighbor_allgather at 0 ps: the communicator has no topology"));
  EXPECT_THAT(failure_of([&](int) {
                const int self = 0;
                MPI_Comm graph;
                MGEN_Dist_graph_create_adjacent(world, 1, &self, MPI_UNWEIGHTED, 0, nullptr,
                                                MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
              }), HasSubstr("this rank is 1 times its own source, but 0 times its own destination"));
  EXPECT_THAT(failure_of([&](int) {
                const int far = 2;
                MPI_Comm graph;
                MGEN_Dist_graph_create_adjacent(world, 1, &far, MPI_UNWEIGHTED, 0, nullptr,
                                                MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
              }), HasSubstr("rank 2 does not exist"));
  // Rank 0 sends more than rank 1 has room for; what one calls and the other does not.
  const auto on_ring = [&](auto f) {
    return failure_of([&, f](int rank) {
      const int extent = 2, wraps = 1;
      MPI_Comm ring;
      MGEN_Cart_create(world, 1, &extent, &wraps, 0, &ring);
      f(rank, ring);
    });
  };
  EXPECT_THAT(on_ring([&](int rank, MPI_Comm ring) {
                int in[8];
                MGEN_Neighbor_allgather(buffer, 1 + (rank == 0), MPI_INT, in, 1 + (rank == 0), MPI_INT,
                                        ring);
              }), HasSubstr("MGEN_Neighbor_allgather"));
  EXPECT_THAT(on_ring([&](int rank, MPI_Comm ring) {
                int in[8];
                if (rank == 0) MGEN_Neighbor_allgather(buffer, 1, MPI_INT, in, 1, MPI_INT, ring);
                else MGEN_Barrier(ring);
              }), HasSubstr("mismatched collectives"));
}

}  // namespace neighbor_test
}  // namespace kasuri::mpi
