// SPDX-License-Identifier: MIT
#include "workload/traces/dumpi_communicators.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <ranges>
#include <utility>

#include "base/core/check.h"

namespace kasuri::trace {

using MakingKind = DumpiMaking::Kind;

namespace {

constexpr std::string_view name_of(MakingKind k) {
  constexpr std::string_view kNames[] = {"MPI_Comm_dup",         "MPI_Comm_create",    "MPI_Comm_split",
                                         "MPI_Cart_create",      "MPI_Graph_create",   "MPI_Cart_sub",
                                         "MPI_Intercomm_create", "MPI_Intercomm_merge"};
  return kNames[static_cast<std::size_t>(k)];
}

}  // namespace

DumpiCommunicators::DumpiCommunicators(std::uint32_t ranks)
    : ranks_(ranks), objects_(ranks), places_(ranks), next_(ranks) {
  comms_.push_back({.members = Members(ranks)});
  std::iota(comms_[0].members.begin(), comms_[0].members.end(), 0u);
  for (std::uint32_t r = 0; r < ranks; ++r) places_[r] = {{0, r}, {kSelf, 0}};
}

std::uint32_t DumpiCommunicators::list(const std::vector<std::int32_t>& all) {
  const auto [at, fresh] = list_numbers_.try_emplace(all, static_cast<std::uint32_t>(lists_.size()));
  if (fresh) lists_.push_back(all);
  return at->second;
}

void DumpiCommunicators::fail(std::uint32_t rank, std::string_view what) {
  (*fail_)(rank, at_end(rank) ? 0 : now(rank).at, what);
  kasuri::fail("a mistake in a trace is thrown");
}

void DumpiCommunicators::resolve(const Fail& fail_with) {
  fail_ = &fail_with;
  for (std::uint32_t r = 0; r < ranks_; ++r) {
    places_[r].resize(objects_[r].told.size());
    ready_.push_back(r);
  }
  while (!ready_.empty()) {
    const std::uint32_t rank = ready_.back();
    ready_.pop_back();
    advance(rank);
  }
  for (std::uint32_t r = 0; r < ranks_; ++r) {
    if (at_end(r)) continue;
    const Place p = places_[r][now(r).parent];
    if (p.comm >= kSelf || comms_[p.comm].arrived == 0) {
      fail(r,
           fmt::format("{}, but no other group of ranks calls it with this one", name_of(now(r).kind)));
    }
    fail(r, fmt::format("{}, which only {} of the {} ranks of the communicator call",
                        name_of(now(r).kind), comms_[p.comm].arrived, comms_[p.comm].members.size()));
  }
  lists_.clear();
  list_numbers_.clear();
  for (DumpiObjects& o : objects_) o.makings = {}, o.groups = {}, o.told = {};
  next_.assign(ranks_, 0);
}

// On to the next call of the rank that must wait for others.
void DumpiCommunicators::advance(std::uint32_t rank) {
  for (; !at_end(rank); ++next_[rank]) {
    const Place p = places_[rank][now(rank).parent];
    if (p.comm == kUnknown) continue;
    if (p.comm == kSelf) {
      if (now(rank).kind == MakingKind::inter) return meet({rank});
      if (now(rank).member && now(rank).kind != MakingKind::merge) {
        places_[rank][now(rank).made] = {kSelf, 0};
      }
      continue;
    }
    Comm& c = comms_[p.comm];
    if (++c.arrived < c.members.size()) return;
    c.arrived = 0;
    return perform(p.comm);
  }
}

// All members are in a call on this communicator.
void DumpiCommunicators::perform(std::uint32_t number) {
  const Comm comm = comms_[number];
  const std::uint32_t first = comm.members[0];
  const MakingKind kind = now(first).kind;
  for (const std::uint32_t r : comm.members) {
    if (now(r).kind == kind) continue;
    fail(r, fmt::format("{}, but rank {} calls {} on the same communicator then", name_of(now(r).kind),
                        first, name_of(kind)));
  }
  const bool between_groups = comm.first_group > 0;
  const auto members = [&] {
    Members all;
    for (const std::uint32_t r : comm.members) {
      if (now(r).member) all.push_back(r);
    }
    return all;
  };
  switch (kind) {
    case MakingKind::dup: make(comm.members, comm.dims, comm.first_group); break;
    case MakingKind::split:
      if (!between_groups) make_split(comm);
      break;
    case MakingKind::create:
      if (!between_groups) make_created(comm);
      break;
    case MakingKind::graph: make(members()); break;
    case MakingKind::cart: {
      const std::vector<std::int32_t>& dims = lists_[now(first).list];
      Members all = members();
      std::uint64_t places = 1;
      for (const std::int32_t d : dims) {
        places = d > 0 && places <= all.size() ? places * static_cast<std::uint64_t>(d) : 0;
      }
      const bool whole = places == all.size();
      make(std::move(all), whole ? dims : std::vector<std::int32_t>{});
      break;
    }
    case MakingKind::cart_sub: make_part(number); break;
    case MakingKind::inter: return meet(comm.members);
    case MakingKind::merge:
      if (between_groups) make_merged(comm);
      break;
  }
  pass(comm.members);
}

void DumpiCommunicators::pass(const Members& all) {
  for (const std::uint32_t r : all) {
    ++next_[r];
    ready_.push_back(r);
  }
}

// MPI_Comm_rank tells the order, if all members asked; else it is the standard's.
void DumpiCommunicators::reorder(Members& members) {
  Members told(members.size(), UINT32_MAX);
  bool agrees = true;
  std::size_t known = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const DumpiMaking& m = now(members[i]);
    const std::int32_t t = m.member ? objects_[members[i]].told[m.made] : -1;
    if (t < 0) continue;
    agrees &= static_cast<std::size_t>(t) == i;
    if (static_cast<std::size_t>(t) >= told.size() || told[static_cast<std::size_t>(t)] != UINT32_MAX)
      continue;
    told[static_cast<std::size_t>(t)] = members[i];
    ++known;
  }
  if (agrees) return;
  if (known == members.size())
    members = std::move(told);
  else
    ++contradictions_;
}

