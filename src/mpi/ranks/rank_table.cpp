// SPDX-License-Identifier: MIT
#include "mpi/ranks/rank_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/core/check.h"

namespace kasuri::mpi {

std::uint32_t RankTable::add(JobSpec spec, bool counts_nics) {
  constexpr std::size_t kMaxArgumentBytes = 16 << 10;
  check(spec.ranks > 0 && spec.node_of_rank, "a job has ranks on nodes");
  check(!spec.program != !spec.streams, "a job has a program or operation streams");
  std::size_t bytes = 0;
  for (const std::string& a : spec.arguments) bytes += a.size() + 1 + sizeof(char*);
  if (bytes > kMaxArgumentBytes) {
    throw Error(Exit::usage, fmt::format("job '{}': the program's arguments take {} bytes, at most "
                                         "{} are possible", spec.name, bytes, kMaxArgumentBytes));
  }
  const std::uint32_t first = size();
  const auto n = static_cast<std::uint32_t>(spec.ranks);
  states_.grow(first + n);
  nodes_.grow(first + n);
  places_.grow(first + n);
  const auto job = static_cast<std::uint32_t>(jobs_.size());
  const std::size_t here_first = here_.size();
  std::unordered_map<std::uint32_t, std::uint32_t> on_node;
  for (std::uint32_t i = 0; i < n; ++i) {
    const NodeId node = nodes_[first + i] = spec.node_of_rank(static_cast<int>(i));
    if (spec.is_here && !spec.is_here(static_cast<int>(i))) continue;
    here_.push_back(first + i);
    if (spec.place_of_rank) places_[first + i] = spec.place_of_rank(static_cast<int>(i));
    states_[first + i] = {.job = job,
                          .payload = spec.payload && spec.program,
                          .computes = spec.computes && spec.globals,
                          .local_nic =
                              static_cast<std::uint8_t>(counts_nics ? on_node[node.v]++ % nics_ : 0)};
  }
  Communicator& world = communicators_.emplace_back();
  world.context = 2 * job;
  world.group = {.size = spec.ranks, .first = first};
  world.name = "the world";
  JobResult result;
  result.ranks = spec.ranks;
  result.payload = spec.payload;
  result.start = spec.start;
  result.finish = spec.start;
  std::vector<std::uint32_t> runs_left;
  if (spec.runs > 1) runs_left.assign(n, spec.runs - 1);
  jobs_.push_back({std::move(spec), {}, first, here_first, here_.size(), std::move(result),
                   std::move(runs_left)});
  return job;
}

std::string RankTable::name_of(std::uint32_t rank) const {
  return fmt::format("job '{}', rank {}", job_of(rank).name, rank - job(rank).first_rank);
}

std::string RankTable::as_written(std::uint32_t rank, std::string text) const {
  if (!job_of(rank).is_mpi) return text;
  constexpr std::string_view kPrefix = "MGEN_", kEntry = "MGEN_Main";
  for (std::size_t at = 0; (at = text.find(kPrefix, at)) != text.npos; ++at) {
    const bool is_entry = text.compare(at, kEntry.size(), kEntry) == 0;
    text.replace(at, is_entry ? kEntry.size() : kPrefix.size(), is_entry ? "main" : "MPI_");
  }
  return text;
}

std::uint32_t RankTable::server_of(std::uint32_t rank) const {
  const auto& servers = job_of(rank).server_of;
  return servers ? servers(nodes_[rank]) : nodes_[rank].v;
}

RankObjects& RankTable::objects(std::uint32_t rank) {
  if (objects_.empty()) objects_.resize(size());
  std::unique_ptr<RankObjects>& mine = objects_[rank];
  if (!mine) mine = std::make_unique<RankObjects>(rank, world_of(rank).context);
  return *mine;
}

const Communicator* RankTable::find(std::uint32_t rank, std::uint32_t context) const {
  if (world_of(rank).context == context) return &world_of(rank);
  if (!has_objects(rank)) return nullptr;
  const RankObjects& mine = *objects_[rank];
  if (mine.self.context == context) return &mine.self;
  const auto& all = mine.communicators;
  const auto found = std::ranges::find_if(all, [&](const auto& c) { return c && c->context == context; });
  return found == all.end() ? nullptr : found->get();
}

bool RankTable::returns_errors(std::uint32_t rank, std::uint32_t context) const {
  if (!job_of(rank).is_mpi || !has_objects(rank)) return false;
  const RankObjects& mine = *objects_[rank];
  const Communicator* comm = context == mine.self.context ? &mine.self : &world_of(rank);
  for (const auto& c : mine.communicators) {
    if (c && !c->freed && c->context == context) comm = c.get();
  }
  const auto notes = mine.notes.find(comm);
  return notes != mine.notes.end() && notes->second.returns_errors;
}

// Neither a handle nor anything under way uses it any more: it ends.
void RankTable::release(std::uint32_t rank, Communicator& comm) {
  if (--comm.users > 0) return;
  objects(rank).notes.erase(&comm);
  auto& all = objects(rank).communicators;  // the latest end first, mostly
  const auto mine = std::find_if(all.rbegin(), all.rend(), [&](const auto& c) { return c.get() == &comm; });
  if (mine != all.rend()) mine->reset();
}

void RankTable::share_memory(std::span<RankTable* const> all) {
  for (RankTable* const t : all) {
    t->beside_.assign(all.begin(), all.end());
    t->handed_ = all[0]->handed_;
  }
}

bool RankTable::shares_memory(std::uint32_t rank, std::uint32_t other) const {
  return std::ranges::any_of(beside_, [&, number = states_[rank].job](const RankTable* t) {
    const Job& j = t->jobs_[number];
    return !j.spec.is_here || j.spec.is_here(static_cast<int>(other - j.first_rank));
  });
}

}  // namespace kasuri::mpi
