// SPDX-License-Identifier: MIT
// The making of intercommunicators (MPI 4.1, section 7.6): the first ranks of two groups tell each other of
// their groups, and then their members. Between ranks of one process a group is handed over; a message then
// has its size.
#include <algorithm>
#include <bit>
#include <map>

#include "mpi/ranks/collective.h"
#include "mpi/ranks/collectives.h"
#include "mpi/ranks/communicators.h"

namespace kasuri::mpi {
namespace {

// What the leader of one group tells that of the other. A group that is no formula follows as a list.
struct Introduction {
  std::int32_t size;
  std::uint32_t first, stride;
  std::uint32_t next_context;
  std::int32_t is_list;
  std::int32_t word;  // more: merge's `high`
};

Introduction introduction_of(const Group& g, std::uint32_t context, std::int32_t word) {
  return {g.size, g.first, g.stride, context, g.list != nullptr, word};
}

// Passes a group on from rank to rank of a communicator, or between leaders.
class Notifications {
 public:
  Notifications(World& world, Team& team, std::int32_t tag) : world_(world), team_(team), tag_(tag) {}

  void send(int to, const Group& g) {
    const std::uint32_t rank = team_.comm().peers().member(to);
    if (world_.ranks().shares_memory(own(), rank)) {
      world_.ranks().handed().give({team_.comm().context, tag_, rank}, g);
      return team_.send(to, nullptr, bytes(g.size));
    }
    std::vector<std::uint32_t> members;
    for (std::int32_t i = 0; i < g.size; ++i) members.push_back(g.member(i));
    team_.send(to, members.data(), bytes(g.size));
  }
  Group receive(int from, std::int32_t size) {
    if (world_.ranks().shares_memory(own(), team_.comm().peers().member(from))) {
      team_.receive(from, nullptr, bytes(size));
      return world_.ranks().handed().take({team_.comm().context, tag_, own()});
    }
    std::vector<std::uint32_t> members(static_cast<std::size_t>(size));
    team_.receive(from, members.data(), bytes(size));
    return world_.ranks().groups().make(members);
  }
  // From rank 0 to all, along a binomial tree.
  void pass(Introduction& i, Group& g) {
    const auto size = static_cast<unsigned>(team_.size()), me = static_cast<unsigned>(team_.rank());
    world_.collectives().run(team_, Collective::bcast, {.receive = &i, .count = sizeof i});
    if (!i.is_list) {
      g = {.size = i.size, .first = i.first, .stride = i.stride};
      return;
    }
    if (me > 0) g = receive(static_cast<int>(me & (me - 1)), i.size);
    for (unsigned reach = (me == 0 ? std::bit_ceil(size) : me & -me) / 2; reach > 0; reach /= 2) {
      if (me + reach < size) send(static_cast<int>(me + reach), g);
    }
  }

 private:
  static Bytes bytes(std::int32_t members) { return {members * std::int64_t{sizeof(std::uint32_t)}}; }
  std::uint32_t own() const { return world_.coroutine(team_.coroutine()).rank; }

