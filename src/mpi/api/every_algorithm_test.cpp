// SPDX-License-Identifier: MIT
// Every registered algorithm of every collective, with each of its switches, against the definition of
// the operation, for many numbers of ranks, roots, operations and datatypes; blocking, non-blocking and
// persistent; with messages sent at once and by rendezvous, on a network that lets them overtake.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "mpi/api/test_collective.h"
#include "mpi/api/test_world.h"

namespace kasuri::mpi {
namespace every_algorithm_test {

using namespace literals;

constexpr int kSizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 17, 33};

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// What rank r holds at place i.
template <class T>
T value(int r, int i) {
  return static_cast<T>((r * 7 + i * 3) % 11 + 1);
}

template <class T>
std::vector<T> values(int r, int n) {
  std::vector<T> all;
  for (int i = 0; i < n; ++i) all.push_back(value<T>(r, i));
  return all;
}

template <class T>
T combined(T a, T b, MPI_Op op) {
  if (op == MPI_SUM) return static_cast<T>(a + b);
  if (op == MPI_PROD) return static_cast<T>(a * b);
  if (op == MPI_MAX) return std::max(a, b);
  if (op == MPI_MIN) return std::min(a, b);
  if constexpr (std::is_integral_v<T>) {
    if (op == MPI_BXOR) return a ^ b;
    if (op == MPI_LAND) return a && b;
  }
  ADD_FAILURE() << "no such operation";
  return a;
}

// Of ranks first … last.
template <class T>
std::vector<T> reduced(int first, int last, int n, MPI_Op op) {
  std::vector<T> all = values<T>(first, n);
  for (int r = first + 1; r <= last; ++r) {
    for (int i = 0; i < n; ++i) all[index(i)] = combined(all[index(i)], value<T>(r, i), op);
  }
  return all;
}

struct Case {
  std::string kind;
  std::string algorithm;
  std::string flag = "";  // a setting of the algorithm that is true

  friend void PrintTo(const Case& c, std::ostream* out) {
    *out << c.kind << ' ' << c.algorithm << ' ' << c.flag;
  }
};

class EveryAlgorithm : public testing::TestWithParam<Case> {};

// One rank's part: for each operation, all variants. `p` ranks.
struct Rank {
  int me, p;
  Way way;

  std::vector<int> roots() const { return p == 1 ? std::vector{0} : std::vector{0, p / 2, p - 1}; }
  // Blocks of different sizes, some empty, with gaps between them.
  std::vector<int> sizes(int seed) const {
    std::vector<int> all;
    for (int r = 0; r < p; ++r) all.push_back((r + seed) % 4);
    return all;
  }
  std::vector<int> places(const std::vector<int>& sizes) const {
    std::vector<int> all;
    int next = 1;
    for (const int n : sizes) {
      all.push_back(next);
      next += n + 1;
    }
    return all;
  }
  std::size_t room(const std::vector<int>& sizes) const {
    int all = 1;
    for (const int n : sizes) all += n + 1;
    return index(all);
  }

