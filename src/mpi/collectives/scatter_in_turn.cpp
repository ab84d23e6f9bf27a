// SPDX-License-Identifier: MIT
// Scattering by the root in the order of ranks, one blocking send after the other.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct ScatterInTurn final : Kind {
  using Kind::Kind;

  void run(Team& team, const CollectiveCall& call) const override {
    if (team.rank() != call.root) return team.receive(call.root, call.receive, call.bytes());
    for (int r = 0; r < team.size(); ++r) {
      const void* place = offset(call.send, call.out.at(r));
      if (r == call.root) team.copy(place, call.receive, call.bytes());
      else team.send(r, place, call.out.bytes(r));
    }
  }
};

const config::Register<ScatterInTurn<Scatter>> scatter_in_turn{
    "in-turn", "the root sends one block after another"};
const config::Register<ScatterInTurn<Scatterv>> scatterv_in_turn{
    "in-turn", "the root sends one block after another"};

}  // namespace
}  // namespace kasuri::mpi
