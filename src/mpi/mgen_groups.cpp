// SPDX-License-Identifier: MIT
// mgen.h: groups (MPI 4.1, section 7.3). They are computed by each rank for itself.
#include <algorithm>

#include "mpi/mgen_handles.h"

namespace kasuri::mpi {
namespace {

const Group kEmpty{};

const Group& group_of(Call& call, MGEN_Group group) {
  if (group == MGEN_GROUP_EMPTY) return kEmpty;
  const auto& made = call.world().objects(call.rank()).groups;
  const std::uintptr_t i = reinterpret_cast<std::uintptr_t>(group) - kFirstMade;
  if (i >= made.size() || !made[i]) call.fail("the group is not valid, or was freed");
  return *made[i];
}

MGEN_Group keep(Call& call, const Group& group) {
  if (group.size == 0) return MGEN_GROUP_EMPTY;
  auto& made = call.world().objects(call.rank()).groups;
  made.push_back(std::make_unique<Group>(group));
  return reinterpret_cast<MGEN_Group>(kFirstMade + made.size() - 1);
}

using Members = std::vector<std::uint32_t>;

MGEN_Group make(Call& call, const Members& members) {
  return keep(call, call.world().groups().make(members));
}

Members members_of(const Group& g) {
  Members all;
  for (std::int32_t i = 0; i < g.size; ++i) all.push_back(g.member(i));
  return all;
}

// Those of `from` for which it is (not) true that they are in `other`.
void append(Members& to, const Group& from, const Group& other, bool inside) {
  for (std::int32_t i = 0; i < from.size; ++i) {
    if ((other.find(from.member(i)) >= 0) == inside) to.push_back(from.member(i));
  }
}

void check_member(Call& call, const Group& g, int rank) {
  if (rank < 0 || rank >= g.size) {
    call.fail("rank {} does not exist; the group has ranks 0 to {}", rank, g.size - 1);
  }
}

// The ranks that (first, last, stride) triples name.
std::vector<int> ranks_in(Call& call, const Group& g, int n, int ranges[][3]) {
  std::vector<int> all;
  for (int i = 0; i < n; ++i) {
    const auto [first, last, stride] = std::tuple(ranges[i][0], ranges[i][1], ranges[i][2]);
    if (stride == 0) call.fail("the stride of a range is zero");
    for (int r = first; stride > 0 ? r <= last : r >= last; r += stride) {
      check_member(call, g, r);
      all.push_back(r);
    }
  }
  return all;
}

MGEN_Group include(Call& call, const Group& g, std::span<const int> ranks) {
  Members members;
  for (const int r : ranks) {
    check_member(call, g, r);
    members.push_back(g.member(r));
  }
  Members sorted = members;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end()) call.fail("a rank is named twice");
  return make(call, members);
}

MGEN_Group exclude(Call& call, const Group& g, std::span<const int> ranks) {
  std::vector<bool> out(static_cast<std::size_t>(g.size));
  for (const int r : ranks) {
    check_member(call, g, r);
    out[static_cast<std::size_t>(r)] = true;
  }
  Members members;
  for (std::int32_t i = 0; i < g.size; ++i) {
    if (!out[static_cast<std::size_t>(i)]) members.push_back(g.member(i));
  }
  return make(call, members);
}

}  // namespace

Group group_within(Call& call, const Communicator& comm, MGEN_Group group) {
  const Group& g = group_of(call, group);
  for (std::int32_t i = 0; i < g.size; ++i) {
    if (comm.group.find(g.member(i)) < 0) {
      call.fail("member {} of the group is not in the communicator", i);
    }
  }
  return g;
}

int compare(const Group& a, const Group& b) {
  if (a.size != b.size) return MGEN_UNEQUAL;
  bool same_order = true;
  for (std::int32_t i = 0; i < a.size; ++i) {
    const std::int32_t at = b.find(a.member(i));
    if (at < 0) return MGEN_UNEQUAL;
    same_order &= at == i;
  }
  return same_order ? MGEN_IDENT : MGEN_SIMILAR;
}

}  // namespace kasuri::mpi

namespace mpi = kasuri::mpi;
using mpi::Call;
using mpi::Group;
using mpi::group_of;

namespace {

std::span<const int> list(Call& call, int n, const int ranks[]) {
  call.check_count(n);
  return {ranks, static_cast<std::size_t>(n)};
}

}  // namespace

