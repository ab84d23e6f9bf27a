// SPDX-License-Identifier: MIT
#include "mpi/communicators.h"

#include <algorithm>
#include <numeric>

#include "core/check.h"
#include "core/hash.h"
#include "mpi/collective.h"

namespace kasuri::mpi {

MemberList::MemberList(std::vector<std::uint32_t> all) : members(std::move(all)) {
  by_rank.reserve(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    by_rank.emplace_back(members[i], static_cast<std::int32_t>(i));
  }
  std::ranges::sort(by_rank);
}

std::int32_t MemberList::index_of(std::uint32_t rank) const {
  const auto at = std::ranges::lower_bound(by_rank, std::pair{rank, std::int32_t{0}});
  return at != by_rank.end() && at->first == rank ? at->second : -1;
}

Group Groups::make(std::span<const std::uint32_t> members) {
  Group group{.size = static_cast<std::int32_t>(members.size())};
  if (members.empty()) return group;
  group.first = members[0];
  if (members.size() > 1 && members[1] > members[0]) group.stride = members[1] - members[0];
  bool is_formula = true;
  std::uint64_t hash = members.size();
  for (std::size_t i = 0; i < members.size(); ++i) {
    is_formula &= members[i] == group.member(static_cast<std::int32_t>(i));
    hash = mix(hash, members[i]);
  }
  if (is_formula) return group;
  auto [at, end] = lists_.equal_range(hash);
  while (at != end && !std::ranges::equal(at->second->members, members)) ++at;
  if (at == end) {
    at = lists_.emplace(hash, std::make_unique<MemberList>(
                                  std::vector<std::uint32_t>(members.begin(), members.end())));
  }
  group.list = at->second.get();
  return group;
}

namespace {

Communicator* add(Caller& caller, std::uint32_t context, const Group& group) {
  RankObjects& mine = caller.world().objects(caller.rank());
  mine.next_context = context + 2;
  auto& fresh = mine.communicators.emplace_back(std::make_unique<Communicator>());
  fresh->context = context;
  fresh->group = group;
  return fresh.get();
}

// The largest of the contexts that members of `parent` can use next.
std::uint32_t agree(Caller& caller, Communicator& parent, Making what, std::uint64_t arguments) {
  World& world = caller.world();
  const std::uint32_t mine = world.objects(caller.rank()).next_context;
  std::uint32_t largest = mine;
  const std::int32_t tag = world.enter_collective(caller.strand(), parent,
                                                  static_cast<std::uint32_t>(what), arguments);
  Team team(world, caller.strand(), parent, tag, true);
  world.run_collective(team, Collective::allreduce,
                       {.send = &mine, .receive = &largest, .count = 1, .type = Type::u32,
                        .op = Op::max});
  world.leave_collective(caller.strand());
  return largest;
}

}  // namespace

Communicator* duplicate(Caller& caller, Communicator& parent) {
  Communicator* fresh = add(caller, agree(caller, parent, Making::dup, 0), parent.group);
  if (parent.cartesian) fresh->cartesian = std::make_unique<Cartesian>(*parent.cartesian);
  return fresh;
}

// Every rank hears the colour, key and next context of every other, as in MPI libraries.
Communicator* split(Caller& caller, Communicator& parent, std::int32_t colour, std::int32_t key) {
  struct Entry {
    std::int32_t colour, key;
    std::uint32_t next_context;
  };
  World& world = caller.world();
  const Entry mine{colour, key, world.objects(caller.rank()).next_context};
  std::vector<Entry> all(static_cast<std::size_t>(parent.size()));
  const std::int32_t tag = world.enter_collective(caller.strand(), parent,
                                                  static_cast<std::uint32_t>(Making::split), 0);
  {
    Team team(world, caller.strand(), parent, tag, true);
    world.run_collective(team, Collective::allgather,
                         {.send = &mine, .receive = all.data(), .count = sizeof mine,
                          .in = {.count = sizeof mine}});
  }
  world.leave_collective(caller.strand());
  if (colour == kUndefinedColour) return nullptr;

  std::vector<std::int32_t> members;
  std::uint32_t context = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].colour != colour) continue;
    members.push_back(static_cast<std::int32_t>(i));
    context = std::max(context, all[i].next_context);
  }
  std::ranges::stable_sort(members, {}, [&](std::int32_t i) {
    return all[static_cast<std::size_t>(i)].key;
  });
  std::vector<std::uint32_t> ranks;
  for (const std::int32_t i : members) ranks.push_back(parent.group.member(i));
  return add(caller, context, world.groups().make(ranks));
}

Communicator* create(Caller& caller, Communicator& parent, const Group& group, Making what) {
  const std::uint32_t context = agree(caller, parent, what, 0);
  return group.find(caller.rank()) < 0 ? nullptr : add(caller, context, group);
}

// Along a binomial tree to the first member and back, numbered as in the parent. Negative tags are
// the library's: they depend on the group, for others may be made at the same time.
Communicator* create_among(Caller& caller, Communicator& parent, const Group& group,
                           std::int32_t tag) {
  const int me = group.find(caller.rank());
  if (me < 0) return nullptr;
  std::uint64_t hash = static_cast<std::uint32_t>(tag);
  for (std::int32_t i = 0; i < group.size; ++i) hash = mix(hash, group.member(i));
  std::uint32_t context = caller.world().objects(caller.rank()).next_context;
  std::uint32_t heard = 0;
  const auto transfer = [&](int member, void* data) {
    return Transfer{.buffer = data,
                    .bytes = {sizeof context},
                    .peer = parent.group.find(group.member(member)),
                    .tag = -2 - static_cast<std::int32_t>(hash & 0x3fffffff),
                    .comm = &parent,
                    .collective = true,
                    .carries = true};
  };
  int distance = 1;
  for (; distance < group.size && !(me & distance); distance *= 2) {
    if (me + distance >= group.size) continue;
    caller.receive(transfer(me + distance, &heard));
    context = std::max(context, heard);
  }
  if (me != 0) {
    caller.send(transfer(me - distance, &context));
    caller.receive(transfer(me - distance, &context));
  }
  for (distance /= 2; distance > 0; distance /= 2) {
    if (me + distance < group.size) caller.send(transfer(me + distance, &context));
  }
  return add(caller, context, group);
}

}  // namespace kasuri::mpi
