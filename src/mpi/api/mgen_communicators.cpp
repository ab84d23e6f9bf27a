// SPDX-License-Identifier: MIT
// mgen.h: communicators and Cartesian topologies.
#include <algorithm>
#include <numeric>
#include <optional>

#include "mpi/ranks/communicators.h"
#include "mpi/api/kept.h"

namespace mpi = kasuri::mpi;
using mpi::Call;
using mpi::Cartesian;
using mpi::comm_of;
using mpi::Communicator;
using mpi::Group;
using mpi::handle_of;

namespace {

const Cartesian& cartesian_of(Call& call, MPI_Comm comm) {
  const Communicator& c = comm_of(call, comm);
  if (!c.cartesian) call.fail_as(MPI_ERR_TOPOLOGY, "the communicator has no Cartesian topology");
  return *c.cartesian;
}

int dimensions(const Cartesian& c) { return static_cast<int>(c.extents.size()); }

int own_rank(Call& call, MPI_Comm comm) { return comm_of(call, comm).group.index_of(call.rank()); }

// Extents as close to each other as can be: of all products of so many factors, in descending order, the
// one with the least difference between the first and the last; of several, that with the largest of these,
// then the one with the least sum.
class Balance {
 public:
  Balance(int n, std::size_t dimensions) : now_(dimensions) {
    for (std::int64_t d = 1; d * d <= n; ++d) {
      if (n % d == 0) divisors_.insert(divisors_.end(), {static_cast<int>(d), static_cast<int>(n / d)});
    }
    std::ranges::sort(divisors_);
    fill(n, 0);
  }
  const std::vector<int>& best() const { return best_; }

 private:
  void fill(int n, std::size_t i) {
    const std::size_t left = now_.size() - i;
    const int most = i == 0 ? n : now_[i - 1];
    for (const int d : divisors_) {
      if (d > most) break;
      if (n % d != 0 || power(d, left, n) < n || (left == 1 && d != n)) continue;
      now_[i] = d;
      const int difference = now_[0] - (i == 0 ? root(n, left) : d);
      if (i == 0 && difference > difference_) break;  // the others are at most the root
      if (difference > difference_) continue;
      if (left > 1) fill(n / d, i + 1);
      else keep(difference);
    }
  }
  void keep(int difference) {
    const auto sum = [](const std::vector<int>& v) { return std::accumulate(v.begin(), v.end(), 0LL); };
    const bool is_tie = difference == difference_ && now_[0] == best_[0];
    if (is_tie && sum(now_) > sum(best_)) return;
    best_ = now_;
    difference_ = difference;
  }
  // n, if the power is more.
  static std::int64_t power(std::int64_t d, std::size_t k, std::int64_t n) {
    std::int64_t p = 1;
    for (; k > 0 && p < n; --k) p *= d;
    return std::min(p, n);
  }
  static int root(int n, std::size_t k) {
    int r = 1;
    while (k > 1 && power(r + std::int64_t{1}, k, n + std::int64_t{1}) <= n) ++r;
    return k == 1 ? n : r;
  }

