// SPDX-License-Identifier: MIT
// Scattering by the root: it sends to everyone at once.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct ScatterLinear final : Kind {
  using Kind::Kind;

  void run(Team& team, const CollectiveCall& call) const override {
    if (team.rank() != call.root) return team.receive(call.root, call.receive, call.bytes());
    Team::Requests requests(team, team.size() - 1);
    for (int r = 0; r < team.size(); ++r) {
      const void* place = offset(call.send, call.out.at(r));
      if (r == call.root) team.copy(place, call.receive, call.bytes());
      else requests.add(team.isend(r, place, call.out.bytes(r)));
    }
    team.wait_all(requests.all());
  }
};

const config::Register<ScatterLinear<Scatter>> scatter_linear{
    "linear", "the root sends to all ranks at once"};
const config::Register<ScatterLinear<Scatterv>> scatterv_linear{
    "linear", "the root sends to all ranks at once"};

}  // namespace
}  // namespace kasuri::mpi
