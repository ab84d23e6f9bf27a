// SPDX-License-Identifier: MIT
// Gathering along a chain of neighbours that ends at the root: each rank passes on what came and then
// its own block (store and forward). For networks where only neighbours are near.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct GatherChain final : Gather {
  using Gather::Gather;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = (team.rank() - call.root + p) % p;
    const Bytes size = call.bytes();
    const int behind = p - 1 - me;  // ranks further from the root
    const Team::Scratch space(team, size * (behind + 1));
    team.copy(call.send, space.data(), size);
    if (behind > 0) {
      team.receive((team.rank() + 1) % p, offset(space.data(), size), size * behind);
    }
    if (me != 0) return team.send((team.rank() - 1 + p) % p, space.data(), size * (behind + 1));
    for (int i = 0; i < p; ++i) {
      team.copy(offset(space.data(), size * i), offset(call.receive, call.in.at((i + call.root) % p)),
                size);
    }
  }
};

const config::Register<GatherChain> gather_chain{
    "chain", "from neighbour to neighbour to the root; the message grows by a block per step"};

}  // namespace
}  // namespace kasuri::mpi