  std::vector<int> divisors_, now_, best_;
  int difference_ = INT32_MAX;
};

// A recorder is told. The error handler is the parent's.
Communicator* made(Call& call, const Communicator& parent, mpi::Making code, Communicator* fresh,
                   int colour = 0, int key = 0) {
  auto& notes = call.objects().notes;
  if (const auto old = notes.find(&parent); fresh && old != notes.end() && old->second.error_handler) {
    mpi::keep_error_handler(call, *fresh, reinterpret_cast<MPI_Errhandler>(old->second.error_handler));
  }
  if (mpi::Recorder* r = call.world().recorder()) [[unlikely]] {
    r->makes(call.rank(), parent, static_cast<std::uint32_t>(code), colour, key, fresh);
  }
  return fresh;
}

// Whether an info asks for the ranks of a node (MPI 4.1, section 7.4.2).
bool names_node(Call& call, MPI_Info info) {
  if (info == MPI_INFO_NULL) return false;
  const mpi::InfoEntries& all = mpi::info_of(call, info);
  return std::ranges::any_of(all, [](const auto& entry) {
    return entry.first == "mpi_hw_resource_type" && entry.second == "mpi_shared_memory";
  });
}

// Hints of the standard (sections 7.4.4, 9.3); others are ignored.
bool is_hint(std::string_view key) {
  return key.starts_with("mpi_assert_") || key == "mpi_initial_errhandler";
}

void set_hints(Call& call, MPI_Comm comm, MPI_Info info) {
  if (info == MPI_INFO_NULL) return;
  mpi::InfoEntries& all = mpi::Kept::of(call).comm_infos[comm];
  for (const auto& [key, value] : mpi::info_of(call, info)) {
    if (!is_hint(key)) continue;
    const auto found = std::ranges::find(all, key, &mpi::InfoEntries::value_type::first);
    if (found != all.end()) found->second = value;
    else all.emplace_back(key, value);
  }
}

// Those of the other communicator, if it has any.
void copy_hints(Call& call, MPI_Comm from, MPI_Comm to) {
  mpi::Kept* const kept = mpi::Kept::find(call);
  if (!kept) return;
  auto& all = kept->comm_infos;
  if (const auto found = all.find(from); found != all.end()) all[to] = found->second;
}

void duplicate(const char* name, MPI_Comm comm, MPI_Comm* newcomm, MPI_Info info = MPI_INFO_NULL) {
  MPI_Comm handle = MPI_COMM_NULL;
  const auto attributes = [&] {
    Call call(name);
    Communicator& parent = comm_of(call, comm);
    Communicator* const fresh =
        parent.between ? mpi::duplicate_between(call, parent) : mpi::duplicate(call, parent);
    handle = handle_of(call, made(call, parent, mpi::Making::dup, fresh));
    if (info == MPI_INFO_NULL) copy_hints(call, comm, handle);
    else set_hints(call, handle, info);
    return mpi::Attributes(call, comm);
  }();
  *newcomm = MPI_COMM_NULL;  // should a function that copies an attribute fail
  attributes.copy_to(name, handle);
  *newcomm = handle;
}

}  // namespace

extern "C" {

int MGEN_Comm_rank(MPI_Comm comm, int* rank) {
  Call call("MGEN_Comm_rank");
  *rank = own_rank(call, comm);
  return MPI_SUCCESS;
}

int MGEN_Comm_size(MPI_Comm comm, int* size) {
  Call call("MGEN_Comm_size");
  *size = comm_of(call, comm).size();
  return MPI_SUCCESS;
}

int MGEN_Comm_dup(MPI_Comm comm, MPI_Comm* newcomm) {
  duplicate("MGEN_Comm_dup", comm, newcomm);
  return MPI_SUCCESS;
}

int MGEN_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm) {
  duplicate("MGEN_Comm_dup_with_info", comm, newcomm, info);
  return MPI_SUCCESS;
}

// Attributes are copied at once (MPI 4.1, section 7.4.2); members agree on a context beside the program.
int MGEN_Comm_idup(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
  constexpr const char* kName = "MGEN_Comm_idup";
  const auto attributes = [&] {
    Call call(kName);
    Communicator& parent = comm_of(call, comm);
    const auto [fresh, begun] = mpi::start_duplicate(call, parent);
    *newcomm = handle_of(call, made(call, parent, mpi::Making::dup, fresh));
    *request = begun;
    return mpi::Attributes(call, comm);
  }();
  attributes.copy_to(kName, *newcomm);
  return MPI_SUCCESS;
}

int MGEN_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm, MPI_Request* request) {
  const int result = MGEN_Comm_idup(comm, newcomm, request);
  Call call("MGEN_Comm_idup_with_info");
  set_hints(call, *newcomm, info);
  return result;
}

int MGEN_Comm_test_inter(MPI_Comm comm, int* flag) {
  Call call("MGEN_Comm_test_inter");
  *flag = comm_of(call, comm).between;
  return MPI_SUCCESS;
}

// Hints have no effect; they are kept, and passed on to duplicates.
int MGEN_Comm_set_info(MPI_Comm comm, MPI_Info info) {
  Call call("MGEN_Comm_set_info");
  comm_of(call, comm);
  set_hints(call, comm, info);
  return MPI_SUCCESS;
}

