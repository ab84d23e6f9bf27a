// SPDX-License-Identifier: MIT
// Barrier along a binomial tree: signals go up to rank 0 and down again, 2 ⌈log2 P⌉ rounds with P − 1
// messages each way.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct BarrierBinomial final : Barrier {
  using Barrier::Barrier;

  void run(Team& team, const CollectiveCall&) const override {
    const int p = team.size();
    const int me = team.rank();
    int distance = 1;
    for (; distance < p && !(me & distance); distance *= 2) {
      if (me + distance < p) team.receive(me + distance, nullptr, {0});
    }
    if (me != 0) {
      team.send(me - distance, nullptr, {0});
      team.receive(me - distance, nullptr, {0});
    }
    for (distance /= 2; distance > 0; distance /= 2) {
      if (me + distance < p) team.send(me + distance, nullptr, {0});
    }
  }
};

const config::Register<BarrierBinomial> barrier_binomial{
    "binomial", "signals up a binomial tree, then down"};

}  // namespace
}  // namespace kasuri::mpi