  void barrier() const {
    for (int late = 0; late < p; late += 2) {
      const double before = MGEN_Wtime();
      double start = before;
      if (me == late) MGEN_Comp(1.0);
      start = MGEN_Wtime();
      COLLECTIVE(way, Barrier, barrier, MPI_COMM_WORLD);
      EXPECT_GE(MGEN_Wtime(), start);
      double latest = start;
      MGEN_Allreduce(&start, &latest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
      EXPECT_GE(MGEN_Wtime(), latest);
    }
  }

  void bcast() const {
    for (const int root : roots()) {
      for (const int n : {0, 1, 5, 700}) {
        std::vector<double> data(index(n), -1);
        if (me == root) data = values<double>(root, n);
        COLLECTIVE(way, Bcast, bcast, data.data(), n, MPI_DOUBLE, root, MPI_COMM_WORLD);
        EXPECT_EQ(data, values<double>(root, n)) << p << " ranks, root " << root;
      }
    }
  }

  template <class T>
  void reduce(MPI_Datatype type, MPI_Op op, int n) const {
    for (const int root : roots()) {
      for (const bool in_place : {false, true}) {
        if (in_place && way == Way::persistent) continue;  // it starts twice
        const std::vector<T> in = values<T>(me, n);
        std::vector<T> out = in_place ? in : std::vector<T>(index(n));
        const bool here = in_place && me == root;
        COLLECTIVE(way, Reduce, reduce, here ? MPI_IN_PLACE : in.data(), out.data(), n, type, op,
                   root, MPI_COMM_WORLD);
        if (me == root) {
          EXPECT_EQ(out, reduced<T>(0, p - 1, n, op)) << p << " ranks, root " << root;
        }
      }
    }
  }
  template <class T>
  void allreduce(MPI_Datatype type, MPI_Op op, int n) const {
    for (const bool in_place : {false, true}) {
      if (in_place && way == Way::persistent) continue;
      const std::vector<T> in = values<T>(me, n);
      std::vector<T> out = in_place ? in : std::vector<T>(index(n));
      COLLECTIVE(way, Allreduce, allreduce, in_place ? MPI_IN_PLACE : in.data(), out.data(), n, type,
                 op, MPI_COMM_WORLD);
      EXPECT_EQ(out, reduced<T>(0, p - 1, n, op)) << p << " ranks";
    }
  }
  template <class T>
  void scan(MPI_Datatype type, MPI_Op op, int n, bool inclusive) const {
    for (const bool in_place : {false, true}) {
      if (in_place && way == Way::persistent) continue;
      const std::vector<T> in = values<T>(me, n);
      std::vector<T> out = in_place ? in : std::vector<T>(index(n), T{5});
      const void* send = in_place ? MPI_IN_PLACE : in.data();
      if (inclusive) {
        COLLECTIVE(way, Scan, scan, send, out.data(), n, type, op, MPI_COMM_WORLD);
        EXPECT_EQ(out, reduced<T>(0, me, n, op)) << p << " ranks";
      } else {
        COLLECTIVE(way, Exscan, exscan, send, out.data(), n, type, op, MPI_COMM_WORLD);
        if (me > 0) {
          EXPECT_EQ(out, reduced<T>(0, me - 1, n, op)) << p << " ranks";
        }
        if (me == 0) {
          EXPECT_EQ(out, in_place ? in : std::vector<T>(index(n), T{5}));
        }
      }
    }
  }

  // Block r of each vector is rank r's.
  void reduce_scatter() const {
    for (const MPI_Op op : {MPI_SUM, MPI_MAX}) {
      for (const bool in_place : {false, true}) {
        if (in_place && way == Way::persistent) continue;
        const std::vector<int> counts = sizes(2);
        int n = 0, mine = 0;
        for (int r = 0; r < p; ++r) {
          if (r == me) mine = n;
          n += counts[index(r)];
        }
        const std::vector<long> in = values<long>(me, n);
        std::vector<long> out = in;
        COLLECTIVE(way, Reduce_scatter, reduce_scatter, in_place ? MPI_IN_PLACE : in.data(),
                   out.data(), counts.data(), MPI_LONG, op, MPI_COMM_WORLD);
        const std::vector<long> all = reduced<long>(0, p - 1, n, op);
        for (int i = 0; i < counts[index(me)]; ++i) EXPECT_EQ(out[index(i)], all[index(mine + i)]);
      }
    }
  }
  void reduce_scatter_block() const {
    for (const int n : {0, 1, 3}) {
      for (const bool in_place : {false, true}) {
        if (in_place && way == Way::persistent) continue;
        const std::vector<int> in = values<int>(me, n * p);
        std::vector<int> out = in;
        COLLECTIVE(way, Reduce_scatter_block, reduce_scatter_block,
                   in_place ? MPI_IN_PLACE : in.data(), out.data(), n, MPI_INT, MPI_SUM,
                   MPI_COMM_WORLD);
        const std::vector<int> all = reduced<int>(0, p - 1, n * p, MPI_SUM);
        for (int i = 0; i < n; ++i) EXPECT_EQ(out[index(i)], all[index(me * n + i)]) << p;
      }
    }
  }

  void gather(bool to_all) const {
    for (const int n : {0, 1, 3}) {
      for (const int root : to_all ? std::vector{0} : roots()) {
        for (const bool in_place : {false, true}) {
          const std::vector<int> in = values<int>(me, n);
          std::vector<int> out(index(n * p), -1);
          const bool has = to_all || me == root;
          const bool here = in_place && has;
          if (here) std::ranges::copy(in, out.begin() + n * me);
          const void* send = here ? MPI_IN_PLACE : in.data();
          if (to_all) {
            COLLECTIVE(way, Allgather, allgather, send, n, MPI_INT, out.data(), n, MPI_INT,
                       MPI_COMM_WORLD);
          } else {
            COLLECTIVE(way, Gather, gather, send, n, MPI_INT, has ? out.data() : nullptr, n, MPI_INT,
                       root, MPI_COMM_WORLD);
          }
          for (int i = 0; has && i < n * p; ++i) {
            EXPECT_EQ(out[index(i)], value<int>(i / n, i % n)) << p << " ranks, root " << root;
          }
        }
      }
    }
  }
  void gatherv(bool to_all) const {
    for (const int root : to_all ? std::vector{0} : roots()) {
      const std::vector<int> counts = sizes(root), at = places(counts);
      const std::vector<short> in = values<short>(me, counts[index(me)]);
      std::vector<short> out(room(counts), -1), expected = out;
      if (to_all) {
        COLLECTIVE(way, Allgatherv, allgatherv, in.data(), counts[index(me)], MPI_SHORT, out.data(),
                   counts.data(), at.data(), MPI_SHORT, MPI_COMM_WORLD);
      } else {
        COLLECTIVE(way, Gatherv, gatherv, in.data(), counts[index(me)], MPI_SHORT, out.data(),
                   counts.data(), at.data(), MPI_SHORT, root, MPI_COMM_WORLD);
      }
      if (!to_all && me != root) continue;
      for (int r = 0; r < p; ++r) {
        std::ranges::copy(values<short>(r, counts[index(r)]), expected.begin() + at[index(r)]);
      }
      EXPECT_EQ(out, expected) << p << " ranks, root " << root;
    }
  }

  void scatter() const {
    for (const int n : {0, 1, 3}) {
      for (const int root : roots()) {
        for (const bool in_place : {false, true}) {
          std::vector<int> in = values<int>(root, n * p);
          std::vector<int> out(index(n), -1);
          const bool here = in_place && me == root;
          COLLECTIVE(way, Scatter, scatter, me == root ? in.data() : nullptr, n, MPI_INT,
                     here ? MPI_IN_PLACE : out.data(), n, MPI_INT, root, MPI_COMM_WORLD);
          for (int i = 0; !here && i < n; ++i) {
            EXPECT_EQ(out[index(i)], value<int>(root, me * n + i)) << p << " ranks, root " << root;
          }
          EXPECT_EQ(in, values<int>(root, n * p));
        }
      }
    }
  }
  void scatterv() const {
    for (const int root : roots()) {
      const std::vector<int> counts = sizes(root), at = places(counts);
      const auto in = values<unsigned char>(root, static_cast<int>(room(counts)));
      std::vector<unsigned char> out(index(counts[index(me)]));
      COLLECTIVE(way, Scatterv, scatterv, in.data(), counts.data(), at.data(), MPI_UNSIGNED_CHAR,
                 out.data(), counts[index(me)], MPI_UNSIGNED_CHAR, root, MPI_COMM_WORLD);
      for (int i = 0; i < counts[index(me)]; ++i) {
        EXPECT_EQ(out[index(i)], value<unsigned char>(root, at[index(me)] + i)) << p << root;
      }
    }
  }

  // Block j of rank i becomes block i of rank j.
  static int piece(int from, int to, int i) { return from * 10'000 + to * 10 + i; }
  void alltoall() const {
    for (const int n : {0, 1, 3}) {
      for (const bool in_place : {false, true}) {
        if (in_place && way == Way::persistent) continue;
        std::vector<int> out, in(index(n * p), -1);
        for (int i = 0; i < n * p; ++i) out.push_back(piece(me, i / n, i % n));
        if (in_place) in = out;
        COLLECTIVE(way, Alltoall, alltoall, in_place ? MPI_IN_PLACE : out.data(), n, MPI_INT,
                   in.data(), n, MPI_INT, MPI_COMM_WORLD);
        for (int i = 0; i < n * p; ++i) EXPECT_EQ(in[index(i)], piece(i / n, me, i % n)) << p;
      }
    }
  }
  // Rank i sends (i + 2j) mod 4 elements to rank j.
  void alltoallv() const {
    std::vector<int> give, get;
    for (int r = 0; r < p; ++r) {
      give.push_back((me + 2 * r) % 4);
      get.push_back((r + 2 * me) % 4);
    }
    const std::vector<int> from = places(give), to = places(get);
    std::vector<int> out(room(give), -1), in(room(get), -1), expected = in;
    for (int r = 0; r < p; ++r) {
      for (int i = 0; i < give[index(r)]; ++i) out[index(from[index(r)] + i)] = piece(me, r, i);
      for (int i = 0; i < get[index(r)]; ++i) expected[index(to[index(r)] + i)] = piece(r, me, i);
    }
    COLLECTIVE(way, Alltoallv, alltoallv, out.data(), give.data(), from.data(), MPI_INT, in.data(),
               get.data(), to.data(), MPI_INT, MPI_COMM_WORLD);
    EXPECT_EQ(in, expected) << p << " ranks";
  }

  template <class F>
  static void reductions(F f) {  // f(example value, type, operation, elements)
    for (const int n : {0, 1, 5, 40}) {
      f(long{}, MPI_LONG, MPI_SUM, n);
      f(int{}, MPI_INT, MPI_BXOR, n);
    }
    f(double{}, MPI_DOUBLE, MPI_MAX, 3);
    f(float{}, MPI_FLOAT, MPI_MIN, 7);
    f(static_cast<unsigned char>(0), MPI_UNSIGNED_CHAR, MPI_PROD, 5);
    f(short{}, MPI_SHORT, MPI_LAND, 2);
    f(long{}, MPI_LONG, MPI_SUM, 3000);  // several segments
  }

  void run(const std::string& kind) const {
    if (kind == "barrier") return barrier();
    if (kind == "bcast") return bcast();
    if (kind == "reduce") {
      return reductions([&]<class T>(T, auto t, auto op, int n) { reduce<T>(t, op, n); });
    }
    if (kind == "allreduce") {
      return reductions([&]<class T>(T, auto t, auto op, int n) { allreduce<T>(t, op, n); });
    }
    if (kind == "scan" || kind == "exscan") {
      return reductions(
          [&]<class T>(T, auto t, auto op, int n) { scan<T>(t, op, n, kind == "scan"); });
    }
    if (kind == "reduce_scatter") return reduce_scatter();
    if (kind == "reduce_scatter_block") return reduce_scatter_block();
    if (kind == "gather") return gather(false);
    if (kind == "allgather") return gather(true);
    if (kind == "gatherv") return gatherv(false);
    if (kind == "allgatherv") return gatherv(true);
    if (kind == "scatter") return scatter();
    if (kind == "scatterv") return scatterv();
    if (kind == "alltoall") return alltoall();
    if (kind == "alltoallv") return alltoallv();
    FAIL() << "no test knows the collective " << kind;
  }
};

// The settings with this algorithm for this kind.
MpiParams with_algorithm(const Case& c) {
  MpiParams params;
  const config::Component* component = config::find_component(c.kind, c.algorithm);
  for (const config::Field& f : AlgorithmParams::fields()) {
    if (f.name != c.kind) continue;
    config::AnyChoice choice{component, component->shape().defaults()};
    for (const config::Field& setting : component->shape().fields()) {
      if (setting.name == c.flag) {
        setting.set(component->shape().address(choice.params), std::vector<config::Scalar>{true});
      }
    }
    f.set(&params.algorithms, std::vector<config::Scalar>{choice});
  }
  return params;
}

TEST_P(EveryAlgorithm, DoesWhatTheOperationPromises) {
  for (const int p : kSizes) {
    for (const Bytes limit : {1_B * (1 << 20), 0_B}) {
      MpiParams params = with_algorithm(GetParam());
      params.eager_limit = limit;
      const int per_node = ranks_per_node(GetParam().algorithm, p, limit == 0_B ? 2 : 3);
      TestWorld w({.ranks = p, .params = params, .payload = true, .jitter = Time{2'000'000},
                   .per_node = per_node},
                  program([&](int rank) {
                    for (const Way way : {Way::blocking, Way::non_blocking, Way::persistent}) {
                      Rank{rank, p, way}.run(GetParam().kind);
                    }
                  }));
      w.run();
      ASSERT_EQ(w.failure(), "") << p << " ranks";
      ASSERT_TRUE(w.world.finished()) << p << " ranks";
    }
  }
}

// The same where only sizes count: buffers may be null, and as many messages are sent.
TEST_P(EveryAlgorithm, SendsTheSameWithoutPayload) {
  for (const int p : {1, 6, 8}) {
    std::uint64_t messages[2];
    Bytes bytes[2];
    for (const bool payload : {false, true}) {
      TestWorld w({.ranks = p, .params = with_algorithm(GetParam()), .payload = payload,
                   .per_node = ranks_per_node(GetParam().algorithm, p, 1)},
                  program([&](int rank) {
                    std::vector<int> a(index(100 * p)), b(index(100 * p));
                    int* out = payload ? a.data() : nullptr;
                    int* in = payload ? b.data() : nullptr;
                    const Rank r{rank, p, Way::blocking};
                    const std::vector<int> counts = r.sizes(1), at = r.places(counts);
                    std::vector<int> give(index(p), counts[index(rank)]);
                    const int n = counts[index(rank)];
                    const MPI_Comm comm = MPI_COMM_WORLD;
                    MGEN_Barrier(comm);
                    MGEN_Bcast(out, 90, MPI_INT, p - 1, comm);
                    MGEN_Reduce(out, in, 90, MPI_INT, MPI_SUM, p - 1, comm);
                    MGEN_Allreduce(out, in, 90, MPI_INT, MPI_SUM, comm);
                    MGEN_Gather(out, 9, MPI_INT, in, 9, MPI_INT, p - 1, comm);
                    MGEN_Scatter(out, 9, MPI_INT, in, 9, MPI_INT, p - 1, comm);
                    MGEN_Allgather(out, 9, MPI_INT, in, 9, MPI_INT, comm);
                    MGEN_Alltoall(out, 9, MPI_INT, in, 9, MPI_INT, comm);
                    MGEN_Gatherv(out, n, MPI_INT, in, counts.data(), at.data(), MPI_INT, 0, comm);
                    MGEN_Scatterv(out, counts.data(), at.data(), MPI_INT, in, n, MPI_INT, 0, comm);
                    MGEN_Allgatherv(out, n, MPI_INT, in, counts.data(), at.data(), MPI_INT, comm);
                    const std::vector<int> from = r.places(give);
                    MGEN_Alltoallv(out, give.data(), from.data(), MPI_INT, in, counts.data(),
                                   at.data(), MPI_INT, comm);
                    MGEN_Reduce_scatter(out, in, counts.data(), MPI_INT, MPI_SUM, comm);
                    MGEN_Reduce_scatter_block(out, in, 9, MPI_INT, MPI_SUM, comm);
                    MGEN_Scan(out, in, 90, MPI_INT, MPI_SUM, comm);
                    MGEN_Exscan(out, in, 90, MPI_INT, MPI_SUM, comm);
                  }));
      w.run();
      ASSERT_EQ(w.failure(), "") << p << " ranks";
      ASSERT_TRUE(w.world.finished());
      messages[payload] = w.transport.messages;
      bytes[payload] = w.transport.bytes;
    }
    EXPECT_EQ(messages[0], messages[1]);
    EXPECT_EQ(bytes[0], bytes[1]);
  }
}

std::vector<Case> all_algorithms() {
  std::vector<Case> all;
  for (std::size_t i = 0; i < kCollectives; ++i) {
    const std::string kind(name_of(static_cast<Collective>(i)));
    if (kind.starts_with("neighbor")) continue;  // neighbor_test.cpp
    for (const config::Component* c : config::components(kind)) {
      all.push_back({kind, c->name});
      for (const config::Field& f : c->shape().fields()) {
        if (f.type == config::Type::boolean) {
          all.push_back({kind, c->name, std::string(f.name)});
        }
      }
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, EveryAlgorithm, testing::ValuesIn(all_algorithms()),
                         [](const auto& of) {
                           std::string name = of.param.kind + "_" + of.param.algorithm;
                           if (!of.param.flag.empty()) name += "_" + of.param.flag;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace every_algorithm_test
}  // namespace kasuri::mpi