int MGEN_Comm_get_info(MPI_Comm comm, MPI_Info* info) {
  Call call("MGEN_Comm_get_info");
  comm_of(call, comm);
  const auto& all = mpi::Kept::of(call).comm_infos;
  const auto found = all.find(comm);
  *info = mpi::keep_info(call, found == all.end() ? mpi::InfoEntries() : found->second);
  return MPI_SUCCESS;
}

int MGEN_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* newcomm) {
  Call call("MGEN_Comm_split");
  Communicator& parent = comm_of(call, comm);
  if (color < 0 && color != MPI_UNDEFINED) {
    call.fail_as(MPI_ERR_ARG, "colour {} is negative and not MGEN_UNDEFINED", color);
  }
  *newcomm = handle_of(call, made(call, parent, mpi::Making::split,
                                  parent.between ? mpi::split_between(call, parent, color, key)
                                                 : mpi::split(call, parent, color, key), color, key));
  return MPI_SUCCESS;
}

// By nodes, whose ranks could share memory; other parts of the hardware are not modelled.
int MGEN_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* newcomm) {
  Call call("MGEN_Comm_split_type");
  Communicator& parent = comm_of(call, comm);
  mpi::refuse_between(call, parent);
  const bool is_guided = type == MPI_COMM_TYPE_HW_GUIDED || type == MPI_COMM_TYPE_RESOURCE_GUIDED;
  const bool is_unguided = type == MPI_COMM_TYPE_HW_UNGUIDED;
  if (type != MPI_COMM_TYPE_SHARED && type != MPI_UNDEFINED && !is_guided && !is_unguided) {
    call.fail_as(MPI_ERR_ARG, "type {} does not exist", type);
  }
  const bool is_split = type != MPI_UNDEFINED && (!is_guided || names_node(call, info));
  const int colour = is_split ? static_cast<int>(call.ranks().node_of(call.rank()).v) : MPI_UNDEFINED;
  Communicator* const part = mpi::split(call, parent, colour, key);
  Communicator* const fresh = made(call, parent, mpi::Making::split, part, colour, key);
  *newcomm = handle_of(call, fresh);
  if (!is_unguided) return MPI_SUCCESS;
  if (fresh->size() == parent.size()) {  // no proper part
    fresh->freed = true;
    call.ranks().release(call.rank(), *fresh);
    *newcomm = MPI_COMM_NULL;
  } else if (info != MPI_INFO_NULL) {
    mpi::set_in_info(call, info, "mpi_hw_resource_type", "mpi_shared_memory");
  }
  return MPI_SUCCESS;
}

int MGEN_Topo_test(MPI_Comm comm, int* kind) {
  Call call("MGEN_Topo_test");
  const Communicator& c = comm_of(call, comm);
  *kind = c.cartesian    ? MPI_CART
          : c.graph      ? MPI_GRAPH
          : c.neighbours ? MPI_DIST_GRAPH
                         : MPI_UNDEFINED;
  return MPI_SUCCESS;
}

int MGEN_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm) {
  Call call("MGEN_Comm_create");
  Communicator& parent = comm_of(call, comm);
  const Group members = group_within(call, parent, group);
  *newcomm = handle_of(call, made(call, parent, mpi::Making::create,
                                  parent.between ? mpi::create_between(call, parent, members)
                                                 : mpi::create(call, parent, members)));
  return MPI_SUCCESS;
}

int MGEN_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* newcomm) {
  Call call("MGEN_Comm_create_group");
  Communicator& parent = comm_of(call, comm);
  mpi::refuse_between(call, parent);
  if (tag < 0) call.fail_as(MPI_ERR_TAG, "tag {} is negative", tag);
  *newcomm = handle_of(call, mpi::create_among(call, parent, group_within(call, parent, group), tag));
  return MPI_SUCCESS;
}

