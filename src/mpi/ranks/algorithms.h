// SPDX-License-Identifier: MIT
// Which algorithm a collective runs: by name for all calls ([mpi.algorithms]), by a table of communicator
// sizes and message sizes ([[mpi.rules.OPERATION]]), or as an MPI library chooses it (mpi.library).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "mpi/ranks/collective.h"
#include "mpi/ranks/library.h"

namespace kasuri::mpi {

// [mpi.algorithms]. What is not chosen here is for mpi.library to choose.
struct AlgorithmParams {
  // Of many members, hence compiled once.
  AlgorithmParams();
  AlgorithmParams(const AlgorithmParams&);
  AlgorithmParams(AlgorithmParams&&) noexcept;
  AlgorithmParams& operator=(const AlgorithmParams&);
  AlgorithmParams& operator=(AlgorithmParams&&) noexcept;
  ~AlgorithmParams();

  config::Choice<Barrier> barrier;
  config::Choice<Bcast> bcast;
  config::Choice<Reduce> reduce;
  config::Choice<Allreduce> allreduce;
  config::Choice<Gather> gather;
  config::Choice<Gatherv> gatherv;
  config::Choice<Scatter> scatter;
  config::Choice<Scatterv> scatterv;
  config::Choice<Allgather> allgather;
  config::Choice<Allgatherv> allgatherv;
  config::Choice<Alltoall> alltoall;
  config::Choice<Alltoallv> alltoallv;
  config::Choice<ReduceScatter> reduce_scatter;
  config::Choice<ReduceScatterBlock> reduce_scatter_block;
  config::Choice<Scan> scan;
  config::Choice<Exscan> exscan;
  config::Choice<NeighborAllgather> neighbor_allgather;
  config::Choice<NeighborAllgatherv> neighbor_allgatherv;
  config::Choice<NeighborAlltoall> neighbor_alltoall;
  config::Choice<NeighborAlltoallv> neighbor_alltoallv;

  static config::Fields<AlgorithmParams> fields();
};

// A line of a table: the algorithm for communicators and messages up to these sizes. The first line
// that fits counts; if none does, [mpi.algorithms], and then mpi.library.
template <class Kind>
struct Rule {
  config::Choice<Kind> algorithm;
  std::optional<Bytes> bytes_up_to;
  std::optional<std::int32_t> ranks_up_to;

  static config::Fields<Rule> fields();
  static void validate(const Rule&, config::Section&);
};

struct RuleParams {
  // Of many members, hence compiled once.
  RuleParams();
  RuleParams(const RuleParams&);
  RuleParams(RuleParams&&) noexcept;
  RuleParams& operator=(const RuleParams&);
  RuleParams& operator=(RuleParams&&) noexcept;
  ~RuleParams();

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

class AlgorithmTable {
 public:
  struct Line {
    Fit fit;
    std::shared_ptr<const Algorithm> algorithm;
    std::string name;           // "chain (segment = 64 KiB)"
    bool of_library = false;    // its choice, not the configuration's
  };

  // Without a library: `plain`.
  AlgorithmTable(const AlgorithmParams&, const RuleParams&, const config::Choice<Library>& = {},
                 bool nodes_are_shared = false);
  const Line& select(Collective, const CallSize&) const;
  const std::string& library() const { return library_; }
  // Whether what the library would choose is not known.
  bool is_assumed() const { return is_assumed_; }

 private:
  template <class Kind>
  void add(const config::Choice<Kind>& chosen, const std::vector<Rule<Kind>>&, const Library&);

  std::string library_;
  bool is_assumed_ = false;
  std::array<std::vector<Line>, kCollectives> lines_;
};

}  // namespace kasuri::mpi
