// SPDX-License-Identifier: MIT
// Gathering by all in a ring: in step s each rank passes on to its right neighbour the block that it
// got in the step before (Thakur, Rabenseifner, Gropp 2005, section 3.1). P − 1 steps.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct AllgatherRing final : Kind {
  using Kind::Kind;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int left = (team.rank() - 1 + p) % p;
    const int right = (team.rank() + 1) % p;
    const auto place = [&](int i) { return offset(call.receive, call.in.at(i)); };
    team.copy(call.send, place(team.rank()), call.bytes());
    for (int s = 0; s < p - 1; ++s) {
      const int give = (team.rank() - s + p) % p;
      const int get = (give - 1 + p) % p;
      team.exchange(right, place(give), call.in.bytes(give), left, place(get), call.in.bytes(get));
    }
  }
};

const config::Register<AllgatherRing<Allgather>> allgather_ring{
    "ring", "blocks pass around from neighbour to neighbour"};
const config::Register<AllgatherRing<Allgatherv>> allgatherv_ring{
    "ring", "blocks pass around from neighbour to neighbour"};

}  // namespace
}  // namespace kasuri::mpi
