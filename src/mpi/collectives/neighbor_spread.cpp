// SPDX-License-Identifier: MIT
// Neighbourhood collectives (MPI 4.1, section 8.6), all at once: what every MPI library does first.
#include "mpi/collectives/neighbours.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct NeighborSpread final : Kind {
  using Kind::Kind;

  void run(Team& team, const CollectiveCall& call) const override {
    const Neighbours& n = *call.neighbours;
    Team::Requests requests(team, static_cast<int>(n.sources.size() + n.destinations.size()));
    keep_own_blocks(team, call, Kind::kCollective);
    receive_blocks(team, call, requests);
    for (int j = 0; j < std::ssize(n.destinations); ++j) {
      const int to = n.destinations[static_cast<std::size_t>(j)];
      if (!is_other(team, to)) continue;
      const Block b = block_for(call, Kind::kCollective, j);
      requests.add(team.isend(to, b.data, b.bytes));
    }
    team.wait_all(requests.all());
  }
};

constexpr const char* kNeighborSpreadSummary =
    "post all receives, then all sends, then wait";
const config::Register<NeighborSpread<NeighborAllgather>> neighbor_allgather_spread{
    "spread", kNeighborSpreadSummary};
const config::Register<NeighborSpread<NeighborAllgatherv>> neighbor_allgatherv_spread{
    "spread", kNeighborSpreadSummary};
const config::Register<NeighborSpread<NeighborAlltoall>> neighbor_alltoall_spread{
    "spread", kNeighborSpreadSummary};
const config::Register<NeighborSpread<NeighborAlltoallv>> neighbor_alltoallv_spread{
    "spread", kNeighborSpreadSummary};

}  // namespace
}  // namespace kasuri::mpi
