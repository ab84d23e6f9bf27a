// SPDX-License-Identifier: MIT
// Gathering by all by neighbour exchange (Chen, Carter, Bourgeois 2005): ranks swap with their two
// neighbours in turn, first the own block, then the two blocks that came last. P / 2 steps; an odd P takes
// a ring.
#include "mpi/collectives/blocks.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct NeighborExchange final : Kind {
  using Kind::Kind;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size(), me = team.rank();
    InRankOrder all(team, call);
    // Sends blocks give ... give + n - 1 in one message, for as many from `get` on.
    const auto exchange = [&](int to, int give, int from, int get, int n) {
      team.exchange(to, all.block(give), all.bytes(give, give + n), from, all.block(get),
                    all.bytes(get, get + n));
    };
    const int left = (me - 1 + p) % p, right = (me + 1) % p;
    if (p % 2) {
      for (int s = 0; s < p - 1; ++s) exchange(right, (me - s + p) % p, left, (left - s + p) % p, 1);
      return all.finish();
    }
    const bool even = me % 2 == 0;
    const int neighbour[] = {even ? right : left, even ? left : right};
    exchange(neighbour[0], me, neighbour[0], neighbour[0], 1);
    // Pairs of blocks begin at even numbers: the own pair goes first, then what came last.
    int give = me - me % 2;
    int get[] = {give, give};
    for (int step = 1; step < p / 2; ++step) {
      const int side = step % 2;
      get[side] = (get[side] + (even == (side == 0) ? 2 : p - 2)) % p;
      exchange(neighbour[side], give, neighbour[side], get[side], 2);
      give = get[side];
    }
    all.finish();
  }
};

constexpr const char* kNeighborExchange = "exchange with the two neighbours in turn, two blocks per step; "
                                          "P / 2 steps";
const config::Register<NeighborExchange<Allgather>> neighbor_exchange_allgather{"neighbor-exchange",
                                                                                 kNeighborExchange};
const config::Register<NeighborExchange<Allgatherv>> neighbor_exchange_allgatherv{"neighbor-exchange",
                                                                                   kNeighborExchange};

}  // namespace
}  // namespace kasuri::mpi
