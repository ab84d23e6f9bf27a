// SPDX-License-Identifier: MIT
// How datatypes were made (MPI 4.1, section 5.1.13), and distributed arrays (section 5.1.4).
#include <algorithm>

#include "mpi/api/datatype_making.h"
#include "mpi/api/kept.h"

namespace mpi = kasuri::mpi;
using mpi::Call;
using mpi::Element;
using mpi::Kept;
using mpi::Layout;
using mpi::TypeContents;
using mpi::TypeSequence;

namespace kasuri::mpi {

void note_contents(Call& call, MPI_Datatype type, TypeContents contents) {
  Kept::of(call).contents[type] = std::move(contents);
}

Large made_large_of(Call& call, MPI_Datatype type) {
  const auto& all = Kept::of(call).contents;
  const auto found = all.find(type);
  if (found == all.end() || !found->second.is_count) return {};
  return {found->second.integers[0], found->second.types[0]};
}

namespace {

bool is_named(MPI_Datatype type) { return reinterpret_cast<std::uintptr_t>(type) < kFirstMade; }

// Null: it is not known how it was made.
const TypeContents* contents_of(Call& call, MPI_Datatype type) {
  const auto& all = Kept::of(call).contents;
  const auto found = all.find(type);
  return found == all.end() ? nullptr : &found->second;
}

}  // namespace

MPI_Datatype base_of(Call& call, MPI_Datatype type) {
  if (is_named(type)) return type;
  const TypeContents* const c = contents_of(call, type);
  if (c && c->same_as != MPI_DATATYPE_NULL) return c->same_as;
  MPI_Datatype base = MPI_DATATYPE_NULL;
  for (std::size_t i = 0; c && i < c->types.size(); ++i) {
    const MPI_Datatype of = base_of(call, c->types[i]);
    if (base != MPI_DATATYPE_NULL && of != base) return MPI_DATATYPE_NULL;
    base = of;
  }
  return base;
}

}  // namespace kasuri::mpi

