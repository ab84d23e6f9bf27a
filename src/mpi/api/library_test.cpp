// SPDX-License-Identifier: MIT
// Which algorithms MPI libraries choose: against their published tables, line by line around the limits.
#include "mpi/ranks/library.h"

#include <gmock/gmock.h>

#include <numeric>
#include <typeinfo>

#include "mpi/api/test_world.h"
#include "base/config/document.h"
#include "base/core/errors.h"

namespace kasuri::mpi {
namespace library_test {

using enum Collective;
using namespace literals;

std::unique_ptr<Library> library_of(std::string_view name, bool nodes_are_shared = false) {
  LibraryContext context{nodes_are_shared};
  return config::Choice<Library>(name).make(context);
}

constexpr std::int64_t kMany = CallSize::kManyElements;
const std::string kTreeOfOpenMpi = "{ type = 'binomial', nearest_first = true, at_once = true }";
const std::string kKnomialOfFour = "{ type = 'k-nomial', radix = 4 }";
const std::string kNearestRabenseifner = "{ type = 'rabenseifner', nearest_first = true }";

struct Expected {
  Collective collective;
  int ranks;
  std::int64_t bytes;
  std::string algorithm;
  std::int64_t elements = kMany;
  bool own_operation = false;
};

void expect_choices(std::string_view name, const std::vector<Expected>& all) {
  const auto library = library_of(name);
  for (const Expected& e : all) {
    EXPECT_EQ(library->choice(e.collective, {e.ranks, Bytes{e.bytes}, e.elements, e.own_operation}),
              e.algorithm)
        << name << ": " << name_of(e.collective) << " of " << e.bytes << " bytes, " << e.ranks << " ranks";
  }
}

TEST(Library, MpichHasTwoLevelsWhereRanksShareNodes) {
  for (const char* name : {"mpich-4", "cray-mpich"}) {
    const auto alone = library_of(name), shared = library_of(name, true);
    for (const Collective c : {barrier, reduce, allreduce, bcast}) {
      const std::string flat = alone->choice(c, {64, 1000_B});
      EXPECT_EQ(shared->choice(c, {64, 1000_B}), "{ type = 'node-aware', between = " + flat + " }") << name;
    }
    EXPECT_EQ(shared->choice(alltoall, {64, 1000_B}), alone->choice(alltoall, {64, 1000_B}));
  }
  const auto cray = library_of("cray-mpich", true);
  EXPECT_THAT(cray->choice(allreduce, {64, 262144_B}), testing::StartsWith("{ type = 'node-aware'"));
  EXPECT_EQ(cray->choice(allreduce, {64, 262148_B}), kNearestRabenseifner);
  EXPECT_EQ(library_of("mpich-4", true)->choice(bcast, {64, 1_B * (1 << 20)}), "'scatter-allgather'");
  EXPECT_EQ(library_of("open-mpi-4.1", true)->choice(allreduce, {64, 8_B}),
            library_of("open-mpi-4.1")->choice(allreduce, {64, 8_B}));
}

TEST(Library, OpenMpi41ChoosesAsItsFixedDecisions) {
  const std::string linear_allreduce = "{ type = 'reduce-bcast', reduce = 'linear', bcast = 'linear' }";
  const std::string chain = "{ type = 'chain', segment = '1 GiB' }";
  expect_choices("open-mpi-4.1", {
      {allreduce, 3, 7, "'ring'"},
      {allreduce, 3, 8, "'recursive-doubling'"},
      {allreduce, 4, 15, "'ring'"},
      {allreduce, 4, 15, "'recursive-doubling'", 3},  // fewer elements than ranks
      {allreduce, 4, 16, "'recursive-doubling'"},
      {allreduce, 8, 8191, "'recursive-doubling'"},
      {allreduce, 8, 8192, kNearestRabenseifner},
      {allreduce, 64, 262143, "'recursive-doubling'"},
      {allreduce, 64, 262144, kNearestRabenseifner},
      {allreduce, 256, 4096, kNearestRabenseifner, 256},
      {allreduce, 511, 4096, kNearestRabenseifner, 256},
      {allreduce, 511, 4096, linear_allreduce, 255},
      {allreduce, 4096, 32767, "'recursive-doubling'"},
      {allreduce, 4096, 32768, kNearestRabenseifner},
      {alltoall, 2, 32767, "'ring'"},
      {alltoall, 2, 32768, "'simple-spread'"},
      {alltoall, 32, 511, "'bruck'"},
      {alltoall, 32, 512, "'simple-spread'"},
      {alltoall, 255, 262143, "'simple-spread'"},
      {alltoall, 255, 262144, "'ring'"},
      {alltoall, 256, 32768, "'ring'"},
      {alltoall, 1024, 1 << 20, "'simple-spread'"},
      {alltoallv, 63, 0, "'simple-spread'"},
      {alltoallv, 64, 0, "'ring'"},
      {barrier, 7, 0, "'linear'"},
      {barrier, 8, 0, "'recursive-doubling'"},
      {barrier, 64, 0, "'dissemination'"},
      {barrier, 256, 0, "'binomial'"},
      {bcast, 3, 31, chain},
      {bcast, 3, 32, kTreeOfOpenMpi},
      {bcast, 16, 4095, kKnomialOfFour},
      {bcast, 16, 4096, kTreeOfOpenMpi},
      {bcast, 16, 1 << 20, "'scatter-allgather-doubling'"},
      {bcast, 127, 1 << 30, kKnomialOfFour},
      {bcast, 128, 16384, "'linear'"},
      {bcast, 4095, 262143, kKnomialOfFour},
      {bcast, 4095, 262144, "'scatter-allgather-doubling'"},
      {reduce, 2, 7, kNearestRabenseifner, 7},
      {reduce, 2, 7, "'linear'", 1},
      {reduce, 5, 4095, "'binomial'"},
      {reduce, 5, 4096, chain},
      {reduce, 5, 1 << 20, "'linear'"},
      {reduce, 100, 1 << 20, "'binomial'"},
      {reduce_scatter, 31, 262143, "'recursive-halving'"},
      {reduce_scatter, 31, 262144, "'ring'"},
      {reduce_scatter, 64, 255,
       "{ type = 'reduce-scatterv', reduce = 'binomial', scatterv = 'in-turn' }"},
      // By the block: 4 bytes of 40 in all.
      {reduce_scatter_block, 10, 30,
       "{ type = 'reduce-scatterv', reduce = 'binomial', scatterv = 'linear' }"},
      {reduce_scatter_block, 10, 40, "'recursive-halving'"},
      {allgather, 32, 1023, "'recursive-doubling'"},
      {allgather, 31, 1023, "'bruck'"},
      {allgather, 32, 1024, "'neighbor-exchange'"},
      {allgather, 33, 1024, "'ring'"},
      {allgather, 32, 65536, "'ring'"},
      {allgather, 4096, 4096, "'neighbor-exchange'"},
      // By a rank's share of the bytes.
      {allgatherv, 4, 4 * 4096 - 1, "'neighbor-exchange'"},
      {allgatherv, 4, 4 * 4096, "'ring'"},
      {gather, 2, 1, "{ type = 'linear-sync', first = '1 GiB' }"},
      {gather, 300, 2047, "'binomial'"},
      {gather, 300, 2048, "{ type = 'linear', one_by_one = true }"},
      {scatter, 16, 16383, "'binomial'"},
      {scatter, 16, 16384, "'in-turn'"},
      {scatter, 16, 32768, "'linear'"},
      {scatterv, 16, 0, "'in-turn'"},
      {scan, 16, 8, "'chain'"},
  });
}

TEST(Library, Mpich4ChoosesAsItsGenericSelection) {
  expect_choices("mpich-4", {
      {bcast, 7, 1 << 20, "'binomial'"},
      {bcast, 8, 12288, "'binomial'"},
      {bcast, 8, 12289, "'scatter-allgather-doubling'"},
      {bcast, 8, 524288, "'scatter-allgather-doubling'"},
      {bcast, 8, 524289, "'scatter-allgather'"},
      {bcast, 9, 12289, "'scatter-allgather'"},
      {allreduce, 12, 8, "'recursive-doubling'"},
      {allreduce, 12, 16, kNearestRabenseifner, 8},
      {allreduce, 12, 16, "'recursive-doubling'", 7},
      {allreduce, 12, 1 << 20, "'recursive-doubling'", kMany, true},
      {reduce, 12, 2048, "'binomial'"},
      {reduce, 12, 2049, kNearestRabenseifner},
      {allgather, 8, 65535, "'recursive-doubling'"},  // 524,280 of all
      {allgather, 8, 65536, "'ring'"},
      {allgather, 10, 8191, "'bruck'"},
      {allgather, 10, 8192, "'ring'"},
      {allgatherv, 10, 81919, "'bruck'"},
      {allgatherv, 10, 81920, "'ring'"},
      {alltoall, 7, 256, "'simple-spread'"},
      {alltoall, 8, 256, "'bruck'"},
      {alltoall, 8, 257, "'simple-spread'"},
      {alltoall, 8, 32768, "'simple-spread'"},
      {alltoall, 8, 32769, "'pairwise'"},
      {alltoall, 9, 32769, "'ring'"},
      {reduce_scatter, 8, 524287, "'recursive-halving'"},
      {reduce_scatter_block, 8, 524288, "'pairwise'"},
      {barrier, 8, 0, "'dissemination'"},
  });
}

TEST(Library, CrayMpichDiffersFromMpichWhereItSays) {
  expect_choices("cray-mpich", {{bcast, 100, 8, kKnomialOfFour},
                                {bcast, 100, 1 << 26, kKnomialOfFour},
                                {alltoall, 1024, 512, "'bruck'"},
                                {alltoall, 1025, 512, "'simple-spread'"},
                                {alltoall, 1025, 64, "'bruck'"},
                                {allgather, 512, 16384, "'recursive-doubling'"},
                                {allgather, 513, 8192, "'bruck'"},
                                {allgather, 513, 8193, "'ring'"},
                                {allgatherv, 512, 512 * 16384, "'recursive-doubling'"},
                                {allreduce, 12, 16, kNearestRabenseifner, 8}});
}

TEST(Library, FujitsuChoosesAsOpenMpi40) {
  expect_choices("fujitsu", {
      {allreduce, 512, 9999, "'recursive-doubling'"},
      {allreduce, 26, 10000, "'ring'"},
      {allreduce, 26, 10000, "'reduce-bcast'", 26},
      {allreduce, 8, 8 << 20, "'ring'"},
      {allreduce, 8, (8 << 20) + 8, "{ type = 'segmented-ring', segment = '1 MiB' }"},
      {alltoall, 12, 199, "'simple-spread'"},
      {alltoall, 13, 199, "'bruck'"},
      {alltoall, 13, 3000, "'ring'"},
      {bcast, 8, 2047, kTreeOfOpenMpi},
      {bcast, 8, 1 << 20, "'scatter-allgather-doubling'"},
      {bcast, 8, 4 << 20, "{ type = 'chain', segment = '128 KiB' }"},
      {bcast, 26, 1 << 20, "{ type = 'chain', segment = '8 KiB' }"},
      {bcast, 27, 32 << 10, "'scatter-allgather-doubling'"},
      {bcast, 512, 1 << 20, "'torus-trees'"},
      {allreduce, 512, 16 << 10, "'recursive-doubling'"},
      {allreduce, 512, 1 << 20, "'torus-trees'"},
      {reduce, 512, 4 << 10, "'binomial'"},
      // 0.0033 ranks a KiB, and 1.68: 5.06 ranks at 1 MiB, 8.43 at 2 MiB.
      {reduce, 8, 1 << 20, "{ type = 'chain', segment = '32 KiB' }"},
      {reduce, 8, 2 << 20, "{ type = 'chain', segment = '64 KiB' }"},
      {allgather, 8, 6249, "'recursive-doubling'"},
      {allgather, 8, 6250, "'neighbor-exchange'"},
      {allgather, 9, 6250, "'ring'"},
      {gather, 8, 6001, "{ type = 'linear-sync', first = '1 KiB' }"},
      {scatter, 11, 299, "'binomial'"},
      {reduce_scatter, 16, 262145, "'ring'"},
  });
}

// Each line is one of Kasuri's algorithms with its settings, and some line fits every call.
TEST(Library, EveryLineIsAnAlgorithm) {
  for (const config::Component* c : config::components("library")) {
    EXPECT_NO_THROW(AlgorithmTable({}, {}, config::Choice<Library>(c->name))) << c->name;
    const auto library = library_of(c->name);
    for (std::size_t i = 0; i < kCollectives; ++i) {
      for (const int ranks : {1, 2, 3, 7, 64, 1'000, 1 << 20}) {
        for (const std::int64_t bytes : {std::int64_t{0}, std::int64_t{1} << 20, std::int64_t{1} << 40}) {
          EXPECT_FALSE(library->choice(static_cast<Collective>(i), {ranks, Bytes{bytes}}).empty());
        }
      }
    }
  }
}

TEST(Library, KnowsPublicNames) {
  const auto open_mpi = library_of("open-mpi-4.1");
  const auto mpich = library_of("mpich-4");
  EXPECT_EQ(open_mpi->named(bcast, "binomial"), kTreeOfOpenMpi);
  EXPECT_EQ(mpich->named(bcast, "binomial"), "'binomial'");
  EXPECT_EQ(open_mpi->named(allreduce, "Recursive_Doubling"), "'recursive-doubling'");
  EXPECT_EQ(open_mpi->named(alltoall, "pairwise"), "'ring'");
  EXPECT_EQ(mpich->named(alltoallv, "pairwise"), "'pairwise'");
  EXPECT_EQ(open_mpi->named(scatter, "linear"), "'in-turn'");
  EXPECT_EQ(open_mpi->named(scatter, "linear_nb"), "'linear'");
  EXPECT_EQ(open_mpi->named(allgather, "sparbit"), "'sparbit'");  // Kasuri's own
  EXPECT_EQ(open_mpi->named(reduce_scatter_block, "recursive_distance_doubling"), "'recursive-halving'");
  EXPECT_EQ(open_mpi->named(allreduce, "hypercube"), "");
  EXPECT_EQ(open_mpi->named(barrier, "linear"), "'linear'");
}

// What an algorithm cannot handle, libraries run another one for.
TEST(Library, ReplacesNamedAlgorithms) {
  const auto open_mpi = library_of("open-mpi-4.1");
  const auto cray = library_of("cray-mpich");
  const NamedCall few{.size = {.ranks = 8, .bytes = 4_B, .elements = 1}};
  const NamedCall many{.size = {.ranks = 8, .bytes = Bytes{1 << 20}, .elements = 1 << 18}};
  EXPECT_EQ(open_mpi->named(allreduce, "ring", few), "'recursive-doubling'");
  EXPECT_EQ(open_mpi->named(allreduce, "ring", many), "'ring'");
  EXPECT_EQ(open_mpi->named(allreduce, "segmented_ring", few), "'recursive-doubling'");
  EXPECT_EQ(open_mpi->named(reduce, "rabenseifner", few), "'linear'");
  const NamedCall seven{.size = {.ranks = 7, .bytes = 4_B}};
  EXPECT_EQ(open_mpi->named(allgather, "neighbor", seven), "'ring'");
  EXPECT_EQ(open_mpi->named(allgather, "recursive_doubling", seven), "'bruck'");
  EXPECT_EQ(cray->named(allreduce, "rabenseifner", few), "'recursive-doubling'");
  EXPECT_EQ(cray->named(allreduce, "recursive_doubling", many), kNearestRabenseifner);
  NamedCall above = many;
  above.above_library = true;
  EXPECT_EQ(cray->named(allreduce, "recursive_doubling", above), "'recursive-doubling'");
}

// Fujitsu's linear broadcast is linear for few bytes alone; on a torus it uses all directions.
TEST(Library, FujitsuUsesTheBox) {
  const auto fujitsu = library_of("fujitsu");
  const auto call = [](std::int64_t bytes, std::vector<std::uint32_t> box) {
    int ranks = 1;
    for (const std::uint32_t n : box) ranks *= static_cast<int>(n);
    return NamedCall{.size = {.ranks = ranks, .bytes = Bytes{bytes}}, .box = std::move(box)};
  };
  EXPECT_EQ(fujitsu->named(bcast, "basic-linear", call(4, {8, 8, 8})), "'linear'");
  EXPECT_EQ(fujitsu->named(bcast, "basic-linear", call(256, {8, 8, 8})),
            "{ type = 'torus-trees', extents = [8, 8, 8] }");
  EXPECT_EQ(fujitsu->named(bcast, "basic-linear", call(16 << 10, {2, 2, 2})), "'linear'");
  EXPECT_EQ(fujitsu->named(bcast, "basic-linear", call(8 << 20, {4, 4, 4})), "'linear'");
  EXPECT_EQ(fujitsu->named(bcast, "basic-linear", call(1 << 20, {4, 4, 4})),
            "{ type = 'torus-trees', extents = [4, 4, 4] }");
  EXPECT_EQ(fujitsu->named(bcast, "basic-linear", call(1 << 20, {2, 2, 2})),
            "{ type = 'chain', segment = '32 KiB', puts = true }");
  EXPECT_EQ(fujitsu->named(allgather, "linear", call(1 << 17, {2, 2, 2})),
            "{ type = 'gather-bcast', gather = 'puts', "
            "bcast = { type = 'chain', segment = '32 KiB', puts = true } }");
}

template <class Kind>
bool runs(const AlgorithmTable& table, std::string_view algorithm, const CallSize& call) {
  AlgorithmContext context;
  const auto expected = config::Choice<Kind>(algorithm).make(context);
  const Algorithm& selected = *table.select(Kind::kCollective, call).algorithm;
  return typeid(selected) == typeid(*expected);
}

// Rules come first, then [mpi.algorithms], then the library.
TEST(Library, GivesWayToWhatIsConfigured) {
  const config::Choice<Library> mpich("mpich-4");
  const CallSize small{64, 256_B}, large{64, Bytes{1 << 20}};
  EXPECT_TRUE(runs<Alltoall>(AlgorithmTable({}, {}), "pairwise", small));
  EXPECT_TRUE(runs<Alltoall>(AlgorithmTable({}, {}, mpich), "bruck", small));

  RuleParams rules;
  rules.alltoall.push_back({config::Choice<Alltoall>("ring"), 512_B, std::nullopt});
  const AlgorithmTable ruled({}, rules, mpich);
  EXPECT_TRUE(runs<Alltoall>(ruled, "ring", small));
  EXPECT_TRUE(runs<Alltoall>(ruled, "pairwise", large));
  EXPECT_TRUE(runs<Bcast>(ruled, "scatter-allgather", large));

  AlgorithmParams chosen;
  chosen.alltoall = config::Choice<Alltoall>("simple-spread");
  const AlgorithmTable both(chosen, rules, mpich);
  EXPECT_TRUE(runs<Alltoall>(both, "ring", small));
  EXPECT_TRUE(runs<Alltoall>(both, "simple-spread", large));
  EXPECT_TRUE(runs<Bcast>(both, "scatter-allgather", large));
}

// All ranks come to the same choice, whatever the counts: each sum is right and no message is left.
TEST(Library, ReducesRightly) {
  for (const config::Component* c : config::components("library")) {
    for (const int p : {1, 2, 3, 6, 8, 20}) {
      TestWorld::Setup setup{.ranks = p, .payload = true};
      setup.params.library = config::Choice<Library>(c->name);
      TestWorld w(std::move(setup), [p] {
        MGEN_Init(nullptr, nullptr);
        const int me = my_rank();
        for (const int n : {1, 3, 9, 700, 2'000}) {
          std::vector<double> in(static_cast<std::size_t>(n)), sum(in), rooted(in);
          std::iota(in.begin(), in.end(), me);
          MGEN_Allreduce(in.data(), sum.data(), n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
          MGEN_Reduce(in.data(), rooted.data(), n, MPI_DOUBLE, MPI_SUM, p - 1, MPI_COMM_WORLD);
          for (int i = 0; i < n; ++i) {
            const auto at = static_cast<std::size_t>(i);
            EXPECT_EQ(sum[at], p * i + p * (p - 1) / 2);
            if (me == p - 1) EXPECT_EQ(rooted[at], sum[at]);
          }
        }
        MGEN_Finalize();
        return 0;
      });
      w.run();
      EXPECT_EQ(w.failure(), "") << c->name << ", " << p << " ranks";
    }
  }
}

TEST(Library, AnUnknownOneIsRefused) {
  config::Document document = config::Document::parse("[mpi]\nlibrary = 'open-mpi-4'\n", "c.toml");
  try {
    config::read<MpiParams>(document.root().section("mpi"));
    document.finish();
    FAIL() << "'open-mpi-4' was accepted";
  } catch (const Error& e) {
    EXPECT_THAT(e.what(),
                testing::HasSubstr("c.toml:2:11: error: unknown library 'open-mpi-4'; did you mean "
                                   "'open-mpi-4.1'?; known: cray-mpich, fujitsu, mpich-4, nccl, "
                                   "open-mpi-4.1"));
  }
}

}  // namespace library_test
}  // namespace kasuri::mpi
