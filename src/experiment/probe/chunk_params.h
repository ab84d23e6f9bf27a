// SPDX-License-Identifier: MIT
// The settings of probes that add up by chunks of time (base/stats/time_split.h).
#pragma once

#include <cstdint>
#include <optional>

#include "base/config/fields.h"
#include "base/stats/time_split.h"

namespace kasuri {

struct ChunkParams {
  std::optional<Time> chunk;

  // Of so many cells, in bytes.
  std::uint64_t memory_of(std::uint64_t cells, Time limit) const {
    if (!chunk || limit == kNever) return TimeSplit::bytes(cells);
    return cells * sizeof(std::int64_t) * static_cast<std::uint64_t>(limit.ps / chunk->ps + 1);
  }
  static config::Fields<ChunkParams> fields() {
    return {config::field("chunk", &ChunkParams::chunk,
                          "length of the chunks of time; default: it grows with the run, so that there are "
                          "64 to 128 of them")
                .range(Time{1000}, Time{3'600'000'000'000'000})};
  }
};

}  // namespace kasuri
