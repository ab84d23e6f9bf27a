// SPDX-License-Identifier: MIT
#include "mpi/ranks/collectives.h"

#include <fmt/format.h>

#include <algorithm>

#include "mpi/ranks/caller.h"
#include "mpi/ranks/collective_tag.h"
#include "mpi/ranks/packing.h"

namespace kasuri::mpi {
namespace {

// As placements have them: ranks of a node follow each other, or nodes take turns.
bool shares_nodes(const JobSpec& spec) {
  for (int r = 1; r < spec.ranks; ++r) {
    const NodeId node = spec.node_of_rank(r);
    if (node == spec.node_of_rank(r - 1) || node == spec.node_of_rank(0)) return true;
  }
  return false;
}

}  // namespace

Collectives::Collectives(World& world)
    : world_(world), ranks_(world.ranks()), in_flight_(ranks_, world.mistakes()) {
  const MpiParams& p = world.params();
  algorithms_[0] = std::make_shared<AlgorithmTable>(p.algorithms, p.rules, p.library);
}

std::shared_ptr<const AlgorithmTable> Collectives::algorithms_for(const JobSpec& spec) {
  const MpiParams& p = world_.params();
  if (spec.collectives) {
    return std::make_shared<AlgorithmTable>(AlgorithmParams{}, p.rules, spec.collectives);
  }
  const bool is_shared = shares_nodes(spec);
  if (is_shared && !algorithms_[1]) {
    algorithms_[1] = std::make_shared<AlgorithmTable>(p.algorithms, p.rules, p.library, true);
  }
  return algorithms_[is_shared];
}

std::uint32_t Collectives::most_helpers() const {
  constexpr std::uint64_t kLeast = 1024, kMost = std::uint64_t{1} << 28;
  const std::uint64_t wanted = std::uint64_t{ranks_.size()} * world_.params().nonblocking_collectives;
  return static_cast<std::uint32_t>(std::clamp(wanted, kLeast, kMost));
}

// The number of the collective on its communicator, what it is, and a hash of the arguments that
// must agree: MPI 4.1, section 6.13 has all ranks call collectives in the same order.
std::int32_t Collectives::enter(std::uint32_t coroutine, Communicator& comm, std::uint32_t code,
                                std::uint64_t arguments) {
  const std::uint32_t r = world_.coroutine(coroutine).rank;
  RankState& me = ranks_[r];
  std::uint32_t& number = &comm == &ranks_.world_of(r) ? me.collectives : comm.collectives;
  const std::int32_t tag = CollectiveTag::make(number++, code, arguments);
  check_early(coroutine, comm.context + 1, tag, number - 1);
  me.in_context = comm.context + 1;
  me.in_tag = tag;
  me.in_since = world_.now();
  return tag;
}

// What others have sent for a collective of this number tells what they are in. It is among the
// oldest that wait here; a look at more would cost a rank that lags behind dearly.
void Collectives::check_early(std::uint32_t coroutine, std::uint32_t context, std::int32_t tag,
                              std::uint32_t number) {
  constexpr int kLooks = 32;
  const Matching& matching = world_.messages().matching();
  std::uint32_t m = matching.first_early(world_.coroutine(coroutine).rank);
  for (int looks = 0; m != kNone && looks < kLooks; m = matching.early(m).after, ++looks) {
    const MatchKey& key = matching.early(m).key;
    if (key.context != context) continue;
    if (CollectiveTag::clash(tag, key.tag)) {
      world_.mistakes().fail(coroutine, CollectiveTag::describe_clash(tag, key.tag, key.source));
    }
    const bool is_earlier = key.tag >= 0 && tag >= 0 && CollectiveTag::number_after(key.tag, number) < 0;
    if (is_earlier && in_flight_.is_stray(key)) {
      world_.mistakes().fail(coroutine, in_flight_.describe_stray(key));
    }
  }
}

void Collectives::leave(std::uint32_t coroutine) {
  const std::uint32_t r = world_.coroutine(coroutine).rank;
  RankState& me = ranks_[r];
  me.in_context = 0;
  me.statistics.collectives += world_.now() - me.in_since;
  CollectiveAccount* account = ranks_.account_of(r, me.in_tag);
  if (!account) return;
  account->blocking.add(world_.now() - me.in_since);
  world_.accounts().was_in_collective(r, CollectiveTag::code(me.in_tag), me.in_since, world_.now());
}

Handle Collectives::start(std::uint32_t coroutine, Communicator& comm, Collective which,
                          const CollectiveCall& call, PackedCall* packing,
                          std::optional<std::uint32_t> persistent) {
  const auto code = static_cast<std::uint32_t>(which);
  const std::uint64_t arguments = comm.between ? 0 : hash_of(which, call);  // a root is another one there
  std::int32_t tag = 0;
  if (persistent) {
    tag = CollectiveTag::make_persistent(*persistent, code, arguments);
    check_early(coroutine, comm.context + 1, tag, 0);
  } else {
    tag = enter(coroutine, comm, code, arguments);
  }
  return start_helper(coroutine, {.rank = world_.coroutine(coroutine).rank, .tag = tag, .which = which,
                                  .comm = &comm, .call = call, .packing = packing});
}

Handle Collectives::start_duplicate(std::uint32_t coroutine, Communicator& parent, Communicator& fresh) {
  constexpr std::uint64_t kNonBlocking = 1;  // dup is another collective
  const std::int32_t tag =
      enter(coroutine, parent, static_cast<std::uint32_t>(Making::dup), kNonBlocking);
  return start_helper(coroutine, {.rank = world_.coroutine(coroutine).rank, .tag = tag,
                                  .which = Collective::allreduce, .comm = &parent, .fresh = &fresh});
}

Handle Collectives::start_helper(std::uint32_t coroutine, Helper helper) {
  if (in_flight_.in_use() == most_helpers()) {
    world_.mistakes().fail(coroutine, fmt::format("more than {} non-blocking collectives are active; "
                                                  "mpi.nonblocking_collectives sets the limit",
                                                  most_helpers()));
  }
  const std::uint32_t r = helper.rank;
  Communicator& comm = *helper.comm;
  ranks_[r].in_context = 0;
  helper.begun = world_.now();

  helper.request = world_.requests().add({.key = {r, comm.context + 1, kProcNull, helper.tag},
                                          .purpose = Request::Purpose::collective});
  const std::uint32_t own = ranks_.size() + in_flight_.add(helper);
  ranks_.places()[own] = ranks_.places()[r];
  ++comm.users;
  world_.coroutines()[own] = {.rank = r,
                              .ready = world_.now(),
                              .since = world_.now(),
                              .call = world_.coroutine(coroutine).call};
  world_.coroutines().wake(own, world_.now());
  return handle_of(helper.request);
}

void Collectives::helper_entry(void* collectives, std::uint32_t coroutine) {
  auto& me = *static_cast<Collectives*>(collectives);
  const Helper h = me.in_flight_[coroutine - me.ranks_.size()];
  const std::unique_ptr<PackedCall> packing(h.packing);
  Team team(me.world_, coroutine, *h.comm, h.tag, h.fresh != nullptr);
  if (h.fresh) me.agree_on_duplicate(team, h);
  else me.run_call(team, h.which, h.call, h.packing);
}

void Collectives::run_helper(std::uint32_t coroutine) {
  Coroutine& s = world_.coroutine(coroutine);
  s.state = Coroutine::State::running;
  if (s.fiber == FiberPool::kNone) {
    s.fiber = world_.coroutines().fibers().create(&Collectives::helper_entry, this, coroutine);
  }
  if (!world_.resume(coroutine)) return;

  s.state = Coroutine::State::ended;
  const std::uint32_t index = coroutine - ranks_.size();
  const Helper h = in_flight_[index];
  in_flight_.remove(index);
  ranks_.account_of(h.rank, h.tag)->nonblocking.add(world_.now() - h.begun);
  ranks_.release(h.rank, *h.comm);
  world_.requests().complete(world_.requests()[h.request]);
}

}  // namespace kasuri::mpi
