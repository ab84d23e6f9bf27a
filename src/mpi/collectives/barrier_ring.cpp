// SPDX-License-Identifier: MIT
// Barrier by a token that passes twice around: after the first round rank 0 knows that all have come,
// the second tells them.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct BarrierRing final : Barrier {
  using Barrier::Barrier;

  void run(Team& team, const CollectiveCall&) const override {
    const int p = team.size();
    if (p == 1) return;
    const int left = (team.rank() - 1 + p) % p;
    const int right = (team.rank() + 1) % p;
    for (int round = 0; round < 2; ++round) {
      if (team.rank() != 0) team.receive(left, nullptr, {0});
      team.send(right, nullptr, {0});
      if (team.rank() == 0) team.receive(left, nullptr, {0});
    }
  }
};

const config::Register<BarrierRing> barrier_ring{"ring", "a token passes twice around a ring"};

}  // namespace
}  // namespace kasuri::mpi
