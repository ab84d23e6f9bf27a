// SPDX-License-Identifier: MIT
// Gathering along a binomial tree: who has the blocks of its subtree passes them on in one message,
// ⌈log2 P⌉ rounds.
#include <algorithm>

#include "mpi/collective.h"

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
    const Team::Scratch space(team, size * mine);
    team.copy(call.send, space.data(), size);
    for (int distance = 1; distance < span; distance *= 2) {
      const int child = me + distance;
      if (child >= p) break;
      team.receive(real(child), offset(space.data(), size * distance),
                   size * std::min(distance, p - child));
    }
    if (me != 0) return team.send(real(me - span), space.data(), size * mine);
    for (int i = 0; i < p; ++i) {
      team.copy(offset(space.data(), size * i), offset(call.receive, call.in.at(real(i))), size);
    }
  }
};

const config::Register<GatherBinomial> gather_binomial{
    "binomial", "blocks join up along a binomial tree"};

}  // namespace
}  // namespace kasuri::mpi
