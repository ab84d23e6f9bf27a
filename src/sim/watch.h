// SPDX-License-Identifier: MIT
// What links carry and ranks do, split over chunks of time (statistics.split): one part of the machine.
// Splits of several parts are put together by ids, so that they do not show how the machine was cut.
#pragma once

#include <cstdint>
#include <vector>

#include "mpi/world.h"
#include "net/fabric.h"
#include "stats/time_split.h"

namespace kasuri {

struct StatisticsParams;

// What is split over chunks of time.
enum class Split : std::uint8_t { none, routers, links };

struct Watched {
  // Bytes. By links: cells are rows of the table of links, then NICs (what they inject). By routers: cell
  // 3 r + 0 is what router r sends to others, + 1 to its NICs, + 2 what its NICs inject.
  Split split = Split::none;
  SplitRows bytes;
  SplitRows slower;  // by links: for how many picoseconds longer they were held, see net/slow_links.h
  // Picoseconds; cell = rank × kRankColumns + activity, or kActivities: in collectives.
  SplitRows ranks;

  static constexpr std::uint32_t kRankColumns = mpi::RankSplit::kColumns;
  void merge(Watched&&);
  void sort();
};

template <class Archive>
void transfer(Archive& a, Watched& w) {
  a(w.split), transfer(a, w.bytes), transfer(a, w.slower), transfer(a, w.ranks);
}

class Watch {
 public:
  // Observes what is asked for from now on; fabric and world must outlive it. `split`: what "auto" came
  // to; not none.
  Watch(const StatisticsParams&, Split split, Fabric&, mpi::World&);

  Watched take();

 private:
  void split_sums(Time chunk);

  Fabric& f_;
  mpi::World& world_;
  Split split_;
  LinkSplit bytes_;
  mpi::RankSplit ranks_;
  std::vector<std::uint32_t> ids_;  // of bytes_'s cells, in all of the machine
};

}  // namespace kasuri
