// SPDX-License-Identifier: MIT
// mgen.h: groups (MPI 4.1, section 7.3). They are computed by each rank for itself.
#include <algorithm>

#include "mpi/api/mgen_handles.h"

namespace kasuri::mpi {
namespace {

const Group kEmpty{};

}  // namespace

const Group& group_of(Call& call, MPI_Group group) {
  if (group == MPI_GROUP_EMPTY) return kEmpty;
  const auto& made = call.objects().groups;
  const std::uintptr_t i = reinterpret_cast<std::uintptr_t>(group) - kFirstMade;
  if (i >= made.size() || !made[i]) {
    call.fail_as(MPI_ERR_GROUP, "the group is not valid, or was freed");
  }
  return *made[i];
}

MPI_Group keep_group(Call& call, const Group& group) {
  if (group.size == 0) return MPI_GROUP_EMPTY;
  auto& made = call.objects().groups;
  made.push_back(std::make_unique<Group>(group));
  return reinterpret_cast<MPI_Group>(kFirstMade + made.size() - 1);
}

namespace {

void check_member(Call& call, const Group& g, int rank) {
  if (rank < 0 || rank >= g.size) {
    call.fail_as(MPI_ERR_RANK, "rank {} does not exist; the group has ranks 0 to {}", rank, g.size - 1);
  }
}

using Ranges = std::span<int[3]>;

// How many ranks a (first, last, stride) triple names, all of which must be there.
std::int64_t length_of(Call& call, const Group& g, const int range[3]) {
  const std::int64_t first = range[0], last = range[1], stride = range[2];
  if (stride == 0) call.fail_as(MPI_ERR_ARG, "the stride of a range is zero");
  if (stride > 0 ? first > last : first < last) return 0;
  const std::int64_t length = (last - first) / stride + 1;
  check_member(call, g, range[0]);
  check_member(call, g, static_cast<int>(first + (length - 1) * stride));
  return length;
}

bool is_named_twice(std::vector<int> places) {
  std::ranges::sort(places);
  return std::ranges::adjacent_find(places) != places.end();
}

// The places that ranges name, one by one.
std::vector<int> places_of(Call& call, const Group& g, Ranges ranges) {
  std::vector<int> all;
  for (const auto& range : ranges) {
    const std::int64_t length = length_of(call, g, range);
    for (std::int64_t k = 0; k < length; ++k) all.push_back(static_cast<int>(range[0] + k * range[2]));
  }
  return all;
}

// Whether no two ranges reach the same places. Most do not, so that what they name need not be listed.
bool are_apart(Call& call, const Group& g, Ranges ranges) {
  std::vector<std::pair<int, int>> reached;
  for (const auto& range : ranges) {
    const std::int64_t length = length_of(call, g, range);
    const auto last = static_cast<int>(range[0] + (length - 1) * range[2]);
    if (length > 0) reached.emplace_back(std::min(range[0], last), std::max(range[0], last));
  }
  std::ranges::sort(reached);
  return std::ranges::adjacent_find(reached, [](const auto& a, const auto& b) {
           return b.first <= a.second;
         }) == reached.end();
}

Group include(Call& call, const Group& g, std::span<const int> ranks) {
  bool rising = true;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    check_member(call, g, ranks[i]);
    rising &= i == 0 || ranks[i - 1] < ranks[i];
  }
  if (!rising && is_named_twice({ranks.begin(), ranks.end()})) {
    call.fail_as(MPI_ERR_RANK, "a rank is named twice");
  }
  GroupBuilder builder;
  for (const int r : ranks) builder.add(g.member(r));
  return call.ranks().groups().make(builder);
}

Group include(Call& call, const Group& g, Ranges ranges) {
  if (!are_apart(call, g, ranges) && is_named_twice(places_of(call, g, ranges))) {
    call.fail_as(MPI_ERR_RANK, "a rank is named twice");
  }
  GroupBuilder builder;
  for (const auto& range : ranges) builder.add(g, range[0], range[2], length_of(call, g, range));
  return call.ranks().groups().make(builder);
}

Group exclude(Call& call, const Group& g, std::vector<int> places) {
  for (const int p : places) check_member(call, g, p);
  std::ranges::sort(places);
  return call.ranks().groups().exclude(g, places);
}

Group exclude(Call& call, const Group& g, Ranges ranges) {
  if (!are_apart(call, g, ranges)) return exclude(call, g, places_of(call, g, ranges));
  return call.ranks().groups().subtract(g, include(call, g, ranges));
}

}  // namespace

Group group_within(Call& call, const Communicator& comm, MPI_Group group) {
  const Group& g = group_of(call, group);
  for (std::int32_t i = 0; !comm.group.contains(g) && i < g.size; ++i) {
    if (comm.group.find(g.member(i)) < 0) {
      call.fail_as(MPI_ERR_GROUP, "member {} of the group is not in the communicator", i);
    }
  }
  return g;
}

