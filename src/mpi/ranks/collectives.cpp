// SPDX-License-Identifier: MIT
// The order of collectives on a communicator, and those that run beside the program.
//
// A non-blocking collective runs on a coroutine of its own, whose fiber borrows a stack of the pool for
// as long as it lasts. It begins at the instant of its call, after what the program does in that
// instant, and takes the CPU's overheads on its own account, as with a progress thread on a core of
// its own: a rank that computes is not slowed.
#include <fmt/format.h>

#include <algorithm>

#include "mpi/ranks/caller.h"
#include "mpi/ranks/collective_tag.h"
#include "mpi/ranks/communicators.h"
#include "mpi/ranks/packing.h"

namespace kasuri::mpi {

std::uint32_t World::most_helpers() const {
  constexpr std::uint64_t kLeast = 1024, kMost = std::uint64_t{1} << 28;
  const std::uint64_t wanted = std::uint64_t{ranks()} * params_.nonblocking_collectives;
  return static_cast<std::uint32_t>(std::clamp(wanted, kLeast, kMost));
}

// The number of the collective on its communicator, what it is, and a hash of the arguments that
// must agree: MPI 4.1, section 6.13 has all ranks call collectives in the same order.
std::int32_t World::enter_collective(std::uint32_t coroutine, Communicator& comm, std::uint32_t code,
                                     std::uint64_t arguments) {
  const std::uint32_t r = coroutines_[coroutine].rank;
  Rank& me = ranks_[r];
  std::uint32_t& number = &comm == &world_of(r) ? me.collectives : comm.collectives;
  const std::int32_t tag = CollectiveTag::make(number++, code, arguments);
  check_early(coroutine, comm.context + 1, tag, number - 1);
  me.in_context = comm.context + 1;
  me.in_tag = tag;
  me.in_since = now();
  return tag;
}

// What others have sent for a collective of this number tells what they are in. It is among the
// oldest that wait here; a look at more would cost a rank that lags behind dearly.
void World::check_early(std::uint32_t coroutine, std::uint32_t context, std::int32_t tag,
                        std::uint32_t number) {
  constexpr int kLooks = 32;
  std::uint32_t m = matching_.first_early(coroutines_[coroutine].rank);
  for (int looks = 0; m != kNone && looks < kLooks; m = matching_.early(m).after, ++looks) {
    const MatchKey& key = matching_.early(m).key;
    if (key.context != context) continue;
    if (CollectiveTag::clash(tag, key.tag)) {
      fail(coroutine, CollectiveTag::describe_clash(tag, key.tag, key.source));
    }
    if (key.tag >= 0 && tag >= 0 && CollectiveTag::number_after(key.tag, number) < 0 && is_stray(key)) {
      fail(coroutine, describe_stray(key));
    }
  }
}

void World::leave_collective(std::uint32_t coroutine) {
  const std::uint32_t r = coroutines_[coroutine].rank;
  Rank& me = ranks_[r];
  me.in_context = 0;
  me.statistics.collectives += now() - me.in_since;
  CollectiveAccount* account = account_of(r, me.in_tag);
  if (!account) return;
  account->blocking.add(now() - me.in_since);
  accounts_.was_in_collective(r, CollectiveTag::code(me.in_tag), me.in_since, now());
}

Handle World::start_collective(std::uint32_t coroutine, Communicator& comm, Collective which,
                               const CollectiveCall& call, PackedCall* packing,
                               std::optional<std::uint32_t> persistent) {
  const auto code = static_cast<std::uint32_t>(which);
  const std::uint64_t arguments = comm.between ? 0 : hash_of(which, call);  // a root is another one there
  std::int32_t tag = 0;
  if (persistent) {
    tag = CollectiveTag::make_persistent(*persistent, code, arguments);
    check_early(coroutine, comm.context + 1, tag, 0);
  } else {
    tag = enter_collective(coroutine, comm, code, arguments);
  }
  return start_helper(coroutine, {.rank = coroutines_[coroutine].rank, .next = kNone, .request = kNone,
                                  .tag = tag, .begun = now(), .which = which, .comm = &comm, .call = call,
                                  .packing = packing, .fresh = nullptr});
}

Handle World::start_duplicate(std::uint32_t coroutine, Communicator& parent, Communicator& fresh) {
  constexpr std::uint64_t kNonBlocking = 1;  // dup is another collective
  const std::int32_t tag =
      enter_collective(coroutine, parent, static_cast<std::uint32_t>(Making::dup), kNonBlocking);
  return start_helper(coroutine, {.rank = coroutines_[coroutine].rank, .next = kNone, .request = kNone,
                                  .tag = tag, .begun = now(), .which = Collective::allreduce,
                                  .comm = &parent, .call = {}, .packing = nullptr, .fresh = &fresh});
}

Handle World::start_helper(std::uint32_t coroutine, const Helper& helper) {
  if (helpers_.in_use() == most_helpers()) {
    fail(coroutine, fmt::format("more than {} non-blocking collectives are active; "
                             "mpi.nonblocking_collectives sets the limit",
                             most_helpers()));
  }
  const std::uint32_t r = helper.rank;
  Communicator& comm = *helper.comm;
  ranks_[r].in_context = 0;

  const std::uint32_t i = requests_.allocate();
  ++ranks_[r].requests;
  requests_[i] = {.key = {r, comm.context + 1, kProcNull, helper.tag},
                  .links = {},
                  .order = 0,
                  .buffer = nullptr,
                  .bytes = {0},
                  .coroutine = kNone,
                  .state = Request::State::active,
                  .is_send = true,
                  .eager = false,
                  .route = kAnyRoute,
                  .parts = 0,
                  .purpose = Request::Purpose::collective,
                  .packed = false,
                  .cancelled = false,
                  .unowned = false,
                  .keeps = false,
                  .has_data = false};
  const std::uint32_t h = helpers_.allocate();
  helpers_[h] = helper;
  helpers_[h].next = ranks_[r].helpers;
  helpers_[h].request = i;
  places_[ranks() + h] = places_[r];
  ranks_[r].helpers = h;
  ++comm.users;
  const std::uint32_t own = ranks() + h;
  coroutines_[own] = {.rank = r,
                   .fiber = FiberPool::kNone,
                   .pending = 0,
                   .last = kNone,
                   .state = Coroutine::State::asleep,
                   .is_program = false,
                   .any = false,
                   .polls = false,
                   .stream = 0,
                   .ready = now(),
                   .since = now(),
                   .received = {0},
                   .call = coroutines_[coroutine].call,
                   .waits_for = nullptr,
                   .waits = 0,
                   .exit_code = 0};
  coroutines_.wake(own, now());
  return handle_of(i);
}

void World::helper_entry(void* world, std::uint32_t coroutine) {
  auto& w = *static_cast<World*>(world);
  const Helper h = w.helpers_[coroutine - w.ranks()];
  const std::unique_ptr<PackedCall> packing(h.packing);
  Team team(w, coroutine, *h.comm, h.tag, h.fresh != nullptr);
  if (h.fresh) w.agree_on_duplicate(team, h);
  else w.run_call(team, h.which, h.call, h.packing);
}

void World::run_helper(std::uint32_t coroutine) {
  Coroutine& s = coroutines_[coroutine];
  s.state = Coroutine::State::running;
  if (s.fiber == FiberPool::kNone) {
    s.fiber = coroutines_.fibers().create(&World::helper_entry, this, coroutine);
  }
  if (!resume(coroutine)) return;

  s.state = Coroutine::State::ended;
  const std::uint32_t index = coroutine - ranks();
  const Helper h = helpers_[index];
  std::uint32_t* link = &ranks_[h.rank].helpers;
  while (*link != index) link = &helpers_[*link].next;
  *link = h.next;
  helpers_.free(index);
  account_of(h.rank, h.tag)->nonblocking.add(now() - h.begun);
  release(h.rank, *h.comm);
  complete(requests_[h.request]);
}

// Neither a handle nor anything under way uses it any more: it ends.
void World::release(std::uint32_t rank, Communicator& comm) {
  if (--comm.users > 0) return;
  objects(rank).notes.erase(&comm);
  auto& all = objects(rank).communicators;  // the latest end first, mostly
  const auto mine = std::find_if(all.rbegin(), all.rend(), [&](const auto& c) { return c.get() == &comm; });
  if (mine != all.rend()) mine->reset();
}

}  // namespace kasuri::mpi
