// SPDX-License-Identifier: MIT
// The ranks of all jobs in one part of the machine: where each is, what it is doing, and what it has made.
// Ranks are numbered over all jobs in the order in which these were added.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/core/pool.h"
#include "mpi/ranks/communicator.h"
#include "mpi/ranks/job.h"
#include "mpi/ranks/objects.h"
#include "mpi/ranks/shared_lists.h"
#include "mpi/ranks/transfer.h"
#include "mpi/ranks/world_records.h"

namespace kasuri::mpi {

class AlgorithmTable;

class RankTable {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Job {
    JobSpec spec;
    std::vector<Group> groups;  // of spec.communicators, made when first used
    std::uint32_t first_rank = 0;
    std::size_t here_first = 0, here_end = 0;  // its part of here()
    JobResult result;
    std::vector<std::uint32_t> runs_left;  // by rank; empty if all run once
    CollectiveAccounts collectives{};
    std::shared_ptr<const AlgorithmTable> algorithms{};
  };

  explicit RankTable(std::uint32_t nics_per_node) : nics_(nics_per_node) {}

  // `counts_nics`: each rank of a node gets another NIC.
  std::uint32_t add(JobSpec, bool counts_nics);

  // Only those that run here are ever touched.
  RankState& operator[](std::uint32_t r) { return states_[r]; }
  const RankState& operator[](std::uint32_t r) const { return states_[r]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(states_.size()); }
  // Ranks that run here, in the order of their numbers.
  std::span<const std::uint32_t> here() const { return here_; }
  // Of ranks and of `more` coroutines beside them, by number: places in the partition.
  LazyArray<std::uint32_t>& places() { return places_; }

  std::vector<Job>& jobs() { return jobs_; }
  const std::vector<Job>& jobs() const { return jobs_; }
  Job& job(std::uint32_t rank) { return jobs_[states_[rank].job]; }
  const Job& job(std::uint32_t rank) const { return jobs_[states_[rank].job]; }
  const JobSpec& job_of(std::uint32_t rank) const { return job(rank).spec; }
  PrivateGlobals* globals_of(std::uint32_t rank) const { return job(rank).spec.globals; }
  bool runs_again(std::uint32_t rank) const {
    const Job& j = job(rank);
    return !j.runs_left.empty() && j.runs_left[rank - j.first_rank] > 0;
  }
  // "job 'halo', rank 3"
  std::string name_of(std::uint32_t rank) const;
  std::string as_written(std::uint32_t rank, std::string text) const;  // with its header's names

  std::uint32_t nics() const { return nics_; }
  NodeId node_of(std::uint32_t rank) const { return nodes_[rank]; }
  std::uint32_t server_of(std::uint32_t rank) const;

  Communicator& world_of(std::uint32_t rank) { return communicators_[states_[rank].job]; }
  const Communicator& world_of(std::uint32_t rank) const { return communicators_[states_[rank].job]; }
  RankObjects& objects(std::uint32_t rank);  // what it has made: communicators, groups, datatypes, …
  bool has_objects(std::uint32_t rank) const { return !objects_.empty() && objects_[rank]; }
  // Of the rank's communicator with this context; null: it is unknown here.
  const Communicator* find(std::uint32_t rank, std::uint32_t context) const;
  // Whether errors of messages on the rank's communicator with this context are returned, or end the job.
  bool returns_errors(std::uint32_t rank, std::uint32_t context) const;
  // One user of a communicator less.
  void release(std::uint32_t rank, Communicator&);
  Groups& groups() { return groups_; }
  SharedGraphs& graphs() { return graphs_; }

  // Tables of one process, before the start: what a rank of one makes for all, the others can use.
  static void share_memory(std::span<RankTable* const>);
  // Whether two ranks of one job run in this process.
  bool shares_memory(std::uint32_t rank, std::uint32_t other) const;
  HandedGroups& handed() { return *handed_; }

  // Where data of a rank is in the memory of the simulator.
  std::byte* in_memory_of(std::uint32_t rank, void* buffer) const {
    PrivateGlobals* const globals = globals_of(rank);
    return globals ? globals->find(rank, buffer) : static_cast<std::byte*>(buffer);
  }

  // rank_statistics.cpp: of the collective of a tag; null for what is counted nowhere.
  CollectiveAccount* account_of(std::uint32_t rank, std::int32_t tag);
  void count_collective(std::uint32_t rank, const Transfer&);
  // The member of the rank's communicator with this context; -1: unknown.
  std::int64_t rank_behind(std::uint32_t rank, std::uint32_t context, std::int32_t member) const;

 private:
  std::uint32_t nics_;
  LazyArray<RankState> states_;
  LazyArray<NodeId> nodes_;  // of all
  LazyArray<std::uint32_t> places_;
  std::vector<std::uint32_t> here_;
  std::vector<Job> jobs_;
  std::vector<Communicator> communicators_;            // per job, of all its ranks
  std::vector<std::unique_ptr<RankObjects>> objects_;  // per rank, null until needed
  Groups groups_;
  SharedGraphs graphs_;
  std::vector<const RankTable*> beside_{this};  // of this process
  std::shared_ptr<HandedGroups> handed_ = std::make_shared<HandedGroups>();
};

}  // namespace kasuri::mpi
