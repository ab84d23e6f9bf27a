// SPDX-License-Identifier: MIT
// Every registered algorithm of every collective where some ranks give data and some NULL, and some want
// the result and some do not. The model is the definition of the operation: what a rank without data gives
// stays as it was at the others, and a reduction has a result where all its operands have data. Which
// messages an algorithm sends, and by way of whom, does not show.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "base/core/hash.h"
#include "mpi/api/test_collective.h"
#include "mpi/api/test_world.h"

namespace kasuri::mpi {
namespace missing_data_test {

using namespace literals;

constexpr int kUntouched = -7;

std::size_t index(int i) { return static_cast<std::size_t>(i); }
int value(int rank, int i) { return rank * 1000 + i + 1; }

// Who gives and who takes, drawn by a seed; with and without holes between the elements.
struct Case {
  int p;
  std::uint64_t seed;
  int stride;  // of elements, in ints
  Way way;
  bool in_place;
  MPI_Datatype type = MPI_INT;

  bool draw(int rank, std::uint64_t what) const {
    return mix(mix(seed, static_cast<std::uint64_t>(rank)), what) % 4 != 0;
  }
  bool gives(int rank) const { return seed == 0 || draw(rank, 1); }
  bool takes(int rank) const { return seed == 0 || draw(rank, 2); }
  bool all_give(int first, int last) const {
    for (int r = first; r <= last; ++r) {
      if (!gives(r)) return false;
    }
    return true;
  }
};

// A buffer of n elements; what lies between them stays.
class Buffer {
 public:
  Buffer(const Case& c, int n, bool exists)
      : stride_(c.stride), exists_(exists), data_(index(n * c.stride + 1), kUntouched) {}
  int* get() { return exists_ ? data_.data() : nullptr; }
  int& operator[](int i) { return data_[index(i * stride_)]; }
  Buffer& fill(int n, const std::function<int(int)>& f) {
    for (int i = 0; i < n; ++i) (*this)[i] = f(i);
    return *this;
  }
  friend bool operator==(const Buffer& a, const Buffer& b) { return a.data_ == b.data_; }
  friend void PrintTo(const Buffer& b, std::ostream* out) {
    for (const int i : b.data_) *out << i << ' ';
  }

 private:
  int stride_;
  bool exists_;
  std::vector<int> data_;
};

// One rank's part of one case, and how many of its receives had a buffer and not all the data.
struct Rank {
  const Case& c;
  int me;
  int& without_data;

  int p() const { return c.p; }
  void expect(Buffer& got, const Buffer& wanted, bool takes, bool is_whole) const {
    EXPECT_EQ(got, wanted) << c.p << " ranks, rank " << me << ", seed " << c.seed << ", stride "
                           << c.stride << ", in place " << c.in_place;
    if (takes && !is_whole) without_data += c.way == Way::persistent ? 2 : 1;
  }
  std::vector<int> roots() const { return p() == 1 ? std::vector{0} : std::vector{0, p() / 2, p() - 1}; }

  void bcast(int n) const {
    for (const int root : roots()) {
      const bool is_root = me == root;
      Buffer b(c, n, is_root ? c.gives(me) : c.takes(me)), wanted = b;
      if (is_root) b.fill(n, [&](int i) { return value(root, i); });
      wanted = b;
      const bool gets = !is_root && c.takes(me);
      if (gets && c.gives(root)) wanted.fill(n, [&](int i) { return value(root, i); });
      COLLECTIVE(c.way, Bcast, bcast, b.get(), n, c.type, root, MPI_COMM_WORLD);
      expect(b, wanted, gets, c.gives(root) || n == 0);
    }
  }

  static int sum(int first, int last, int i) {
    int s = 0;
    for (int r = first; r <= last; ++r) s += value(r, i);
    return s;
  }
  static void add(void* in, void* inout, int* n, MPI_Datatype* type) {
    int size = 0;
    MPI_Aint lower = 0, extent = 0;
    MGEN_Type_size(*type, &size);
    MGEN_Type_get_extent(*type, &lower, &extent);
    for (int i = 0; i < *n; ++i) {
      *reinterpret_cast<int*>(static_cast<char*>(inout) + i * extent) +=
          *reinterpret_cast<int*>(static_cast<char*>(in) + i * extent);
    }
  }

