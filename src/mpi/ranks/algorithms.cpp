// SPDX-License-Identifier: MIT
#include "mpi/ranks/algorithms.h"

#include <map>

#include "base/config/document.h"

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
      config::field("barrier", &P::barrier,
                    "algorithm of the barrier; default: mpi.library's"),
      config::field("bcast", &P::bcast,
                    "algorithm of the broadcast; default: mpi.library's"),
      config::field("reduce", &P::reduce,
                    "algorithm of the reduction to one rank; default: mpi.library's"),
      config::field("allreduce", &P::allreduce,
                    "algorithm of the reduction to all ranks; default: mpi.library's"),
      config::field("gather", &P::gather,
                    "algorithm of the gathering of equal blocks by one rank; default: mpi.library's"),
      config::field("gatherv", &P::gatherv,
                    "the same with blocks of any size; default: mpi.library's"),
      config::field("scatter", &P::scatter,
                    "algorithm of the scattering of equal blocks; default: mpi.library's"),
      config::field("scatterv", &P::scatterv,
                    "the same with blocks of any size; default: mpi.library's"),
      config::field("allgather", &P::allgather,
                    "algorithm of the gathering of equal blocks by all; default: mpi.library's"),
      config::field("allgatherv", &P::allgatherv,
                    "the same with blocks of any size; default: mpi.library's"),
      config::field("alltoall", &P::alltoall,
                    "algorithm of the personalised all-to-all; default: mpi.library's"),
      config::field("alltoallv", &P::alltoallv,
                    "the same with blocks of any size; default: mpi.library's"),
      config::field("reduce_scatter", &P::reduce_scatter,
                    "algorithm of the reduction whose result is scattered; default: mpi.library's"),
      config::field("reduce_scatter_block", &P::reduce_scatter_block,
                    "the same, equal blocks; default: mpi.library's"),
      config::field("scan", &P::scan,
                    "algorithm of the inclusive prefix reduction; default: mpi.library's"),
      config::field("exscan", &P::exscan,
                    "algorithm of the exclusive prefix reduction; default: mpi.library's"),
      config::field("neighbor_allgather", &P::neighbor_allgather,
                    "algorithm of the gathering of equal blocks from neighbours; default: mpi.library's"),
      config::field("neighbor_allgatherv", &P::neighbor_allgatherv,
                    "the same with blocks of any size; default: mpi.library's"),
      config::field("neighbor_alltoall", &P::neighbor_alltoall,
                    "algorithm of the personalised exchange with neighbours; default: mpi.library's"),
      config::field("neighbor_alltoallv", &P::neighbor_alltoallv,
                    "the same with blocks of any size; default: mpi.library's"),
  };
}

namespace {

// Calls visit(chosen, rules) with the members of each operation.
template <class Visit>
void for_each_operation(const Visit& visit) {
  using A = AlgorithmParams;
  using R = RuleParams;
  visit(&A::barrier, &R::barrier);
  visit(&A::bcast, &R::bcast);
  visit(&A::reduce, &R::reduce);
  visit(&A::allreduce, &R::allreduce);
  visit(&A::gather, &R::gather);
  visit(&A::gatherv, &R::gatherv);
  visit(&A::scatter, &R::scatter);
  visit(&A::scatterv, &R::scatterv);
  visit(&A::allgather, &R::allgather);
  visit(&A::allgatherv, &R::allgatherv);
  visit(&A::alltoall, &R::alltoall);
  visit(&A::alltoallv, &R::alltoallv);
  visit(&A::reduce_scatter, &R::reduce_scatter);
  visit(&A::reduce_scatter_block, &R::reduce_scatter_block);
  visit(&A::scan, &R::scan);
  visit(&A::exscan, &R::exscan);
  visit(&A::neighbor_allgather, &R::neighbor_allgather);
  visit(&A::neighbor_allgatherv, &R::neighbor_allgatherv);
  visit(&A::neighbor_alltoall, &R::neighbor_alltoall);
  visit(&A::neighbor_alltoallv, &R::neighbor_alltoallv);
}

}  // namespace

template <class Kind>
config::Fields<Rule<Kind>> Rule<Kind>::fields() {
  return {
      config::field("algorithm", &Rule::algorithm, "algorithm that matching calls use").required(),
      config::field("bytes_up_to", &Rule::bytes_up_to,
                    "largest size: bytes that a rank contributes (scatter: receives; alltoall: sends to "
                    "each rank; allgatherv, reduce_scatter: all blocks together); default: any")
          .at_least(Bytes{0}),
      config::field("ranks_up_to", &Rule::ranks_up_to, "largest communicator; default: any")
          .at_least(1),
  };
}

template <class Kind>
void Rule<Kind>::validate(const Rule& rule, config::Section& section) {
  if (rule.bytes_up_to && !has_common_size(Kind::kCollective)) {
    section.error(&Rule::bytes_up_to, "ranks do not know each other's sizes in this operation; use "
                                 "'ranks_up_to'");
  }
}

