// SPDX-License-Identifier: MIT
// Open MPI 4.1: the fixed decisions of its component `tuned` (coll_tuned_decision_fixed.c, since 4.1.0 by
// communicator size and message size), with segments of no limit, and what its algorithms fall back to for
// counts and communicators that they cannot handle (coll/base). Without the components `hcoll` and `han`.
#include "mpi/ranks/library.h"

namespace kasuri::mpi {
namespace {

constexpr std::int64_t kMore = Fit::kAny;

// "Whole": a segment that no message exceeds.
constexpr const char* kWholeChain = "{ type = 'chain', segment = '1 GiB' }";
// Asked for by name, it has four chains (coll_tuned_bcast_algorithm_chain_fanout and that of reductions).
constexpr const char* kFourChains = "{ type = 'chain', segment = '1 GiB', chains = 4 }";
constexpr const char* kWholeSync = "{ type = 'linear-sync', first = '1 GiB' }";
constexpr const char* kOneByOne = "{ type = 'linear', one_by_one = true }";
constexpr const char* kTree = "{ type = 'binomial', nearest_first = true, at_once = true }";
constexpr const char* kRabenseifnerForm = "{ type = 'rabenseifner', nearest_first = true }";
constexpr const char* kLinearAllreduceForm =
    "{ type = 'reduce-bcast', reduce = 'linear', bcast = 'linear' }";
constexpr const char* kTreeAllreduceForm =
    "{ type = 'reduce-bcast', reduce = 'binomial', bcast = { type = 'binomial', nearest_first = true, "
    "at_once = true } }";

LibraryLines tuned_allreduce() {
  static const LibraryForm apart{{{kTreeAllreduceForm}}};
  static const LibraryForm doubling{{{"'recursive-doubling'"}}};
  // With segments of no limit, a segmented ring is a ring.
  static const LibraryForm ring{
      {{"'recursive-doubling'", Fit::When::fewer_elements_than_ranks}, {"'ring'"}}};
  static const LibraryForm halving{
      {{kLinearAllreduceForm, Fit::When::fewer_elements_than_core}, {kRabenseifnerForm}}};
  return lines_of({
      {4, {{8, &ring}, {4096, &doubling}, {8192, &ring}, {16384, &doubling}, {262144, &ring},
           {kMore, &halving}}},
      {8, {{16, &ring}, {8192, &doubling}, {kMore, &halving}}},
      {16, {{8192, &doubling}, {kMore, &halving}}},
      {32, {{64, &ring}, {4096, &doubling}, {kMore, &halving}}},
      {64, {{128, &ring}, {kMore, &halving}}},
      {128, {{262144, &doubling}, {kMore, &halving}}},
      {256, {{131072, &apart}, {262144, &doubling}, {kMore, &halving}}},
      {512, {{4096, &apart}, {kMore, &halving}}},
      {2048, {{2048, &apart}, {16384, &doubling}, {kMore, &halving}}},
      {4096, {{2048, &apart}, {4096, &ring}, {16384, &doubling}, {kMore, &halving}}},
      {kMore, {{2048, &apart}, {16384, &ring}, {32768, &doubling}, {kMore, &halving}}},
  });
}

LibraryLines tuned_alltoall() {
  static const LibraryForm linear{{{"'simple-spread'"}}};  // with and without synchronisation
  static const LibraryForm pairwise{{{"'ring'"}}};
  static const LibraryForm bruck{{{"'bruck'"}}};
  return lines_of({
      {3, {{32768, &pairwise}, {262144, &linear}, {kMore, &pairwise}}},
      {8, {{524288, &linear}, {1048576, &pairwise}, {kMore, &linear}}},
      {16, {{kMore, &linear}}},
      {32, {{4, &linear}, {512, &bruck}, {kMore, &linear}}},
      {64, {{512, &bruck}, {kMore, &linear}}},
      {256, {{1024, &bruck}, {262144, &linear}, {kMore, &pairwise}}},
      {512, {{1024, &bruck}, {32768, &linear}, {kMore, &pairwise}}},
      {1024, {{512, &bruck}, {262144, &linear}, {kMore, &pairwise}}},
      {2048, {{512, &bruck}, {kMore, &linear}}},
      {4096, {{1024, &bruck}, {kMore, &linear}}},
      {kMore, {{2048, &bruck}, {kMore, &linear}}},
  });
}

LibraryLines tuned_alltoallv() {
  static const LibraryForm linear{{{"'simple-spread'"}}};
  static const LibraryForm pairwise{{{"'ring'"}}};
  return lines_of({{4, {{kMore, &pairwise}}},
                   {64, {{kMore, &linear}}},
                   {128, {{kMore, &pairwise}}},
                   {256, {{kMore, &linear}}},
                   {1024, {{kMore, &pairwise}}},
                   {kMore, {{kMore, &linear}}}});
}

LibraryLines tuned_barrier() {
  static const LibraryForm linear{{{"'linear'"}}};
  static const LibraryForm doubling{{{"'recursive-doubling'"}}};
  static const LibraryForm bruck{{{"'dissemination'"}}};
  static const LibraryForm tree{{{"'binomial'"}}};
  return lines_of({{4, {{kMore, &doubling}}},
                   {8, {{kMore, &linear}}},
                   {64, {{kMore, &doubling}}},
                   {256, {{kMore, &bruck}}},
                   {512, {{kMore, &tree}}},
                   {1024, {{kMore, &bruck}}},
                   {4096, {{kMore, &tree}}},
                   {kMore, {{kMore, &bruck}}}});
}

LibraryLines tuned_bcast() {
  static const LibraryForm linear{{{"'linear'"}}};
  static const LibraryForm chain{{{kWholeChain}}};
  static const LibraryForm tree{{{kTree}}};  // also for the binary trees, which Kasuri does not have
  static const LibraryForm knomial{{{"{ type = 'k-nomial', radix = 4 }"}}};
  static const LibraryForm parts{{{"'scatter-allgather-doubling'"}}};
  return lines_of({
      {4, {{32, &chain}, {256, &tree}, {512, &chain}, {1024, &knomial}, {32768, &linear}, {131072, &tree},
           {262144, &chain}, {524288, &linear}, {kMore, &tree}}},
      {8, {{8192, &tree}, {1048576, &linear}, {kMore, &chain}}},
      {16, {{8, &knomial}, {64, &tree}, {4096, &knomial}, {32768, &tree}, {kMore, &linear}}},
      {32, {{4096, &knomial}, {1048576, &tree}, {kMore, &parts}}},
      {64, {{2048, &tree}, {kMore, &knomial}}},
      {128, {{kMore, &knomial}}},
      {256, {{16384, &tree}, {32768, &linear}, {65536, &tree}, {kMore, &knomial}}},
      {1024, {{16384, &knomial}, {32768, &tree}, {kMore, &knomial}}},
      {2048, {{524288, &knomial}, {kMore, &parts}}},
      {4096, {{262144, &knomial}, {kMore, &parts}}},
      {kMore, {{8192, &knomial}, {16384, &tree}, {262144, &knomial}, {kMore, &parts}}},
  });
}

LibraryLines tuned_reduce() {
  static const LibraryForm linear{{{"'linear'"}}};
  static const LibraryForm chain{{{kWholeChain}}};
  static const LibraryForm tree{{{"'binomial'"}}};  // also for the binary trees
  static const LibraryForm halving{
      {{"'linear'", Fit::When::fewer_elements_than_core}, {kRabenseifnerForm}}};
  return lines_of({
      {4, {{8, &halving}, {16, &tree}, {32, &chain}, {262144, &linear}, {kMore, &chain}}},
      {8, {{4096, &tree}, {65536, &chain}, {262144, &tree}, {524288, &linear}, {1048576, &tree},
           {kMore, &linear}}},
      {kMore, {{kMore, &tree}}},
  });
}

// Non-overlapping: a reduction, then a scattering. Butterfly: recursive halving in another order.
LibraryLines tuned_reduce_scatter() {
  static const LibraryForm apart{
      {{"{ type = 'reduce-scatterv', reduce = 'binomial', scatterv = 'in-turn' }"}}};
  static const LibraryForm halving{{{"'recursive-halving'"}}};
  static const LibraryForm ring{{{"'ring'"}}};
  return lines_of({
      {4, {{65536, &ring}, {131072, &halving}, {kMore, &ring}}},
      {8, {{8, &apart}, {262144, &halving}, {kMore, &ring}}},
      {32, {{262144, &halving}, {kMore, &ring}}},
      {64, {{64, &apart}, {524288, &halving}, {kMore, &ring}}},
      {512, {{256, &apart}, {kMore, &halving}}},
      {4096, {{512, &apart}, {kMore, &halving}}},
      {kMore, {{1024, &apart}, {kMore, &halving}}},
  });
}

LibraryLines tuned_reduce_scatter_block() {
  static const LibraryForm apart{
      {{"{ type = 'reduce-scatterv', reduce = 'binomial', scatterv = 'linear' }"}}};
  static const LibraryForm halving{{{"'recursive-halving'"}}};
  return lines_of({
      {4, {{131072, &halving}, {kMore, &apart}}},
      {8, {{1048576, &halving}, {kMore, &apart}}},
      {16, {{4, &apart}, {524288, &halving}, {4194304, &apart}, {kMore, &halving}}},
      {32, {{32, &apart}, {524288, &halving}, {2097152, &apart}, {kMore, &halving}}},
      {kMore, {{4, &halving}, {16, &apart}, {65536, &halving}, {262144, &apart}, {kMore, &halving}}},
  }, Fit::Measure::share);
}

LibraryLines tuned_allgather() {
  static const LibraryForm doubling{{{"'recursive-doubling'", Fit::When::power_of_two}, {"'bruck'"}}};
  static const LibraryForm bruck{{{"'bruck'"}}};
  static const LibraryForm ring{{{"'ring'"}}};
  static const LibraryForm neighbours{{{"'ring'", Fit::When::odd}, {"'neighbor-exchange'"}}};
  return lines_of({
      {32, {{kMore, &doubling}}},
      {64, {{1024, &doubling}, {65536, &neighbours}, {kMore, &ring}}},
      {128, {{512, &doubling}, {65536, &neighbours}, {kMore, &ring}}},
      {256, {{512, &doubling}, {131072, &neighbours}, {524288, &ring}, {1048576, &neighbours},
             {kMore, &ring}}},
      {512, {{32, &doubling}, {128, &bruck}, {1024, &doubling}, {131072, &neighbours}, {524288, &ring},
             {1048576, &neighbours}, {kMore, &ring}}},
      {1024, {{64, &doubling}, {256, &bruck}, {2048, &doubling}, {kMore, &neighbours}}},
      {2048, {{4, &doubling}, {8, &bruck}, {16, &doubling}, {32, &bruck}, {256, &doubling}, {512, &bruck},
              {4096, &doubling}, {kMore, &neighbours}}},
      {4096, {{32, &bruck}, {128, &doubling}, {512, &bruck}, {4096, &doubling}, {kMore, &neighbours}}},
      {kMore, {{2, &doubling}, {8, &bruck}, {16, &doubling}, {512, &bruck}, {4096, &doubling},
               {kMore, &neighbours}}},
  });
}

// By a rank's share. The default, a gathering and a broadcast, is not among Kasuri's: bruck for it, which
// takes as many rounds.
LibraryLines tuned_allgatherv() {
  static const LibraryForm bruck{{{"'bruck'"}}};
  static const LibraryForm ring{{{"'ring'"}}};
  static const LibraryForm neighbours{{{"'ring'", Fit::When::odd}, {"'neighbor-exchange'"}}};
  return lines_of({
      {3, {{kMore, &ring}}},
      {8, {{256, &bruck}, {4096, &neighbours}, {8192, &ring}, {16384, &neighbours}, {262144, &bruck},
           {kMore, &neighbours}}},
      {16, {{kMore, &bruck}}},
      {32, {{262144, &bruck}, {kMore, &ring}}},
      {64, {{8192, &bruck}, {kMore, &ring}}},
      {128, {{4096, &bruck}, {kMore, &ring}}},
      {256, {{1024, &bruck}, {65536, &neighbours}, {kMore, &ring}}},
      {512, {{1024, &bruck}, {kMore, &ring}}},
      {1024, {{4096, &bruck}, {1048576, &neighbours}, {kMore, &ring}}},
      {kMore, {{4096, &bruck}, {kMore, &neighbours}}},
  }, Fit::Measure::share);
}

LibraryLines tuned_gather() {
  static const LibraryForm linear{{{kOneByOne}}};
  static const LibraryForm tree{{{"'binomial'"}}};
  static const LibraryForm sync{{{kWholeSync}}};
  return lines_of({
      {4, {{2, &sync}, {4, &linear}, {32768, &tree}, {65536, &linear}, {131072, &tree}, {kMore, &sync}}},
      {8, {{1024, &tree}, {8192, &linear}, {32768, &tree}, {262144, &linear}, {kMore, &sync}}},
      {256, {{kMore, &tree}}},
      {512, {{2048, &tree}, {8192, &linear}, {kMore, &tree}}},
      {kMore, {{kMore, &tree}}},
  });
}

LibraryLines tuned_scatter() {
  static const LibraryForm in_turn{{{"'in-turn'"}}};
  static const LibraryForm tree{{{"'binomial'"}}};
  static const LibraryForm at_once{{{"'linear'"}}};
  return lines_of({
      {4, {{2, &at_once}, {131072, &in_turn}, {262144, &at_once}, {kMore, &in_turn}}},
      {8, {{2048, &tree}, {4096, &in_turn}, {8192, &tree}, {32768, &in_turn}, {1048576, &at_once},
           {kMore, &in_turn}}},
      {16, {{16384, &tree}, {1048576, &at_once}, {kMore, &in_turn}}},
      {32, {{16384, &tree}, {32768, &in_turn}, {kMore, &at_once}}},
      {64, {{512, &tree}, {8192, &at_once}, {16384, &tree}, {kMore, &at_once}}},
      {kMore, {{512, &tree}, {kMore, &at_once}}},
  });
}

class OpenMpi41 final : public Library {
 public:
  using Library::Library;

