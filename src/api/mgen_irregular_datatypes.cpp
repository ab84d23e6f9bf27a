// SPDX-License-Identifier: MIT
// mgen.h: datatypes of blocks at irregular places (MPI 4.1, sections 5.1.2 and 5.1.3), and packing by hand
// (section 5.2).
#include <cstring>
#include <vector>

#include "api/kept.h"

namespace mpi = kasuri::mpi;
using kasuri::Bytes;
using mpi::Call;
using mpi::Element;
using mpi::Layout;
using mpi::layout_of;

namespace {

// Blocks of one datatype; lengths[i], or `length` for all; places are in multiples of `unit`.
template <class Place>
MGEN_Datatype blocks(Call& call, int count, const int* lengths, int length, const Place* places,
                     bool in_bytes, MGEN_Datatype old) {
  call.check_count(count);
  const Layout element = layout_of(call, old);
  const std::int64_t unit = in_bytes ? 1 : element.extent;
  std::vector<Layout::Part> parts;
  for (int i = 0; i < count; ++i) {
    const int n = lengths ? lengths[i] : length;
    call.check_count(n);
    parts.push_back({places[i] * unit, n, &element});
  }
  return mpi::keep_layout(call, Layout::join(parts, false));
}

// A count and so many numbers.
std::vector<int> numbers(int count, const int* all) {
  std::vector<int> integers{count};
  integers.insert(integers.end(), all, all + count);
  return integers;
}

// Of MGEN_Pack and MGEN_Unpack: their arguments are right, `size` and `position` those of the packed side.
// Returns how much is packed or unpacked, and whether there are data.
struct Packing {
  Bytes bytes;
  bool moves;
};
Packing check_packing(Call& call, int count, MGEN_Datatype type, MGEN_Comm comm, const void* data,
                      const void* packed, int position, int size) {
  call.check_count(count);
  comm_of(call, comm);
  const Bytes bytes{count * mpi::element_of(call, type).size};
  if (position < 0 || position + bytes.n > size) {
    call.fail("{} bytes at position {} do not fit a buffer of {} bytes", bytes.n, position, size);
  }
  call.check_buffer(data, bytes);
  call.check_buffer(packed, bytes);
  return {bytes, call.payload() && bytes.n > 0 && packed && layout_of(call, type).has_data(data)};
}

}  // namespace

