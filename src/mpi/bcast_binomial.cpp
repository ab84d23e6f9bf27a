// SPDX-License-Identifier: MIT
// Broadcast along a binomial tree: who has the data passes it on at half the distance each time,
// ⌈log2 P⌉ rounds (Thakur, Rabenseifner, Gropp 2005, section 3.2).
#include "mpi/collective.h"

namespace kasuri::mpi {
namespace {

struct BcastBinomial final : Bcast {
  using Bcast::Bcast;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = (team.rank() - call.root + p) % p;  // counted from the root
    const auto real = [&](int r) { return (r + call.root) % p; };
    // The lowest set bit is the distance to the parent; the root has none.
    int distance = 1;
    while (distance < p && !(me & distance)) distance *= 2;
    if (me != 0) team.receive(real(me - distance), call.receive, call.bytes());
    for (distance /= 2; distance > 0; distance /= 2) {
      if (me + distance < p) team.send(real(me + distance), call.receive, call.bytes());
    }
  }
};

const config::Register<BcastBinomial> bcast_binomial{
    "binomial", "binomial tree, ceil(log2 P) rounds"};

}  // namespace
}  // namespace kasuri::mpi
