// SPDX-License-Identifier: MIT
// MPICH 4: the tables of its generic selection (coll_selection.json, the limits of the MPIR_CVAR_*_MSG_SIZE
// variables). Where ranks share nodes, MPIR_CVAR_ENABLE_SMP_COLLECTIVES holds (the default), and a level's
// algorithm is chosen by the number of all ranks. Algorithms are those of Thakur, Rabenseifner &
// Gropp, "Optimization of collective communication operations in MPICH", IJHPCA 19(1), 2005.
#include <algorithm>

#include "mpi/ranks/library.h"

namespace kasuri::mpi {
namespace {

constexpr const char* kRabenseifnerOfMpich = "{ type = 'rabenseifner', nearest_first = true }";
constexpr const char* kMpichDoubling = "'recursive-doubling'";

LibraryLines mpich_bcast() {
  using enum Fit::When;
  return {{"'binomial'", {.ranks_up_to = 7}},
          {"'binomial'", {.bytes_up_to = 12'288}},
          {"'scatter-allgather-doubling'", {.bytes_up_to = 524'288, .when = power_of_two}},
          {"'scatter-allgather'"}};
}

// A few elements cannot be scattered; what a program's own operation costs is not known.
LibraryLines mpich_reduction(const char* small, std::int64_t short_bytes) {
  using enum Fit::When;
  return {{small, {.bytes_up_to = short_bytes}},
          {small, {.when = own_operation}},
          {small, {.when = fewer_elements_than_core}},
          {kRabenseifnerOfMpich}};
}

LibraryLines mpich_allgather(Fit::Measure measure) {
  using enum Fit::When;
  return {{kMpichDoubling, {.bytes_up_to = 524'287, .measure = measure, .when = power_of_two}},
          {"'ring'", {.when = power_of_two}},
          {"'bruck'", {.bytes_up_to = 81'919, .measure = measure}},
          {"'ring'"}};
}

LibraryLines mpich_alltoall() {
  using enum Fit::When;
  return {{"'simple-spread'", {.ranks_up_to = 7, .bytes_up_to = 32'768}},
          {"'pairwise'", {.ranks_up_to = 7, .when = power_of_two}},
          {"'ring'", {.ranks_up_to = 7}},
          {"'bruck'", {.bytes_up_to = 256}},
          {"'simple-spread'", {.bytes_up_to = 32'768}},
          {"'pairwise'", {.when = power_of_two}},
          {"'ring'"}};
}

class Mpich4 final : public Library {
 public:
  using Library::Library;
  LibraryLines lines(Collective which) const override {
    return nodes_are_shared() ? in_two_levels(which, mpich_lines(which)) : mpich_lines(which);
  }

 private:
  std::string own_name(Collective which, std::string_view name, const NamedCall& call) const override {
    return mpich_name(which, name, call.size);
  }
};

const config::Register<Mpich4> library_mpich_4{
    "mpich-4", "MPICH 4, its generic selection"};

}  // namespace

LibraryLines mpich_lines(Collective which) {
  switch (which) {
    case Collective::barrier: return always("'dissemination'");
    case Collective::bcast: return mpich_bcast();
    case Collective::reduce: return mpich_reduction("'binomial'", 2'048);
    case Collective::allreduce: return mpich_reduction(kMpichDoubling, 8);
    case Collective::gather:
    case Collective::scatter: return always("'binomial'");
    case Collective::gatherv:
    case Collective::scatterv: return always("'linear'");
    case Collective::allgather: return mpich_allgather(Fit::Measure::all_ranks);
    case Collective::allgatherv: return mpich_allgather(Fit::Measure::common);
    case Collective::alltoall: return mpich_alltoall();
    case Collective::alltoallv: return always("'simple-spread'");
    case Collective::reduce_scatter:
    case Collective::reduce_scatter_block:
      return {{"'recursive-halving'", {.bytes_up_to = 524'287}}, {"'pairwise'"}};
    case Collective::scan:
    case Collective::exscan: return always(kMpichDoubling);
    default: return always("'spread'");
  }
}

LibraryLines in_two_levels(Collective which, const LibraryLines& flat, std::int64_t longest_allreduce) {
  if (which != Collective::barrier && which != Collective::bcast && which != Collective::reduce &&
      which != Collective::allreduce) {
    return flat;
  }
  LibraryLines lines;
  for (LibraryLine line : flat) {
    if (line.algorithm != "'scatter-allgather'") {
      line.algorithm = "{ type = 'node-aware', between = " + line.algorithm + " }";
    }
    if (which == Collective::allreduce) {
      line.fit.bytes_up_to = std::min(line.fit.bytes_up_to, longest_allreduce);
    }
    lines.push_back(line);
  }
  lines.insert(lines.end(), flat.begin(), flat.end());
  return lines;
}

std::string mpich_name(Collective which, std::string_view name, const CallSize& size) {
  const bool alltoall = which == Collective::alltoall || which == Collective::alltoallv;
  const bool scatter = which == Collective::scatter || which == Collective::scatterv;
  if (alltoall && name == "pairwise") return "'pairwise'";
  if (scatter && name == "linear") return "'linear'";
  return mpich_fallback(which, name, size);
}

}  // namespace kasuri::mpi
