// SPDX-License-Identifier: MIT
// Derived datatypes (MPI 4.1, section 5.1): where the bytes of an element lie, as nested loops around a
// contiguous block, or around pieces at irregular places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mpi/ranks/datatype.h"

namespace kasuri::mpi {

// All in bytes. Places are relative to the address that a call is given.
struct Layout {
  struct Loop {
    std::int64_t count;
    std::int64_t stride;
  };
  struct Piece {
    std::int64_t place;
    std::int64_t bytes;
  };
  std::vector<Loop> loops;  // the outermost first
  std::int64_t block = 0;   // what stands in the innermost one, at its beginning,
  std::vector<Piece> pieces;  // or these, in the order of the data
  std::int64_t size = 0;    // of the data
  std::int64_t lower = 0;   // MPI's lower bound
  std::int64_t extent = 0;  // from one element to the next
  std::int64_t alignment = 1;  // of the most demanding of what it is made of
  std::int64_t parts = 0;      // predefined elements in it,
  std::int64_t part = 0;       // and their size in bytes; 0: they differ
  bool committed = false;
  bool freed = false;
  std::int16_t same_as = -1;  // the Type that it is another handle of
  bool absolute = false;  // its places are addresses (MPI 4.1, 5.1.12), to be used with MPI_BOTTOM

  static Layout of(std::int64_t bytes, std::int64_t alignment = 1) {
    return {.loops = {}, .block = bytes, .pieces = {}, .size = bytes, .lower = 0, .extent = bytes,
            .alignment = alignment, .parts = 1, .part = bytes};
  }
  // `count` × `length` elements of this, each group `stride` after the one before.
  Layout repeat(std::int64_t count, std::int64_t length, std::int64_t stride) const;
  // Its data `by` further on; bounds stay.
  Layout shifted(std::int64_t by) const;

  // `length` elements of `of`, the first at `place`.
  struct Part {
    std::int64_t place;
    std::int64_t length;
    const Layout* of;
  };
  // All of them, one behind the other in the data. `pads`: the extent becomes a multiple of the alignment,
  // as a compiler lays out a struct.
  static Layout join(std::span<const Part>, bool pads);

  // Where data begin and end, without markers of bounds.
  struct Span {
    std::int64_t begin = 0, end = 0;
  };
  Span true_span() const;

  // Whether elements follow each other without holes.
  bool is_contiguous() const {
    return loops.empty() && pieces.empty() && size == extent && lower == 0;
  }

  // Where the data of `count` elements begin and end.
  Span true_span(std::int64_t count) const;
  // Whether a call with this address has data, or means sizes only.
  bool has_data(const void* buffer) const { return buffer || absolute; }
  // Whether its places can only be addresses: relative to a buffer, they would be out of all reach.
  bool looks_absolute() const;

  // Between elements in a program's buffer and bytes without holes: bytes `first` to `end` of these, at
  // `packed`.
  void pack(const void* buffer, std::int64_t first, std::int64_t end, std::byte* packed) const;
  void unpack(const std::byte* packed, std::int64_t first, std::int64_t end, void* buffer) const;
  void pack(const void* from, std::int64_t count, std::byte* to) const { pack(from, 0, count * size, to); }
  // Where bytes `first` to `end` of the data of elements behind one another are; neighbours are joined.
  std::vector<Piece> places(std::int64_t first, std::int64_t end) const;
};

// Of predefined pairs with holes; null for other types.
const Layout* pair_with_holes(Type);

}  // namespace kasuri::mpi
