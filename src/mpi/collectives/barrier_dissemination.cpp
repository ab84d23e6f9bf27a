// SPDX-License-Identifier: MIT
// Barrier by dissemination (Hensgen, Finkel, Manber 1988): in round k rank r signals r + 2^k and
// waits for r − 2^k; after ⌈log2 P⌉ rounds everyone has heard of everyone.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct Dissemination final : Barrier {
  using Barrier::Barrier;

  void run(Team& team, const CollectiveCall&) const override {
    const int p = team.size();
    for (int distance = 1; distance < p; distance *= 2) {
      team.exchange((team.rank() + distance) % p, nullptr, {0},
                    (team.rank() - distance + p) % p, nullptr, {0});
    }
  }
};

const config::Register<Dissemination> barrier_dissemination{
    "dissemination", "round k: signal rank + 2^k, wait for rank - 2^k; ceil(log2 P) rounds"};

}  // namespace
}  // namespace kasuri::mpi
