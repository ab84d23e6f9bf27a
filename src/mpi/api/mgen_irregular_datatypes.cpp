// SPDX-License-Identifier: MIT
// mgen.h: datatypes of blocks at irregular places (MPI 4.1, sections 5.1.2 and 5.1.3), and packing by hand
// (section 5.2).
#include <cstring>
#include <type_traits>
#include <vector>

#include "mpi/api/datatype_making.h"

namespace mpi = kasuri::mpi;
using kasuri::Bytes;
using mpi::Call;
using mpi::Element;
using mpi::Layout;
using mpi::Numbers;
using mpi::layout_of;

namespace {

// Blocks of one datatype; lengths[i], or `length` for all; places are in bytes or in elements.
struct BlocksAt {
  std::int64_t count;
  Numbers lengths;
  std::int64_t length;
  Numbers places;
  bool in_bytes;
};
MPI_Datatype make_blocks(Call& call, const BlocksAt& b, MPI_Datatype old, int combiner) {
  mpi::require_count(call, b.count);
  const Layout element = layout_of(call, old);
  const std::int64_t unit = b.in_bytes ? 1 : element.extent;
  std::vector<Layout::Part> parts;
  mpi::TypeContents contents{.combiner = combiner, .integers = {b.count}, .addresses = {}, .types = {old}};
  if (!b.lengths) contents.integers.push_back(b.length);
  for (std::int64_t i = 0; i < b.count; ++i) {
    const std::int64_t n = b.lengths ? b.lengths[i] : b.length;
    mpi::require_count(call, n);
    mpi::product(call, n, element.extent);
    parts.push_back({mpi::product(call, b.places[i], unit), n, &element});
    if (b.lengths) contents.integers.push_back(n);
  }
  for (std::int64_t i = 0; i < b.count; ++i) {
    if (b.in_bytes) contents.addresses.push_back(b.places[i]);
    else contents.integers.push_back(b.places[i]);
  }
  return mpi::keep_made(call, Layout::join(parts, false), std::move(contents));
}

MPI_Datatype make_struct(Call& call, std::int64_t count, Numbers lengths, Numbers places,
                          const MPI_Datatype* types) {
  mpi::require_count(call, count);
  std::vector<Layout> members;
  members.reserve(static_cast<std::size_t>(count));
  std::vector<Layout::Part> parts;
  mpi::TypeContents contents{.combiner = MPI_COMBINER_STRUCT, .integers = {count}, .addresses = {},
                             .types = {types, types + count}};
  for (std::int64_t i = 0; i < count; ++i) {
    mpi::require_count(call, lengths[i]);
    members.push_back(layout_of(call, types[i]));
    mpi::product(call, lengths[i], members.back().extent);
    parts.push_back({places[i], lengths[i], &members.back()});
    contents.integers.push_back(lengths[i]);
    contents.addresses.push_back(places[i]);
  }
  return mpi::keep_made(call, Layout::join(parts, true), std::move(contents));
}

MPI_Datatype make_subarray(Call& call, int dimensions, Numbers sizes, Numbers subsizes, Numbers starts,
                            int order, MPI_Datatype old) {
  if (dimensions < 1) call.fail_as(MPI_ERR_ARG, "{} dimensions; at least one is needed", dimensions);
  if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN) {
    call.fail_as(MPI_ERR_ARG, "order {} is neither MGEN_ORDER_C nor MGEN_ORDER_FORTRAN", order);
  }
  std::int64_t all = layout_of(call, old).extent;
  for (int d = 0; d < dimensions; ++d) {
    all = mpi::product(call, all, sizes[d]);
    if (subsizes[d] >= 1 && starts[d] >= 0 && starts[d] <= sizes[d] - subsizes[d]) continue;
    call.fail_as(MPI_ERR_ARG,
                 "in dimension {}, {} elements from {} on are no part of {}", d, subsizes[d], starts[d],
                 sizes[d]);
  }
  std::vector<std::int64_t> integers{dimensions};
  for (const Numbers& list : {sizes, subsizes, starts}) {
    for (int d = 0; d < dimensions; ++d) integers.push_back(list[d]);
  }
  integers.push_back(order);
  Layout block = mpi::subarray(layout_of(call, old), integers);
  return mpi::keep_made(call, std::move(block), {MPI_COMBINER_SUBARRAY, std::move(integers), {}, {old}});
}

// Of MGEN_Pack and MGEN_Unpack: their arguments are right, `size` and `position` those of the packed side.
// Returns how much is packed or unpacked, and whether there are data.
struct Packing {
  Bytes bytes;
  bool moves;
};
Packing check_packing(Call& call, std::int64_t count, MPI_Datatype type, MPI_Comm comm, const void* data,
                      const void* packed, std::int64_t position, std::int64_t size) {
  mpi::require_count(call, count);
  comm_of(call, comm);
  const Bytes bytes{mpi::product(call, count, mpi::element_of(call, type).size)};
  if (position < 0 || position + bytes.n > size) {
    call.fail_as(MPI_ERR_TRUNCATE,
                 "{} bytes at position {} do not fit a buffer of {} bytes", bytes.n, position, size);
  }
  call.check_buffer(data, bytes);
  call.check_buffer(packed, bytes);
  return {bytes, call.payload() && bytes.n > 0 && packed && layout_of(call, type).has_data(data)};
}

