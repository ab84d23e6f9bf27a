// SPDX-License-Identifier: MIT
// Which algorithm a collective runs: by name for all calls ([mpi.algorithms]), or by a table of
// communicator sizes and message sizes ([[mpi.rules.OPERATION]]), as tuned MPI libraries have them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "mpi/collective.h"

namespace kasuri::mpi {

// [mpi.algorithms]. The defaults are the algorithms that every MPI library has for small messages;
// for the all-to-all the one that keeps a single message per rank under way.
struct AlgorithmParams {
  config::Choice<Barrier> barrier{"dissemination"};
  config::Choice<Bcast> bcast{"binomial"};
  config::Choice<Reduce> reduce{"binomial"};
  config::Choice<Allreduce> allreduce{"recursive-doubling"};
  config::Choice<Gather> gather{"binomial"};
  config::Choice<Gatherv> gatherv{"linear"};
  config::Choice<Scatter> scatter{"binomial"};
  config::Choice<Scatterv> scatterv{"linear"};
  config::Choice<Allgather> allgather{"ring"};
  config::Choice<Allgatherv> allgatherv{"ring"};
  config::Choice<Alltoall> alltoall{"pairwise"};
  config::Choice<Alltoallv> alltoallv{"pairwise"};
  config::Choice<ReduceScatter> reduce_scatter{"pairwise"};
  config::Choice<ReduceScatterBlock> reduce_scatter_block{"pairwise"};
  config::Choice<Scan> scan{"recursive-doubling"};
  config::Choice<Exscan> exscan{"recursive-doubling"};
  config::Choice<NeighborAllgather> neighbor_allgather{"spread"};
  config::Choice<NeighborAllgatherv> neighbor_allgatherv{"spread"};
  config::Choice<NeighborAlltoall> neighbor_alltoall{"spread"};
  config::Choice<NeighborAlltoallv> neighbor_alltoallv{"spread"};

  static config::Fields<AlgorithmParams> fields();
};

// A line of a table: the algorithm for communicators and messages up to these sizes. The first line
// that fits counts; if none does, [mpi.algorithms].
template <class Kind>
struct Rule {
  config::Choice<Kind> algorithm;
  std::optional<Bytes> bytes_up_to;
  std::optional<std::int32_t> ranks_up_to;

  static config::Fields<Rule> fields();
  static void validate(const Rule&, config::Section&);
};

struct RuleParams {
  std::vector<Rule<Barrier>> barrier;
  std::vector<Rule<Bcast>> bcast;
  std::vector<Rule<Reduce>> reduce;
  std::vector<Rule<Allreduce>> allreduce;
  std::vector<Rule<Gather>> gather;
  std::vector<Rule<Gatherv>> gatherv;
  std::vector<Rule<Scatter>> scatter;
  std::vector<Rule<Scatterv>> scatterv;
  std::vector<Rule<Allgather>> allgather;
  std::vector<Rule<Allgatherv>> allgatherv;
  std::vector<Rule<Alltoall>> alltoall;
  std::vector<Rule<Alltoallv>> alltoallv;
  std::vector<Rule<ReduceScatter>> reduce_scatter;
  std::vector<Rule<ReduceScatterBlock>> reduce_scatter_block;
  std::vector<Rule<Scan>> scan;
  std::vector<Rule<Exscan>> exscan;
  std::vector<Rule<NeighborAllgather>> neighbor_allgather;
  std::vector<Rule<NeighborAllgatherv>> neighbor_allgatherv;
  std::vector<Rule<NeighborAlltoall>> neighbor_alltoall;
  std::vector<Rule<NeighborAlltoallv>> neighbor_alltoallv;

  static config::Fields<RuleParams> fields();
};

// The size by which a call is looked up. All ranks must come to the same: it is what each rank gives
// (scatter: gets; alltoall: gives to each rank or neighbour), or all blocks together for allgatherv and
// reduce_scatter. The v-variants of which no rank knows all sizes have none.
constexpr bool has_common_size(Collective c) {
  return c != Collective::barrier && c != Collective::gatherv && c != Collective::scatterv &&
         c != Collective::alltoallv && c != Collective::neighbor_allgatherv &&
         c != Collective::neighbor_alltoallv;
}
Bytes common_size(Collective, const CollectiveCall&, int ranks);

class AlgorithmTable {
 public:
  AlgorithmTable(const AlgorithmParams&, const RuleParams&);
  const Algorithm& select(Collective, int ranks, Bytes common_size) const;

 private:
  struct Entry {
    Bytes bytes;
    std::int32_t ranks;
    std::unique_ptr<Algorithm> algorithm;
  };
  template <class Kind>
  void add(const config::Choice<Kind>&, const std::vector<Rule<Kind>>&);

  std::array<std::vector<Entry>, kCollectives> entries_;
};

}  // namespace kasuri::mpi
