// SPDX-License-Identifier: MIT
// Whose data a message carries: NULL and MPI_BOTTOM, mixed programs, buffers that cannot be accessed,
// reductions of the program's own on datatypes with holes, and what `payload = false` leaves alone.
#include <sys/mman.h>

#include <cstring>
#include <numeric>
#include <vector>

#include "base/core/guarded.h"
#include "mpi/api/test_collective.h"
#include "mpi/api/test_two.h"

namespace kasuri::mpi {
namespace payload_test {

using testing::HasSubstr;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

struct Ran {
  std::string failure;
  std::uint64_t without_data;
};
Ran run_two(TestWorld::Setup setup, std::function<void(int)> body) {
  TestWorld w(setup, program(std::move(body)));
  w.run();
  return {w.failure(), w.world.result(0).total.without_data};
}

// A page that can be read and written, between two that cannot; and one that can only be read.
struct Pages {
  static constexpr std::size_t kPage = 4096;
  Pages() {
    all = static_cast<std::byte*>(
        mmap(nullptr, 3 * kPage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(all + kPage, kPage, PROT_READ | PROT_WRITE);
    constant = mmap(nullptr, kPage, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  }
  ~Pages() {
    munmap(all, 3 * kPage);
    munmap(constant, kPage);
  }
  std::byte* middle() { return all + kPage; }
  std::byte* all;
  void* constant;
};

// Each way in which a message can go, small and large.
enum class Route { usual, synchronous, buffered, striped, zero_copy, persistent, packed };
constexpr Route kRoutes[] = {Route::usual,     Route::synchronous, Route::buffered, Route::striped,
                             Route::zero_copy, Route::persistent,  Route::packed};

void send(Route route, const void* data, int bytes) {
  MPI_Request request = MPI_REQUEST_NULL;
  switch (route) {
    case Route::usual: MGEN_Send(data, bytes, MPI_BYTE, 1, 0, kWorld); return;
    case Route::synchronous: MGEN_Ssend(data, bytes, MPI_BYTE, 1, 0, kWorld); return;
    case Route::buffered: {
      static char buffer[20'000];
      void* detached = nullptr;
      int size = 0;
      MGEN_Buffer_attach(buffer, sizeof buffer);
      MGEN_Bsend(data, bytes, MPI_BYTE, 1, 0, kWorld);
      MGEN_Buffer_detach(&detached, &size);
      return;
    }
    case Route::striped: MGEN_Send_by(data, bytes, MPI_BYTE, 1, 0, kWorld, MGEN_ALL_NICS); return;
    case Route::zero_copy: MGEN_Send_by(data, bytes, MPI_BYTE, 1, 0, kWorld, MGEN_ZERO_COPY); return;
    case Route::persistent:
      MGEN_Send_init(data, bytes, MPI_BYTE, 1, 0, kWorld, &request);
      MGEN_Start(&request);
      MGEN_Wait(&request, kIgnore);
      MGEN_Request_free(&request);
      return;
    case Route::packed: {
      MPI_Datatype pairs = MPI_DATATYPE_NULL;
      MGEN_Type_vector(bytes / 2, 1, 2, MPI_BYTE, &pairs);  // every second byte
      MGEN_Type_commit(&pairs);
      MGEN_Send(data, 2, pairs, 1, 0, kWorld);
      MGEN_Type_free(&pairs);
      return;
    }
  }
}

// By every route some messages have data and some have none, and some receives a buffer and some none.
TEST(Payload, IsThereWhereBothGiveABuffer) {
  for (const Bytes limit : {0_B, 1000_B}) {
    for (const int bytes : {8, 4000}) {
      TestWorld::Setup setup = two(limit);
      setup.nics = 2;
      const Ran ran = run_two(setup, [&](int rank) {
        std::vector<char> out(8000, 'x'), in(8000);
        for (const Route route : kRoutes) {
          for (const bool gives : {true, false}) {
            for (const int takes : {0, 1, 2}) {
              if (rank == 0) {
                send(route, gives ? out.data() : nullptr, bytes);
                MGEN_Barrier(kWorld);
                continue;
              }
              if (route == Route::usual) MGEN_Comp(1e-3);  // the message comes before its receive
              std::fill(in.begin(), in.end(), '.');
              MPI_Datatype pairs = MPI_DATATYPE_NULL;
              MGEN_Type_vector(bytes, 1, 2, MPI_BYTE, &pairs);
              MGEN_Type_commit(&pairs);
              MPI_Status status{};
              char* const to = takes > 0 ? in.data() : nullptr;
              if (takes == 2) MGEN_Recv(to, 1, pairs, 0, 0, kWorld, &status);
              else MGEN_Recv(to, bytes, MPI_BYTE, 0, 0, kWorld, &status);
              int count = 0;
              MGEN_Get_count(&status, MPI_BYTE, &count);
              EXPECT_EQ(count, bytes);
              for (int i = 0; i < 8000; ++i) {
                const bool taken = takes == 1 ? i < bytes : takes == 2 && i < 2 * bytes && i % 2 == 0;
                ASSERT_EQ(in[index(i)], gives && taken ? 'x' : '.')
                    << i << ' ' << takes << gives << static_cast<int>(route);
              }
              MGEN_Type_free(&pairs);
              MGEN_Barrier(kWorld);
            }
          }
        }
      });
      EXPECT_EQ(ran.failure, "");
      EXPECT_EQ(ran.without_data, 2 * std::size(kRoutes));
    }
  }
}

// Sizes alone travel, and no memory is taken for them: 1 TiB at each of 64 ranks.
TEST(Payload, TakesNoMemoryWithoutData) {
  TestWorld w({.ranks = 64, .payload = true}, program([](int rank) {
    const int n = 1 << 30;
    MGEN_Bcast(NULL, n, MPI_DOUBLE, 0, kWorld);
    MGEN_Allreduce(NULL, NULL, n, MPI_DOUBLE, MPI_SUM, kWorld);
    MGEN_Reduce(NULL, NULL, n, MPI_DOUBLE, MPI_SUM, 5, kWorld);
    MGEN_Gather(NULL, n, MPI_DOUBLE, NULL, n, MPI_DOUBLE, 3, kWorld);
    MGEN_Alltoall(NULL, n, MPI_BYTE, NULL, n, MPI_BYTE, kWorld);
    MGEN_Scan(NULL, NULL, n, MPI_DOUBLE, MPI_SUM, kWorld);
    if (rank == 0) MGEN_Send(NULL, n, MPI_LONG, 1, 0, kWorld);
    if (rank == 1) MGEN_Recv(NULL, n, MPI_LONG, 0, 0, kWorld, kIgnore);
  }));
  w.run();
  EXPECT_EQ(w.failure(), "");
  EXPECT_EQ(w.world.result(0).total.without_data, 0u);
}

TEST(Payload, OfAJobThatWantsNoneStays) {
  TestWorld::Setup setup = two();
  setup.payload = false;
  const Ran ran = run_two(setup, [](int rank) {
    int out = 5, in = 1, sum = 2;
    if (rank == 0) MGEN_Send(&out, 1, MPI_INT, 1, 0, kWorld);
    else MGEN_Recv(&in, 1, MPI_INT, 0, 0, kWorld, kIgnore);
    MGEN_Allreduce(&out, &sum, 1, MPI_INT, MPI_SUM, kWorld);
    MGEN_Bcast(&in, 1, MPI_INT, 0, kWorld);
    MGEN_Bcast(NULL, 1, MPI_INT, 0, kWorld);
    MGEN_Bcast(reinterpret_cast<void*>(16), 1, MPI_INT, 1, kWorld);  // not even looked at
    EXPECT_EQ(in, 1);
    EXPECT_EQ(sum, 2);
  });
  EXPECT_EQ(ran.failure, "");
  EXPECT_EQ(ran.without_data, 1u + 2 + 1 + 1);
}

// ---- NULL and MPI_BOTTOM ----

TEST(Bottom, HasDataWhereTheDatatypeHasAddresses) {
  const Ran ran = run_two(two(), [](int rank) {
    int a[4] = {rank, rank, rank, rank};
    double b = 10 + rank;
    MPI_Aint at[2];
    MGEN_Get_address(&a[1], &at[0]);
    MGEN_Get_address(&b, &at[1]);
    const int lengths[2] = {2, 1};
    const MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE};
    MPI_Datatype both = MPI_DATATYPE_NULL;
    MGEN_Type_create_struct(2, lengths, at, types, &both);
    MGEN_Type_commit(&both);
    for (const int round : {0, 1}) {
      if (rank == 0 && round == 0) MGEN_Send(MPI_BOTTOM, 1, both, 1, 0, kWorld);
      if (rank == 1 && round == 0) MGEN_Recv(MPI_BOTTOM, 1, both, 0, 0, kWorld, kIgnore);
      if (round == 1) MGEN_Bcast(MPI_BOTTOM, 1, both, 1, kWorld);
      a[3] = 7 + rank;
      EXPECT_EQ(b, 10);
      EXPECT_EQ(a[0], rank);
      EXPECT_EQ(a[1] + a[2], 0);
    }
    char packed[16];
    int position = 0;
    MGEN_Pack(MPI_BOTTOM, 1, both, packed, 16, &position, kWorld);
    b = 0;
    position = 0;
    MGEN_Unpack(packed, 16, &position, MPI_BOTTOM, 1, both, kWorld);
    EXPECT_EQ(b, 10);
  });
  EXPECT_EQ(ran.failure, "");
  EXPECT_EQ(ran.without_data, 0u);
}

TEST(Bottom, IsNullForARelativeDatatype) {
  const Ran ran = run_two(two(), [](int rank) {
    MPI_Datatype column = MPI_DATATYPE_NULL;
    MGEN_Type_vector(8, 1, 1000, MPI_DOUBLE, &column);
    MGEN_Type_commit(&column);
    double in[8000] = {};
    if (rank == 0) MGEN_Send(NULL, 1, column, 1, 0, kWorld);
    else MGEN_Recv(in, 1, column, 0, 0, kWorld, kIgnore);
    if (rank == 0) MGEN_Send(in, 1, column, 1, 0, kWorld);
    else MGEN_Recv(NULL, 1, column, 0, 0, kWorld, kIgnore);
    MGEN_Bcast(NULL, 1, column, 0, kWorld);
  });
  EXPECT_EQ(ran.failure, "");
  EXPECT_EQ(ran.without_data, 1u);
}

// ---- Buffers that cannot be accessed ----

struct Mistake {
  const char* call;
  std::function<void(void* bad)> make;
  bool writes;
};

const std::vector<Mistake>& mistakes() {
  static const std::vector<Mistake> all = {
      {"MGEN_Send", [](void* p) { MGEN_Send(p, 100, MPI_BYTE, 1, 0, kWorld); }, false},
      {"MGEN_Send", [](void* p) { MGEN_Send(p, 5000, MPI_BYTE, 1, 0, kWorld); }, false},
      {"MGEN_Issend", [](void* p) {
         MPI_Request r;
         MGEN_Issend(p, 100, MPI_BYTE, 1, 0, kWorld, &r);
       }, false},
      {"MGEN_Bsend", [](void* p) {
         static char buffer[10'000];
         MGEN_Buffer_attach(buffer, sizeof buffer);
         MGEN_Bsend(p, 100, MPI_BYTE, 1, 0, kWorld);
       }, false},
      {"MGEN_Recv", [](void* p) { MGEN_Recv(p, 100, MPI_BYTE, 1, 0, kWorld, kIgnore); }, true},
      {"MGEN_Irecv", [](void* p) {
         MPI_Request r;
         MGEN_Irecv(p, 100, MPI_BYTE, 1, 0, kWorld, &r);
       }, true},
      {"MGEN_Irecv", [](void* p) {
         MPI_Datatype holes;
         MGEN_Type_vector(50, 2, 3, MPI_BYTE, &holes);
         MGEN_Type_commit(&holes);
         MPI_Request r;
         MGEN_Irecv(p, 1, holes, 1, 0, kWorld, &r);
       }, true},
      {"MGEN_Bcast", [](void* p) { MGEN_Bcast(p, 100, MPI_BYTE, 0, kWorld); }, false},
      {"MGEN_Bcast", [](void* p) { MGEN_Bcast(p, 100, MPI_BYTE, 1, kWorld); }, true},
      {"MGEN_Allreduce", [](void* p) {
         int x[25];
         MGEN_Allreduce(p, x, 25, MPI_INT, MPI_SUM, kWorld);
       }, false},
      {"MGEN_Allreduce", [](void* p) {
         int x[25] = {};
         MGEN_Allreduce(x, p, 25, MPI_INT, MPI_SUM, kWorld);
       }, true},
      {"MGEN_Ialltoall", [](void* p) {
         MPI_Request r;
         char x[100] = {};
         MGEN_Ialltoall(x, 50, MPI_BYTE, p, 50, MPI_BYTE, kWorld, &r);
       }, true},
      {"MGEN_Allgatherv", [](void* p) {
         const int counts[2] = {50, 50}, at[2] = {50, 0};
         char x[50] = {};
         MGEN_Allgatherv(x, 50, MPI_BYTE, p, counts, at, MPI_BYTE, kWorld);
       }, true},
  };
  return all;
}

TEST(BadBuffer, IsRefusedByRankAndCall) {
  Pages pages;
  for (const Mistake& m : mistakes()) {
    std::vector<void*> bad = {reinterpret_cast<void*>(16), pages.all + 1,
                              pages.middle() + Pages::kPage - 50,  // the end lies beyond
                              reinterpret_cast<void*>(std::uintptr_t{1} << 62)};
    if (m.writes) bad.push_back(pages.constant);
    for (void* const p : bad) {
      const Ran ran = run_two(two(), [&](int rank) {
        if (rank == 0) m.make(p);
        else MGEN_Comp(1);
      });
      EXPECT_THAT(ran.failure, HasSubstr(std::string("rank 0, ") + m.call)) << p;
      EXPECT_THAT(ran.failure, HasSubstr(m.writes ? "cannot be written" : "cannot be read"));
      EXPECT_THAT(ran.failure, HasSubstr(fmt::format("the buffer {} (", p)));
    }
  }
}

// What was good when the call was made, and is not when the data come.
TEST(BadBuffer, IsRefusedWhenTheDataMove) {
  for (const bool sends : {true, false}) {
    void* mine[2];
    for (void*& p : mine) {
      p = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    }
    const Ran ran = run_two(two(), [&](int rank) {
      void* const p = mine[rank];
      MPI_Request r = MPI_REQUEST_NULL;
      if (rank == 0) MGEN_Isend(p, 4096, MPI_BYTE, 1, 0, kWorld, &r);
      else MGEN_Irecv(p, 4096, MPI_BYTE, 0, 0, kWorld, &r);
      if ((rank == 0) == sends) munmap(p, 4096);
      MGEN_Wait(&r, kIgnore);
    });
    munmap(mine[sends ? 1 : 0], 4096);
    EXPECT_THAT(ran.failure, HasSubstr(sends ? "rank 0, MGEN_Wait" : "rank 1, MGEN_Wait"));
    EXPECT_THAT(ran.failure, HasSubstr(sends ? "bytes) cannot be read" : "bytes) cannot be written"));
  }
}

TEST(BadBuffer, LeavesTheNextAccessAlone) {
  Pages pages;
  FiberPool::catch_crashes();
  EXPECT_FALSE(can_read(pages.all, 1));
  EXPECT_FALSE(can_write(pages.constant, 1));
  EXPECT_TRUE(can_read(pages.constant, Pages::kPage));
  EXPECT_TRUE(can_write(pages.middle(), Pages::kPage));
  EXPECT_FALSE(can_write(pages.middle(), Pages::kPage + 1));
  EXPECT_TRUE(guarded_copy(pages.middle(), pages.constant, Pages::kPage));
  EXPECT_FALSE(guarded_copy(pages.constant, pages.middle(), 1));
  EXPECT_TRUE(guarded_copy(pages.middle(), pages.constant, 1));
}

// ---- Operations of the program's own on datatypes with holes ----

// Two numbers and holes before, between and behind them. Composing x → a·x + b does not commute.
struct Affine {
  int hole0 = -1;
  int a = 1;
  int hole1 = -2;
  double b = 0;
  int hole2 = -3, hole3 = -4;
};

void compose(void* in, void* inout, int* n, MPI_Datatype* type) {
  MPI_Aint lower = 0, extent = 0;
  MGEN_Type_get_extent(*type, &lower, &extent);
  EXPECT_EQ(extent, static_cast<MPI_Aint>(sizeof(Affine)));
  const auto* f = static_cast<const Affine*>(in);
  auto* g = static_cast<Affine*>(inout);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(f) % alignof(Affine), 0u);
  for (int i = 0; i < *n; ++i) {
    g[i].b = f[i].a * g[i].b + f[i].b;
    g[i].a = f[i].a * g[i].a;
  }
}
void add(void* in, void* inout, int* n, MPI_Datatype*) {
  const auto* f = static_cast<const Affine*>(in);
  auto* g = static_cast<Affine*>(inout);
  for (int i = 0; i < *n; ++i) g[i].a += f[i].a, g[i].b += f[i].b;
}

Affine of(int rank, int i) {
  Affine x;
  x.a = rank % 3 + 1;
  x.b = rank + i;
  return x;
}
Affine folded(int first, int last, int i, bool commutes) {
  Affine x = of(last, i);
  for (int r = last - 1; r >= first; --r) {
    const Affine f = of(r, i);
    x.b = commutes ? f.b + x.b : f.a * x.b + f.b;
    x.a = commutes ? f.a + x.a : f.a * x.a;
  }
  return x;
}
void expect_holes(const Affine& x) {
  EXPECT_EQ(x.hole0, -1);
  EXPECT_EQ(x.hole1, -2);
  EXPECT_EQ(x.hole2, -3);
  EXPECT_EQ(x.hole3, -4);
}

struct Kind {
  const char* kind;
  std::function<void(const Affine*, Affine*, int n, MPI_Datatype, MPI_Op)> call;
};

TEST(UserOperation, SeesTheDatatypesLayout) {
  const std::vector<Kind> kinds = {
      {"reduce", [](auto* in, auto* out, int n, auto t, auto op) {
         MGEN_Reduce(in, out, n, t, op, 0, kWorld);
       }},
      {"allreduce", [](auto* in, auto* out, int n, auto t, auto op) {
         MGEN_Allreduce(in, out, n, t, op, kWorld);
       }},
      {"scan", [](auto* in, auto* out, int n, auto t, auto op) {
         MGEN_Scan(in, out, n, t, op, kWorld);
       }},
      {"exscan", [](auto* in, auto* out, int n, auto t, auto op) {
         MGEN_Exscan(in, out, n, t, op, kWorld);
       }},
      {"reduce_scatter_block", [](auto* in, auto* out, int n, auto t, auto op) {
         MGEN_Reduce_scatter_block(in, out, n, t, op, kWorld);
       }},
  };
  for (const Kind& k : kinds) {
    const std::string kind = k.kind;
    for (const config::Component* algorithm : config::components(kind)) {
      if (algorithm->name == "multimem" || algorithm->name.ends_with("-shot")) continue;  // for one server
      MpiParams params;
      for (const config::Field& f : AlgorithmParams::fields()) {
        if (f.name != kind) continue;
        f.set(&params.algorithms, std::vector<config::Scalar>{
                                      config::AnyChoice{algorithm, algorithm->shape().defaults()}});
      }
      for (const int p : {1, 3, 6, 8}) {
        TestWorld w({.ranks = p, .params = params, .payload = true}, program([&](int rank) {
          const int lengths[2] = {1, 1};
          const MPI_Aint at[2] = {offsetof(Affine, a), offsetof(Affine, b)};
          const MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE};
          MPI_Datatype bare = MPI_DATATYPE_NULL, type = MPI_DATATYPE_NULL;
          MGEN_Type_create_struct(2, lengths, at, types, &bare);
          MGEN_Type_create_resized(bare, 0, sizeof(Affine), &type);
          MGEN_Type_commit(&type);
          for (const bool commutes : {false, true}) {
            MPI_Op op = MPI_OP_NULL;
            MGEN_Op_create(commutes ? add : compose, commutes, &op);
            for (const int n : {1, 20}) {
              const bool scatters = kind == "reduce_scatter_block";
              std::vector<Affine> in, out(index(n));
              for (int i = 0; i < (scatters ? n * p : n); ++i) in.push_back(of(rank, i));
              k.call(in.data(), out.data(), n, type, op);
              const int last = kind == "scan" ? rank : kind == "exscan" ? rank - 1 : p - 1;
              const bool gets = last >= 0 && (kind != "reduce" || rank == 0);
              for (int i = 0; i < n; ++i) {
                const int element = scatters ? rank * n + i : i;
                const Affine wanted = gets ? folded(0, last, element, commutes) : Affine{};
                EXPECT_EQ(out[index(i)].a, wanted.a) << kind << ' ' << algorithm->name << ' ' << p;
                EXPECT_EQ(out[index(i)].b, wanted.b) << kind << ' ' << algorithm->name << ' ' << p;
                expect_holes(out[index(i)]);
              }
            }
            MGEN_Op_free(&op);
          }
        }));
        w.run();
        ASSERT_EQ(w.failure(), "") << kind << ' ' << algorithm->name;
      }
    }
  }
}

// Elements that reach below their address: the buffer's address is not where its data begin.
TEST(UserOperation, SeesLowerBounds) {
  const Ran ran = run_two(two(), [](int rank) {
    MPI_Datatype back = MPI_DATATYPE_NULL;
    MGEN_Type_vector(2, 1, -3, MPI_INT, &back);  // places 0 and −12
    MGEN_Type_commit(&back);
    MPI_Op op = MPI_OP_NULL;
    MGEN_Op_create([](void* in, void* inout, int* n, MPI_Datatype*) {
      EXPECT_EQ(*n, 2);
      for (int i = 0; i < 2; ++i) {  // the extent is 16 bytes
        for (const int at : {4 * i, 4 * i - 3}) static_cast<int*>(inout)[at] += static_cast<int*>(in)[at];
      }
    }, 1, &op);
    int in[12], out[12];
    for (int i = 0; i < 12; ++i) in[i] = 100 * rank + i, out[i] = -1;
    MGEN_Allreduce(in + 4, out + 4, 2, back, op, kWorld);
    for (int i = 0; i < 12; ++i) {
      const bool data = i == 4 || i == 1 || i == 8 || i == 5;
      EXPECT_EQ(out[i], data ? 100 + 2 * i : -1) << i;
    }
    MGEN_Op_free(&op);
  });
  EXPECT_EQ(ran.failure, "");
}

}  // namespace payload_test
}  // namespace kasuri::mpi
