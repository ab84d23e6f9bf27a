// SPDX-License-Identifier: MIT
// Gathering along a binomial tree: who has the blocks of its subtree passes them on in one message,
// ⌈log2 P⌉ rounds.
#include <algorithm>

#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct GatherBinomial final : Gather {
  using Gather::Gather;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = (team.rank() - call.root + p) % p;  // counted from the root
    const auto real = [&](int r) { return (r + call.root) % p; };
    const Bytes size = call.bytes();
    int span = 1;  // the subtree: me … me + span − 1
    while (span < p && !(me & span)) span *= 2;
    const int mine = std::min(span, p - me);
    // Counted from rank 0, blocks come in the order in which they are wanted.
    const bool in_place = me == 0 && call.root == 0;
    const Team::Scratch space(team, in_place ? Bytes{0} : size * mine);
    void* const blocks = in_place ? call.receive : space.data();
    team.copy(call.send, blocks, size);
    for (int distance = 1; distance < span; distance *= 2) {
      const int child = me + distance;
      if (child >= p) break;
      team.receive(real(child), offset(blocks, size * distance),
                   size * std::min(distance, p - child));
    }
    if (me != 0) return team.send(real(me - span), blocks, size * mine);
    for (int i = 0; i < p && !in_place; ++i) {
      team.copy(offset(blocks, size * i), offset(call.receive, call.in.at(real(i))), size);
    }
  }
};

const config::Register<GatherBinomial> gather_binomial{
    "binomial", "binomial tree, ceil(log2 P) rounds; messages grow towards the root"};

}  // namespace
}  // namespace kasuri::mpi