namespace {

// One dimension of a distributed array: `block` is what stands at each index, `stride` bytes apart.
Layout distributed(Call& call, Layout block, std::int64_t stride, std::int64_t size, int distribution,
                   int argument, int processes, int place) {
  block.extent = stride;
  if (distribution == MPI_DISTRIBUTE_NONE) {
    if (processes != 1) call.fail_as(MPI_ERR_ARG, "a dimension that is not distributed has one process");
    return Layout::join(std::vector<Layout::Part>{{0, size, &block}}, false);
  }
  if (distribution != MPI_DISTRIBUTE_BLOCK && distribution != MPI_DISTRIBUTE_CYCLIC) {
    call.fail_as(MPI_ERR_ARG, "distribution {} does not exist", distribution);
  }
  const bool is_block = distribution == MPI_DISTRIBUTE_BLOCK;
  std::int64_t length = argument;
  if (argument == MPI_DISTRIBUTE_DFLT_DARG) length = is_block ? (size + processes - 1) / processes : 1;
  if (length < 1 || (is_block && length * processes < size)) {
    call.fail_as(MPI_ERR_ARG, "blocks of {} on {} processes do not cover {}", length,
                               processes, size);
  }
  std::vector<Layout::Part> parts;
  for (std::int64_t at = place * length; at < size; at += processes * length) {
    parts.push_back({at * stride, std::min(length, size - at), &block});
    if (is_block) break;
  }
  return Layout::join(parts, false);
}

// Arguments of MGEN_Type_create_darray.
struct DistributedArray {
  int size, rank, dimensions;
  mpi::Numbers sizes;
  const int *distributions, *arguments, *processes;
  int order;
};

MPI_Datatype make_darray(Call& call, const DistributedArray& a, MPI_Datatype old) {
  if (a.dimensions < 1) {
    call.fail_as(MPI_ERR_ARG, "{} dimensions; at least one is needed", a.dimensions);
  }
  if (a.order != MPI_ORDER_C && a.order != MPI_ORDER_FORTRAN) {
    call.fail_as(MPI_ERR_ARG, "the order is neither MGEN_ORDER_C nor MGEN_ORDER_FORTRAN");
  }
  const Layout element = mpi::layout_of(call, old);
  std::int64_t all = 1, extent = element.extent;
  for (int d = 0; d < a.dimensions; ++d) {
    if (a.processes[d] < 1 || a.sizes[d] < 1) {
      call.fail_as(MPI_ERR_ARG, "a dimension has no process or no element");
    }
    all = std::min<std::int64_t>(all * a.processes[d], std::int64_t{1} << 40);
    extent = mpi::product(call, extent, a.sizes[d]);
  }
  if (all != a.size || a.rank < 0 || a.rank >= a.size) {
    call.fail_as(MPI_ERR_ARG,
                 fmt::format("rank {} of {} processes, in a grid of {}", a.rank, a.size, all));
  }
  std::vector<int> places(static_cast<std::size_t>(a.dimensions));  // row-major, whatever the array's order
  for (int d = a.dimensions - 1, left = a.rank; d >= 0; --d) {
    places[static_cast<std::size_t>(d)] = left % a.processes[d];
    left /= a.processes[d];
  }
  Layout block = element;
  std::int64_t stride = element.extent;
  for (int k = 0; k < a.dimensions; ++k) {
    const int d = a.order == MPI_ORDER_C ? a.dimensions - 1 - k : k;
    block = distributed(call, std::move(block), stride, a.sizes[d], a.distributions[d], a.arguments[d],
                        a.processes[d], places[static_cast<std::size_t>(d)]);
    stride *= a.sizes[d];
  }
  block.lower = element.lower;
  block.extent = stride;
  const MPI_Datatype made = mpi::keep_layout(call, std::move(block));
  std::vector<std::int64_t> integers{a.size, a.rank, a.dimensions};
  for (const mpi::Numbers& list : {a.sizes, mpi::Numbers(a.distributions), mpi::Numbers(a.arguments),
                                   mpi::Numbers(a.processes)}) {
    for (int d = 0; d < a.dimensions; ++d) integers.push_back(list[d]);
  }
  integers.push_back(a.order);
  mpi::note_contents(call, made, {MPI_COMBINER_DARRAY, std::move(integers), {}, {old}});
  return made;
}

void flatten(Call& call, MPI_Datatype type, std::int64_t times, TypeSequence& all) {
  const TypeContents* const c = mpi::is_named(type) ? nullptr : mpi::contents_of(call, type);
  if (!c) {
    if (!all.empty() && all.back().first == type) all.back().second += times;
    else all.emplace_back(type, times);
    return;
  }
  const MPI_Datatype base = mpi::base_of(call, type);
  if (base != MPI_DATATYPE_NULL) {
    const std::int64_t size = call.objects().datatypes[mpi::made_index(type)].size;
    return flatten(call, base, times * size / mpi::element_of(call, base).size, all);
  }
  for (std::int64_t k = 0; k < times; ++k) {
    if (c->combiner == MPI_COMBINER_STRUCT) {
      for (std::size_t i = 0; i < c->types.size(); ++i) flatten(call, c->types[i], c->integers[i + 1], all);
      continue;
    }
    const auto& made = call.objects().datatypes;
    const std::int64_t own = made[mpi::made_index(type)].size;
    const std::int64_t part = made[mpi::made_index(c->types[0])].size;
    flatten(call, c->types[0], part > 0 ? own / part : 0, all);
  }
}

// Bytes of the values of a pair; 0: it is no pair.
std::int64_t first_of_pair(mpi::Type type) {
  switch (type) {
    using enum mpi::Type;
    case i16_i32: return 2;
    case f32_i32:
    case i32_i32:
    case f32_f32: return 4;
    case f64_i32:
    case i64_i32:
    case f64_f64: return 8;
    case f80_i32: return 16;
    default: return 0;
  }
}

}  // namespace

TypeSequence mpi::sequence_of(Call& call, MPI_Datatype type) {
  TypeSequence all;
  flatten(call, type, 1, all);
  return all;
}