int pack(Call& call, const void* inbuf, std::int64_t incount, MPI_Datatype type, void* outbuf,
         std::int64_t outsize, auto* position, MPI_Comm comm) {
  const auto [bytes, moves] = check_packing(call, incount, type, comm, inbuf, outbuf, *position, outsize);
  call.spend(mpi::Activity::sending, bytes / call.world().params().eager_copy_rate);
  if (moves) {
    const Layout layout = layout_of(call, type);
    auto* const to = static_cast<std::byte*>(outbuf) + *position;
    if (!kasuri::without_fault([&] { layout.pack(inbuf, incount, to); })) {
      call.fail_as(MPI_ERR_BUFFER,
                   "the buffer {} or {} ({} bytes) cannot be read or written", inbuf, outbuf, bytes.n);
    }
  }
  *position += static_cast<std::remove_pointer_t<decltype(position)>>(bytes.n);
  return MPI_SUCCESS;
}

int unpack(Call& call, const void* inbuf, std::int64_t insize, auto* position, void* outbuf,
           std::int64_t outcount, MPI_Datatype type, MPI_Comm comm) {
  const auto [bytes, moves] = check_packing(call, outcount, type, comm, outbuf, inbuf, *position, insize);
  call.spend(mpi::Activity::receiving, bytes / call.world().params().eager_copy_rate);
  if (moves) {
    const Layout layout = layout_of(call, type);
    const auto* const from = static_cast<const std::byte*>(inbuf) + *position;
    if (!kasuri::without_fault([&] { layout.unpack(from, 0, bytes.n, outbuf); })) {
      call.fail_as(MPI_ERR_BUFFER,
                   "the buffer {} or {} ({} bytes) cannot be read or written", inbuf, outbuf, bytes.n);
    }
  } else if (outbuf && bytes.n > 0) {
    ++call.world().rank(call.rank()).statistics.without_data;
  }
  *position += static_cast<std::remove_pointer_t<decltype(position)>>(bytes.n);
  return MPI_SUCCESS;
}

std::int64_t packed_size(Call& call, std::int64_t count, MPI_Datatype type, MPI_Comm comm) {
  mpi::require_count(call, count);
  comm_of(call, comm);
  return mpi::product(call, count, mpi::element_of(call, type).size);
}

int make_blocks(const char* name, const BlocksAt& blocks, MPI_Datatype old, int combiner,
                MPI_Datatype* newtype) {
  Call call(name);
  *newtype = make_blocks(call, blocks, old, combiner);
  return MPI_SUCCESS;
}

}  // namespace