extern "C" {

int MGEN_Type_dup(MGEN_Datatype old, MGEN_Datatype* newtype) {
  MGEN_Datatype fresh = MGEN_DATATYPE_NULL;
  {
    Call call("MGEN_Type_dup");
    const Element e = mpi::element_of(call, old, false);
    Layout layout = layout_of(call, old);
    const bool committed = e.is_predefined || layout.committed;
    fresh = mpi::keep_layout(call, std::move(layout));
    call.world().objects(call.rank()).datatypes.back().committed = committed;
    mpi::note_contents(call, fresh, {MGEN_COMBINER_DUP, {}, {}, {old}});
  }
  *newtype = MGEN_DATATYPE_NULL;  // should a function that copies an attribute fail
  mpi::copy_type_attributes("MGEN_Type_dup", old, fresh);
  *newtype = fresh;
  return MGEN_SUCCESS;
}

int MGEN_Type_indexed(int count, const int lengths[], const int places[], MGEN_Datatype old,
                      MGEN_Datatype* newtype) {
  Call call("MGEN_Type_indexed");
  *newtype = blocks(call, count, lengths, 0, places, false, old);
  std::vector<int> integers = numbers(count, lengths);
  integers.insert(integers.end(), places, places + count);
  mpi::note_contents(call, *newtype, {MGEN_COMBINER_INDEXED, std::move(integers), {}, {old}});
  return MGEN_SUCCESS;
}

int MGEN_Type_create_indexed_block(int count, int length, const int places[], MGEN_Datatype old,
                                   MGEN_Datatype* newtype) {
  Call call("MGEN_Type_create_indexed_block");
  *newtype = blocks(call, count, nullptr, length, places, false, old);
  std::vector<int> integers{count, length};
  integers.insert(integers.end(), places, places + count);
  mpi::note_contents(call, *newtype, {MGEN_COMBINER_INDEXED_BLOCK, std::move(integers), {}, {old}});
  return MGEN_SUCCESS;
}

int MGEN_Type_create_hindexed(int count, const int lengths[], const MGEN_Aint places[],
                              MGEN_Datatype old, MGEN_Datatype* newtype) {
  Call call("MGEN_Type_create_hindexed");
  *newtype = blocks(call, count, lengths, 0, places, true, old);
  mpi::note_contents(call, *newtype, {MGEN_COMBINER_HINDEXED, numbers(count, lengths),
                                      {places, places + count}, {old}});
  return MGEN_SUCCESS;
}

int MGEN_Type_create_hindexed_block(int count, int length, const MGEN_Aint places[], MGEN_Datatype old,
                                    MGEN_Datatype* newtype) {
  Call call("MGEN_Type_create_hindexed_block");
  *newtype = blocks(call, count, nullptr, length, places, true, old);
  mpi::note_contents(call, *newtype, {MGEN_COMBINER_HINDEXED_BLOCK, {count, length},
                                      {places, places + count}, {old}});
  return MGEN_SUCCESS;
}

int MGEN_Type_create_struct(int count, const int lengths[], const MGEN_Aint places[],
                            const MGEN_Datatype types[], MGEN_Datatype* newtype) {
  Call call("MGEN_Type_create_struct");
  call.check_count(count);
  std::vector<Layout> members;
  members.reserve(static_cast<std::size_t>(count));
  std::vector<Layout::Part> parts;
  for (int i = 0; i < count; ++i) {
    call.check_count(lengths[i]);
    members.push_back(layout_of(call, types[i]));
    parts.push_back({places[i], lengths[i], &members.back()});
  }
  *newtype = mpi::keep_layout(call, Layout::join(parts, true));
  mpi::note_contents(call, *newtype, {MGEN_COMBINER_STRUCT, numbers(count, lengths),
                                      {places, places + count}, {types, types + count}});
  return MGEN_SUCCESS;
}

// The rows of the block, repeated dimension by dimension; the extent is the whole array's.
int MGEN_Type_create_subarray(int dimensions, const int sizes[], const int subsizes[],
                              const int starts[], int order, MGEN_Datatype old,
                              MGEN_Datatype* newtype) {
  Call call("MGEN_Type_create_subarray");
  if (dimensions < 1) call.fail("{} dimensions; at least one is needed", dimensions);
  if (order != MGEN_ORDER_C && order != MGEN_ORDER_FORTRAN) {
    call.fail("order {} is neither MGEN_ORDER_C nor MGEN_ORDER_FORTRAN", order);
  }
  const Layout element = layout_of(call, old);
  Layout block = element;
  std::int64_t stride = element.extent, start = 0;
  for (int k = 0; k < dimensions; ++k) {
    const int d = order == MGEN_ORDER_C ? dimensions - 1 - k : k;
    if (subsizes[d] < 1 || starts[d] < 0 || starts[d] > sizes[d] - subsizes[d]) {
      call.fail("in dimension {}, {} elements from {} on are no part of {}", d, subsizes[d], starts[d],
                sizes[d]);
    }
    block = block.repeat(subsizes[d], 1, stride);
    start += starts[d] * stride;
    stride *= sizes[d];
  }
  block = block.shifted(start);
  block.lower = element.lower;
  block.extent = stride;
  *newtype = mpi::keep_layout(call, std::move(block));
  std::vector<int> integers = numbers(dimensions, sizes);
  integers.insert(integers.end(), subsizes, subsizes + dimensions);
  integers.insert(integers.end(), starts, starts + dimensions);
  integers.push_back(order);
  mpi::note_contents(call, *newtype, {MGEN_COMBINER_SUBARRAY, std::move(integers), {}, {old}});
  return MGEN_SUCCESS;
}

MGEN_Aint MGEN_Aint_add(MGEN_Aint base, MGEN_Aint displacement) {
  return static_cast<MGEN_Aint>(static_cast<std::uintptr_t>(base) +
                                static_cast<std::uintptr_t>(displacement));
}

MGEN_Aint MGEN_Aint_diff(MGEN_Aint a, MGEN_Aint b) {
  return static_cast<MGEN_Aint>(static_cast<std::uintptr_t>(a) - static_cast<std::uintptr_t>(b));
}

int MGEN_Get_address(const void* location, MGEN_Aint* address) {
  *address = reinterpret_cast<MGEN_Aint>(location);
  return MGEN_SUCCESS;
}

int MGEN_Pack_size(int count, MGEN_Datatype type, MGEN_Comm comm, int* size) {
  Call call("MGEN_Pack_size");
  call.check_count(count);
  comm_of(call, comm);
  const std::int64_t bytes = count * mpi::element_of(call, type).size;
  *size = bytes > INT32_MAX ? MGEN_UNDEFINED : static_cast<int>(bytes);
  return MGEN_SUCCESS;
}

int MGEN_Pack(const void* inbuf, int incount, MGEN_Datatype type, void* outbuf, int outsize,
              int* position, MGEN_Comm comm) {
  Call call("MGEN_Pack");
  const auto [bytes, moves] =
      check_packing(call, incount, type, comm, inbuf, outbuf, *position, outsize);
  call.spend(mpi::Activity::sending, bytes / call.world().params().eager_copy_rate);
  if (moves) {
    const Layout layout = layout_of(call, type);
    auto* const to = static_cast<std::byte*>(outbuf) + *position;
    if (!kasuri::without_fault([&] { layout.pack(inbuf, incount, to); })) {
      call.fail("the buffer {} or {} ({} bytes) cannot be read or written", inbuf, outbuf, bytes.n);
    }
  }
  *position += static_cast<int>(bytes.n);
  return MGEN_SUCCESS;
}

int MGEN_Unpack(const void* inbuf, int insize, int* position, void* outbuf, int outcount,
                MGEN_Datatype type, MGEN_Comm comm) {
  Call call("MGEN_Unpack");
  const auto [bytes, moves] =
      check_packing(call, outcount, type, comm, outbuf, inbuf, *position, insize);
  call.spend(mpi::Activity::receiving, bytes / call.world().params().eager_copy_rate);
  if (moves) {
    const Layout layout = layout_of(call, type);
    const auto* const from = static_cast<const std::byte*>(inbuf) + *position;
    if (!kasuri::without_fault([&] { layout.unpack(from, 0, bytes.n, outbuf); })) {
      call.fail("the buffer {} or {} ({} bytes) cannot be read or written", inbuf, outbuf, bytes.n);
    }
  } else if (outbuf && bytes.n > 0) {
    call.world().count_no_data(call.rank());
  }
  *position += static_cast<int>(bytes.n);
  return MGEN_SUCCESS;
}

}  // extern "C"
