// SPDX-License-Identifier: MIT
// The settings of the probe "chunks", which `statistics.split` and `statistics.chunk` are short forms of.
#pragma once

#include <cstdint>
#include <optional>

#include "base/config/fields.h"

namespace kasuri {

enum class ChunkTables { automatic, routers, links };
constexpr auto names_of(ChunkTables) { return name_table("auto", "routers", "links"); }

struct ChunksParams {
  // Tables of each link are made only if they are asked for by name where there are more links.
  static constexpr std::uint64_t kManyLinks = 100'000;

  ChunkTables of = ChunkTables::automatic;
  std::optional<Time> chunk;

  static config::Fields<ChunksParams> fields();
};

}  // namespace kasuri
