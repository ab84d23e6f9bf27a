// SPDX-License-Identifier: MIT
// Long vectors in segments, for algorithms that pass them along a chain of ranks: while one segment
// is sent on, the next is received.
#pragma once

#include <algorithm>

#include "mpi/ranks/collective.h"

namespace kasuri::mpi {

struct SegmentParams {
  Bytes segment{8192};

  static config::Fields<SegmentParams> fields() {
    return {config::field("segment", &SegmentParams::segment,
                          "size of a segment; larger segments wait longer for their data, smaller ones "
                          "need more messages")
                .range(Bytes{1}, Bytes{1 << 30})};
  }
};

// The segments of `total` elements: at least one element each, and one segment if there is nothing.
struct Segments {
  std::int64_t total;
  std::int64_t each;

  Segments(std::int64_t count, std::int64_t element, Bytes segment)
      : total(count), each(std::max<std::int64_t>(1, segment.n / element)) {}
  int number() const {
    return static_cast<int>(std::max<std::int64_t>(1, (total + each - 1) / each));
  }
  std::int64_t at(int i) const { return i * each; }
  std::int64_t count(int i) const { return std::min(each, total - at(i)); }
};

}  // namespace kasuri::mpi