  World& world_;
  Team& team_;
  std::int32_t tag_;
};

std::uint32_t largest_within(World& world, Team& team, std::uint32_t mine) {
  std::uint32_t largest = mine;
  world.collectives().run(team, Collective::allreduce,
                       {.send = &mine, .receive = &largest, .count = 1, .type = Type::u32, .op = Op::max});
  return largest;
}

Communicator* add_between(Caller& caller, std::uint32_t context, const Group& own, const Group& remote) {
  RankObjects& mine = caller.objects();
  mine.next_context = context + 4;
  auto& fresh = mine.communicators.emplace_back(std::make_unique<Communicator>());
  fresh->context = context;
  fresh->group = own;
  fresh->between = true;
  fresh->remote = remote;
  fresh->local = std::make_unique<Communicator>();
  fresh->local->context = context + 2;
  fresh->local->group = own;
  return fresh.get();
}

// All of an intercommunicator tell each other a word and a group; contexts are agreed on.
struct Told {
  Introduction theirs;
  Group group;
  std::uint32_t context;
};
Told tell(Caller& caller, Communicator& inter, Making what, const Group& own, std::int32_t word) {
  World& world = caller.world();
  const std::int32_t tag =
      world.collectives().enter(caller.coroutine(), inter, static_cast<std::uint32_t>(what), 0);
  Told told{};
  {
    Team team(world, caller.coroutine(), inter, tag, true);
    team.turn_to(*inter.local);
    const std::uint32_t context =
        largest_within(world, team, world.ranks().objects(caller.rank()).next_context);
    Notifications telling(world, team, tag);
    if (team.rank() == 0) {
      team.turn_to(inter);
      const Introduction mine = introduction_of(own, context, word);
      team.exchange(0, &mine, {sizeof mine}, 0, &told.theirs, {sizeof told.theirs});
      if (mine.is_list) telling.send(0, own);
      if (told.theirs.is_list) told.group = telling.receive(0, told.theirs.size);
      team.turn_to(*inter.local);
    }
    telling.pass(told.theirs, told.group);
    told.context = std::max(context, told.theirs.next_context);
    team.turn_to(inter);
  }
  world.collectives().leave(caller.coroutine());
  return told;
}

}  // namespace

// The leaders talk with a tag of the program's, as one of its messages; so it must not be used for others.
// Or with a negative one, of the library's own.
Communicator* join_groups(Caller& caller, Communicator& local, int leader, Communicator* peer,
                          int remote_leader, int message_tag) {
  World& world = caller.world();
  const std::int32_t tag = world.collectives().enter(caller.coroutine(), local,
                                                  static_cast<std::uint32_t>(Making::between), 0);
  Introduction theirs{};
  Group group;
  std::uint32_t context = 0;
  {
    Team team(world, caller.coroutine(), local, tag, true);
    context = largest_within(world, team, world.ranks().objects(caller.rank()).next_context);
    Notifications telling(world, team, tag);
    if (team.rank() == leader) {
      const Introduction mine = introduction_of(local.group, context, 0);
      const auto transfer = [&](void* data, std::int64_t bytes) {
        return Transfer{.buffer = data, .bytes = {bytes}, .peer = remote_leader, .tag = message_tag,
                        .comm = peer, .collective = message_tag < 0, .carries = true};
      };
      caller.exchange(transfer(const_cast<Introduction*>(&mine), sizeof mine),
                      transfer(&theirs, sizeof theirs));
      std::vector<std::uint32_t> out, in;
      if (mine.is_list) {
        for (std::int32_t i = 0; i < mine.size; ++i) out.push_back(local.group.member(i));
      }
      in.resize(theirs.is_list ? static_cast<std::size_t>(theirs.size) : 0);
      caller.exchange(transfer(out.data(), std::ssize(out) * 4), transfer(in.data(), std::ssize(in) * 4));
      group = theirs.is_list
                  ? world.ranks().groups().make(in)
                  : Group{.size = theirs.size, .first = theirs.first, .stride = theirs.stride};
      if (leader != 0) {
        team.send(0, &theirs, {sizeof theirs});
        if (theirs.is_list) telling.send(0, group);
      }
    } else if (team.rank() == 0) {
      team.receive(leader, &theirs, {sizeof theirs});
      if (theirs.is_list) group = telling.receive(leader, theirs.size);
    }
    telling.pass(theirs, group);
  }
  world.collectives().leave(caller.coroutine());
  return add_between(caller, std::max(context, theirs.next_context), local.group, group);
}

Communicator* duplicate_between(Caller& caller, Communicator& inter) {
  const Told told = tell(caller, inter, Making::dup, {}, 0);
  return add_between(caller, told.context, inter.group, inter.remote);
}

// The groups in the order that they have asked for; if both have asked for the same, that with the lower
// first rank comes first.
Communicator* merge(Caller& caller, Communicator& inter, bool high) {
  const Told told = tell(caller, inter, Making::between, {}, high);
  const bool same = high == (told.theirs.word != 0);
  const bool first = same ? inter.group.member(0) < inter.remote.member(0) : !high;
  Groups& groups = caller.ranks().groups();
  RankObjects& mine = caller.objects();
  mine.next_context = told.context + 2;
  auto& fresh = mine.communicators.emplace_back(std::make_unique<Communicator>());
  fresh->context = told.context;
  fresh->group = first ? groups.unite(inter.group, inter.remote) : groups.unite(inter.remote, inter.group);
  return fresh.get();
}

Communicator* create_between(Caller& caller, Communicator& inter, const Group& own) {
  const Told told = tell(caller, inter, Making::create, own, 0);
  if (own.find(caller.rank()) < 0 || told.theirs.size == 0) return nullptr;
  return add_between(caller, told.context, own, told.group);
}

// Each rank learns of the wishes of all, for as long as the call takes: groups of an intercommunicator are
// small.
Communicator* split_between(Caller& caller, Communicator& inter, std::int32_t colour, std::int32_t key) {
  struct Wish {
    std::int32_t colour, key;
    std::uint32_t next_context;
  };
  World& world = caller.world();
  const Wish mine{colour, key, world.ranks().objects(caller.rank()).next_context};
  std::vector<Wish> ours(static_cast<std::size_t>(inter.group.size));
  std::vector<Wish> theirs(static_cast<std::size_t>(inter.remote.size));
  const auto bytes_of = [](const std::vector<Wish>& w) {
    return static_cast<std::int64_t>(w.size() * sizeof(Wish));
  };
  const std::int32_t tag =
      world.collectives().enter(caller.coroutine(), inter, static_cast<std::uint32_t>(Making::split), 0);
  {
    Team team(world, caller.coroutine(), inter, tag, true);
    team.turn_to(*inter.local);
    world.collectives().run(team, Collective::allgather,
                         {.send = &mine, .receive = ours.data(), .count = sizeof mine,
                          .in = {.count = sizeof mine}});
    if (team.rank() == 0) {
      team.turn_to(inter);
      team.exchange(0, ours.data(), {bytes_of(ours)}, 0, theirs.data(), {bytes_of(theirs)});
      team.turn_to(*inter.local);
    }
    world.collectives().run(team, Collective::bcast, {.receive = theirs.data(), .count = bytes_of(theirs)});
    team.turn_to(inter);
  }
  world.collectives().leave(caller.coroutine());
  if (colour == kUndefinedColour) return nullptr;

  std::uint32_t context = 0;
  const auto group_of = [&](const std::vector<Wish>& wishes, const Group& from) {
    std::vector<std::pair<std::int32_t, std::int32_t>> chosen;  // key, place
    for (std::size_t i = 0; i < wishes.size(); ++i) {
      if (wishes[i].colour != colour) continue;
      context = std::max(context, wishes[i].next_context);
      chosen.emplace_back(wishes[i].key, static_cast<std::int32_t>(i));
    }
    std::ranges::sort(chosen);
    std::vector<std::uint32_t> members;
    for (const auto& [k, place] : chosen) members.push_back(from.member(place));
    return world.ranks().groups().make(members);
  };
  const Group own = group_of(ours, inter.group), remote = group_of(theirs, inter.remote);
  return remote.size == 0 ? nullptr : add_between(caller, context, own, remote);
}

}  // namespace kasuri::mpi
