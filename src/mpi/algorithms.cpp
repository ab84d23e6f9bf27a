// SPDX-License-Identifier: MIT
#include "mpi/algorithms.h"

#include <limits>

#include "config/document.h"

namespace kasuri::mpi {

std::string_view name_of(Collective c) {
  constexpr std::string_view kNames[] = {
      "barrier", "bcast", "reduce", "allreduce", "gather",
      "gatherv", "scatter", "scatterv", "allgather", "allgatherv",
      "alltoall", "alltoallv", "reduce_scatter", "reduce_scatter_block", "scan",
      "exscan", "neighbor_allgather", "neighbor_allgatherv", "neighbor_alltoall", "neighbor_alltoallv"};
  static_assert(std::size(kNames) == kCollectives);
  return kNames[static_cast<std::size_t>(c)];
}

config::Fields<AlgorithmParams> AlgorithmParams::fields() {
  using P = AlgorithmParams;
  return {
      config::field("barrier", &P::barrier, "algorithm of the barrier"),
      config::field("bcast", &P::bcast, "algorithm of the broadcast"),
      config::field("reduce", &P::reduce, "algorithm of the reduction to one rank"),
      config::field("allreduce", &P::allreduce, "algorithm of the reduction to all ranks"),
      config::field("gather", &P::gather, "algorithm of the gathering of equal blocks by one rank"),
      config::field("gatherv", &P::gatherv, "the same, blocks of any size"),
      config::field("scatter", &P::scatter, "algorithm of the scattering of equal blocks"),
      config::field("scatterv", &P::scatterv, "the same, blocks of any size"),
      config::field("allgather", &P::allgather, "algorithm of the gathering of equal blocks by all"),
      config::field("allgatherv", &P::allgatherv, "the same, blocks of any size"),
      config::field("alltoall", &P::alltoall, "algorithm of the personalised all-to-all"),
      config::field("alltoallv", &P::alltoallv, "the same, blocks of any size"),
      config::field("reduce_scatter", &P::reduce_scatter,
                    "algorithm of the reduction whose result is scattered"),
      config::field("reduce_scatter_block", &P::reduce_scatter_block, "the same, equal blocks"),
      config::field("scan", &P::scan, "algorithm of the inclusive prefix reduction"),
      config::field("exscan", &P::exscan, "algorithm of the exclusive one"),
      config::field("neighbor_allgather", &P::neighbor_allgather,
                    "algorithm of the gathering of equal blocks from neighbours"),
      config::field("neighbor_allgatherv", &P::neighbor_allgatherv, "the same, blocks of any size"),
      config::field("neighbor_alltoall", &P::neighbor_alltoall,
                    "algorithm of the personalised exchange with neighbours"),
      config::field("neighbor_alltoallv", &P::neighbor_alltoallv, "the same, blocks of any size"),
  };
}

template <class Kind>
config::Fields<Rule<Kind>> Rule<Kind>::fields() {
  return {
      config::field("algorithm", &Rule::algorithm, "what such calls run").required(),
      config::field("bytes_up_to", &Rule::bytes_up_to,
                    "largest size: what a rank gives (scatter: gets; alltoall: to each rank; "
                    "allgatherv, reduce_scatter: all blocks together); default: any")
          .at_least(Bytes{0}),
      config::field("ranks_up_to", &Rule::ranks_up_to, "largest communicator; default: any")
          .at_least(1),
  };
}

template <class Kind>
void Rule<Kind>::validate(const Rule& rule, config::Section& section) {
  if (rule.bytes_up_to && !has_common_size(Kind::kCollective)) {
    section.error("bytes_up_to", "ranks do not know each other's sizes in this operation; choose by "
                                 "'ranks_up_to'");
  }
}

config::Fields<RuleParams> RuleParams::fields() {
  using P = RuleParams;
  return {
      config::field("barrier", &P::barrier, "choice by size, the first line that fits"),
      config::field("bcast", &P::bcast, "choice by size, the first line that fits"),
      config::field("reduce", &P::reduce, "choice by size, the first line that fits"),
      config::field("allreduce", &P::allreduce, "choice by size, the first line that fits"),
      config::field("gather", &P::gather, "choice by size, the first line that fits"),
      config::field("gatherv", &P::gatherv, "choice by size, the first line that fits"),
      config::field("scatter", &P::scatter, "choice by size, the first line that fits"),
      config::field("scatterv", &P::scatterv, "choice by size, the first line that fits"),
      config::field("allgather", &P::allgather, "choice by size, the first line that fits"),
      config::field("allgatherv", &P::allgatherv, "choice by size, the first line that fits"),
      config::field("alltoall", &P::alltoall, "choice by size, the first line that fits"),
      config::field("alltoallv", &P::alltoallv, "choice by size, the first line that fits"),
      config::field("reduce_scatter", &P::reduce_scatter, "choice by size, the first line that fits"),
      config::field("reduce_scatter_block", &P::reduce_scatter_block,
                    "choice by size, the first line that fits"),
      config::field("scan", &P::scan, "choice by size, the first line that fits"),
      config::field("exscan", &P::exscan, "choice by size, the first line that fits"),
      config::field("neighbor_allgather", &P::neighbor_allgather,
                    "choice by size, the first line that fits"),
      config::field("neighbor_allgatherv", &P::neighbor_allgatherv,
                    "choice by size, the first line that fits"),
      config::field("neighbor_alltoall", &P::neighbor_alltoall,
                    "choice by size, the first line that fits"),
      config::field("neighbor_alltoallv", &P::neighbor_alltoallv,
                    "choice by size, the first line that fits"),
  };
}

Bytes common_size(Collective which, const CollectiveCall& call, int ranks) {
  if (!has_common_size(which)) return {0};
  if (which == Collective::alltoall || which == Collective::neighbor_alltoall) {
    return call.out.bytes(0);
  }
  if (which == Collective::reduce_scatter_block) return call.in.bytes(0) * ranks;
  if (which != Collective::allgatherv && which != Collective::reduce_scatter) return call.bytes();
  Bytes sum{0};
  for (int i = 0; i < ranks; ++i) sum += call.in.bytes(i);
  return sum;
}

template <class Kind>
void AlgorithmTable::add(const config::Choice<Kind>& otherwise,
                         const std::vector<Rule<Kind>>& rules) {
  AlgorithmContext context;
  auto& entries = entries_[static_cast<std::size_t>(Kind::kCollective)];
  constexpr Bytes kAnySize{std::numeric_limits<std::int64_t>::max()};
  constexpr std::int32_t kAnyRanks = std::numeric_limits<std::int32_t>::max();
  for (const Rule<Kind>& r : rules) {
    entries.push_back({r.bytes_up_to.value_or(kAnySize), r.ranks_up_to.value_or(kAnyRanks),
                       r.algorithm.make(context)});
  }
  entries.push_back({kAnySize, kAnyRanks, otherwise.make(context)});
}

AlgorithmTable::AlgorithmTable(const AlgorithmParams& chosen, const RuleParams& rules) {
  add(chosen.barrier, rules.barrier);
  add(chosen.bcast, rules.bcast);
  add(chosen.reduce, rules.reduce);
  add(chosen.allreduce, rules.allreduce);
  add(chosen.gather, rules.gather);
  add(chosen.gatherv, rules.gatherv);
  add(chosen.scatter, rules.scatter);
  add(chosen.scatterv, rules.scatterv);
  add(chosen.allgather, rules.allgather);
  add(chosen.allgatherv, rules.allgatherv);
  add(chosen.alltoall, rules.alltoall);
  add(chosen.alltoallv, rules.alltoallv);
  add(chosen.reduce_scatter, rules.reduce_scatter);
  add(chosen.reduce_scatter_block, rules.reduce_scatter_block);
  add(chosen.scan, rules.scan);
  add(chosen.exscan, rules.exscan);
  add(chosen.neighbor_allgather, rules.neighbor_allgather);
  add(chosen.neighbor_allgatherv, rules.neighbor_allgatherv);
  add(chosen.neighbor_alltoall, rules.neighbor_alltoall);
  add(chosen.neighbor_alltoallv, rules.neighbor_alltoallv);
}

const Algorithm& AlgorithmTable::select(Collective which, int ranks, Bytes size) const {
  const auto& entries = entries_[static_cast<std::size_t>(which)];
  std::size_t i = 0;
  while (size > entries[i].bytes || ranks > entries[i].ranks) ++i;  // the last one fits all
  return *entries[i].algorithm;
}

}  // namespace kasuri::mpi