void DumpiCommunicators::make(Members members, std::vector<std::int32_t> dims,
                              std::uint32_t first_group) {
  if (members.empty()) return;
  if (first_group == 0) reorder(members);
  const auto number = static_cast<std::uint32_t>(comms_.size());
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    const DumpiMaking& m = now(members[i]);
    if (m.member) places_[members[i]][m.made] = {number, i};
  }
  comms_.push_back(
      {.members = std::move(members), .first_group = first_group, .dims = std::move(dims)});
}

void DumpiCommunicators::make_split(const Comm& comm) {
  std::map<std::int32_t, Members> parts;  // by colour
  for (const std::uint32_t r : comm.members) {
    if (now(r).member) parts[now(r).a].push_back(r);
  }
  for (Members& part : parts | std::views::values) {
    std::ranges::stable_sort(part, {}, [&](std::uint32_t r) { return now(r).b; });
    make(std::move(part));
  }
}

// Members of a group give the same group; those of others may give others (MPI 4.1, section 7.4.2).
void DumpiCommunicators::make_created(const Comm& comm) {
  std::vector<bool> calls(ranks_), done(ranks_);
  for (const std::uint32_t r : comm.members) calls[r] = true;
  for (const std::uint32_t r : comm.members) {
    if (!now(r).member || done[r]) continue;
    std::optional<Members> group = evaluate(r, now(r).other);
    if (!group) continue;
    for (const std::uint32_t m : *group) {
      if (done[m] || !calls[m] || !now(m).member) {
        fail(r,
             fmt::format(
                 "MPI_Comm_create with a group that has rank {}, which does not get the communicator",
                 m));
      }
      done[m] = true;
    }
    if (!done[r]) fail(r, "MPI_Comm_create gives a communicator to a rank that is not in its group");
    make(std::move(*group));
  }
}