extern "C" {

int MGEN_Comm_group(MGEN_Comm comm, MGEN_Group* group) {
  Call call("MGEN_Comm_group");
  *group = mpi::keep(call, comm_of(call, comm).group);
  return MGEN_SUCCESS;
}

int MGEN_Group_rank(MGEN_Group group, int* rank) {
  Call call("MGEN_Group_rank");
  *rank = group_of(call, group).find(call.rank());
  if (*rank < 0) *rank = MGEN_UNDEFINED;
  return MGEN_SUCCESS;
}

int MGEN_Group_size(MGEN_Group group, int* size) {
  Call call("MGEN_Group_size");
  *size = group_of(call, group).size;
  return MGEN_SUCCESS;
}

int MGEN_Group_incl(MGEN_Group group, int n, const int ranks[], MGEN_Group* newgroup) {
  Call call("MGEN_Group_incl");
  *newgroup = mpi::include(call, group_of(call, group), list(call, n, ranks));
  return MGEN_SUCCESS;
}

int MGEN_Group_excl(MGEN_Group group, int n, const int ranks[], MGEN_Group* newgroup) {
  Call call("MGEN_Group_excl");
  *newgroup = mpi::exclude(call, group_of(call, group), list(call, n, ranks));
  return MGEN_SUCCESS;
}

int MGEN_Group_range_incl(MGEN_Group group, int n, int ranges[][3], MGEN_Group* newgroup) {
  Call call("MGEN_Group_range_incl");
  const Group& g = group_of(call, group);
  *newgroup = mpi::include(call, g, mpi::ranks_in(call, g, n, ranges));
  return MGEN_SUCCESS;
}

int MGEN_Group_range_excl(MGEN_Group group, int n, int ranges[][3], MGEN_Group* newgroup) {
  Call call("MGEN_Group_range_excl");
  const Group& g = group_of(call, group);
  *newgroup = mpi::exclude(call, g, mpi::ranks_in(call, g, n, ranges));
  return MGEN_SUCCESS;
}

int MGEN_Group_union(MGEN_Group a, MGEN_Group b, MGEN_Group* newgroup) {
  Call call("MGEN_Group_union");
  mpi::Members members = mpi::members_of(group_of(call, a));
  mpi::append(members, group_of(call, b), group_of(call, a), false);
  *newgroup = mpi::make(call, members);
  return MGEN_SUCCESS;
}

int MGEN_Group_intersection(MGEN_Group a, MGEN_Group b, MGEN_Group* newgroup) {
  Call call("MGEN_Group_intersection");
  mpi::Members members;
  mpi::append(members, group_of(call, a), group_of(call, b), true);
  *newgroup = mpi::make(call, members);
  return MGEN_SUCCESS;
}

int MGEN_Group_difference(MGEN_Group a, MGEN_Group b, MGEN_Group* newgroup) {
  Call call("MGEN_Group_difference");
  mpi::Members members;
  mpi::append(members, group_of(call, a), group_of(call, b), false);
  *newgroup = mpi::make(call, members);
  return MGEN_SUCCESS;
}

int MGEN_Group_translate_ranks(MGEN_Group a, int n, const int ranks[], MGEN_Group b, int result[]) {
  Call call("MGEN_Group_translate_ranks");
  const Group& from = group_of(call, a);
  const Group& to = group_of(call, b);
  int i = 0;
  for (const int r : list(call, n, ranks)) {
    if (r != MGEN_PROC_NULL) mpi::check_member(call, from, r);
    const int found = r == MGEN_PROC_NULL ? r : to.find(from.member(r));
    result[i++] = found == -1 ? MGEN_UNDEFINED : found;
  }
  return MGEN_SUCCESS;
}

int MGEN_Group_compare(MGEN_Group a, MGEN_Group b, int* result) {
  Call call("MGEN_Group_compare");
  *result = mpi::compare(group_of(call, a), group_of(call, b));
  return MGEN_SUCCESS;
}

int MGEN_Group_free(MGEN_Group* group) {
  Call call("MGEN_Group_free");
  group_of(call, *group);
  if (*group != MGEN_GROUP_EMPTY) {
    const std::uintptr_t i = reinterpret_cast<std::uintptr_t>(*group) - mpi::kFirstMade;
    call.world().objects(call.rank()).groups[i].reset();
  }
  *group = MGEN_GROUP_NULL;
  return MGEN_SUCCESS;
}

}  // extern "C"
