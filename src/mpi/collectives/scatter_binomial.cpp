// SPDX-License-Identifier: MIT
// Scattering along a binomial tree: who has the blocks of its subtree passes halves of them on,
// ⌈log2 P⌉ rounds.
#include <algorithm>

#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct ScatterBinomial final : Scatter {
  using Scatter::Scatter;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = (team.rank() - call.root + p) % p;  // counted from the root
    const auto real = [&](int r) { return (r + call.root) % p; };
    const Bytes size = call.bytes();
    int span = 1;  // the subtree: me … me + span − 1
    while (span < p && !(me & span)) span *= 2;
    const int mine = std::min(span, p - me);
    // Counted from rank 0, blocks are in the order in which they are wanted.
    const bool in_place = me == 0 && call.root == 0;
    const Team::Scratch space(team, in_place ? Bytes{0} : size * mine);
    const void* const blocks = in_place ? call.send : space.data();
    if (me == 0) {
      for (int i = 0; i < p && !in_place; ++i) {
        team.copy(offset(call.send, call.out.at(real(i))), offset(space.data(), size * i), size);
      }
    } else {
      team.receive(real(me - span), space.data(), size * mine);
    }
    for (int distance = span / 2; distance > 0; distance /= 2) {
      const int child = me + distance;
      if (child >= p) continue;
      team.send(real(child), offset(blocks, size * distance),
                size * std::min(distance, p - child));
    }
    // In place, the root's block is where it shall be.
    team.copy(me == 0 ? offset(call.send, call.out.at(call.root)) : space.data(), call.receive, size);
  }
};

const config::Register<ScatterBinomial> scatter_binomial{
    "binomial", "binomial tree, ceil(log2 P) rounds; messages shrink away from the root"};

}  // namespace
}  // namespace kasuri::mpi