  enum class Reduction { reduce, allreduce, scan, exscan };
  void reduction(Reduction kind, int n, MPI_Op op) const {
    for (const int root : kind == Reduction::reduce ? roots() : std::vector{0}) {
      int first = 0, last = p() - 1;
      if (kind == Reduction::scan) last = me;
      if (kind == Reduction::exscan) last = me - 1;
      const bool has_result = kind != Reduction::reduce || me == root;
      const bool gets_any = has_result && last >= 0;
      const bool place = c.in_place && c.gives(me) && c.takes(me) && has_result;
      Buffer in(c, n, c.gives(me)), out(c, n, c.takes(me));
      in.fill(n, [&](int i) { return value(me, i); });
      if (place) out.fill(n, [&](int i) { return value(me, i); });
      Buffer wanted = out;
      const bool whole = c.all_give(first, last);
      if (gets_any && c.takes(me) && whole) wanted.fill(n, [&](int i) { return sum(first, last, i); });
      const void* send = place ? MPI_IN_PLACE : in.get();
      switch (kind) {
        case Reduction::reduce:
          COLLECTIVE(c.way, Reduce, reduce, send, out.get(), n, c.type, op, root, MPI_COMM_WORLD);
          break;
        case Reduction::allreduce:
          COLLECTIVE(c.way, Allreduce, allreduce, send, out.get(), n, c.type, op, MPI_COMM_WORLD);
          break;
        case Reduction::scan:
          COLLECTIVE(c.way, Scan, scan, send, out.get(), n, c.type, op, MPI_COMM_WORLD);
          break;
        case Reduction::exscan:
          COLLECTIVE(c.way, Exscan, exscan, send, out.get(), n, c.type, op, MPI_COMM_WORLD);
          break;
      }
      expect(out, wanted, gets_any && c.takes(me) && n > 0, whole);
    }
  }

  void reduce_scatter(bool equal, MPI_Op op) const {
    std::vector<int> counts;
    int all = 0, first = 0;
    for (int r = 0; r < p(); ++r) {
      if (r == me) first = all;
      counts.push_back(equal ? 3 : (r + 1) % 4);
      all += counts.back();
    }
    const int mine = counts[index(me)];
    const bool place = c.in_place && c.gives(me) && c.takes(me);
    Buffer in(c, all, c.gives(me)), out(c, all, c.takes(me));
    in.fill(all, [&](int i) { return value(me, i); });
    if (place) out.fill(all, [&](int i) { return value(me, i); });
    Buffer wanted = out;
    const bool whole = c.all_give(0, p() - 1);
    if (whole && c.takes(me)) wanted.fill(mine, [&](int i) { return sum(0, p() - 1, first + i); });
    const void* send = place ? MPI_IN_PLACE : in.get();
    if (equal) {
      COLLECTIVE(c.way, Reduce_scatter_block, reduce_scatter_block, send, out.get(), 3, c.type, op,
                 MPI_COMM_WORLD);
    } else {
      COLLECTIVE(c.way, Reduce_scatter, reduce_scatter, send, out.get(), counts.data(), c.type, op,
                 MPI_COMM_WORLD);
    }
    expect(out, wanted, c.takes(me) && mine > 0, whole);
  }

  // Blocks of counts[r] elements, with a gap of one between them if they have sizes of their own.
  struct Blocks {
    std::vector<int> counts, at;
    int all = 0;
  };
  Blocks blocks(bool equal, int seed) const {
    Blocks b;
    for (int r = 0; r < p(); ++r) {
      b.counts.push_back(equal ? 2 : (r + seed) % 3);
      b.at.push_back(b.all);
      b.all += b.counts.back() + (equal ? 0 : 1);
    }
    return b;
  }

  void gather(bool equal, bool to_all) const {
    for (const int root : to_all ? std::vector{0} : roots()) {
      const Blocks b = blocks(equal, root);
      const int n = b.counts[index(me)];
      const bool gets = to_all || me == root;
      const bool place = c.in_place && gets && c.gives(me) && c.takes(me);
      Buffer in(c, n, c.gives(me)), out(c, b.all, c.takes(me));
      in.fill(n, [&](int i) { return value(me, i); });
      bool whole = true;
      for (int i = 0; place && i < n; ++i) out[b.at[index(me)] + i] = value(me, i);
      Buffer wanted = out;
      for (int r = 0; gets && c.takes(me) && r < p(); ++r) {
        whole &= c.gives(r) || b.counts[index(r)] == 0;
        for (int i = 0; c.gives(r) && i < b.counts[index(r)]; ++i) {
          wanted[b.at[index(r)] + i] = value(r, i);
        }
      }
      const void* send = place ? MPI_IN_PLACE : in.get();
      if (equal && to_all) {
        COLLECTIVE(c.way, Allgather, allgather, send, n, c.type, out.get(), n, c.type, MPI_COMM_WORLD);
      } else if (equal) {
        COLLECTIVE(c.way, Gather, gather, send, n, c.type, out.get(), n, c.type, root, MPI_COMM_WORLD);
      } else if (to_all) {
        COLLECTIVE(c.way, Allgatherv, allgatherv, send, n, c.type, out.get(), b.counts.data(),
                   b.at.data(), c.type, MPI_COMM_WORLD);
      } else {
        COLLECTIVE(c.way, Gatherv, gatherv, send, n, c.type, out.get(), b.counts.data(), b.at.data(),
                   c.type, root, MPI_COMM_WORLD);
      }
      expect(out, wanted, gets && c.takes(me), whole);
    }
  }

