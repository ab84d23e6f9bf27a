// SPDX-License-Identifier: MIT
// Broadcast of long messages: a binomial tree scatters P parts, a ring gathers them at all ranks
// (van de Geijn; Thakur, Rabenseifner, Gropp 2005, section 3.2). Each rank sends hardly more than the
// message twice, whatever P.
#include "mpi/collectives/scattered.h"

namespace kasuri::mpi {
namespace {

struct ScatterAllgather final : Bcast {
  using Bcast::Bcast;

  void run(Team& team, const CollectiveCall& call) const override {
    Scattered parts(team, call);
    parts.scatter();
    parts.pass_around();
  }
};

const config::Register<ScatterAllgather> bcast_scatter_allgather{
    "scatter-allgather", "scatter along a binomial tree, then ring allgather"};

}  // namespace
}  // namespace kasuri::mpi
