// SPDX-License-Identifier: MIT
// Broadcast by the root to each rank, all at once: P − 1 messages leave it.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct BcastLinear final : Bcast {
  using Bcast::Bcast;

  void run(Team& team, const CollectiveCall& call) const override {
    if (team.rank() != call.root) return team.receive(call.root, call.receive, call.bytes());
    Team::Requests requests(team, team.size() - 1);
    for (int s = 1; s < team.size(); ++s) {
      requests.add(team.isend((call.root + s) % team.size(), call.receive, call.bytes()));
    }
    team.wait_all(requests.all());
  }
};

const config::Register<BcastLinear> bcast_linear{"linear", "the root sends to each rank"};

}  // namespace
}  // namespace kasuri::mpi