int MGEN_Comm_compare(MPI_Comm a, MPI_Comm b, int* result) {
  Call call("MGEN_Comm_compare");
  const Communicator& one = comm_of(call, a);
  const Communicator& two = comm_of(call, b);
  if (one.between != two.between) {
    *result = MPI_UNEQUAL;
    return MPI_SUCCESS;
  }
  int groups = mpi::compare(one.group, two.group);
  if (one.between) {
    const int remote = mpi::compare(one.remote, two.remote);
    if (groups == MPI_UNEQUAL || remote == MPI_UNEQUAL) groups = MPI_UNEQUAL;
    else if (remote == MPI_SIMILAR) groups = MPI_SIMILAR;
  }
  *result = &one == &two ? MPI_IDENT : groups == MPI_IDENT ? MPI_CONGRUENT : groups;
  return MPI_SUCCESS;
}

int MGEN_Comm_free(MPI_Comm* comm) {
  std::optional<Call> under_way;
  Call& call = under_way.emplace("MGEN_Comm_free");
  mpi::Attributes(call, *comm).end("MGEN_Comm_free", under_way);
  Communicator& c = comm_of(call, *comm);
  if (*comm == MPI_COMM_WORLD || *comm == MPI_COMM_SELF) {
    call.fail_as(MPI_ERR_COMM, "MGEN_COMM_WORLD and MGEN_COMM_SELF cannot be freed");
  }
  c.freed = true;
  if (mpi::Kept* const kept = mpi::Kept::find(call)) kept->comm_infos.erase(*comm);
  call.ranks().release(call.rank(), c);
  *comm = MPI_COMM_NULL;
  return MPI_SUCCESS;
}

int MGEN_Dims_create(int nodes, int ndims, int dims[]) {
  Call call("MGEN_Dims_create");
  if (nodes < 1 || ndims < 0) {
    call.fail_as(MPI_ERR_DIMS, "{} nodes in {} dimensions", nodes, ndims);
  }
  std::int64_t fixed = 1;
  std::vector<int*> open;
  for (int d = 0; d < ndims; ++d) {
    if (dims[d] < 0) call.fail_as(MPI_ERR_DIMS, "extent {} is negative", dims[d]);
    if (dims[d] == 0) open.push_back(&dims[d]);
    else fixed *= dims[d];
    if (fixed > nodes) break;
  }
  if (nodes % fixed != 0 || (open.empty() && fixed != nodes)) {
    call.fail_as(MPI_ERR_DIMS, "{} nodes are no multiple of the extents that are given, whose "
                                "product is {}", nodes, fixed);
  }
  if (open.empty()) return MPI_SUCCESS;
  const Balance balance(nodes / static_cast<int>(fixed), open.size());
  for (std::size_t i = 0; i < open.size(); ++i) *open[i] = balance.best()[i];
  return MPI_SUCCESS;
}

// Ranks keep their order: `reorder` is a permission.
int MGEN_Cart_create(MPI_Comm comm, int ndims, const int dims[], const int periods[], int,
                     MPI_Comm* cart) {
  Call call("MGEN_Cart_create");
  Communicator& parent = comm_of(call, comm);
  mpi::refuse_between(call, parent);
  *cart = MPI_COMM_NULL;
  if (ndims < 0) call.fail_as(MPI_ERR_DIMS, "{} dimensions", ndims);
  std::int64_t size = 1;
  Cartesian c;
  for (int d = 0; d < ndims; ++d) {
    if (dims[d] < 1) {
      call.fail_as(MPI_ERR_DIMS, "extent {} of dimension {} is not positive", dims[d], d);
    }
    size = std::min<std::int64_t>(size * dims[d], std::int64_t{1} << 31);
    c.extents.push_back(dims[d]);
    c.periodic.push_back(periods[d] != 0);
  }
  if (size > parent.size()) {
    call.fail_as(MPI_ERR_TOPOLOGY, "a topology of {} ranks does not fit a communicator of {}",
                                    size, parent.size());
  }
  const Group group = call.ranks().groups().slice(parent.group, 0, 1, static_cast<int>(size));
  Communicator* fresh = mpi::create(call, parent, group, mpi::Making::cartesian);
  made(call, parent, mpi::Making::cartesian, fresh);
  if (fresh) fresh->cartesian = std::make_unique<Cartesian>(std::move(c));
  *cart = handle_of(call, fresh);
  return MPI_SUCCESS;
}

