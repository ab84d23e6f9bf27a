// SPDX-License-Identifier: MIT
// What functions of datatypes share with their twins for large counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "mpi/api/kept.h"

namespace kasuri::mpi {

// Products and sums of counts and sizes in bytes; too large ones are refused.
inline constexpr std::int64_t kMostBytes = std::int64_t{1} << 62;
inline std::int64_t product(Call& call, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result) || result > kMostBytes || result < -kMostBytes) {
    call.fail_as(MPI_ERR_COUNT, "{} times {} is too large", a, b);
  }
  return result;
}
inline std::int64_t sum(Call& call, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_add_overflow(a, b, &result) || result > kMostBytes || result < -kMostBytes) {
    call.fail_as(MPI_ERR_COUNT, "{} and {} more is too large", a, b);
  }
  return result;
}

inline void require_count(Call& call, std::int64_t count) {
  if (count < 0) call.fail_as(MPI_ERR_COUNT, "count {} is negative", count);
}

// A datatype as its constructor describes it.
inline MPI_Datatype keep_made(Call& call, Layout layout, TypeContents contents) {
  const MPI_Datatype made = keep_layout(call, std::move(layout));
  note_contents(call, made, std::move(contents));
  return made;
}

// Of MGEN_Type_create_subarray: the dimensions, their sizes, subsizes and starts, and the order.
Layout subarray(const Layout& element, std::span<const std::int64_t> integers);
// A datatype as it lies in a file of another representation, where an element of a predefined one has as
// many bytes as `bytes_of` says. Places in bytes stay; those in elements follow.
Layout layout_in_file(Call&, MPI_Datatype, std::int64_t (*bytes_of)(Call&, MPI_Datatype));

}  // namespace kasuri::mpi
