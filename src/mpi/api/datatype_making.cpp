// SPDX-License-Identifier: MIT
// Layouts from the arguments of constructors of datatypes (MPI 4.1, sections 5.1.3 and 5.1.13).
#include "mpi/api/datatype_making.h"

#include <vector>

namespace kasuri::mpi {

// The rows of the block, repeated dimension by dimension; the extent is the whole array's.
Layout subarray(const Layout& element, std::span<const std::int64_t> integers) {
  const auto dimensions = static_cast<std::size_t>(integers[0]);
  const auto sizes = integers.subspan(1), subsizes = sizes.subspan(dimensions),
             starts = subsizes.subspan(dimensions);
  const bool is_c = integers.back() == MPI_ORDER_C;
  Layout block = element;
  std::int64_t stride = element.extent, start = 0;
  for (std::size_t k = 0; k < dimensions; ++k) {
    const std::size_t d = is_c ? dimensions - 1 - k : k;
    block = block.repeat(subsizes[d], 1, stride);
    start += starts[d] * stride;
    stride *= sizes[d];
  }
  block = block.shifted(start);
  block.lower = element.lower;
  block.extent = stride;
  return block;
}

namespace {

// `count` blocks with a length each, or all with one; places in bytes or elements.
Layout indexed(const TypeContents& c, std::span<const Layout> types, bool one_length, bool in_bytes) {
  const auto count = static_cast<std::size_t>(c.integers[0]);
  std::vector<Layout::Part> parts;
  for (std::size_t i = 0; i < count; ++i) {
    const Layout& type = types.size() == 1 ? types[0] : types[i];
    const std::int64_t place =
        in_bytes ? c.addresses[i] : c.integers[(one_length ? 2 : 1 + count) + i] * type.extent;
    parts.push_back({place, c.integers[one_length ? 1 : 1 + i], &type});
  }
  return Layout::join(parts, false);
}

}  // namespace

Layout layout_in_file(Call& call, MPI_Datatype type, std::int64_t (*bytes_of)(Call&, MPI_Datatype)) {
  const auto& all = Kept::of(call).contents;
  const auto found = all.find(type);
  if (found == all.end() || found->second.types.empty()) return Layout::of(bytes_of(call, type));
  const TypeContents& c = found->second;
  std::vector<Layout> types;
  for (const MPI_Datatype t : c.types) types.push_back(layout_in_file(call, t, bytes_of));
  const Layout& old = types[0];
  switch (c.combiner) {
    case MPI_COMBINER_DUP: return old;
    case MPI_COMBINER_CONTIGUOUS: return old.repeat(1, c.integers[0], 0);
    case MPI_COMBINER_VECTOR: return old.repeat(c.integers[0], c.integers[1], c.integers[2] * old.extent);
    case MPI_COMBINER_HVECTOR: return old.repeat(c.integers[0], c.integers[1], c.addresses[0]);
    case MPI_COMBINER_INDEXED: return indexed(c, types, false, false);
    case MPI_COMBINER_INDEXED_BLOCK: return indexed(c, types, true, false);
    case MPI_COMBINER_HINDEXED: return indexed(c, types, false, true);
    case MPI_COMBINER_HINDEXED_BLOCK: return indexed(c, types, true, true);
    case MPI_COMBINER_STRUCT: return indexed(c, types, false, true);
    case MPI_COMBINER_SUBARRAY: return subarray(old, c.integers);
    case MPI_COMBINER_RESIZED: {
      Layout resized = old;
      resized.lower = c.addresses[0];
      resized.extent = c.addresses[1];
      return resized;
    }
    default: break;
  }
  call.fail_as(MPI_ERR_UNSUPPORTED_DATAREP,
               "external32 does not support this datatype in a file, as parts of it change their size");
}

}  // namespace kasuri::mpi