MPI_Datatype mpi::another_handle(Call& call, MPI_Datatype type) {
  if (mpi::is_named(type)) return type;
  const TypeContents* const known = mpi::contents_of(call, type);
  if (known && known->same_as != MPI_DATATYPE_NULL) return type;
  auto& made = call.objects().datatypes;
  const bool committed = made[mpi::made_index(type)].committed;
  const MPI_Datatype fresh = mpi::keep_layout(call, Layout(made[mpi::made_index(type)]));
  made.back().committed = committed;
  if (known) mpi::note_contents(call, fresh, TypeContents(*known));
  return fresh;
}

std::int64_t mpi::elements_in(Call& call, MPI_Datatype type, std::int64_t bytes) {
  const Layout layout = mpi::layout_of(call, type);
  std::int64_t n = bytes / layout.size * layout.parts, left = bytes % layout.size;
  TypeSequence all;
  if (left > 0) flatten(call, type, 1, all);
  for (const auto& [base, times] : all) {
    const Element e = mpi::element_of(call, base);
    const std::int64_t value = first_of_pair(e.type), whole = std::min(left / e.size, times);
    n += whole * (value > 0 ? 2 : 1);
    left -= whole * e.size;
    if (whole == times) continue;
    if (value > 0 && left == value) ++n, left = 0;
    break;
  }
  return left == 0 ? n : MPI_UNDEFINED;
}

extern "C" {

int MGEN_Type_get_envelope(MPI_Datatype type, int* integers, int* addresses, int* types, int* combiner) {
  Call call("MGEN_Type_get_envelope");
  mpi::element_of(call, type, false);
  const TypeContents* const c = mpi::is_named(type) ? nullptr : mpi::contents_of(call, type);
  *integers = c ? static_cast<int>(c->integers.size()) : 0;
  *addresses = c ? static_cast<int>(c->addresses.size()) : 0;
  *types = c ? static_cast<int>(c->types.size()) : 0;
  *combiner = c ? c->combiner : MPI_COMBINER_NAMED;
  return MPI_SUCCESS;
}

// Datatypes of the program's own come back as new ones, which it frees.
int MGEN_Type_get_contents(MPI_Datatype type, int max_integers, int max_addresses, int max_types,
                           int integers[], MPI_Aint addresses[], MPI_Datatype types[]) {
  Call call("MGEN_Type_get_contents");
  mpi::element_of(call, type, false);
  const TypeContents* const known = mpi::is_named(type) ? nullptr : mpi::contents_of(call, type);
  if (!known) call.fail_as(MPI_ERR_TYPE, "a predefined datatype has no contents");
  const TypeContents c = *known;
  if (max_integers < std::ssize(c.integers) || max_addresses < std::ssize(c.addresses) ||
      max_types < std::ssize(c.types)) {
    call.fail_as(MPI_ERR_ARG, "the arrays are too short for the contents");
  }
  if (std::ranges::any_of(c.integers, [](std::int64_t n) { return n < INT32_MIN || n > INT32_MAX; })) {
    call.fail_as(MPI_ERR_TYPE, "the datatype has counts that int cannot hold");
  }
  std::ranges::transform(c.integers, integers, [](std::int64_t n) { return static_cast<int>(n); });
  std::ranges::copy(c.addresses, addresses);
  for (std::size_t i = 0; i < c.types.size(); ++i) types[i] = mpi::another_handle(call, c.types[i]);
  return MPI_SUCCESS;
}

int MGEN_Type_create_darray(int size, int rank, int dimensions, const int sizes[],
                            const int distributions[], const int arguments[], const int processes[],
                            int order, MPI_Datatype old, MPI_Datatype* newtype) {
  Call call("MGEN_Type_create_darray");
  *newtype = make_darray(call, {size, rank, dimensions, sizes, distributions, arguments, processes, order},
                         old);
  return MPI_SUCCESS;
}

int MGEN_Type_create_darray_c(int size, int rank, int dimensions, const MPI_Count sizes[],
                              const int distributions[], const int arguments[], const int processes[],
                              int order, MPI_Datatype old, MPI_Datatype* newtype) {
  Call call("MGEN_Type_create_darray_c");
  *newtype = make_darray(call, {size, rank, dimensions, sizes, distributions, arguments, processes, order},
                         old);
  return MPI_SUCCESS;
}

}  // extern "C"
