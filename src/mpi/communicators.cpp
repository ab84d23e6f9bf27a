// SPDX-License-Identifier: MIT
#include "mpi/communicators.h"

#include <algorithm>
#include <bit>
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
  if (parent.graph) fresh->graph = std::make_unique<Graph>(*parent.graph);
  if (parent.neighbours) fresh->neighbours = std::make_unique<Neighbours>(*parent.neighbours);
  return fresh;
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

// What a rank is told of its new communicator. Ranks are the parent's.
struct Share {
  std::uint32_t context;
  std::int32_t size;           // 0: it has none
  std::int32_t index;          // of this rank
  std::int32_t first, stride;  // of the formula; stride 0: it is a list
  std::int32_t list_from;      // the rank that sends it
};

using List = std::vector<std::int32_t>;

Bytes bytes_of(const List& list) {
  return {static_cast<std::int64_t>(list.size() * sizeof(std::int32_t))};
}

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

// Gets the list of this rank's group and passes it on to those below it in the tree.
List pass_list(Team& team, const Share& share, std::span<const List> of_root) {
  List members(static_cast<std::size_t>(share.size));
  const bool is_first_of_root = share.index == 0 && team.rank() == 0;
  if (is_first_of_root) {
    members = *std::ranges::find(of_root, 0, [](const List& l) { return l[0]; });
  } else {
    team.receive(share.list_from, members.data(), bytes_of(members));
  }
  const auto size = static_cast<unsigned>(share.size);
  const auto index = static_cast<unsigned>(share.index);
  const unsigned reach = index == 0 ? std::bit_ceil(size) : index & -index;
  for (unsigned distance = reach / 2; distance > 0; distance /= 2) {
    if (index + distance < size) {
      team.send(members[index + distance], members.data(), bytes_of(members));
    }
  }
  return members;
}

Group group_of(World& world, const Communicator& parent, const Share& share, const List& list) {
  if (share.stride > 0 && !parent.group.list) {
    return {.size = share.size,
            .first = parent.group.member(share.first),
            .stride = static_cast<std::uint32_t>(share.stride) * parent.group.stride};
  }
  std::vector<std::uint32_t> ranks;
  for (std::int32_t i = 0; i < share.size; ++i) {
    ranks.push_back(parent.group.member(share.stride != 0 ? share.first + i * share.stride
                                                          : list[static_cast<std::size_t>(i)]));
  }
  return world.groups().make(ranks);
}

}  // namespace

Communicator* split(Caller& caller, Communicator& parent, std::int32_t colour, std::int32_t key) {
  World& world = caller.world();
  const Wish mine{colour, key, world.objects(caller.rank()).next_context};
  Share share{};
  List list;
  const std::int32_t tag = world.enter_collective(caller.strand(), parent,
                                                  static_cast<std::uint32_t>(Making::split), 0);
  {
    Team team(world, caller.strand(), parent, tag, true);
    const bool is_root = team.rank() == 0;
    std::vector<Wish> wishes(is_root ? static_cast<std::size_t>(team.size()) : 0);
    std::vector<Share> shares;
    std::vector<List> lists;
    world.run_collective(team, Collective::gather,
                         {.send = &mine, .receive = wishes.data(), .count = sizeof mine,
                          .in = {.count = sizeof mine}});
    if (is_root) shares = plan_split(wishes, lists);
    world.run_collective(team, Collective::scatter,
                         {.send = shares.data(), .receive = &share, .count = sizeof share,
                          .out = {.count = sizeof share}});
    for (const List& l : lists) {
      if (l[0] != 0) team.send(l[0], l.data(), bytes_of(l));
    }
    if (share.size > 0 && share.stride == 0) list = pass_list(team, share, lists);
  }
  world.leave_collective(caller.strand());
  if (share.size == 0) return nullptr;
  return add(caller, share.context, group_of(world, parent, share, list));
}

Communicator* create(Caller& caller, Communicator& parent, const Group& group, Making what) {
  const std::uint32_t context = agree(caller, parent, what, 0);
  return group.find(caller.rank()) < 0 ? nullptr : add(caller, context, group);
}

// Both ends of an edge hear of it.
std::vector<Edge> deal_out(Caller& caller, Communicator& parent, const std::vector<Edge>& edges) {
  World& world = caller.world();
  const auto size = static_cast<std::size_t>(parent.size());
  std::vector<std::vector<Edge>> to(size);
  for (const Edge& e : edges) {
    to[static_cast<std::size_t>(e.from)].push_back(e);
    if (e.from != e.to) to[static_cast<std::size_t>(e.to)].push_back(e);
  }
  std::vector<int> give(size), given(size), get(size), got(size);
  std::vector<Edge> out, in;
  for (std::size_t r = 0; r < size; ++r) {
    given[r] = static_cast<int>(out.size());
    give[r] = static_cast<int>(to[r].size());
    out.insert(out.end(), to[r].begin(), to[r].end());
  }
  const std::int32_t tag = world.enter_collective(caller.strand(), parent,
                                                  static_cast<std::uint32_t>(Making::graph), 0);
  {
    Team team(world, caller.strand(), parent, tag, true);
    const Blocks one{.count = 1, .element = sizeof(int)};
    world.run_collective(team, Collective::alltoall,
                         {.send = give.data(), .receive = get.data(), .out = one, .in = one});
    std::exclusive_scan(get.begin(), get.end(), got.begin(), 0);
    in.resize(static_cast<std::size_t>(got.back() + get.back()));
    world.run_collective(
        team, Collective::alltoallv,
        {.send = out.data(), .receive = in.data(),
         .out = {.counts = give.data(), .places = given.data(), .element = sizeof(Edge)},
         .in = {.counts = get.data(), .places = got.data(), .element = sizeof(Edge)}});
  }
  world.leave_collective(caller.strand());
  return in;
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