extern "C" {

int MGEN_Type_dup(MPI_Datatype old, MPI_Datatype* newtype) {
  MPI_Datatype fresh = MPI_DATATYPE_NULL;
  {
    Call call("MGEN_Type_dup");
    const Element e = mpi::element_of(call, old, false);
    Layout layout = layout_of(call, old);
    const bool committed = e.is_predefined || layout.committed;
    fresh = mpi::keep_layout(call, std::move(layout));
    call.objects().datatypes.back().committed = committed;
    mpi::note_contents(call, fresh, {MPI_COMBINER_DUP, {}, {}, {old}});
  }
  *newtype = MPI_DATATYPE_NULL;  // should a function that copies an attribute fail
  mpi::copy_type_attributes("MGEN_Type_dup", old, fresh);
  *newtype = fresh;
  return MPI_SUCCESS;
}

int MGEN_Type_indexed(int count, const int lengths[], const int places[], MPI_Datatype old,
    MPI_Datatype* newtype) {
  return make_blocks("MGEN_Type_indexed", {count, lengths, 0, places, false}, old,
                     MPI_COMBINER_INDEXED, newtype);
}

int MGEN_Type_indexed_c(MPI_Count count, const MPI_Count lengths[], const MPI_Count places[],
    MPI_Datatype old, MPI_Datatype* newtype) {
  return make_blocks("MGEN_Type_indexed_c", {count, lengths, 0, places, false}, old,
                     MPI_COMBINER_INDEXED, newtype);
}

int MGEN_Type_create_indexed_block(int count, int length, const int places[], MPI_Datatype old,
    MPI_Datatype* newtype) {
  return make_blocks("MGEN_Type_create_indexed_block", {count, nullptr, length, places, false}, old,
                     MPI_COMBINER_INDEXED_BLOCK, newtype);
}

int MGEN_Type_create_indexed_block_c(MPI_Count count, MPI_Count length, const MPI_Count places[],
    MPI_Datatype old, MPI_Datatype* newtype) {
  return make_blocks("MGEN_Type_create_indexed_block_c", {count, nullptr, length, places, false}, old,
                     MPI_COMBINER_INDEXED_BLOCK, newtype);
}

int MGEN_Type_create_hindexed(int count, const int lengths[], const MPI_Aint places[], MPI_Datatype
    old, MPI_Datatype* newtype) {
  return make_blocks("MGEN_Type_create_hindexed", {count, lengths, 0, places, true}, old,
                     MPI_COMBINER_HINDEXED, newtype);
}

int MGEN_Type_create_hindexed_c(MPI_Count count, const MPI_Count lengths[], const MPI_Count places[],
    MPI_Datatype old, MPI_Datatype* newtype) {
  return make_blocks("MGEN_Type_create_hindexed_c", {count, lengths, 0, places, true}, old,
                     MPI_COMBINER_HINDEXED, newtype);
}

int MGEN_Type_create_hindexed_block(int count, int length, const MPI_Aint places[], MPI_Datatype old,
    MPI_Datatype* newtype) {
  return make_blocks("MGEN_Type_create_hindexed_block", {count, nullptr, length, places, true}, old,
                     MPI_COMBINER_HINDEXED_BLOCK, newtype);
}

int MGEN_Type_create_hindexed_block_c(MPI_Count count, MPI_Count length, const MPI_Count places[],
    MPI_Datatype old, MPI_Datatype* newtype) {
  return make_blocks("MGEN_Type_create_hindexed_block_c", {count, nullptr, length, places, true}, old,
                     MPI_COMBINER_HINDEXED_BLOCK, newtype);
}

int MGEN_Type_create_struct(int count, const int lengths[], const MPI_Aint places[], const
    MPI_Datatype types[], MPI_Datatype* newtype) {
  Call call("MGEN_Type_create_struct");
  *newtype = make_struct(call, count, lengths, places, types);
  return MPI_SUCCESS;
}

int MGEN_Type_create_struct_c(MPI_Count count, const MPI_Count lengths[], const MPI_Count places[],
    const MPI_Datatype types[], MPI_Datatype* newtype) {
  Call call("MGEN_Type_create_struct_c");
  *newtype = make_struct(call, count, lengths, places, types);
  return MPI_SUCCESS;
}

int MGEN_Type_create_subarray(int dimensions, const int sizes[], const int subsizes[],
                              const int starts[], int order, MPI_Datatype old,
                              MPI_Datatype* newtype) {
  Call call("MGEN_Type_create_subarray");
  *newtype = make_subarray(call, dimensions, sizes, subsizes, starts, order, old);
  return MPI_SUCCESS;
}

int MGEN_Type_create_subarray_c(int dimensions, const MPI_Count sizes[], const MPI_Count subsizes[],
                                const MPI_Count starts[], int order, MPI_Datatype old,
                                MPI_Datatype* newtype) {
  Call call("MGEN_Type_create_subarray_c");
  *newtype = make_subarray(call, dimensions, sizes, subsizes, starts, order, old);
  return MPI_SUCCESS;
}

MPI_Aint MGEN_Aint_add(MPI_Aint base, MPI_Aint displacement) {
  return static_cast<MPI_Aint>(static_cast<std::uintptr_t>(base) +
                                static_cast<std::uintptr_t>(displacement));
}

MPI_Aint MGEN_Aint_diff(MPI_Aint a, MPI_Aint b) {
  return static_cast<MPI_Aint>(static_cast<std::uintptr_t>(a) - static_cast<std::uintptr_t>(b));
}

int MGEN_Get_address(const void* location, MPI_Aint* address) {
  *address = reinterpret_cast<MPI_Aint>(location);
  return MPI_SUCCESS;
}

int MGEN_Pack_size(int count, MPI_Datatype type, MPI_Comm comm, int* size) {
  Call call("MGEN_Pack_size");
  const std::int64_t bytes = packed_size(call, count, type, comm);
  *size = bytes > INT32_MAX ? MPI_UNDEFINED : static_cast<int>(bytes);
  return MPI_SUCCESS;
}

int MGEN_Pack_size_c(MPI_Count count, MPI_Datatype type, MPI_Comm comm, MPI_Count* size) {
  Call call("MGEN_Pack_size_c");
  *size = packed_size(call, count, type, comm);
  return MPI_SUCCESS;
}

int MGEN_Pack(const void* inbuf, int incount, MPI_Datatype type, void* outbuf, int outsize,
              int* position, MPI_Comm comm) {
  Call call("MGEN_Pack");
  return pack(call, inbuf, incount, type, outbuf, outsize, position, comm);
}

int MGEN_Pack_c(const void* inbuf, MPI_Count incount, MPI_Datatype type, void* outbuf, MPI_Count outsize,
                MPI_Count* position, MPI_Comm comm) {
  Call call("MGEN_Pack_c");
  return pack(call, inbuf, incount, type, outbuf, outsize, position, comm);
}

int MGEN_Unpack(const void* inbuf, int insize, int* position, void* outbuf, int outcount,
                MPI_Datatype type, MPI_Comm comm) {
  Call call("MGEN_Unpack");
  return unpack(call, inbuf, insize, position, outbuf, outcount, type, comm);
}

int MGEN_Unpack_c(const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf,
                  MPI_Count outcount, MPI_Datatype type, MPI_Comm comm) {
  Call call("MGEN_Unpack_c");
  return unpack(call, inbuf, insize, position, outbuf, outcount, type, comm);
}

}  // extern "C"