  void scatter(bool equal) const {
    for (const int root : roots()) {
      const Blocks b = blocks(equal, root);
      const int n = b.counts[index(me)];
      Buffer in(c, b.all, c.gives(me)), out(c, n, c.takes(me));
      in.fill(b.all, [&](int i) { return value(me, i); });
      Buffer wanted = out;
      if (c.takes(me) && c.gives(root)) {
        wanted.fill(n, [&](int i) { return value(root, b.at[index(me)] + i); });
      }
      if (equal) {
        COLLECTIVE(c.way, Scatter, scatter, in.get(), n, c.type, out.get(), n, c.type, root,
                   MPI_COMM_WORLD);
      } else {
        COLLECTIVE(c.way, Scatterv, scatterv, in.get(), b.counts.data(), b.at.data(), c.type, out.get(),
                   n, c.type, root, MPI_COMM_WORLD);
      }
      expect(out, wanted, c.takes(me) && n > 0, c.gives(root));
    }
  }

  void alltoall(bool equal) const {
    const Blocks out = blocks(equal, me), in = blocks(equal, me);  // r gives m (m + r) mod 3, and so does m
    const bool place = c.in_place && c.gives(me) && c.takes(me) && equal;
    const auto piece = [](int from, int to, int i) { return from * 10'000 + to * 10 + i; };
    Buffer give(c, out.all, c.gives(me)), get(c, in.all, c.takes(me));
    for (int r = 0; r < p(); ++r) {
      for (int i = 0; i < out.counts[index(r)]; ++i) {
        give[out.at[index(r)] + i] = piece(me, r, i);
        if (place) get[in.at[index(r)] + i] = piece(me, r, i);
      }
    }
    Buffer wanted = get;
    bool whole = true;
    for (int r = 0; c.takes(me) && r < p(); ++r) {
      whole &= c.gives(r) || in.counts[index(r)] == 0;
      for (int i = 0; c.gives(r) && i < in.counts[index(r)]; ++i) {
        wanted[in.at[index(r)] + i] = piece(r, me, i);
      }
    }
    if (equal) {
      COLLECTIVE(c.way, Alltoall, alltoall, place ? MPI_IN_PLACE : give.get(), 2, c.type, get.get(), 2,
                 c.type, MPI_COMM_WORLD);
    } else {
      COLLECTIVE(c.way, Alltoallv, alltoallv, give.get(), out.counts.data(), out.at.data(), c.type,
                 get.get(), in.counts.data(), in.at.data(), c.type, MPI_COMM_WORLD);
    }
    expect(get, wanted, c.takes(me), whole);
  }

  // On a ring that is open at its ends.
  void neighbours(bool to_each, bool equal) const {
    MPI_Comm ring = MPI_COMM_NULL;
    const int extent = p(), open = 0;
    MGEN_Cart_create(MPI_COMM_WORLD, 1, &extent, &open, 0, &ring);
    const int sources[2] = {me > 0 ? me - 1 : -1, me < p() - 1 ? me + 1 : -1};
    const int counts[2] = {2, 2}, at[2] = {0, 2};
    Buffer give(c, 4, c.gives(me)), get(c, 4, c.takes(me));
    give.fill(4, [&](int i) { return value(me, i); });
    Buffer wanted = get;
    bool whole = true;
    for (int s = 0; c.takes(me) && s < 2; ++s) {
      if (sources[s] < 0) continue;
      whole &= c.gives(sources[s]);
      for (int i = 0; c.gives(sources[s]) && i < 2; ++i) {
        wanted[2 * s + i] = value(sources[s], to_each ? 2 * (1 - s) + i : i);
      }
    }
    if (to_each && equal) {
      COLLECTIVE(c.way, Neighbor_alltoall, neighbor_alltoall, give.get(), 2, c.type, get.get(), 2, c.type,
                 ring);
    } else if (to_each) {
      COLLECTIVE(c.way, Neighbor_alltoallv, neighbor_alltoallv, give.get(), counts, at, c.type, get.get(),
                 counts, at, c.type, ring);
    } else if (equal) {
      COLLECTIVE(c.way, Neighbor_allgather, neighbor_allgather, give.get(), 2, c.type, get.get(), 2,
                 c.type, ring);
    } else {
      COLLECTIVE(c.way, Neighbor_allgatherv, neighbor_allgatherv, give.get(), 2, c.type, get.get(), counts,
                 at, c.type, ring);
    }
    expect(get, wanted, c.takes(me), whole);
    MGEN_Comm_free(&ring);
  }

  // Predefined operations need elements without holes; those of the program's own do not.
  void reductions(const std::function<void(MPI_Op)>& f) const {
    if (c.stride == 1) f(MPI_SUM);
    for (const int commutes : {1, 0}) {
      MPI_Op op = MPI_OP_NULL;
      MGEN_Op_create(&Rank::add, commutes, &op);
      f(op);
      MGEN_Op_free(&op);
    }
  }

  void run(const std::string& kind) const {
    const auto reduce = [&](Reduction r) {
      for (const int n : {0, 1, 7, 40}) reductions([&](MPI_Op op) { reduction(r, n, op); });
    };
    if (kind == "barrier") return;
    if (kind == "bcast") return bcast(0), bcast(1), bcast(31);
    if (kind == "reduce") return reduce(Reduction::reduce);
    if (kind == "allreduce") return reduce(Reduction::allreduce);
    if (kind == "scan") return reduce(Reduction::scan);
    if (kind == "exscan") return reduce(Reduction::exscan);
    if (kind == "reduce_scatter") return reductions([&](MPI_Op op) { reduce_scatter(false, op); });
    if (kind == "reduce_scatter_block") return reductions([&](MPI_Op op) { reduce_scatter(true, op); });
    if (kind == "gather") return gather(true, false);
    if (kind == "gatherv") return gather(false, false);
    if (kind == "allgather") return gather(true, true);
    if (kind == "allgatherv") return gather(false, true);
    if (kind == "scatter") return scatter(true);
    if (kind == "scatterv") return scatter(false);
    if (kind == "alltoall") return alltoall(true);
    if (kind == "alltoallv") return alltoall(false);
    if (kind == "neighbor_allgather") return neighbours(false, true);
    if (kind == "neighbor_allgatherv") return neighbours(false, false);
    if (kind == "neighbor_alltoall") return neighbours(true, true);
    if (kind == "neighbor_alltoallv") return neighbours(true, false);
    FAIL() << "no test knows the collective " << kind;
  }
};

struct Named {
  std::string kind, algorithm;
  friend void PrintTo(const Named& c, std::ostream* out) { *out << c.kind << ' ' << c.algorithm; }
};
class MissingData : public testing::TestWithParam<Named> {};

MpiParams with_algorithm(const Named& c) {
  MpiParams params;
  const config::Component* component = config::find_component(c.kind, c.algorithm);
  for (const config::Field& f : AlgorithmParams::fields()) {
    if (f.name != c.kind) continue;
    f.set(&params.algorithms,
          std::vector<config::Scalar>{config::AnyChoice{component, component->shape().defaults()}});
  }
  return params;
}

TEST_P(MissingData, StaysMissingWhateverTheAlgorithm) {
  for (const int p : {1, 2, 3, 5, 8, 13}) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      MpiParams params = with_algorithm(GetParam());
      params.eager_limit = seed % 2 ? 0_B : 4000_B;
      int without_data = 0;
      TestWorld w({.ranks = p, .params = params, .payload = true, .jitter = Time{2'000'000},
                   .per_node = ranks_per_node(GetParam().algorithm, p, 1)},
                  program([&](int rank) {
        MPI_Datatype holes = MPI_DATATYPE_NULL;
        MGEN_Type_create_resized(MPI_INT, 0, 3 * sizeof(int), &holes);
        MGEN_Type_commit(&holes);
        for (const Way way : {Way::blocking, Way::non_blocking, Way::persistent}) {
          for (const int stride : {1, 3}) {
            for (const bool in_place : {false, true}) {
              if (in_place && way == Way::persistent) continue;  // it starts twice
              const Case c{p, seed, stride, way, in_place, stride == 1 ? MPI_INT : holes};
              Rank{c, rank, without_data}.run(GetParam().kind);
            }
          }
        }
      }));
      w.run();
      ASSERT_EQ(w.failure(), "") << p << " ranks";
      ASSERT_TRUE(w.world.finished()) << p << " ranks";
      ASSERT_EQ(w.world.result(0).total.without_data, static_cast<std::uint64_t>(without_data))
          << p << " ranks, seed " << seed;
    }
  }
}

std::vector<Named> all_algorithms() {
  std::vector<Named> all;
  for (std::size_t i = 0; i < kCollectives; ++i) {
    const std::string kind(name_of(static_cast<Collective>(i)));
    for (const config::Component* c : config::components(kind)) all.push_back({kind, c->name});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, MissingData, testing::ValuesIn(all_algorithms()), [](const auto& of) {
  std::string name = of.param.kind + "_" + of.param.algorithm;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace missing_data_test
}  // namespace kasuri::mpi
