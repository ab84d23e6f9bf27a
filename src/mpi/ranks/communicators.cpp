// SPDX-License-Identifier: MIT
#include "mpi/ranks/communicators.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

#include "base/core/hash.h"
#include "mpi/ranks/collective.h"
#include "mpi/ranks/collectives.h"

namespace kasuri::mpi {

namespace {

Communicator* add(Caller& caller, std::uint32_t context, const Group& group) {
  RankObjects& mine = caller.objects();
  mine.next_context = context + 2;
  auto& fresh = mine.communicators.emplace_back(std::make_unique<Communicator>());
  fresh->context = context;
  fresh->group = group;
  return fresh.get();
}

// The largest of the contexts that members of `parent` can use next.
std::uint32_t agree(Caller& caller, Communicator& parent, Making what, std::uint64_t arguments) {
  World& world = caller.world();
  const std::uint32_t mine = world.ranks().objects(caller.rank()).next_context;
  std::uint32_t largest = mine;
  const std::int32_t tag = world.collectives().enter(caller.coroutine(), parent,
                                                  static_cast<std::uint32_t>(what), arguments);
  Team team(world, caller.coroutine(), parent, tag, true);
  world.collectives().run(team, Collective::allreduce,
                       {.send = &mine, .receive = &largest, .count = 1, .type = Type::u32,
                        .op = Op::max});
  world.collectives().leave(caller.coroutine());
  return largest;
}

}  // namespace

namespace {

void copy_topology(const Communicator& from, Communicator& to) {
  if (from.cartesian) to.cartesian = std::make_unique<Cartesian>(*from.cartesian);
  to.graph = from.graph;
  if (from.neighbours) to.neighbours = std::make_unique<Neighbours>(*from.neighbours);
}

}  // namespace

Communicator* duplicate(Caller& caller, Communicator& parent) {
  Communicator* fresh = add(caller, agree(caller, parent, Making::dup, 0), parent.group);
  copy_topology(parent, *fresh);
  return fresh;
}

std::pair<Communicator*, Handle> start_duplicate(Caller& caller, Communicator& parent) {
  auto& mine = caller.objects().communicators;
  Communicator& fresh = *mine.emplace_back(std::make_unique<Communicator>());
  fresh.group = parent.group;
  fresh.pending = true;
  fresh.context = kFirstDuplicate + 2 * kDuplicates;  // of none
  copy_topology(parent, fresh);
  if (parent.between) {
    fresh.between = true;
    fresh.remote = parent.remote;
    fresh.local = std::make_unique<Communicator>();
    fresh.local->group = parent.group;
    fresh.local->context = context_within(fresh.context);
  }
  return {&fresh, caller.world().collectives().start_duplicate(caller.coroutine(), parent, fresh)};
}

// A rank may have several of these under way, begun in another order than on other ranks, so none can
// build on the largest context so far. Instead all members try the same numbers, from a range of
// their own, until one is new to each of them; nearly always that is the first.
void Collectives::agree_on_duplicate(Team& team, const Helper& h) {
  std::set<std::uint32_t>& known = ranks_.objects(h.rank).duplicates;
  const std::uint64_t which = mix(h.comm->context, static_cast<std::uint32_t>(h.tag));
  for (std::uint64_t round = 0; h.fresh->pending; ++round) {
    const auto number = static_cast<std::uint32_t>(mix(which, round)) % kDuplicates;
    const std::uint32_t context = kFirstDuplicate + 2 * number;
    if (!least_of_all(team, *h.comm, known.insert(context).second)) continue;
    h.fresh->context = context;
    if (h.fresh->local) h.fresh->local->context = context_within(context);
    h.fresh->pending = false;
  }
}

// Of both groups, if there are two.
std::uint32_t Collectives::least_of_all(Team& team, Communicator& comm, std::uint32_t mine) {
  std::uint32_t least = mine;
  if (comm.between) team.turn_to(*comm.local);
  run(team, Collective::allreduce,
                 {.send = &mine, .receive = &least, .count = 1, .type = Type::u32, .op = Op::min});
  if (!comm.between) return least;
  if (team.rank() == 0) {
    std::uint32_t theirs = 0;
    team.turn_to(comm);
    team.exchange(0, &least, {sizeof least}, 0, &theirs, {sizeof theirs});
    team.turn_to(*comm.local);
    least = std::min(least, theirs);
  }
  run(team, Collective::bcast, {.receive = &least, .count = sizeof least});
  team.turn_to(comm);
  return least;
}

// Rank 0 hears every colour, key and next context, and tells each rank its part of the result, so that
// memory and time grow with the number of ranks and not with its square, as they do where everyone
// hears everything. Most groups are formulas. The others are lists, which rank 0 gives to their first
// members, and those pass on along binomial trees.
namespace {

struct Wish {
  std::int32_t colour, key;
  std::uint32_t next_context;
};
static_assert(sizeof(Wish) == kSplitWish);

// What a rank is told of its new communicator. Ranks are the parent's.
struct Share {
  std::uint32_t context;
  std::int32_t size;           // 0: it has none
  std::int32_t index;          // of this rank
  std::int32_t first, stride;  // of the formula; stride 0: it is a list
  std::int32_t list_from;      // the rank that sends it
};
static_assert(sizeof(Share) == kSplitShare);

using List = std::vector<std::int32_t>;

// The shares of all ranks; adds the groups that are lists.
std::vector<Share> plan_split(std::span<const Wish> wishes, std::vector<List>& lists) {
  List order(wishes.size());
  std::iota(order.begin(), order.end(), 0);
  const auto wish = [&](std::int32_t r) -> const Wish& { return wishes[static_cast<std::size_t>(r)]; };
  std::ranges::stable_sort(order, {}, [&](std::int32_t r) {
    return std::pair(wish(r).colour, wish(r).key);
  });
  std::vector<Share> shares(wishes.size(), Share{});
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    std::uint32_t context = 0;
    while (end < order.size() && wish(order[end]).colour == wish(order[begin]).colour) {
      context = std::max(context, wish(order[end++]).next_context);
    }
    if (wish(order[begin]).colour == kUndefinedColour) continue;
    const List members(order.begin() + static_cast<std::ptrdiff_t>(begin),
                       order.begin() + static_cast<std::ptrdiff_t>(end));
    const auto size = static_cast<std::int32_t>(members.size());
    std::int32_t stride = size > 1 ? members[1] - members[0] : 1;
    for (std::int32_t i = 0; i < size; ++i) {
      if (members[static_cast<std::size_t>(i)] != members[0] + i * stride) stride = 0;
      if (stride == 0) break;
    }
    for (std::int32_t i = 0; i < size; ++i) {
      const std::int32_t parent = i == 0 ? 0 : members[static_cast<std::size_t>(i & (i - 1))];
      shares[static_cast<std::size_t>(members[static_cast<std::size_t>(i)])] = {
          .context = context, .size = size, .index = i, .first = members[0], .stride = stride,
          .list_from = parent};
    }
    if (stride == 0) lists.push_back(members);
  }
  return shares;
}

// Gets the members of this rank's group and passes them on to those below it in the tree. A message of
// a list has its size; its data it has only between processes, so that a process holds a list once.
class ListPassing {
 public:
  ListPassing(World& world, Team& team, const Communicator& parent, std::int32_t tag)
      : world_(world), team_(team), parent_(parent), tag_(tag) {}