  LibraryLines lines(Collective which) const override {
    switch (which) {
      case Collective::barrier: return tuned_barrier();
      case Collective::bcast: return tuned_bcast();
      case Collective::reduce: return tuned_reduce();
      case Collective::allreduce: return tuned_allreduce();
      case Collective::gather: return tuned_gather();
      case Collective::scatter: return tuned_scatter();
      case Collective::allgather: return tuned_allgather();
      case Collective::allgatherv: return tuned_allgatherv();
      case Collective::alltoall: return tuned_alltoall();
      case Collective::alltoallv: return tuned_alltoallv();
      case Collective::reduce_scatter: return tuned_reduce_scatter();
      case Collective::reduce_scatter_block: return tuned_reduce_scatter_block();
      // Not of `tuned`, but of `basic`.
      case Collective::gatherv: return always(kOneByOne);
      case Collective::scatterv: return always("'in-turn'");
      case Collective::scan:
      case Collective::exscan: return always("'chain'");
      default: return always("'spread'");
    }
  }

 private:
  std::string own_name(Collective which, std::string_view name, const NamedCall& call) const override {
    // Its segments have no limit unless the user sets one.
    if (which == Collective::allreduce && name == "segmented-ring") name = "ring";
    return open_mpi_name(which, name, call.size);
  }
};

const config::Register<OpenMpi41> library_open_mpi_4_1{
    "open-mpi-4.1", "Open MPI 4.1, the fixed decisions of its component tuned"};

}  // namespace

std::string open_mpi_name(Collective which, std::string_view name, const CallSize& size) {
  if (std::string other = open_mpi_fallback(which, name, size); !other.empty()) return other;
  if (which == Collective::bcast && name == "binomial") return kTree;
  if (which == Collective::allgather && (name == "linear" || name == "basic-linear")) {
    return "{ type = 'gather-bcast', gather = { type = 'linear', one_by_one = true }, bcast = 'linear' }";
  }
  const bool passes_on = which == Collective::bcast || which == Collective::reduce;
  if (passes_on && name == "chain") return kFourChains;
  if (passes_on && name == "pipeline") return kWholeChain;
  const bool gathers = which == Collective::gather || which == Collective::gatherv;
  if (gathers && (name == "linear" || name == "basic-linear")) return kOneByOne;
  if (gathers && (name == "linear-sync" || name == "linear-synch")) return kWholeSync;
  if (which == Collective::allreduce && name == "nonoverlapping") return kTreeAllreduceForm;
  return {};
}

}  // namespace kasuri::mpi
