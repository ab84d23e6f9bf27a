// SPDX-License-Identifier: MIT
// Personalised all-to-all by ring (spec 1.5): in step s = 1 … P − 1 rank r sends to r + s and
// receives from r − s (mod P).
#include "mpi/collective.h"

namespace kasuri::mpi {
namespace {

struct Ring final : Alltoall {
  using Alltoall::Alltoall;

  void run(Team& team, const CollectiveCall& call) const override {
    const Bytes size = call.bytes();
    const int p = team.size();
    const Bytes own = size * team.rank();
    team.copy(offset(call.send, own), offset(call.receive, own), size);
    for (int s = 1; s < p; ++s) {
      const int to = (team.rank() + s) % p;
      const int from = (team.rank() - s + p) % p;
      team.exchange(to, offset(call.send, size * to), size, from,
                    offset(call.receive, size * from), size);
    }
  }
};

const config::Register<Ring> component{"ring", "step s: send to rank + s, receive from rank - s"};

}  // namespace
}  // namespace kasuri::mpi