int MGEN_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int[], int* rank) {
  Call call("MGEN_Cart_map");
  const int own = own_rank(call, comm);
  std::int64_t size = 1;
  for (int d = 0; d < ndims; ++d) size = std::min<std::int64_t>(size * dims[d], std::int64_t{1} << 31);
  *rank = own < size ? own : MPI_UNDEFINED;
  return MPI_SUCCESS;
}

int MGEN_Cart_sub(MPI_Comm cart, const int remain[], MPI_Comm* newcomm) {
  Call call("MGEN_Cart_sub");
  Communicator& parent = comm_of(call, cart);
  const Cartesian& whole = cartesian_of(call, cart);
  const int me = own_rank(call, cart);
  Cartesian part;
  for (std::size_t d = 0; d < whole.extents.size(); ++d) {
    if (!remain[d]) continue;
    part.extents.push_back(whole.extents[d]);
    part.periodic.push_back(whole.periodic[d]);
  }
  const Group group = mpi::subgrid(call.ranks().groups(), parent.group, whole, me,
                                   {remain, whole.extents.size()});
  Communicator* fresh = mpi::create(call, parent, group, mpi::Making::cartesian_sub);
  made(call, parent, mpi::Making::cartesian_sub, fresh);
  fresh->cartesian = std::make_unique<Cartesian>(std::move(part));
  *newcomm = handle_of(call, fresh);
  return MPI_SUCCESS;
}

int MGEN_Cartdim_get(MPI_Comm cart, int* ndims) {
  Call call("MGEN_Cartdim_get");
  *ndims = dimensions(cartesian_of(call, cart));
  return MPI_SUCCESS;
}

int MGEN_Cart_get(MPI_Comm cart, int maxdims, int dims[], int periods[], int coords[]) {
  Call call("MGEN_Cart_get");
  const Cartesian& c = cartesian_of(call, cart);
  const std::vector<int> own = c.coordinates(own_rank(call, cart));
  for (std::size_t d = 0; d < own.size() && static_cast<int>(d) < maxdims; ++d) {
    dims[d] = c.extents[d];
    periods[d] = c.periodic[d];
    coords[d] = own[d];
  }
  return MPI_SUCCESS;
}

int MGEN_Cart_rank(MPI_Comm cart, const int coords[], int* rank) {
  Call call("MGEN_Cart_rank");
  const Cartesian& c = cartesian_of(call, cart);
  *rank = c.rank_at({coords, c.extents.size()});
  if (*rank < 0) {
    call.fail_as(MPI_ERR_DIMS, "the coordinates are outside of a dimension that does not wrap around");
  }
  return MPI_SUCCESS;
}

int MGEN_Cart_coords(MPI_Comm cart, int rank, int maxdims, int coords[]) {
  Call call("MGEN_Cart_coords");
  const Cartesian& c = cartesian_of(call, cart);
  call.check_rank(comm_of(call, cart), rank);
  const std::vector<int> all = c.coordinates(rank);
  for (std::size_t d = 0; d < all.size() && static_cast<int>(d) < maxdims; ++d) coords[d] = all[d];
  return MPI_SUCCESS;
}

int MGEN_Cart_shift(MPI_Comm cart, int dimension, int displacement, int* source, int* dest) {
  Call call("MGEN_Cart_shift");
  const Cartesian& c = cartesian_of(call, cart);
  if (dimension < 0 || dimension >= dimensions(c)) {
    call.fail_as(MPI_ERR_DIMS, "dimension {} does not exist; there are {}", dimension, dimensions(c));
  }
  const auto d = static_cast<std::size_t>(dimension);
  const auto moved = [&](std::int64_t by) {
    std::vector<int> at = c.coordinates(own_rank(call, cart));
    const int extent = c.extents[d];
    at[d] += static_cast<int>(c.periodic[d] ? by % extent
                                            : std::clamp<std::int64_t>(by, -extent, extent));
    const int rank = c.rank_at(at);
    return rank < 0 ? MPI_PROC_NULL : rank;
  };
  *source = moved(-std::int64_t{displacement});
  *dest = moved(displacement);
  return MPI_SUCCESS;
}

}  // extern "C"
