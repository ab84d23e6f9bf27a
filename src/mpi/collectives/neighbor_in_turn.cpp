// SPDX-License-Identifier: MIT
// Neighbourhood collectives, one send after the other: on a grid dimension by dimension, first down, then
// up, so that the links of a torus that is mapped well carry one direction at a time and a NIC has one
// message under way. Receives are posted before, so no order of neighbours can deadlock.
#include "mpi/collectives/neighbours.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct NeighborInTurn final : Kind {
  using Kind::Kind;

  void run(Team& team, const CollectiveCall& call) const override {
    const Neighbours& n = *call.neighbours;
    Team::Requests receives(team, static_cast<int>(n.sources.size()));
    keep_own_blocks(team, call, Kind::kCollective);
    receive_blocks(team, call, receives);
    for (int j = 0; j < std::ssize(n.destinations); ++j) {
      const int to = n.destinations[static_cast<std::size_t>(j)];
      if (!is_other(team, to)) continue;
      const Block b = block_for(call, Kind::kCollective, j);
      team.send(to, b.data, b.bytes);
    }
    team.wait_all(receives.all());
  }
};

constexpr const char* kNeighborInTurnSummary = "post all receives, then send to one neighbour after the "
                                               "other";
const config::Register<NeighborInTurn<NeighborAllgather>> neighbor_allgather_in_turn{
    "in-turn", kNeighborInTurnSummary};
const config::Register<NeighborInTurn<NeighborAllgatherv>> neighbor_allgatherv_in_turn{
    "in-turn", kNeighborInTurnSummary};
const config::Register<NeighborInTurn<NeighborAlltoall>> neighbor_alltoall_in_turn{
    "in-turn", kNeighborInTurnSummary};
const config::Register<NeighborInTurn<NeighborAlltoallv>> neighbor_alltoallv_in_turn{
    "in-turn", kNeighborInTurnSummary};

}  // namespace
}  // namespace kasuri::mpi