  // A list of rank 0 to its first member.
  void begin(const List& list) {
    const Group group = make(list);
    if (list[0] == 0) of_root_ = group;
    else send(list[0], group);
  }
  Group pass(const Share& share) {
    const bool is_first_of_root = share.index == 0 && team_.rank() == 0;
    const Group group = is_first_of_root ? of_root_ : receive(share.list_from, share.size);
    const auto size = static_cast<unsigned>(share.size);
    const auto index = static_cast<unsigned>(share.index);
    const unsigned reach = index == 0 ? std::bit_ceil(size) : index & -index;
    for (unsigned distance = reach / 2; distance > 0; distance /= 2) {
      if (index + distance >= size) continue;
      const std::uint32_t next = group.member(static_cast<std::int32_t>(index + distance));
      send(parent_.group.index_of(next), group);
    }
    return group;
  }

 private:
  Group make(const List& list) {
    GroupBuilder builder;
    for (const std::int32_t i : list) builder.add(parent_.group.member(i));
    return world_.ranks().groups().make(builder);
  }
  std::uint32_t own() const { return parent_.group.member(team_.rank()); }
  HandedGroups::To to(int member) const {
    return {parent_.context, tag_, parent_.group.member(member)};
  }
  void send(int member, const Group& group) {
    const Bytes size{group.size * static_cast<std::int64_t>(sizeof(std::int32_t))};
    if (world_.ranks().shares_memory(own(), to(member).rank)) {
      world_.ranks().handed().give(to(member), group);
      return team_.send(member, nullptr, size);
    }
    List list;
    for (std::int32_t i = 0; i < group.size; ++i) list.push_back(parent_.group.index_of(group.member(i)));
    team_.send(member, list.data(), size);
  }
  Group receive(int from, std::int32_t n) {
    const Bytes size{n * static_cast<std::int64_t>(sizeof(std::int32_t))};
    if (world_.ranks().shares_memory(own(), to(from).rank)) {
      team_.receive(from, nullptr, size);
      return world_.ranks().handed().take(to(team_.rank()));
    }
    List list(static_cast<std::size_t>(n));
    team_.receive(from, list.data(), size);
    return make(list);
  }