AlgorithmParams::AlgorithmParams() = default;
AlgorithmParams::AlgorithmParams(const AlgorithmParams&) = default;
AlgorithmParams::AlgorithmParams(AlgorithmParams&&) noexcept = default;
AlgorithmParams& AlgorithmParams::operator=(const AlgorithmParams&) = default;
AlgorithmParams& AlgorithmParams::operator=(AlgorithmParams&&) noexcept = default;
AlgorithmParams::~AlgorithmParams() = default;

RuleParams::RuleParams() = default;
RuleParams::RuleParams(const RuleParams&) = default;
RuleParams::RuleParams(RuleParams&&) noexcept = default;
RuleParams& RuleParams::operator=(const RuleParams&) = default;
RuleParams& RuleParams::operator=(RuleParams&&) noexcept = default;
RuleParams::~RuleParams() = default;

config::Fields<RuleParams> RuleParams::fields() {
  using P = RuleParams;
  return {
      config::field("barrier", &P::barrier, "algorithms by size; the first line that matches is used"),
      config::field("bcast", &P::bcast, "algorithms by size; the first line that matches is used"),
      config::field("reduce", &P::reduce, "algorithms by size; the first line that matches is used"),
      config::field("allreduce", &P::allreduce, "algorithms by size; the first line that matches is used"),
      config::field("gather", &P::gather, "algorithms by size; the first line that matches is used"),
      config::field("gatherv", &P::gatherv, "algorithms by size; the first line that matches is used"),
      config::field("scatter", &P::scatter, "algorithms by size; the first line that matches is used"),
      config::field("scatterv", &P::scatterv, "algorithms by size; the first line that matches is used"),
      config::field("allgather", &P::allgather, "algorithms by size; the first line that matches is used"),
      config::field("allgatherv", &P::allgatherv,
                    "algorithms by size; the first line that matches is used"),
      config::field("alltoall", &P::alltoall, "algorithms by size; the first line that matches is used"),
      config::field("alltoallv", &P::alltoallv, "algorithms by size; the first line that matches is used"),
      config::field("reduce_scatter", &P::reduce_scatter,
                    "algorithms by size; the first line that matches is used"),
      config::field("reduce_scatter_block", &P::reduce_scatter_block,
                    "algorithms by size; the first line that matches is used"),
      config::field("scan", &P::scan, "algorithms by size; the first line that matches is used"),
      config::field("exscan", &P::exscan, "algorithms by size; the first line that matches is used"),
      config::field("neighbor_allgather", &P::neighbor_allgather,
                    "algorithms by size; the first line that matches is used"),
      config::field("neighbor_allgatherv", &P::neighbor_allgatherv,
                    "algorithms by size; the first line that matches is used"),
      config::field("neighbor_alltoall", &P::neighbor_alltoall,
                    "algorithms by size; the first line that matches is used"),
      config::field("neighbor_alltoallv", &P::neighbor_alltoallv,
                    "algorithms by size; the first line that matches is used"),
  };
}

namespace {

// An algorithm as [mpi.algorithms] would have it.
template <class Kind>
std::unique_ptr<Algorithm> made_from(const std::string& text) {
  config::Document document = config::Document::parse("algorithm = " + text, "mpi.library");
  const auto choice = config::read<config::Choice<Kind>>(document.root().section("algorithm"));
  document.finish();
  AlgorithmContext context;
  return choice.make(context);
}

}  // namespace

template <class Kind>
void AlgorithmTable::add(const config::Choice<Kind>& chosen, const std::vector<Rule<Kind>>& rules,
                         const Library& library) {
  AlgorithmContext context;
  auto& lines = lines_[static_cast<std::size_t>(Kind::kCollective)];
  for (const Rule<Kind>& r : rules) {
    lines.push_back({{.ranks_up_to = r.ranks_up_to ? *r.ranks_up_to : Fit::kAny,
                      .bytes_up_to = r.bytes_up_to ? r.bytes_up_to->n : Fit::kAny},
                     r.algorithm.make(context),
                     std::string(r.algorithm.name())});
  }
  if (chosen) return lines.push_back({{}, chosen.make(context), std::string(chosen.name())});
  std::map<std::string, std::shared_ptr<const Algorithm>> made;  // many lines have the same one
  for (const LibraryLine& line : library.lines(Kind::kCollective)) {
    auto& algorithm = made[line.algorithm];
    if (!algorithm) algorithm = made_from<Kind>(line.algorithm);
    lines.push_back({line.fit, algorithm, shown_algorithm(line.algorithm), true});
  }
}

AlgorithmTable::AlgorithmTable(const AlgorithmParams& chosen, const RuleParams& rules,
                               const config::Choice<Library>& of, bool nodes_are_shared) {
  LibraryContext context{nodes_are_shared};
  const config::Choice<Library> which = of ? of : config::Choice<Library>("plain");
  const std::unique_ptr<Library> library = which.make(context);
  library_ = which.name();
  is_assumed_ = library->is_assumed();
  for_each_operation([&](auto choice, auto lines) { add(chosen.*choice, rules.*lines, *library); });
}

const AlgorithmTable::Line& AlgorithmTable::select(Collective which, const CallSize& call) const {
  const auto& lines = lines_[static_cast<std::size_t>(which)];
  std::size_t i = 0;
  while (!lines[i].fit(call)) ++i;  // the last one fits all
  return lines[i];
}

}  // namespace kasuri::mpi
