// SPDX-License-Identifier: MIT
// Gathering by the root: everyone sends to it at once.
#include "mpi/collective.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct GatherLinear final : Kind {
  using Kind::Kind;

  void run(Team& team, const CollectiveCall& call) const override {
    if (team.rank() != call.root) return team.send(call.root, call.send, call.bytes());
    Team::Requests requests(team, team.size() - 1);
    for (int r = 0; r < team.size(); ++r) {
      void* place = offset(call.receive, call.in.at(r));
      if (r == call.root) team.copy(call.send, place, call.bytes());
      else requests.add(team.ireceive(r, place, call.in.bytes(r)));
    }
    team.wait_all(requests.all());
  }
};

const config::Register<GatherLinear<Gather>> gather_linear{
    "linear", "everyone sends to the root at once"};
const config::Register<GatherLinear<Gatherv>> gatherv_linear{
    "linear", "everyone sends to the root at once"};

}  // namespace
}  // namespace kasuri::mpi
