// SPDX-License-Identifier: MIT
// Broadcast of messages of middle length: a binomial tree scatters P parts, recursive doubling gathers them
// at all ranks (Thakur, Rabenseifner, Gropp 2005, section 3.2). Where P is no power of two, a ring gathers.
#include <bit>

#include "mpi/collectives/scattered.h"

namespace kasuri::mpi {
namespace {

struct ScatterAllgatherDoubling final : Bcast {
  using Bcast::Bcast;

  void run(Team& team, const CollectiveCall& call) const override {
    Scattered parts(team, call);
    parts.scatter();
    if (!std::has_single_bit(static_cast<unsigned>(team.size()))) return parts.pass_around();
    for (int distance = 1; distance < team.size(); distance *= 2) {
      const int mine = parts.me() & ~(distance - 1);
      parts.swap(parts.me() ^ distance, mine, mine ^ distance, distance);
    }
  }
};

const config::Register<ScatterAllgatherDoubling> scatter_allgather_doubling{
    "scatter-allgather-doubling",
    "scatter along a binomial tree, then allgather by recursive doubling"};

}  // namespace
}  // namespace kasuri::mpi
