// SPDX-License-Identifier: MIT
// What ranks did with their time, for whom they waited, what collectives cost: sums that are kept
// while a run goes on, of integers, so that those of several parts add up.
#include <fmt/format.h>

#include <algorithm>

#include "base/core/check.h"
#include "base/core/saturated.h"
#include "mpi/ranks/collective_tag.h"
#include "mpi/ranks/stream_runner.h"
#include "mpi/ranks/world.h"

namespace kasuri::mpi {

std::string_view name_of(Activity a) {
  constexpr std::array<std::string_view, kActivities> kNames{"computing", "sending", "receiving",
                                                             "waiting", "polling"};
  return kNames[static_cast<std::size_t>(a)];
}

Time& RankStatistics::of(Activity a) {
  switch (a) {
    case Activity::computing: return computing;
    case Activity::sending: return sending;
    case Activity::receiving: return receiving;
    case Activity::waiting: return waiting;
    case Activity::polling: return polling;
  }
  kasuri::fail("every activity has its time");
}

RankStatistics& RankStatistics::operator+=(const RankStatistics& o) {
  for (Time RankStatistics::* t :
       {&RankStatistics::computing, &RankStatistics::sending, &RankStatistics::receiving,
        &RankStatistics::waiting, &RankStatistics::polling, &RankStatistics::collectives,
        &RankStatistics::waiting_in_collectives, &RankStatistics::noise,
        &RankStatistics::slowness}) {
    this->*t = saturated_sum(this->*t, o.*t);
  }
  finish = later(finish, o.finish);
  messages += o.messages;
  bytes += o.bytes;
  without_data += o.without_data;
  completions += o.completions;
  return *this;
}

void CollectiveAccount::served(const AlgorithmUse& one) {
  for (AlgorithmUse& use : algorithms) {  // names lie in one table: addresses tell them apart
    if (use.name.data() != one.name.data() || use.form.data() != one.form.data()) continue;
    use.calls += one.calls;
    use.ranks_least = std::min(use.ranks_least, one.ranks_least);
    use.ranks_most = std::max(use.ranks_most, one.ranks_most);
    use.least = std::min(use.least, one.least);
    use.most = std::max(use.most, one.most);
    return;
  }
  algorithms.push_back(one);
}

// A rank goes on. What the CPU spent on the messages that it waited for is not waiting.
void World::end_wait(Coroutine& s) {
  RankStatistics& mine = ranks_[s.rank].statistics;
  const Time received = s.received;
  const Time waited = now() - s.since - received;
  mine.receiving += received;
  // In which a device computed: it began before the wait.
  const Time beside = later(Time{0}, earlier(streams_->computes_until(s) - s.since, waited));
  mine.computing += beside;
  mine.waiting += waited - beside;
  if (ranks_[s.rank].in_context) mine.waiting_in_collectives += waited;
  if (beside > Time{0}) {
    accounts_.spent(s.rank, Activity::computing, s.since, s.since + beside, "compute");
  }
  accounts_.spent(s.rank, Activity::waiting, s.since + beside, s.since + waited, s.call);
  if (received > Time{0}) {
    accounts_.spent(s.rank, Activity::receiving, s.since + waited, now(), s.call);
  }
  if (!accounts_.counts_waits() || waited == Time{0} || s.last == kNone) return;
  accounts_.waited(s.rank, requests_.peer_of(s.last), waited);
}

std::int64_t RankTable::rank_behind(std::uint32_t rank, std::uint32_t context, std::int32_t member) const {
  if (member < 0) return -1;
  context &= ~1u;
  const Communicator* const comm = context == kPutContext ? &world_of(rank) : find(rank, context);
  return comm ? std::int64_t{comm->peers().member(member)} : -1;
}

// Null for what is counted nowhere: the messages of create_group, which not all ranks call.
CollectiveAccount* RankTable::account_of(std::uint32_t rank, std::int32_t tag) {
  if (!CollectiveTag::has_number(tag)) return nullptr;
  CollectiveAccounts& all = job(rank).collectives;
  return &all[std::min<std::size_t>(CollectiveTag::code(tag), all.size() - 1)];
}

void RankTable::count_collective(std::uint32_t rank, const Transfer& t) {
  if (CollectiveAccount* account = account_of(rank, t.tag)) {
    ++account->messages;
    account->bytes += t.bytes;
  }
}

std::string collective_name(std::size_t code) {
  if (code < kCollectives) return std::string(name_of(static_cast<Collective>(code)));
  constexpr std::array<const char*, kMakings> kNames{"comm_dup",    "comm_split", "comm_create",
                                                     "cart_create", "cart_sub",   "graph_create",
                                                     "intercomm_create"};
  return kNames[(code - kCollectives) % kMakings];
}

}  // namespace kasuri::mpi
