// SPDX-License-Identifier: MIT
// Scattering along a chain of neighbours that begins at the root: each rank keeps the first block and
// passes the others on (store and forward).
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct ScatterChain final : Scatter {
  using Scatter::Scatter;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = (team.rank() - call.root + p) % p;
    const Bytes size = call.bytes();
    const int behind = p - 1 - me;  // ranks further from the root
    const Team::Scratch space(team, size * (behind + 1));
    if (me == 0) {
      for (int i = 0; i < p; ++i) {
        team.copy(offset(call.send, call.out.at((i + call.root) % p)), offset(space.data(), size * i),
                  size);
      }
    } else {
      team.receive((team.rank() - 1 + p) % p, space.data(), size * (behind + 1));
    }
    if (behind > 0) team.send((team.rank() + 1) % p, offset(space.data(), size), size * behind);
    // In place, the root's block is where it shall be.
    team.copy(me == 0 ? offset(call.send, call.out.at(call.root)) : space.data(), call.receive, size);
  }
};

const config::Register<ScatterChain> scatter_chain{
    "chain", "from the root from neighbour to neighbour; the message shrinks by a block per step"};

}  // namespace
}  // namespace kasuri::mpi
