// SPDX-License-Identifier: MIT
// Gathering by all by recursive doubling (Thakur, Rabenseifner, Gropp 2005, section 3.1): in round k
// ranks 2^k apart exchange all that they have. If P is not a power of two, neighbours act for the
// surplus.
#include "mpi/collectives/blocks.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct AllgatherRecursiveDoubling final : Kind {
  using Kind::Kind;

  void run(Team& team, const CollectiveCall& call) const override {
    const Core core(team);
    const int p = team.size();
    const int rank = team.rank();
    InRankOrder all(team, call);
    if (core.stands_back()) {
      team.send(core.neighbour(), all.block(rank), all.bytes(rank, rank + 1));
      team.receive(core.neighbour(), all.data(), all.bytes(0, p));
      return all.finish();
    }
    if (core.acts_for_two()) {
      team.receive(core.neighbour(), all.block(rank + 1), all.bytes(rank + 1, rank + 2));
    }
    for (int distance = 1; distance < core.size(); distance *= 2) {
      const int mine = core.me() & ~(distance - 1);
      const int theirs = mine ^ distance;
      const int partner = core.rank_of(core.me() ^ distance);
      const int from = core.first(mine);
      const int get = core.first(theirs);
      team.exchange(partner, all.block(from), all.bytes(from, core.first(mine + distance)), partner,
                    all.block(get), all.bytes(get, core.first(theirs + distance)));
    }
    if (core.acts_for_two()) team.send(core.neighbour(), all.data(), all.bytes(0, p));
    all.finish();
  }
};

constexpr const char* kAllgatherRecursiveDoublingSummary =
    "round k: exchange all blocks with rank XOR 2^k";
const config::Register<AllgatherRecursiveDoubling<Allgather>> allgather_recursive_doubling{
    "recursive-doubling", kAllgatherRecursiveDoublingSummary};
const config::Register<AllgatherRecursiveDoubling<Allgatherv>> allgatherv_recursive_doubling{
    "recursive-doubling", kAllgatherRecursiveDoublingSummary};

}  // namespace
}  // namespace kasuri::mpi
