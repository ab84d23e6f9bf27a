// SPDX-License-Identifier: MIT
// Personalised all-to-all by a ring of neighbours that store and forward (spec 1.5, ring_sf): in step s
// each rank passes P − s blocks to rank + 1, of which the first is that rank's. No message goes further
// than a neighbour, but blocks travel up to P − 1 times.
#include <utility>

#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct RingStoreAndForward final : Alltoall {
  using Alltoall::Alltoall;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = team.rank();
    const int left = (me - 1 + p) % p;
    const int right = (me + 1) % p;
    const Bytes size = call.out.bytes(0);
    const Team::Scratch a(team, size * p);
    const Team::Scratch b(team, size * p);
    void* out = a.data();  // the blocks to pass on, nearest destination first
    void* in = b.data();
    for (int s = 1; s < p; ++s) {
      team.copy(offset(call.send, call.out.at((me + s) % p)), offset(out, size * (s - 1)), size);
    }
    team.copy(offset(call.send, call.out.at(me)), offset(call.receive, call.in.at(me)), size);
    for (int s = 1; s < p; ++s) {
      team.exchange(right, out, size * (p - s), left, in, size * (p - s));
      team.copy(in, offset(call.receive, call.in.at((me - s + p) % p)), size);
      std::swap(out, in);
      out = offset(out, size);
      in = s % 2 ? a.data() : b.data();
    }
  }
};

const config::Register<RingStoreAndForward> alltoall_ring_sf{
    "ring-sf", "neighbours only: step s passes P - s blocks on to rank + 1"};

}  // namespace
}  // namespace kasuri::mpi