int compare(const Group& a, const Group& b) {
  if (a.is_same_as(b)) return MPI_IDENT;
  if (a.size != b.size) return MPI_UNEQUAL;
  // Of the same size: each contains the other, or neither. Runs of a list are sooner found in a formula.
  return (a.list ? b.contains(a) : a.contains(b)) ? MPI_SIMILAR : MPI_UNEQUAL;
}

}  // namespace kasuri::mpi

namespace mpi = kasuri::mpi;
using mpi::Call;
using mpi::Group;
using mpi::group_of;
using mpi::keep_group;

namespace {

std::span<const int> list(Call& call, int n, const int ranks[]) {
  call.check_count(n);
  return {ranks, static_cast<std::size_t>(n)};
}

mpi::Ranges list(Call& call, int n, int ranges[][3]) {
  call.check_count(n);
  return {ranges, static_cast<std::size_t>(n)};
}

std::vector<int> to_vector(std::span<const int> all) { return {all.begin(), all.end()}; }

}  // namespace

extern "C" {

int MGEN_Comm_group(MPI_Comm comm, MPI_Group* group) {
  Call call("MGEN_Comm_group");
  *group = keep_group(call, comm_of(call, comm).group);
  return MPI_SUCCESS;
}

int MGEN_Group_rank(MPI_Group group, int* rank) {
  Call call("MGEN_Group_rank");
  *rank = group_of(call, group).find(call.rank());
  if (*rank < 0) *rank = MPI_UNDEFINED;
  return MPI_SUCCESS;
}

int MGEN_Group_size(MPI_Group group, int* size) {
  Call call("MGEN_Group_size");
  *size = group_of(call, group).size;
  return MPI_SUCCESS;
}

int MGEN_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group* newgroup) {
  Call call("MGEN_Group_incl");
  *newgroup = keep_group(call, mpi::include(call, group_of(call, group), list(call, n, ranks)));
  return MPI_SUCCESS;
}

int MGEN_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group* newgroup) {
  Call call("MGEN_Group_excl");
  *newgroup = keep_group(call, mpi::exclude(call, group_of(call, group),
                                              to_vector(list(call, n, ranks))));
  return MPI_SUCCESS;
}

int MGEN_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup) {
  Call call("MGEN_Group_range_incl");
  *newgroup = keep_group(call, mpi::include(call, group_of(call, group), list(call, n, ranges)));
  return MPI_SUCCESS;
}

int MGEN_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup) {
  Call call("MGEN_Group_range_excl");
  *newgroup = keep_group(call, mpi::exclude(call, group_of(call, group), list(call, n, ranges)));
  return MPI_SUCCESS;
}

int MGEN_Group_union(MPI_Group a, MPI_Group b, MPI_Group* newgroup) {
  Call call("MGEN_Group_union");
  *newgroup = keep_group(call, call.ranks().groups().unite(group_of(call, a), group_of(call, b)));
  return MPI_SUCCESS;
}

int MGEN_Group_intersection(MPI_Group a, MPI_Group b, MPI_Group* newgroup) {
  Call call("MGEN_Group_intersection");
  *newgroup = keep_group(call, call.ranks().groups().intersect(group_of(call, a), group_of(call, b)));
  return MPI_SUCCESS;
}

int MGEN_Group_difference(MPI_Group a, MPI_Group b, MPI_Group* newgroup) {
  Call call("MGEN_Group_difference");
  *newgroup = keep_group(call, call.ranks().groups().subtract(group_of(call, a), group_of(call, b)));
  return MPI_SUCCESS;
}

int MGEN_Group_translate_ranks(MPI_Group a, int n, const int ranks[], MPI_Group b, int result[]) {
  Call call("MGEN_Group_translate_ranks");
  const Group& from = group_of(call, a);
  const Group& to = group_of(call, b);
  int i = 0;
  for (const int r : list(call, n, ranks)) {
    if (r != MPI_PROC_NULL) mpi::check_member(call, from, r);
    const int found = r == MPI_PROC_NULL ? r : to.find(from.member(r));
    result[i++] = found == -1 ? MPI_UNDEFINED : found;
  }
  return MPI_SUCCESS;
}

int MGEN_Group_compare(MPI_Group a, MPI_Group b, int* result) {
  Call call("MGEN_Group_compare");
  *result = mpi::compare(group_of(call, a), group_of(call, b));
  return MPI_SUCCESS;
}

int MGEN_Group_free(MPI_Group* group) {
  Call call("MGEN_Group_free");
  group_of(call, *group);
  if (*group != MPI_GROUP_EMPTY) {
    const std::uintptr_t i = reinterpret_cast<std::uintptr_t>(*group) - mpi::kFirstMade;
    call.objects().groups[i].reset();
  }
  *group = MPI_GROUP_NULL;
  return MPI_SUCCESS;
}

}  // extern "C"
