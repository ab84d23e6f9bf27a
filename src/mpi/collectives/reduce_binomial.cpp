// SPDX-License-Identifier: MIT
// Reduction along a binomial tree towards the root, ⌈log2 P⌉ rounds (Thakur, Rabenseifner, Gropp
// 2005, section 3.5). Partial results combine neighbouring ranks counted from the root, in one
// fixed order, so floating-point results do not depend on timing.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct ReduceBinomial final : Reduce {
  using Reduce::Reduce;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = (team.rank() - call.root + p) % p;  // counted from the root
    const auto real = [&](int r) { return (r + call.root) % p; };
    if (me & 1) return team.send(real(me - 1), call.send, call.bytes());  // a leaf
    const Team::Scratch incoming(team, call.bytes());
    const Team::Scratch partial(team, me == 0 ? Bytes{0} : call.bytes());
    void* result = me == 0 ? call.receive : partial.data();
    team.copy(call.send, result, call.bytes());
    for (int distance = 1; distance < p; distance *= 2) {
      if (me & distance) {
        team.send(real(me - distance), result, call.bytes());
        return;
      }
      if (me + distance < p) {
        team.receive(real(me + distance), incoming.data(), call.bytes());
        team.combine(call, incoming.data(), result);
      }
    }
  }
};

const config::Register<ReduceBinomial> reduce_binomial{
    "binomial", "binomial tree, ceil(log2 P) rounds"};

}  // namespace
}  // namespace kasuri::mpi
