// SPDX-License-Identifier: MIT
// Barrier through rank 0: all signal it, it signals all. The worst that can be done, for comparison.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct BarrierLinear final : Barrier {
  using Barrier::Barrier;

  void run(Team& team, const CollectiveCall&) const override {
    if (team.rank() != 0) {
      team.send(0, nullptr, {0});
      team.receive(0, nullptr, {0});
      return;
    }
    Team::Requests requests(team, 2 * (team.size() - 1));
    for (int r = 1; r < team.size(); ++r) requests.add(team.ireceive(r, nullptr, {0}));
    team.wait_all(requests.all());
    requests.clear();
    for (int r = 1; r < team.size(); ++r) requests.add(team.isend(r, nullptr, {0}));
    team.wait_all(requests.all());
  }
};

const config::Register<BarrierLinear> barrier_linear{
    "linear", "all ranks signal rank 0, which answers them"};

}  // namespace
}  // namespace kasuri::mpi
