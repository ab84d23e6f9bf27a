// SPDX-License-Identifier: MIT
// What links, routers, NICs and ranks did, chunk by chunk of simulated time. Sums over the chunks are the
// totals of the run, exactly.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/units.h"
#include "sim/watch.h"

namespace kasuri {

class Hdf5File;
struct Results;

// What is not zero, by chunk and then by number. Bytes count in the chunk in which they leave. The
// longest tables are kept column by column, as they are written.
struct ChunkTables {
  struct Links {
    std::vector<std::uint32_t> chunk, link;  // row of Results::links
    std::vector<Bytes> bytes;
    std::vector<Time> busy;
  };
  struct Nic {
    std::uint32_t chunk, nic;
    Bytes sent, received;
  };
  struct Router {
    std::uint32_t chunk, router;
    Bytes to_routers, to_nics, from_nics;
  };
  struct Ranks {
    std::vector<std::uint32_t> chunk, rank;  // row of Results::ranks
    // By activity, then in collectives.
    std::array<std::vector<Time>, Watched::kRankColumns> spent;
  };
  Time chunk{0};  // 0: nothing was split
  std::uint32_t chunks = 0;
  Links links;  // and `nics` are empty if only routers were split
  std::vector<Nic> nics;
  std::vector<Router> routers;
  Ranks ranks;

  static ChunkTables of(const Results&);
};

// Tables `chunks` and `…_by_chunk`.
void write_splits(Hdf5File&, const Results&);

}  // namespace kasuri
