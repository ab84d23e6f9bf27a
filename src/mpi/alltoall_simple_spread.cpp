// SPDX-License-Identifier: MIT
// Personalised all-to-all by simple spread (spec 1.5): everything non-blocking at once, to rank +
// 1, rank + 2, …, then wait for all.
#include "mpi/collective.h"

namespace kasuri::mpi {
namespace {

struct SimpleSpread final : Alltoall {
  using Alltoall::Alltoall;

  void run(Team& team, const CollectiveCall& call) const override {
    const Bytes size = call.bytes();
    const int p = team.size();
    const Bytes own = size * team.rank();
    team.copy(offset(call.send, own), offset(call.receive, own), size);
    Team::Requests requests(team, 2 * (p - 1));
    for (int s = 1; s < p; ++s) {
      const int from = (team.rank() - s + p) % p;
      requests.add(team.ireceive(from, offset(call.receive, size * from), size));
    }
    for (int s = 1; s < p; ++s) {
      const int to = (team.rank() + s) % p;
      requests.add(team.isend(to, offset(call.send, size * to), size));
    }
    team.wait_all(requests.all());
  }
};

const config::Register<SimpleSpread> component{
    "simple-spread", "all at once: receives, then sends to rank + 1, rank + 2, …, then wait"};

}  // namespace
}  // namespace kasuri::mpi