  World& world_;
  Team& team_;
  const Communicator& parent_;
  std::int32_t tag_;
  Group of_root_;
};

}  // namespace

Communicator* split(Caller& caller, Communicator& parent, std::int32_t colour, std::int32_t key) {
  World& world = caller.world();
  const Wish mine{colour, key, world.ranks().objects(caller.rank()).next_context};
  Share share{};
  Group group;
  const std::int32_t tag = world.collectives().enter(caller.coroutine(), parent,
                                                  static_cast<std::uint32_t>(Making::split), 0);
  {
    Team team(world, caller.coroutine(), parent, tag, true);
    const bool is_root = team.rank() == 0;
    std::vector<Wish> wishes(is_root ? static_cast<std::size_t>(team.size()) : 0);
    std::vector<Share> shares;
    std::vector<List> lists;
    world.collectives().run(team, Collective::gather,
                         {.send = &mine, .receive = wishes.data(), .count = sizeof mine,
                          .in = {.count = sizeof mine}});
    if (is_root) shares = plan_split(wishes, lists);
    world.collectives().run(team, Collective::scatter,
                         {.send = shares.data(), .receive = &share, .count = sizeof share,
                          .out = {.count = sizeof share}});
    ListPassing passing(world, team, parent, tag);
    for (const List& l : lists) passing.begin(l);
    if (share.size > 0) {
      group = share.stride == 0
                  ? passing.pass(share)
                  : caller.ranks().groups().slice(parent.group, share.first, share.stride, share.size);
    }
  }
  world.collectives().leave(caller.coroutine());
  return share.size == 0 ? nullptr : add(caller, share.context, group);
}

Communicator* create(Caller& caller, Communicator& parent, const Group& group, Making what) {
  const std::uint32_t context = agree(caller, parent, what, 0);
  return group.find(caller.rank()) < 0 ? nullptr : add(caller, context, group);
}

// Both ends of an edge hear of it. In the round of distance d, what is at a rank goes d ranks on if that
// is a part of its distance to where it goes: ⌈log2 P⌉ rounds (the routing of Bruck et al. 1997). What goes
// from one rank to another goes by the same ranks, and so stays in order.
std::vector<Edge> deal_out(Caller& caller, Communicator& parent, const std::vector<Edge>& edges) {
  struct Letter {
    Edge edge;
    std::int32_t giver, to;
  };
  const auto bytes_of = [](std::size_t n) { return Bytes{static_cast<std::int64_t>(n * sizeof(Letter))}; };
  World& world = caller.world();
  const std::int32_t p = parent.size(), me = parent.group.index_of(caller.rank());
  std::vector<Letter> letters;
  for (const Edge& e : edges) {
    letters.push_back({e, me, e.from});
    if (e.from != e.to) letters.push_back({e, me, e.to});
  }
  const std::int32_t tag = world.collectives().enter(caller.coroutine(), parent,
                                                  static_cast<std::uint32_t>(Making::graph), 0);
  {
    Team team(world, caller.coroutine(), parent, tag, true);
    for (std::int64_t distance = 1; distance < p; distance *= 2) {
      const auto stays = [&](const Letter& l) { return !((l.to - me + std::int64_t{p}) % p & distance); };
      const auto away = std::ranges::stable_partition(letters, stays);
      const std::size_t kept = letters.size() - away.size(), sent = away.size();
      const auto to = static_cast<int>((me + distance) % p);
      const auto from = static_cast<int>((me - distance + p) % p);
      std::size_t got = 0;
      team.exchange(to, &sent, {sizeof sent}, from, &got, {sizeof got});
      if (sent > 0) team.send(to, away.data(), bytes_of(sent));
      letters.resize(kept + got);
      if (got > 0) team.receive(from, letters.data() + kept, bytes_of(got));
    }
  }
  world.collectives().leave(caller.coroutine());
  std::ranges::stable_sort(letters, {}, &Letter::giver);
  std::vector<Edge> mine;
  mine.reserve(letters.size());
  for (const Letter& l : letters) mine.push_back(l.edge);
  return mine;
}

// Along a binomial tree to the first member and back, numbered as in the parent. Negative tags are
// the library's: they depend on the group, for others may be made at the same time.
Communicator* create_among(Caller& caller, Communicator& parent, const Group& group,
                           std::int32_t tag) {
  const int me = group.find(caller.rank());
  if (me < 0) return nullptr;
  const std::uint64_t hash = mix(static_cast<std::uint32_t>(tag), group.hash());
  std::uint32_t context = caller.objects().next_context;
  std::uint32_t heard = 0;
  const auto transfer = [&](int member, void* data) {
    return Transfer{.buffer = data,
                    .bytes = {sizeof context},
                    .peer = parent.group.find(group.member(member)),
                    .tag = -2 - static_cast<std::int32_t>(hash & 0x3ffffffe),
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