std::optional<DumpiCommunicators::Part> DumpiCommunicators::part(
    std::uint32_t comm, std::uint32_t index, const std::vector<std::int32_t>& stay) const {
  const std::vector<std::int32_t>& dims = comms_[comm].dims;
  if (dims.empty() || stay.size() != dims.size()) return std::nullopt;
  Part p;
  std::uint32_t after = size(comm);
  for (std::size_t d = 0; d < dims.size(); ++d) {
    const auto extent = static_cast<std::uint32_t>(dims[d]);
    after /= extent;
    std::int32_t& to = stay[d] ? p.key : p.colour;
    to = to * dims[d] + static_cast<std::int32_t>(index / after % extent);
  }
  return p;
}

void DumpiCommunicators::make_part(std::uint32_t comm) {
  std::map<std::int32_t, Members> parts;
  const Members members = comms_[comm].members;
  const std::vector<std::int32_t> stay = lists_[now(members[0]).list];
  // Ranks are row-major, so those of a part are in the order of their coordinates.
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    const std::optional<Part> p = part(comm, i, stay);
    if (!p) return;
    if (now(members[i]).member) parts[p->colour].push_back(members[i]);
  }
  std::vector<std::int32_t> dims;
  for (std::size_t d = 0; d < stay.size(); ++d) {
    if (stay[d]) dims.push_back(comms_[comm].dims[d]);
  }
  if (dims.empty()) dims.push_back(1);
  for (Members& part : parts | std::views::values) make(std::move(part), dims);
}

// The group whose members give `high` stands behind the other.
void DumpiCommunicators::make_merged(const Comm& comm) {
  const auto middle = comm.members.begin() + static_cast<std::ptrdiff_t>(comm.first_group);
  Members all(comm.members.begin(), middle);
  const bool swap = now(*comm.members.begin()).a && !now(*middle).a;
  all.insert(swap ? all.begin() : all.end(), middle, comm.members.end());
  make(std::move(all));
}

// One of the two groups is there.
void DumpiCommunicators::meet(Members side) {
  const DumpiMaking& any = now(side[0]);
  if (any.a < 0 || static_cast<std::size_t>(any.a) >= side.size()) {
    fail(side[0],
         fmt::format("MPI_Intercomm_create with leader {} of a group of {}", any.a, side.size()));
  }
  const std::uint32_t leader = side[static_cast<std::size_t>(any.a)];
  const DumpiMaking& m = now(leader);
  const Place with = m.other == kUnknown ? Place{} : places_[leader][m.other];
  if (with.comm >= kSelf || m.b < 0 || static_cast<std::uint32_t>(m.b) >= size(with.comm)) {
    if (with.comm < kSelf) {
      fail(leader, fmt::format("MPI_Intercomm_create with rank {} of a communicator that has {}", m.b,
                               size(with.comm)));
    }
    return pass(side);
  }
  const std::uint32_t remote = member(with.comm, static_cast<std::uint32_t>(m.b));
  const auto key = std::tuple(std::min(leader, remote), std::max(leader, remote), m.tag);
  const auto other = halves_.find(key);
  if (other == halves_.end()) {
    halves_.emplace(key, std::move(side));
    return;
  }
  Members all = std::exchange(other->second, {});
  halves_.erase(other);
  const auto first = static_cast<std::uint32_t>(all.size());
  all.insert(all.end(), side.begin(), side.end());
  make(all, {}, first);
  pass(all);
}

Trace::Communicators DumpiCommunicators::all() const {
  Trace::Communicators all;
  for (const Comm& c : comms_ | std::views::drop(1)) all.push_back(c.members);
  return all;
}

// --- groups ---

