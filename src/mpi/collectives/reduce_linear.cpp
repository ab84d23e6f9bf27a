// SPDX-License-Identifier: MIT
// Reduction by the root alone: it receives from each rank in turn and adds up.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct ReduceLinear final : Reduce {
  using Reduce::Reduce;

  void run(Team& team, const CollectiveCall& call) const override {
    if (team.rank() != call.root) {
      team.is_peer((team.rank() - call.root + team.size()) % team.size());
      return team.send(call.root, call.send, call.bytes());
    }
    const Team::Scratch incoming(team, call.bytes());
    team.copy(call.send, call.receive, call.bytes());
    for (int s = 1; s < team.size(); ++s) {
      team.receive((call.root + s) % team.size(), incoming.data(), call.bytes());
      team.combine(call, incoming.data(), call.receive);
    }
  }
};

const config::Register<ReduceLinear> reduce_linear{
    "linear", "the root receives from each rank in turn"};

}  // namespace
}  // namespace kasuri::mpi