// Of a rank's group, the ranks of all; none: nobody knows them.
std::optional<DumpiCommunicators::Members> DumpiCommunicators::evaluate(std::uint32_t rank,
                                                                        std::uint32_t group) {
  const std::vector<DumpiGroup>& groups = objects_[rank].groups;
  using K = DumpiGroup::Kind;
  // A group comes of earlier ones.
  std::vector<bool> needed(group + 1);
  needed[group] = true;
  for (std::uint32_t g = group + 1; g-- > 0;) {
    if (!needed[g] || groups[g].kind <= K::of_remote) continue;
    needed[groups[g].a] = true;
    if (groups[g].kind <= K::difference) needed[groups[g].b] = true;
  }
  std::vector<std::optional<Members>> value(group + 1);
  for (std::uint32_t g = 0; g <= group; ++g) {
    if (needed[g]) value[g] = evaluate(rank, groups[g], value);
  }
  return std::move(value[group]);
}

std::optional<DumpiCommunicators::Members> DumpiCommunicators::evaluate(
    std::uint32_t rank, const DumpiGroup& g, const std::vector<std::optional<Members>>& others) {
  using K = DumpiGroup::Kind;
  if (g.kind == K::unknown) return std::nullopt;
  if (g.kind == K::empty) return Members{};
  if (g.kind == K::of || g.kind == K::of_remote) {
    const Place p = places_[rank][g.a];
    if (p.comm == kSelf && g.kind == K::of) return Members{rank};
    if (p.comm >= kSelf) return std::nullopt;
    const Comm& c = comms_[p.comm];
    if (c.first_group == 0) return g.kind == K::of ? std::optional(c.members) : std::nullopt;
    const auto middle = c.members.begin() + static_cast<std::ptrdiff_t>(c.first_group);
    const bool first = (p.index < c.first_group) == (g.kind == K::of);
    return first ? Members(c.members.begin(), middle) : Members(middle, c.members.end());
  }
  if (!others[g.a] || (g.kind <= K::difference && !others[g.b])) return std::nullopt;
  const Members& a = *others[g.a];
  if (g.kind > K::difference) return chosen(a, g, rank);
  const Members& b = *others[g.b];
  std::vector<bool> in_a(ranks_), in_b(ranks_);
  for (const std::uint32_t r : a) in_a[r] = true;
  for (const std::uint32_t r : b) in_b[r] = true;
  Members all;
  for (const std::uint32_t r : a) {
    if (g.kind == K::united || in_b[r] == (g.kind == K::intersection)) all.push_back(r);
  }
  if (g.kind == K::united) {
    std::ranges::copy_if(b, std::back_inserter(all), [&](std::uint32_t r) { return !in_a[r]; });
  }
  return all;
}

// Members by their numbers in another group, or all but these.
DumpiCommunicators::Members DumpiCommunicators::chosen(const Members& from, const DumpiGroup& g,
                                                       std::uint32_t rank) {
  using K = DumpiGroup::Kind;
  const std::vector<std::int32_t>& list = lists_[g.list];
  const bool ranges = g.kind == K::range_incl || g.kind == K::range_excl;
  std::vector<bool> named(from.size());
  Members all;
  const auto add = [&](std::int64_t i) {
    if (i < 0 || static_cast<std::size_t>(i) >= from.size()) {
      fail(rank, fmt::format("its group names member {} of a group of {}", i, from.size()));
    }
    const auto at = static_cast<std::size_t>(i);
    if (named[at]) fail(rank, fmt::format("its group names member {} of another one twice", i));
    named[at] = true;
    all.push_back(from[at]);
  };
  if (!ranges) {
    for (const std::int32_t i : list) add(i);
  } else {
    for (std::size_t i = 0; i + 2 < list.size(); i += 3) {
      const std::int64_t first = list[i], last = list[i + 1], step = list[i + 2];
      if (step == 0) fail(rank, "its group has a range with stride 0");
      for (std::int64_t k = first; step > 0 ? k <= last : k >= last; k += step) add(k);
    }
  }
  if (g.kind == K::incl || g.kind == K::range_incl) return all;
  all.clear();
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (!named[i]) all.push_back(from[i]);
  }
  return all;
}

}  // namespace kasuri::trace
